"""Commands that print a view: their options are its arguments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from inspect import cleandoc
from pathlib import Path
from typing import Any, TypeVar

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import COMMON, flags, option_of, with_all
from footydata.faces.cli.printing import Output
from footydata.football.errors import InvalidArgument
from footydata.store.file.transactions import reading
from footydata.store.typed_names import AmbiguousName
from footydata.views.arguments import Argument, Clock, Says, arguments_of
from footydata.views.view import View, Views

_View = Callable[..., View]
_Made = TypeVar("_Made", View, Views)

_EXAMPLES = """
    \b
    Examples:
      footydata {0} football.db --league "World Cup" --season 2026
      footydata {0} football.db --league "Premier League" --format csv
"""


def made(
    database: Path,
    view: Callable[..., _Made],
    out: Output,
    *,
    zone: tzinfo = UTC,
    **values: Any,
) -> _Made:
    """A view of a database, with a line of progress. Raises UsageError for what no database would answer."""
    with reading(database) as connection, out.progress() as line:
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
    help: str = "",
    *,
    texts: Mapping[str, str] = {},
    hidden: tuple[str, ...] = ("lang", "esports"),
    then: Callable[[Path, View, Output, frozenset[str]], None] | None = None,
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict,
    extra: Sequence[Argument] = (),
    **others: _View,
) -> click.Command:
    """The command that prints a view.

    help: its text, after a blank line its examples; of a view of a season, by default what the view says. texts: the help of an option where the view's is not of this face.
    hidden: arguments that are no options. then: what follows the print, given
    the names of what was chosen too. prepare: completes what was chosen. extra: options that are none of the view's.
    others: one of `extra`, or a flag → the view that it prints instead, by those arguments that both have.
    """
    arguments = [
        replace(
            each,
            says=replace(each.says, text=texts.get(each.name, each.says.text)),
            is_keyword=True,
        )
        for each in arguments_of(view)
        if each.name not in hidden
    ]
    switches = [
        Argument(name, bool, Says((other.__doc__ or "").split("\n")[0]), bool, False)
        for name, other in others.items()
        if name not in {each.name for each in extra}
    ]
    declared = [*extra, *arguments, *switches]

    def run(database: Path, out: Output, zone: tzinfo, **options: Any) -> None:
        chosen = [name for name in others if options[name]]
        values = {
            each.name: options[each.name]
            for each in declared
            if options[each.name] not in (None, (), each.default if chosen else None)
        }
        view_chosen = view
        if chosen:
            view_chosen = others[chosen[0]]
            takes = {each.name for each in arguments_of(view_chosen)}
            if beside := [*values.keys() - takes - {chosen[0]}]:
                what = chosen[0].removesuffix("_id").replace("_", "-")
                raise click.UsageError(f"{what} goes without {flags(beside)}")
            values = {name: value for name, value in values.items() if name in takes}
        else:
            values = prepare({k: v for k, v in values.items() if k not in others})
        answer = made(database, view_chosen, out, zone=zone, **values)
        out.view(answer)
        if then is not None:
            then(database, answer, out, frozenset(values))

    options: list[Callable[..., Any]] = [
        COMMON["database"],
        *(option_of(each) for each in declared),
        COMMON["zone"],
        COMMON["out"],
    ]
    text = help or cleandoc(f"{view.__doc__}{_EXAMPLES.format(name)}")
    return click.command(name, help=text)(with_all(options, run))
