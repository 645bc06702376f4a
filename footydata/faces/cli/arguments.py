"""Arguments and options that several commands share."""

import math
import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from footydata.football.errors import InvalidArgument
from footydata.football.terms import DAY, LARGEST_ID
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.odds.settlement import market_of

T = TypeVar("T")


def database_argument(command: Callable[..., T]) -> Callable[..., T]:
    """Adds the database, always the first argument; the command takes it as `database`, a Path.

    An error of SQLite during the command is reported with the database's name.
    """

    @wraps(command)
    def named(*, database: Path, **options: Any) -> T:
        from footydata.store.file.failures import DatabaseError, damage_errors

        try:
            with damage_errors(database):
                return command(database=database, **options)
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{database}: {error}") from error

    return click.argument("database", metavar="DB", type=click.Path(path_type=Path))(named)


COUNT = click.IntRange(1, LARGEST_ID)
"""A number of rows: at least one, and no more than a database counts."""


class MarketName(click.Choice[str]):
    """A market by its parameter name, key or title, in any case; or one of `more`, further words."""

    def __init__(self, *more: str) -> None:
        super().__init__((*MARKET_BY_PARAM, *more))
        self._more = more

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The parameter name of the market."""
        try:
            return market_of(value).param
        except InvalidArgument as unknown:
            if value.casefold() in self._more:
                return value.casefold()
            self.fail(str(unknown), param, ctx)


class Number(click.FloatRange):
    """A number within a range; 'nan' is refused, which FloatRange accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number", param, ctx)
        return number


class Seconds(Number):
    """A number of seconds from 0 to a day."""

    def __init__(self, *, min_open: bool = False) -> None:
        super().__init__(0, DAY, min_open=min_open)


class Text(click.types.StringParamType):
    """A text that every database can hold, and not an empty one: that is a variable of a script without a value.

    An argument may have bytes that can't be decoded.
    """

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text."""
        text: str = super().convert(value, param, ctx)
        if not text:
            self.fail("it is empty; give a value, or leave it out", param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} has characters that are not text", param, ctx)
        return text


def screen_texts(command: click.Command) -> None:
    """Let a command and its subcommands refuse texts that are empty or can't be decoded; paths may have any bytes."""
    for param in command.params:
        if param.type is click.STRING:
            param.type = Text()
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        screen_texts(below)


def report_option(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --report; the command takes it as `report_file`, the path of a new file or an earlier report."""
    return click.option(
        "--report",
        "report_file",
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        callback=_checked_report_file,
        help="Write every refusal and conflict as CSV.",
    )(command)


def _checked_report_file(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """The path of a report that can be written. Raises BadParameter, ClickException, DatabaseError for a database."""
    from footydata.store.file.files import is_circular_link, kind_of, why_not_writable
    from footydata.store.file.sqlite_files import check_no_database

    if path is None:
        return None
    kind = "a symbolic link in a circle" if is_circular_link(path) else kind_of(path)
    if kind:
        raise click.BadParameter(f"{path} is {kind}, not a file")
    check_no_database(path)
    hindrance = why_not_writable(path) if path.parent.is_dir() else f"there is no folder {path.parent}"
    if hindrance:
        # Said before anything is loaded.
        raise click.ClickException(f"{path} can't be written: {hindrance}")
    if path.exists() and not _is_report(path):
        raise click.BadParameter(f"{path} is there already and is not a report; name another file")
    return path


def _is_report(path: Path) -> bool:
    """Whether a file is an earlier report, or empty."""
    with path.open("rb") as file:
        return file.readline(100).rstrip() in (b"", ",".join(REPORT_COLUMNS).encode())


REPORT_COLUMNS = ("kind", "file", "line", "column", "reason", "text")
"""The columns of a load's report."""


def existing(database: Path) -> Path:
    """The path, if there is a football database; else raises DatabaseMissing, NotAFootballDatabase."""
    from footydata.store.file.opening import open_read_only

    open_read_only(database).close()
    return database
