"""Where the contents of a database came from: files, seasons of public sites, services."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from footydata.football.records import FetchedSeason
from footydata.store.file.transactions import write_transaction
from footydata.store.writing import upsert


class LoadedFile(NamedTuple):
    """A file of the user's, as it was last loaded. league: COUNTRY/NAME, None if none was named."""

    source: str
    place: str
    path: str
    league: str | None


class PulledService(NamedTuple):
    """A service that was pulled. asked: the options of the pull, as they were stored."""

    root: str
    asked: dict[str, Any]


def without_user(url: str) -> str:
    """An address without the user name and password that it may contain: no secret is stored.

    >>> without_user("https://me:secret@example.org:8443/v1")
    'https://example.org:8443/v1'
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def note_fetched(connection: sqlite3.Connection, seasons: Iterable[FetchedSeason]) -> None:
    """Record the seasons that were requested of public sites, and commit."""
    with write_transaction(connection):
        upsert(connection, "fetched_season", [row._replace(base_url=without_user(row.base_url)) for row in seasons])


def fetched_seasons(connection: sqlite3.Connection) -> list[FetchedSeason]:
    """The seasons that were requested of public sites, by site, address, season and league."""
    sql = "select site, base_url, league, season from fetched_season order by site, base_url, season, league"
    return [FetchedSeason._make(row) for row in connection.execute(sql)]


def loaded_files(connection: sqlite3.Connection) -> list[LoadedFile]:
    """The files that were loaded, each as it was last loaded, in the order of their first loads."""
    return [LoadedFile._make(row) for row in connection.execute(_FILES)]


def pulled_services(connection: sqlite3.Connection) -> list[PulledService]:
    """The pulls of services, each service and its options once, in the order of their first pulls."""
    found = []
    for (text,) in connection.execute("select asked from pull group by asked order by min(id)"):
        asked = json.loads(text)
        found.append(PulledService(asked.pop("service"), asked))
    return found


_FILES = """
    with last as (
      select source_id, place, max(id) as id, min(id) as first_id from load
      where kind = 'file' and path is not null group by source_id, place
    )
    select source.name, load.place, load.path, load.league from last
    join load on load.id = last.id join source on source.id = load.source_id order by last.first_id
"""
