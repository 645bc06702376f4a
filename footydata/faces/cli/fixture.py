"""footydata fixture: shows one fixture, or what was known before it."""

import sys
from datetime import tzinfo
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import command
from footydata.faces.cli.printing import Output, print_json, say_lines
from footydata.faces.cli.read_command import made
from footydata.faces.drawing.fixture_page import fixture_page
from footydata.faces.drawing.lines import text_of
from footydata.faces.reading.fixture import FixtureContent, read_fixture
from footydata.faces.zone import ClockZone
from footydata.football.errors import NotFound
from footydata.football.records import BookmakerRecord
from footydata.football.terms import LARGEST_ID
from footydata.store.bookmakers import find_bookmaker
from footydata.store.file.transactions import reading
from footydata.views.arguments import Clock, FixtureId, Says

PAGE_WIDTH = 100
"""The width of a fixture's page without a terminal."""


@command()
def fixture(
    database: Path,
    fixture_id: FixtureId,
    *,
    before: Annotated[bool, Says("What was known ahead of it, at its kickoff.")] = False,
    last: Annotated[
        int,
        Says(
            "With --before: how many meetings, and how many fixtures of each form.",
            least=1,
            most=LARGEST_ID,
        ),
    ] = 5,
    bookmaker: Annotated[
        str | None,
        Says("The bookmaker whose odds are shown; the default one otherwise."),
    ] = None,
    zone: tzinfo,
    out: Output,
) -> None:
    """Show one fixture: score, figures, timeline, odds beside our fair lines.

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
    if out.is_table and not before:
        _print_page(database, fixture_id, bookmaker, zone)
        return
    # The page needs none of them.
    from footydata.views.one_fixture import fixture_view, preview_view

    if before:
        out.views(made(database, preview_view, out, zone=zone, fixture_id=fixture_id, last=last))
    else:
        parts = dict(made(database, fixture_view, out, fixture_id=fixture_id).parts)
        view = parts.pop("fixture")
        if out.format == "csv":
            out.view(view)
        else:
            others = {name: part.objects() for name, part in parts.items()}
            say_lines((f"Doubtful: {doubt}" for doubt in view.doubts), err=True)
            print_json({**view.objects()[0], **others, "statistics": others["statistics"][0]})


def _print_page(database: Path, fixture_id: int, bookmaker: str | None, zone: tzinfo) -> None:
    with reading(database) as connection:
        moment = Clock.of(connection, clock.now()).now
        read = read_fixture(connection, fixture_id, moment)
        bookmaker_row = find_bookmaker(connection, bookmaker) if bookmaker else None
    width = min(get_terminal_size().columns, 140) if sys.stdout.isatty() else PAGE_WIDTH
    quoted = _quoted_by(read, bookmaker_row)
    lines = fixture_page(quoted, width, zone=ClockZone(zone), now=moment)
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
