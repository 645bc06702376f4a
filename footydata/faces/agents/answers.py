"""What every answer says besides: as of when, from which sources, what is doubtful, on how many fixtures it rests.

Names in a file are data: their control characters go, and their length is bounded. Lists are bounded, and an answer
says how many of their rows it leaves out.
"""

import json
import math
import sqlite3
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Any

from footydata.store.read.fixtures import fixtures_by_id
from footydata.views.view import View

DECIMALS = 4
"""How many decimals numbers have."""

LONGEST_NAME = 300
"""The most characters of a text of an answer; of a sentence about it, LONGEST_SENTENCE."""

LONGEST_SENTENCE = 1_000

LARGEST_ANSWER = 60_000
"""The most bytes of an answer; beyond it, the ends of its lists are left out."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that words of some languages have."""

PART = 60
"""The most rows of a part of a fixture or a preview."""

Rows = list[dict[str, Any]]


def fitted(
    told: Mapping[str, Any],
    lists: Mapping[str, Sequence[Any]],
    sentences: Mapping[str, Sequence[str]],
    *,
    most: int,
) -> dict[str, Any]:
    """The answer with at most so many rows of each list; halves of all lists, if it would be too large."""
    for halvings in count():
        kept = {name: rows[: most >> halvings] for name, rows in lists.items()}
        # Of a list that has a limit the view has counted all rows.
        matching = told.get("matching", 0)
        left_out = {
            name: max(len(rows), matching) - len(kept[name]) for name, rows in lists.items()
        }
        said = {name: texts[: len(texts) + 1 >> halvings] for name, texts in sentences.items()}
        answer = {
            **{
                name: sentence(fact) if isinstance(fact, str) else plain(fact)
                for name, fact in told.items()
            },
            **plain(kept),
            "left_out": {name: number for name, number in left_out.items() if number},
            **{name: [*map(sentence, texts)] for name, texts in said.items()},
        }
        if halvings:
            cut = f"cut where it would be larger than {LARGEST_ANSWER:,} bytes: ask for less"
            answer["notes"].append(cut)
        if len(text_of(answer).encode()) <= LARGEST_ANSWER or not any(kept.values()):
            break
    return answer


def rows_of(view: View, without: Collection[str]) -> Rows:
    """The rows of a view by column; a value that is not known is left out."""
    names = [each.name for each in view.columns]
    rows = (
        {
            name: value
            for name, value in zip(names, row, strict=True)
            if value is not None and name not in without
        }
        for row in view.values()
    )
    return [row for row in rows if row]


def add_sides(connection: sqlite3.Connection, rows: Rows) -> None:
    """Name the sides of rows that have but the id of a fixture."""
    fixtures = fixtures_by_id(connection, [row["fixture_id"] for row in rows])
    for row in rows:
        fixture = fixtures[row["fixture_id"]]
        row |= {"home": fixture.home, "away": fixture.away}


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
            each for each in blanks if unicodedata.category(each)[0] != "C" or each in _JOINERS
        )
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def plain(value: Any) -> Any:
    """A value as JSON has it: numbers rounded, texts clean, what is not a number null."""
    if isinstance(value, Mapping):
        return {clean(str(name)): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [*map(plain, value)]
    number = getattr(value, "item", lambda: value)()
    if isinstance(number, float):
        return round(number, DECIMALS) if math.isfinite(number) else None
    return number if number is None or isinstance(number, int) else clean(str(number))
