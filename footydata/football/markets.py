"""What a market is, and the eleven of the service: their names, shapes, and what they settle on.

Everything about the service's markets (parameter values, columns, JSON keys, summary periods, docs) is driven by
MARKETS. `odds.markets` adds markets that are settled and priced, but are not part of the service.
Contract 12.
"""

from dataclasses import dataclass

from footydata.football.terms import Figure, Period, Side


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of a market's quote.

    Attributes:
        name: the name of the shape.
        selections: the priced selections, in the order of the columns price_1, price_2, price_3.
        has_line: whether a quote has a line.
        winners: how many of the selections win, so what their chances sum to.
    """

    name: str
    selections: tuple[str, ...]
    has_line: bool
    winners: int = 1


THREE_WAY = Shape("three_way", ("home", "draw", "away"), has_line=False)
HANDICAP = Shape("handicap", ("home", "away"), has_line=True)
TOTAL = Shape("total", ("over", "under"), has_line=True)
YES_NO = Shape("yes_no", ("yes", "no"), has_line=False)

ALL_PERIODS = (Period.OPENING, Period.CLOSING, Period.INPLAY)


@dataclass(frozen=True, slots=True)
class Market:
    """What can be bet on: a figure of one team or both, in the whole fixture or the first half, in some shape.

    Attributes:
        key: its name in odds objects and in the database.
        param: its name as a request parameter and on the command line.
        shape: the form of its quotes.
        figure: what it settles on.
        title: its name for people.
        half: whether it settles on the first half only.
        team: the side whose count it settles on, None for both.
    """

    key: str
    param: str
    shape: Shape
    figure: Figure
    title: str
    half: bool = False
    team: Side | None = None


@dataclass(frozen=True, slots=True)
class ServedMarket(Market):
    """A market of the service.

    Attributes:
        in_summary: whether it is in the odds summary.
        everywhere: whether all bookmakers carry it, not only the default one.
    """

    in_summary: bool = True
    everywhere: bool = False

    @property
    def summary_periods(self) -> tuple[Period, ...]:
        """The periods in the odds summary: first-half markets have no opening."""
        return ALL_PERIODS[1:] if self.half else ALL_PERIODS


MARKETS: tuple[ServedMarket, ...] = (
    ServedMarket("1x2", "1x2", THREE_WAY, Figure.GOALS, "Match result", everywhere=True),
    ServedMarket(
        "asian_handicap", "asian", HANDICAP, Figure.GOALS, "Asian handicap", everywhere=True
    ),
    ServedMarket("goal_line", "goalline", TOTAL, Figure.GOALS, "Goal line", everywhere=True),
    ServedMarket("corner_line", "corner", TOTAL, Figure.CORNERS, "Corner line", everywhere=True),
    ServedMarket("corner_asian", "corner_asian", HANDICAP, Figure.CORNERS, "Corner handicap"),
    ServedMarket("card_line", "cards", TOTAL, Figure.CARD_POINTS, "Card line"),
    ServedMarket("card_asian", "cards_asian", HANDICAP, Figure.CARD_POINTS, "Card handicap"),
    ServedMarket(
        "asian_handicap_half",
        "asian_half",
        HANDICAP,
        Figure.GOALS,
        "First-half handicap",
        half=True,
    ),
    ServedMarket(
        "goal_line_half", "goalline_half", TOTAL, Figure.GOALS, "First-half goal line", half=True
    ),
    ServedMarket(
        "corner_line_half",
        "corner_half",
        TOTAL,
        Figure.CORNERS,
        "First-half corner line",
        half=True,
    ),
    ServedMarket("btts", "btts", YES_NO, Figure.GOALS, "Both teams to score", in_summary=False),
)

BY_KEY: dict[str, ServedMarket] = {market.key: market for market in MARKETS}
BY_PARAM: dict[str, ServedMarket] = {market.param: market for market in MARKETS}
SUMMARY_MARKETS: tuple[ServedMarket, ...] = tuple(market for market in MARKETS if market.in_summary)


def carried_markets(*, is_default: bool) -> tuple[ServedMarket, ...]:
    """The markets that a bookmaker carries: all eleven for the default one, four for every other."""
    return MARKETS if is_default else tuple(market for market in MARKETS if market.everywhere)
