"""Writes parsed fixtures with their child rows: new fixtures are inserted, stored ones merged."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from footydata.football.records import (
    CLAIM_BITS,
    FIXTURE_CHILDREN,
    ClaimAgain,
    ClaimRow,
    FixtureRecord,
    FixtureSource,
    OddsTickRecord,
)
from footydata.football.terms import REMOVED, Part, Status
from footydata.ingest.conflicts import Conflict, conflicts
from footydata.ingest.context import ImportContext, StoredSource
from footydata.ingest.identity.match import FixtureMatcher, MatchedFixture
from footydata.ingest.identity.resolve import Resolver, RowRefused, UnknownCompetition
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import (
    BookmakerKey,
    Figures,
    ParsedFigure,
    ParsedFixture,
    ParsedLine,
    ParsedOdds,
    ParsedTick,
    Refusal,
    detail_of,
)
from footydata.store.claims.claim import (
    BASE,
    ClaimBody,
    FixtureClaim,
    exchanged_body,
    first_claim,
    outdated_loads,
)
from footydata.store.claims.differences import Differences, team_fixtures
from footydata.store.claims.merging import merge, merge_source
from footydata.store.claims.stored import (
    DETAILS,
    DetailRecord,
    StoredFixture,
    by_event_table,
    merged_ticks,
    read_histories,
    read_stored,
    read_ticks,
)
from footydata.store.records import ids_of
from footydata.store.writing import insert, upsert


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
        self.write_resolved(self._resolved(batch, result), result)

    def write_resolved(self, batch: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Write a batch whose rows have the ids of their league, season and teams, and add to the result."""
        known, others = self._matcher.known(batch)
        placed = list(self._matcher.placed(others))
        self._insert([matched for matched, is_new in placed if is_new], result)
        self.merge([*known, *(matched for matched, is_new in placed if not is_new)], result)

    def merge(self, known: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Write what was parsed of stored fixtures, and add to the result."""
        if not known:
            return
        # Those of a service may take over other ids, so that all are looked up before stored quotes are read.
        for matched in known:
            odds, lines = matched.parsed.odds, matched.parsed.lines
            for maker in {*(one.bookmaker for one in odds), *(one.bookmaker for one in lines)}:
                self._resolver.bookmakers[maker]
        ids = {matched.row.id for matched in known}
        stored, claims = read_stored(self._connection, ids), self._context.claims.read(ids)
        repeats: list[ClaimAgain] = []
        differences = Differences(self._connection)
        for matched in known:
            fixture_id = matched.row.id
            before = stored[fixture_id]
            claim_of_load = _ClaimOfLoad(
                self._context, matched, before, claims.setdefault(fixture_id, [])
            )
            ticks = self._series(matched.parsed, fixture_id)
            body = self._body(matched, before, ticks)
            after = stored[fixture_id] = claim_of_load.write(body, repeats, differences)
            has_ticks = self._write_ticks(matched.parsed, ticks.values())
            if body.is_remote or not claim_of_load.is_added:
                both = before.fixture.season_id, after.fixture.season_id
                result.unsettled.update(id_ for id_ in both if id_ is not None)
            result.add_stored(
                has_changed=claim_of_load.has_changed or has_ticks,
                conflicts=claim_of_load.conflicts,
            )
        differences.write()
        self._context.claims.add_repeats(repeats, same_place=self._context.same_place)

    def mark_removed(self, fixture_id: int) -> None:
        """Write that the service no longer has a fixture."""
        stored = read_stored(self._connection, [fixture_id]).get(fixture_id)
        if stored is None or stored.fixture.status == Status.FINISHED:
            return
        row = stored.fixture._replace(status=Status.SCHEDULED.value, state_detail=REMOVED)
        parsed = detail_of(fixture_id, Part.BASE)
        self.merge([MatchedFixture(parsed, row)], ImportResult())

    def _body(
        self,
        matched: MatchedFixture,
        stored: StoredFixture,
        ticks: Mapping[tuple[str, str], Sequence[OddsTickRecord]],
    ) -> ClaimBody:
        """What the source says of a stored fixture; ticks: its odds histories."""
        parsed, row = matched.parsed, matched.row
        old, fixture_id = stored.fixture, row.id
        is_remote = parsed.id is not None
        if not parsed.parts & BASE:
            row = FixtureRecord(
                fixture_id,
                old.league_id,
                old.season_id,
                old.home_id,
                old.away_id,
                old.kickoff_ts,
                status=old.status,
            )._replace(**parsed.figures._asdict())
        elif not is_remote:
            row = row._replace(
                league_id=old.league_id,
                season_id=old.season_id,
                home_id=old.home_id,
                away_id=old.away_id,
            )
        elif row.season_id is None:
            row = row._replace(season_id=old.season_id)
        body = ClaimBody(
            row,
            int(parsed.parts),
            self._context.now if parsed.fetched_ts is None else parsed.fetched_ts,
            is_remote,
            parsed.referee,
            _details(parsed),
            None if parsed.events is None else list(parsed.events),
            {(quote.bookmaker.slug, quote[1]): quote[2:] for quote in parsed.odds},
            {(one.figure, one.half): (one.home, one.away) for one in parsed.further}
            if parsed.further
            else {},
            {key: _span(each) for key, each in ticks.items()} if ticks else {},
            {(line.bookmaker.slug, *line[1:4]): line[4:] for line in parsed.lines}
            if parsed.lines
            else {},
        )
        if matched.is_exchanged:
            body = exchanged_body(body)
            sides = body.fixture._replace(home_id=old.home_id, away_id=old.away_id)
            body = body._replace(fixture=sides)
        return body

    def _resolved(
        self, batch: Sequence[ParsedFixture], result: ImportResult
    ) -> list[MatchedFixture]:
        """The fixtures of a batch with their rows; those that can't be resolved are refused in the result."""
        while True:
            generation = self._context.generation
            resolved: list[MatchedFixture] = []
            refused: list[Refusal] = []
            for parsed in batch:
                try:
                    resolved.append(self._matcher.resolved(parsed))
                except UnknownCompetition as error:
                    refused.append(Refusal(str(error), parsed.line))
                except RowRefused as error:
                    refused.append(
                        Refusal(str(error), parsed.line, f"{parsed.home.name} - {parsed.away.name}")
                    )
            # If a row's id was changed to a remote service's, the fixtures resolved before have the old one.
            if generation == self._context.generation:
                break
        for refusal in refused:
            result.refuse_row(refusal)
        seasons = {matched.row.season_id for matched in resolved}
        result.seasons.update(id_ for id_ in seasons if id_ is not None)
        return resolved

    def _insert(self, fresh: list[MatchedFixture], result: ImportResult) -> None:
        if not fresh:
            return
        fresh.sort(key=lambda matched: matched.row.id)
        insert(self._connection, "fixture", [matched.row for matched in fresh])
        self._context.note_id("fixture", fresh[-1].row.id)
        details: dict[str, list[tuple[object, ...]]] = {
            table: [] for table in ("team_fixture", *FIXTURE_CHILDREN)
        }
        bookmakers = self._resolver.bookmakers
        source_id, now = self._source.id, self._context.now
        for parsed, row, *_ in fresh:
            details["team_fixture"] += team_fixtures(row)
            fetched_ts = now if parsed.fetched_ts is None else parsed.fetched_ts
            details["fixture_source"].append(
                FixtureSource(row.id, source_id, int(parsed.parts), fetched_ts)
            )
            own = _details(parsed)
            for part, table, _ in DETAILS:
                if part in own:
                    details[table].append((row.id, *own[part][1:]))
            if parsed.further:
                details["fixture_figure"] += [
                    (row.id, one.figure, one.half, one.home, one.away, source_id)
                    for one in parsed.further
                ]
            if row.referee is not None and parsed.referee not in (None, row.referee):
                details["fixture_referee"].append((row.id, source_id, parsed.referee, row.referee))
            if parsed.events:
                for table, events in by_event_table(parsed.events).items():
                    details[table] += [(row.id, *event[1:]) for event in events]
            # A NamedTuple for each of the many quotes would cost a tenth of the whole load.
            details["odds"] += [(row.id, bookmakers[quote[0]], *quote[1:]) for quote in parsed.odds]
            if parsed.lines:
                details["odds_line"] += [
                    (row.id, bookmakers[line[0]], *line[1:]) for line in parsed.lines
                ]
            details["odds_tick"] += self._ticks(parsed, row.id)
        for table, rows in details.items():
            if rows:
                upsert(self._connection, table, rows)
        fixtures = [(matched.row.id, *matched.names) for matched in fresh]
        self._context.claims.write_only_claims(self._context.load_id, fixtures)
        result.fixtures_new += count_stored(self._context, [id_ for id_, *_ in fixtures])

    def _ticks(self, parsed: ParsedFixture, fixture_id: int) -> list[OddsTickRecord]:
        bookmakers = self._resolver.bookmakers
        return [OddsTickRecord(fixture_id, bookmakers[tick[0]], *tick[1:]) for tick in parsed.ticks]

    def _series(
        self, parsed: ParsedFixture, fixture_id: int
    ) -> dict[tuple[str, str], list[OddsTickRecord]]:
        """Bookmaker and market → the parsed ticks."""
        by_series: dict[tuple[str, str], list[OddsTickRecord]] = {}
        for told, tick in zip(parsed.ticks, self._ticks(parsed, fixture_id), strict=True):
            by_series.setdefault((told.bookmaker.slug, tick.market), []).append(tick)
        return by_series

    def _write_ticks(
        self, parsed: ParsedFixture, histories: Iterable[Sequence[OddsTickRecord]]
    ) -> bool:
        """Write odds histories, merged with the stored ticks of the same seconds; returns whether any tick is new."""
        written = 0
        for ticks in histories:
            stored, count = read_ticks(self._connection, ticks)
            follows = parsed.first_tick is not None and count <= parsed.first_tick
            merged = merged_ticks(stored, ticks, follows=follows)
            written += upsert(self._connection, "odds_tick", merged)
        return written > 0


class _ClaimOfLoad:
    """What one load says of one stored fixture.

    Attributes:
        has_changed: whether the rows of the fixture changed. is_added: whether what was said is a claim of its own.
        conflicts: the contradictions between what was said and what was stored.
    """

    def __init__(
        self,
        context: ImportContext,
        matched: MatchedFixture,
        stored: StoredFixture,
        rows: list[ClaimRow],
    ) -> None:
        self._claims = context.claims
        self._matched = matched
        self._stored = stored
        self._rows = rows
        self._load = self._claims.load(context.load_id)
        key, number = (self._load.source_id, stored.fixture.id), context.file.number
        self._is_behind = (
            self._load.run is not None and context.first_files.setdefault(key, number) != number
        )
        self.has_changed = self.is_added = False
        self.conflicts: list[Conflict] = []

    def write(
        self,
        body: ClaimBody,
        repeats: list[ClaimAgain],
        differences: Differences,
    ) -> StoredFixture:
        """Write the claim; returns the rows of the fixture after it.

        repeats: what the source has said before is added to them. differences: the rows that change are added to them.
        """
        before, rows, load = self._stored, self._rows, self._load
        claims = self._claims.claims(rows, before)
        own = [claim for claim in claims if claim.load.source_id == load.source_id]
        incoming, after = body, before
        same = self._same(body, own)
        if same is not None and same.id >> CLAIM_BITS != load.id:
            repeats.append(ClaimAgain(same.id, load.id))
        # If the file that reaches furthest said the same as before, this one has no say.
        is_silent = self._is_behind and all(claim.load.run != load.run for claim in own)
        replaced = self._replaced(own)
        if replaced is not None:
            # What the source said of it and then said more of, in one load or by the next poll.
            earlier, later = (
                replaced.load._replace(id=place, moment=place, run=None) for place in (0, 1)
            )
            parts = FixtureClaim(earlier, replaced.body), FixtureClaim(later, incoming)
            body = merge_source(parts)
            is_silent |= replaced.load.id == load.id and _says(replaced.body, body)
        if same is None and not is_silent:
            self.is_added = replaced is None
            if replaced is not None:
                rows.remove(replaced.row)
                claims.remove(replaced)
            claims.append(FixtureClaim(load, body))
            after = merge(claims)
            self.has_changed = differences.add(before, after)
            self._write(body, replaced, claims)
        self.conflicts = conflicts(
            incoming,
            before,
            after,
            line=self._matched.parsed.line,
            is_outdated=load.run is not None and load.id in outdated_loads(claims),
        )
        return after

    def _same(self, body: ClaimBody, own: Sequence[FixtureClaim]) -> ClaimRow | None:
        """A claim of the source that says the same, so that another one would change nothing."""
        if not own:
            return None
        head = own[0] if len(own) == 1 else first_claim(own)
        for claim in own:
            row, load = claim.row, claim.load
            is_later = claim is not head and (
                self._load.corrects or not body.is_finished or load.corrects
            )
            # Under another name it may be of another club, once a decision is undone.
            is_named_so = (row.home_name, row.away_name) == self._matched.names
            if not is_named_so or (is_later and not self._is_behind):
                continue
            is_poll = load.kind == POLL
            if _says(claim.body, body) and (
                body.is_finished or is_poll == (self._load.kind == POLL)
            ):
                return row
        return None

    def _replaced(self, own: Sequence[FixtureClaim]) -> FixtureClaim | None:
        """The claim that this one joins: of the same load, or the latest poll of the unfinished fixture."""
        load = self._load
        for claim in reversed(own):
            other = claim.load
            is_poll = (
                load.kind == other.kind == POLL
                and load.place == other.place
                and other.moment <= load.moment
            )
            if other.id == load.id or (is_poll and not claim.body.is_finished):
                return claim
        return None

    def _write(
        self,
        body: ClaimBody,
        replaced: FixtureClaim | None,
        claims: Sequence[FixtureClaim],
    ) -> None:
        """Write the claim, and the bodies of claims that are not the only one any more."""
        claim_rows = self._claims
        fixture_id, is_only = self._stored.fixture.id, len(claims) == 1
        for row, claim in zip(self._rows, claims, strict=False):
            if row.body is None:
                filled = claim_rows.set_body(row, claim.body)
                self._rows[self._rows.index(row)] = filled
        if replaced is not None and replaced.load.id == self._load.id:
            row = replaced.row
            self._rows.append(row if is_only else claim_rows.set_body(row, body))
            return
        if replaced is not None:
            claim_rows.remove([replaced.row.id])
        row = claim_rows.add(
            self._load.id,
            fixture_id,
            self._matched.names,
            None if is_only else body,
            exchanged=self._matched.is_exchanged,
        )
        self._rows.append(row)


def _details(parsed: ParsedFixture) -> dict[int, DetailRecord]:
    """Part → the row of a fixture that has it."""
    details: dict[int, DetailRecord] = {}
    for part, table, _ in DETAILS:
        row: DetailRecord | None = getattr(parsed, table)
        if row is not None:
            details[part] = row
    return details


def parsed_of(
    connection: sqlite3.Connection, body: ClaimBody, makers: Mapping[int, BookmakerKey]
) -> ParsedFixture:
    """What a claim says, as its source told it, with the id of the fixture and without league, season and teams.

    makers: bookmaker id → key. Of the fixture's ticks those within the claim's odds histories are its own.
    """
    fixture = body.fixture
    by_slug = {maker.slug: maker for maker in makers.values()}
    histories = read_histories(connection, [fixture.id]) if body.series else {}
    parsed = detail_of(fixture.id, Part(body.parts))._replace(
        kickoff_ts=fixture.kickoff_ts,
        time_known=bool(fixture.time_known),
        status=Status(fixture.status),
        state_detail=fixture.state_detail,
        esports=bool(fixture.esports),
        round=fixture.round,
        stage=fixture.stage,
        in_table=bool(fixture.in_table),
        figures=Figures(*(getattr(fixture, name) for name in Figures._fields)),
        referee=body.spelling,
        events=None if body.events is None else tuple(body.events),
        odds=tuple(ParsedOdds(by_slug[key[0]], key[1], *row) for key, row in body.odds.items()),
        ticks=tuple(
            ParsedTick(makers[tick.bookmaker_id], *tick[2:])
            for tick in histories.get(fixture.id, ())
            if (span := body.series.get((makers[tick.bookmaker_id].slug, tick.market)))
            and span[0] <= tick.recorded_ts <= span[1]
        ),
        further=tuple(ParsedFigure(key[0], *row, key[1]) for key, row in body.figures.items()),
        fetched_ts=body.fetched_ts,
        lines=tuple(ParsedLine(by_slug[key[0]], *key[1:], *row) for key, row in body.lines.items()),
    )
    details: dict[str, Any] = {
        table: body.details[part] for part, table, _ in DETAILS if part in body.details
    }
    return parsed._replace(**details)


def _span(ticks: Sequence[OddsTickRecord]) -> tuple[int, int, int]:
    moments = [tick.recorded_ts for tick in ticks]
    return min(moments), max(moments), len(ticks)


def _says(claim: ClaimBody, body: ClaimBody) -> bool:
    """Whether a claim says what a body says, whenever either was fetched."""
    return claim._replace(fetched_ts=0) == body._replace(fetched_ts=0)


POLL = "pull"
"""The kind of loads of which only the latest claim of an unfinished fixture stays."""


def count_stored(context: ImportContext, ids: Iterable[int]) -> int:
    """How many of these fixtures are stored."""
    sql = "select count(*) from fixture where id in (select value from json_each(:ids))"
    count: int = context.connection.execute(sql, ids_of(ids)).fetchone()[0]
    return count
