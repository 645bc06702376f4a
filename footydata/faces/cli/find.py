"""footydata find, counts and averages: fixtures by their figures, overs and unders, averages of any figure."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from footydata.faces.cli.arguments import COUNT, MarketName, database_argument
from footydata.faces.cli.fixture_rows import FIXTURE_FIELDS, Beside
from footydata.faces.cli.narrowing import (
    cards_pair,
    day_text,
    grouping_options,
    narrowed,
    narrowing_options,
)
from footydata.faces.cli.printing import (
    format_option,
    pair,
    print_rows,
    quiet_option,
    say,
    say_lines,
)
from footydata.faces.cli.text import Word
from footydata.football.cards import card_points
from footydata.football.errors import NotFound
from footydata.football.records import KnockoutRecord
from footydata.football.register.figures import further_figures
from footydata.football.rows import FixtureRow
from footydata.football.scores import whole_score
from footydata.football.terms import STATISTICS, Order, Side, Status
from footydata.football.wording import plural
from footydata.frames.columns import averages_columns, counts_columns
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.odds.settlement import Outcome
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.conditions import FIGURES, FURTHER, SIDES, read_condition
from footydata.store.read.fixtures.counts import (
    Average,
    LineCount,
    count_fixtures,
    known_enough,
    line_counts,
    values_of,
)
from footydata.store.read.fixtures.counts import averages as read_averages
from footydata.store.read.fixtures.fixtures import fixtures
from footydata.store.read.fixtures.mixed_competitions import mixed_competitions
from footydata.store.read.quality.reasons import too_few, why_no_figure, why_none_found
from footydata.views.columns import row_of

FOUND = (
    "date",
    "league",
    "season",
    "home",
    "goals",
    "away",
    "half",
    "corners",
    "cards",
    "card_points",
)
"""The columns of a table before those of further figures and the id; csv and json have every field."""

SPARE = ("half", "season", "league")
"""The columns that a narrow terminal leaves out, after cards or card_points."""


def _units() -> list[str]:
    """Each further figure with its unit."""
    return [
        figure.name if figure.unit == "count" else f"{figure.name} ({figure.unit})"
        for figure in further_figures()
    ]


@click.command(
    epilog=f"The figures: {', '.join(name for name in FIGURES if name not in FURTHER)}; where a source has them "
    f"(home_ and away_ of each but attendance): {', '.join(STATISTICS)}, {', '.join(_units())}. "
    "half_ is of the first half alone. Cards are yellow + red; card points are yellow + 2 x red, as the card markets "
    "count."
)
@database_argument
@click.option(
    "--where",
    metavar="CONDITION",
    required=True,
    help="For example 'corners > 12 and card_points <= 3'.",
)
@narrowing_options
@click.option(
    "--limit",
    type=COUNT,
    default=50,
    show_default=True,
    help="The most fixtures, the newest first.",
)
@format_option
@quiet_option
def find(database: Path, where: str, limit: int, format: str, quiet: bool, **options: Any) -> None:
    """Find finished fixtures by their figures, newest first.

    \b
    A condition compares figures and numbers (< <= > >= = !=), adds and subtracts them,
    and joins comparisons by and, or, not and parentheses:
      footydata find football.db --where 'corners > 12 and card_points <= 3'
      footydata find football.db --where 'home_corners - away_corners >= 8' --league "La Liga"
      footydata find football.db --where 'fouls > 25 and cards < 2'
      footydata find football.db --where '8 < corners <= 10 and not (goals = 0)' --season 25/26 --league 39
    """
    condition, is_table = read_condition(where), format == "table"
    with reading(database) as connection:
        finished = replace(narrowed(connection, **options), statuses=(Status.FINISHED,))
        rows = fixtures(
            connection, replace(finished, figures=condition), order=Order.DESC, limit=limit
        )
        count = count_fixtures(connection, replace(finished, figures=condition))
        known = count_fixtures(connection, replace(finished, figures=condition.known))
        if not count:
            raise NotFound(
                why_none_found(connection, finished, condition, where=where, known=known)
            )
        beside = Beside.read(connection, rows)
        # A table shows the other figures as those of both sides, in a column each.
        names = [
            name
            for name in condition.names
            if (name in FURTHER if is_table else name not in FIXTURE_FIELDS)
        ]
        values = values_of(
            connection, [row.id for row in rows], {name: FIGURES[name] for name in names}
        )
    if not is_table:
        whole = [(*beside.whole(row), *values[row.id]) for row in rows]
        print_rows((*FIXTURE_FIELDS, *names), whole, format=format)
    else:
        cells = [(*_found_row(row, beside.ends[row.id]), *values[row.id], row.id) for row in rows]
        print_rows((*FOUND, *names, "id"), cells, format=format, spare=_spare(where))
    if not quiet:
        note = "" if count == len(rows) else f" The newest {len(rows)} are shown."
        say(
            f"{count:,} of {plural(known, 'fixture')} whose figures are known ({count / known:.1%}).{note}",
            err=True,
        )


def _spare(where: str) -> tuple[str, ...]:
    return ("cards" if "card_points" in where.lower() else "card_points", *SPARE)


def _found_row(row: FixtureRow, end: KnockoutRecord) -> tuple[Any, ...]:
    points = (
        card_points(row.home_yellow, row.home_red),
        card_points(row.away_yellow, row.away_red),
    )
    return (
        day_text(row.kickoff_ts),
        row.league,
        row.season,
        row.home,
        whole_score(row.home_goals, row.away_goals, end, sides=(row.home, row.away)) or None,
        row.away,
        pair(row.half_home_goals, row.half_away_goals),
        pair(row.home_corners, row.away_corners),
        cards_pair(row),
        pair(*points),
    )


@click.command()
@database_argument
@click.option(
    "--market",
    metavar="M",
    type=MarketName(),
    required=True,
    help=f"What is counted: {', '.join(MARKET_BY_PARAM)}.",
)
@click.option("--line", type=float, help="The line; a handicap is that of the team in the row.")
@click.option("--side", help="The side whose wins are counted; the first of the market by default.")
@grouping_options
@narrowing_options
@format_option
@quiet_option
def counts(
    database: Path,
    market: str,
    line: float | None,
    side: str | None,
    by: str,
    venue: str | None,
    min_fixtures: int,
    format: str,
    quiet: bool,
    **options: Any,
) -> None:
    """How often fixtures of each team, league or referee went over a line, with the sample size.

    'share' is the part of the decided stakes that won, 'price' the one at which they would have broken even, 'mean' the
    average of what the market counts (card points in the card markets: yellow + 2 x red). A team counts as the home
    side of all its fixtures: home_corners are its own, away_corners its opponents'. Few fixtures prove little: the
    95 % interval contains the true share in 95 of 100 such samples.

    \b
    Examples:
      footydata counts football.db --market corner --line 10.5 --league "Premier League" --season 25/26
      footydata counts football.db --market corner_asian --line -1.25 --league 39 --venue home
      footydata counts football.db --market home_corners --line 5.5 --league "Premier League"
      footydata counts football.db --market cards --line 4.5 --by league
      footydata counts football.db --market cards --line 4.5 --by referee --league "Premier League"
    """
    chosen_market = MARKET_BY_PARAM[market]
    chosen_side = side.casefold() if side else chosen_market.shape.selections[0]
    if line is None and chosen_market.shape.has_line:
        raise click.UsageError(f"{market} is counted at a line, a multiple of 0.25: --line 10.5")
    with reading(database) as connection:
        rows = line_counts(
            connection,
            chosen_market,
            narrowed(connection, **options),
            line=line,
            side=chosen_side,
            by=by,
            venue=Side(venue) if venue else None,
        )
    if not rows:
        raise NotFound(
            f"no matching finished fixture has known {chosen_market.figure.replace('_', ' ')}"
        )
    kept, left_out = known_enough(rows, min_fixtures)
    few = too_few(left_out, min_fixtures, by=by)
    if not kept:
        raise NotFound(few)
    if format == "table":
        print_rows(*_count_table(kept, chosen_side, by), format=format)
    else:
        bet = {"market": chosen_market.param, "line": line, "side": chosen_side}
        columns = counts_columns(by)
        cells = [row_of(columns, row.values(by) | bet) for row in kept]
        print_rows([each.name for each in columns], cells, format=format)
    if few and not quiet:
        say(few, err=True)


def _count_table(
    rows: list[LineCount], side: str, by: str
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """The columns and rows of a table, with the outcomes that any row has."""
    ends = [
        end
        for end in Outcome
        if end in (Outcome.WON, Outcome.LOST) or any(getattr(row, end) for row in rows)
    ]
    titles = (side if end == Outcome.WON else end for end in ends)
    cells: list[tuple[object, ...]] = []
    for row in rows:
        low, high = row.interval or (None, None)
        likely = None if low is None or high is None else f"{low:.2f}-{high:.2f}"
        counts = (row.name, row.fixtures, *(getattr(row, end) for end in ends))
        cells.append((*counts, row.share, likely, row.fair_price, row.mean))
    return (by, "fixtures", *titles, "share", "95 %", "price", "mean"), cells


@click.command(epilog=f"The figures: {', '.join(SIDES)}; half_ is of the first half alone.")
@database_argument
@click.option(
    "--figure",
    "figures",
    type=Word(lambda: SIDES),
    metavar="F",
    multiple=True,
    required=True,
    help="A figure to average; may be repeated.",
)
@grouping_options
@narrowing_options
@format_option
@quiet_option
def averages(
    database: Path,
    figures: tuple[str, ...],
    by: str,
    venue: str | None,
    min_fixtures: int,
    format: str,
    quiet: bool,
    **options: Any,
) -> None:
    """Average figures per finished fixture, by team, league or referee, the highest 'both' first.

    By team: own and opponents' averages; by league or referee: those of the home and the away sides; 'both' is their
    sum. 'fixtures' counts those with a known figure; an average over few fixtures proves little.

    \b
    Examples:
      footydata averages football.db --figure fouls --figure cards --by referee --league "Premier League"
      footydata averages football.db --figure xg --season 17/18 --league "La Liga" --venue home
    """
    cells: list[tuple[object, ...]] = []
    few: list[str] = []
    mixed: dict[str, None] = {}
    with reading(database) as connection:
        filters = narrowed(connection, **options)
        for figure in (name.casefold() for name in figures):
            rows = read_averages(
                connection, figure, filters, by=by, venue=Side(venue) if venue else None
            )
            kept, left_out = known_enough(rows, min_fixtures)
            cells += [_average_row(figure, row) for row in kept]
            few += [f"{figure}: {too_few(left_out, min_fixtures, by=by)}"] if left_out else []
            mixed[
                mixed_competitions(
                    connection, filters, figure, by=by, venue=Side(venue) if venue else None
                )
            ] = None
        if not cells:
            raise NotFound("; ".join(few) or why_no_figure(connection, filters, figures))
    print_rows([each.name for each in averages_columns(by)], cells, format=format)
    if not quiet:
        say_lines((*few, *filter(None, mixed)), err=True)


def _average_row(figure: str, row: Average) -> tuple[object, ...]:
    return (row.name, figure, row.fixtures, row.own, row.other, row.whole)
