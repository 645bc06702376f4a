"""The arguments that several commands share."""

import math
import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from footydata.contract.markets import BY_PARAM
from footydata.contract.paging import LARGEST_ID
from footydata.contract.terms import DAY
from footydata.rules.settlement import UnknownMarket, market_of

T = TypeVar("T")


def database_argument(command: Callable[..., T]) -> Callable[..., T]:
    """Adds the database, always the first argument; the command takes it as `database`, a Path.

    What SQLite says of it in the middle of the command is told with its name.
    """

    @wraps(command)
    def named(*, database: Path, **options: Any) -> T:
        from footydata.store.database import DatabaseError, damage_named

        try:
            with damage_named(database):
                return command(database=database, **options)
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{database}: {error}") from error

    return click.argument("database", metavar="DB", type=click.Path(path_type=Path))(named)


COUNT = click.IntRange(1, LARGEST_ID)
"""A number of rows: at least one, and no more than a database counts."""


class MarketName(click.Choice[str]):
    """A market by its parameter name, key or title, whatever its case; or one of more words."""

    def __init__(self, *more: str) -> None:
        super().__init__((*BY_PARAM, *more))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The parameter name of the market."""
        try:
            return market_of(value).param
        except UnknownMarket:
            return super().convert(value, param, ctx)


class Seconds(click.FloatRange):
    """A span of time from 0 to a day; never 'nan', which is beyond no bound."""

    def __init__(self) -> None:
        super().__init__(0, DAY)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return seconds


def existing(database: Path) -> Path:
    """The database, which a look-up or an edit must not create. Raises DatabaseMissing, NotAFootballDatabase."""
    from footydata.store.database import open_read_only

    open_read_only(database).close()
    return database
