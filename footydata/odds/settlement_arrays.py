"""Settlement of many bets at once, on NumPy arrays; equal to the rule of `settlement` bet by bet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import TOTAL, Market
from footydata.football.terms import Side
from footydata.odds.markets import AHEAD, Ahead
from footydata.odds.numbers import Flags, Floats, floats_of
from footydata.odds.settlement import SETTLEMENTS, check_side, market_of

Codes: TypeAlias = NDArray[np.int8]

OUTCOMES = np.array([SETTLEMENTS[half_stakes].outcome.value for half_stakes in range(-2, 3)])
"""The outcomes from lost to won, at half stakes + 2."""


class _Rule(NamedTuple):
    """What decides a bet: what its selection wins on, whose count alone matters, and which lines it takes."""

    ahead: Ahead
    team: Side | None
    has_line: bool
    is_total: bool


@dataclass(frozen=True, slots=True)
class Settlements:
    """The settlements of many bets, in their order.

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
        """What each bet won, negative if it lost."""
        result: Floats = np.asarray(stake) * (self.won * (np.asarray(price) - 1) - self.lost)
        return result


@named_arguments
def settle_many(
    market: str | Market | Sequence[str],
    *,
    line: ArrayLike = np.nan,
    side: str | Sequence[str],
    home: ArrayLike,
    away: ArrayLike,
) -> Settlements:
    """The settlements of many bets; each argument is one value for all bets, or one per bet.

    line: NaN for markets without one. home, away: counts as for `settle`, NaN if unknown (void).
    Raises InvalidArgument; the message names the first wrong bet.
    """
    codes, rules = _rules(market, side)
    lines, home_counts, away_counts, codes = np.broadcast_arrays(
        floats_of(line, "line", parameter="line"),
        floats_of(home, "count", parameter="home"),
        floats_of(away, "count", parameter="away"),
        codes,
    )
    has_line = np.array([rule.has_line for rule in rules], dtype=np.bool_)[codes]
    is_total = np.array([rule.is_total for rule in rules], dtype=np.bool_)[codes]
    _check_lines(lines, has_line, is_total)
    home_counts = _counts_needed(home_counts, codes, [rule.team is Side.AWAY for rule in rules])
    away_counts = _counts_needed(away_counts, codes, [rule.team is Side.HOME for rule in rules])
    _check_counts(home_counts, away_counts)
    won = np.zeros(lines.shape, dtype=np.int8)
    for code, rule in enumerate(rules):
        mask = codes == code
        won[mask] = _half_stakes(rule, home_counts[mask], away_counts[mask], lines[mask])
    return Settlements(won)


def half_stakes(ahead: Floats) -> Floats:
    """Half stakes won (-2 to 2), from how far the counts are ahead of their lines (`AHEAD`)."""
    return np.clip(np.rint(4 * ahead), -2, 2)


def _half_stakes(rule: _Rule, home: Floats, away: Floats, lines: Floats) -> Codes:
    """Half stakes won by bets of one rule, 0 if a count is unknown."""
    margins = rule.ahead(home, away, lines)
    return np.where(np.isnan(margins), 0, half_stakes(margins)).astype(np.int8)


def _counts_needed(counts: Floats, codes: NDArray[np.int_], is_unneeded: Sequence[bool]) -> Floats:
    """The counts of one side, 0 if the bet is on the other side's count alone."""
    return np.where(np.array(is_unneeded)[codes], 0.0, counts) if any(is_unneeded) else counts


def _rules(
    market: str | Market | Sequence[str], side: str | Sequence[str]
) -> tuple[NDArray[np.int_], list[_Rule]]:
    """The index of each bet's rule, and the rules, each once."""
    if isinstance(market, str | Market) and isinstance(side, str):
        pairs: Iterable[tuple[str | Market, str]] = ((market, side),)
        shape: tuple[int, ...] = ()
    else:
        markets = [market] * len(side) if isinstance(market, str | Market) else _as_list(market)
        sides = [side] * len(markets) if isinstance(side, str) else _as_list(side)
        pairs, shape = zip(markets, sides, strict=True), (len(markets),)
    places = _RulePlaces()
    codes = np.fromiter(map(places.__getitem__, pairs), dtype=np.int_).reshape(shape)
    return codes, list(places.rules)


class _RulePlaces(dict[tuple[str | Market, str], int]):
    """Market and side → the index of the rule; each pair is checked once."""

    def __init__(self) -> None:
        self.rules: dict[_Rule, int] = {}

    def __missing__(self, pair: tuple[str | Market, str]) -> int:
        market = market_of(pair[0])
        check_side(market, pair[1])
        rule = _Rule(
            AHEAD[market.shape.name, pair[1]],
            market.team,
            market.shape.has_line,
            market.shape is TOTAL,
        )
        self[pair] = place = self.rules.setdefault(rule, len(self.rules))
        return place


def _as_list(values: Sequence[str]) -> list[str]:
    tolist = getattr(values, "tolist", None)
    return list(values) if tolist is None else tolist()


def _check_lines(lines: Floats, has_line: Flags, is_total: Flags) -> None:
    with np.errstate(invalid="ignore"):
        wrong = has_line & ~(np.isfinite(lines) & (lines * 4 % 1 == 0) & ~(is_total & (lines < 0)))
    _refuse("line", lines, wrong, "is not a line; lines are multiples of 0.25, totals from 0")
    _refuse("line", lines, ~has_line & ~np.isnan(lines), "stands where the market has no line")


def _check_counts(home: Floats, away: Floats) -> None:
    for parameter, figures in (("home", home), ("away", away)):
        with np.errstate(invalid="ignore"):
            wrong = ~np.isnan(figures) & ~(
                np.isfinite(figures) & (figures >= 0) & (figures % 1 == 0)
            )
        _refuse(parameter, figures, wrong, "is not a count; figures are whole numbers from 0")


def _refuse(parameter: str, values: Floats, wrong: Flags, words: str) -> None:
    if wrong.any():
        first = int(wrong.reshape(-1).argmax())
        value = values.reshape(-1)[first]
        raise InvalidArgument(f"bet {first}: {value} {words}", parameter=parameter, value=value)
