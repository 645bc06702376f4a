"""Many integers read from SQLite as one text: each is a character or two, joined by group_concat.

Fetching a million rows of four integers takes three times as long. A character holds more than a million values;
an id, which may be any integer, is told by its remainder, by a modulus that tells all ids apart.
"""

import sqlite3
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

PLACES = 0x110000
"""How many values a character holds: the code points of Unicode."""

_TRIES = 400


class Codes:
    """Ids by their remainders, which are another for each of them and never 0.

    Attributes: ids; width: how many characters an id takes.
    """

    def __init__(self, ids: Integers, modulus: int, *, width: int) -> None:
        self.ids = ids
        self.width = width
        self._modulus = modulus
        rests = ids % modulus
        self._order = np.argsort(rests) if width == 2 else np.zeros(0, dtype=np.int64)
        self._rests = rests[self._order] if width == 2 else rests
        self._number = np.zeros(PLACES if width == 1 else 0, dtype=np.int64)
        if width == 1:
            self._number[rests] = np.arange(len(ids))

    def sql(self, column: str) -> str:
        """The values that tell the column, one a character."""
        rest = f"{column} % {self._modulus}"
        return rest if self.width == 1 else f"{rest} / {PLACES}, {rest} % {PLACES}"

    def numbers(self, values: npt.NDArray[np.uint32]) -> Integers:
        """The place of each id among `ids`; values: one or two columns."""
        if self.width == 1:
            return self._number[values[:, 0]]
        rest = values[:, 0].astype(np.int64) * PLACES + values[:, 1]
        return self._order[np.searchsorted(self._rests, rest)]


def codes_of(ids: Integers) -> Codes:
    """Codes for ids, all of them positive: of one character where a modulus is found, else of two.

    >>> codes_of(np.array([1_000_000_001, 1_000_000_002])).width
    1
    """
    for width, most in ((1, PLACES), (2, PLACES * PLACES)):
        for modulus in range(most, most - _TRIES, -1):
            rests = ids % modulus
            if rests.all() and len(np.unique(rests)) == len(ids):
                return Codes(ids, modulus, width=width)
    raise ValueError(f"no modulus tells {len(ids)} ids apart")


def characters(
    connection: sqlite3.Connection, rows: str, values: Sequence[str], *, width: int
) -> npt.NDArray[np.uint32]:
    """The values of all rows of a from-clause, one row of an array each; width: how many values a row has.

    Every value is at least 0 and less than PLACES; null is told as 0.
    """
    # group_concat copies what char returns, to end it with a zero; what || returns has one, in memory used again.
    sql = f"select cast(group_concat(char({', '.join(values)}) || '', '') as blob) from {rows}"
    joined: bytes = connection.execute(sql).fetchone()[0] or b""
    # Surrogates are no characters to Python, but values like others to us.
    points = joined.decode("utf-8", "surrogatepass").encode("utf-32-le", "surrogatepass")
    return np.frombuffer(points, dtype="<u4").reshape(-1, width)
