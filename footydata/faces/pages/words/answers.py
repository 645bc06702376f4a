"""The answer to a request for a page in words: its content is read in one snapshot of the file, then rendered.

Each page is self-contained: style, pictures and scripts are in it.
"""

import asyncio
import sqlite3
import time
from base64 import b64encode
from collections.abc import Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from footydata.faces.drawing.fixture_page import figure_text
from footydata.faces.drawing.views import cell_text
from footydata.faces.pages.attached import ensure_visible, readers_of
from footydata.faces.pages.guide_page import HEADERS
from footydata.faces.pages.words.addresses import Addresses, words_at
from footydata.faces.pages.words.day import UTC_DAYS, day_content
from footydata.faces.pages.words.find import find_content
from footydata.faces.pages.words.fixture import fixture_content
from footydata.faces.pages.words.league import league_content, team_content
from footydata.faces.zone import ClockZone
from footydata.football.errors import (
    FixtureNotFound,
    InvalidArgument,
    LeagueNotFound,
    NotFound,
    SeasonNotFound,
    TeamNotFound,
)
from footydata.football.moments import EARLIEST, LATEST, zone_named
from footydata.football.wording import meant, plural, read_id, safe
from footydata.service.reader import Readers
from footydata.store.file.transactions import replay_moment
from footydata.views import SEASON_VIEWS
from footydata.views.view import Shown, known

Content: TypeAlias = dict[str, Any]

_PARAMETERS = {
    "day": ("esports",),
    "find": ("q",),
    "fixture": (),
    "league": ("season", "type", "venue", "half"),
    "team": (),
}
"""Kind of page → the names of its query."""

_LONGEST = 40
"""The characters of a name or key that a sentence repeats."""

_MISSING = (NotFound, FixtureNotFound, LeagueNotFound, SeasonNotFound, TeamNotFound)


class WordsRequest(NamedTuple):
    """A page: its kind, the day or id in its path, empty on the start page, its query, and the reader's zone."""

    page: str
    key: str
    query: Mapping[str, str]
    zone: ClockZone = UTC_DAYS


class WordsPage(NamedTuple):
    """A page as HTML, with its status and headers."""

    status: int
    html: str
    headers: dict[str, str]


async def page_in_words(datasette: Any, request: Any, database: str) -> WordsPage:
    """The page of a request of Datasette's, by the database's name. Raises Datasette's Forbidden."""
    kind = request.url_vars.get("page", "day")
    # Each look at request.args reads the whole address again.
    args = request.args
    query = {name: args.get(name) for name in args}
    # A view of a season may show any part of its fixtures, as the page of one does.
    shows = "fixture" if query.get("type") in SEASON_VIEWS else kind
    await ensure_visible(datasette, request.actor, database, shows)
    zone = _zone_named(unquote(request.cookies.get("footydata_zone") or ""))
    asked = WordsRequest(kind, unquote(request.url_vars.get("key") or ""), query, zone)
    readers = readers_of(datasette, database)
    now = int(getattr(datasette, "_footydata_clock", time.time)())
    return await asyncio.to_thread(
        _answer, readers, asked, at=words_at(datasette, database), now=now
    )


def _answer(readers: Readers, request: WordsRequest, *, at: Addresses, now: int) -> WordsPage:
    """The page of a request, 404 with the reason in words if it is of nothing. Raises what reading a file raises."""
    with readers.reader() as reader:
        connection = reader.connection
        now = replay_moment(connection) or now
        status, template = HTTPStatus.OK, request.page
        try:
            _ensure_known(request)
            content = _content(connection, request, now)
        except _MISSING as error:
            status, template = HTTPStatus.NOT_FOUND, "missing"
            content = _missing(request, error)
    html = render(f"{template}.html", at=at, **content)
    return WordsPage(status, html, headers_of(refreshes=content["refreshes"]))


def _zone_named(name: str) -> ClockZone:
    """The zone that a browser names, in which its days begin; UTC for a name that is none."""
    try:
        return ClockZone(zone_named(name)) if name else UTC_DAYS
    except InvalidArgument:
        return UTC_DAYS


def _missing(request: WordsRequest, error: Exception) -> Content:
    """What the page of an error shows. league_id: of a league that is there, while a part of the query is not."""
    is_of_query = (
        request.page == "league" and bool(request.query) and not isinstance(error, LeagueNotFound)
    )
    return {
        "refreshes": False,
        "title": "Not in this file",
        "message": str(error),
        "league_id": read_id(request.key) if is_of_query else None,
    }


def _content(connection: sqlite3.Connection, request: WordsRequest, now: int) -> Content:
    """What a page shows. Raises NotFound and the errors of an id that is not there."""
    query, zone = request.query, request.zone
    match request.page:
        case "day":
            return _day(connection, request, now)
        case "find":
            return find_content(connection, query.get("q", "").strip())
        case "fixture":
            return fixture_content(connection, _id(request), now=now, zone=zone)
        case "league":
            return league_content(connection, _id(request), query=query, now=now)
        case _:
            return team_content(connection, _id(request), now=now)


def _day(connection: sqlite3.Connection, request: WordsRequest, now: int) -> Content:
    on = _day_named(request.key) if request.key else None
    esports = request.query.get("esports") or "0"
    if esports not in ("0", "1"):
        raise NotFound(
            f"esports is 1 for e-football and 0 for football, not {esports[:_LONGEST]!r}"
        )
    return day_content(connection, on, now=now, esports=esports == "1", zone=request.zone)


def _day_named(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFound(f"{text[:_LONGEST]!r} is no day; write it as 2026-03-14") from None
    if not EARLIEST <= day <= LATEST:
        raise NotFound(f"{text!r} is out of range; days from {EARLIEST} to {LATEST} are shown")
    return day


def _id(request: WordsRequest) -> int:
    """The id in a path. Raises NotFound."""
    row_id = read_id(request.key)
    if row_id is None:
        raise NotFound(
            f"no {request.page} has the id {request.key[:_LONGEST]!r}; ids are whole numbers"
        )
    return row_id


def _ensure_known(request: WordsRequest) -> None:
    """Raise NotFound for a name of a query that the page does not have."""
    known = _PARAMETERS[request.page]
    unknown = next((name for name in request.query if name not in known), None)
    if unknown is not None:
        raise NotFound(
            f"{unknown[:_LONGEST]!r} is no part of this page's address; {meant(unknown, known)}"
        )


_LETTERS = {letter: f'<span class="is-{letter}">{letter}</span>' for letter in "WDL"} | {
    "?": "<span>?</span>"
}
REFRESHED = 20
"""Seconds between two looks of a page at what is played now."""


def render(template: str, *, refreshes: bool, **content: Any) -> str:
    """The page of a template. refreshes: whether its script asks again for what is played now."""
    script = Markup(_script(refreshes=refreshes))
    own = {"style": Markup(_style()), "script": script, "refreshes": refreshes}
    return _environment().get_template(template).render(own, **content)


def headers_of(*, refreshes: bool) -> dict[str, str]:
    """The headers of a page: those of a page of the guide, and its script, which may ask again for what refreshes."""
    digest = b64encode(sha256(_script(refreshes=refreshes).encode()).digest()).decode()
    policy = f"{HEADERS['Content-Security-Policy']}; script-src 'sha256-{digest}'"
    if refreshes:
        policy = f"{policy}; connect-src 'self'"
    # A form of ours asks for a page of ours.
    policy = policy.replace("form-action 'none'", "form-action 'self'")
    return {**HEADERS, "Content-Security-Policy": policy, "Cache-Control": "no-cache"}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("footydata.faces.pages.words"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["form"] = form
    environment.filters["plural"] = plural
    environment.filters["sentence"] = sentence
    environment.filters["figure"] = figure_text
    environment.filters["opens"] = opens
    environment.filters["cell"] = cell_text
    environment.globals["known"] = known
    return environment


def form(letters: str) -> Markup:
    """The letters of a form, each with the class of its colour; ? is a fixture of which the goals are not known.

    >>> print(form("W?"))
    <span class="form"><span class="is-W">W</span><span>?</span></span>
    """
    return Markup(f'<span class="form">{"".join(_LETTERS[letter] for letter in letters)}</span>')


def opens(column: Shown, row: Any) -> int | None:
    """The id of what a row's cell of a column with a link opens, None if that is not known."""
    target: int | None = attrgetter(column.link[1])(row) if column.link else None
    return target


def sentence(clause: str) -> str:
    """A clause as a sentence.

    >>> sentence("none is named"), sentence("did you mean season?")
    ('None is named.', 'Did you mean season?')
    """
    return f"{clause[:1].upper()}{clause[1:]}{'' if clause.endswith('?') else '.'}"


def _shown(value: Any) -> Any:
    """A text of a file as one line of printable characters; what is not known as nothing."""
    if value is None:
        return ""
    return safe(value) if type(value) is str else value


@cache
def _style() -> str:
    service = files("footydata.service").joinpath("static", "pages.css").read_text(encoding="utf-8")
    return service + _own("words.css")


@cache
def _script(*, refreshes: bool) -> str:
    return _own("zone.js") + (
        _own("refresh.js").replace("REFRESHED", str(REFRESHED)) if refreshes else ""
    )


def _own(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")
