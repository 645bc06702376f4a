"""The connections of our pages to the football databases of a Datasette, which stay open between two pages."""

from pathlib import Path
from typing import Any

from footydata.service.reader import Readers


def readers_of(datasette: Any, database: str) -> Readers:
    """The pool of a database, by its name; a new connection costs as much as the table of a league."""
    pools: dict[str, Readers] = datasette.__dict__.setdefault("_footydata_readers", {})
    if database not in pools:
        path = Path(datasette.databases[database].path)
        pools[database] = Readers(path, immutable=is_immutable(datasette, database))
    return pools[database]


def is_immutable(datasette: Any, database: str) -> bool:
    """Whether a database was attached as immutable; to be called before `is_mutable` is changed."""
    attached: dict[str, bool] = datasette.__dict__.setdefault("_footydata_immutable", {})
    return attached.setdefault(database, not datasette.databases[database].is_mutable)


def close_readers(datasette: Any) -> None:
    """Close the connections; a page under way ends first."""
    for readers in datasette.__dict__.pop("_footydata_readers", {}).values():
        readers.close()
