"""footydata evaluate: how good fair lines were, walked forward."""

from datetime import date
from pathlib import Path

import click

from footydata.cli.arguments import MarketName, database_argument
from footydata.cli.clock import day_given
from footydata.cli.printing import format_option, print_rows, quiet_option, say
from footydata.cli.progress import ProgressLine

REMARK = "A good score is no evidence of profit; beating a closing price is not to be expected."


@click.command()
@database_argument
@click.option(
    "--market", metavar="M", required=True, type=MarketName(), help="A market: 1x2, goalline, corner, cards ..."
)
@click.option("--league", "leagues", metavar="L", multiple=True, help="An id or part of a name; may be repeated.")
@click.option(
    "--start", metavar="D", callback=day_given, help="The first day; a year after the first fixture by default."
)
@click.option("--end", metavar="D", callback=day_given, help="The last day, inclusive; today by default.")
@click.option(
    "--model",
    type=click.Choice(["ours", "without-prices", "closed-form"], case_sensitive=False),
    default="ours",
    show_default=True,
    help="ours: what prices fair lines, with result prices where they are known and help; without-prices: the same "
    "from past counts alone; closed-form: the one before it, without iteration.",
)
@click.option("--calibration", is_flag=True, help="Show how often the model's chances came true, instead of scores.")
@format_option
@quiet_option
def evaluate(
    database: Path,
    market: str,
    leagues: tuple[str, ...],
    start: date | None,
    end: date | None,
    model: str,
    calibration: bool,
    format: str,
    quiet: bool,
) -> None:
    """How good fair lines of a market were: log loss and ranked probability score, lower is better.

    Week by week the model is fitted to what was known before the week, and scored on the week's fixtures, beside the
    base rate of their league and beside recorded opening and closing prices, where there are any. Opening prices of
    the week's fixtures count as known, as no moment is stored with them. 'behind' is by how much a forecaster is worse
    than the model on the same fixtures, 'error' the standard error of that: less than two of it is chance. Against
    'results' without a line is the whole distribution, with one the chance to pass it.

    \b
    Examples:
      footydata evaluate football.db --market corner --league "Premier League"
      footydata evaluate football.db --market 1x2 --start 2024-08-01 --end 2025-05-31
      footydata evaluate football.db --market cards --calibration --format csv
    """
    from footydata.evaluation.door import remarks_of, run, span_of
    from footydata.evaluation.evaluating import CalibrationRow, Score
    from footydata.rules.settlement import market_of
    from footydata.store.snapshots import reading

    line = ProgressLine(quiet=quiet)
    with reading(database) as connection:
        span = span_of(connection, league=list(leagues) or None, start=start, end=end)
        found = run(connection, market_of(market), span, model, progress=line.show)
    line.clear()
    rows, fields = (found.calibration, CalibrationRow._fields) if calibration else (found.scores, Score._fields)
    shown = [_rounded(row) for row in rows] if format == "table" else list(rows)
    print_rows(fields, shown, format=format)
    if not quiet:
        for remark in remarks_of(found):
            say(remark, err=True)
        say(REMARK, err=True)


def _rounded(row: tuple[object, ...]) -> list[object]:
    """The row for people: scores to four decimals, lines as they are written."""
    return [f"{value:.4f}" if isinstance(value, float) and place != 2 else value for place, value in enumerate(row)]
