"""A column of a table by a sample of its rows: what its cells look like, what it means, and by what that is known."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from footydata.sources.tables.cell_readers import (
    american,
    fractional,
    is_blank,
    read_decimal,
    read_line,
    read_price,
    read_usual_count,
    results_in,
)
from footydata.sources.tables.meanings import (
    IGNORE,
    LETTER,
    LINE,
    MOMENT,
    MOST,
    TEAM,
    TEAMS,
    Meaning,
    OddsColumn,
    meanings,
)

HALF = 0.5
"""The share of cells of a kind that is enough where the header says of what kind they are, and they are of no other."""

FEW = 4
"""From so many cells on, one of them may be a slip, though it is a large share of a few."""

YEAR_FIRST = re.compile(r"(\d\d)([-/.])\d\d\2(\d\d)(?!\d)", re.ASCII)
"""A day that may begin with the year or end with it, as 11-08-23."""


@dataclass(eq=False)
class TableColumn:
    """A column.

    Attributes:
        cells: in a sample of rows. texts: those that say something. by: how its meaning is known.
    """

    name: str
    place: int
    cells: list[str]
    meaning: Meaning = IGNORE
    by: str = ""
    texts: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = [text for text in self.cells if not is_blank(text)]

    @property
    def example(self) -> str:
        """A few different cells, for people."""
        return ", ".join(list(dict.fromkeys(self.texts))[:3])[:60].replace("\n", " ")

    def fits(self, meaning: Meaning, most: float = MOST) -> bool:
        """Whether the cells can be what a meaning says; an empty column can be anything.

        most: the share of them that must be.
        """
        if not self.texts:
            return True
        if isinstance(meaning, OddsColumn):
            return (
                self.are(read_line, most) if meaning.selection == LINE else self._are_prices(most)
            )
        if meaning == "key":
            # A row's own id, though rows may stand twice; one that many share is of something else.
            return 1 < len(set(self.texts)) >= HALF * len(self.texts)
        kind = meanings()[meaning]
        if kind is LETTER:
            return self.is_letters
        if (kind in (TEAM, TEAMS) and self.is_letters) or (kind is MOMENT and self.has_years_first):
            return False
        return kind.test is None or self.are(kind.test, min(most, kind.least))

    def are(self, read: Callable[[str], object], most: float = MOST) -> bool:
        """Whether nearly all cells can be read: of a few, all but one."""
        count, cells = sum(read(text) is not None for text in self.texts), len(self.texts)
        return count >= most * cells or (cells >= FEW and count == cells - 1)

    @cached_property
    def is_numeric(self) -> bool:
        """Whether nearly all cells are numbers."""
        return self.are(read_decimal)

    @cached_property
    def is_counts(self) -> bool:
        """Whether nearly all cells are counts, and none is too large for a fixture."""
        return self.are(read_usual_count)

    def _are_prices(self, most: float) -> bool:
        """Whether the cells are prices in any form: some decimal price has decimals that no line has."""
        if self.are(american, most) or self.are(fractional, most):
            return True
        return self.are(read_price, most) and any(
            number * 4 % 1 for number in map(read_price, self.texts) if number
        )

    @cached_property
    def is_letters(self) -> bool:
        """Whether the cells are the letters of results."""
        return results_in(set(self.texts)) is not None

    @cached_property
    def is_words(self) -> bool:
        """Whether nearly all cells are words, as names of teams."""
        return self.fits("home")

    @cached_property
    def is_moments(self) -> bool:
        """Whether nearly all cells are days."""
        return self.fits("date")

    @cached_property
    def has_years_first(self) -> bool:
        """Whether the years of days seem to stand first with two digits, as they differ less than what stands last."""
        parts = [match.group(1, 3) for text in self.texts if (match := YEAR_FIRST.match(text))]
        firsts, lasts = ({part[place] for part in parts} for place in (0, 1))
        return bool(parts) and len(firsts) * 3 <= len(lasts)
