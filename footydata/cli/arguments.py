"""The arguments that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def database_argument(command: _Command) -> _Command:
    """Adds the database, always the first argument; the command takes it as `database`, a Path."""
    return click.argument("database", metavar="DB", type=click.Path(path_type=Path))(command)


def existing(database: Path) -> Path:
    """The database, which a look-up or an edit must not create. Raises DatabaseMissing, NotAFootballDatabase."""
    from footydata.store.database import open_read_only

    open_read_only(database).close()
    return database
