"""What all pictures share: new axes, colours, and titles and names that fit into the picture. It imports matplotlib.

No colour is the only sign of anything: a hatch, a line style, a letter or a name says the same.
"""

from collections.abc import Sequence
from math import ceil
from textwrap import fill
from typing import TYPE_CHECKING

from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant
from footydata.store.typed_names import folded, typed_forms

try:
    import matplotlib.pyplot as plt
    from matplotlib.dates import DateFormatter, DayLocator, MonthLocator
    from matplotlib.ticker import MaxNLocator, MultipleLocator
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "pictures need matplotlib: in the folder of footydata, pip install '.[notebooks]'",
        name=error.name,
    ) from error

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

INK, QUIET, PALE, GREEN, RED, BLUE, OCHRE = (
    "#22313f", "#8794a1", "#e6eaee", "#0b6e4f", "#c8553d", "#2f6690", "#a67c1f",
)  # fmt: skip
STYLES = ("-", "--", "-.", ":")
COLOURS = (GREEN, RED, BLUE, OCHRE, INK)
TITLE_SIZE = 12
GLYPH = 0.62
"""The width of a bold letter as a share of its height, on the safe side."""


def prepared(ax: "Axes | None", *, height: float = 4) -> "Axes":
    """The given axes, or new ones (height in inches), with a pale grid and without a frame.

    A figure without a layout engine gets the constrained one, so that no name is cut off at any size.
    """
    axes = ax if ax is not None else plt.subplots(figsize=(8, height))[1]
    figure = axes.get_figure(root=True)
    if figure is not None and figure.get_layout_engine() is None:
        figure.set_layout_engine("constrained")
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=PALE, linewidth=0.9)
    axes.spines[["left", "right", "top"]].set_visible(False)
    axes.spines["bottom"].set_color(QUIET)
    axes.tick_params(length=0, colors=INK)
    for axis in (axes.xaxis, axes.yaxis):
        axis.label.set_color(INK)
    return axes


def set_title(axes: "Axes", title: str, *, share: float = 0.8) -> None:
    """Write the title, wrapped to a share of the picture's width."""
    size = letters_for(axes, size=TITLE_SIZE)
    axes.set_title(
        wrapped(axes, title, share=share, size=size),
        loc="left",
        fontsize=size,
        fontweight="bold",
        color=INK,
        pad=10,
    )


def whole_numbers(*counted: "Axis") -> None:
    """Put ticks at whole numbers only, for counts."""
    for axis in counted:
        axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))


def marks_at_lines(axes: "Axes") -> None:
    """Marks of the vertical axis at quarters, halves or whole numbers, as lines are, with room for several."""
    low, high = axes.get_ylim()
    axes.set_ylim(low - 0.25, high + 0.25)
    steps = (step for step in (0.25, 0.5, 1, 2, 5) if (high - low) / step <= 8)
    axes.yaxis.set_major_locator(MultipleLocator(next(steps, 10)))


def days_below(axes: "Axes") -> None:
    """Mark the horizontal axis with months, or with days if it spans few of them, as many as can be read."""
    most = max(2, int(width_of(axes) / 95))
    first, last = axes.get_xlim()
    months = (last - first) / 30
    is_months = months > most / 2
    step = max(1, ceil((months if is_months else last - first) / most))
    locator = MonthLocator(interval=step) if is_months else DayLocator(interval=step)  # type: ignore[no-untyped-call]  # matplotlib has no types here
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(DateFormatter("%b %Y" if is_months else "%d %b"))  # type: ignore[no-untyped-call]  # as above


def name_ends(axes: "Axes", ends: Sequence[tuple[float, str, str]]) -> list[float]:
    """Write names right of the ends of lines, moved apart if they would overlap; returns the names' heights, in order.

    ends: height in the axis's units, name, colour.
    """
    up = -1 if axes.yaxis_inverted() else 1
    size = letters_for(axes, size=min(10, max(5.0, 0.75 * _height(axes) / max(1, len(ends)))))
    places: list[float] = []
    below = 0
    for height, name, colour in sorted(ends, key=lambda end: (up * end[0], end[1])):
        text = wrapped(axes, name, share=0.42, size=size)
        lines = text.count("\n") + 1
        if places:
            least = up * places[-1] + line_height(axes, size) * (below + lines) / 2
            height = up * max(up * height, least)
        places.append(height)
        below = lines
        axes.annotate(
            text, (1, height), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            color=colour, va="center", fontsize=size, annotation_clip=False,
        )  # fmt: skip
    return places


def say_why(axes: "Axes", frame: "pd.DataFrame", otherwise: str) -> None:
    """Write the reason why a picture is empty into it; otherwise: if the frame has none."""
    why = str(frame.attrs.get("reason", otherwise))
    axes.text(
        0.5,
        0.5,
        wrapped(axes, why, share=0.6, size=10),
        transform=axes.transAxes,
        ha="center",
        va="center",
        color=QUIET,
    )


def needs_fixtures(frame: "pd.DataFrame") -> None:
    """Raise InvalidArgument if a frame is not one of fixtures."""
    columns = ("kickoff", "status", "home", "home_goals", "away", "away_goals")
    needs(frame, *columns, parameter="fixtures", door="Database.fixtures")


def titled(fixtures: "pd.DataFrame", subject: str) -> str:
    """A title of what is drawn: the league of the fixtures with its season, or its first and last, if it is one."""
    if {"country", "league", "season"} <= {*fixtures.columns} and len(fixtures):
        seasons = fixtures.sort_values("kickoff")["season"].tolist()
        first_and_last = " to ".join(dict.fromkeys([seasons[0], seasons[-1]]))
        if len(fixtures[["country", "league"]].drop_duplicates()) == 1:
            return f"{fixtures['league'].iloc[0]} {first_and_last}: {subject}"
    return subject[0].upper() + subject[1:]


def names_in(frame: "pd.DataFrame", teams: Sequence[str], *columns: str) -> list[str]:
    """The teams as columns of the frame name them; case and accents do not matter. Raises InvalidArgument."""
    known = dict.fromkeys(name for column in columns for name in frame[column])
    by_plain = {form: name for name in known for form in typed_forms(name)}
    why = "" if teams else "no team is named; name those to draw"
    for team in teams:
        if folded(team) not in by_plain:
            why = f"no team of these fixtures is called {team!r}; {meant(team, sorted(known))}"
    if not known:
        reason = frame.attrs.get("reason", "the frame is empty")
        why = f"there are no fixtures to draw: {reason}"
    if why:
        raise InvalidArgument(why, parameter="teams", value=teams, choices=sorted(known))
    return [team if team in known else by_plain[folded(team)] for team in teams]


def wrapped(axes: "Axes", name: str, *, share: float, size: float) -> str:
    """A name wrapped to a share of the picture's width, never cut off; size: of the letters, in points."""
    return fill(name, max(8, int(width_of(axes) * share / (size * GLYPH))), break_long_words=False)


def row_names(axes: "Axes", names: Sequence[str], *, base: float = 9) -> tuple[list[str], float]:
    """The names left of rows, wrapped if needed, and the size of letters (points) at which they fit."""
    longest = max(map(len, names), default=1)
    fits = width_of(axes) * 0.4 / (longest * GLYPH)
    size = max(5.0, min(base, fits, _height(axes) / (1.3 * max(1, len(names)))))
    return [wrapped(axes, name, share=0.4, size=size) for name in names], size


def letters_for(axes: "Axes", *, size: float = 10) -> float:
    """The size of letters in points, smaller in a small picture."""
    return max(5.5, min(size, width_of(axes) / 42))


def needs(frame: "pd.DataFrame", *columns: str, parameter: str, door: str) -> None:
    """Raise InvalidArgument if it is not a frame, or lacks a column. door: the function that returns such a frame."""
    if not hasattr(frame, "columns"):
        raise InvalidArgument(
            f"a {type(frame).__name__} is not a frame; {door} returns one",
            parameter=parameter,
            value=frame,
        )
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise InvalidArgument(
            f"the frame has no column {missing[0]!r}; {door} returns such a frame",
            parameter=parameter,
            value=list(frame.columns),
            choices=columns,
        )


def line_height(axes: "Axes", size: float) -> float:
    """The height of a line of letters in the units of the vertical axis."""
    low, high = sorted(axes.get_ylim())
    return (high - low) * 1.3 * size / _height(axes)


def width_of(axes: "Axes") -> float:
    """The width in points that the axes may use: of the figure, or their share of it if several are side by side."""
    figure = axes.get_figure(root=True)
    columns = 1
    if (spec := axes.get_subplotspec()) is not None:
        columns = spec.get_gridspec().ncols // max(1, len(spec.colspan))
    return 72 * (figure.get_figwidth() if figure is not None else 8.0) / max(1, columns)


def _height(axes: "Axes") -> float:
    """The height of the axes in points."""
    figure = axes.get_figure(root=True)
    height = figure.get_figheight() if figure is not None else 4.0
    return 72 * height * axes.get_position().height
