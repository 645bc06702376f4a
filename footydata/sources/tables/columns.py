"""Columns of a table: what their cells look like, what each means, and by what that is known."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from footydata.sources.tables.cell_readers import (
    american,
    fractional,
    is_blank,
    read_decimal,
    read_line,
    read_price,
    results_in,
)
from footydata.sources.tables.headers import Header
from footydata.sources.tables.meanings import (
    IGNORE,
    LETTER,
    LINE,
    MOMENT,
    MOST,
    TEAM,
    TEAM_COLUMNS,
    TEAMS,
    Meaning,
    OddsColumn,
    meaning_text,
    meanings,
)
from footydata.sources.tables.table_map import CHOICES, OPEN, SETTINGS, TableMap

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
        if meaning == "status" and self.are(read_decimal):
            # Whether it was played; other numbers are codes, or how many were played.
            return set(self.texts) <= {"0", "1"}
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
    def has_years_first(self) -> bool:
        """Whether the years of days seem to stand first with two digits, as they differ less than what stands last."""
        parts = [match.group(1, 3) for text in self.texts if (match := YEAR_FIRST.match(text))]
        firsts, lasts = ({part[place] for part in parts} for place in (0, 1))
        return bool(parts) and len(firsts) * 3 <= len(lasts)


WORD, CELLS, PLACE, MAP = "word", "cells", "place", "map"
"""How the meaning of a column is known."""

GOALS = ("score", "home_goals", "away_goals", "final_home_goals", "extra_home_goals")


class Question(NamedTuple):
    """What is open: a setting or a column, why, and what may be answered (empty: anything)."""

    name: str
    why: str
    choices: tuple[str, ...] = ()


@dataclass(slots=True)
class Columns:
    """The columns of a table, and what is understood of them.

    Attributes:
        columns: those with a name, in their order. header: under which they stand.
        agreed: what a person said of such columns. settings: those of the map, with `?` for what is open.
        is_own: whether all of them have names of `db.fixtures()`, and cells that fit them.
        missing: why the table is none of fixtures, None if it is one.
        looks: what a person should look at. questions: what is open.
    """

    columns: list[TableColumn]
    header: Header
    agreed: TableMap
    settings: dict[str, Any] = field(default_factory=dict)
    is_own: bool = False
    missing: str | None = None
    looks: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def map(self) -> TableMap:
        """What each column means, and the settings, with `?` for what is open."""
        names = ("leagues", "header", *SETTINGS)
        agreed = {name: value for name in names if (value := getattr(self.agreed, name))}
        meant = {column.name: column.meaning for column in self.columns}
        return TableMap(meant, **{**self.settings, **agreed})

    @property
    def by_cells(self) -> set[str]:
        """The names of the columns whose meaning their cells alone tell."""
        return {column.name for column in self.columns if column.by == CELLS}

    def of(self, meaning: Meaning) -> TableColumn | None:
        """The column of a meaning, None if there is none."""
        return next((column for column in self.columns if column.meaning == meaning), None)

    def odds(self) -> list[tuple[TableColumn, OddsColumn]]:
        """The columns of prices and lines, each with its meaning."""
        return [
            (column, column.meaning)
            for column in self.columns
            if isinstance(column.meaning, OddsColumn)
        ]

    def free(self) -> list[TableColumn]:
        """The columns without a meaning that have cells."""
        return [each for each in self.columns if each.meaning == IGNORE and each.texts]

    @property
    def has_day(self) -> bool:
        """Whether a column has the day."""
        return any(self.of(name) for name in ("date", "kickoff"))

    @property
    def has_sides(self) -> bool:
        """Whether columns have both teams."""
        return bool(self.of("teams")) or all(self.of(side) for side in TEAM_COLUMNS)

    @property
    def has_goals(self) -> bool:
        """Whether a column has goals."""
        return any(self.of(name) for name in GOALS)

    def ask(self, columns: Sequence[TableColumn], why: str, choices: Sequence[str] = ()) -> None:
        """Leave columns open, for a reason."""
        for column in columns:
            self.questions.append(Question(column.name, why, tuple(choices)))
            column.meaning = OPEN

    def ask_setting(self, name: str, why: str) -> None:
        """Leave a setting open that nobody has agreed to, for a reason."""
        if getattr(self.agreed, name) is None and self.settings.get(name) != OPEN:
            self.questions.append(Question(name, why, CHOICES.get(name, ())))
            self.settings[name] = OPEN

    def choose(
        self, options: Sequence[Sequence[TableColumn]], meanings: Sequence[str], why: str
    ) -> None:
        """Give the columns of the only option these meanings, in their order; of several options all are left open."""
        if len(options) == 1:
            for column, meaning in zip(options[0], meanings, strict=True):
                self.take(column, meaning)
            return
        places = {column.place for option in options for column in option}
        self.ask(
            [column for column in self.free() if column.place in places], why, (*meanings, IGNORE)
        )

    def take(self, column: TableColumn, meaning: Meaning, by: str = CELLS) -> None:
        """Give a column a meaning that no word of its header says, to be looked at."""
        column.meaning, column.by = meaning, by
        how = "by its cells" if by == CELLS else "by its place beside the teams"
        self.looks.append(f"{column.name!r} is taken for {meaning_text(meaning)} {how}")
