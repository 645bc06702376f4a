"""Pictures of one fixture: its timeline, and how a line of it moved."""

from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.frames.plots.axes import (
    BLUE,
    GREEN,
    INK,
    OCHRE,
    QUIET,
    RED,
    letters_for,
    marks_at_lines,
    needs,
    prepared,
    say_why,
    set_title,
    width_of,
    wrapped,
)
from footydata.odds.settlement import market_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

DAY_TICKS = 4
MINUTES = 90

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


@named_arguments
def line_movement(
    ticks: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """How a market's line and its first price moved: the line as steps, the price dashed, on the right axis.

    ticks: a frame of Database.odds_history of a market with a line; suspended ticks leave a gap. The days before
    kickoff take the left half, the minutes in play the right half. Raises InvalidArgument if there is no line.
    """
    price = next((name for name in ("over", "home") if name in ticks.columns), None)
    if price is None or "line" not in ticks.columns:
        raise InvalidArgument(
            "the ticks have no line: Database.odds_history of a total or a handicap has one",
            parameter="ticks",
            value=list(ticks.columns),
        )
    needs(ticks, "recorded", "minute", parameter="ticks", door="Database.odds_history")
    axes = prepared(ax)
    if ticks.empty:
        say_why(axes, ticks, "no tick is recorded")
    places = _places(axes, ticks)
    axes.step(places, ticks["line"].astype("float64"), where="post", color=GREEN, linewidth=2.2)
    axes.set_ylabel("line", color=GREEN)
    marks_at_lines(axes)
    other = axes.twinx()
    other.step(
        places, ticks[price].astype("float64"), where="post", color=RED, linewidth=1.1, linestyle="--",
        marker="o", markersize=2.5,
    )  # fmt: skip
    other.set_ylabel(f"price of {price}, dashed", color=RED)
    other.tick_params(length=0, colors=INK)
    other.spines[:].set_visible(False)
    subject = "How the line moved"
    if {"market", "bookmaker"} <= {*ticks.columns}:
        both = ticks[["market", "bookmaker"]].drop_duplicates()
        if len(both) == 1:
            market, bookmaker = both.iloc[0]
            subject = f"{market_of(market).title} at {bookmaker}: how it moved"
    set_title(axes, title or subject)
    return axes


def _places(axes: "Axes", ticks: "pd.DataFrame") -> "pd.Series[float]":
    """The x of each tick: -1 to 0 before kickoff, 0 to 1 for ninety minutes in play. It labels the axis too."""
    recorded, minute = ticks["recorded"], ticks["minute"].astype("float64")
    is_live = minute.notna()
    before = recorded[~is_live]
    places = minute / MINUTES
    marks: list[tuple[float, str]] = []
    if len(before):
        last = recorded[is_live].min() if is_live.any() else before.max()
        span = max(last - before.min(), timedelta(seconds=1))
        places = places.where(is_live, (recorded - last) / span)
        count = max(1, min(DAY_TICKS, int(width_of(axes) / 110)))
        for at in range(count):
            moment = last - (last - before.min()) * (1 - at / count)
            marks.append((at / count - 1, f"{moment:%d %b}\n{moment:%H:%M}"))
    if is_live.any():
        marks += [(0.0, "kickoff"), (0.5, "45'"), (1.0, "90'")]
        axes.axvline(0, color=QUIET, linewidth=0.9)
    axes.set_xticks([place for place, _ in marks], [text for _, text in marks])
    return places
