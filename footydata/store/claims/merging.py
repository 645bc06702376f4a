"""Merges the claims of a fixture into its rows: a pure function of them.

Each value is the first known one, in the order of the claims. Contract 24.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from footydata.football.records import (
    FixtureFigure,
    FixtureRecord,
    FixtureSource,
    KnockoutRecord,
)
from footydata.football.terms import FIRST_EXTRA_HALF, REMOVED, EventType, Part, Side, Status
from footydata.rules.duplicates import SAME_DAY
from footydata.store.claims.claim import (
    BARE_RESULT,
    BASE,
    COLUMNS,
    EVENTS,
    FIGURES,
    FINISHED,
    FURTHER_FIGURES,
    ODDS_PARTS,
    PROVISIONAL,
    STATISTICS,
    ClaimBody,
    FixtureClaim,
    by_source,
)
from footydata.store.claims.stored import (
    DETAILS,
    NO_QUOTE,
    PERIODS,
    Lines,
    Quotes,
    StoredFixture,
)

_KNOCKOUT, _GOALS, _BOTH_GOALS = map(int, (Part.KNOCKOUT, Part.GOALS, Part.GOALS | Part.HALF_GOALS))
_NUMBER = KnockoutRecord._fields.index("number")
"""Before it are the values of what followed ninety minutes."""

_FURTHEST = {Status.SCHEDULED: 0, Status.LIVE: 1, Status.FINISHED: 2}

Counted = Sequence[tuple[ClaimBody, int]]
"""Bodies in their order, each with those of its parts that count."""


def merge(claims: Iterable[FixtureClaim]) -> StoredFixture:
    """The fixture that its claims are merged into, in whatever order they come."""
    sources = {source_id: _merge_source(ordered) for source_id, _, ordered in by_source(claims)}
    bodies = _without_refuted(list(sources.values()), is_one_source=False)
    counted = _without_contradicted(_counted(bodies))
    merged, filled = _merged(counted, _status(bodies))
    owners: dict[tuple[str, int], int] = {}
    held: list[FixtureSource] = []
    fixture_id = merged.fixture.id
    for source_id, (body, parts), own in zip(sources, counted, filled, strict=True):
        if parts & FURTHER_FIGURES:
            for key in body.figures:
                owners.setdefault(key, source_id)
            if source_id in owners.values() or not merged.figures:
                own |= FURTHER_FIGURES
        own = _held(body, parts, merged, own)
        if own:
            held.append(FixtureSource(fixture_id, source_id, own, body.fetched_ts))
    return StoredFixture(
        merged.fixture,
        merged.details,
        list(merged.events or ()),
        dict(merged.odds),
        sorted(held),
        {
            key: FixtureFigure(fixture_id, *key, *values, owners[key])
            for key, values in merged.figures.items()
        },
        {
            source_id: (body.spelling, body.fixture.referee)
            for source_id, body in sources.items()
            if body.spelling is not None and body.fixture.referee not in (None, body.spelling)
        },
        merged.lines,
    )


def merge_source(claims: Iterable[FixtureClaim]) -> ClaimBody:
    """What one source says, by all its claims of a fixture."""
    ((_, _, ordered),) = by_source(claims)
    return _merge_source(ordered)


def _merge_source(ordered: Sequence[FixtureClaim]) -> ClaimBody:
    if len(ordered) == 1:
        return ordered[0].body
    bodies = _without_refuted([claim.body for claim in ordered], is_one_source=True)
    counted = _counted(bodies)
    is_finished = any(body.is_finished for body in bodies)
    parts = 0
    for body, own_parts in counted:
        is_stale = (
            is_finished
            and not body.is_finished
            and (body.is_remote or body.fixture.status == Status.LIVE)
        )
        parts |= own_parts & ~ODDS_PARTS if is_stale else own_parts
    merged, _ = _merged(counted, _status_of_source(bodies))
    return merged._replace(
        parts=parts,
        fetched_ts=_fetched(ordered),
        is_remote=any(body.is_remote for body in bodies),
        spelling=next((body.spelling for body in bodies if body.spelling is not None), None),
        series=_series(bodies),
    )


def _merged(counted: Counted, status: tuple[str, str | None]) -> tuple[ClaimBody, list[int]]:
    """The values of bodies, each the first known one, and of each body the parts of which it gives a value."""
    filled = [0] * len(counted)
    columns: dict[type, list[Any]] = {FixtureRecord: [None] * len(FixtureRecord._fields)}
    for part, record, places in COLUMNS:
        for number, (body, parts) in enumerate(counted):
            row = body.row(part) if part & parts else None
            if row is not None:
                values = columns.setdefault(record, [0] + [None] * (len(row) - 1))
                if _fills(row, values, places):
                    filled[number] |= part
    bodies = [body for body, _ in counted]
    odds = _odds(bodies)
    merged = ClaimBody(
        _fixture(bodies, columns[FixtureRecord], status),
        0,
        0,
        details={
            part: record._make(columns[record]) for part, _, record in DETAILS if record in columns
        },
        events=next(
            (body.events for body, parts in counted if parts & EVENTS and body.events is not None),
            None,
        ),
        odds=odds,
        figures=_figures(counted),
        lines=_lines(bodies, odds),
    )
    return merged, filled


def _fetched(ordered: Iterable[FixtureClaim]) -> int:
    """When the source was last read with a part that none of its earlier claims has."""
    fetched, parts = 0, 0
    for claim in sorted(ordered, key=lambda claim: (claim.load.moment, claim.load.id)):
        if not fetched or claim.body.parts & ~parts:
            fetched = claim.body.fetched_ts
        parts |= claim.body.parts
    return fetched


def _counted(bodies: Iterable[ClaimBody]) -> Counted:
    bodies = list(bodies)
    is_finished = any(body.is_finished for body in bodies)
    return [
        (body, body.parts if body.is_finished or not is_finished else body.parts & ~PROVISIONAL)
        for body in bodies
    ]


def _based(bodies: Sequence[ClaimBody]) -> list[FixtureRecord]:
    return [body.fixture for body in bodies if body.parts & BASE] or [bodies[0].fixture]


def _status_of_source(bodies: Sequence[ClaimBody]) -> tuple[str, str | None]:
    """The status and its detail by one source: the latest, but live once there was a goal or an event."""
    rows = _based(bodies)
    latest = rows[0]
    is_back = latest.status == Status.SCHEDULED and latest.state_detail != REMOVED
    if is_back and any(body.parts & BASE and _has_begun(body) for body in bodies):
        return _detailed(rows, Status.LIVE.value)
    return _detailed(rows, latest.status)


def _has_begun(body: ClaimBody) -> bool:
    fixture = body.fixture
    return fixture.status == Status.LIVE and bool(
        (body.parts & Part.GOALS and (fixture.home_goals or fixture.away_goals))
        or body.parts & EVENTS
    )


def _status(bodies: Sequence[ClaimBody]) -> tuple[str, str | None]:
    """The furthest status of any source, with the detail of the most trusted source that has it."""
    rows = _based(bodies)
    furthest = max((row.status for row in rows), key=lambda status: _FURTHEST[Status(status)])
    return _detailed(rows, furthest)


def _detailed(rows: Sequence[FixtureRecord], status: str) -> tuple[str, str | None]:
    """A status with its first detail; the end of a fixture with the first that is known."""
    details = [row.state_detail for row in rows if row.status == status]
    if status == FINISHED:
        return status, next((detail for detail in details if detail is not None), None)
    return status, details[0]


def _without_refuted(bodies: Sequence[ClaimBody], *, is_one_source: bool) -> Sequence[ClaimBody]:
    """The bodies, a bare result among them no longer awarded if another body has figures of it.

    Of another source only figures beside the same score count: an awarded fixture may have been played to another one.
    """
    if not any(body.parts & BARE_RESULT for body in bodies):
        return bodies
    played = [body for body in bodies if _has_figures(body)]
    return [
        body._replace(
            fixture=body.fixture._replace(state_detail=None), parts=body.parts & ~BARE_RESULT
        )
        if body.parts & BARE_RESULT
        and any(is_one_source or _ninety(other) == _ninety(body) for other in played)
        else body
        for body in bodies
    ]


def _has_figures(body: ClaimBody) -> bool:
    """Whether a body has a figure beside its goals."""
    beside = body.parts & (FIGURES & ~_GOALS | STATISTICS)
    return any(
        (row := body.row(part)) is not None and any(row[place] is not None for place in places)
        for part, _, places in COLUMNS
        if part & beside
    ) or bool(
        (body.parts & FURTHER_FIGURES and body.figures) or (body.parts & EVENTS and body.events)
    )


def _without_contradicted(counted: Counted) -> Counted:
    """The bodies, a score of ninety minutes left out if the minutes of all scorers contradict it.

    So it is of a fixture that went beyond ninety minutes, and of a body without scorers: files write 0-0 where they
    don't know it.
    """
    is_longer = any(
        value is not None
        for body, parts in counted
        if parts & _KNOCKOUT and _KNOCKOUT in body.details
        for value in body.details[_KNOCKOUT][1:_NUMBER]
    )
    timed = next(
        (
            body
            for body, parts in counted
            if is_longer and parts & EVENTS and parts & _GOALS and body.events is not None
        ),
        None,
    )
    if timed is None:
        return counted
    sides = [
        event.team
        for event in timed.events or ()
        if event.type == EventType.GOAL and event.half < FIRST_EXTRA_HALF
    ]
    ninety = sides.count(Side.HOME), sides.count(Side.AWAY)
    if ninety != _ninety(timed):
        return counted
    return [
        (
            body,
            parts
            if body.events is not None or body.is_remote or _ninety(body) == ninety
            else parts & ~_BOTH_GOALS,
        )
        for body, parts in counted
    ]


def _ninety(body: ClaimBody) -> tuple[int | None, int | None]:
    return body.fixture.home_goals, body.fixture.away_goals


def _fixture(
    bodies: Sequence[ClaimBody], columns: Sequence[Any], status: tuple[str, str | None]
) -> FixtureRecord:
    """The merged fixture; columns: what is known of those that belong to parts."""
    rows = _based(bodies)
    identity = next(
        (body.fixture for body in bodies if body.is_remote and body.parts & BASE), rows[0]
    )
    seasons = (row.season_id for row in (identity, *rows) if row.season_id is not None)
    kickoff = _kickoff(rows)
    staged = next((row for row in rows if row.stage is not None or not row.in_table), rows[0])
    return FixtureRecord._make((*identity[:_ROUND], *columns[_ROUND:]))._replace(
        season_id=next(seasons, None),
        kickoff_ts=kickoff.kickoff_ts,
        time_known=kickoff.time_known,
        status=status[0],
        state_detail=status[1],
        esports=rows[0].esports,
        stage=staged.stage,
        in_table=staged.in_table,
    )


_ROUND = FixtureRecord._fields.index("round")
"""From it on are the columns of parts, but for the stage."""


def _fills(own: Sequence[object], values: list[Any], places: Iterable[int]) -> bool:
    """Fill unknown values from those of a body; returns whether there were any."""
    is_filled = False
    for place in places:
        if values[place] is None and own[place] is not None:
            values[place] = own[place]
            is_filled = True
    return is_filled


def _kickoff(rows: Sequence[FixtureRecord]) -> FixtureRecord:
    """The row with the first kickoff; one without a time gives way to the first near one that has a time."""
    first = rows[0]
    if first.time_known:
        return first
    return next((row for row in rows if row.time_known and is_near(row, first)), first)


def is_near(one: FixtureRecord, other: FixtureRecord) -> bool:
    """Whether two kickoffs may be of one day."""
    return abs(one.kickoff_ts - other.kickoff_ts) <= SAME_DAY


def kickoff_agrees(claimed: FixtureRecord, stored: FixtureRecord) -> bool:
    """Whether a claimed kickoff agrees with the stored one: a day without a time agrees with any time of it."""
    return is_near(claimed, stored) and (
        not claimed.time_known
        or (bool(stored.time_known) and claimed.kickoff_ts == stored.kickoff_ts)
    )


def _figures(counted: Counted) -> dict[tuple[str, int], tuple[float | None, float | None]]:
    figures: dict[tuple[str, int], tuple[float | None, float | None]] = {}
    for body, parts in counted:
        for key, values in body.figures.items() if parts & FURTHER_FIGURES else ():
            first = figures.setdefault(key, values)
            if None in first:
                home, away = (a if a is not None else b for a, b in zip(first, values, strict=True))
                figures[key] = home, away
    return figures


def _odds(bodies: Iterable[ClaimBody]) -> Mapping[tuple[str, str], Quotes]:
    all_odds = [body.odds for body in bodies if body.odds]
    if len(all_odds) < 2:
        return all_odds[0] if all_odds else {}
    merged = dict(all_odds[0])
    differing: dict[tuple[str, str], list[Quotes]] = {}
    for odds in all_odds[1:]:
        for key, quotes in odds.items():
            first = merged.setdefault(key, quotes)
            if first is not quotes and first != quotes:
                differing.setdefault(key, [first]).append(quotes)
    return merged | {key: _quotes(rows) for key, rows in differing.items()}


def _quotes(rows: Sequence[Quotes]) -> Quotes:
    """The quotes of one market; the line and prices of one period come from one claim."""
    values: list[float | None] = []
    for _, place in PERIODS:
        values += _quote([quotes[place] for quotes in rows if quotes[place] != NO_QUOTE])
    return tuple(values)


def _quote(quotes: Sequence[Quotes]) -> Quotes:
    """The first quote with prices, else the first line; its unknown values are filled from quotes that agree."""
    if len(quotes) < 2:
        return quotes[0] if quotes else NO_QUOTE
    quote = next(filter(is_priced, quotes), quotes[0])
    for other in quotes:
        if other is not quote and is_compatible(quote, other):
            quote = tuple([a if a is not None else b for a, b in zip(quote, other, strict=True)])
    return quote


def is_priced(quote: Quotes) -> bool:
    """Whether a quote has prices; a line alone (of an odds summary) never replaces them."""
    return quote[1:] != NO_QUOTE[1:]


def is_compatible(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether no known value of one contradicts the other."""
    for a, b in zip(one, other, strict=True):  # all() of a generator takes twice as long
        if a is not None and b is not None and a != b:
            return False
    return True


_Ladder = tuple[str, str, str]


def _lines(bodies: Sequence[ClaimBody], odds: Mapping[tuple[str, str], Quotes]) -> Lines:
    """The lines beside the main one of each ladder; the main line of another body is one of them."""
    ladders: dict[_Ladder, None] = dict.fromkeys(key[:3] for body in bodies for key in body.lines)
    lines: dict[tuple[str, str, str, float], tuple[float, float]] = {}
    for body in bodies:
        for ladder in ladders:
            line, first, second = _main_line(body.odds, ladder)
            if line is not None and first is not None and second is not None:
                lines.setdefault((*ladder, line), (first, second))
        for key, prices in body.lines.items():
            lines.setdefault(key, prices)
    for ladder in ladders:
        lines.pop((*ladder, _main_line(odds, ladder)[0] or 0.0), None)
    return lines


def _main_line(odds: Mapping[tuple[str, str], Quotes], ladder: _Ladder) -> Quotes:
    quotes = odds.get(ladder[:2])
    return (NO_QUOTE if quotes is None else quotes[dict(PERIODS)[ladder[2]]])[:3]


def _series(bodies: Sequence[ClaimBody]) -> Mapping[tuple[str, str], tuple[int, int, int]]:
    series: dict[tuple[str, str], tuple[int, int, int]] = {}
    for body in bodies:
        for key, (first, last, count) in body.series.items():
            first_before, last_before, count_before = series.get(key, (first, last, count))
            series[key] = min(first_before, first), max(last_before, last), max(count_before, count)
    return series


def _held(body: ClaimBody, parts: int, merged: ClaimBody, filled: int) -> int:
    """The parts that are stored with values of a body: it fills one, or all that it knows of a part is stored."""
    held = filled | parts & (ODDS_PARTS | BARE_RESULT)
    if parts & BASE and kickoff_agrees(body.fixture, merged.fixture):
        held |= BASE
    if parts & EVENTS and body.events == merged.events:
        held |= EVENTS
    missing = parts & ~held
    for part, _, places in COLUMNS:
        if part & missing:
            own, stored = body.row(part), merged.row(part)
            if own is None or stored is None or _agrees(own, stored, places):
                held |= part
    return held


def _agrees(own: Sequence[object], stored: Sequence[object], places: Iterable[int]) -> bool:
    """Whether all known values are the stored ones; of none, whether none is stored."""
    known = [place for place in places if own[place] is not None]
    return all(own[place] == stored[place] for place in known or places)
