"""What every answer says besides: as of when, from which sources, what is doubtful, on how many fixtures it rests.

Names in a file are data: their control characters go, and their length is bounded. Lists are bounded, and an answer
says how many of their rows it leaves out.
"""

import json
import math
import sqlite3
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from footydata.football.moments import iso_utc
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures_by_id
from footydata.store.read.quality.provenance import sources_of
from footydata.views.doubts import fixture_doubts
from footydata.views.view import View, Views

DECIMALS = 4
"""How many decimals numbers have."""

LONGEST_NAME = 300
"""The most characters of a text of an answer; of a sentence about it, LONGEST_SENTENCE."""

LONGEST_SENTENCE = 1_000

LARGEST_ANSWER = 60_000
"""The most bytes of an answer; beyond it, the ends of its lists are left out."""

DEEPEST = 8
"""How deep an answer may be nested."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that words of some languages have."""

PART = 60
"""The most rows of a part of a fixture or a preview."""

Rows = list[dict[str, Any]]


def answer_of(
    connection: sqlite3.Connection,
    view: View | Views,
    *,
    now: int,
    most: int,
    about: Collection[str] = (),
    parts: Collection[str] = (),
    without: Collection[str] = (),
    notes: Sequence[str] = (),
) -> dict[str, Any]:
    """A view as a client receives it, with at most so many rows. now: unix seconds.

    about: the facts that it tells, in place of columns of the same names. parts: of several views those that it has,
    without these columns.
    """
    if isinstance(view, Views):
        told = {"title": view.title} if view.title else {}
        told |= {name: view.about[name] for name in about}
        lists, lines = _parts(view, parts, without), _notes(view, parts)
        doubts = [*view.doubts]
    else:
        told = {name: view.about[name] for name in about if name in view.about}
        name = "choices" if "question" in told else "rows"
        lists = {name: rows_of(view, without=told)}
        lines = [*view.about.get("decisions", ()), *view.all_notes]
        lines += [f"no table of {name}: {why}" for name, why in view.left_out.items()]
        lines += [view.reason] if view.reason and not view.rows else []
        doubts = [*view.all_doubts]
    left_out = {name: len(rows) - most for name, rows in lists.items() if len(rows) > most}
    lists = {name: rows[:most] for name, rows in lists.items()}
    if isinstance(view, View):
        if (count := view.about.get("matching", 0)) > len(lists.get("rows", ())):
            left_out["rows"] = count - len(lists["rows"])
        doubts += _add_sides(connection, lists.get("rows", []), now=now)
    count = view.rests_on
    if count is None:
        ids = view.fixture_ids
        count = count_fixtures(connection, FixtureFilter()) if ids is None else len(ids)
    return _fitted(
        {
            **({"question": sentence(told.pop("question"))} if "question" in told else {}),
            **{name: plain(value) for name, value in told.items()},
            **{name: plain(rows) for name, rows in lists.items()},
            "left_out": left_out,
            "as_of": iso_utc(now if view.as_of_ts is None else view.as_of_ts),
            "fixtures": count,
            "sources": [
                {
                    "source": clean(row.source),
                    "fixtures": row.fixtures,
                    "newest": iso_utc(row.newest_ts),
                }
                for row in sources_of(connection, view.fixture_ids)
            ],
            "doubts": [sentence(each) for each in dict.fromkeys(doubts)],
            "notes": [sentence(each) for each in dict.fromkeys([*notes, *lines])],
        }
    )


def rows_of(view: View, *, without: Collection[str] = ()) -> Rows:
    """The rows of a view by column; a value that is not known is left out."""
    names = [each.name for each in view.columns]
    return [
        {
            name: value
            for name, value in zip(names, row, strict=True)
            if value is not None and name not in without
        }
        for row in view.values()
    ]


def _parts(views: Views, names: Collection[str], without: Collection[str]) -> dict[str, Rows]:
    """The rows of each part; the fixture's own are `rows`, with all columns."""
    lists = {}
    for name in names or views.parts:
        is_fixture = name == "fixture"
        rows = rows_of(views.parts[name], without=() if is_fixture else without)
        lists["rows" if is_fixture else name] = [row for row in rows if row]
    return lists


def _notes(views: Views, names: Collection[str]) -> list[str]:
    reasons = {name: why for name, why in views.reasons.items() if not names or name in names}
    return [*(f"{name.replace('_', ' ')}: {why}" for name, why in reasons.items()), *views.notes]


def _add_sides(connection: sqlite3.Connection, rows: Rows, *, now: int) -> list[str]:
    """Name the sides of rows that have but the id of a fixture; returns what is doubtful of these fixtures."""
    if not rows or "fixture_id" not in rows[0] or "home" in rows[0] or "team" in rows[0]:
        return []
    fixtures = fixtures_by_id(connection, list(dict.fromkeys(row["fixture_id"] for row in rows)))
    for row in rows:
        fixture = fixtures[row["fixture_id"]]
        row |= {"home": fixture.home, "away": fixture.away}
    return fixture_doubts([*fixtures.values()], [None] * len(fixtures), now=now)


def _fitted(shown: dict[str, Any]) -> dict[str, Any]:
    """The answer without the ends of its longest lists, if it would be too large; of a list of one, without that."""
    left_out: dict[str, int] = shown["left_out"]
    lists = {name: each for name, each in shown.items() if isinstance(each, list)}
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
            each for each in blanks if unicodedata.category(each)[0] != "C" or each in _JOINERS
        )
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


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
