"""A picture of totals: how often each came, beside a line and its fair prices."""

from typing import TYPE_CHECKING

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant, plural
from footydata.frames.plots.axes import (
    GREEN,
    INK,
    QUIET,
    RED,
    prepared,
    say_why,
    season_named,
    set_title,
    titled,
    whole_numbers,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@named_arguments
def figure_totals(
    fixtures: "pd.DataFrame",
    *,
    figure: str = "corners",
    line: float | None = None,
    ladder: "pd.DataFrame | None" = None,
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """How often each total of a figure came: one bar a total, hatched over the line, dotted on it.

    fixtures: a frame of Database.fixtures; unknown figures are left out. figure: corners, goals, yellow or red.
    ladder: a frame of Database.ladder; its chance of each total is drawn as a line of steps. Raises InvalidArgument.
    """
    figures = [
        name[5:]
        for name in fixtures.columns
        if name[:5] == "home_" and f"away_{name[5:]}" in fixtures.columns
    ]
    known = [name for name in figures if name != "id"]
    if figure not in known:
        raise InvalidArgument(
            f"no figure of these fixtures is called {figure!r}; {meant(figure, known)}",
            parameter="figure",
            value=figure,
            choices=known,
        )
    axes = prepared(ax)
    totals = (fixtures[f"home_{figure}"] + fixtures[f"away_{figure}"]).dropna().astype(int)
    counts = totals.value_counts().sort_index()
    shares = counts / max(1, counts.sum()) * 100
    ends = [_end(int(total), line) for total in shares.index]
    colours, hatches = (
        {"over": RED, "on": QUIET, "under": GREEN},
        {"over": "//", "on": "..", "under": ""},
    )
    axes.bar(
        shares.index, shares.to_numpy(), width=0.84, color=[colours[end] for end in ends],
        hatch=[hatches[end] for end in ends], edgecolor="white", linewidth=0,
    )  # fmt: skip
    if line is not None:
        notes = [
            f"{end} {line:g}: {100 * _share(totals, line, end):.0f} %"
            for end in ("over", "on")
            if end in ends
        ]
        axes.set_ylim(top=1.15 * axes.get_ylim()[1])
        axes.axvline(line, color=INK, linewidth=1.2, linestyle="--")
        axes.annotate(
            "\n".join(notes), (line, 1), xycoords=("data", "axes fraction"), xytext=(8, -4),
            textcoords="offset points", va="top", color=INK, fontsize=10,
        )  # fmt: skip
    if ladder is not None:
        chances = _chances(ladder)
        axes.step(chances.index, chances.to_numpy() * 100, where="mid", color=INK, linewidth=1.3)
    steps = "" if ladder is None else "; steps: by the fair ladder"
    axes.set_xlabel(wrapped(axes, f"{figure} in a fixture{steps}", share=0.7, size=10))
    whole_numbers(axes, x=True)
    axes.set_ylabel("share of fixtures, %")
    if totals.empty:
        say_why(axes, fixtures, f"no fixture whose {figure} are known")
    whose = season_named(fixtures.loc[totals.index])
    mean = f", mean {totals.mean():.1f}" if len(totals) else ""
    set_title(
        axes, title or titled(whose, f"total {figure}, {plural(len(totals), 'fixture')}{mean}")
    )
    return axes


def _end(total: int, line: float | None) -> str:
    if line is None or total < line:
        return "under"
    return "over" if total > line else "on"


def _share(totals: "pd.Series[int]", line: float, end: str) -> float:
    return float((totals > line).mean() if end == "over" else (totals == line).mean())


def _chances(ladder: "pd.DataFrame") -> "pd.Series[float]":
    """The chance of each total, from the fair prices of the half lines below and above it."""
    if not {"line", "over"} <= set(ladder.columns):
        raise InvalidArgument(
            "the ladder has no prices of over: Database.ladder of a total has them",
            parameter="ladder",
            value=list(ladder.columns),
        )
    halves = ladder[(ladder["line"] * 2) % 2 == 1]
    over = (1 / halves["over"].astype("float64")).set_axis(halves["line"].astype("float64") + 0.5)
    return (over.shift(1) - over).dropna().rename(lambda total: total - 1)
