"""Dumps of a v1 service: JSON lines, each a page with its path and query; or a .json file with the body of one.

Read line by line, so that a dump of any size takes little memory: first the catalogue, then fixtures, then their
details, in whatever order they stand in the file. Contract 27.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder

from footydata.football.errors import ResourceNotFound
from footydata.football.moments import day_of
from footydata.football.terms import Status
from footydata.service.endpoints import find_route
from footydata.sources.days import EARLIEST_TS, LATEST_TS
from footydata.sources.parsed import Parsed, ParsedFixture, ParsedPage, Refusal
from footydata.sources.protocol import Reach, head_of, reach_of
from footydata.sources.v1_pages import lang_of, records_of

_LINE = re.compile(rb'\s*\{\s*"(?:path|query|body)"\s*:')
_BODY = re.compile(rb'\s*\{\s*"(?:success|data|pagination)"\s*:')
_SUCCESS = re.compile(rb'"success"\s*:\s*[01]\b')
_KICKOFF = re.compile(rb'"kickoff_ts"\s*:\s*(\d{1,12})\b')
_STATUS = re.compile(rb'"status"\s*:\s*"(\w+)"')
"""The moment and the status of a fixture, of which each has one."""

_ORDER = (
    *("countries", "bookmakers", "leagues", "league", "teams", "team", "standings"),
    *("fixtures", "league_fixtures", "team_fixtures", "fixture"),
    *("fixture_events", "fixture_statistics", "fixture_odds", "fixture_odds_history", "status"),
)
"""The endpoints in the order of reading: each page rests on those before."""


class _Page(Struct):
    """A line of a dump."""

    path: str
    body: Raw
    query: dict[str, Any] | None = None


_WHOLE, _LINES = Decoder(), Decoder(_Page)
_BROKEN = (MsgspecError, UnicodeDecodeError, RecursionError)
"""What is raised by text that is no JSON, or JSON of another shape."""


class V1Dump:
    """Pages of a v1 service: JSON lines with path and query, or one body in a .json file."""

    name = "v1"
    trust = 80

    def recognises(self, path: Path) -> bool:
        """Whether the file begins as a line of a dump or as a response of the contract."""
        head = head_of(path)
        if _LINE.match(head):
            return b'"body"' in head
        return bool(_BODY.match(head) and _SUCCESS.search(head))

    def reach(self, path: Path) -> Reach | None:
        """How far the fixtures in the dump reach."""
        with path.open("rb") as file:
            return reach_of(
                (day_of(seconds), status == Status.FINISHED.encode())
                for line in file
                for moment, status in zip(
                    _KICKOFF.findall(line), _STATUS.findall(line), strict=False
                )
                if EARLIEST_TS <= (seconds := int(moment)) <= LATEST_TS
            )

    def records(self, path: Path) -> Iterator[Parsed]:
        """Everything in the dump, page by page."""
        if _is_bare(path):
            try:
                body = _WHOLE.decode(path.read_bytes().removeprefix(BOM_UTF8))
            except _BROKEN as error:
                yield Refusal(f"no JSON, or cut short: {error}")
                return
            yield from records_of(None, {}, body)
            return
        with path.open("rb") as file:
            for _, number, offset in _ordered_lines(path):
                file.seek(offset)
                text = file.readline().removeprefix(BOM_UTF8)
                for record in _records_in(text):
                    yield (
                        record._replace(line=number)
                        if isinstance(record, Refusal | ParsedPage | ParsedFixture)
                        else record
                    )

    def place(self, path: Path) -> int:
        """The place of a dump among the dumps of one load: that of its first page."""
        if _is_bare(path):
            return 0
        return next((place for (place, _), *_ in _ordered_lines(path)), 0)


def _ordered_lines(path: Path) -> list[tuple[tuple[int, bool], int, int]]:
    """The place, number and offset of each line in the order of reading; English ones before translations."""
    lines = []
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            text = line.removeprefix(BOM_UTF8)
            if text.strip():
                lines.append((_place_of(text), number, offset))
            offset += len(line)
    return sorted(lines)


def _place_of(line: bytes) -> tuple[int, bool]:
    with suppress(ResourceNotFound, *_BROKEN):
        path, query, _ = _page(line)
        endpoint, _ = find_route(path)
        return _ORDER.index(endpoint.name), lang_of(query) is not None
    return len(_ORDER), False


def _is_bare(path: Path) -> bool:
    """Whether the file is the body of one response, not one page per line."""
    return not _LINE.match(head_of(path))


def _page(line: bytes) -> tuple[str, dict[str, str], Raw]:
    """The path, the query and the body of a page. Raises what is in _BROKEN."""
    page = _LINES.decode(line)
    path, _, text = page.path.partition("?")
    written = page.query or {}
    query = {name: str(value) for name, value in written.items() if value is not None}
    return path, dict(parse_qsl(text)) | query, page.body


def _records_in(line: bytes) -> Iterator[Parsed]:
    try:
        path, query, raw = _page(line)
        body = _WHOLE.decode(raw)
    except _BROKEN:
        reason = "no page with path, query and body, or cut short"
        yield Refusal(reason, text=line[:80].decode("utf-8", "replace").strip())
        return
    yield from records_of(path, query, body)
