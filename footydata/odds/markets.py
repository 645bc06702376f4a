"""The markets that are settled and priced: the eleven that the service names, and others that it does not.

A market is a row of a table: a figure, of one team or both, of the whole fixture or its first half, in a shape. What
each selection of a shape wins on is a row of another. Settlement, counts and fair lines read both tables, so that
another market of a known shape is one row of OWN_MARKETS. Such a market is no parameter and no column of the service.
"""

from typing import TYPE_CHECKING, Protocol, TypeVar

from footydata.football.markets import HANDICAP, MARKETS, THREE_WAY, TOTAL, YES_NO, Market, Shape
from footydata.football.terms import Figure, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

N = TypeVar("N", float, "NDArray[np.float64]")

DRAW_NO_BET = Shape("draw_no_bet", ("home", "away"), has_line=False)
DOUBLE_CHANCE = Shape(
    "double_chance", ("home_or_draw", "home_or_away", "draw_or_away"), has_line=False, winners=2
)

GOALS, CORNERS, CARD_POINTS = Figure.GOALS, Figure.CORNERS, Figure.CARD_POINTS
HOME, AWAY = Side.HOME, Side.AWAY

OWN_MARKETS: tuple[Market, ...] = (
    Market("draw_no_bet", "draw_no_bet", DRAW_NO_BET, GOALS, "Draw no bet"),
    Market("double_chance", "double_chance", DOUBLE_CHANCE, GOALS, "Double chance"),
    Market("1x2_half", "1x2_half", THREE_WAY, GOALS, "First-half result", half=True),
    Market(
        "btts_half", "btts_half", YES_NO, GOALS, "Both teams to score in the first half", half=True
    ),
    Market(
        "draw_no_bet_half",
        "draw_no_bet_half",
        DRAW_NO_BET,
        GOALS,
        "First-half draw no bet",
        half=True,
    ),
    Market(
        "double_chance_half",
        "double_chance_half",
        DOUBLE_CHANCE,
        GOALS,
        "First-half double chance",
        half=True,
    ),
    Market("home_goals", "home_goals", TOTAL, GOALS, "Home team's goals", team=HOME),
    Market("away_goals", "away_goals", TOTAL, GOALS, "Away team's goals", team=AWAY),
    Market(
        "home_goals_half",
        "home_goals_half",
        TOTAL,
        GOALS,
        "Home team's first-half goals",
        half=True,
        team=HOME,
    ),
    Market(
        "away_goals_half",
        "away_goals_half",
        TOTAL,
        GOALS,
        "Away team's first-half goals",
        half=True,
        team=AWAY,
    ),
    Market("home_corners", "home_corners", TOTAL, CORNERS, "Home team's corners", team=HOME),
    Market("away_corners", "away_corners", TOTAL, CORNERS, "Away team's corners", team=AWAY),
    Market(
        "home_corners_half",
        "home_corners_half",
        TOTAL,
        CORNERS,
        "Home team's first-half corners",
        half=True,
        team=HOME,
    ),
    Market(
        "away_corners_half",
        "away_corners_half",
        TOTAL,
        CORNERS,
        "Away team's first-half corners",
        half=True,
        team=AWAY,
    ),
    Market("home_cards", "home_cards", TOTAL, CARD_POINTS, "Home team's cards", team=HOME),
    Market("away_cards", "away_cards", TOTAL, CARD_POINTS, "Away team's cards", team=AWAY),
)
"""The markets that the service does not name; key and param are the same."""

ALL_MARKETS: tuple[Market, ...] = (*MARKETS, *OWN_MARKETS)
MARKET_BY_KEY: dict[str, Market] = {market.key: market for market in ALL_MARKETS}
MARKET_BY_PARAM: dict[str, Market] = {market.param: market for market in ALL_MARKETS}

LEAST_CHANCES, MOST_CHANCES = 0.85, 1.6
"""What the chances of a quote (1 / price) sum to, a winner of the market; the extremes of real ones are inside."""

HIGHEST_TOTALS = {Figure.GOALS: 12.0, Figure.CORNERS: 25.0, Figure.CARD_POINTS: 16.0}
FURTHEST_HANDICAP = 8.0
"""The furthest lines that are offered, with room."""


def _limits_of(market: Market) -> tuple[bool, float, float, float, float]:
    """What its quotes can be: a third price or none, the sum of chances, the lowest and highest line."""
    shape = market.shape
    far = FURTHEST_HANDICAP if shape is HANDICAP else HIGHEST_TOTALS[market.figure]
    chances = LEAST_CHANCES * shape.winners, MOST_CHANCES * shape.winners
    return len(shape.selections) > 2, *chances, -far if shape is HANDICAP else 0.5, far


LIMITS_OF_QUOTES = {market.key: _limits_of(market) for market in ALL_MARKETS}
"""Key of a market → the limits of its quotes."""


class Ahead(Protocol):
    """How far a selection is on the winning side of its line: above 0 it wins, below 0 it loses, at 0 it is void.

    >>> AHEAD["total", "under"](6, 4, 9.5), AHEAD["handicap", "home"](2, 1, -0.75)
    (-0.5, 0.25)
    """

    def __call__(self, home: N, away: N, line: N, /) -> N:
        """Of the home and away counts at the bet's line; of one fixture or of arrays.

        In a team's own market the other side's count is 0, in a market without a line the line is.
        """


AHEAD: dict[tuple[str, str], Ahead] = {
    (THREE_WAY.name, "home"): lambda home, away, line: home - away - 0.5,
    (THREE_WAY.name, "draw"): lambda home, away, line: 0.5 - abs(home - away),
    (THREE_WAY.name, "away"): lambda home, away, line: away - home - 0.5,
    (HANDICAP.name, "home"): lambda home, away, line: home + line - away,
    (HANDICAP.name, "away"): lambda home, away, line: away - (home + line),
    (TOTAL.name, "over"): lambda home, away, line: home + away - line,
    (TOTAL.name, "under"): lambda home, away, line: line - (home + away),
    (YES_NO.name, "yes"): lambda home, away, line: home * away - 0.5,
    (YES_NO.name, "no"): lambda home, away, line: 0.5 - home * away,
    (DRAW_NO_BET.name, "home"): lambda home, away, line: home - away,
    (DRAW_NO_BET.name, "away"): lambda home, away, line: away - home,
    (DOUBLE_CHANCE.name, "home_or_draw"): lambda home, away, line: home - away + 0.5,
    (DOUBLE_CHANCE.name, "home_or_away"): lambda home, away, line: abs(home - away) - 0.5,
    (DOUBLE_CHANCE.name, "draw_or_away"): lambda home, away, line: away - home + 0.5,
}
"""Name of the shape and selection → what it wins on."""
