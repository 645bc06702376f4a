"""Unites another footydata file: what its loads said is imported again, as the records of loads of ours.

A load that both files have is one. What a person decided of teams is decided here as well; both seasons and clubs are
derived at the end, as after any load. What a service told stays behind: it has ids, and is loaded or pulled here.
"""

import sqlite3
from collections.abc import Iterator

from footydata.football.records import (
    ClaimRow,
    Load,
    TakenPage,
    VenueRecord,
)
from footydata.football.wording import plural
from footydata.ingest.clubs import Clubs, standing_edits, write_edit
from footydata.ingest.importer import Importer
from footydata.ingest.report import ImportResult
from footydata.ingest.seasons import seasons_of
from footydata.ingest.write import parsed_of
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    LeagueKey,
    ParsedFixture,
    ParsedPlaceholder,
    Remark,
    SeasonKey,
    TeamKey,
)
from footydata.sources.v1_dump import V1Dump
from footydata.store.claims.claim import ClaimBody, ClaimRows, exchanged_body
from footydata.store.loads import end_load
from footydata.store.rows import upsert


def unite(
    connection: sqlite3.Connection, importer: Importer, other: sqlite3.Connection
) -> tuple[ImportResult, bool]:
    """Import what another footydata file has and this one has not, inside a transaction.

    Returns what came of it, and whether anything did.
    """
    result, loads, of_services = ImportResult(), 0, 0
    records = _Records(other)
    for *values, source, trust, digest in other.execute(_LOADS).fetchall():
        load = Load._make(values)
        assert load.id is not None
        if source == V1Dump.name:
            of_services += 1
            continue
        stored_source = importer.source(source, trust)
        source_id = stored_source.id
        same = load._asdict() | {"source_id": source_id, "digest": digest}
        if not connection.execute(_IS_HERE, same).fetchone()[0]:
            # Where the file lay on the other machine is not known here.
            new = load._replace(id=None, source_id=source_id, path=None)
            new = importer.begin_load(new._replace(run=None), load.run and (other, load.run))
            part = importer.import_records(records.of_load(load), stored_source)
            end_load(connection, part.counted(new), [])
            if digest is not None:
                page = TakenPage(source_id, load.place, digest, load.started_ts)
                upsert(connection, "taken_page", [page])
            result.add(part)
            loads += 1
    decisions = _decide(connection, importer, other)
    words = f"{plural(loads, 'load')} and {plural(decisions, 'decision')} came along"
    if of_services:
        words += f"; {plural(of_services, 'load')} of a service stay behind: load them here"
    result.remarks.append(Remark(words))
    return result, bool(loads or decisions)


def _decide(connection: sqlite3.Connection, importer: Importer, other: sqlite3.Connection) -> int:
    """Write the standing decisions of a person that do not stand here; returns how many."""
    count = 0
    for edit in standing_edits(other):
        stands = connection.execute(_STANDS, edit._asdict()).fetchone()[0]
        if edit.reason is None and not stands:
            clubs, bases = Clubs(connection), (edit.team_id, edit.gone_id)
            teams = [clubs.of_base(base, edit.scope) for base in bases if base is not None]
            importer.touched.update(seasons_of(connection, teams))
            write_edit(connection, edit._replace(id=None, points=None))
            count += 1
    return count


class _Records:
    """What the loads of another file said, as the records of their sources."""

    def __init__(self, other: sqlite3.Connection) -> None:
        self._other = other
        self._claims = ClaimRows(other)
        self._leagues = {
            (source_id, id_): LeagueKey(country, name)
            for source_id, id_, country, name in other.execute(_LEAGUES)
        }
        self._seasons = {id_: SeasonKey(*key) for id_, *key in other.execute(_SEASONS)}
        self._makers = {id_: BookmakerKey(*key) for id_, *key in other.execute(_MAKERS)}
        self._keys = {tuple(place): key for *place, key in other.execute(_KEYS)}
        self._teams = {
            id_: TeamKey(spelling, scope.partition(" ")[0], key)
            for id_, spelling, scope, key in other.execute(_NAMES)
        }

    def of_load(self, load: Load) -> Iterator[ParsedFixture | ParsedPlaceholder]:
        """The fixtures of which a load said something, then those whose sides it did not know."""
        said = dict(self._other.execute(_SAID, {"load_id": load.id}).fetchall())
        for stored, claims in self._claims.of_fixtures(sorted(set(said.values()))):
            fixture = stored.fixture
            league = self._leagues[load.source_id, fixture.league_id]
            key = self._keys.get((load.source_id, fixture.id))
            for claim in claims:
                if claim.row.id in said:
                    parsed = self._parsed(claim.row, claim.body, league)
                    yield parsed._replace(key=key)
        for row in self._other.execute(_PLACEHOLDERS, {"id": load.id}):
            league = self._leagues[load.source_id, row[0]]
            open_fixture = ParsedPlaceholder(league, self._seasons[row[1]], *row[2:9])
            yield open_fixture._replace(venue=VenueRecord(NO_ID, *row[9:]))

    def _parsed(
        self,
        row: ClaimRow,
        body: ClaimBody,
        league: LeagueKey,
    ) -> ParsedFixture:
        assert row.home_name is not None and row.away_name is not None
        home, away = self._teams[row.home_name], self._teams[row.away_name]
        if row.exchanged:
            body, home, away = exchanged_body(body), away, home
        assert body.fixture.season_id is not None
        parsed = parsed_of(self._other, body, self._makers)
        season = self._seasons[body.fixture.season_id]
        return parsed._replace(league=league, season=season, home=home, away=away, id=None)


_LOADS = f"""
    select {", ".join(f"load.{name}" for name in Load._fields)}, source.name, coalesce(own_trust, trust),
           (select digest from taken_page where taken_page.source_id = load.source_id and address = load.place)
    from load join source on source.id = source_id order by started_ts, load.id
"""
_IS_HERE = """
    select exists(
      select 1 from load left join taken_page
        on taken_page.source_id = load.source_id and address = load.place
      where load.source_id = :source_id and load.place = :place and load.corrects = :corrects
        and load.league is :league and (started_ts = :started_ts or taken_page.digest = :digest))
"""
_STANDS = """
    select exists(
      select 1 from team_edit where undone_ts is null and kind = :kind and team_id = :team_id
        and gone_id is :gone_id and scope is :scope and source is :source and spelling is :spelling)
"""
_LEAGUES = """
    select source_id, entity_id, scope, key from external_id where kind = 'league' order by key desc
"""
_SEASONS = "select id, label, start_year from season"
_MAKERS = "select id, slug, name from bookmaker"
_KEYS = """
    select source_id, entity_id, key from external_id where kind = 'fixture' and scope = '' order by key
"""
_NAMES = """
    select name.id, spelled.key, spelled.scope, iif(name.scope = '', name.key, null)
    from external_id as name join external_id as spelled on spelled.id = iif(name.scope <> '', name.id, (
      select same.id from external_id as same
      where same.source_id = name.source_id and same.kind = 'team' and same.base_id = name.base_id
        and same.scope <> ''
      order by same.key limit 1))
    where name.kind = 'team' and name.base_id is not null
"""
"""The names of teams; with a source's own id of a team how it also spells it."""

_SAID = """
    select id, fixture_id from claim where load_id = :load_id
    union
    select id, fixture_id from claim_again join claim on claim.id = claim_id
    where claim_again.load_id = :load_id
"""
_PLACEHOLDERS = """
    select league_id, season_id, home, away, kickoff_ts, time_known, round, stage, number, ground, city
    from placeholder where load_id = :id order by seq
"""
