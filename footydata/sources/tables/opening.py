"""Opens a file of anyone as its tables, by its content and not by its name.

A .gz is unpacked. A wrong guess of an encoding spoils names without a trace (Atlético-MG, Grêmio read as Windows-1250:
Gręmio), so that it is found by the words of the register, always remarked on, and called doubtful where another one
reads as many names. charset-normalizer 3.5 took Brazilian, Spanish, Turkish and Icelandic files for Central European
ones: seven of fifteen small ones wrong.
JSON is a table: a list of objects, an object that has such lists, or a line for each object. An object within a record
gives a column for each of its values, `score.ft.home`; so does a list of plain values, `score.ft.0`. Any other list is
one cell, its JSON.
"""

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from footydata.football.register.teams import registered_countries, team_rows
from footydata.sources.parsed import Refusal, Remark
from footydata.sources.protocol import head_of, json_of
from footydata.sources.refusing import BadRow, UnreadableFile, shown
from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.table import (
    LONGEST_ROW,
    MOST_COLUMNS,
    TOO_WIDE,
    Row,
    TextTable,
    delimiter_of,
    lines_of,
    rows_in,
    text_of,
)
from footydata.sources.tables.workbook import MOST_HELD, OLE, ZIP, workbook_tables

GZIP = b"\x1f\x8b"

WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Of UTF-16, in which half of the bytes of a Western text are NUL."""

Notes: TypeAlias = tuple[Remark, ...]
"""What a person should know of how a text is read."""


def content_of(path: Path, size: int = MOST_HELD) -> bytes:
    """The content of a file, unpacked if it is a .gz; size: how many of its first bytes are enough.

    Raises UnreadableFile if it has more than MOST_HELD, or is a .gz that is damaged, and OSError.
    """
    is_packed = head_of(path, len(GZIP)) == GZIP
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            content = file.read(size + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UnreadableFile("a .gz file that is cut short or damaged") from None
    if len(content) > MOST_HELD:
        what = "it unpacks to" if is_packed else "it has"
        raise UnreadableFile(f"{what} more than {MOST_HELD >> 20:,} MiB")
    return content


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


MOST_NULS = 0.005
"""The share of bytes of a text that may be NUL, each of which costs its row."""

NO_TABLE = "no table: its lines are not divided by commas, semicolons, tabs or pipes"


_OTHERS = {
    "%PDF": "a PDF",
    "PAR1": "a Parquet file; read it with pandas and load the frame (db.load_frame)",
    "<": "a page of HTML or XML, though it may be named as a table",
}
"""What the first bytes of other files are, blanks aside; downloads of web pages are often named .csv or .xls."""


def tables_in(path: Path, encoding: str | None = None) -> list[TextTable]:
    """The tables of a file; encoding: of its text, None to find it.

    Raises UnreadableFile if it is none that can be read, and OSError.
    """
    head = content_of(path, LONGEST_ROW)
    if head.startswith((ZIP, OLE)):
        return workbook_tables(content_of(path))
    delimiter = _mark_of(head)
    content = content_of(path)
    text, notes = (content.decode(encoding, "replace"), ()) if encoding else text_in(content)
    if not delimiter:
        return json_tables(text, notes)
    return [TextTable(None, None, lambda: rows_in(lines_of(text), delimiter), notes)]


def _mark_of(head: bytes) -> str:
    """The delimiter of a text by its first bytes, empty for JSON. Raises UnreadableFile if it has no table."""
    # Which letters it has beyond a to z does not matter.
    text = head.decode("utf-16" if head.startswith(WIDE_MARKS) else "latin-1", errors="replace")
    begin = text.lstrip("\ufeffï»¿ \r\n\t")
    for mark, what in _OTHERS.items():
        if begin.startswith(mark):
            raise UnreadableFile(what)
    if not begin:
        raise UnreadableFile("an empty file")
    if not head.startswith(WIDE_MARKS) and head.count(b"\0") > MOST_NULS * len(head):
        raise UnreadableFile("a binary file")
    delimiter = "" if _JSON(text) else delimiter_of(text)
    if delimiter is None:
        raise UnreadableFile(NO_TABLE)
    return delimiter


_JSON = re.compile(r"(?:\ufeff|ï»¿)?\s*(?:\{\s*[\"}]|\[\s*[\[{\]])").match


DEEPEST = 20
"""Objects within one another in a record; those of services have five."""

TOO_DEEP = "JSON that is nested too deeply"
TOO_LONG = f"a record of more than {LONGEST_ROW:,} characters"


def json_tables(text: str, notes: Notes) -> list[TextTable]:
    """The tables of JSON: one for each list of objects, named by its key if there are several.

    Raises UnreadableFile if there is none.
    """
    first = [value for _, value in islice(_records_in_lines(text), 3)]
    if sum(isinstance(value, dict) for value in first) >= 2:
        # Each line is an object; of the first three one may be broken.
        return [_table(None, partial(_records_in_lines, text), notes)]
    value = json_of(text)
    lists = dict(_lists_of_records(value))
    if not lists:
        raise UnreadableFile(
            "JSON without a list of records, as pandas writes by to_json(path, orient='records')"
        )
    keys = {name.partition(".")[0] for name in lists}
    if beside := [key for key in value if key not in keys] if isinstance(value, dict) else []:
        notes += (Remark("values beside the records are not read", text=shown(beside)),)
    return [
        _table(name if len(lists) > 1 else None, partial(enumerate, records, 1), notes)
        for name, records in lists.items()
    ]


def _records_in_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines_of(text), start=1):
        if len(line) > LONGEST_ROW:
            yield number, BadRow(TOO_LONG)
        elif line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                yield number, BadRow(f"not JSON: {error}")
            except RecursionError:
                yield number, BadRow(TOO_DEEP)


def _lists_of_records(
    value: object, name: str = "", depth: int = 0
) -> Iterator[tuple[str, list[Any]]]:
    """The lists of objects outside of records, by the keys that lead to them."""
    if isinstance(value, list) and any(isinstance(record, dict) for record in value):
        yield name, value
    elif isinstance(value, dict) and depth < DEEPEST:
        for key, part in value.items():
            yield from _lists_of_records(part, f"{name}.{key}" if name else key, depth + 1)


def _table(
    name: str | None, read: Callable[[], Iterable[tuple[int, Any]]], notes: Notes
) -> TextTable:
    """The table of records; all are looked through for the names of its columns."""
    names: dict[str, bool] = {}
    for _, record in read():
        with suppress(BadRow):
            for column, text in _cells_of(record).items():
                names[column] = names.get(column, False) or bool(text)
    # A column `score` is none where it is only ever null or an object, as `score.home`.
    within = {name[:place] for name in names for place, letter in enumerate(name) if letter == "."}
    header = [name for name, has_text in names.items() if has_text or name not in within]
    if len(header) > MOST_COLUMNS:
        raise UnreadableFile(TOO_WIDE)

    def rows() -> Iterator[Row | Refusal]:
        for number, record in read():
            try:
                cells = _cells_of(record)
            except BadRow as error:
                yield error.refusal(number, record if isinstance(record, dict) else shown(record))
            else:
                yield Row(number, [cells.get(column, "") for column in header])

    return TextTable(name, header, rows, notes)


def _cells_of(record: object) -> dict[str, str]:
    """TableColumn → text; of several values of a column the last one. Raises BadRow if the record is no object."""
    if isinstance(record, BadRow):
        raise record
    if not isinstance(record, dict):
        raise BadRow("no object of JSON")
    try:
        cells = dict(_flat(record, "", 1))
    except RecursionError:
        raise BadRow(TOO_DEEP) from None
    if len(cells) > MOST_COLUMNS:
        raise BadRow(f"a record of more than {MOST_COLUMNS:,} values")
    return cells


def _flat(record: dict[str, Any], before: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > DEEPEST:
        raise BadRow(TOO_DEEP)
    for key, value in record.items():
        column = before + key
        if isinstance(value, list) and not any(isinstance(part, dict | list) for part in value):
            value = {str(place): part for place, part in enumerate(value)}
        if isinstance(value, dict):
            yield from _flat(value, f"{column}.", depth + 1)
        else:
            yield column, text_of(value)
