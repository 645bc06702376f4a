"""Commands that print a view: their options are its arguments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, tzinfo
from inspect import Parameter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import COUNT, Number, database_argument, with_all
from footydata.faces.cli.printing import ProgressLine, format_option, print_view, quiet_option
from footydata.faces.cli.text import Text, Word
from footydata.football.errors import InvalidArgument
from footydata.football.moments import Moment, has_time
from footydata.football.terms import LARGEST_ID
from footydata.store.file.snapshots import reading
from footydata.store.typed_names import AmbiguousName
from footydata.views.arguments import Argument, Clock, arguments_of
from footydata.views.view import View, Views

_View = Callable[..., View]
_Made = TypeVar("_Made", View, Views)


class OfFixture(NamedTuple):
    """The view that a command prints where a fixture is named, by an option or argument called fixture_id."""

    option: Callable[[Any], Any]
    view: _View


def made(
    database: Path,
    view: Callable[..., _Made],
    *,
    quiet: bool = False,
    zone: tzinfo = UTC,
    **values: Any,
) -> _Made:
    """A view of a database, with a line of progress. Raises UsageError for what no database would answer."""
    with reading(database) as connection, ProgressLine(quiet=quiet) as line:
        present = Clock.of(connection, clock.now(), zone, line.show)
        try:
            return view(connection, present, **values)
        except AmbiguousName:
            raise
        except InvalidArgument as error:
            raise click.UsageError(str(error)) from None


class MomentText(Text):
    """A day or a moment; today, yesterday and tomorrow are days of the clock's zone."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The text as ISO."""
        text = super().convert(value, param, ctx)
        if not has_time(text):
            return clock.read_date(text).isoformat()
        clock.read_moment(text)
        return text


def read_command(
    name: str,
    view: _View,
    help: str,
    *,
    usual: Mapping[str, object] | None = None,
    texts: Mapping[str, str] | None = None,
    words: Mapping[str, Callable[[], Iterable[str]]] | None = None,
    hidden: tuple[str, ...] = ("lang", "esports"),
    ids: tuple[str, ...] = (),
    then: Callable[[Path, View, bool, frozenset[str]], None] | None = None,
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    epilog: str | None = None,
    extra: Sequence[Callable[[Any], Any]] = (),
    of_fixture: OfFixture | None = None,
    **others: _View,
) -> click.Command:
    """The command that prints a view.

    help: its text, after a blank line its examples. usual: defaults of this face. texts: the help of an option where
    the view's is not of this face. words: those that the shell completes. hidden: arguments that are no options. ids: those that stand without a name.
    then: what follows the print, given the names of what was chosen too. prepare: completes what was chosen.
    extra: options that it turns into arguments. of_fixture: what it prints where a fixture is named. others: flag → the view that it prints instead, by those arguments that both have.
    """
    usual, texts, words = usual or {}, texts or {}, words or {}
    arguments = [each for each in arguments_of(view) if each.name not in hidden]
    flags = [
        click.option(f"--{flag.replace('_', '-')}", flag, is_flag=True, help=_first(other))
        for flag, other in others.items()
    ]

    one = [of_fixture.option] if of_fixture else []

    def run(database: Path, format: str, quiet: bool, zone: tzinfo, **options: Any) -> None:
        fixture_id = options.pop("fixture_id", None) if of_fixture else None
        chosen = [flag for flag in others if options.pop(flag)]
        values = {key: value for key, value in options.items() if value not in (None, ())}
        if of_fixture is not None and fixture_id is not None:
            if any(values.values()):
                raise click.UsageError("the options are not of one fixture; leave them out, or it")
            view_chosen, values = of_fixture.view, {"fixture_id": fixture_id}
        else:
            values = prepare(values) if prepare is not None else values
            view_chosen = _chosen(view, chosen, others, values, by_name, usual)
        answer = made(database, view_chosen, quiet=quiet, zone=zone, **values)
        print_view(answer, format=format, quiet=quiet)
        if then is not None:
            then(database, answer, quiet, frozenset(values))

    by_name = {each.name: each for each in arguments}
    options = [
        _option(each, usual, texts, words.get(each.name), is_id=each.name in ids)
        for each in arguments
    ]
    decorated = with_all(
        [
            database_argument,
            *one,
            *options,
            *extra,
            *flags,
            clock.zone_option,
            format_option,
            quiet_option,
        ],
        run,
    )
    return click.command(name, help=help, epilog=epilog)(decorated)


def _chosen(
    view: _View,
    chosen: list[str],
    others: Mapping[str, _View],
    values: dict[str, Any],
    by_name: Mapping[str, Argument],
    usual: Mapping[str, object],
) -> _View:
    """The view that the flags name; of `values`, the defaults that it does not take are left out."""
    if len(chosen) > 1:
        raise click.UsageError(f"{_flags(chosen)} are different tables; name one of them")
    if not chosen:
        return view
    taken = {each.name for each in arguments_of(others[chosen[0]])}
    for name in values.keys() - taken:
        if values.pop(name) != usual.get(name, by_name[name].default):
            raise click.UsageError(f"{_flags(chosen)} goes without {_flags([name])}")
    return others[chosen[0]]


def _flags(names: list[str]) -> str:
    return " and ".join(f"--{name.replace('_', '-')}" for name in names)


def _first(view: _View) -> str:
    return (view.__doc__ or "").split("\n", maxsplit=1)[0]


def _option(
    argument: Argument,
    usual: Mapping[str, object],
    texts: Mapping[str, str],
    words: Callable[[], Iterable[str]] | None,
    *,
    is_id: bool,
) -> Callable[[Any], Any]:
    """An argument as an option, or where `is_id` as what stands behind the database."""
    name, says = argument.name, argument.says
    if is_id:
        return click.argument(name, metavar=says.metavar, type=_type(argument))
    if argument.kind is bool:
        return click.option(_flags([name]), name, is_flag=True, help=texts.get(name, says.text))
    default = usual.get(name, argument.default)
    is_needed = default is Parameter.empty
    has_default = default is not None and not is_needed
    settings: dict[str, Any] = {"default": default, "show_default": True} if has_default else {}
    return click.option(
        _flags([name]),
        name,
        type=Word(words) if words else _type(argument),
        metavar=None if argument.choices else says.metavar or None,
        required=is_needed,
        multiple=argument.is_many,
        help=texts.get(name, says.text),
        # click takes a default of None for a value, and never misses the option then.
        **settings,
    )


def _type(argument: Argument) -> Any:
    if argument.choices:
        return click.Choice(argument.choices, case_sensitive=False)
    if argument.hint == Moment or {date} & {*getattr(argument.hint, "__args__", ())}:
        return MomentText()
    if argument.kind is int:
        says = argument.says
        return COUNT if says.most == LARGEST_ID else click.IntRange(min=says.least, max=says.most)
    return Number() if argument.kind is float else Text()
