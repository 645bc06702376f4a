"""Pictures of how often something came: totals beside a line and its fair prices, and forecasts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant, plural
from footydata.frames.plots.axes import (
    BLUE,
    GREEN,
    INK,
    QUIET,
    RED,
    prepared,
    say_why,
    set_title,
    titled,
    whole_numbers,
    wrapped,
)
from footydata.odds.wilson import wilson_interval

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
    known = [
        name.removeprefix("home_")
        for name in fixtures.columns
        if name.startswith("home_")
        and name != "home_id"
        and name.replace("home_", "away_", 1) in fixtures.columns
    ]
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
    ends = [
        "under" if line is None or total < line else "over" if total > line else "on"
        for total in shares.index
    ]
    looks = {"over": (RED, "//"), "on": (QUIET, ".."), "under": (GREEN, "")}
    axes.bar(
        shares.index, shares.to_numpy(), width=0.84, color=[looks[end][0] for end in ends],
        hatch=[looks[end][1] for end in ends], edgecolor="white", linewidth=0,
    )  # fmt: skip
    if line is not None:
        chances = {"over": (totals > line).mean(), "on": (totals == line).mean()}
        notes = [f"{end} {line:g}: {100 * chances[end]:.0f} %" for end in chances if end in ends]
        axes.set_ylim(top=1.15 * axes.get_ylim()[1])
        axes.axvline(line, color=INK, linewidth=1.2, linestyle="--")
        axes.annotate(
            "\n".join(notes), (line, 1), xycoords=("data", "axes fraction"), xytext=(8, -4),
            textcoords="offset points", va="top", color=INK, fontsize=10,
        )  # fmt: skip
    if ladder is not None:
        fair = _chances(ladder)
        axes.step(fair.index, fair.to_numpy() * 100, where="mid", color=INK, linewidth=1.3)
    steps = "" if ladder is None else "; steps: by the fair ladder"
    axes.set_xlabel(wrapped(axes, f"{figure} in a fixture{steps}", share=0.7, size=10))
    whole_numbers(axes.xaxis)
    axes.set_ylabel("share of fixtures, %")
    if totals.empty:
        say_why(axes, fixtures, f"no fixture whose {figure} are known")
    mean = f", mean {totals.mean():.1f}" if len(totals) else ""
    subject = f"total {figure}, {plural(len(totals), 'fixture')}{mean}"
    set_title(axes, title or titled(fixtures.loc[totals.index], subject))
    return axes


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


@named_arguments
def calibration(
    chances: "Sequence[float] | pd.Series[float]",
    happened: "Sequence[bool] | pd.Series[bool]",
    *,
    groups: int = 10,
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """How often forecasts came true: a dot for each group of similar chances, on the diagonal if they are right.

    chances: 0 to 1; happened: whether each came true; unknown ones are left out. A dot's bar is Wilson's interval of
    95 %, its number counts the cases. Raises InvalidArgument if the lengths differ or a chance is not from 0 to 1.
    """
    chance, won = (np.array(values, dtype="float64") for values in (chances, happened))
    if chance.shape != won.shape or chance.ndim != 1:
        raise InvalidArgument(
            f"{chance.size:,} chances and {won.size:,} outcomes: each case needs one of both",
            parameter="happened",
            value=won.size,
        )
    known = ~(np.isnan(chance) | np.isnan(won))
    chance, won = chance[known], won[known]
    for wrong in chance[(chance < 0) | (chance > 1)]:
        raise InvalidArgument(
            f"{wrong:g} is not a chance; chances are from 0 to 1", parameter="chances", value=wrong
        )
    axes = prepared(ax, height=5)
    axes.plot([0, 100], [0, 100], "--", color=QUIET, linewidth=1.1)
    # A chance of 1 is in the last group.
    places = np.minimum((chance * groups).astype(int), groups - 1)
    for place in np.unique(places):
        of_group = places == place
        count, share = int(of_group.sum()), won[of_group].mean()
        middle = 100 * chance[of_group].mean()
        low, high = wilson_interval(share, count)
        axes.plot([middle] * 2, [100 * low, 100 * high], color=BLUE, linewidth=1.6)
        axes.plot([middle], [100 * share], "o", color=BLUE, markersize=6)
        axes.annotate(
            f"{count:,}", (middle, 100 * share), xytext=(6, -4), textcoords="offset points", fontsize=8,
            color=INK,
        )  # fmt: skip
    axes.set(xlim=(0, 105), ylim=(0, 105), xticks=range(0, 101, 20), yticks=range(0, 101, 20))
    axes.set_xlabel("chance given, %")
    axes.set_ylabel("came true, %")
    if not chance.size:
        axes.text(50, 50, "nothing whose chance and outcome are known", color=QUIET, ha="center")
    set_title(axes, title or f"Chances and what came, {plural(chance.size, 'case')}")
    return axes
