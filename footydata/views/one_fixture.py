"""One fixture: all that is recorded of it, what was known before it, and the meetings of two teams."""

import sqlite3
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.football.moments import iso_utc
from footydata.football.records import FairLine
from footydata.football.terms import ENGLISH, LARGEST_ID, Status, TableType
from footydata.forecast.lazy_pricing import preview_with_lines
from footydata.odds.markets import ALL_MARKETS
from footydata.store.forecasts import fair_lines
from footydata.store.read.details import RecordedQuote
from footydata.store.read.fixtures import FixtureFilter, fixture_ids
from footydata.store.read.preview import (
    LAST,
    Form,
    Preview,
    Profile,
    RefereeRate,
    preview,
    title_of,
)
from footydata.store.read.seasons.teams import find_team
from footydata.store.read.who_says import source_values, summary
from footydata.views.arguments import Clock, FixtureId, Lang, Says, Team
from footydata.views.columns import Column, columns
from footydata.views.doubts import NO_PROFIT, fixture_doubts, old_doubts, result_ages
from footydata.views.fixtures import (
    FIXTURE_COLUMNS,
    LEAGUE,
    SIDES,
    WholeFixture,
    fixture_named,
    fixtures_view,
    whole_fixtures,
)
from footydata.views.quality import SOURCE_VALUE_COLUMNS
from footydata.views.recorded import (
    BESIDE,
    EVIDENCE,
    by_param,
    events_view,
    figures_view,
    means_text,
    odds_view,
    statistics_view,
)
from footydata.views.tables import TABLE_COLUMNS
from footydata.views.view import Block, Shown, View, Views

FORM_COLUMNS = columns("preview forms", Form._fields)
PROFILE_COLUMNS = columns("preview profiles", Profile._fields)
REFEREE_RATE_COLUMNS = columns("preview referee", RefereeRate._fields)
RECORDED_LINE_COLUMNS = columns("preview recorded_lines", RecordedQuote._fields)
STORED_LINE_COLUMNS = columns("stored fair lines", FairLine._fields)


def fixture_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureId,
    *,
    lang: Lang = ENGLISH,
) -> Views:
    """One fixture: score, figures, timeline, statistics, recorded odds, and in what its sources differ."""
    row = fixture_named(connection, fixture_id, lang=lang)
    (whole,) = whole_fixtures(connection, [row])
    said = source_values(connection, row.id)
    differing = [value for value in said if value.differs]
    lines = fair_lines(connection, [row.id])[row.id]
    doubts = fixture_doubts([row], [whole.doubt], now=clock.now)
    if lines:
        doubts += old_doubts(result_ages(connection, [row], now=clock.now), what="its fair lines")
    return Views(
        title_of(row, clock.zone),
        {
            "fixture": View(FIXTURE_COLUMNS, [whole.values], doubts=doubts),
            "statistics": statistics_view(connection, clock, row.id),
            "figures": figures_view(connection, clock, row.id)._replace(reason=""),
            "events": events_view(connection, clock, row.id),
            "odds": odds_view(connection, clock, row.id),
            "fair_lines": View(STORED_LINE_COLUMNS, [by_param(line) for line in lines]),
            "differences": View(SOURCE_VALUE_COLUMNS, differing),
        },
        doubts=[
            *doubts,
            *dict.fromkeys(f"sources differ in {value.value}" for value in differing),
        ],
        notes=[summary(said)],
        fixture_ids=[row.id],
    )


def head_to_head_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    team: Team,
    other: Team,
    *,
    newest_first: Annotated[bool, Says("The last kickoff first.")] = False,
) -> View:
    """The finished fixtures of two teams, in any competition, and how many each won."""
    first, second = find_team(connection, team), find_team(connection, other)
    if first.id == second.id:
        raise InvalidArgument(
            f"{team!r} and {other!r} are both {first.name}", parameter="other", value=other
        )
    view = fixtures_view(
        connection,
        clock,
        newest_first=newest_first,
        team=first.id,
        against=second.id,
        status="finished",
    )
    names = [
        each.name if first.name != second.name else f"{each.name} ({each.id})"
        for each in (first, second)
    ]
    rows = [listed.fixture for listed in view.blocks[0].rows]
    margins = [
        (row.home_goals - row.away_goals) * (1 if row.home_id == first.id else -1)
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]
    ends = {names[0]: 1, "drawn": 0, names[1]: -1}
    record = {
        name: sum((margin > 0) - (margin < 0) == end for margin in margins)
        for name, end in ends.items()
    }
    none = f"no finished fixture of {names[0]} and {names[1]} is stored"
    return view._replace(about={"record": record}, reason="" if rows else none)


def preview_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureId,
    *,
    last: Annotated[
        int,
        Says(
            "How many meetings, and how many fixtures of each form.",
            "Meetings, and fixtures of a form.",
            "N",
            least=1,
            most=LARGEST_ID,
        ),
    ] = LAST,
) -> Views:
    """What was known before a fixture: meetings, forms, profiles, referee, places, fair and recorded lines.

    There is no look-ahead for a past fixture: it is what was known at its kickoff.
    """
    return _known_before(
        connection, clock, preview_with_lines(connection, fixture_id, now=clock.now, last=last)
    )


def before_view(connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId) -> Views:
    """What was known before a fixture but its lines, which take longer to read."""
    read = preview(connection, fixture_id, now=clock.now)
    views = _known_before(connection, clock, read)
    lines = ("fair_lines", "recorded_lines")
    return views._replace(
        parts={name: view for name, view in views.parts.items() if name not in lines}
    )


def _known_before(connection: sqlite3.Connection, clock: Clock, read: Preview) -> Views:
    read = read._replace(
        fair_lines=[by_param(row) for row in read.fair_lines],
        recorded_lines=[by_param(row) for row in read.recorded_lines],
    )
    row, until = read.fixture, read.known_until
    (whole,) = whole_fixtures(connection, [row])
    meetings = whole_fixtures(connection, read.meetings)

    def day(row: WholeFixture) -> str:
        return clock.day_text(row.fixture.kickoff_ts, time_known=row.fixture.time_known)

    def part(
        name: str,
        columns: Sequence[Column],
        shown: Sequence[Shown],
        *,
        rows: Sequence[tuple[Any, ...]] | None = None,
        people: Sequence[Any] | None = None,
    ) -> View:
        rows = getattr(read, name) if rows is None else rows
        people = rows if people is None else people
        blocks = [Block("", people)] if people else []
        return View(columns, rows, shown, blocks, reason=read.reasons.get(name, ""))

    sides = FixtureFilter(
        team_ids=(row.home_id, row.away_id), end_ts=until, statuses=(Status.FINISHED,)
    )
    ages = result_ages(connection, [row], now=clock.now)
    return Views(
        title_of(row, clock.zone),
        {
            "fixture": View(FIXTURE_COLUMNS, [whole.values]),
            "meetings": part(
                "meetings",
                FIXTURE_COLUMNS,
                (Shown("day", day, kind="whole", link=("fixture", "fixture.id")), *_MEETING),
                rows=[each.values for each in meetings],
                people=meetings,
            ),
            "forms": part("forms", FORM_COLUMNS, FORM_SHOWN),
            "profiles": part("profiles", PROFILE_COLUMNS, _PROFILE),
            "referee": part("referee", REFEREE_RATE_COLUMNS, _RATE),
            "places": part("places", TABLE_COLUMNS[TableType.TOTAL], _PLACE),
            "fair_lines": part(
                "fair_lines", STORED_LINE_COLUMNS, _lines_shown(clock), people=_compared(read)
            ),
            # People see them beside the fair lines.
            "recorded_lines": part("recorded_lines", RECORDED_LINE_COLUMNS, (), people=()),
        },
        doubts=[
            *fixture_doubts([row], [whole.doubt], now=clock.now),
            *old_doubts(ages, what="this preview"),
        ],
        about={"known_until_utc": iso_utc(until)},
        fixture_ids=fixture_ids(connection, sides),
        as_of_ts=until,
        footer=NO_PROFIT if read.fair_lines else "",
    )


class _Compared(NamedTuple):
    """A market with our line, the recorded one, or both."""

    market: str
    fair: FairLine | None
    recorded: RecordedQuote | None


def _compared(read: Preview) -> list[_Compared]:
    fair = {row.market: row for row in read.fair_lines}
    recorded = {row.market: row for row in read.recorded_lines}
    markets = [market.param for market in ALL_MARKETS]
    rows = [_Compared(market, fair.get(market), recorded.get(market)) for market in markets]
    return [row for row in rows if row.fair or row.recorded]


def _figure(row: Profile | RefereeRate) -> str:
    return row.figure.replace("_", " ")


def _text(head: str, of: Any, from_width: int = 0) -> Shown:
    return Shown(head, of, from_width, kind="text")


# Of few rows names are cut before a column is left out.
_MEETING = [each._replace(from_width=0) for each in (LEAGUE, *SIDES) if each.head != "half"]
FORM_SHOWN = (
    *(_text("team", "team"), _text("at", "venue"), Shown("last", "letters", kind="form")),
    *(Shown("W", "won"), Shown("D", "drawn"), Shown("L", "lost")),
    Shown("goals", lambda row: means_text(row.goals_for, row.goals_against), kind="whole"),
    Shown("corners", lambda row: means_text(row.corners_for, row.corners_against), kind="whole"),
    Shown("cards", lambda row: means_text(row.cards_for, row.cards_against), kind="whole"),
)
_PROFILE = (
    *(_text("figure", _figure), _text("team", "team"), _text("at", "venue")),
    *(Shown(name, name) for name in ("fixtures", "own", "opponents", "both")),
    Shown("league own", "league_own"),
    *(Shown("opponents", "league_opponents"), Shown("both", "league_both")),
)
_RATE = (
    *(_text("referee", "referee"), _text("figure", _figure)),
    *(Shown(name, name) for name in ("fixtures", "home", "away", "both")),
    Shown("league", "league_both"),
)
_PLACE = (
    *(
        Shown("#", "position"),
        _text("team", "team_name")._replace(link=("team", "team_id")),
        Shown("P", "played"),
    ),
    *(Shown("W", "won"), Shown("D", "drawn"), Shown("L", "lost")),
    *(Shown("GF", "goals_for"), Shown("GA", "goals_against"), Shown("Pts", "points")),
    Shown("form", "form", kind="form"),
)


def _lines_shown(clock: Clock) -> tuple[Shown, ...]:
    def computed(row: _Compared) -> str | None:
        return row.fair and clock.text(row.fair.computed_ts)

    return (
        _text("market", "market"),
        *BESIDE,
        _text("by", lambda row: row.recorded and row.recorded.bookmaker, 145),
        *EVIDENCE,
        Shown("computed", computed, 150, kind="whole"),
        _text("model", lambda row: row.fair and row.fair.model, 160),
    )
