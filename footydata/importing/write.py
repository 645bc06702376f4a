"""Writes told fixtures with all that hangs on them: new ones inserted, stored ones merged."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from footydata.contract.terms import Part, Status
from footydata.importing.match import FixtureMatcher
from footydata.importing.meetings import Meeting
from footydata.importing.merge import MergePolicy, merged_events, merged_fixture, merged_odds, merged_statistics
from footydata.importing.report import ImportResult
from footydata.importing.resolve import Resolver, UnknownCountry
from footydata.records import Event, Fixture, FixtureSource, Odds, OddsTick, TeamFixture
from footydata.sources.parsed import ParsedFixture, Refusal
from footydata.store.stored import Provenance, Stored, read_stored
from footydata.store.writing import upsert

FETCHED_EVEN_IF_EMPTY = Part.STATISTICS | Part.ODDS | Part.ODDS_SUMMARY | Part.ODDS_HISTORY
"""The parts of which nothing can be told otherwise than row by row: told is held."""

_Details = dict[str, list[tuple[object, ...]]]
"""Table → the rows to write."""


class MatchedFixture(NamedTuple):
    """A told fixture, its row with ids of ours, and the meeting that it is."""

    told: ParsedFixture
    row: Fixture
    meeting: Meeting


class FixtureWriter:
    """Writes the fixtures of one source."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        resolver: Resolver,
        *,
        source_id: int,
        trust: int,
        now: int,
        correct: bool,
    ) -> None:
        self._connection = connection
        self._identity = resolver
        self._source_id = source_id
        self._trust = trust
        self._now = now
        self._correct = correct
        self._matcher = FixtureMatcher(connection, resolver, source_id)

    def begin_file(self) -> None:
        """From here on another file is told."""
        self._matcher.begin_file()

    def write(self, batch: Sequence[ParsedFixture], result: ImportResult) -> None:
        """Write a batch, and add to what result."""
        fresh: list[MatchedFixture] = []
        known: list[MatchedFixture] = []
        for told in batch:
            try:
                row, meeting, is_new = self._matcher.place(told)
            except UnknownCountry as error:
                result.refusals.append(Refusal(str(error), told.line, f"{told.home.name} - {told.away.name}"))
                continue
            (fresh if is_new else known).append(MatchedFixture(told, row, meeting))
            if row.season_id is not None:
                result.seasons.add(row.season_id)
        if fresh:
            self._insert(fresh)
        if known:
            self.revise(known, result)
        result.rows_read += len(batch)
        result.rows_kept += len(fresh) + len(known)
        result.fixtures_new += len(fresh)

    def _insert(self, fresh: list[MatchedFixture]) -> None:
        fresh.sort(key=lambda matched: matched.row.id)
        upsert(self._connection, "fixture", [matched.row for matched in fresh])
        details = _no_details()
        bookmakers = self._identity.bookmakers
        for told, row, _ in fresh:
            details["team_fixture"] += _team_fixtures(row)
            details["fixture_source"].append(FixtureSource(row.id, self._source_id, int(told.parts), self._now))
            if told.statistics is not None:
                details["statistics"].append((row.id, *told.statistics[1:]))
            details["event"] += ((row.id, *event[1:]) for event in told.events or ())
            # A NamedTuple for each of the many quotes would cost a tenth of the whole load.
            details["odds"] += [(row.id, bookmakers[quote[0]], *quote[1:]) for quote in told.odds]
            details["odds_tick"] += self._ticks(told, row.id)
        self._write(details)

    def revise(self, known: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Merge what is told of stored fixtures, and add to what result."""
        stored = read_stored(self._connection, {matched.row.id for matched in known})
        for matched in known:
            before = self._connection.total_changes
            old = stored[matched.row.id]
            policy = self._policy(old, matched.told)
            stored[matched.row.id] = self._merge(matched, old, policy)
            result.conflicts += policy.conflicts
            result.fixtures_changed += self._connection.total_changes > before

    def _merge(self, matched: MatchedFixture, old: Stored, policy: MergePolicy) -> Stored:
        """Write what changes of one stored fixture; gives what is stored then."""
        told, row, meeting = matched
        fixture = merged_fixture(old.fixture, row, told.parts, policy, id_is_theirs=told.id is not None)
        meeting.kickoff_ts, meeting.is_open = fixture.kickoff_ts, fixture.status != Status.FINISHED
        details = _no_details()
        if fixture != old.fixture:
            self._write_moved(old.fixture, fixture)
        statistics, events, odds = old.statistics, old.events, dict(old.odds)
        if told.statistics is not None:
            statistics = merged_statistics(statistics, told.statistics._replace(fixture_id=row.id), policy)
            details["statistics"] = [statistics] if statistics != old.statistics else []
        if told.events is not None:
            theirs = [event._replace(fixture_id=row.id) for event in told.events]
            events = list(merged_events(events, theirs, policy, row.id))
            self._write_events(row.id, old.events, events)
        for quote, theirs_row in zip(told.odds, self._odds(told, row.id), strict=True):
            key = theirs_row[1], theirs_row[2]
            odds[key] = merged_odds(odds.get(key), theirs_row, policy, quote.bookmaker.slug)
            if odds[key] != old.odds.get(key):
                details["odds"].append(odds[key])
        details["odds_tick"] += self._ticks(told, row.id)
        policy.held |= told.parts & FETCHED_EVEN_IF_EMPTY & ~Part.STATISTICS
        if told.statistics is None:
            policy.held |= told.parts & Part.STATISTICS
        policy.held &= told.parts
        provenance = self._provenance(old, row.id, policy)
        details["fixture_source"] += provenance
        self._write(details)
        return Stored(fixture, statistics, events, odds, self._sources_after(old, provenance))

    def _sources_after(self, old: Stored, changed: Sequence[FixtureSource]) -> list[Provenance]:
        after = {source.source_id: source for source in old.sources}
        for row in changed:
            trust = after[row.source_id].trust if row.source_id in after else self._trust
            after[row.source_id] = Provenance(row.source_id, trust, row.parts, row.fetched_ts)
        return list(after.values())

    def _policy(self, old: Stored, told: ParsedFixture) -> MergePolicy:
        owners: dict[Part, int] = {}
        for source in old.sources:
            for part in Part(source.parts):
                owners[part] = max(owners.get(part, 0), source.trust)
        is_final = old.fixture.status == Status.FINISHED
        return MergePolicy(self._trust, owners, final=is_final, correct=self._correct, line=told.line)

    def _provenance(self, old: Stored, fixture_id: int, policy: MergePolicy) -> list[FixtureSource]:
        rows: list[FixtureSource] = []
        mine = 0
        for source in old.sources:
            if source.source_id == self._source_id:
                mine = source.parts
            elif source.parts & policy.lost:
                left = source.parts & ~int(policy.lost)
                rows.append(FixtureSource(fixture_id, source.source_id, left, source.fetched_ts))
        if mine | int(policy.held) != mine:
            rows.append(FixtureSource(fixture_id, self._source_id, mine | int(policy.held), self._now))
        return rows

    def _write_moved(self, old: Fixture, new: Fixture) -> None:
        upsert(self._connection, "fixture", [new])
        if _team_fixtures(old) != _team_fixtures(new):
            self._connection.executemany(
                "delete from team_fixture where team_id = ? and kickoff_ts = ? and fixture_id = ?", _team_fixtures(old)
            )
            upsert(self._connection, "team_fixture", _team_fixtures(new))

    def _write_events(self, fixture_id: int, old: Sequence[Event], new: Sequence[Event]) -> None:
        if len(new) < len(old):
            self._connection.execute(
                "delete from event where fixture_id = :fixture_id and seq > :last",
                {"fixture_id": fixture_id, "last": len(new)},
            )
        if new != old:
            upsert(self._connection, "event", new)

    def _write(self, details: _Details) -> None:
        for table, rows in details.items():
            if rows:
                upsert(self._connection, table, rows)

    def _odds(self, told: ParsedFixture, fixture_id: int) -> Iterator[Odds]:
        bookmakers = self._identity.bookmakers
        return (Odds(fixture_id, bookmakers[quote[0]], *quote[1:]) for quote in told.odds)

    def _ticks(self, told: ParsedFixture, fixture_id: int) -> Iterable[OddsTick]:
        bookmakers = self._identity.bookmakers
        return (OddsTick(fixture_id, bookmakers[tick[0]], *tick[1:]) for tick in told.ticks)


def _no_details() -> _Details:
    return {"team_fixture": [], "fixture_source": [], "statistics": [], "event": [], "odds": [], "odds_tick": []}


def _team_fixtures(row: Fixture) -> list[TeamFixture]:
    return [TeamFixture(team_id, row.kickoff_ts, row.id) for team_id in sorted({row.home_id, row.away_id})]
