"""Commands that print a view: their options are its arguments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import database_argument, flags, option_of, with_all
from footydata.faces.cli.printing import format_option, print_view, quiet_option
from footydata.football.errors import InvalidArgument
from footydata.frames.progress import Progress
from footydata.store.file.snapshots import reading
from footydata.store.typed_names import AmbiguousName
from footydata.views.arguments import Argument, Clock, arguments_of
from footydata.views.view import View, Views

_View = Callable[..., View]
_Made = TypeVar("_Made", View, Views)


class OfFixture(NamedTuple):
    """The view that a command prints where a fixture is named, by an argument called fixture_id."""

    argument: Argument
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
    with reading(database) as connection, Progress(quiet=quiet) as line:
        present = Clock.of(connection, clock.now(), zone, line.show)
        try:
            return view(connection, present, **values)
        except AmbiguousName:
            raise
        except InvalidArgument as error:
            raise click.UsageError(str(error)) from None


def read_command(
    name: str,
    view: _View,
    help: str,
    *,
    usual: Mapping[str, object] = {},
    texts: Mapping[str, str] = {},
    words: Mapping[str, Callable[[], Iterable[str]]] = {},
    hidden: tuple[str, ...] = ("lang", "esports"),
    then: Callable[[Path, View, bool, frozenset[str]], None] | None = None,
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    epilog: str | None = None,
    extra: Sequence[Argument] = (),
    of_fixture: OfFixture | None = None,
    **others: _View,
) -> click.Command:
    """The command that prints a view.

    help: its text, after a blank line its examples. usual: defaults of this face. texts: the help of an option where
    the view's is not of this face. words: those that the shell completes. hidden: arguments that are no options.
    then: what follows the print, given the names of what was chosen too. prepare: completes what was chosen.
    extra: options that it turns into arguments of the view. of_fixture: what it prints where a fixture is named. others: flag → the view that it prints instead, by those arguments that both have.
    """
    arguments = [
        replace(
            each,
            default=usual.get(each.name, each.default),
            says=replace(each.says, text=texts.get(each.name, each.says.text)),
            is_keyword=True,
        )
        for each in arguments_of(view)
        if each.name not in hidden
    ]
    by_name = {each.name: each for each in arguments}

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
            view_chosen = _chosen(view, chosen, others, values, by_name)
        answer = made(database, view_chosen, quiet=quiet, zone=zone, **values)
        print_view(answer, format=format, quiet=quiet)
        if then is not None:
            then(database, answer, quiet, frozenset(values))

    options: list[Callable[..., Any]] = [
        database_argument,
        *([option_of(of_fixture.argument)] if of_fixture else []),
        *(option_of(each, words.get(each.name)) for each in arguments),
        *map(option_of, extra),
        *(
            click.option(flags([flag]), flag, is_flag=True, help=_first(other))
            for flag, other in others.items()
        ),
        clock.zone_option,
        format_option,
        quiet_option,
    ]
    return click.command(name, help=help, epilog=epilog)(with_all(options, run))


def _chosen(
    view: _View,
    chosen: list[str],
    others: Mapping[str, _View],
    values: dict[str, Any],
    by_name: Mapping[str, Argument],
) -> _View:
    """The view that the flags name; of `values`, the defaults that it does not take are left out."""
    if len(chosen) > 1:
        raise click.UsageError(f"{flags(chosen)} are different tables; name one of them")
    if not chosen:
        return view
    taken = {each.name for each in arguments_of(others[chosen[0]])}
    for name in values.keys() - taken:
        if values.pop(name) != by_name[name].default:
            raise click.UsageError(f"{flags(chosen)} goes without {flags([name])}")
    return others[chosen[0]]


def _first(view: _View) -> str:
    return (view.__doc__ or "").split("\n", maxsplit=1)[0]
