"""footydata fixtures and fixture: lists fixtures, and shows one of them."""

import sys
from datetime import UTC
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import COUNT, FixtureId, database_argument
from footydata.faces.cli.preview import print_preview
from footydata.faces.cli.printing import (
    format_option,
    print_json,
    print_rows,
    quiet_option,
    say_lines,
)
from footydata.faces.cli.read_command import read_command
from footydata.faces.drawing.fixture_page import fixture_page
from footydata.faces.drawing.lines import text_of
from footydata.faces.reading.fixture import FixtureContent, read_fixture
from footydata.faces.zone import ClockZone
from footydata.football.errors import NotFound
from footydata.football.records import BookmakerRecord
from footydata.football.register.figures import further_figures
from footydata.football.terms import STATISTICS, Status
from footydata.store.bookmakers import find_bookmaker
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.conditions import FIGURES, FURTHER
from footydata.store.scratch import replay_moment
from footydata.views.fixtures import fixture_values, fixtures_view

PAGE_WIDTH = 100
"""The width of a fixture's page without a terminal."""


def _today(values: dict[str, Any]) -> dict[str, Any]:
    """Today's, where nothing narrows the list but its order, its length and the status; those of now are live."""
    is_narrowed = values.keys() - {"newest_first", "limit", "status"}
    if is_narrowed or values.get("status") == (Status.LIVE,):
        return values
    return values | {"date": clock.read_date("today").isoformat()}


def _figures() -> str:
    """The figures of conditions, further ones with their units."""
    own = ", ".join(name for name in FIGURES if name not in FURTHER)
    further = [
        figure.name if figure.unit == "count" else f"{figure.name} ({figure.unit})"
        for figure in further_figures()
    ]
    return (
        f"The figures: {own}; where a source has them (home_ and away_ of each but attendance): "
        f"{', '.join(STATISTICS)}, {', '.join(further)}. half_ is of the first half alone."
    )


fixtures = read_command(
    "fixtures",
    fixtures_view,
    """List fixtures by kickoff; by default today's.

    score, half (half-time), corners and cards (yellow + red) are those of the home and the away side in ninety
    minutes. What came after stands beside the score: 1-1 (2-1 aet), 0-0, 4-2 on penalties; 2-1? may include extra time.
    A condition compares figures and numbers (< <= > >= = !=), adds and subtracts them, and joins comparisons by and,
    or, not and parentheses; 'footydata guide commands' lists the figures. Cards are yellow + red; card points are
    yellow + 2 x red, as the card markets count.

    \b
    Examples:
      footydata fixtures football.db --date 2026-03-14
      footydata fixtures football.db --league "Premier League" --season 25/26 --status finished
      footydata fixtures football.db --team Arsenal --against Chelsea
      footydata fixtures football.db --where 'corners > 12 and card_points <= 3' --limit 20
      footydata fixtures football.db --status live --format json
    """,
    texts={
        "date": "A day: 2026-03-14, today, yesterday or tomorrow.",
        "limit": "The most fixtures: the first by kickoff, with --newest-first the last.",
    },
    prepare=_today,
    epilog=_figures(),
)


@click.command()
@database_argument
@click.argument("fixture_id", metavar="ID", type=FixtureId())
@click.option("--before", is_flag=True, help="What was known ahead of it, at its kickoff.")
@click.option(
    "--last",
    type=COUNT,
    default=5,
    show_default=True,
    help="With --before: how many meetings, and how many fixtures of each form.",
)
@click.option(
    "--bookmaker",
    metavar="B",
    help="The bookmaker whose odds are shown; the default one otherwise.",
)
@format_option
@quiet_option
def fixture(
    database: Path,
    fixture_id: int,
    before: bool,
    last: int,
    bookmaker: str | None,
    format: str,
    quiet: bool,
) -> None:
    """Show one fixture: score, figures, timeline, odds beside our fair lines; times in UTC.

    Odds are the default bookmaker's; for a market that it does not quote, those of the bookmaker with the most recorded
    fixtures, which is named. json has all that is recorded, of every bookmaker; csv only the fixture's own fields.
    --before: meetings, forms (the last fixtures in any competition, at home, away and in all, the newest last),
    profiles (one year in this league, beside the league's average), referee, places, fair and recorded lines; nothing
    that was not known at its kickoff. csv then has one row per value.

    \b
    Examples (the id is the last column of 'footydata fixtures'):
      footydata fixture football.db 880336
      footydata fixture football.db 880432 --before --last 10
      footydata fixture football.db 880336 --format json
    """
    if before:
        print_preview(database, fixture_id, last=last, format=format, quiet=quiet)
        return
    with reading(database) as connection:
        read = read_fixture(connection, fixture_id)
        bookmaker_row = find_bookmaker(connection, bookmaker) if bookmaker else None
        moment = replay_moment(connection) or clock.now()
        values = fixture_values(connection, read.fixture)
    quoted = _quoted_by(read, bookmaker_row)
    if format == "json":
        print_json(_whole(read, values))
    elif format == "csv":
        print_rows(list(values), [list(values.values())], format=format)
    else:
        width = min(get_terminal_size().columns, 140) if sys.stdout.isatty() else PAGE_WIDTH
        lines = fixture_page(quoted, width, zone=ClockZone(UTC), now=moment)
        say_lines(text_of(line).rstrip() for line in lines)


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


def _whole(read: FixtureContent, values: dict[str, object]) -> dict[str, object]:
    """A fixture with everything recorded, as nested objects."""
    slugs = {one.id: one.slug for one in read.bookmakers}
    return {
        **values,
        "statistics": read.statistics._asdict(),
        "further_figures": [figure._asdict() for figure in read.further],
        "events": [event._asdict() for event in read.events],
        "odds": [{"bookmaker": slugs[row.bookmaker_id], **row._asdict()} for row in read.odds],
        "fair_lines": [line._asdict() for line in read.fair_lines],
    }
