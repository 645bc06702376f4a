"""Settlement of many bets at once, on NumPy arrays; equal to the rule of `settlement` bet by bet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from footydata.contract.markets import HANDICAP, THREE_WAY, TOTAL, YES_NO, Market, Shape
from footydata.rules.settlement import SETTLEMENTS, SettlementError, WrongFigure, WrongLine, check_side, market_of

Floats: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.int8]
Flags: TypeAlias = NDArray[np.bool_]

OUTCOMES = np.array([SETTLEMENTS[half_stakes].outcome.value for half_stakes in range(-2, 3)])
"""The outcomes from lost to won, at half stakes + 2."""

_SHAPES: tuple[Shape, ...] = (THREE_WAY, HANDICAP, TOTAL, YES_NO)
_SELECTIONS: tuple[tuple[Shape, str], ...] = tuple((shape, side) for shape in _SHAPES for side in shape.selections)


@dataclass(frozen=True, slots=True)
class Settlements:
    """How many bets ended, in their order.

    Attributes:
        half_stakes: half stakes won less half stakes lost, -2 to 2 a bet.
    """

    half_stakes: Codes

    @property
    def won(self) -> Floats:
        """The share W of each stake that won."""
        return np.maximum(self.half_stakes, 0) / 2

    @property
    def lost(self) -> Floats:
        """The share L of each stake that lost."""
        return np.maximum(-self.half_stakes, 0) / 2

    @property
    def outcomes(self) -> NDArray[np.str_]:
        """The outcome of each bet by name."""
        return OUTCOMES[self.half_stakes + 2]

    def returned(self, stake: ArrayLike, price: ArrayLike) -> Floats:
        """What comes back of each stake at its price."""
        result: Floats = np.asarray(stake) * (1 - self.lost + self.won * (np.asarray(price) - 1))
        return result

    def profit(self, stake: ArrayLike, price: ArrayLike) -> Floats:
        """What each bet won, negative where it lost."""
        result: Floats = np.asarray(stake) * (self.won * (np.asarray(price) - 1) - self.lost)
        return result


def settle_many(
    market: str | Market | Sequence[str],
    *,
    line: ArrayLike = np.nan,
    side: str | Sequence[str],
    home: ArrayLike,
    away: ArrayLike,
) -> Settlements:
    """The settlements of many bets; each argument is one value for all or one a bet.

    line: NaN for markets without one. home, away: counts as for `settle`, NaN where unknown (void).
    Raises UnknownMarket, UnknownSide, WrongLine or WrongFigure, naming the first bet that is at fault.
    """
    selection, has_line, is_total = _selections(market, side)
    lines, home_counts, away_counts, selection, has_line, is_total = np.broadcast_arrays(
        np.asarray(line, dtype=np.float64),
        np.asarray(home, dtype=np.float64),
        np.asarray(away, dtype=np.float64),
        selection,
        has_line,
        is_total,
    )
    _check_lines(lines, has_line, is_total)
    _check_counts(home_counts, away_counts)
    half_stakes = np.zeros(lines.shape, dtype=np.int8)
    for code in np.unique(selection):
        mine = selection == code
        shape, chosen = _SELECTIONS[code]
        half_stakes[mine] = _half_stakes(shape, chosen, home_counts[mine], away_counts[mine], lines[mine])
    return Settlements(half_stakes)


def against_lines(figures: Floats, lines: Floats) -> Floats:
    """Half stakes won (-2 to 2) by figures over lines, the arrays broadcast."""
    result: Floats = np.clip(np.rint(4 * (figures - lines)), -2, 2)
    return result


def _half_stakes(shape: Shape, side: str, home: Floats, away: Floats, lines: Floats) -> Codes:
    match shape.name, side:
        case HANDICAP.name, "home":
            won = against_lines(home - away, -lines)
        case HANDICAP.name, _:
            won = against_lines(away - home, lines)
        case TOTAL.name, "over":
            won = against_lines(home + away, lines)
        case TOTAL.name, _:
            won = against_lines(-home - away, -lines)
        case _:
            won = np.where(_holds(side, home, away), 2.0, -2.0)
    return np.where(np.isnan(home + away), 0, won).astype(np.int8)


def _holds(side: str, home: Floats, away: Floats) -> Flags:
    if side in ("yes", "no"):
        both: Flags = (home > 0) & (away > 0)
        return both if side == "yes" else ~both
    signs = np.sign(home - away)
    wanted: Flags = signs == {"home": 1.0, "draw": 0.0, "away": -1.0}[side]
    return wanted


def _selections(
    market: str | Market | Sequence[str], side: str | Sequence[str]
) -> tuple[NDArray[np.int8], Flags, Flags]:
    """Each bet's selection code, whether a line goes with it, and whether it is on a total."""
    if isinstance(market, str | Market) and isinstance(side, str):
        pairs: Iterable[tuple[str | Market, str]] = ((market, side),)
        shape: tuple[int, ...] = ()
    else:
        markets = [market] * len(side) if isinstance(market, str | Market) else _listed(market)
        sides = [side] * len(markets) if isinstance(side, str) else _listed(side)
        pairs, shape = zip(markets, sides, strict=True), (len(markets),)
    codes = np.fromiter(map(_SelectionCodes().__getitem__, pairs), dtype=np.int8).reshape(shape)
    has_line = np.array([shape.has_line for shape, _ in _SELECTIONS])[codes]
    is_total = np.array([shape is TOTAL for shape, _ in _SELECTIONS])[codes]
    return codes, has_line, is_total


class _SelectionCodes(dict[tuple[str | Market, str], int]):
    """Market and side → the code of the selection, each pair checked once."""

    def __missing__(self, pair: tuple[str | Market, str]) -> int:
        market = market_of(pair[0])
        check_side(market, pair[1])
        self[pair] = code = _SELECTIONS.index((market.shape, pair[1]))
        return code


def _listed(values: Sequence[str]) -> list[str]:
    tolist = getattr(values, "tolist", None)
    return list(values) if tolist is None else tolist()


def _check_lines(lines: Floats, has_line: Flags, is_total: Flags) -> None:
    with np.errstate(invalid="ignore"):
        wrong = has_line & ~(np.isfinite(lines) & (lines * 4 % 1 == 0) & ~(is_total & (lines < 0)))
    _refuse(WrongLine, lines, wrong, "is no line; lines are multiples of 0.25, totals from 0")
    _refuse(WrongLine, lines, ~has_line & ~np.isnan(lines), "stands where the market has no line")


def _check_counts(home: Floats, away: Floats) -> None:
    for figures in (home, away):
        with np.errstate(invalid="ignore"):
            wrong = ~np.isnan(figures) & ~(np.isfinite(figures) & (figures >= 0) & (figures % 1 == 0))
        _refuse(WrongFigure, figures, wrong, "is no count; figures are whole numbers from 0")


def _refuse(error: type[SettlementError], values: Floats, wrong: Flags, words: str) -> None:
    if wrong.any():
        first = int(wrong.reshape(-1).argmax())
        raise error(f"bet {first}: {values.reshape(-1)[first]} {words}")
