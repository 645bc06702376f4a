"""The arguments of commands, which the function of a command declares in its signature, as a view does.

Also how a command writes to its database.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem

from footydata.faces.cli.clock import moment_text, read_date, zone_option
from footydata.faces.cli.printing import format_option, quiet_option
from footydata.football.errors import InvalidArgument
from footydata.store.file.failures import DatabaseError, damage_errors
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import (
    check_no_database,
    is_circular_link,
    kind_of,
    why_not_writable,
)
from footydata.views.arguments import Argument, Says, arguments_of

T = TypeVar("T")

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


class Text(click.types.StringParamType):
    """A text that every database can hold, and not an empty one: that is a variable of a script without a value.

    An argument may have bytes that can't be decoded.
    read: makes the value of the text, or raises InvalidArgument. words: those that the shell completes.
    """

    def __init__(
        self,
        read: Callable[[str], Any] | None = None,
        words: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._read, self._words = read, words

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """The value."""
        text: str = super().convert(value, param, ctx)
        if not text:
            self.fail("it is empty; give a value, or leave it out", param, ctx)
        try:
            text.encode()
            return text if self._read is None else self._read(text)
        except UnicodeEncodeError:
            self.fail(f"{text!r} has characters that are not text", param, ctx)
        except InvalidArgument as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin with what is typed."""
        return [
            CompletionItem(word) for word in self._words() if word.startswith(incomplete.casefold())
        ]


class Number(click.ParamType[float]):
    """A number within the bounds of an argument; what is wrong says what one without a help of its own means."""

    def __init__(self, argument: Argument) -> None:
        self.name = "number"
        self._argument = argument

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            return self._argument.sent(value)
        except InvalidArgument as error:
            more = "" if self._argument.is_keyword else self._argument.says.text
            self.fail(". ".join(filter(None, (str(error), more))), param, ctx)


@dataclass(frozen=True, slots=True)
class Typed(Says):
    """What an option means, in the annotation of a command's keyword.

    Attributes:
        read: the function that reads its text, or its type in click. flag: how it is written, by default as its name.
    """

    read: Any = None
    flag: str = ""


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


_COMMON: dict[str, Callable[..., Any]] = {
    "database": database_argument,
    "zone": zone_option,
    "format": format_option,
    "quiet": quiet_option,
}
"""Name of an argument that says nothing of its own → what adds it to any command."""


def command(
    name: str | None = None, *, of: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Makes a command of a function: its keywords are the options. of: the group that it is of; settings: click's."""

    def made(run: Callable[..., Any]) -> click.Command:
        options: list[Callable[..., Any]] = [
            option_of(each) if each.says.text else _COMMON.get(each.name) or option_of(each)
            for each in arguments_of(run)
        ]
        decorate: Callable[..., click.Command] = click.command(name, **settings)
        command = decorate(with_all(options, run))
        if of is not None:
            of.add_command(command)
        return command

    return made


def with_all(options: Sequence[Callable[..., Any]], command: Callable[..., T]) -> Callable[..., T]:
    """The command with several options, in the order of its help."""
    for option in reversed(options):
        command = option(command)
    return command


def flags(names: list[str]) -> str:
    """Names of options as they are written."""
    return " and ".join(f"--{name.replace('_', '-')}" for name in names)


def option_of(
    argument: Argument, words: Callable[[], Iterable[str]] | None = None
) -> Callable[[Any], Any]:
    """An argument as an option, or where it needs no name as what stands behind the database. words: as of Text."""
    name, says, kind = argument.name, argument.says, Text(words=words) if words else _type(argument)
    metavar = None if argument.choices else says.metavar or None
    if not argument.is_keyword:
        metavar = metavar or name.upper()
        metavar = metavar if argument.is_needed else f"[{metavar}]"
        return click.argument(
            name,
            metavar=f"{metavar}..." if argument.is_many else metavar,
            type=kind,
            nargs=-1 if argument.is_many else 1,
            required=argument.is_needed,
        )
    flag = says.flag if isinstance(says, Typed) and says.flag else flags([name])
    if argument.kind is bool:
        return click.option(flag, name, is_flag=True, default=argument.default, help=says.text)
    # click takes a default of None for a value, and never misses the option then.
    has_default = argument.default not in (None, ()) and not argument.is_needed
    settings = {"default": argument.default, "show_default": True} if has_default else {}
    return click.option(
        flag,
        name,
        type=kind,
        metavar=metavar,
        required=argument.is_needed,
        multiple=argument.is_many,
        help=f"{says.text}  [{argument.bounds}]" if argument.bounds else says.text,
        **settings,
    )


def _type(argument: Argument) -> Any:
    read = getattr(argument.says, "read", None)
    if isinstance(read, click.ParamType):
        return read
    if argument.choices:
        return click.Choice(argument.choices, case_sensitive=False)
    if read is None and argument.kind in (int, float):
        return Number(argument)
    if read is None and argument.kind is Path:
        return click.Path(path_type=Path)
    is_moment = date in getattr(argument.hint, "__args__", ())
    return Text(
        read or (read_date if argument.kind is date else moment_text if is_moment else None)
    )


def report_path(text: str) -> Path:
    """The path of a report that can be written: a new file, or an earlier report.

    Raises BadParameter, ClickException, DatabaseError for a database.
    """
    path = Path(text)
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
    if path.exists():
        with path.open("rb") as file:
            if file.readline(100).rstrip() not in (b"", ",".join(REPORT_COLUMNS).encode()):
                raise click.BadParameter(
                    f"{path} is there already and is not a report; name another file"
                )
    return path


Accounts: TypeAlias = Annotated[
    Path | None,
    Typed("The accounts file.  [default: DB with the suffix .accounts]", read=FILE),
]
Cache: TypeAlias = Annotated[Path | None, Typed("The folder of downloads.", read=FOLDER)]

REPORT_COLUMNS = ("kind", "file", "line", "column", "reason", "text")
"""The columns of a load's report."""

ReportFile: TypeAlias = Annotated[
    Path | None,
    Typed(
        "Write every refusal and conflict as CSV.",
        metavar="FILE",
        read=report_path,
        flag="--report",
    ),
]


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
