"""The further figures of fixtures: those that sources have and the contract does not, each with its source."""

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from footydata.contract.errors import InvalidArgument
from footydata.register.figures import FurtherFigure, figures_by_name, further_figures
from footydata.tables import TableHalf
from footydata.wording import meant


class FigureRow(NamedTuple):
    """A further figure of a fixture. half: full or first; home: also the value of a figure without sides."""

    fixture_id: int
    figure: str
    half: str
    home: float | None
    away: float | None
    source: str


def figures_named(names: str | Sequence[str] | None) -> tuple[FurtherFigure, ...]:
    """The figures of these names, in the register's order; all if None. Raises InvalidArgument."""
    if names is None:
        return further_figures()
    asked = [names] if isinstance(names, str) else [str(name) for name in names]
    known = figures_by_name()
    for name in asked:
        if name.casefold() not in known:
            raise InvalidArgument(
                f"there is no further figure {name!r}; {meant(name, known)}",
                parameter="figure",
                value=name,
                choices=tuple(known),
            )
    wanted = {name.casefold() for name in asked}
    return tuple(figure for figure in known.values() if figure.name in wanted)


def figure_rows(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], figures: Sequence[FurtherFigure] | None = None
) -> list[FigureRow]:
    """The further figures of fixtures, by fixture, in the register's order, the whole fixture before its first half.

    Figures that the register no longer has come last.
    """
    names = [figure.name for figure in (further_figures() if figures is None else figures)]
    values = {"ids": str(list(fixture_ids)), "names": json.dumps(names), "all": figures is None}
    return [FigureRow._make(row) for row in connection.execute(_ROWS, values)]


_ROWS = f"""
    select found.fixture_id, found.figure, case found.half when 1 then '{TableHalf.FIRST}' else '{TableHalf.FULL}' end,
           found.home, found.away, source.name
    from fixture_figure as found join source on source.id = found.source_id
    left join json_each(:names) as named on named.value = found.figure
    where found.fixture_id in (select value from json_each(:ids)) and (:all or named.value is not null)
    order by found.fixture_id, coalesce(named.key, 1000), found.figure, found.half
"""
