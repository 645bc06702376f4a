"""Unites another footydata file with the database: each load of it becomes a load here, and says its claims again.

Loads keep their moments, by which claims are ordered, and get new ids. Edits of teams are made again at their moments;
one that contradicts an edit here, or that can't be made here, is listed instead. Keys, pulls, forecasts, lines, the
order of trust and the chosen bookmaker stay those of the database.
"""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from footydata.football.records import CLAIM_BITS, Load, TakenPage
from footydata.football.register.naming import normalised
from footydata.football.wording import plural
from footydata.ingest.identity.teams import TeamsRefused, alias_stored, merge_stored, stored_team
from footydata.ingest.importer import Importer
from footydata.ingest.other_file import OtherEdit, OtherFile, OtherLoad
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import Remark
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.claims.deriving import derive, write_bodies
from footydata.store.file.files import identity_of
from footydata.store.write.loads import begin_load, digest_of, end_load, loads_of_place, write_taken_page

STAYS_BEHIND = (
    "keys, pulls, fair lines, the order of trust, the chosen bookmaker and points decisions made by "
    "hand do not come along"
)
"""What a footydata file has and another one does not take from it."""


def is_own_file(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file at a path is that of the connection, by whatever name."""
    (own,) = connection.execute("select file from pragma_database_list where name = 'main'").fetchone()
    return bool(own) and identity_of(path) == identity_of(Path(own))


class FileUnion:
    """The uniting of another footydata file, inside a transaction of the importer.

    Attributes:
        result: what came along.
        has_changed: whether anything came along.
    """

    def __init__(self, connection: sqlite3.Connection, importer: Importer, other: OtherFile) -> None:
        self._connection = connection
        self._importer = importer
        self._other = other
        self._runs: dict[tuple[int, int], int] = {}
        self._loads_added = 0
        self._loads_here = 0
        self.result = ImportResult()
        self.has_changed = False

    def run(self, progress: Callable[[str], None]) -> None:
        """Write what the other file has; progress: called with the place of each load before it.

        Raises DamagedDatabase for the other file, and what the import of a file raises.
        """
        edits = self._other.edits()
        for load in self._other.loads():
            while edits and edits[0].record.made_ts < load.record.started_ts:
                self._edit(edits.pop(0))
            progress(load.record.place)
            self._load(load)
        for edit in edits:
            self._edit(edit)
        self._importer.begin_load(None)
        self._other.check_unchanged()
        if self.has_changed:
            # The lead of the default one is reckoned by new loads, and a load that both files have may have got claims.
            update_default_bookmaker(self._connection)
        self.result.remarks[:0] = self._remarks()

    def _remarks(self) -> Iterator[Remark]:
        if self._loads_added:
            already = f", {self._loads_here:,} more were here already" if self._loads_here else ""
            yield Remark(f"{plural(self._loads_added, 'load')} of it came along{already}; {STAYS_BEHIND}")
        without = self._other.count_without_claims()
        if without:
            yield Remark(f"{plural(without, 'fixture')} of no load did not come along")

    def _load(self, load: OtherLoad) -> None:
        """Let a load of the other file be one of this file, unless it is here already."""
        record, connection = load.record, self._connection
        trust = connection.execute("select trust from source where name = ?", (load.source,)).fetchone()
        source = self._importer.source(load.source, load.trust if trust is None else trust[0])
        place = {"source_id": source.id, "place": record.place}
        same_moment = connection.execute(_SAME_MOMENT, {**place, "moment": record.started_ts}).fetchone()
        if same_moment is not None and same_moment[1] == load.claims:
            self._loads_here += 1
            return
        newest = connection.execute(_NEWEST, place).fetchone()
        digest = digest_of(connection, load.source, record.place)
        if newest is not None and load.digest is not None and load.digest == digest:
            # The same file, loaded by both: one load, of the earlier moment.
            self._loads_here += 1
            if record.started_ts < newest[1]:
                self._move(newest[0], source.id, record.started_ts)
            return
        self._connection.execute("savepoint other_load")
        self._split_repeated(source.id, record.started_ts)
        earlier = loads_of_place(connection, source.id, record.place)
        # Its path is of another machine.
        new = record._replace(id=None, source_id=source.id, run=None, path=None)
        load_id = begin_load(connection, new) if same_moment is None else int(same_moment[0])
        new = new._replace(id=load_id, run=self._run_of(record, load_id))
        if same_moment is None:
            end_load(connection, new, [])
        self._importer.begin_load(load_id, same_place=(each for each in earlier if each != load_id), of=new)
        result = self._importer.import_records(
            self._other.records(load), source=source.name, trust=source.trust, place=record.place
        )
        is_here = same_moment is not None or newest is not None
        if result.is_nothing or (is_here and not result.rows_changed and not result.claims_added):
            self._importer.rollback_to("other_load")
            self._loads_here += is_here
            return
        self._note(load, result, new)

    def _note(self, load: OtherLoad, result: ImportResult, new: Load) -> None:
        self.has_changed = True
        self._loads_added += 1
        self.result.add(result)
        end_load(self._connection, result.counted(new), [])
        page = TakenPage(new.source_id, new.place, load.digest or "", None, new.started_ts)
        if load.digest is not None and self._connection.execute(_IS_NEWEST_PAGE, page._asdict()).fetchone()[0]:
            write_taken_page(self._connection, page)

    def _run_of(self, record: Load, load_id: int) -> int | None:
        """The run of a load: here it is called by the first of its loads that came along."""
        return None if record.run is None else self._runs.setdefault((record.source_id, record.run), load_id)

    def _split_repeated(self, source_id: int, moment: int) -> None:
        """Give loads that repeated a claim of before a moment a claim of their own, as a load of that moment comes.

        Of an unfinished fixture the latest claim stands, so that what was repeated may stand again.
        """
        repeated = self._connection.execute(_REPEATED, {"source_id": source_id, "moment": moment}).fetchall()
        if repeated:
            write_bodies(self._connection, {fixture_id for _, _, fixture_id in repeated})
            for claim_id, load_id, _ in repeated:
                for sql in _SPLIT:
                    self._connection.execute(sql, {"claim_id": claim_id, "load_id": load_id})
            self._importer.forget()

    def _move(self, load_id: int, source_id: int, moment: int) -> None:
        """Give a load an earlier moment, and its fixtures what follows from the new order."""
        self.has_changed = True
        values = {"id": load_id, "source_id": source_id, "moment": moment}
        for sql in _MOVES:
            self._connection.execute(sql, values)
        self._importer.forget()
        derive(self._connection, [row[0] for row in self._connection.execute(_FIXTURES, values)])

    def _edit(self, edit: OtherEdit) -> None:
        """Make an edit of teams of the other file here, or list it."""
        try:
            is_made = self._made(edit)
        except TeamsRefused as error:
            self.result.remarks.append(Remark(f"an edit of teams is not made here: {error}", text=edit.record.summary))
            return
        if is_made:
            self.has_changed = True
            self._importer.forget()
            self.result.remarks.append(Remark("an edit of teams was made here too", text=edit.record.summary))

    def _made(self, edit: OtherEdit) -> bool:
        """Make an edit; returns False if it stands here already. Raises TeamsRefused."""
        connection, record = self._connection, edit.record
        team_id = self._team(record.team_id, edit.name, edit.country)
        if edit.alias is not None:
            source, scope, spelling = edit.alias
            values = {"source": source, "scope": scope, "spelling": spelling}
            stands = connection.execute(_ALIAS, values).fetchone()
            if stands is not None and stands[0] == team_id:
                return False
            if stands is not None:
                raise TeamsRefused(f"{spelling!r} is {stands[1]} ({stands[0]}) here")
            if team_id is None:
                raise TeamsRefused(f"no team is called {edit.name} here")
            team = stored_team(connection, team_id)
            alias_stored(connection, team, spelling, source=source or None, scope=scope, now=record.made_ts)
            return True
        assert edit.gone is not None and record.gone_id is not None
        stands = connection.execute(_MERGED, {"gone": record.gone_id}).fetchone()
        if stands is not None and stands[1] is not None:
            raise TeamsRefused(f"the same edit was undone here: {stands[0]}")
        if stands is not None and stands[2] != team_id:
            raise TeamsRefused(f"here, {stands[0]}")
        gone_id = self._team(record.gone_id, edit.gone, edit.country)
        if stands is not None or gone_id is None or gone_id == team_id:
            return False
        if team_id is None:
            raise TeamsRefused(f"no team is called {edit.name} here")
        merge_stored(connection, stored_team(connection, gone_id), stored_team(connection, team_id), now=record.made_ts)
        return True

    def _team(self, team_id: int, name: str, country: str | None) -> int | None:
        """The id here of a team of the other file: the same id, else the team of its name and country."""
        if self._connection.execute("select 1 from team where id = ?", (team_id,)).fetchone():
            return team_id
        rows = self._connection.execute("select id, name from team where country_code is ? order by id", (country,))
        ids = [row[0] for row in rows if normalised(row[1]) == normalised(name)]
        return ids[0] if len(ids) == 1 else None


_SAME_MOMENT = f"""
    select id, (select count(*) from claim where claim.id >= load.id << {CLAIM_BITS}
                and claim.id < (load.id + 1) << {CLAIM_BITS})
               + (select count(*) from claim_again where load_id = load.id)
    from load where source_id = :source_id and place = :place and started_ts = :moment order by id limit 1
"""
_NEWEST = """
    select id, started_ts from load where source_id = :source_id and place = :place
    order by started_ts desc, id desc limit 1
"""
_IS_NEWEST_PAGE = """
    select not exists(
      select 1 from taken_page where source_id = :source_id and address = :address and taken_ts >= :taken_ts)
"""
_FIXTURES = f"select fixture_id from claim where id >= :id << {CLAIM_BITS} and id < (:id + 1) << {CLAIM_BITS}"
_MOVES = (
    f"""update fixture_source set fetched_ts = :moment
        where source_id = :source_id and fixture_id in ({_FIXTURES})
          and fetched_ts = (select started_ts from load where id = :id)""",
    """update taken_page set taken_ts = :moment
       where (source_id, address) in (select source_id, place from load where id = :id)""",
    "update load set started_ts = :moment where id = :id",
)
_REPEATED = f"""
    select claim_id, load_id, fixture_id
    from load as later
    cross join claim_again on load_id = later.id
    cross join claim on claim.id = claim_id
    cross join fixture on fixture.id = fixture_id and fixture.status <> 'finished'
    cross join load as first on first.id = claim_id >> {CLAIM_BITS} and first.started_ts < :moment
    where later.source_id = :source_id and later.started_ts > :moment order by claim_id, load_id
"""
_SPLIT = (
    f"""insert into claim (id, fixture_id, home_name, away_name, body)
        select coalesce((select max(id) + 1 from claim
                         where id >= :load_id << {CLAIM_BITS} and id < (:load_id + 1) << {CLAIM_BITS}),
                        :load_id << {CLAIM_BITS}),
               fixture_id, home_name, away_name, body
        from claim where id = :claim_id""",
    "delete from claim_again where claim_id = :claim_id and load_id = :load_id",
)
_ALIAS = """
    select team.id, team.name from team_alias join team on team.id = team_id
    where source = :source and scope = :scope and spelling = :spelling
"""
_MERGED = """
    select summary, undone_ts, team_id from team_edit
    where kind = 'merge' and gone_id = :gone order by undone_ts is not null, id desc limit 1
"""
