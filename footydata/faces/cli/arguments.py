"""Arguments and options that several commands share, and how a command writes to its database."""

import math
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from footydata.football.errors import InvalidArgument
from footydata.football.terms import DAY, LARGEST_ID
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.odds.settlement import market_of
from footydata.store.file.failures import DatabaseError, damage_errors
from footydata.store.file.files import is_circular_link, kind_of, why_not_writable
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import check_no_database

T = TypeVar("T")


def database_argument(command: Callable[..., T]) -> Callable[..., T]:
    """Adds the database, always the first argument; the command takes it as `database`, a Path.

    An error of SQLite during the command is reported with the database's name.
    """

    @wraps(command)
    def named(*, database: Path, **options: Any) -> T:
        try:
            with damage_errors(database):
                return command(database=database, **options)
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{database}: {error}") from error

    return click.argument("database", metavar="DB", type=click.Path(path_type=Path))(named)


def with_all(options: Sequence[Callable[..., Any]], command: Callable[..., T]) -> Callable[..., T]:
    """The command with several options, in the order of its help."""
    for option in reversed(options):
        command = option(command)
    return command


class RowCount(click.IntRange):
    """A number of rows; the help says its lower bound alone, as nobody means the upper one."""

    def __init__(self) -> None:
        super().__init__(1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        number: int = super().convert(value, param, ctx)
        if number > LARGEST_ID:
            self.fail(f"{number} is too large; {LARGEST_ID} at most", param, ctx)
        return number


COUNT = RowCount()
"""A number of rows: at least one, and no more than a database counts."""


class FixtureId(click.types.IntParamType):
    """The id of a fixture; for anything else the message says where ids are to be found."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The id."""
        try:
            fixture_id: int = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(
                f"{value!r} is not the id of a fixture, which is a whole number; "
                "'footydata fixtures DB --team T' lists the ids of a team's fixtures in the last column",
                param,
                ctx,
            )
        return fixture_id


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

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number", param, ctx)
        return number


class Seconds(Number):
    """A number of seconds from 0 to a day."""

    def __init__(self, *, min_open: bool = False) -> None:
        super().__init__(0, DAY, min_open=min_open)


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
    if path is None:
        return None
    kind = "a symbolic link in a circle" if is_circular_link(path) else kind_of(path)
    if kind:
        raise click.BadParameter(f"{path} is {kind}, not a file")
    check_no_database(path)
    hindrance = (
        why_not_writable(path) if path.parent.is_dir() else f"there is no folder {path.parent}"
    )
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


@contextmanager
def writing(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes to a football database, which must exist.

    Raises DatabaseMissing, NotAFootballDatabase, and what open_database raises.
    """
    open_read_only(database).close()
    with closing(open_database(database)) as connection:
        yield connection


def stored_remark(database: Path, write: Callable[[sqlite3.Connection], str]) -> str:
    """Store what a command has printed: the sentence of `write` on what was stored, or one on why nothing was."""
    try:
        with closing(open_database(database)) as connection:
            return write(connection)
    except (DatabaseError, sqlite3.OperationalError) as error:
        return f"Nothing was stored: {error}."
