"""Takes rows away: fixtures with all that hangs on them, and the catalogue's rows that nothing needs any more.

Foreign keys are off meanwhile: each fixture that goes would be looked for in every table of the file.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from footydata.contract.terms import OWN_IDS_FROM
from footydata.importing.seasons import settle_seasons
from footydata.records import FIXTURE_CHILDREN, ReplacedValue
from footydata.store.bookmakers import settle_default_bookmaker
from footydata.store.transactions import begin_write, database_errors

NOTES = frozenset({"fixture_load", "fixture_change", "replaced_value", "team_fixture", "fixture_source"})
"""Tables of a fixture that nobody asks for by themselves."""


@dataclass(slots=True)
class TakenAway:
    """What went, or would go.

    Attributes:
        counts: table → rows.
        figures: how many figures, quotes and timelines of fixtures that stay became unknown.
        shared: how many fixtures stay, as other loads gave them too.
        replaced: the finished figures that the load had replaced: their former values are not put back.
    """

    counts: Counter[str] = field(default_factory=Counter)
    figures: int = 0
    shared: int = 0
    replaced: list[ReplacedValue] = field(default_factory=list)

    @property
    def rows_changed(self) -> int:
        """How many rows and figures went."""
        return self.counts.total() + self.figures


@contextmanager
def taking_away(connection: sqlite3.Connection, *, dry_run: bool) -> Iterator["Sweeper"]:
    """A transaction that takes rows away, and at its end the catalogue's rows that nothing needs; rolled back where
    it fails, or where it is only to be seen what would go.

    Raises DatabaseError.
    """
    with database_errors():
        connection.execute("pragma foreign_keys = off")
        try:
            begin_write(connection)
            sweeper = Sweeper(connection)
            yield sweeper
            sweeper.settle()
            if dry_run:
                connection.rollback()
            else:
                connection.commit()
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.execute("drop table if exists temp.going")
            connection.execute("pragma foreign_keys = on")


class Sweeper:
    """Takes rows away and counts them, inside one transaction.

    Attributes: taken: what went so far.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.taken = TakenAway()
        self._seasons: set[int] = set()

    def delete(self, table: str, where: str, values: dict[str, object] | None = None) -> None:
        """Delete rows of a table; where: of our own words."""
        count = self._connection.execute(f"delete from {table} where {where}", values or {}).rowcount
        if table not in NOTES:
            self.taken.counts[table] += count

    def delete_fixtures(self, ids: Iterable[int]) -> None:
        """Delete fixtures with all that hangs on them."""
        connection = self._connection
        connection.execute("create temp table if not exists going (id integer primary key)")
        connection.execute("delete from going")
        connection.executemany("insert into going (id) values (?)", ((fixture_id,) for fixture_id in ids))
        in_season = f"select distinct season_id from fixture where season_id is not null and id in ({_GOING})"
        self._seasons |= {row[0] for row in connection.execute(in_season)}
        lists = "select home_id, kickoff_ts, id from fixture where id in ({0}) union select away_id, kickoff_ts, id "
        self.delete(
            "team_fixture",
            f"(team_id, kickoff_ts, fixture_id) in ({(lists + 'from fixture where id in ({0})').format(_GOING)})",
        )
        for table in FIXTURE_CHILDREN:
            if table not in ("team_fixture", "replaced_value"):
                self.delete(table, f"fixture_id in ({_GOING})")
        self.delete("external_id", f"kind = 'fixture' and entity_id in ({_GOING})")
        connection.execute(f"{_FORGET_EDITS} in ({_GOING})")
        self.delete("fixture", f"id in ({_GOING})")

    def forget_merged(self, ids: Iterable[int]) -> None:
        """Forget fixtures that merges of clubs took the rows of: undoing those brings them back no more."""
        self._connection.executemany(f"{_FORGET_EDITS} = ?", ((fixture_id,) for fixture_id in ids))

    def touch_seasons(self, season_ids: Iterable[int]) -> None:
        """Note seasons of which fixtures changed: they are settled at the end."""
        self._seasons |= set(season_ids)

    def delete_season(self, season_id: int) -> None:
        """Delete a season without fixtures, with its members, decisions and rules."""
        values: dict[str, object] = {"id": season_id}
        row = self._connection.execute("select league_id from season where id = :id", values).fetchone()
        for table in ("season_team", "points_adjustment", "season_rules"):
            self.delete(table, "season_id = :id", values)
        self._delete_entity("season", season_id)
        if row is not None:
            siblings = self._connection.execute("select id from season where league_id = :id", {"id": row[0]})
            self._seasons |= {sibling for (sibling,) in siblings}
        self._seasons.discard(season_id)

    def delete_league(self, league_id: int) -> None:
        """Delete a league without seasons and fixtures."""
        self.delete("league_name", "league_id = :id", {"id": league_id})
        self.delete("retired_league", "survivor_id = :id", {"id": league_id})
        self._delete_entity("league", league_id)

    def delete_teams(self, team_ids: Iterable[int]) -> None:
        """Delete those of these teams that nothing refers to."""
        for team_id in sorted(team_ids):
            if self._connection.execute(_TEAM_IS_NEEDED, {"id": team_id}).fetchone()[0]:
                continue
            self.delete("team_name", "team_id = :id", {"id": team_id})
            self.delete("external_id", "kind = 'country' and entity_id = :id", {"id": team_id})
            self._delete_entity("team", team_id)

    def delete_bookmakers(self, maker_ids: Iterable[int]) -> None:
        """Delete those of these bookmakers of whom nothing is recorded."""
        wanted = set(maker_ids)
        if not wanted:
            return
        sql = "select distinct bookmaker_id from odds union select distinct bookmaker_id from odds_tick"
        for maker_id in sorted(wanted - {row[0] for row in self._connection.execute(sql)}):
            self._delete_entity("bookmaker", maker_id)

    def delete_countries(self, codes: Iterable[str]) -> None:
        """Delete those of these countries that no league and no team is of."""
        for code in sorted(codes):
            if not self._connection.execute(_COUNTRY_IS_NEEDED, {"code": code}).fetchone()[0]:
                self.delete("country_name", "country_code = :code", {"code": code})
                self.delete("country", "code = :code", {"code": code})

    def members_without_fixtures(self) -> None:
        """Delete who is a member of a season by its fixtures alone, and has none there any more."""
        for season_id in sorted(self._seasons):
            if season_id >= OWN_IDS_FROM:
                self.delete("season_team", _NO_FIXTURE_LEFT, {"season_id": season_id})

    def settle(self) -> None:
        """Bring what stays in step: members, the current season, decisions, the default bookmaker."""
        stored = {row[0] for row in self._connection.execute("select id from season")}
        settle_seasons(self._connection, self._seasons & stored)
        settle_default_bookmaker(self._connection)

    def _delete_entity(self, table: str, row_id: int) -> None:
        self.delete("external_id", "kind = :kind and entity_id = :id", {"kind": table, "id": row_id})
        self.delete(table, "id = :id", {"id": row_id})


_OF_FIXTURES = ", ".join(f"'{table}'" for table in ("fixture", *FIXTURE_CHILDREN))
_FORGET_EDITS = f"delete from team_edit_row where changed in ({_OF_FIXTURES}) and json_extract(key, '$[0]')"
_GOING = "select id from temp.going"
_NO_FIXTURE_LEFT = """
    season_id = :season_id
    and team_id not in (select home_id from fixture where season_id = :season_id)
    and team_id not in (select away_id from fixture where season_id = :season_id)
"""
_TEAM_IS_NEEDED = """
    select exists(select 1 from team_fixture where team_id = :id)
        or exists(select 1 from season_team where team_id = :id)
        or exists(select 1 from points_adjustment where team_id = :id)
        or exists(select 1 from team_alias where team_id = :id)
        or exists(select 1 from team_edit where undone_ts is null and :id in (team_id, gone_id))
"""
_COUNTRY_IS_NEEDED = """
    select exists(select 1 from league where country_code = :code)
        or exists(select 1 from team where country_code = :code)
"""
