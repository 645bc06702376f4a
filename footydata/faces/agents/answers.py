"""What every answer says besides: as of when, from which sources, what is doubtful, on how many fixtures it rests.

Names in a file are data: their control characters go, and their length is bounded. Lists are bounded, and an answer
says how many of their rows it leaves out.
"""

import json
import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from footydata.football.moments import iso_utc
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.quality.provenance import sources_of

if TYPE_CHECKING:
    import pandas as pd

    from footydata.database import Database

DECIMALS = 4
"""How many decimals numbers have."""

LONGEST_NAME = 300
"""The most characters of a text of an answer; of a sentence about it, LONGEST_SENTENCE."""

LONGEST_SENTENCE = 1_000

LARGEST_ANSWER = 60_000
"""The most bytes of an answer; beyond it, the ends of its lists are left out."""

DEEPEST = 8
"""How deep an answer may be nested."""

_BIDI = {*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_INVISIBLE = {
    0xAD,
    0x180E,
    0x200B,
    0xFEFF,
    *range(0x2060, 0x2066),
    *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),
}
_GONE = _BIDI | _INVISIBLE

Rows = list[dict[str, object]]


@dataclass(slots=True)
class ToolAnswer:
    """What a tool found.

    Attributes:
        lists: name → rows; each is bounded.
        fixture_ids: the fixtures from which it was made, of which the sources are named; None: all of the file.
        fixtures: on how many it rests, if that is another number.
        as_of_ts: the moment as of which it is, None for now.
        about: what it is of, by name.
        doubts: why it may be wrong. notes: what else is to be known.
        question: what is to be asked back, where a name may mean several.
        left_out: list → how many rows it has besides.
    """

    lists: dict[str, Rows] = field(default_factory=dict)
    fixture_ids: Sequence[int] | None = ()
    fixtures: int | None = None
    as_of_ts: int | None = None
    about: dict[str, object] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    question: str | None = None
    left_out: dict[str, int] = field(default_factory=dict)


def records(frame: "pd.DataFrame", *, without: Iterable[str] = ()) -> Rows:
    """The rows of a frame by column; a value that is not known is left out."""
    names = [name for name in frame.columns if name not in set(without)]
    values = frame[names].astype(object).where(frame[names].notna(), None)
    return [
        {str(name): value for name, value in zip(names, row, strict=True) if value is not None}
        for row in values.itertuples(index=False, name=None)
    ]


def bounded(answer: ToolAnswer, name: str, rows: Rows, *, most: int) -> None:
    """Give an answer a list of rows, at most so many."""
    answer.lists[name] = rows[:most]
    if len(rows) > most:
        answer.left_out[name] = len(rows) - most


def wire(answer: ToolAnswer, db: "Database", *, now: int) -> dict[str, object]:
    """The answer as a client receives it. now: unix seconds."""
    ids = answer.fixture_ids
    sources = [
        {"source": row.source, "fixtures": row.fixtures, "newest": iso_utc(row.newest_ts)}
        for row in sources_of(db.connection, ids)
    ]
    count = answer.fixtures
    if count is None:
        count = count_fixtures(db.connection, FixtureFilter()) if ids is None else len(ids)
    shown: dict[str, object] = {
        **({"question": sentence(answer.question)} if answer.question else {}),
        **{name: plain(value) for name, value in answer.about.items()},
        **{name: plain(rows) for name, rows in answer.lists.items()},
        "left_out": dict(answer.left_out),
        "as_of": iso_utc(now if answer.as_of_ts is None else answer.as_of_ts),
        "fixtures": count,
        "sources": plain(sources),
        "doubts": [sentence(each) for each in dict.fromkeys(answer.doubts)],
        "notes": [sentence(each) for each in dict.fromkeys(answer.notes)],
    }
    return _fitted(shown)


def _fitted(shown: dict[str, object]) -> dict[str, object]:
    """The answer without the ends of its longest lists, if it would be too large; of a list of one, without that."""
    left_out: dict[str, int] = shown["left_out"]  # type: ignore[assignment]  # made by wire
    lists: dict[str, list[object]] = {
        name: each for name, each in shown.items() if isinstance(each, list)
    }
    if len(text_of(shown).encode()) > LARGEST_ANSWER:
        lists["notes"].append(
            f"cut where it would be larger than {LARGEST_ANSWER:,} bytes: ask for less"
        )
    while len(text_of(shown).encode()) > LARGEST_ANSWER:
        name = max(lists, key=lambda each: len(text_of(lists[each])))
        rows = lists[name]
        if not rows:
            break
        gone = len(rows) - len(rows) // 2
        del rows[-gone:]
        left_out[name] = left_out.get(name, 0) + gone
    return shown


def text_of(shown: Mapping[str, object] | Sequence[object]) -> str:
    """The JSON of an answer."""
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def sentence(text: str) -> str:
    """A sentence about an answer, whose names may come from the file."""
    return clean(text, longest=LONGEST_SENTENCE)


def clean(text: str, *, longest: int = LONGEST_NAME) -> str:
    r"""A text without control characters and their like (bidi controls, what is invisible), at most so long.

    >>> clean("Ox\x1b[31mmere\n\u202eFC\u200b"), clean("a" * 9, longest=4)
    ('Ox[31mmere FC', 'aaa…')
    """
    if not text.isprintable():
        blanks = "".join(" " if character.isspace() else character for character in text)
        text = "".join(
            each
            for each in blanks
            if ord(each) not in _GONE and _category(each) not in ("Cc", "Cs")
        )
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _category(character: str) -> str:
    return unicodedata.category(character)


def plain(value: Any, *, depth: int = 0) -> Any:
    """A value as JSON has it: moments as ISO texts, numbers rounded, texts clean, what is not a number null."""
    if depth > DEEPEST:
        return None
    match value:
        case None | bool():
            return value
        case str():
            return clean(str(value))
        case bytes():
            return f"{len(value):,} bytes"
        case datetime() | date():
            return value.isoformat()
        case Mapping():
            return {clean(str(name)): plain(each, depth=depth + 1) for name, each in value.items()}
        case list() | tuple():
            return [plain(each, depth=depth + 1) for each in value]
    number = getattr(value, "item", lambda: value)()
    if isinstance(number, bool | int):
        return number
    if isinstance(number, float):
        return round(number, DECIMALS) if math.isfinite(number) else None
    return clean(str(value))
