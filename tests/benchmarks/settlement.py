"""A million bets on all eleven markets settled at once, beside the same rule bet by bet.

Run: python tests/benchmarks/settlement.py
"""

from time import perf_counter

import numpy as np

from footydata.football.markets import MARKETS
from footydata.odds.settlement import settle
from footydata.odds.settlement_arrays import settle_many

BETS = 1_000_000
SCALAR_BETS = 20_000


def book(bets: int) -> dict[str, np.ndarray]:
    """A seeded book: markets, sides, lines (NaN where the market has none) and counts, one a bet."""
    random = np.random.default_rng(20260314)
    choices = [(market, side) for market in MARKETS for side in market.shape.selections]
    chosen = random.integers(0, len(choices), bets)
    has_line = np.array([market.shape.has_line for market, _ in choices])[chosen]
    is_total = np.array([market.shape.name == "total" for market, _ in choices])[chosen]
    lines = np.where(is_total, random.integers(0, 60, bets), random.integers(-20, 21, bets)) / 4
    return {
        "market": np.array([market.param for market, _ in choices], dtype=object)[chosen],
        "side": np.array([side for _, side in choices], dtype=object)[chosen],
        "line": np.where(has_line, lines, np.nan),
        "home": random.integers(0, 9, bets).astype(float),
        "away": random.integers(0, 9, bets).astype(float),
    }


def main() -> None:
    """Print the seconds of both ways and that they agree on the bets that both settled."""
    bets = book(BETS)
    started = perf_counter()
    ends = settle_many(**bets)
    returned = ends.returned(100.0, 1.95)
    seconds = perf_counter() - started
    started = perf_counter()
    one_by_one = [
        settle(
            bets["market"][i],
            line=None if np.isnan(bets["line"][i]) else float(bets["line"][i]),
            side=bets["side"][i],
            home=int(bets["home"][i]),
            away=int(bets["away"][i]),
        )
        for i in range(SCALAR_BETS)
    ]
    scalar = (perf_counter() - started) * BETS / SCALAR_BETS
    agree = all(end.returned(100.0, 1.95) == returned[i] for i, end in enumerate(one_by_one))
    print(
        f"{BETS:,} bets in {seconds:.3f} s; one by one {scalar:.2f} s a million; the same on {SCALAR_BETS:,}: {agree}"
    )


if __name__ == "__main__":
    main()
