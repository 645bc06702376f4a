"""The further figures: those that sources have of a fixture and the contract does not.

figures.csv declares each in a row; sources, frames, conditions, checks and help texts read it, so that another figure
is another row. The contract's own figures (goals, corners, cards, the five statistics) are not among them.
"""

from functools import cache
from typing import NamedTuple

from footydata.football.register import rows
from footydata.football.terms import Side


class FurtherFigure(NamedTuple):
    """A figure of the register.

    title: for people; unit: what it is counted in. sided: whether each side has its own; else it is of the fixture, and
    stored as the home side's value. highest: a value above it is an error. at_least: figures or statistics that are
    parts of this one. football_data: the columns of a main-format file, home and away, empty if it has none.
    statsbomb: the type of the events that are counted, or `Type.field` for the sum of a field; None if it has none.
    """

    name: str
    title: str
    unit: str
    sided: bool
    highest: float
    at_least: tuple[str, ...]
    football_data: tuple[str, ...]
    statsbomb: str | None


def further_figures() -> tuple[FurtherFigure, ...]:
    """Every figure of the register, in its order."""
    return tuple(figures_by_name().values())


@cache
def figures_by_name() -> dict[str, FurtherFigure]:
    """Name → figure, in the order of the register.

    >>> figures_by_name()["fouls"].football_data
    ('HF', 'AF')
    """
    return {
        row["name"]: FurtherFigure(
            name=row["name"],
            title=row["title"],
            unit=row["unit"],
            sided=row["sided"] == "1",
            highest=float(row["highest"]),
            at_least=tuple(row["at_least"].split()),
            football_data=tuple(row["football_data"].split()),
            statsbomb=row["statsbomb"] or None,
        )
        for row in rows("figures.csv")
    }


def names_of_sides(figure: FurtherFigure, *, half: bool = False) -> tuple[str, ...]:
    """The names of a figure in conditions and columns: of both sides together, then of each.

    >>> names_of_sides(figures_by_name()["shots"], half=True)
    ('half_shots', 'half_home_shots', 'half_away_shots')
    >>> names_of_sides(figures_by_name()["attendance"])
    ('attendance',)
    """
    prefix = "half_" if half else ""
    sides = tuple(f"{prefix}{side}_{figure.name}" for side in Side) if figure.sided else ()
    return (f"{prefix}{figure.name}", *sides)
