"""footydata evaluate: scores fair lines on past fixtures, walk-forward."""

from datetime import date as Day
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from footydata.faces.cli.arguments import Leagues, Text, Typed, command
from footydata.faces.cli.printing import Output
from footydata.football.markets import Market
from footydata.football.moments import day_of
from footydata.football.wording import plural
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.odds.settlement import market_of
from footydata.store.file.transactions import reading
from footydata.views.arguments import Says
from footydata.views.view import View, listed

if TYPE_CHECKING:
    from footydata.evaluation.scoring import Evaluated

REMARK = "A good score is no evidence of profit; beating a closing price is not to be expected."


@command()
def evaluate(
    database: Path,
    *,
    market: Annotated[
        Market,
        Typed(
            "A market: 1x2, goalline, corner, cards ...",
            read=Text(market_of, MARKET_BY_PARAM.keys),
        ),
    ],
    league: Leagues = (),
    start: Annotated[
        Day | None, Says("The first day; a year after the first fixture by default.")
    ] = None,
    end: Annotated[Day | None, Says("The last day, inclusive; today by default.")] = None,
    calibration: Annotated[
        bool, Says("Show how often the model's chances came true, instead of scores.")
    ] = False,
    fixtures: Annotated[bool, Says("Show each fixture's scores, instead of their means.")] = False,
    compare: Annotated[
        tuple[tuple[str, str], ...],
        Typed(
            "Test whether A is better than B by more than chance, of model, 'base rate' and market. "
            "May be repeated.",
            metavar="A B",
            read=click.Tuple([Text(), Text()]),
        ),
    ] = (),
    out: Output,
) -> None:
    """How good fair lines of a market were: log loss and ranked probability score, lower is better.

    Week by week the model is fitted to what was known before the week and scored on the week's fixtures, beside the
    base rate of their league and recorded opening and closing prices. The week's opening prices count as known, as
    their time is not stored. 'behind' is by how much a forecaster is worse than the model on the same fixtures,
    'error' its standard error: less than two errors may be chance. 'clustered_error' is the same where fixtures of one
    season of a league may be correlated. Against 'results', a row without a line scores the whole distribution, one
    with a line the chance of passing it. --compare tests two forecasters (Diebold and Mariano, with the small-sample
    correction): a 'difference' below 0 says that the first one is better.

    \b
    Examples:
      footydata evaluate football.db --market corner --league "Premier League"
      footydata evaluate football.db --market 1x2 --start 2024-08-01 --end 2025-05-31
      footydata evaluate football.db --market cards --calibration --format csv
      footydata evaluate football.db --market corner --compare model "base rate"
    """
    # They import the models, which take as long as other commands; wrong usage is refused before.
    from footydata.evaluation import running, scoring
    from footydata.evaluation.model_chances import OURS

    if calibration + fixtures + bool(compare) > 1:
        raise click.UsageError(
            "--calibration, --fixtures and --compare are answers of their own; choose one"
        )
    forecasters = (scoring.MODEL, scoring.BASE_RATE, scoring.MARKET)
    for name in (name for pair in compare for name in pair if name not in forecasters):
        raise click.UsageError(
            f"--compare knows no {name!r}; here it takes {', '.join(forecasters)}"
        )
    with reading(database) as connection, out.progress() as line:
        span = running.span_of(connection, league=list(league) or None, start=start, end=end)

        def show(done: int, weeks: int, moment: int) -> None:
            what = day_of(moment).isoformat() if done < weeks else "scoring"
            line.show(f"{done * 100 // weeks} % of {plural(weeks, 'week')}: {what}")

        line.show("reading the fixtures")
        evaluated = running.run(connection, market, span, OURS, progress=show)
        view = _view(evaluated, calibration=calibration, fixtures=fixtures, pairs=compare)
        out._replace(is_quiet=False).view(view)
    for remark in (*running.remarks_of(evaluated), REMARK):
        out.remark(remark)


def _view(
    evaluated: "Evaluated",
    *,
    calibration: bool,
    fixtures: bool,
    pairs: tuple[tuple[str, str], ...],
) -> View:
    """The scores, or what is chosen in their place; people see four decimals. Raises InvalidArgument."""
    # As above.
    from footydata.evaluation import running, scoring

    columns, reason = scoring.SCORE_COLUMNS, ""
    rows: list[tuple[object, ...]] = [*evaluated.scores]
    if pairs:
        columns = running.COMPARISON_COLUMNS
        rows = [row for one, other in pairs for row in running.comparisons(evaluated, one, other)]
        reason = "no two of these were scored on the same fixtures: the prices of the market may not be recorded"
    elif fixtures:
        # It brings pandas, which the other answers do without.
        from footydata.evaluation.evaluate import FIXTURE_SCORE_COLUMNS, fixture_scores

        columns, rows = FIXTURE_SCORE_COLUMNS, [*fixture_scores(evaluated)]
    elif calibration:
        columns, rows = scoring.CALIBRATION_COLUMNS, [*evaluated.calibration]
    view = listed(columns, rows, reason=reason, is_empty_fine=True)
    shown = [
        each if each.head.endswith("line") else each._replace(format=each.format or _rounded)
        for each in view.shown
    ]
    return view._replace(shown=shown)


def _rounded(value: Any) -> Any:
    return f"{value:.4f}" if isinstance(value, float) else value
