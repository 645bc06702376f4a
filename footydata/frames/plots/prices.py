"""Pictures of prices: how a line moved, and how often forecasts came true."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.wording import plural
from footydata.frames.plots.axes import (
    BLUE,
    GREEN,
    INK,
    QUIET,
    RED,
    marks_at_lines,
    needs,
    prepared,
    say_why,
    set_title,
    width_of,
)
from footydata.odds.settlement import market_of
from footydata.odds.wilson import wilson_interval

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

DAY_TICKS = 4
MINUTES = 90


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
    for spine in other.spines.values():
        spine.set_visible(False)
    set_title(axes, title or _moved(ticks))
    return axes


def _moved(ticks: "pd.DataFrame") -> str:
    """What moved at which bookmaker, if the ticks are of one market at one."""
    if (
        not {"market", "bookmaker"} <= {*ticks.columns}
        or len(ticks[["market", "bookmaker"]].drop_duplicates()) != 1
    ):
        return "How the line moved"
    first = ticks.iloc[0]
    return f"{market_of(str(first['market'])).title} at {first['bookmaker']}: how it moved"


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
    if chance.size and not (chance.min() >= 0 and chance.max() <= 1):
        raise InvalidArgument(
            f"{max(chance.max(), -chance.min()):g} is not a chance; chances are from 0 to 1",
            parameter="chances",
            value=max(chance.max(), -chance.min()),
        )
    axes = prepared(ax, height=5)
    axes.plot([0, 100], [0, 100], "--", color=QUIET, linewidth=1.1)
    for at in range(groups):
        is_in = (chance >= at / groups) & ((chance < (at + 1) / groups) | (at == groups - 1))
        count = int(is_in.sum())
        if not count:
            continue
        share, middle = won[is_in].mean(), chance[is_in].mean()
        low, high = wilson_interval(share, count)
        axes.plot([100 * middle] * 2, [100 * low, 100 * high], color=BLUE, linewidth=1.6)
        axes.plot([100 * middle], [100 * share], "o", color=BLUE, markersize=6)
        axes.annotate(
            f"{count:,}",
            (100 * middle, 100 * share),
            xytext=(6, -4),
            textcoords="offset points",
            fontsize=8,
            color=INK,
        )
    axes.set_xlim(0, 105)
    axes.set_ylim(0, 105)
    axes.set_xticks(range(0, 101, 20))
    axes.set_yticks(range(0, 101, 20))
    axes.set_xlabel("chance given, %")
    axes.set_ylabel("came true, %")
    if not chance.size:
        axes.text(50, 50, "nothing whose chance and outcome are known", color=QUIET, ha="center")
    set_title(axes, title or f"Chances and what came, {plural(chance.size, 'case')}")
    return axes


def _places(axes: "Axes", ticks: "pd.DataFrame") -> "pd.Series[float]":
    """The x of each tick: -1 to 0 before kickoff, 0 to 1 for ninety minutes in play. It labels the axis too."""
    recorded, minute = ticks["recorded"], ticks["minute"].astype("float64")
    is_live = minute.notna()
    before_kickoff = recorded[~is_live]
    places = minute / MINUTES
    marks: list[tuple[float, str]] = []
    if len(before_kickoff):
        last = recorded[is_live].min() if is_live.any() else before_kickoff.max()
        seconds = max(1.0, (last - before_kickoff.min()).total_seconds())
        places = places.where(is_live, (recorded - last).dt.total_seconds() / seconds)
        count = max(1, min(DAY_TICKS, int(width_of(axes) / 110)))
        moments = [
            (i / count - 1, last - (last - before_kickoff.min()) * (1 - i / count))
            for i in range(count)
        ]
        marks += [(place, f"{moment:%d %b}\n{moment:%H:%M}") for place, moment in moments]
    if is_live.any():
        marks += [(0.0, "kickoff"), (0.5, "45'"), (1.0, "90'")]
        axes.axvline(0, color=QUIET, linewidth=0.9)
    axes.set_xticks([place for place, _ in marks], [text for _, text in marks])
    return places
