"""The connections of our pages to the football databases of a Datasette, which stay open between two pages."""

from pathlib import Path
from typing import Any

from footydata.service.reader import Readers


def readers_of(datasette: Any, database: str) -> Readers:
    """The pool of a database, by its name; a new connection costs as much as the table of a league."""
    pools: dict[str, Readers] = datasette.__dict__.setdefault("_footydata_readers", {})
    if database not in pools:
        pools[database] = Readers(Path(datasette.databases[database].path))
    return pools[database]


def close_readers(datasette: Any) -> None:
    """Close the connections; a page under way ends first."""
    for readers in datasette.__dict__.pop("_footydata_readers", {}).values():
        readers.close()
