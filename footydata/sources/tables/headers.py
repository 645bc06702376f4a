"""Where the header of a table stands: the row whose cells are of other kinds than those below, and in no other row."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from footydata.sources.tables.cell_readers import is_blank, read_decimal
from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.table import Row, width_of
from footydata.sources.tables.written_cells import written_clock, written_moment, written_score

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
        ("number", read_decimal),
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


def unique(names: Sequence[str]) -> list[str]:
    """The names without blanks around them, each only once; one without a name before others has its place from 0.

    >>> unique(["Home", " G", "Away", "", "G", ""])
    ['Home', 'G', 'Away', 'Unnamed: 3', 'G #2', '']
    """
    met: dict[str, int] = {}
    found: list[str] = []
    plain_names = [" ".join(name.split()) for name in names]
    width = width_of(plain_names)
    for place, name in enumerate(plain_names):
        if not name and place < width:
            name = f"Unnamed: {place}"
        met[name] = met.get(name, 0) + 1
        found.append(f"{name} #{met[name]}" if name and met[name] > 1 else name)
    return found


def plain(name: str) -> str:
    """The name of a column without the number of one that repeats.

    >>> plain("G #2"), plain("Group #A")
    ('G', 'Group #A')
    """
    text, _, number = name.rpartition(" #")
    return text if text and number.isdigit() else name
