"""The Datasette plugin: /v1 before Datasette's router, and pages with titles and descriptions. Hooks only.

Settings: `database` names the database that /v1 serves, by default the first footydata file; `accounts` is the path of
the accounts file, if it is not beside the database. Contract 28.1.
"""

import gc
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from datasette import hookimpl
from datasette.utils import (
    ConnectionProblem,
    StartupError,
    tilde_decode,
    to_css_class,
    urlsafe_components,
)
from datasette.utils.asgi import NotFound as DatasetteNotFound
from datasette.utils.asgi import Response, asgi_send
from datasette.utils.sqlite import using_pysqlite3
from jinja2 import DictLoader
from markupsafe import Markup

from footydata.faces.pages.attached import close_readers, is_immutable
from footydata.faces.pages.guard import attached_accounts, football_databases
from footydata.faces.pages.guide_page import GUIDE, HEADERS, guide_list, guide_missing, guide_page
from footydata.faces.pages.limits import limit_queries
from footydata.faces.pages.metadata import (
    configure_tables,
    describe_tables,
    first_page,
    page_metadata,
    unless_given,
)
from footydata.faces.pages.private_datasette import local_metadata
from footydata.faces.pages.row_pages import (
    label_fixtures,
    page_templates,
    row_links,
    row_title,
)
from footydata.faces.pages.words.addresses import PAGES, starts_in_words, words_at
from footydata.faces.pages.words.answers import page_in_words
from footydata.football.errors import NotFound
from footydata.guide import topic_named
from footydata.service.asgi import ANY, AsgiApp, Front, LazyService
from footydata.service.docs import DOCS
from footydata.service.service import Service
from footydata.service.serving import accounts_of, hide_queries, service_on
from footydata.store.file.opening import open_read_only, remove_journal
from footydata.store.file.sqlite_files import (
    DatabaseError,
    ReadingConnection,
    UnknownSchema,
    is_football_database,
    why_not_writable,
)
from footydata.store.page_sql import OF_TEAM, READY

NAME = "footydata"
_VIEW = "match"
_READING = ("GET", "HEAD")
# Not 'tables': Datasette 0.65 copies the whole result for each table whose permissions it looks up.
_PAGE_KEYS = frozenset(
    {
        None,
        "databases",
        "title",
        "description",
        "description_html",
        "columns",
        "facets",
        "label_column",
        "hidden",
    }
)


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def startup(datasette: Any) -> Callable[[], Awaitable[None]]:
    """Refuse to start if an accounts file is attached or a setting is wrong; describe the tables."""

    async def check_and_describe() -> None:
        _check(datasette)
        datasette._footydata = football_databases(datasette)
        datasette._footydata_behind_v1 = _served(datasette)
        label_fixtures(datasette)
        for name in datasette._footydata:
            datasette._footydata_templates.mapping |= page_templates(to_css_class(name))
            configure_tables(datasette, name)
            if hasattr(datasette, "add_query"):
                await _add_queries(datasette, name)
            if hasattr(datasette, "set_database_metadata"):
                await describe_tables(datasette, name)
        if hasattr(datasette, "set_instance_metadata"):
            own = await datasette.get_instance_metadata()
            for key, text in unless_given(first_page(datasette), own).items():
                await datasette.set_instance_metadata(key, text)

    return check_and_describe


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Any) -> None:
    """Bound what the SQL of a football database's pages may use.

    Before Datasette fails with a traceback, say what to do about a file that can't be read as attached: Datasette 1.0
    opens every file before the startup hooks of plugins.
    """
    attached = datasette.databases.get(database)
    if not attached or not attached.path or not is_football_database(attached.path):
        return
    limit_queries(conn)
    if hasattr(datasette, "_footydata"):
        return
    was_mutable = attached.is_mutable
    try:
        _make_readable(datasette, attached)
    except DatabaseError as error:
        raise ConnectionProblem(str(error)) from error
    if attached.is_mutable != was_mutable:
        hindrance = why_not_writable(Path(attached.path))
        raise ConnectionProblem(
            f"{hindrance}; attach it as immutable: datasette -i {attached.path}"
        )


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def asgi_wrapper(datasette: Any) -> Callable[[AsgiApp], AsgiApp]:
    """/v1 before everything else; no pages if an accounts file is attached or a database file was moved."""
    if not hasattr(datasette, "_footydata"):
        # Datasette 0.65 prints an error raised here as a sentence, and one raised in the startup hook as a traceback.
        _check(datasette)
    prefix = datasette.setting("base_url").rstrip("/")
    hide_queries(prefix)

    def make() -> Service | None:
        name = _served(datasette)
        if name is None:
            return None
        accounts = _settings(datasette).get("accounts")
        path = Path(datasette.databases[name].path)
        opened = accounts_of(path, Path(accounts) if accounts else None)
        return service_on(path, opened, immutable=is_immutable(datasette, name))

    # Datasette 1.0 builds its application again for each request of its own client; the service is made once.
    v1 = datasette._footydata_v1 = getattr(datasette, "_footydata_v1", None) or LazyService(make)

    def wrapped(app: AsgiApp) -> AsgiApp:
        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "lifespan":
                await app(scope, receive, _tidying(datasette, send))
                return
            is_http = scope["type"] == "http"
            if is_http and (refusal := attached_accounts(datasette)):
                await asgi_send(send, refusal, HTTPStatus.FORBIDDEN)
            elif is_http and (refusal := _moved(datasette)):
                await asgi_send(send, refusal, HTTPStatus.SERVICE_UNAVAILABLE)
            else:
                await app(scope, receive, send)

        # `footydata serve` has a front of its own before all of this.
        is_behind = getattr(datasette, "_footydata_is_behind_serve", False)
        return (
            guarded
            if is_behind
            else Front(v1, guarded, prefix=prefix, origins=(ANY,) if datasette.cors else ())
        )

    return wrapped


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def register_routes(datasette: Any) -> list[tuple[str, Callable[..., Awaitable[Response]]]]:
    """The routes of the guide, and of the pages in words; the first page of a football file alone is one of them."""
    first = [("^/$", _words)] if starts_in_words(datasette) else []
    return [
        *first,
        (f"^{GUIDE}$", _guide),
        (f"^{GUIDE}/(?P<topic>[^/]+)$", _guide),
        (f"^/(?P<database>[^/]+)/-/{PAGES}(/(?P<key>[^/]+))?$", _words),
    ]


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def filters_from_request(request: Any, database: str, table: str, datasette: Any) -> Any:
    """Find the fixtures of a team by team_fixture, if 'match' is filtered by a home or away team."""
    from datasette.filters import FilterArguments

    if table != _VIEW or database not in _shown(datasette):
        return None
    names = {
        key: request.args.get(key) or request.args.get(f"{key}__exact") for key in ("home", "away")
    }
    asked = {f"footydata_{key}": name for key, name in names.items() if name}
    return (
        FilterArguments([OF_TEAM.format(name=name) for name in asked], params=asked)
        if asked
        else None
    )


@hookimpl(tryfirst=True)  # type: ignore[untyped-decorator]  # Datasette ships no types
def render_cell(
    value: Any, column: str | None, table: str | None, database: str | None, datasette: Any
) -> Markup | str | None:
    """Show unix seconds with the time in words, and fixture ids of the view and of queries as links."""
    if column is None or type(value) is not int or database not in _shown(datasette):
        return None
    if (table, column) in ((_VIEW, "id"), (None, "fixture_id")):
        return Markup(f'<a href="{_fixtures_at(datasette, database)}/{value}">{value}</a>')
    if not column.endswith("_ts"):
        return None
    try:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S} UTC ({value})"
    except (ValueError, OverflowError, OSError):
        return None


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def extra_template_vars(
    request: Any, database: str | None, table: str | None, view_name: str, datasette: Any
) -> Callable[[], Awaitable[dict[str, Any]]]:
    """Give the page of a row links, and a readable title in place of the row's key."""

    async def named() -> dict[str, Any]:
        if view_name != "row" or not table or not database or database not in _shown(datasette):
            return {}
        key = urlsafe_components(request.url_vars["pks"])
        title = await row_title(datasette, database, table, key)
        if not title:
            return {}
        links = await row_links(datasette, database, table, key)
        return {"primary_key_values": [title], "football_links": links}

    return named


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """Add a template loader for the pages of rows, so that browser tabs and bookmarks show their titles."""
    # Filled at startup, when the football databases are known.
    datasette._footydata_templates = DictLoader({})
    env.loader.loaders.append(datasette._footydata_templates)


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def menu_links(datasette: Any) -> list[dict[str, str]]:
    """Links to the guide and the documents of /v1, in the menu of every page."""
    if not _shown(datasette):
        return []
    return [
        {"href": words_at(datasette, _shown(datasette)[0]).start, "label": "Football in words"},
        {"href": datasette.urls.path(GUIDE), "label": "Football guide"},
        {"href": datasette.urls.path(DOCS), "label": "/v1 documents"},
    ]


@hookimpl(optionalhook=True)  # type: ignore[untyped-decorator]  # Datasette ships no types
def canned_queries(datasette: Any, database: str) -> dict[str, dict[str, Any]]:
    """The ready queries, for Datasette before 1.0; the user's own of the same name win."""
    if database not in _shown(datasette):
        return {}
    own = ((local_metadata(datasette).get("databases") or {}).get(database) or {}).get(
        "queries"
    ) or {}
    return {name: _query(name) for name in READY if name not in own}


@hookimpl  # type: ignore[untyped-decorator]  # Datasette ships no types
def get_metadata(datasette: Any, key: str | None) -> dict[str, Any]:
    """The descriptions of tables, for Datasette before 1.0; the user's own win."""
    if key not in _PAGE_KEYS or not _shown(datasette):
        return {}
    # 0.65 calls this some hundred times per page.
    attached = tuple(datasette.databases)
    made: tuple[tuple[str, ...], dict[str, Any]] | None = getattr(
        datasette, "_footydata_metadata", None
    )
    if made is None or made[0] != attached:
        made = datasette._footydata_metadata = attached, page_metadata(datasette)
    return made[1]


async def _guide(request: Any, datasette: Any) -> Response:
    """The list of the guide's pages, or one of them; 404 with the nearest names if there is no such page."""
    if request.method not in _READING:
        return _not_read(request)
    guide, home = datasette.urls.path(GUIDE), datasette.urls.instance()
    name = unquote(request.url_vars.get("topic", ""))
    if not name:
        return Response.html(guide_list(guide=guide, home=home), headers=HEADERS)
    try:
        return Response.html(guide_page(topic_named(name), guide=guide, home=home), headers=HEADERS)
    except NotFound as error:
        text = guide_missing(str(error), guide=guide, home=home)
        return Response.html(text, status=HTTPStatus.NOT_FOUND, headers=HEADERS)


async def _words(request: Any, datasette: Any) -> Response:
    """A page in words of a football database."""
    if request.method not in _READING:
        return _not_read(request)
    encoded = request.url_vars.get("database")
    database = tilde_decode(encoded) if encoded else _shown(datasette)[0]
    if database not in _shown(datasette):
        raise DatasetteNotFound(f"{database} is no football database")
    page = await page_in_words(datasette, request, database)
    return Response.html(page.html, status=page.status, headers=page.headers)


def _not_read(request: Any) -> Response:
    """The refusal of a method that would change a page."""
    text = (
        f"{request.method} is not a method of this page; it can be read: {' or '.join(_READING)}\n"
    )
    return Response.text(
        text, status=HTTPStatus.METHOD_NOT_ALLOWED, headers={"allow": ", ".join(_READING)}
    )


def _shown(datasette: Any) -> list[str]:
    """The names of the football databases; none before Datasette has started."""
    return getattr(datasette, "_footydata", [])


def _fixtures_at(datasette: Any, database: str | None) -> str:
    """The address of the fixtures in words for links, escaped; cached, as a page has a hundred links."""
    addresses: dict[str | None, str] = datasette.__dict__.setdefault("_footydata_addresses", {})
    if database not in addresses:
        addresses[database] = f"{escape(datasette.urls.database(database))}/-/fixture"
    return addresses[database]


def _query(name: str) -> dict[str, Any]:
    ready = READY[name]
    return {"sql": ready.sql, "title": ready.title, "description": ready.text, "hide_sql": True}


async def _add_queries(datasette: Any, database: str) -> None:
    """The ready queries, for Datasette from 1.0 on; the user's own of the same name win."""
    for name in READY:
        if await datasette.get_query(database, name) is None:
            await datasette.add_query(database, name, is_trusted=True, **_query(name))


def _settings(datasette: Any) -> dict[str, Any]:
    return datasette.plugin_config(NAME) or datasette.plugin_config(f"datasette-{NAME}") or {}


def _check(datasette: Any) -> None:
    refusal = attached_accounts(datasette)
    if refusal:
        raise StartupError(refusal)
    served = _served(datasette)
    if served and using_pysqlite3:
        raise StartupError(
            "Datasette reads with pysqlite3, another SQLite than Python's own, and two of them in one process break a "
            "file's locks; start it where pysqlite3 is not installed"
        )
    for name in football_databases(datasette):
        database = datasette.databases[name]
        try:
            _make_readable(datasette, database)
        except DatabaseError as error:
            # A fault of another file is shown on its pages, which can't show another schema, though.
            if name == served or isinstance(error, UnknownSchema):
                raise StartupError(str(error)) from error


def _make_readable(datasette: Any, database: Any) -> None:
    """Check a football database, and let Datasette read it without locks if it can't be written."""
    connection = open_read_only(
        Path(database.path), immutable=is_immutable(datasette, database.name)
    )
    connection.close()
    if connection.takes_no_lock:
        database.is_mutable = False
        # Datasette hashes an immutable file with open(), once: it must not do so while /v1 holds locks.
        _ = database.hash
    # Closed, it still tells whether the file has changed since.
    before: dict[str, ReadingConnection] = getattr(datasette, "_footydata_opened", {})
    datasette._footydata_opened = {database.name: connection, **before}


def _moved(datasette: Any) -> str | None:
    """Why pages can't be shown: a file was moved, or written though it can't be locked. None if they can."""
    for name, opened in getattr(datasette, "_footydata_opened", {}).items():
        if not opened.is_current():
            what = (
                "was written, and can't be locked from here"
                if opened.takes_no_lock
                else "was moved or replaced"
            )
            return f"The file of {name!r} {what}: start the server again."
    return None


def _served(datasette: Any) -> str | None:
    """The name of the database behind /v1, None if there is none. Raises StartupError for a wrong setting."""
    named: str | None = _settings(datasette).get("database")
    football = football_databases(datasette)
    if named is None:
        return football[0] if football else None
    if named not in datasette.databases:
        raise StartupError(
            f"the setting 'database' of the plugin {NAME} names {named!r}, which is not attached"
        )
    if named not in football:
        raise StartupError(
            f"the setting 'database' of the plugin {NAME} names {named!r}, which is not a footydata file"
        )
    return named


def _tidying(datasette: Any, send: Any) -> Callable[[Any], Awaitable[None]]:
    """A `send` that closes the football databases and removes their journals before the server shuts down."""

    async def tidy_and_send(message: Any) -> None:
        if message["type"] == "lifespan.shutdown.complete":
            close_readers(datasette)
            databases = [datasette.databases[name] for name in football_databases(datasette)]
            for database in databases:
                database.close()
            # The connection of an interrupted query keeps the file open until its cursor is garbage-collected.
            gc.collect()
            for database in databases:
                if not is_immutable(datasette, database.name):
                    # Datasette's connections are read-only, and so could not remove the journals.
                    remove_journal(Path(database.path))
        await send(message)

    return tidy_and_send
