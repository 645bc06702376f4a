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

from footydata.faces.cli.clock import ZONE, moment_text, read_date, read_moment
from footydata.faces.cli.printing import FORMATS, SAFE_CSV, Output
from footydata.football.moments import zone_named
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import (
    DatabaseError,
    file_errors,
)
from footydata.views.arguments import Argument, Says, arguments_of

T = TypeVar("T")

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


class Text(click.types.StringParamType):
    """A text that every database can hold, and not an empty one: that is a variable of a script without a value.

    An argument may have bytes that can't be decoded.
    read: makes the value of the text, or raises ValueError. words: those that the shell completes. hint: what is
    said of a text that `read` refuses.
    """

    def __init__(
        self,
        read: Callable[[str], Any] = str,
        words: Callable[[], Iterable[str]] = tuple,
        *,
        name: str = "text",
        hint: str = "",
    ) -> None:
        self.name = name
        self._read, self._words, self._hint = read, words, hint

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """The value."""
        text: str = super().convert(value, param, ctx)
        if not text:
            self.fail("it is empty; give a value, or leave it out", param, ctx)
        try:
            text.encode()
            return self._read(text)
        except UnicodeEncodeError:
            self.fail(f"{text!r} has characters that are not text", param, ctx)
        except ValueError as error:
            self.fail(". ".join(filter(None, (str(error), self._hint))), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin with what is typed."""
        return [
            CompletionItem(word) for word in self._words() if word.startswith(incomplete.casefold())
        ]


@dataclass(frozen=True, slots=True)
class Typed(Says):
    """What an option means, in the annotation of a command's keyword.

    Attributes:
        read: the function that reads its text, or its type in click. flag: how it is written, by default as its name.
        variable: of the environment, which has the value where the option is left out.
    """

    read: Any = None
    flag: str = ""
    variable: str | None = None


def database_argument(command: Callable[..., T]) -> Callable[..., T]:
    """Adds the database, always the first argument; the command takes it as `database`, a Path.

    An error of SQLite during the command is reported with the database's name.
    """

    @wraps(command)
    def named(*, database: Path, **options: Any) -> T:
        try:
            with file_errors(database):
                return command(database=database, **options)
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{database}: {error}") from error

    return click.argument("database", metavar="DB", type=click.Path(path_type=Path))(named)


def output_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --format table|json|csv, --safe-csv and --quiet, which the command takes as `out`.

    Raises UsageError for --safe-csv where no CSV is written: neither rows nor the report of a load.
    """

    @wraps(command)
    def printing(*, format: str, safe_csv: bool, quiet: bool, **options: Any) -> T:
        if safe_csv and format != "csv" and not options.get("report_file"):
            report = " or --report FILE" if "report_file" in options else ""
            raise click.UsageError(f"--safe-csv is for --format csv{report}")
        return command(out=Output(format, quiet, safe_csv), **options)

    formats = click.option(
        "--format",
        type=click.Choice(FORMATS, case_sensitive=False),
        default=FORMATS[0],
        show_default=True,
        help="The format of printed rows.",
    )
    safe_csv = click.option("--safe-csv", is_flag=True, help=SAFE_CSV)
    return with_all([formats, safe_csv, quiet_option], printing)


zone_option = click.option(
    "--zone",
    envvar=ZONE,
    metavar="ZONE",
    # Before the days, which are read in it.
    is_eager=True,
    type=Text(zone_named),
    default="UTC",
    show_default=True,
    help=f"Where days begin and times are shown: Europe/Rome; or {ZONE}.",
)
"""Adds --zone, in which days begin and clocks are shown, to a command; see clock.zone_chosen."""

quiet_option = click.option("--quiet", is_flag=True, help="No progress, no remarks.")
"""Adds --quiet to a command."""

COMMON: dict[str, Callable[..., Any]] = {
    "database": database_argument,
    "zone": zone_option,
    "out": output_options,
    "quiet": quiet_option,
}
"""Name of an argument that says nothing of its own → what adds it to any command."""


def command(
    name: str | None = None, *, of: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Makes a command of a function: its keywords are the options. of: the group that it is of; settings: click's."""

    def made(run: Callable[..., Any]) -> click.Command:
        options: list[Callable[..., Any]] = [
            option_of(each) if each.says.text else COMMON.get(each.name) or option_of(each)
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


def option_of(argument: Argument) -> Callable[[Any], Any]:
    """An argument as an option, or where it needs no name as what stands behind the database."""
    name, says, kind = argument.name, argument.says, _type(argument)
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
    if kind.name == Text.name:
        metavar = metavar or name.upper()
    flag = says.flag if isinstance(says, Typed) and says.flag else flags([name])
    if argument.kind is bool:
        return click.option(flag, name, is_flag=True, default=argument.default, help=says.text)
    # click takes a default of None for a value, and never misses the option then.
    has_default = argument.default not in (None, ()) and not argument.is_needed
    settings: dict[str, Any] = {"show_envvar": True, "envvar": getattr(says, "variable", None)}
    settings |= {"default": argument.default, "show_default": True} if has_default else {}
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
    if read is not None:
        return Text(read)
    if argument.kind in (int, float):
        # Without a name it has no help of its own.
        hint = "" if argument.is_keyword else argument.says.text
        return Text(argument.sent, name="number", hint=hint)
    if argument.kind is Path:
        return click.Path(path_type=Path)
    if argument.kind is date:
        return Text(read_date, name="date")
    is_moment = date in getattr(argument.hint, "__args__", ())
    words = argument.says.words if not argument.words else lambda: argument.words
    return Text(moment_text, name="date") if is_moment else Text(words=words)


Yes: TypeAlias = Annotated[bool, Says("Do it without asking.")]
AsOf: TypeAlias = Annotated[
    int | None,
    Typed("The day or moment that is taken for now.", metavar="MOMENT", read=read_moment),
]
OneLeague: TypeAlias = Annotated[
    str | None, Says("Only this league: an id or an unambiguous part of a name.")
]
Leagues: TypeAlias = Annotated[tuple[str, ...], Says("Only this league; may be repeated.")]
Accounts: TypeAlias = Annotated[
    Path | None,
    Typed("The accounts file.  [default: DB with the suffix .accounts]", read=FILE),
]
Cache: TypeAlias = Annotated[Path | None, Typed("The folder of downloads.", read=FOLDER)]


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
