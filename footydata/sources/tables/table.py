"""A table as rows of text: the text of the values of sheets, records and data frames, and the rows of delimited text.

Text is delimited by comma, semicolon, tab or pipe; a quoted cell may hold line ends. A broken row costs itself alone:
one that is too long or too wide, has a NUL, or a quotation mark that is not closed.
A wrong guess of an encoding spoils names without a trace (Atlético-MG, Grêmio read as Windows-1250: Gręmio), so that it
is found by the words of the register, always remarked on, and called doubtful where another one reads as many names.
charset-normalizer 3.5 took Brazilian, Spanish, Turkish and Icelandic files for Central European ones: seven of fifteen
small ones wrong.
"""

import codecs
import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from footydata.football.register.teams import registered_countries, team_rows
from footydata.football.wording import plural
from footydata.sources.parsed import Refusal, Remark, UnreadableFile, shown
from footydata.sources.tables.header_words import candidates

MISSING = frozenset({"NoneType", "NAType", "NaTType"})
"""The types of a value that is missing; the latter two are of pandas, a moment that is none among them."""


class Row(NamedTuple):
    """A row as its cells; number: as a person counts, the line of a text file, the row of a sheet, a record's place."""

    number: int
    cells: list[str]


class TextTable(NamedTuple):
    """A table of a file.

    Attributes:
        name: of the sheet of a workbook; None where the file is one table.
        header: the names of the columns; None where they stand among the rows, as in CSV and sheets.
        rows: begins to read those that have text, in their order, as they are asked for; a Refusal in place of an
            unreadable one. Each call reads them again. Raises UnreadableFile if the rest can't be read.
        notes: what a person should know of how the table is read.
    """

    name: str | None
    header: list[str] | None
    rows: Callable[[], Iterator[Row | Refusal]]
    notes: tuple[Remark, ...] = ()


def text_of(value: Any) -> str:
    """The text of a value; empty if it is missing.

    A moment without a zone that is at midnight is a day, as the day cells of workbooks and frames are.

    >>> text_of(None), text_of(float("nan")), text_of(True), text_of(2.0), text_of(1.95)
    ('', '', 'true', '2', '1.95')
    >>> text_of(datetime(2024, 8, 17)), text_of(datetime(2024, 8, 17, 15)), text_of(time(15))
    ('2024-08-17', '2024-08-17 15:00:00', '15:00:00')
    """
    if type(value).__name__ in MISSING:
        return ""
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return "" if value != value else repr(float(value)).removesuffix(".0")
        case Decimal():
            return "" if value.is_nan() else f"{value.normalize():f}"
        case datetime():
            if value.tzinfo is None and value.time() == time():
                return value.date().isoformat()
            return value.isoformat(sep=" " if value.tzinfo is None else "T")
        case timedelta():
            # As a workbook writes a time without a day.
            return str(timedelta(seconds=int(value.total_seconds())))
        case bytes():
            return value.decode(errors="replace")
        case Mapping() | list() | tuple():
            return json.dumps(value, ensure_ascii=False, default=text_of)
    return str(value)


WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Of UTF-16, in which half of the bytes of a Western text are NUL."""

Notes: TypeAlias = tuple[Remark, ...]
"""What a person should know of how a text is read."""


def text_in(content: bytes, other: str | None = None) -> tuple[str, Notes]:
    """The text of bytes; other: the encoding of one that is not UTF-8, None to find it. Raises UnreadableFile.

    Where most lines are UTF-8, the letters of the others can't be read, so that a name with one is refused.
    """
    if content.startswith(WIDE_MARKS):
        return content.decode("utf-16", "replace"), ()
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8-sig"), ()
    in_utf_8 = 0
    others: list[bytes] = []
    for line in content.splitlines():
        try:
            in_utf_8 += not line.isascii() and bool(line.decode())
        except UnicodeDecodeError:
            others.append(line)
    if in_utf_8 > len(others):
        return content.decode(errors="surrogateescape"), (Remark("lines that are not UTF-8"),)
    encoding, notes = (other, ()) if other else encoding_of(others[:_MOST_LINES])
    return content.decode(encoding, "replace"), notes


_MOST_LINES = 20_000
"""Lines by which an encoding is found."""

ENCODINGS = {
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp850": "code page 850 (MS-DOS)",
    "mac_roman": "Mac Roman",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift-JIS (Japanese)",
    "euc_kr": "EUC-KR (Korean)",
    "gb18030": "GBK (Chinese)",
    "big5": "Big5 (Chinese)",
}
"""The encodings that are tried, with their names; of those that read as many names, the first."""


_OF_HEADER = 12
"""The first words of a text among which those of its header are looked for."""

SHORTEST = 5
"""Bytes of UTF-8 that a word has more than: three letters of Latin, two of Korean."""


def encoding_of(lines: Iterable[bytes]) -> tuple[str, Notes]:
    """The encoding of lines that are not UTF-8. Raises UnreadableFile if none of them has a known word."""
    content = b"\n".join(lines)
    words = {each: _words_in(content.decode(each, errors="replace")) for each in ENCODINGS}
    counts = {
        each: len(_names().intersection(found))
        + sum(word.isalpha() and bool(candidates(word)) for word in found[:_OF_HEADER])
        for each, found in words.items()
    }
    best = max(ENCODINGS, key=counts.__getitem__)
    if not counts[best]:
        raise UnreadableFile(
            "neither UTF-8 nor an encoding in which it has a known word; save it as UTF-8, or "
            "name its `encoding` in a map"
        )
    example, doubt = words[best][0], ""
    differing = (
        (other, word, differently)
        for other in ENCODINGS
        if counts[other] == counts[best]
        for word, differently in zip(words[best], words[other], strict=False)
        if word != differently
    )
    if other := next(differing, None):
        example, doubt = other[1], f", or {ENCODINGS[other[0]]} ({other[2]})"
    note = Remark(f"not UTF-8: read as {ENCODINGS[best]}{doubt}", text=example)
    return best, (note,)


def _words_in(text: str) -> list[str]:
    """The different words with letters beyond a to z; one of a letter or two is in any encoding."""
    words = dict.fromkeys(re.findall(r"\w+", text))
    return [word for word in words if not word.isascii() and len(word.encode()) > SHORTEST]


@cache
def _names() -> frozenset[str]:
    """Those of clubs' spellings in the register."""
    return frozenset(
        word
        for country in registered_countries()
        for row in team_rows(country)
        for spelling in (row.team.name, *row.spellings)
        for word in _words_in(spelling)
    )


DELIMITERS = (",", ";", "\t", "|")

LONGEST_ROW = 65_536
"""In characters; the longest rows of the sources have about a thousand."""

MOST_COLUMNS = 1_000
"""Of a header; the widest have 132."""

SAMPLE_LINES = 200
"""The lines by which the delimiter is found; titles above a header are a few of them."""

FEWEST_ALIKE = 0.5
"""Of the lines of a sample, those that must have the same number of cells; in prose they have not."""

MOST_LINES = 100
"""Of one row. A quotation mark that is not closed within them costs its own line alone, not the rest of the file."""

TOO_LONG = f"a row of more than {LONGEST_ROW:,} characters"
TOO_WIDE = f"a row of more than {MOST_COLUMNS:,} cells"


def lines_of(text: str) -> list[str]:
    """The lines of a text, which may end in LF, CRLF or CR; an empty one comes after the last line end.

    A character 85 is part of a word, though str.splitlines ends a line there. Files that were glued together have byte
    order marks within, which are left out.
    """
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def delimiter_of(sample: str) -> str | None:
    """The delimiter of the first lines of a text; None if they are not delimited.

    It is the one that occurs most in lines that agree on how often it occurs: in a line of semicolons with decimal
    commas there are more of the former, as a day and two teams have none of the latter. csv.Sniffer looks for the
    character that is most regular, be it a letter.

    >>> delimiter_of("Data;Casa;Fora;1\\n20/07;Juventude;Vasco;2,75\\n"), delimiter_of("A day\\nwithout football\\n")
    (';', None)
    """
    lines = [line for line in lines_of(sample) if line.strip()][:SAMPLE_LINES]
    best, most = None, 0
    for delimiter in DELIMITERS:
        try:
            counts = Counter(map(len, csv.reader(lines, delimiter=delimiter, strict=True)))
        except csv.Error:
            # A quotation mark is part of a word, or its cell goes on after the sample.
            counts = Counter(len(line.split(delimiter)) for line in lines)
        for cells, alike in counts.items():
            if alike >= FEWEST_ALIKE * counts.total() and (cells - 1) * alike > most:
                best, most = delimiter, (cells - 1) * alike
    return best


def rows_in(text: str, delimiter: str = ",") -> Iterator[Row | Refusal]:
    """The rows of a delimited text that have more than delimiters and quotation marks."""
    blank = delimiter + ' "\t'
    lines, last = lines_of(text), 0
    for number, line in enumerate(lines, start=1):
        if number <= last or not line.strip(blank):
            continue
        if "\0" in line:
            yield Refusal("a row with a NUL character", number, shown(line.replace("\0", "\\0")))
        elif len(line) > LONGEST_ROW:
            yield Refusal(TOO_LONG, number, shown(line))
        else:
            cells = line.split(delimiter)
            if '"' in line:
                # A cell may go on in the next lines.
                parts = (f"{each}\n" for each in lines[number - 1 : number - 1 + MOST_LINES])
                reader = csv.reader(parts, delimiter=delimiter, strict=True)
                try:
                    cells = next(reader)
                except csv.Error:
                    yield Refusal("a quotation mark that is not closed", number, shown(line))
                    continue
                last = number - 1 + reader.line_num
            if len(cells) > MOST_COLUMNS:
                yield Refusal(TOO_WIDE, number, shown(cells))
            else:
                yield Row(number, cells)


def unique(names: Sequence[str]) -> list[str]:
    """The names without blanks around them, each only once; one without a name has its place from 0, or is none if it is the last.

    >>> unique(["Home", " G", "Away", "", "G", ""])
    ['Home', 'G', 'Away', 'Unnamed: 3', 'G #2']
    """
    met: Counter[str] = Counter()
    found: list[str] = []
    plain_names = [" ".join(name.split()) for name in names]
    while plain_names and not plain_names[-1]:
        plain_names.pop()
    for place, name in enumerate(plain_names):
        name = name or f"Unnamed: {place}"
        met[name] += 1
        found.append(f"{name} #{met[name]}" if met[name] > 1 else name)
    return found


def misfit(row: Row, width: int, *, may_be_narrower: bool = False) -> str | None:
    """Why a row does not fit a header of so many columns, None if it does; empty cells beyond it are none."""
    count = len(row.cells)
    is_narrower = count < width and not may_be_narrower
    if is_narrower or (count > width and any(map(str.strip, row.cells[width:]))):
        return f"a row of {plural(count, 'cell')} under a header of {plural(width, 'column')}"
    return None
