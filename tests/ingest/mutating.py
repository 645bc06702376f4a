"""Real files, cut to some forty rows, and what a careless hand, a broken disk or an attacker makes of them."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

CELLS = (
    "", " ", "x", "-1", "0", "2.5", "1e999", "nan", "inf", "1_0", "\u0663", "99999999999", "9" * 5_000, "2.5.5",
    "1/1/99999999999", "01/01/0001", "31/02/2019", "29/02/2020", "25:99", "\0", "\x1b[31m", '"', '""', "'", "\t",
    "\U0001f642", "\ufffd", "\u2028", "\x85", "\xa0", "a" * 300, "x" * 70_000, "=1+1", "E1", "true", "None", "<b>",
)  # fmt: skip
VALUES = (
    None, True, -1, 0, 1, 1.5, 10**30, 2**63, -(2**64), 1e308, float("inf"), float("nan"), "", " ", "x", "2", "9" * 500,
    "\ud800", "\udfff", "\0", "a" * 500, "x" * 70_000, "2024-02-30", "9999-01-01", "0001-01-01", "24:61", "\x1b[2J",
    [], [[]], [None], [1, 2, 3], ["2", "1"], {}, {"name": None}, {"a": {"b": []}}, json.loads("[" * 500 + "]" * 500),
)  # fmt: skip
TOKENS = (
    "", "  ", " " * 5_000, "[", "]", "(", ")", "-", " - ", " v ", "0-0", "3-2 pen.", "a.e.t.", "9" * 400, "1-" * 50,
    "#", "[Sat Aug/99]", "[Sat Aug/10 9999]", "25.99", "Matchday", "==", "@", "\0", "\ud800", "\udcff", "\u0663-\u0662",
    "\u2028", "x" * 5_000, "[postponed]", "Round of 16",
)  # fmt: skip
BYTES = (b"[" * 3_000, b'"', b"\0" * 10, b" " * 50_000, b"9" * 6_000)
ROW_BREAKS = 8
"""Of ten broken files so many are broken in some of their rows, the others anywhere."""


@dataclass(frozen=True)
class Base:
    """A real file, cut.

    Attributes:
        name: its path below the folder that is loaded.
        rows: its rows. whole: makes the file of rows. broken: makes another row of one.
        reach: how many rows are lost at most where a row is broken. is_strict: whether all may be where a value is none
            of JSON, as NaN and half a character.
    """

    name: str
    rows: list[Any]
    whole: Callable[[list[Any]], bytes]
    broken: Callable[[Any, random.Random], Any]
    reach: Callable[[int], int] = lambda place: 1
    is_strict: bool = False

    def content(self) -> bytes:
        """The file as it is."""
        return self.whole(self.rows)

    def mutated(self, chance: random.Random) -> tuple[bytes, int | None]:
        """The file broken somewhere, and how many of its rows may be lost; None where it is all."""
        if chance.randrange(10) >= ROW_BREAKS:
            return _damaged(self.content(), chance), None
        rows, places = list(self.rows), chance.sample(range(len(self.rows)), chance.randint(1, 3))
        for place in places:
            rows[place] = self.broken(rows[place], chance)
        content = self.whole(rows)
        is_lost = self.is_strict and not all(map(_is_json, content.splitlines()))
        return content, None if is_lost else sum(map(self.reach, places))


def csv_base(path: Path, name: str, *, start: int = 0, count: int = 40) -> Base:
    """Some rows of a CSV file under its header."""
    header, *rows = path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()
    cut = [row for row in rows if row.strip(b", ")][start : start + count]
    return Base(name, cut, lambda lines: b"\r\n".join((header, *lines)) + b"\r\n", _broken_csv_row)


def json_base(name: str, rows: list[Any], whole: Callable[[list[Any]], Any]) -> Base:
    """The entries of a JSON file."""
    return Base(name, rows, lambda entries: _as_json(whole(entries)), _broken_entry)


def lines_base(
    name: str, first: list[Any], rows: list[Any], page: Callable[[list[Any]], Any]
) -> Base:
    """A file with a line of JSON for each page, the last one with the rows."""
    start = b"".join(_as_json(each) + b"\n" for each in first)
    return Base(
        name,
        rows,
        lambda entries: start + _as_json(page(entries)) + b"\n",
        _broken_entry,
        is_strict=True,
    )


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def text_base(path: Path, name: str, *, is_date: Callable[[str], bool], count: int = 40) -> Base:
    """The first lines of a text whose date lines hold for those below them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    title = next(place for place, line in enumerate(lines) if line.startswith("= "))
    kept = lines[title + 1 : title + 1 + 2 * count]

    def reach(place: int) -> int:
        below = next(
            (more for more, line in enumerate(kept[place + 1 :], start=1) if is_date(line.strip())),
            len(kept),
        )
        return below

    return Base(
        name,
        kept,
        lambda rows: "\n".join((lines[title], *rows, "")).encode("utf-8", "surrogateescape"),
        _broken_line,
        reach,
    )


def _as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _damaged(content: bytes, chance: random.Random) -> bytes:
    """The bytes cut, flipped, doubled, or with something put between them."""
    at = chance.randrange(len(content) + 1)
    match chance.randrange(7):
        case 0:
            return content[:at]
        case 1:
            return content[at:]
        case 2:
            return (
                content[:at]
                + bytes(chance.randrange(256) for _ in range(chance.randint(1, 40)))
                + content[at:]
            )
        case 3:
            flipped = bytearray(content)
            for _ in range(chance.randint(1, 20)):
                flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
            return bytes(flipped)
        case 4:
            return content.decode("utf-8", "replace").encode(
                chance.choice(("utf-16", "utf-8-sig", "utf-32"))
            )
        case 5:
            return (
                content[:at]
                + chance.choice((b"[" * 3_000, b'"', b"\0" * 10, b" " * 50_000, b"9" * 6_000))
                + content[at:]
            )
        case _:
            return content[:at] + content


def _broken_csv_row(row: bytes, chance: random.Random) -> bytes:
    cells = row.split(b",")
    at = chance.randrange(min(len(cells), 24))
    value = chance.choice(CELLS).encode()
    match chance.randrange(6):
        case 0:
            return b",".join(cells[:at])
        case 1:
            return b",".join((*cells[:at], *cells[at + 1 :]))
        case 2:
            return b",".join((*cells[:at], value, *cells[at:]))
        case 3:
            return (
                row[: len(row) // 2] + bytes((chance.randrange(128, 256),)) + row[len(row) // 2 :]
            )
        case _:
            return b",".join((*cells[:at], value, *cells[at + 1 :]))


def _broken_line(line: str, chance: random.Random) -> str:
    at = chance.randrange(len(line) + 1)
    token = chance.choice(TOKENS).replace("\ud800", "\udcff")
    return chance.choice(
        (line[:at] + token + line[at:], line[:at] + token, line[:at], token + line)
    )


def _broken_entry(entry: Any, chance: random.Random) -> Any:
    """An entry with a value of it replaced or taken out, or another thing in its place."""
    copy = json.loads(json.dumps(entry))
    places = list(_places(copy))
    if not places or chance.randrange(12) == 0:
        return chance.choice(VALUES)
    holder, key = chance.choice(places)
    if chance.randrange(4) == 0:
        del holder[key]
    else:
        holder[key] = chance.choice(VALUES)
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each value below this one, as its holder and its key."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, below in items:
        yield value, key
        yield from _places(below)
