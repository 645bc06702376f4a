"""footydata lines: shows fair lines and prices beside the recorded ones."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import stored_remark
from footydata.faces.cli.printing import NO_PROFIT, say
from footydata.faces.cli.read_command import read_command
from footydata.football.markets import MARKETS
from footydata.football.wording import plural
from footydata.forecast.pricing import Pricing, store
from footydata.odds.markets import ALL_MARKETS, MARKET_BY_PARAM
from footydata.views.lines import lines_view
from footydata.views.view import View

ALL = "all"
USUAL = [market.param for market in MARKETS if market.shape.has_line and not market.half]
"""The markets that are shown by default: those with a line, on the whole fixture."""


def _chosen(values: dict[str, Any]) -> dict[str, Any]:
    """With the days and markets of this command: today's, and the lines of the whole match."""
    days, markets = values.pop("days"), values.get("market", USUAL)
    values["market"] = [each.param for each in ALL_MARKETS] if ALL in markets else markets
    if not {"start", "end"} & values.keys():
        first = date.fromisoformat(values.pop("date", clock.read_date("today").isoformat()))
        last = first + timedelta(days=days - 1)
        values |= {"start": first.isoformat(), "end": last.isoformat()}
    return values


def _store(database: Path, view: View, quiet: bool, _: frozenset[str]) -> None:
    """Store the lines of coming fixtures; says so, and what the prices are worth."""
    moment, rows = clock.now(), list(view.blocks[0].rows)
    remark = ""
    if any(row.fixture.kickoff_ts >= moment for row in rows):
        priced = Pricing(rows, {})
        remark = stored_remark(
            database, lambda opened: f"{plural(store(opened, priced, now=moment), 'line')} stored."
        )
    if not quiet:
        say(f"{NO_PROFIT} {remark}".rstrip(), err=True)


lines = read_command(
    "lines",
    lines_view,
    """Fair lines and prices of a day's fixtures beside the recorded ones, with the edge of each recorded price.

    A fixture is priced from the results of its league known at the start of its day, corners and cards also from
    recorded result prices ('with'), so a past day shows what could have been known then. Prices are in the order of the
    market's selections (over under, home away); 'edge' is the recorded price over our fair one at its line, less one.
    Lines of coming fixtures are stored in DB, where the terminal browser reads them. If the default bookmaker does not
    quote a market, the quote is that of the bookmaker with the most recorded fixtures, named under 'by'.

    \b
    Examples:
      footydata lines football.db
      footydata lines football.db --league "Premier League" --date 2025-05-04 --market corner --market cards
      footydata lines football.db --days 7 --market all --format csv
    """,
    texts={
        "date": "The day, UTC; past ones too; today by default.",
        "market": f"{', '.join(MARKET_BY_PARAM)} or {ALL}; may be repeated.  [default: lines of the whole match]",
    },
    words={"market": (*MARKET_BY_PARAM, ALL)},
    hidden=("fixture_id", "markets", "esports"),
    extra=[
        click.option(
            "--days",
            type=click.IntRange(1, 60),
            default=1,
            show_default=True,
            help="How many days, from --date on.",
        )
    ],
    prepare=_chosen,
    then=_store,
)
