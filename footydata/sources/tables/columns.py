"""The header of a table, and its columns: what their cells look like, what each means, and by what that is known.

The header is the row whose cells are of other kinds than those below, and stand in no other row.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from footydata.sources.cells import read_number, written_score
from footydata.sources.days import written_clock, written_moment
from footydata.sources.tables.cell_readers import (
    american,
    fractional,
    is_blank,
    read_line,
    read_price,
    results_in,
)
from footydata.sources.tables.header_words import candidates
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
from footydata.sources.tables.table import Row, unique
from footydata.sources.tables.table_map import CHOICES, OPEN, TableMap

SEARCHED = 30
"""The first rows of a table in which its header may stand."""

_MOST_ALIKE = 0.6
"""The share of a column's cells that are of one kind where the column is of it."""

_LONGEST_VALUE = 60


class Header(NamedTuple):
    """The names of columns; a name that repeats has its number, `G #2`, an empty one is empty.

    last_row: of the header, in the numbers of rows; 0 if it stands in none. above: the rows with text above it.
    is_missing: whether the table has none, so that its columns are called 1, 2, 3 ...
    """

    names: list[str]
    last_row: int
    above: int = 0
    is_missing: bool = False


def header_in(rows: Sequence[Row], names: Sequence[str] | None, wanted: int | None) -> Header:
    """The header of a table.

    rows: the first ones. names: of the format, where it has them. wanted: its row as a map says, 0 for none.
    """
    if names is not None:
        return Header(unique(names), 0)
    place = (
        _place_of_header(rows[:SEARCHED], rows)
        if wanted is None
        else next((place for place, row in enumerate(rows) if row.number == wanted), None)
    )
    if place is None:
        width = max((len(row.cells) for row in rows), default=0)
        return Header([str(number) for number in range(1, width + 1)], 0, is_missing=True)
    return _at(rows, place)


def _at(rows: Sequence[Row], place: int) -> Header:
    """The header at a place, together with the row below or above it where one groups the columns of the other."""
    own = unique(rows[place].cells)
    for upper in (place, place - 1):
        if 0 <= upper < len(rows) - 1:
            above, below = rows[upper].cells, rows[upper + 1].cells
            both = unique(
                [
                    name if group.strip() == name.strip() else f"{group} {name}"
                    for group, name in zip_longest(above, below, fillvalue="")
                ]
            )
            are_words = all(kind_of(cell) in ("text", "") for cell in (*above, *below))
            if are_words and _known(both) > _known(own):
                return Header(both, rows[upper + 1].number, upper)
    return Header(own, rows[place].number, place)


def _place_of_header(first: Sequence[Row], rows: Sequence[Row]) -> int | None:
    """The place of the header among the first rows, None if there is none."""
    by_words = [place for place, row in enumerate(first) if is_header_of_fixtures(row.cells)]
    if by_words:
        return by_words[0]
    kinds = _kinds_of_columns(rows)
    if not kinds:
        known = [_known(row.cells) for row in first]
        return known.index(max(known)) if known and max(known) > 1 else None
    data = next((place for place, row in enumerate(first) if _is_data(row, kinds)), 0)
    while data and _repeats(first[data - 1], rows[data:]):
        data -= 1
    place = data - 1
    texts = [sum(bool(cell.strip()) for cell in first[row].cells) for row in (place, data)]
    return None if place < 0 or texts[0] < max(2, texts[1] // 2) else place


def _kinds_of_columns(rows: Sequence[Row]) -> dict[int, str]:
    """Place of a column → the kind of its cells, of those that are no words; by the later half of the rows."""
    kinds = {}
    for place, cells in enumerate(_columns_of(rows[len(rows) // 2 :])):
        counts = Counter(filter(None, map(kind_of, cells)))
        if counts:
            kind, count = counts.most_common(1)[0]
            if kind != "text" and count >= _MOST_ALIKE * counts.total():
                kinds[place] = kind
    return kinds


def _columns_of(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    return zip_longest(*(row.cells for row in rows), fillvalue="")


def _is_data(row: Row, kinds: dict[int, str]) -> bool:
    are_so = [
        kind_of(cell) == kinds[place]
        for place, cell in enumerate(row.cells)
        if place in kinds and not is_blank(cell)
    ]
    return bool(are_so) and sum(are_so) * 2 >= len(are_so)


def _repeats(row: Row, below: Sequence[Row]) -> bool:
    """Whether half of a row's texts stand below it in their columns, so that it is no header."""
    columns = zip_longest(row.cells, _columns_of(below), fillvalue="")
    repeated = [text in column for text, column in columns if text.strip()]
    return len(repeated) > 1 and sum(repeated) * 2 >= len(repeated)


def _known(names: Sequence[str]) -> int:
    """How many different meanings the words of the names have."""
    return len({known[0] for name in names if (known := candidates(plain(name)))})


@lru_cache(maxsize=4096)
def kind_of(text: str) -> str:
    """What a cell is: number, score, clock, day or text; empty for one that says nothing.

    >>> kind_of("2-1"), kind_of("1,95"), kind_of("17.08.2024"), kind_of("Ajax"), kind_of("-")
    ('score', 'number', 'day', 'text', '')
    """
    if is_blank(text):
        return ""
    if len(text) > _LONGEST_VALUE:
        return "text"
    readers = (
        ("number", read_number),
        ("score", written_score),
        ("clock", written_clock),
        ("day", written_moment),
    )
    return next((kind for kind, read in readers if read(text) is not None), "text")


def is_header_of_fixtures(cells: Sequence[str]) -> bool:
    """Whether a row is a header: it has words for the day and for both teams, and no day or score."""
    if any(kind_of(cell) in ("day", "score", "clock") for cell in cells):
        return False
    meant = {meaning for name in cells for meaning in candidates(name)}
    return {"home", "away"} <= meant and bool({"date", "kickoff"} & meant)


def plain(name: str) -> str:
    """The name of a column without the number of one that repeats.

    >>> plain("G #2"), plain("Group #A")
    ('G', 'Group #A')
    """
    text, _, number = name.rpartition(" #")
    return text if text and number.isdigit() else name


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
        if meaning == "status" and self.are(read_number):
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
        meant = {column.name: column.meaning for column in self.columns}
        agreed = self.agreed
        settings = {name: each for name, each in self.settings.items() if not getattr(agreed, name)}
        return replace(agreed, columns=meant, **settings)

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
