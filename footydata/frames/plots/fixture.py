"""A picture of one fixture: its timeline."""

from typing import TYPE_CHECKING

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.frames.plots.axes import (
    BLUE,
    GREEN,
    INK,
    OCHRE,
    QUIET,
    RED,
    letters_for,
    needs,
    prepared,
    say_why,
    set_title,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MARKS = {
    "goal": ("o", GREEN, 9, "goal"),
    "penalty_goal": ("o", GREEN, 9, "goal"),
    "own_goal": ("o", GREEN, 9, "goal"),
    "yellow_card": ("s", OCHRE, 6, "yellow card"),
    "red_card": ("X", RED, 8, "red card"),
    "corner": ("|", INK, 8, "corner"),
}
"""Type of an event → its marker, colour, size and name."""
WEIGHTS = {"goal": 3.0, "penalty_goal": 3.0, "own_goal": 3.0, "corner": 1.0, "missed_penalty": 2.0}
LATELY = 10.0
"""Minutes after which an event counts a third."""


@named_arguments
def timeline(
    events: "pd.DataFrame",
    *,
    home: str = "home",
    away: str = "away",
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """The goals, cards and corners of a fixture by minute, the home side's above, with a shade for the side on top.

    events: a frame of Database.events of one fixture; home, away: the names to write. The shade is the home side's
    recent corners, goals and missed penalties less the away side's; ten minutes later an event counts a third. It
    shows the events and is not a measure of chances. Raises InvalidArgument.
    """
    needs(events, "type", "minute", "team", parameter="events", door="Database.events")
    axes = prepared(ax)
    known = events[events["minute"].notna() & events["team"].notna()]
    minutes = known["minute"].astype("float64") + known["stoppage"].fillna(0).astype("float64") / 10
    signs = known["team"].map({"home": 1.0, "away": -1.0}).astype("float64")
    end = max(90.0, float(minutes.max()) if len(known) else 0.0)
    _draw_upper_hand(
        axes, minutes, known["type"].map(WEIGHTS).fillna(0).astype("float64") * signs, end
    )
    axes.axhline(0, color=QUIET, linewidth=0.9)
    labelled: set[str] = set()
    for kind, (marker, colour, marker_size, name) in MARKS.items():
        rows = known["type"] == kind
        if rows.any():
            label = name if name not in labelled else None
            labelled.add(name)
            height = 1.15 if marker != "|" else 1.0
            axes.plot(
                minutes[rows], signs[rows] * height, linestyle="none", marker=marker, color=colour,
                markersize=marker_size,
                markeredgecolor="white" if marker != "|" else colour, label=label,
            )  # fmt: skip
    axes.set_ylim(-1.4, 1.4)
    axes.set_xlim(-1, end + 2)
    size = letters_for(axes)
    axes.set_yticks(
        [1, -1],
        [wrapped(axes, name, share=0.25, size=size) for name in (home, away)],
        fontsize=size,
    )
    axes.set_xticks([0, 15, 30, 45, 60, 75, 90])
    axes.axvline(45, color=QUIET, linewidth=0.8, linestyle=":")
    axes.grid(visible=False)
    axes.set_xlabel("minute")
    if labelled:
        axes.legend(
            frameon=False, ncols=2, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16)
        )
    if known.empty:
        say_why(axes, events, "no event is recorded")
    set_title(axes, title or f"{home} v {away}", share=0.5)
    return axes


def _draw_upper_hand(
    axes: "Axes", minutes: "pd.Series[float]", weights: "pd.Series[float]", end: float
) -> None:
    """Draw the shade: each event is a step that fades; home above, plain; away below, hatched."""
    grid = np.linspace(0, end, 361)
    since = grid[:, None] - minutes.to_numpy()[None, :]
    hand = np.where(since >= 0, np.exp(-np.clip(since, 0, None) / LATELY), 0.0) @ weights.to_numpy()
    hand *= 0.9 / max(1.0, float(np.abs(hand).max(initial=0)))
    axes.fill_between(grid, 0, np.maximum(hand, 0), color=BLUE, alpha=0.35, linewidth=0)
    axes.fill_between(
        grid,
        0,
        np.minimum(hand, 0),
        facecolor="none",
        edgecolor=RED,
        hatch="////",
        linewidth=0,
        alpha=0.6,
    )
