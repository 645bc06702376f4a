"""The records of loads: what was loaded from which file, site or service, with which counts, and what was refused."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from footydata.football.records import FetchedSeason, Load, RefusedRow
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import column, first, records, upsert

COUNTS = [name for name in Load._fields if name.startswith(("rows_", "fixtures_"))]
"""The columns of a load that count what came of its rows."""


class LoadedFile(NamedTuple):
    """A file of the user's, as it was last loaded. league: COUNTRY/NAME, None if it was loaded without one."""

    source: str
    place: str
    path: str
    league: str | None


class PulledService(NamedTuple):
    """A service that was pulled, with the stored options of the pull."""

    root: str
    options: dict[str, Any]


def digest_of(connection: sqlite3.Connection, source: str, address: str) -> str | None:
    """The digest of a page of a source when it was last loaded, None if it never was."""
    sql = """select digest from taken_page join source on source.id = source_id
             where source.name = :source and address = :address"""
    return next(iter(column(connection, sql, {"source": source, "address": address})), None)


def load_of(connection: sqlite3.Connection, load_id: int) -> Load | None:
    """The load with the id, None if there is none."""
    return first(connection, Load, "from load where id = :id", {"id": load_id})


def end_load(connection: sqlite3.Connection, load: Load, refused: Iterable[RefusedRow]) -> None:
    """Write the counts of a load, and its refused rows with its id as their load_id. Commits nothing."""
    assert load.id is not None
    upsert(connection, "load", [load])
    upsert(connection, "refused_row", (row._replace(load_id=load.id) for row in refused))


def add_counts(connection: sqlite3.Connection, load: Load) -> None:
    """Add the counts of a page to those of its load. Commits nothing."""
    connection.execute(_ADD_COUNTS, load._asdict())


def delete_unchanged_load(connection: sqlite3.Connection, load_id: int) -> None:
    """Delete the record of a load that changed no row and has no claim. Commits nothing."""
    values = {"id": load_id}
    if connection.execute(_CHANGED, values).fetchone()[0]:
        return
    for table in ("claim_again", "refused_row", "placeholder", "waiting_detail"):
        connection.execute(f"delete from {table} where load_id = :id", values)  # tables of ours
    connection.execute("update pull set load_id = null where load_id = :id", values)
    connection.execute("delete from load where id = :id", values)


def without_user(url: str) -> str:
    """An address without the user name and password that it may contain: no secret is stored.

    >>> without_user("https://me:secret@example.org:8443/v1")
    'https://example.org:8443/v1'
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def write_fetched_seasons(connection: sqlite3.Connection, seasons: Iterable[FetchedSeason]) -> None:
    """Record the seasons that were requested of public sites, and commit."""
    with write_transaction(connection):
        upsert(
            connection,
            "fetched_season",
            [row._replace(base_url=without_user(row.base_url)) for row in seasons],
        )


def fetched_seasons(connection: sqlite3.Connection) -> list[FetchedSeason]:
    """The seasons that were requested of public sites, by site, address, season and league."""
    sql = "from fetched_season order by site, base_url, season, league"
    return records(connection, FetchedSeason, sql)


def loaded_files(connection: sqlite3.Connection) -> list[LoadedFile]:
    """The files that were loaded, each as it was last loaded, in the order of their first loads."""
    return records(connection, LoadedFile, _FILES)


def pulled_services(connection: sqlite3.Connection) -> list[PulledService]:
    """The pulls of services, each service and its options once, in the order of their first pulls."""
    services = []
    sql = "select asked from pull group by asked order by min(id)"
    for options in map(json.loads, column(connection, sql)):
        services.append(PulledService(options.pop("service"), options))
    return services


_CHANGED = """
    select rows_changed > 0 or exists(select 1 from claim where load_id = :id)
    from load where id = :id
"""
_ADD_COUNTS = f"""
    update load set {", ".join(f"{name} = coalesce({name}, 0) + coalesce(:{name}, 0)" for name in COUNTS)}
    where id = :id
"""
_FILES = """
    with last as (
      select source_id, place, max(id) as id, min(id) as first_id from load
      where kind = 'file' and path is not null group by source_id, place
    )
    select source.name, load.place, load.path, load.league from last
    join load on load.id = last.id join source on source.id = load.source_id order by last.first_id
"""
