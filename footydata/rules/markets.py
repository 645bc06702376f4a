"""The markets that are settled and priced: the eleven that the service names, and others that it does not.

A market is a row of a table: a figure, of one team or both, of the whole fixture or its first half, in a shape. What
each selection of a shape wins on is a row of another. Settlement, counts and fair lines read both tables, so that
another market of a known shape is one row of OWN_MARKETS. Such a market is no parameter and no column of the service.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from footydata.contract.markets import HANDICAP, MARKETS, THREE_WAY, TOTAL, YES_NO, Market, Shape
from footydata.contract.terms import Figure, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

N = TypeVar("N", float, "NDArray[np.float64]")

DRAW_NO_BET = Shape("draw_no_bet", ("home", "away"), has_line=False)
DOUBLE_CHANCE = Shape("double_chance", ("home_or_draw", "home_or_away", "draw_or_away"), has_line=False)

GOALS, CORNERS, CARD_POINTS = Figure.GOALS, Figure.CORNERS, Figure.CARD_POINTS
HOME, AWAY = Side.HOME, Side.AWAY

OWN_MARKETS: tuple[Market, ...] = (
    Market("draw_no_bet", "draw_no_bet", DRAW_NO_BET, GOALS, "Draw no bet"),
    Market("double_chance", "double_chance", DOUBLE_CHANCE, GOALS, "Double chance"),
    Market("home_goals", "home_goals", TOTAL, GOALS, "Home team's goals", team=HOME),
    Market("away_goals", "away_goals", TOTAL, GOALS, "Away team's goals", team=AWAY),
    Market("home_goals_half", "home_goals_half", TOTAL, GOALS, "Home team's first-half goals", half=True, team=HOME),
    Market("away_goals_half", "away_goals_half", TOTAL, GOALS, "Away team's first-half goals", half=True, team=AWAY),
    Market("home_corners", "home_corners", TOTAL, CORNERS, "Home team's corners", team=HOME),
    Market("away_corners", "away_corners", TOTAL, CORNERS, "Away team's corners", team=AWAY),
    Market(
        "home_corners_half", "home_corners_half", TOTAL, CORNERS, "Home team's first-half corners", half=True, team=HOME
    ),
    Market(
        "away_corners_half", "away_corners_half", TOTAL, CORNERS, "Away team's first-half corners", half=True, team=AWAY
    ),
    Market("home_cards", "home_cards", TOTAL, CARD_POINTS, "Home team's cards", team=HOME),
    Market("away_cards", "away_cards", TOTAL, CARD_POINTS, "Away team's cards", team=AWAY),
)
"""The markets that the service does not name; key and param are the same."""

ALL_MARKETS: tuple[Market, ...] = (*MARKETS, *OWN_MARKETS)
MARKET_BY_KEY: dict[str, Market] = {market.key: market for market in ALL_MARKETS}
MARKET_BY_PARAM: dict[str, Market] = {market.param: market for market in ALL_MARKETS}


class Combination(StrEnum):
    """How a selection combines the home and away counts; in a team's own market the other side's is 0."""

    TOTAL = "total"
    DIFFERENCE = "difference"
    GAP = "gap"
    LESSER = "lesser"


class Selection(NamedTuple):
    """What a selection wins on: a count above a line, or below it; on the line the bet is void.

    combined: how the two counts become one. sign: 1 above, -1 below. line: None where it is the bet's own.
    """

    combined: Combination
    sign: int
    line: float | None = None

    def ahead(self, home: N, away: N, line: N) -> N:
        """How far the count is on the winning side of the line, negative on the other; of one fixture or of arrays.

        A handicap is added to the home side's count: at -0.75 the difference must be above 0.75.

        >>> Selection(Combination.DIFFERENCE, 1).ahead(2, 1, -0.75), Selection(Combination.TOTAL, -1).ahead(6, 4, 9.5)
        (0.25, -0.5)
        """
        if self.combined is Combination.TOTAL:
            figure = home + away
        elif self.combined is Combination.DIFFERENCE:
            figure, line = home - away, -line
        elif self.combined is Combination.GAP:
            figure = abs(home - away)
        else:
            figure = (home + away - abs(home - away)) / 2
        return self.sign * (figure - (line if self.line is None else self.line))


SELECTIONS: dict[tuple[str, str], Selection] = {
    (THREE_WAY.name, "home"): Selection(Combination.DIFFERENCE, 1, 0.5),
    (THREE_WAY.name, "draw"): Selection(Combination.GAP, -1, 0.5),
    (THREE_WAY.name, "away"): Selection(Combination.DIFFERENCE, -1, -0.5),
    (HANDICAP.name, "home"): Selection(Combination.DIFFERENCE, 1),
    (HANDICAP.name, "away"): Selection(Combination.DIFFERENCE, -1),
    (TOTAL.name, "over"): Selection(Combination.TOTAL, 1),
    (TOTAL.name, "under"): Selection(Combination.TOTAL, -1),
    (YES_NO.name, "yes"): Selection(Combination.LESSER, 1, 0.5),
    (YES_NO.name, "no"): Selection(Combination.LESSER, -1, 0.5),
    (DRAW_NO_BET.name, "home"): Selection(Combination.DIFFERENCE, 1, 0.0),
    (DRAW_NO_BET.name, "away"): Selection(Combination.DIFFERENCE, -1, 0.0),
    (DOUBLE_CHANCE.name, "home_or_draw"): Selection(Combination.DIFFERENCE, 1, -0.5),
    (DOUBLE_CHANCE.name, "home_or_away"): Selection(Combination.GAP, 1, 0.5),
    (DOUBLE_CHANCE.name, "draw_or_away"): Selection(Combination.DIFFERENCE, -1, 0.5),
}
"""Name of the shape and selection → what it wins on."""


def selection_of(market: Market, side: str) -> Selection:
    """What a selection of a market wins on.

    >>> selection_of(MARKET_BY_PARAM["corner"], "under")
    Selection(combined=<Combination.TOTAL: 'total'>, sign=-1, line=None)
    """
    return SELECTIONS[market.shape.name, side]
