"""footydata fixtures and fixture: lists fixtures, and shows one of them."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click

from footydata.faces.cli.arguments import COUNT, FixtureId, database_argument
from footydata.faces.cli.clock import day_given, now, read_date
from footydata.faces.cli.fixture_rows import FIXTURE_FIELDS, Beside
from footydata.faces.cli.narrowing import cards_pair, narrowed, narrowing_options
from footydata.faces.cli.printing import (
    FORMATS,
    format_option,
    pair,
    print_json,
    print_rows,
    quiet_option,
    say,
    say_lines,
)
from footydata.faces.drawing.fixture_page import fixture_page
from footydata.faces.drawing.lines import text_of
from footydata.faces.reading.fixture import FixtureContent, read_fixture
from footydata.faces.zone import ClockZone
from footydata.football.errors import NotFound
from footydata.football.moments import iso_utc, minute_text
from footydata.football.records import BookmakerRecord, KnockoutRecord
from footydata.football.rows import FixtureRow
from footydata.football.scores import whole_score
from footydata.football.terms import ALL_STATUSES, Order, Status
from footydata.football.wording import plural
from footydata.store.bookmakers import find_bookmaker
from footydata.store.file.snapshots import reading
from footydata.store.known_results import is_overdue
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import fixtures as read_fixtures
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.scratch import replay_moment

SHOWN = ("kickoff", "league", "home", "score", "away", "half", "corners", "cards", "status", "id")
"""The columns of a table; csv and json have kickoff_utc and every field."""

STATUSES = (*(status.value for status in Status), ALL_STATUSES)

NO_RESULT = "no result"
"""The status, in a table, of a fixture that should be over; csv and json have what is stored."""

SPARE = ("half", "cards", "corners")
"""The columns that a narrow terminal leaves out."""

PAGE_WIDTH = 100
"""The width of a fixture's page without a terminal."""


@click.command()
@database_argument
@click.option(
    "--date",
    "day",
    callback=day_given,
    metavar="D",
    help="A day, UTC: 2026-03-14, today, yesterday or tomorrow.",
)
@narrowing_options
@click.option(
    "--status",
    type=click.Choice(STATUSES, case_sensitive=False),
    default=ALL_STATUSES,
    show_default=True,
    help="Only fixtures of this status.",
)
@click.option("--newest-first", is_flag=True, help="The last kickoff first.")
@click.option(
    "--limit",
    type=COUNT,
    help="The most fixtures: the first by kickoff, with --newest-first the last.",
)
@format_option
@quiet_option
def fixtures(
    database: Path,
    day: date | None,
    status: str,
    newest_first: bool,
    limit: int | None,
    format: str,
    quiet: bool,
    **options: Any,
) -> None:
    """List fixtures by kickoff, times in UTC; by default today's.

    score, half (half-time), corners and cards (yellow + red) are those of the home and the away side in ninety
    minutes. What came after stands beside the score: 1-1 (2-1 aet), 0-0, 4-2 on penalties; 2-1? may include extra time.

    \b
    Examples:
      footydata fixtures football.db --date 2026-03-14
      footydata fixtures football.db --league "Premier League" --season 25/26 --status finished
      footydata fixtures football.db --team Arsenal --start 2026-01-01
      footydata fixtures football.db --team Arsenal --status finished --newest-first --limit 5
      footydata fixtures football.db --status live --format json
    """
    if day and (options["start"] or options["end"]):
        raise click.UsageError("--date is one day; leave out --start and --end")
    if not day and status != Status.LIVE and not any(options.values()):
        day = read_date("today")
    if day:
        options["start"] = options["end"] = day
    with reading(database) as connection:
        filters = narrowed(connection, **options)
        filters = replace(filters, statuses=None if status == ALL_STATUSES else (status,))
        order = Order.DESC if newest_first else Order.ASC
        rows = read_fixtures(connection, filters, order=order, limit=limit)
        if not rows:
            raise NotFound(why_no_fixtures(connection, filters))
        count = len(rows) if len(rows) != limit else count_fixtures(connection, filters)
        moment = replay_moment(connection) or now()
        beside = Beside.read(connection, rows)
    _print(rows, beside, format, now=moment)
    if not quiet and format == FORMATS[0]:
        note = (
            ""
            if count == len(rows)
            else f" The {'last' if newest_first else 'first'} {len(rows):,} are shown."
        )
        say(f"{plural(count, 'fixture')}, times in UTC.{note}", err=True)


@click.command()
@database_argument
@click.argument("fixture_id", metavar="ID", type=FixtureId())
@click.option(
    "--bookmaker",
    metavar="B",
    help="The bookmaker whose odds are shown; the default one otherwise.",
)
@format_option
@quiet_option
def fixture(
    database: Path, fixture_id: int, bookmaker: str | None, format: str, quiet: bool
) -> None:
    """Show one fixture: score, figures, timeline, odds beside our fair lines; times in UTC.

    Odds are the default bookmaker's; for a market that it does not quote, those of the bookmaker with the most recorded
    fixtures, which is named. json has all that is recorded, of every bookmaker; csv only the fixture's own fields.

    \b
    Examples (the id is the last column of 'footydata fixtures'):
      footydata fixture football.db 880336
      footydata fixture football.db 880336 --format json
    """
    with reading(database) as connection:
        read = read_fixture(connection, fixture_id)
        bookmaker_row = find_bookmaker(connection, bookmaker) if bookmaker else None
        moment = replay_moment(connection) or now()
        beside = Beside.read(connection, [read.fixture])
    quoted = _quoted_by(read, bookmaker_row)
    if format == "json":
        print_json(_whole(read, beside))
    elif format == "csv":
        _print([read.fixture], beside, format, now=moment)
    else:
        width = min(get_terminal_size().columns, 140) if sys.stdout.isatty() else PAGE_WIDTH
        lines = fixture_page(quoted, width, zone=ClockZone(UTC), now=moment)
        say_lines(text_of(line).rstrip() for line in lines)


def _print(rows: Sequence[FixtureRow], beside: Beside, format: str, *, now: int) -> None:
    if format == FORMATS[0]:
        one_league = len({row.league_id for row in rows}) == 1
        print_rows(
            SHOWN,
            [_shown(row, beside.ends[row.id], now=now) for row in rows],
            spare=("league", *SPARE) if one_league else (*SPARE, "league"),
        )
    else:
        print_rows(FIXTURE_FIELDS, [beside.whole(row) for row in rows], format=format)


def _shown(row: FixtureRow, end: KnockoutRecord, *, now: int) -> tuple[object, ...]:
    return (
        minute_text(row.kickoff_ts, time_known=bool(row.time_known)),
        row.league,
        row.home,
        whole_score(row.home_goals, row.away_goals, end, sides=(row.home, row.away)) or None,
        row.away,
        pair(row.half_home_goals, row.half_away_goals),
        pair(row.home_corners, row.away_corners),
        cards_pair(row),
        NO_RESULT if is_overdue(row, now=now) else row.state_detail or row.status,
        row.id,
    )


def _quoted_by(read: FixtureContent, bookmaker_row: BookmakerRecord | None) -> FixtureContent:
    """The fixture with the odds of the named bookmaker, else of the one shown for each market.

    Raises NotFound if the named one has no odds of it.
    """
    if bookmaker_row is not None and bookmaker_row not in read.bookmakers:
        slugs = ", ".join(one.slug for one in read.bookmakers)
        raise NotFound(
            f"no odds of {bookmaker_row.slug} for this fixture; there are: {slugs or 'none'}"
        )
    makers = {market: bookmaker_row or maker for market, maker in read.default_bookmakers.items()}
    odds_rows = [
        row
        for row in read.odds
        if row.market in makers and row.bookmaker_id == makers[row.market].id
    ]
    return read._replace(odds=odds_rows, default_bookmakers=makers)


def _whole(read: FixtureContent, beside: Beside) -> dict[str, object]:
    """A fixture with everything recorded, as nested objects."""
    slugs = {one.id: one.slug for one in read.bookmakers}
    return {
        "kickoff_utc": iso_utc(read.fixture.kickoff_ts),
        **read.fixture._asdict(),
        **beside.values(read.fixture.id),
        "country": read.country,
        "statistics": read.statistics._asdict(),
        "further_figures": [figure._asdict() for figure in read.further],
        "events": [event._asdict() for event in read.events],
        "odds": [{"bookmaker": slugs[row.bookmaker_id], **row._asdict()} for row in read.odds],
        "fair_lines": [line._asdict() for line in read.fair_lines],
    }
