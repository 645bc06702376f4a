"""footydata evaluate: scores fair lines on past fixtures, walk-forward."""

from datetime import date
from pathlib import Path

import click

from footydata.faces.cli.arguments import MarketName, database_argument
from footydata.faces.cli.clock import day_given
from footydata.faces.cli.printing import ProgressLine, format_option, print_rows, quiet_option, say
from footydata.odds.settlement import market_of
from footydata.store.file.snapshots import reading

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
    help="ours: the model of fair lines, which uses result prices where they help; without-prices: the same from past "
    "counts only; closed-form: its predecessor, fitted without iteration.",
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

    Week by week the model is fitted to what was known before the week and scored on the week's fixtures, beside the
    base rate of their league and recorded opening and closing prices. The week's opening prices count as known, as
    their time is not stored. 'behind' is by how much a forecaster is worse than the model on the same fixtures, 'error'
    its standard error: less than two errors may be chance. Against 'results', a row without a line scores the whole
    distribution, one with a line the chance of passing it.

    \b
    Examples:
      footydata evaluate football.db --market corner --league "Premier League"
      footydata evaluate football.db --market 1x2 --start 2024-08-01 --end 2025-05-31
      footydata evaluate football.db --market cards --calibration --format csv
    """
    from footydata.evaluation.evaluate import remarks_of, run, span_of
    from footydata.evaluation.scoring import CalibrationRow, Score

    with reading(database) as connection, ProgressLine(quiet=quiet) as line:
        span = span_of(connection, league=list(leagues) or None, start=start, end=end)
        evaluated = run(connection, market_of(market), span, model, progress=line.show)
    rows, fields = (evaluated.calibration, CalibrationRow._fields) if calibration else (evaluated.scores, Score._fields)
    printed = [_rounded(row) for row in rows] if format == "table" else list(rows)
    print_rows(fields, printed, format=format)
    if not quiet:
        for remark in remarks_of(evaluated):
            say(remark, err=True)
        say(REMARK, err=True)


def _rounded(row: tuple[object, ...]) -> list[object]:
    """The row for the terminal: scores with four decimals, the line (the third cell) unchanged."""
    return [f"{value:.4f}" if isinstance(value, float) and place != 2 else value for place, value in enumerate(row)]
