"""The prices in an answer of an API: decimal ones alone, of one line where a market has several."""

import math
import re
from collections.abc import Mapping, Sequence

from footydata.sources.parsed import BookmakerKey
from footydata.sources.refusing import BadRow

HIGHEST_PRICE = 1000
LEAST_AMERICAN = 100
AMERICAN = "American odds, not decimal; none is read"
BAD_PRICE = "no decimal price"
NO_QUARTER = "no line in quarters"

_BETWEEN = re.compile(r"[^a-z0-9]+")


def decimal_prices(prices: Sequence[float]) -> Sequence[float]:
    """All prices of a quote, as they are. Raises BadRow if they are American, or one is no decimal price.

    No decimal quote has a negative price, or all of its prices at 100 or above: its margin would be below nought.

    >>> decimal_prices([2.5, 3.2, 101.0])
    [2.5, 3.2, 101.0]
    """
    if any(price <= -LEAST_AMERICAN for price in prices) or all(price >= LEAST_AMERICAN for price in prices):
        raise BadRow(AMERICAN, ", ".join(f"{price:g}" for price in prices))
    for price in prices:
        if not 1 < price <= HIGHEST_PRICE:
            raise BadRow(BAD_PRICE, f"{price:g}")
    return prices


def main_line(lines: Mapping[float, tuple[float, float]]) -> tuple[float, float, float]:
    """The line whose two prices are closest, with them; of equals the lowest. Raises BadRow.

    >>> main_line({2.5: (1.8, 2.0), 3.5: (3.1, 1.35)})
    (2.5, 1.8, 2.0)
    """
    line = min(lines, key=lambda at: (abs(math.log(lines[at][0] / lines[at][1])), at))
    if not (line * 4).is_integer():
        raise BadRow(NO_QUARTER, f"{line:g}")
    return line, *lines[line]


def bookmaker_named(name: str) -> BookmakerKey:
    """The bookmaker of a display name.

    >>> bookmaker_named("William Hill")
    BookmakerKey(slug='william-hill', name='William Hill', id=None)
    """
    slug = _BETWEEN.sub("-", name.casefold()).strip("-")
    if not slug:
        raise BadRow("a bookmaker without a name", name)
    return BookmakerKey(slug, name)
