"""What a market is, and the eleven that the service names: their names, shapes, and what they settle on.

Everything about the service's markets (parameter values, columns, JSON keys, summary periods, docs) is driven by the
table MARKETS. `rules.markets` adds others that are settled and priced, but are no parameter and no column.
Source: specification 2 and 4, decisions 2.
"""

from dataclasses import dataclass

from footydata.contract.terms import Figure, Period, Side


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of a market's quote.

    Attributes:
        name: what the shape is called.
        selections: the priced selections in order; the columns price_1, price_2, price_3 hold them.
        has_line: whether a line goes with the prices.
    """

    name: str
    selections: tuple[str, ...]
    has_line: bool


THREE_WAY = Shape("three_way", ("home", "draw", "away"), has_line=False)
HANDICAP = Shape("handicap", ("home", "away"), has_line=True)
TOTAL = Shape("total", ("over", "under"), has_line=True)
YES_NO = Shape("yes_no", ("yes", "no"), has_line=False)

ALL_PERIODS = (Period.OPENING, Period.CLOSING, Period.INPLAY)


@dataclass(frozen=True, slots=True)
class Market:
    """What can be bet on: a figure, of one team or both, of the whole fixture or its first half, in some form.

    Attributes:
        key: its name in odds objects and in the database.
        param: its name as a request parameter and on the command line.
        shape: the form of its quotes.
        figure: what it settles on (card points are yellow + 2 x red).
        title: its name for people.
        half: whether it settles on the first half alone.
        team: the side whose count it settles on, None where it settles on both.
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
    """A market that the service names.

    Attributes:
        in_summary: whether the odds summary shows it.
        everywhere: whether all bookmakers carry it, not only the default one.
    """

    in_summary: bool = True
    everywhere: bool = False

    @property
    def summary_periods(self) -> tuple[Period, ...]:
        """The periods that the odds summary shows: the half markets have no opening."""
        return ALL_PERIODS[1:] if self.half else ALL_PERIODS


MARKETS: tuple[ServedMarket, ...] = (
    ServedMarket("1x2", "1x2", THREE_WAY, Figure.GOALS, "Match result", everywhere=True),
    ServedMarket("asian_handicap", "asian", HANDICAP, Figure.GOALS, "Asian handicap", everywhere=True),
    ServedMarket("goal_line", "goalline", TOTAL, Figure.GOALS, "Goal line", everywhere=True),
    ServedMarket("corner_line", "corner", TOTAL, Figure.CORNERS, "Corner line", everywhere=True),
    ServedMarket("corner_asian", "corner_asian", HANDICAP, Figure.CORNERS, "Corner handicap"),
    ServedMarket("card_line", "cards", TOTAL, Figure.CARD_POINTS, "Card line"),
    ServedMarket("card_asian", "cards_asian", HANDICAP, Figure.CARD_POINTS, "Card handicap"),
    ServedMarket("asian_handicap_half", "asian_half", HANDICAP, Figure.GOALS, "First-half handicap", half=True),
    ServedMarket("goal_line_half", "goalline_half", TOTAL, Figure.GOALS, "First-half goal line", half=True),
    ServedMarket("corner_line_half", "corner_half", TOTAL, Figure.CORNERS, "First-half corner line", half=True),
    ServedMarket("btts", "btts", YES_NO, Figure.GOALS, "Both teams to score", in_summary=False),
)

BY_KEY: dict[str, ServedMarket] = {market.key: market for market in MARKETS}
BY_PARAM: dict[str, ServedMarket] = {market.param: market for market in MARKETS}
SUMMARY_MARKETS: tuple[ServedMarket, ...] = tuple(market for market in MARKETS if market.in_summary)


def carried_markets(*, is_default: bool) -> tuple[ServedMarket, ...]:
    """The markets of a bookmaker: all eleven for the default, four for every other."""
    return MARKETS if is_default else tuple(market for market in MARKETS if market.everywhere)
