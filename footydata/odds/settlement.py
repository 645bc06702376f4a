"""Settlement: how a bet on a market ends on a fixture's figures.

A quarter line is two half stakes on its neighbours. Contract 21.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from numbers import Real
from typing import TypeAlias

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import TOTAL, Market
from footydata.football.records import FixtureRecord
from footydata.football.rows import FixtureRow
from footydata.football.terms import Figure, Side, StateDetail, Status, card_points
from footydata.odds.markets import AHEAD, ALL_MARKETS, MARKET_BY_PARAM

_NUMBERS = (float, int, Real)
"""What a line or a count may be; the plain types first, as asking the abstract one takes half of a settlement."""


class Outcome(StrEnum):
    """How a bet ends."""

    WON = "won"
    HALF_WON = "half_won"
    VOID = "void"
    HALF_LOST = "half_lost"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a bet ended.

    Attributes:
        outcome: won, half_won, void, half_lost or lost.
        won: the share W of the stake that won (0, .5, 1).
        lost: the share L of the stake that lost (0, .5, 1).
    """

    outcome: Outcome
    won: float
    lost: float

    def __str__(self) -> str:
        return self.outcome.value

    def returned(self, stake: float, price: float) -> float:
        """What comes back of the stake at the price.

        >>> settle("corner", line=9.75, side="over", home=6, away=4).returned(100, 1.95)
        147.5
        """
        return stake * (1 - self.lost + self.won * (price - 1))

    def profit(self, stake: float, price: float) -> float:
        """What the bet won, negative if it lost.

        >>> settle("corner", line=10.25, side="over", home=6, away=4).profit(100, 1.95)
        -50.0
        """
        return stake * (self.won * (price - 1) - self.lost)


SETTLEMENTS: dict[float, Settlement] = {
    2: Settlement(Outcome.WON, 1.0, 0.0),
    1: Settlement(Outcome.HALF_WON, 0.5, 0.0),
    0: Settlement(Outcome.VOID, 0.0, 0.0),
    -1: Settlement(Outcome.HALF_LOST, 0.0, 0.5),
    -2: Settlement(Outcome.LOST, 0.0, 1.0),
}
"""The half stakes won less the half stakes lost → the settlement."""

VOID = SETTLEMENTS[0]

VOID_STATES = frozenset(StateDetail)
"""The states of a fixture in which bets are void, as it was not decided on the field."""


@named_arguments
def settle(
    market: str | Market,
    *,
    line: float | None = None,
    side: str,
    home: int | None,
    away: int | None,
) -> Settlement:
    """The settlement of a bet on one side of a market.

    line: the home side's, as everywhere in the contract, also if the bet is on the away side; None for markets
    without one. home, away: the counts of the market's figure, of the first half in half markets; cards count
    yellow + 2 x red (`card_points`). An unknown figure voids the bet; a team's own market needs that team's alone.
    Raises InvalidArgument.

    >>> print(settle("corner", line=10.25, side="over", home=6, away=4))
    half_lost
    >>> print(settle("asian_handicap", line=-0.75, side="home", home=2, away=1))
    half_won
    >>> print(settle("asian", line=-0.75, side="away", home=2, away=1))
    half_lost
    >>> print(settle("btts", side="yes", home=2, away=0))
    lost
    >>> print(settle("home_corners", line=5.0, side="over", home=5, away=None))
    void
    """
    row = market_of(market)
    check_side(row, side)
    line = check_line(row, line)
    if row.team is not None:
        home, away = (home, 0) if row.team is Side.HOME else (0, away)
    if home is None or away is None:
        return VOID
    _check_figures(home, away)
    margin = AHEAD[row.shape.name, side](home, away, line or 0.0)
    # A quarter above the line wins one half stake, two quarters win both.
    return SETTLEMENTS[2 if margin >= 0.5 else -2 if margin <= -0.5 else 4 * margin]


def settle_fixture(
    market: str | Market,
    *,
    line: float | None = None,
    side: str,
    fixture: FixtureRecord | FixtureRow,
) -> Settlement | None:
    """The settlement of a bet on a fixture, None while it is open.

    Void: unknown figures of a finished fixture, and fixtures abandoned, awarded, cancelled or postponed; but bets on
    the first half of an abandoned one are settled if its half-time score and the market's own figure are recorded.
    Raises InvalidArgument. Contract 21.
    """
    row = market_of(market)
    check_side(row, side)
    line = check_line(row, line)
    if fixture.state_detail in VOID_STATES:
        if not (row.half and _is_half_played(fixture)):
            return VOID
    elif fixture.status != Status.FINISHED:
        return None
    home, away = counts(row, fixture)
    return settle(row, line=line, side=side, home=home, away=away)


def _is_half_played(fixture: FixtureRecord | FixtureRow) -> bool:
    """Whether the first half of an abandoned fixture was played out: then it has a half-time score."""
    is_abandoned = fixture.state_detail == StateDetail.ABANDONED
    return is_abandoned and None not in (fixture.half_home_goals, fixture.half_away_goals)


def market_of(market: str | Market) -> Market:
    """The market of that key, parameter name or title, whatever its case, or itself. Raises InvalidArgument.

    >>> market_of("Corner line").param, market_of("first-half goal line").param
    ('corner', 'goalline_half')
    """
    if isinstance(market, Market):
        return market
    market = str(market)
    row = MARKET_BY_PARAM.get(market) or _BY_NAME.get(_plain(market))
    if row is None:
        nearest_names = get_close_matches(_plain(market), _BY_NAME, 1)
        hint = f" (did you mean {_BY_NAME[nearest_names[0]].param}?)" if nearest_names else ""
        raise UnknownMarket(
            f"unknown market {market!r}{hint}{_AND_THE_MARKETS}",
            parameter="market",
            value=market,
            choices=tuple(MARKET_BY_PARAM),
        )
    return row


THE_MARKETS = f"the markets are {', '.join(MARKET_BY_PARAM)}"
_AND_THE_MARKETS = f"; {THE_MARKETS}"


class UnknownMarket(InvalidArgument):
    """A name that no market has."""

    @property
    def brief(self) -> str:
        """The message without the names of all markets."""
        return str(self).removesuffix(_AND_THE_MARKETS)


def _plain(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


_BY_NAME = {_plain(name): row for row in ALL_MARKETS for name in (row.title, row.key, row.param)}


def check_side(market: Market, side: str) -> None:
    """Raise InvalidArgument if the side is not a selection of the market."""
    if side not in market.shape.selections:
        raise InvalidArgument(
            f"unknown side {side!r} of {market.param}; it has {', '.join(market.shape.selections)}",
            parameter="side",
            value=side,
            choices=market.shape.selections,
        )


def check_line(market: Market, line: float | None) -> float | None:
    """The line of a market. Raises InvalidArgument if it is absent, not expected, or no multiple of a quarter."""
    shape = market.shape
    if not shape.has_line:
        if line is not None:
            raise InvalidArgument(
                f"{market.param} has no line; {line!r} was given", parameter="line", value=line
            )
        return None
    if line is None:
        raise InvalidArgument(
            f"{market.param} needs a line, a multiple of 0.25", parameter="line", value=line
        )
    if not isinstance(line, _NUMBERS) or not math.isfinite(line) or line * 4 % 1:
        raise InvalidArgument(
            f"{line!r} is not a line of {market.param}; lines are multiples of 0.25",
            parameter="line",
            value=line,
        )
    if shape is TOTAL and line < 0:
        raise InvalidArgument(
            f"{line!r} is not a line of {market.param}; a total is never below 0",
            parameter="line",
            value=line,
        )
    return float(line)


Counts: TypeAlias = tuple[int | None, int | None]

_COUNTS: Mapping[tuple[Figure, bool], Callable[[FixtureRecord | FixtureRow], Counts]] = {
    (Figure.GOALS, False): lambda row: (row.home_goals, row.away_goals),
    (Figure.GOALS, True): lambda row: (row.half_home_goals, row.half_away_goals),
    (Figure.CORNERS, False): lambda row: (row.home_corners, row.away_corners),
    (Figure.CORNERS, True): lambda row: (row.half_home_corners, row.half_away_corners),
    (Figure.CARD_POINTS, False): lambda row: (
        card_points(row.home_yellow, row.home_red),
        card_points(row.away_yellow, row.away_red),
    ),
}


def counts(market: Market, fixture: FixtureRecord | FixtureRow) -> Counts:
    """The home and away count that the market settles on, each None if unknown."""
    return _COUNTS[market.figure, market.half](fixture)


def _check_figures(home: int, away: int) -> None:
    for name, figure in (("home", home), ("away", away)):
        if not isinstance(figure, _NUMBERS) or figure < 0 or figure % 1:
            raise InvalidArgument(
                f"{figure!r} is not a count; figures are whole numbers from 0",
                parameter=name,
                value=figure,
            )
