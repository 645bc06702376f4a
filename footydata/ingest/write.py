"""Writes parsed fixtures with their child rows: new fixtures are inserted, stored ones merged.

Which fixture a record is of is told by the source's own id, or by what the season's derivation says.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from footydata.football.records import (
    FIXTURE_CHILDREN,
    ClaimRow,
    FixtureRecord,
    FixtureSource,
    OddsTickRecord,
)
from footydata.football.register import referee_names
from footydata.football.terms import DAY, REMOVED, Part, Status
from footydata.ingest.claiming import MatchedFixture, write_claim
from footydata.ingest.report import ImportResult
from footydata.ingest.resolve import (
    Resolver,
    RowRefused,
    UnknownCompetition,
    dated_season,
)
from footydata.sources.parsed import (
    NO_ID,
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
    exchanged_body,
)
from footydata.store.claims.regrouping import Regrouping, said_of
from footydata.store.claims.stored import (
    DETAILS,
    Differences,
    StoredFixture,
    by_event_table,
    read_histories,
    read_stored,
    team_fixtures,
    write_history,
)
from footydata.store.rows import insert, stored_ids, upsert


class FixtureWriter(Resolver):
    """Writes the fixtures of one source."""

    def write(self, batch: Sequence[ParsedFixture], result: ImportResult) -> None:
        """Write a batch, and add to the result; what can't be resolved is refused in it."""
        generation = None
        while generation != self._context.generation:
            # If a row's id was changed to a remote service's, the fixtures resolved before have the old one.
            generation = self._context.generation
            resolved: list[MatchedFixture] = []
            refused: list[Refusal] = []
            for parsed in batch:
                try:
                    resolved.append(self._matched(parsed))
                except RowRefused as error:
                    is_named = not isinstance(error, UnknownCompetition)
                    text = f"{parsed.home.name} - {parsed.away.name}" if is_named else None
                    refused.append(Refusal(str(error), parsed.line, text))
        for refusal in refused:
            result.refuse(refusal, is_row=True)
        seasons = {matched.row.season_id for matched in resolved}
        result.seasons.update(id_ for id_ in seasons if id_ is not None)
        self.write_resolved(resolved, result)

    def write_resolved(self, batch: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Write a batch whose rows have the ids of their league, season and teams, and add to the result."""
        stored = stored_ids(self._connection, "fixture", (matched.row.id for matched in batch))
        keys = json.dumps([matched.parsed.key for matched in batch])
        by_key = {
            key: ids for key, *ids in self._connection.execute(_BY_KEY, (self.source.id, keys))
        }
        known: list[MatchedFixture] = []
        fresh: list[MatchedFixture] = []
        by_season: defaultdict[int, list[MatchedFixture]] = defaultdict(list)
        for matched in batch:
            row = matched.row
            fixture_id, season_id = by_key.get(matched.parsed.key, (row.id, row.season_id))
            if row.id in stored:
                known.append(matched)
            elif season_id != row.season_id:
                # The source's own id says which one it is, whatever pair or day it says now.
                known.append(matched._replace(row=row._replace(id=fixture_id)))
            elif row.season_id is None:
                fresh.append(matched)
            else:
                by_season[row.season_id].append(matched)
        for season_id, of_season in by_season.items():
            for matched, is_new in self._placed(season_id, of_season):
                (fresh if is_new else known).append(matched)
        if fresh:
            self._insert(fresh, result)
        if known:
            self.merge(known, result)

    def _matched(self, parsed: ParsedFixture) -> MatchedFixture:
        """The parsed fixture with its row, which has the source's id of it or none. Raises RowRefused."""
        season = parsed.season
        league_id, country, league_name, side = self.league(parsed.league)
        if season is None and parsed.id is None:
            season = dated_season(country, league_name, parsed.kickoff_ts // DAY)
        # A service's fixture without a season gets none.
        season_id = None if season is None else self.season(league_id, season)
        (home_id, home_name), (away_id, away_name) = (
            self.team(team, country, side=side, season_id=season_id, at=parsed.kickoff_ts)
            for team in (parsed.home, parsed.away)
        )
        if home_id == away_id and parsed.id is None:
            raise RowRefused("one team against itself, under two names")
        row = FixtureRecord(
            NO_ID if parsed.id is None else parsed.id,
            league_id,
            season_id,
            home_id,
            away_id,
            parsed.kickoff_ts,
            int(parsed.time_known),
            parsed.status.value,
            parsed.state_detail,
            int(parsed.esports),
            parsed.round,
            parsed.stage,
            int(parsed.in_table),
            *parsed.figures,
            referee_names().get((country, parsed.referee or ""), parsed.referee),
        )
        return MatchedFixture(
            parsed, row, (home_name, away_name) if parsed.id is None else (None, None)
        )

    def _placed(
        self, season_id: int, batch: Sequence[MatchedFixture]
    ) -> Iterator[tuple[MatchedFixture, bool]]:
        """These of a season with the ids of their fixtures, and whether each is a new one."""
        load = self._context.claims.load(self._context.load_id)
        said = [
            said_of(
                ClaimRow(0, load.id, row.id, *names),
                load,
                row,
                (row.home_id, row.away_id),
                key=parsed.key,
                has_odds=bool(parsed.odds or parsed.ticks),
            )
            for parsed, row, names, _ in batch
        ]
        places = Regrouping(self._connection, season_id).place(said)
        for (parsed, row, names, _), placed in zip(batch, places, strict=True):
            if parsed.key is not None:
                self.remember("fixture", parsed.key, placed.fixture_id)
            row = row._replace(id=placed.fixture_id)
            if placed.is_exchanged:
                names = names[::-1]
            yield MatchedFixture(parsed, row, names, placed.is_exchanged), placed.is_new

    def merge(self, known: Sequence[MatchedFixture], result: ImportResult) -> None:
        """Write what was parsed of stored fixtures, and add to the result."""
        # Those of a service may take over other ids, so that all are looked up before stored quotes are read.
        for matched in known:
            odds, lines = matched.parsed.odds, matched.parsed.lines
            for maker in (*(one.bookmaker for one in odds), *(one.bookmaker for one in lines)):
                self.bookmaker(maker)
        stored = read_stored(self._connection, {matched.row.id for matched in known})
        repeats: list[int] = []
        differences = Differences(self._connection)
        for matched in known:
            fixture_id = matched.row.id
            before = stored[fixture_id]
            ticks = self._series(matched.parsed, fixture_id)
            body = self._body(matched, before, ticks)
            claimed = write_claim(
                self._context,
                matched,
                body,
                before,
                repeats=repeats,
                differences=differences,
            )
            stored[fixture_id] = claimed.after
            first = matched.parsed.first_tick
            new_ticks = sum(
                write_history(self._connection, series, first=first) for series in ticks.values()
            )
            if body.is_remote or not claimed.is_added:
                both = before.fixture.season_id, claimed.after.fixture.season_id
                self._context.unsettled.update(id_ for id_ in both if id_ is not None)
            result.add_stored(
                has_changed=claimed.has_changed or new_ticks > 0, conflicts=claimed.conflicts
            )
        differences.write()
        self._context.claims.add_repeats(repeats, self._context.load_id)

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
        if not parsed.parts & BASE:
            figures = parsed.figures._asdict()
            row = FixtureRecord(0, 0, None, 0, 0, 0, status=stored.fixture.status, **figures)
        body = ClaimBody(
            row,
            int(parsed.parts),
            self._context.now if parsed.fetched_ts is None else parsed.fetched_ts,
            parsed.id is not None,
            parsed.referee,
            {
                part: detail
                for part, table, _ in DETAILS
                if (detail := getattr(parsed, table)) is not None
            },
            None if parsed.events is None else list(parsed.events),
            {(quote.bookmaker.slug, quote[1]): quote[2:] for quote in parsed.odds},
            {(one.figure, one.half): (one.home, one.away) for one in parsed.further},
            {key: _span(each) for key, each in ticks.items()},
            {(line.bookmaker.slug, *line[1:4]): line[4:] for line in parsed.lines},
        )
        if matched.is_exchanged:
            body = exchanged_body(body)
        return self._context.claims.with_ids(body, stored.fixture)

    def _insert(self, fresh: list[MatchedFixture], result: ImportResult) -> None:
        fresh.sort(key=lambda matched: matched.row.id)
        insert(self._connection, "fixture", [matched.row for matched in fresh])
        details: dict[str, list[tuple[object, ...]]] = {
            table: [] for table in ("team_fixture", *FIXTURE_CHILDREN)
        }
        bookmaker_of = self.bookmaker
        source_id, now = self.source.id, self._context.now
        for parsed, row, *_ in fresh:
            details["team_fixture"] += team_fixtures(row)
            fetched_ts = now if parsed.fetched_ts is None else parsed.fetched_ts
            details["fixture_source"].append(
                FixtureSource(row.id, source_id, int(parsed.parts), fetched_ts)
            )
            for _, table, _ in DETAILS:
                detail = getattr(parsed, table)
                if detail is not None:
                    details[table].append((row.id, *detail[1:]))
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
            for table, quotes in (
                ("odds", parsed.odds),
                ("odds_line", parsed.lines),
                ("odds_tick", parsed.ticks),
            ):
                details[table] += [(row.id, bookmaker_of(quote[0]), *quote[1:]) for quote in quotes]
        for table, rows in details.items():
            if rows:
                upsert(self._connection, table, rows)
        fixtures = [(matched.row.id, *matched.names) for matched in fresh]
        self._context.claims.write_only_claims(self._context.load_id, fixtures)
        ids = (matched.row.id for matched in fresh)
        result.fixtures_new += len(stored_ids(self._connection, "fixture", ids))

    def _series(
        self, parsed: ParsedFixture, fixture_id: int
    ) -> dict[tuple[str, str], list[OddsTickRecord]]:
        """Bookmaker and market → the parsed ticks."""
        by_series: dict[tuple[str, str], list[OddsTickRecord]] = {}
        for tick in parsed.ticks:
            row = OddsTickRecord(fixture_id, self.bookmaker(tick[0]), *tick[1:])
            by_series.setdefault((tick.bookmaker.slug, tick.market), []).append(row)
        return by_series


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


_BY_KEY = """
    select key, fixture.id, season_id from external_id join fixture on fixture.id = entity_id
    where source_id = ? and kind = 'fixture' and scope = '' and key in (select value from json_each(?))
"""
