"""Unloads a load: deletes what only that load gave, and leaves what other loads gave too.

Values that the load replaced are listed and not restored: they become unknown, and their files can be loaded again.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from footydata.contract.errors import FootydataError
from footydata.contract.terms import Part
from footydata.importing.deleting import Deleted, Deleter, deletion
from footydata.importing.load_notes import CHANGEABLE, OLDER, LoadNotes
from footydata.records import FixtureRecord, Load, ReplacedValue
from footydata.store.loads import forget_pages_of, load_of

TOGETHER = 500
"""Fixtures per batch."""


class NoSuchLoad(FootydataError):
    """No load has that id."""


class CannotUnload(FootydataError):
    """The load is older than the notes of what each load gave."""


def unload(connection: sqlite3.Connection, load_id: int, *, dry_run: bool = False) -> Deleted:
    """Unload a load, and commit; dry_run: only count what would be deleted.

    Raises NoSuchLoad, CannotUnload, DatabaseError.
    """
    with deletion(connection, dry_run=dry_run) as deleter:
        _Unloading(connection, deleter, load_to_unload(connection, load_id)).run()
    return deleter.deleted


def load_to_unload(connection: sqlite3.Connection, load_id: int) -> Load:
    """The load of an id. Raises NoSuchLoad, and CannotUnload if it is not known what the load gave."""
    found = load_of(connection, load_id)
    if found is None:
        raise NoSuchLoad(f"no load has the id {load_id}; 'footydata loads DB' lists them")
    if found.fixtures_new is None:
        raise CannotUnload(
            f"load {load_id} ({found.place}) came in before footydata noted what each load brought; "
            "'footydata remove DB --league L --season S' takes a part away"
        )
    return found


class _Unloading:
    """The unloading of one load."""

    def __init__(self, connection: sqlite3.Connection, deleter: Deleter, load: Load) -> None:
        assert load.id is not None
        self._connection = connection
        self._deleter = deleter
        self._load = load
        self._id = load.id
        self._notes = LoadNotes(connection)

    def run(self) -> None:
        ids = [row[0] for row in self._connection.execute(_FIXTURES, {"load_id": self._id})]
        alone: list[int] = []
        for start in range(0, len(ids), TOGETHER):
            page = ids[start : start + TOGETHER]
            for fixture_id, loads in self._notes.loads_of(page).items():
                if loads.keys() == {self._id}:
                    alone.append(fixture_id)
                else:
                    self._delete_from(fixture_id, loads)
        self._deleter.forget_merged(
            row[0] for row in self._connection.execute(_MERGED, {"load_id": self._id}).fetchall()
        )
        for (team_id,) in self._connection.execute(_MERGED_TEAMS, {"load_id": self._id}).fetchall():
            self._connection.execute(_FORGET_TEAM, {"team_id": team_id})
        self._deleter.delete_fixtures(alone)
        self._deleter.delete_members_without_fixtures()
        self._list_replaced()
        self._delete_from_catalogue()
        forget_pages_of(self._connection, [self._id])
        self._delete_record()

    def _delete_from(self, fixture_id: int, loads: Mapping[int, int | None]) -> None:
        """Delete the cells of a fixture that only this load gave."""
        cells_id = loads[self._id]
        mine = frozenset[str]() if cells_id is None else self._notes.cells(cells_id)
        others: frozenset[str] = frozenset()
        for load_id, listed in loads.items():
            if load_id != self._id:
                # A load without a list of cells gave everything.
                others |= (mine | frozenset(CHANGEABLE)) if listed is None else self._notes.cells(listed)
        row = self._connection.execute(_FIXTURE, {"id": fixture_id}).fetchone()
        before = FixtureRecord._make(row)
        values = dict.fromkeys(_figures(mine - others)) | self._former_values(before, others)
        self._write(before, values)
        self._delete_details(fixture_id, mine - others)
        self._connection.execute(
            "delete from fixture_load where fixture_id = :id and load_id = :load_id",
            {"id": fixture_id, "load_id": self._id},
        )
        self._deleter.deleted.shared += 1
        if before.season_id is not None:
            self._deleter.touch_seasons([before.season_id])

    def _former_values(self, fixture: FixtureRecord, others: Collection[str]) -> dict[str, str | int | None]:
        """The former values of the columns that the load changed, if no other load gave the present ones."""
        values = {"id": fixture.id, "load_id": self._id}
        former: dict[str, str | int | None] = {}
        for name, before, after in self._connection.execute(_CHANGES, values).fetchall():
            if getattr(fixture, name) == after and name not in others:
                former[name] = before
            # A later load replaced this one's value: the former value of both is now that of this one.
            chain = {**values, "name": name, "before": before, "after": after}
            self._connection.execute(_CHAIN, chain)
        self._connection.execute("delete from fixture_change where fixture_id = :id and load_id = :load_id", values)
        return former

    def _write(self, before: FixtureRecord, values: dict[str, str | int | None]) -> None:
        """Write columns of a fixture, and update the teams' lists of fixtures."""
        changed = {name: value for name, value in values.items() if getattr(before, name) != value}
        if not changed:
            return
        settings = ", ".join(f"{name} = :{name}" for name in changed)  # names of our record
        self._connection.execute(f"update fixture set {settings} where id = :id", {**changed, "id": before.id})
        self._deleter.deleted.figures += len(changed)
        if "kickoff_ts" in changed:
            moved = {"id": before.id, "old": before.kickoff_ts, "new": changed["kickoff_ts"]}
            for team_id in {before.home_id, before.away_id}:
                self._connection.execute(_MOVE, {**moved, "team_id": team_id})

    def _delete_details(self, fixture_id: int, cells: Collection[str]) -> None:
        """Delete the statistics, events, figures, quotes, odds histories and parts that these cells name."""
        named = _by_table(cells)
        at: dict[str, object] = {"id": fixture_id}
        self._delete_statistics(at, named["statistics"])
        if "event" in cells:
            self._deleter.delete("event", "fixture_id = :id", at)
        self._delete_figures(at, named["figure"])
        self._delete_quotes(at, named["odds"])
        self._delete_histories(at, named["odds_tick"])
        self._delete_parts(at, named["part"])

    def _delete_statistics(self, at: dict[str, object], columns: Sequence[str]) -> None:
        if columns:
            settings = ", ".join(f"{column} = null" for column in columns)
            self._connection.execute(f"update statistics set {settings} where fixture_id = :id", at)
            self._deleter.deleted.figures += len(columns)
            self._delete_empty("statistics", at, first=1)

    def _delete_figures(self, at: dict[str, object], names: Sequence[str]) -> None:
        """names: FIGURE.HALF."""
        for name in names:
            figure, half = name.rsplit(".", 1)
            where = "fixture_id = :id and figure = :figure and half = :half"
            self._deleter.delete("fixture_figure", where, {**at, "figure": figure, "half": int(half)})

    def _delete_quotes(self, at: dict[str, object], names: Sequence[str]) -> None:
        """names: BOOKMAKER.MARKET.PERIOD."""
        for name in names:
            slug, market, period = name.rsplit(".", 2)
            settings = ", ".join(f"{period}_{column} = null" for column in ("line", "price_1", "price_2", "price_3"))
            quote = {**at, "slug": slug, "market": market}
            self._connection.execute(f"update odds set {settings} where {_OF_MAKER}", quote)
            self._deleter.deleted.figures += 1
        if names:
            self._delete_empty("odds", at, first=3)

    def _delete_histories(self, at: dict[str, object], names: Sequence[str]) -> None:
        """names: BOOKMAKER.MARKET."""
        for name in names:
            slug, market = name.rsplit(".", 1)
            self._deleter.delete("odds_tick", _OF_MAKER, {**at, "slug": slug, "market": market})

    def _delete_parts(self, at: dict[str, object], names: Sequence[str]) -> None:
        """Delete which parts a source gave, and the source if no part is left. names: SOURCE.PART."""
        for name in names:
            source, part = name.rsplit(".", 1)
            self._connection.execute(_REMOVE_PART, {**at, "name": source, "bit": int(part)})
            if int(part) == Part.REFEREE:
                self._connection.execute(_DELETE_REFEREE, {**at, "name": source})
        self._connection.execute("delete from fixture_source where fixture_id = :id and parts = 0", at)

    def _delete_empty(self, table: str, at: dict[str, object], *, first: int) -> None:
        """Delete the rows of a fixture without any known value; first: the place of the first column after the key."""
        names = [row[1] for row in self._connection.execute(f"pragma table_info({table})")][first:]
        empty = " and ".join(f"{name} is null" for name in names)
        self._deleter.delete(table, f"fixture_id = :id and {empty}", at)

    def _list_replaced(self) -> None:
        """List the values that the load replaced in remaining fixtures, and let their files be loaded again."""
        rows = self._connection.execute(_REPLACED, {"load_id": self._id}).fetchall()
        self._deleter.deleted.replaced += map(ReplacedValue._make, rows)
        ids = {row[2] for row in rows}
        others = {load_id for loads in self._notes.loads_of(ids).values() for load_id in loads} - {OLDER, self._id}
        forget_pages_of(self._connection, sorted(others))

    def _delete_from_catalogue(self) -> None:
        """Delete the rows of the catalogue that the load inserted and nothing needs any more."""
        connection, deleter = self._connection, self._deleter
        values = {"load_id": self._id, "source_id": self._load.source_id}
        is_last = not connection.execute(_LATER_OF_SOURCE, values).fetchone()[0]
        made: defaultdict[str, list[tuple[int | str, ...]]] = defaultdict(list)
        for table, *keys, load_id in connection.execute(_MADE, values):
            if table in _ENTITIES or (is_last and load_id == self._id):
                made[table].append(tuple(keys))
        for table, columns in _DEPENDENT.items():
            where = " and ".join(f"{name} = :{place}" for place, name in enumerate(columns))
            for keys in made[table]:
                deleter.delete(table, where, {str(place): key for place, key in enumerate(keys[: len(columns)])})
        if not connection.execute(_LATER_SERVICE, values).fetchone()[0]:
            self._delete_entities({table: [keys[0] for keys in made[table]] for table in _ENTITIES})
        connection.execute("update load_row set load_id = 0 where load_id = :load_id", values)
        for table, column in _ENTITIES.items():
            connection.execute(
                f"delete from load_row where changed = '{table}' and key_1 not in (select {column} from {table})"
            )

    def _delete_entities(self, made: dict[str, list[int | str]]) -> None:
        deleter = self._deleter
        for season_id in self._unneeded(made["season"], "select season_id from fixture"):
            deleter.delete_season(season_id)
        for league_id in self._unneeded(
            made["league"], "select league_id from fixture union select league_id from season"
        ):
            deleter.delete_league(league_id)
        deleter.delete_teams(int(team_id) for team_id in made["team"])
        deleter.delete_bookmakers(int(maker_id) for maker_id in made["bookmaker"])
        deleter.delete_countries(str(code) for code in made["country"])

    def _unneeded(self, ids: list[int | str], needed: str) -> Iterator[int]:
        if ids:
            in_use = {row[0] for row in self._connection.execute(needed)}
            yield from sorted(int(row_id) for row_id in ids if row_id not in in_use)

    def _delete_record(self) -> None:
        values = {"load_id": self._id, "source_id": self._load.source_id}
        for table in ("refused_row", "replaced_value", "fixture_change"):
            self._connection.execute(f"delete from {table} where load_id = :load_id", values)  # tables of ours
        self._connection.execute("delete from load where id = :load_id", values)
        self._connection.execute(_NO_SOURCE, values)


def _figures(cells: Collection[str]) -> Iterator[str]:
    """Those of these cells that are columns of the fixture and may be unknown."""
    return (cell for cell in sorted(cells) if cell in FixtureRecord._fields and cell not in CHANGEABLE)


def _by_table(cells: Collection[str]) -> defaultdict[str, list[str]]:
    """Table → what these cells name in it; cells without a table, such as columns of the fixture, are left out.

    >>> _by_table({"statistics.home_shots", "odds.bluebird.1x2.closing", "referee"})["odds"]
    ['bluebird.1x2.closing']
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for cell in sorted(cells):
        table, dot, name = cell.partition(".")
        if dot:
            found[table].append(name)
    return found


_ENTITIES = {"season": "id", "league": "id", "team": "id", "bookmaker": "id", "country": "code"}
_DEPENDENT = {
    "country_name": ("country_code", "lang"),
    "league_name": ("league_id", "lang"),
    "team_name": ("team_id", "lang"),
    "season_team": ("season_id", "team_id"),
    "points_adjustment": ("season_id", "team_id", "seq"),
    "season_rules": ("season_id",),
    "external_id": ("source_id", "kind", "scope", "key"),
    "retired_league": ("id",),
}
"""Table → key columns; its rows are deleted with the load that inserted them, if no later load of its source exists."""

_FIXTURES = "select fixture_id from fixture_load where load_id = :load_id order by fixture_id"
_MERGED = """
    select json_extract(key, '$[0]') as fixture_id from team_edit_row where changed = 'fixture_load'
    group by fixture_id having max(after is not null or json_extract(key, '$[1]') <> :load_id) = 0 order by fixture_id
"""
"""The fixtures that only this load gave, and that a merge of clubs merged into others."""

_MERGED_TEAMS = """
    select key_1 from load_row
    where changed = 'team' and load_id = :load_id and key_1 not in (select id from team) order by key_1
"""
_FORGET_TEAM = """
    delete from team_edit_row
    where after is null
      and (changed in ('team', 'team_name') and json_extract(key, '$[0]') = :team_id
           or changed in ('season_team', 'points_adjustment') and json_extract(key, '$[1]') = :team_id)
"""
"""Deletes a merged club that the load inserted from the journals, so that undoing the merge does not restore it."""

_FIXTURE = f"select {', '.join(FixtureRecord._fields)} from fixture where id = :id"  # the names are those of our record
_CHANGES = "select name, before, after from fixture_change where fixture_id = :id and load_id = :load_id"
_CHAIN = """
    update fixture_change set before = :before
    where fixture_id = :id and load_id > :load_id and name = :name and before is :after
"""
_MOVE = """
    update or replace team_fixture set kickoff_ts = :new
    where team_id = :team_id and kickoff_ts = :old and fixture_id = :id
"""
_OF_MAKER = """
    fixture_id = :id and market = :market and bookmaker_id = (select id from bookmaker where slug = :slug)
"""
_REMOVE_PART = """
    update fixture_source set parts = parts & ~:bit
    where fixture_id = :id and source_id = (select id from source where name = :name)
"""
_DELETE_REFEREE = """
    delete from fixture_referee
    where fixture_id = :id and source_id = (select id from source where name = :name)
"""
_REPLACED = f"""
    select {", ".join(ReplacedValue._fields)} from replaced_value
    where load_id = :load_id and fixture_id in (select id from fixture) order by seq
"""
_LATER_OF_SOURCE = "select exists(select 1 from load where source_id = :source_id and id > :load_id)"
_LATER_SERVICE = """
    select exists(select 1 from load join source on source.id = load.source_id
                  where source.name = 'v1' and load.id > :load_id)
"""
_MADE = """
    select changed, key_1, key_2, key_3, key_4, load_id from load_row
    where load_id in (0, :load_id) order by changed, key_1, key_2, key_3, key_4
"""
_NO_SOURCE = """
    delete from source where id = :source_id
      and not exists (select 1 from fixture_source where source_id = :source_id)
      and not exists (select 1 from external_id where source_id = :source_id)
      and not exists (select 1 from load where source_id = :source_id)
      and not exists (select 1 from taken_page where source_id = :source_id)
      and not exists (select 1 from pull where source_id = :source_id)
"""
