"""Dumps of a v1 service: JSON lines, each a page with its path and query; or a .json file with the body of one.

Read line by line, so that a dump of any size takes little memory: first the catalogue, then fixtures, then their
details, in whatever order they stand in the file. Contract 27.
"""

import json
import re
from array import array
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import orjson
from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from footydata.football.countries import WORLD
from footydata.football.errors import LeagueMoved
from footydata.football.moments import day_of
from footydata.football.terms import LARGEST_ID, Status
from footydata.service.endpoints import PREFIX
from footydata.sources.cells import is_moment
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedPage,
    ParsedRetirement,
    Refusal,
)
from footydata.sources.protocol import BYTE_ORDER_MARK, Reach, head_of, reach_of
from footydata.sources.refusing import shown
from footydata.sources.v1_pages import endpoint_of, query_of, records_of

_LINE = re.compile(rb'\s*\{\s*"(?:path|query|body)"\s*:')
_BODY = re.compile(rb'\s*\{\s*"(?:success|data|pagination)"\s*:')
_PATH = re.compile(rb'"path"\s*:\s*"' + PREFIX.encode() + b"/")
_SUCCESS = re.compile(rb'"success"\s*:\s*[01]\b')
_WHOLE_PATH = re.compile(rb'"path"\s*:\s*"([^"]*)"')
_LANG = re.compile(rb'(?:"lang"\s*:\s*"|[?&]lang=)(?!en["&])', re.IGNORECASE)

_PLACES = {
    name: place
    for place, names in enumerate(
        (
            ("countries",),
            ("bookmakers",),
            ("leagues", "league"),
            ("teams", "team"),
            ("standings",),
            ("fixtures", "league_fixtures", "team_fixtures"),
            ("fixture",),
            ("fixture_events", "fixture_statistics", "fixture_odds"),
            ("fixture_odds_history",),
        )
    )
    for name in names
}
"""Endpoint → its place in the order of reading: each page rests on those of lower places."""


class V1Dump:
    """Pages of a v1 service: JSON lines with path and query, or one body in a .json file."""

    name = "v1"
    trust = 80

    def recognises(self, path: Path) -> bool:
        """Whether the file begins as a line of a dump or as a response of the contract."""
        head = head_of(path)
        if _LINE.match(head):
            return bool(_PATH.search(head) or b'"body"' in head)
        return bool(_BODY.match(head) and (_SUCCESS.search(head) or _is_bare(path)))

    def reach(self, path: Path) -> Reach | None:
        """How far the fixtures in the dump reach."""
        return reach_of(_days(path))

    def records(self, path: Path) -> Iterator[Parsed]:
        """Everything in the dump, page by page."""
        if _is_bare(path):
            yield from _bare_body(path)
            return
        lines = _lines_by_place(path)
        with path.open("rb") as file:
            for place in sorted(lines):
                for number, offset in zip(*lines[place], strict=True):
                    file.seek(offset)
                    yield from _page(file.readline().removeprefix(BYTE_ORDER_MARK).strip(), number)

    def place(self, path: Path) -> int:
        """The place of a dump among the dumps of one load: that of its first page."""
        return 0 if _is_bare(path) else min(_lines_by_place(path), default=(0, 0))[0]


def _lines_by_place(path: Path) -> dict[tuple[int, int], tuple["array[int]", "array[int]"]]:
    """The numbers and offsets of the lines at each place in the order of reading; English ones before translations."""
    lines: dict[tuple[int, int], tuple[array[int], array[int]]] = {}
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.removeprefix(BYTE_ORDER_MARK).strip():
                is_translated = b"lang" in line and _LANG.search(line) is not None
                numbers, offsets = lines.setdefault(
                    (_place_of(line), int(is_translated)), (array("Q"), array("Q"))
                )
                numbers.append(number)
                offsets.append(offset)
            offset += len(line)
    return lines


def _place_of(line: bytes) -> int:
    path = _WHOLE_PATH.search(line)
    endpoint = None if path is None else endpoint_of(path[1].partition(b"?")[0].decode("latin-1"))
    return len(_PLACES) if endpoint is None else _PLACES.get(endpoint[0], len(_PLACES))


class _Kickoff(Struct):
    """The keys of a fixture that give its day."""

    kickoff_ts: int
    status: str


class _Rows(Struct):
    data: list[_Kickoff] | _Kickoff


class _Line(Struct):
    body: _Rows


def _days(path: Path) -> Iterator[tuple[date, bool]]:
    """The day of each fixture; pages that are out of shape are left out."""
    whole, lines = Decoder(_Rows), Decoder(_Line)
    is_bare = _is_bare(path)
    with path.open("rb") as file:
        for line in file:
            if b'"kickoff_ts"' not in line:
                continue
            try:
                rows = whole.decode(line).data if is_bare else lines.decode(line).body.data
            except (DecodeError, RecursionError, UnicodeDecodeError):
                continue
            for row in rows if isinstance(rows, list) else [rows]:
                if is_moment(row.kickoff_ts):
                    yield day_of(row.kickoff_ts), row.status == Status.FINISHED


def _is_bare(path: Path) -> bool:
    """Whether the file is the body of one response, not one page per line."""
    return not _LINE.match(head_of(path))


def _bare_body(path: Path) -> Iterator[Parsed]:
    try:
        body = _loaded(path.read_bytes().removeprefix(BYTE_ORDER_MARK))
    except ValueError as error:
        yield Refusal(f"no JSON, or cut short: {error}")
        return
    if _is_error(body):
        yield Refusal("an error of the service, not data", text=shown(body["error"]))
        return
    yield from records_of(None, {}, body)


def _loaded(text: bytes) -> Any:
    """The content of JSON text. Raises ValueError.

    The slower json reads what orjson refuses: a page with a lone surrogate in one name, or NaN in one row.
    """
    try:
        return orjson.loads(text)
    except ValueError:
        try:
            written = text.decode("utf-8", "surrogateescape")
            return json.loads(written, parse_constant=str, object_hook=_with_broken_texts_as_bytes)
        except RecursionError:
            raise ValueError("nested too deeply") from None


def _with_broken_texts_as_bytes(fields: dict[str, Any]) -> dict[str, Any]:
    """An object in which a text with a lone surrogate is bytes, so that its row is out of shape."""
    for name, value in fields.items():
        if isinstance(value, str):
            written = value.encode("utf-8", "surrogatepass")
            fields[name] = value if written.decode("utf-8", "ignore") == value else written
    return fields


def _page(text: bytes, number: int) -> Iterator[Parsed]:
    try:
        page = _loaded(text)
    except ValueError:
        yield Refusal("no JSON, or cut short", line=number, text=_beginning(text))
        return
    path = page.get("path") if isinstance(page, dict) else None
    if not isinstance(path, str) or "body" not in page:
        yield Refusal("no page with path, query and body", line=number, text=_beginning(text))
        return
    if _is_error(page["body"]):
        moved = _retirement(path, page["body"]["error"])
        if moved is not None:
            yield moved
            return
        yield Refusal("an error of the service, not data", line=number, text=shown(path))
        return
    for record in records_of(
        path.partition("?")[0], query_of(path, page.get("query")), page["body"]
    ):
        yield (
            record._replace(line=number)
            if isinstance(record, Refusal | ParsedPage | ParsedFixture)
            else record
        )


def _beginning(text: bytes) -> str:
    return text[:80].decode("utf-8", "replace")


def _retirement(path: str, error: dict[str, Any]) -> ParsedRetirement | None:
    """The retired league that an answer says has moved, None if the answer is another error."""
    endpoint = endpoint_of(path.partition("?")[0])
    survivor = error.get("canonical_id")
    if error.get("code") != LeagueMoved.code or endpoint is None or type(survivor) is not int:
        return None
    name, retired = endpoint
    if (
        name not in ("league", "league_fixtures")
        or retired is None
        or max(retired, abs(survivor)) > LARGEST_ID
    ):
        return None
    return ParsedRetirement(retired, LeagueKey(WORLD, "", survivor))


def _is_error(body: Any) -> bool:
    return (
        isinstance(body, dict) and body.get("success") == 0 and isinstance(body.get("error"), dict)
    )
