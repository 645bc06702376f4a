"""Writes parsed fixtures with their child rows: new fixtures are inserted, stored ones merged."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footydata.contract.terms import Part, Status
from footydata.importing.context import ImportContext, Meeting, StoredSource
from footydata.importing.later_names import note_later_names
from footydata.importing.load_notes import MergedFixture
from footydata.importing.match import FixtureMatcher
from footydata.importing.merge import (
    EVENTS,
    FURTHER_FIGURES,
    NOTHING,
    ODDS,
    PROVISIONAL,
    STATISTICS,
    MergePolicy,
    Rank,
    merged_events,
    merged_fixture,
    merged_quotes,
    merged_statistics,
    merged_ticks,
    owners_of,
    policy_for,
)
from footydata.importing.merge_figures import figure_rows, merged_figures, ranks_of, with_figure_part
from footydata.importing.referees import spelled_referees
from footydata.importing.report import ImportResult
from footydata.importing.resolve import Resolver, RowRefused, UnknownCompetition
from footydata.records import (
    FIXTURE_CHILDREN,
    EventRecord,
    FixtureFigure,
    FixtureRecord,
    FixtureSource,
    OddsTickRecord,
    TeamFixture,
)
from footydata.sources.parsed import ParsedFixture, Refusal
from footydata.store.stored import Provenance, Quotes, Stored, read_stored, read_ticks
from footydata.store.writing import insert, upsert

FETCHED_EVEN_IF_EMPTY = int(Part.STATISTICS | Part.ODDS | Part.ODDS_SUMMARY | Part.ODDS_HISTORY)
"""The parts that count as given even if they are empty: they were asked for, and nothing is recorded."""

STALE_WHEN_FINISHED = int(
    Part.HALF_GOALS
    | Part.HALF_CORNERS
    | Part.STATISTICS
    | Part.EVENTS
    | Part.ODDS_SUMMARY
    | Part.ODDS
    | Part.ODDS_HISTORY
)
"""The parts that have to be fetched again if they were fetched before the end of a fixture."""

_Details = dict[str, list[tuple[object, ...]]]
"""Table → the rows to write."""


class MatchedFixture(NamedTuple):
    """A parsed fixture, its row with ids, and the meeting that it is."""

    parsed: ParsedFixture
    row: FixtureRecord
    meeting: Meeting


class FixtureWriter:
    """Writes the fixtures of one source."""

    def __init__(self, context: ImportContext, resolver: Resolver, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self._resolver = resolver
        self._source = source
        self._matcher = FixtureMatcher(context, resolver, source)

    def write(self, batch: Sequence[ParsedFixture], result: ImportResult) -> None:
        """Write a batch, and add to the result."""
        fresh, known, refused = self._match(batch)
        for refusal in refused:
            result.refuse_row(refusal)
        result.seasons |= {
            matched.row.season_id for each in (fresh, known) for matched in each if matched.row.season_id is not None
        }
        if fresh:
            self._insert(fresh)
            result.fixtures_new += count_stored(self._context, [matched.row.id for matched in fresh])
            self._context.pending_ids.clear()
        if known:
            self.merge(known, result)

    def merge(self, known: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Merge what was parsed of stored fixtures, and add to the result."""
        stored = read_stored(self._connection, {matched.row.id for matched in known})
        notes = self._context.notes
        unnoted = notes.begin_batch(stored)
        for matched in known:
            before = self._connection.total_changes
            old = stored[matched.row.id]
            policy = self._policy(old, matched.parsed, matched.row)
            if all(source.source_id != self._source.id for source in old.sources):
                row = matched.row._replace(home_id=old.fixture.home_id, away_id=old.fixture.away_id)
                note_later_names(self._context, self._resolver, self._source, [(matched.parsed, row)])
            series: dict[tuple[int, str], bool] = {}
            given = self._as_given(matched, old)
            new = stored[matched.row.id] = self._merge(matched, given, old, policy, series)
            has_changed = self._connection.total_changes > before
            result.add_stored(has_changed=has_changed, conflicts=policy.conflicts)
            if matched.row.id in unnoted:
                continue
            # Noted at once: kept for the whole batch, what was given would cost time in the garbage collector.
            if has_changed or policy.conflicts or series or not _is_over(old.fixture, matched.row):
                notes.note_merged(MergedFixture(old, new, given, series))
            else:
                notes.note_same(given, new)
        notes.end_batch()

    def _as_given(self, matched: MatchedFixture, old: Stored) -> Stored:
        """A fixture as the source gives it; equal values are the stored objects, so that comparing them is fast."""
        parsed, row, _ = matched
        events = [event._replace(fixture_id=row.id) for event in parsed.events or ()]
        bookmakers, stored_odds = self._resolver.bookmakers, old.odds
        odds: dict[tuple[int, str], Quotes] = {}
        for quote in parsed.odds:
            key, quotes = (bookmakers[quote[0]], quote[1]), quote[2:]
            known = stored_odds.get(key)
            odds[key] = known if known == quotes else quotes
        source = self._source
        sources = [Provenance(source.id, source.trust, source.name, int(parsed.parts), self._context.now)]
        figures = {(one.figure, one.half): one for one in figure_rows(row.id, parsed.further, source.id)}
        statistics = None if parsed.statistics is None else parsed.statistics._replace(fixture_id=row.id)
        if statistics == old.statistics:
            statistics = old.statistics
        return Stored(row, statistics, events, odds, sources, figures)

    def _match(
        self, batch: Sequence[ParsedFixture]
    ) -> tuple[list[MatchedFixture], list[MatchedFixture], list[Refusal]]:
        """The new fixtures of a batch, the stored ones, and a Refusal for each that can't be resolved."""
        while True:
            generation = self._context.generation
            fresh: list[MatchedFixture] = []
            known: list[MatchedFixture] = []
            refused: list[Refusal] = []
            for parsed in batch:
                try:
                    row, meeting, is_new = self._matcher.match(parsed)
                except UnknownCompetition as error:
                    refused.append(Refusal(str(error), parsed.line))
                    continue
                except RowRefused as error:
                    refused.append(Refusal(str(error), parsed.line, f"{parsed.home.name} - {parsed.away.name}"))
                    continue
                (fresh if is_new else known).append(MatchedFixture(parsed, row, meeting))
            if generation == self._context.generation:
                return fresh, known, refused
            # A row's id was changed to a remote service's: the fixtures matched before have the old one.
            self._context.meetings.clear()
            self._context.pending_ids.clear()

    def _insert(self, fresh: list[MatchedFixture]) -> None:
        fresh.sort(key=lambda matched: matched.row.id)
        insert(self._connection, "fixture", [matched.row for matched in fresh])
        self._context.note_id("fixture", fresh[-1].row.id)
        details = _no_details()
        bookmakers = self._resolver.bookmakers
        source_id, now = self._source.id, self._context.now
        for parsed, row, _ in fresh:
            self._context.note_parts(row.id, parsed.parts, is_finished=row.status == Status.FINISHED)
            details["team_fixture"] += _team_fixtures(row)
            details["fixture_source"].append(FixtureSource(row.id, source_id, int(parsed.parts), now))
            if parsed.statistics is not None:
                details["statistics"].append((row.id, *parsed.statistics[1:]))
            if parsed.further:
                details["fixture_figure"] += figure_rows(row.id, parsed.further, source_id)
            details["fixture_referee"] += spelled_referees(row, parsed.referee, source_id)
            details["event"] += ((row.id, *event[1:]) for event in parsed.events or ())
            # A NamedTuple for each of the many quotes would cost a tenth of the whole load.
            details["odds"] += [(row.id, bookmakers[quote[0]], *quote[1:]) for quote in parsed.odds]
            details["odds_tick"] += self._ticks(parsed, row.id)
        self._write(details)
        self._context.notes.write_new(matched.row.id for matched in fresh)
        note_later_names(self._context, self._resolver, self._source, ((one.parsed, one.row) for one in fresh))

    def _merge(
        self,
        matched: MatchedFixture,
        given: Stored,
        old: Stored,
        policy: MergePolicy,
        series: dict[tuple[int, str], bool],
    ) -> Stored:
        """Write the changes of one stored fixture; gives what is then stored.

        given: the fixture as the source gives it. series: the parsed odds histories are added to it, each with whether
        it was stored before.
        """
        parsed, row, meeting = matched
        fixture = merged_fixture(old.fixture, row, int(parsed.parts), policy, has_own_id=parsed.id is not None)
        meeting.kickoff_ts, meeting.is_open = fixture.kickoff_ts, fixture.status != Status.FINISHED
        details = _no_details()
        if fixture != old.fixture:
            self._write_moved(old.fixture, fixture)
        statistics, events, odds = old.statistics, old.events, old.odds
        given_parts = int(parsed.parts)
        parts = given_parts & ~policy.ignored
        if given.statistics is not None and not STATISTICS & policy.ignored:
            statistics = merged_statistics(statistics, given.statistics, policy)
            details["statistics"] = [statistics] if statistics != old.statistics else []
        elif STATISTICS & parts & policy.provisional and statistics is not None:
            statistics = None
            self._connection.execute("delete from statistics where fixture_id = :id", {"id": row.id})
        if parsed.events is not None and not EVENTS & policy.ignored:
            events = list(merged_events(events, given.events, policy, row.id))
            self._write_events(row.id, old.events, events)
        details["fixture_referee"] += spelled_referees(row, parsed.referee, self._source.id)
        figures = self._merge_figures(given, old, policy)
        details["fixture_figure"] += (one for key, one in figures.items() if one != old.figures.get(key))
        if parsed.odds and not ODDS & policy.ignored:
            odds = self._merge_odds(parsed, given, old, policy)
            if odds is not old.odds:
                new = ((key, quotes) for key, quotes in odds.items() if quotes is not old.odds.get(key))
                details["odds"] += ((row.id, *key, *quotes) for key, quotes in new)
        details["odds_tick"] += self._new_ticks(parsed, row.id, series)
        policy.held |= given_parts & FETCHED_EVEN_IF_EMPTY & ~STATISTICS
        if parsed.statistics is None:
            policy.held |= given_parts & STATISTICS
        policy.held &= parts
        self._context.note_parts(row.id, parts, is_finished=fixture.status == Status.FINISHED)
        provenance = self._provenance(old, fixture, parsed, policy)
        provenance = with_figure_part(provenance, old.sources, figures, row.id)
        details["fixture_source"] += provenance
        self._write(details)
        return Stored(fixture, statistics, events, odds, self._sources_after(old, provenance), figures)

    def _merge_odds(
        self, parsed: ParsedFixture, given: Stored, old: Stored, policy: MergePolicy
    ) -> dict[tuple[int, str], Quotes]:
        """The merged quotes; the stored ones themselves if no incoming quote differs."""
        new = [(key, quotes) for key, quotes in given.odds.items() if quotes is not old.odds.get(key)]
        if not new:
            return old.odds
        odds = dict(old.odds)
        slugs = {self._resolver.bookmakers[quote[0]]: quote[0].slug for quote in parsed.odds}
        for key, quotes in new:
            what = f"{slugs[key[0]]} {key[1]}"
            fixture_id = old.fixture.id
            odds[key] = merged_quotes(odds.get(key, quotes), quotes, policy, fixture_id=fixture_id, what=what)
        return odds

    def _merge_figures(self, given: Stored, old: Stored, policy: MergePolicy) -> dict[tuple[str, int], FixtureFigure]:
        if not given.figures:
            return old.figures
        figures = merged_figures(old.figures, list(given.figures.values()), policy, ranks_of(old.sources))
        if any(one.source_id == self._source.id for one in figures.values()):
            policy.held |= FURTHER_FIGURES
        return figures

    def _sources_after(self, old: Stored, changed: Sequence[FixtureSource]) -> list[Provenance]:
        after = {source.source_id: source for source in old.sources}
        for row in changed:
            known = after.get(row.source_id)
            trust, name = (known.trust, known.name) if known else (self._source.trust, self._source.name)
            after[row.source_id] = Provenance(row.source_id, trust, name, row.parts, row.fetched_ts)
        return list(after.values())

    def _policy(self, old: Stored, parsed: ParsedFixture, row: FixtureRecord) -> MergePolicy:
        return policy_for(
            old.fixture,
            row,
            Rank(self._source.trust, self._source.name),
            owners_of(tuple([(Rank(source.trust, source.name), source.parts) for source in old.sources])),
            correct=self._context.correct,
            line=parsed.line,
            given_earlier=self._context.parts_of_earlier_files(row.id),
        )

    def _provenance(
        self, old: Stored, new: FixtureRecord, parsed: ParsedFixture, policy: MergePolicy
    ) -> list[FixtureSource]:
        """The changed rows of provenance: which parts each source has given.

        A part that was fetched before the end of the fixture, and not given again after it, loses its source.
        """
        was_live = old.fixture.status == Status.LIVE
        is_over = new.status == Status.FINISHED != old.fixture.status
        stale = STALE_WHEN_FINISHED & ~int(parsed.parts) if is_over and (was_live or parsed.id is not None) else NOTHING
        lost = policy.lost | (PROVISIONAL if is_over and was_live else NOTHING)
        rows: list[FixtureSource] = []
        mine, fetched_ts = 0, self._context.now
        for source in old.sources:
            if source.source_id == self._source.id:
                mine, fetched_ts = source.parts, source.fetched_ts
            elif source.parts & lost:
                rows.append(FixtureSource(new.id, source.source_id, source.parts & ~lost, source.fetched_ts))
        held = (mine & ~stale) | policy.held
        if held != mine:
            rows.append(FixtureSource(new.id, self._source.id, held, self._context.now if held & ~mine else fetched_ts))
        return rows

    def _write_moved(self, old: FixtureRecord, new: FixtureRecord) -> None:
        upsert(self._connection, "fixture", [new])
        if _team_fixtures(old) != _team_fixtures(new):
            self._connection.executemany(
                "delete from team_fixture where team_id = ? and kickoff_ts = ? and fixture_id = ?", _team_fixtures(old)
            )
            upsert(self._connection, "team_fixture", _team_fixtures(new))

    def _write_events(self, fixture_id: int, old: Sequence[EventRecord], new: Sequence[EventRecord]) -> None:
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

    def _ticks(self, parsed: ParsedFixture, fixture_id: int) -> list[OddsTickRecord]:
        bookmakers = self._resolver.bookmakers
        return [OddsTickRecord(fixture_id, bookmakers[tick[0]], *tick[1:]) for tick in parsed.ticks]

    def _new_ticks(
        self, parsed: ParsedFixture, fixture_id: int, series: dict[tuple[int, str], bool]
    ) -> list[OddsTickRecord]:
        """The ticks to write, each series merged with its stored ticks of the same seconds."""
        by_series: dict[tuple[int, str], list[OddsTickRecord]] = {}
        for tick in self._ticks(parsed, fixture_id):
            by_series.setdefault((tick.bookmaker_id, tick.market), []).append(tick)
        found: list[OddsTickRecord] = []
        for key, ticks in by_series.items():
            stored, count = read_ticks(self._connection, ticks)
            series[key] = count > 0
            found += merged_ticks(stored, ticks, follows=parsed.first_tick is not None and count <= parsed.first_tick)
        return found


def _is_over(stored: FixtureRecord, given: FixtureRecord) -> bool:
    return stored.status == given.status == Status.FINISHED


def count_stored(context: ImportContext, ids: Iterable[int]) -> int:
    """How many of these fixtures are stored."""
    sql = "select count(*) from fixture where id in (select value from json_each(:ids))"
    count: int = context.connection.execute(sql, {"ids": json.dumps(list(ids))}).fetchone()[0]
    return count


def _no_details() -> _Details:
    return {table: [] for table in ("team_fixture", *FIXTURE_CHILDREN)}


def _team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    return [TeamFixture(team_id, row.kickoff_ts, row.id) for team_id in sorted({row.home_id, row.away_id})]
