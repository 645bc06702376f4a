"""The picture of a bracket: rounds as columns, lines from each tie to the one that its winner plays in."""

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from footydata.football.declared_types import named_arguments
from footydata.frames.plots.axes import (
    GLYPH,
    INK,
    PALE,
    QUIET,
    line_height,
    needs,
    prepared,
    say_why,
    set_title,
    width_of,
    wrapped,
)
from footydata.rules.brackets import BracketRow
from footydata.rules.stages import Kind, stage_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SHARE = 0.93
"""How much of a column its names may take."""


class PlottedTie(NamedTuple):
    """A tie at its place. title: what stands over the match for third place, which is below the final."""

    column: int
    slot: float
    row: BracketRow
    title: str = ""


@named_arguments
def bracket(ties: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None) -> "Axes":
    """The knock-out rounds of a season: who went through in bold, with the scores of each tie below its sides.

    ties: a frame of Database.bracket. What is doubtful has a question mark, and its reason below the picture.
    """
    needs(ties, *BracketRow._fields, parameter="ties", door="Database.bracket")
    names, plotted = _laid_out(ties)
    height = max((tie.slot for tie in plotted.values()), default=0) + 1
    axes = prepared(ax, height=max(3.0, 0.52 * height + 1))
    axes.set_axis_off()
    if not plotted:
        say_why(axes, ties, "there are no ties")
        return axes
    axes.set_xlim(0, len(names))
    axes.set_ylim(height - 0.4, -0.95)
    longest = max(len(side) for tie in plotted.values() for side in (tie.row.home, tie.row.away))
    room = width_of(axes) / len(names) * SHARE
    size = min(9.0, room / (longest * GLYPH))
    # Three lines a tie: two names and the scores.
    size /= max(1.0, 3 * line_height(axes, size))
    share = SHARE / len(names)
    for at, name in enumerate(names):
        text = wrapped(axes, name, share=share, size=size)
        axes.text(at, -0.6, text, fontsize=size, color=QUIET)
    for tie in plotted.values():
        _draw(axes, tie, size=size, share=share)
        after = plotted.get((tie.row.next_round, tie.row.next_tie))
        if after is not None:
            bend = after.column - (1 - SHARE) / 2
            across = [tie.column + SHARE, bend, bend, after.column]
            down = [tie.slot, tie.slot, after.slot, after.slot]
            axes.plot(across, down, color=QUIET, linewidth=0.9)
    doubts = [
        f"? {tie.row.home} v {tie.row.away}: {tie.row.doubt}"
        for tie in plotted.values()
        if tie.row.doubt
    ]
    notes = "\n".join(wrapped(axes, doubt, share=0.9, size=size) for doubt in doubts)
    axes.text(0, -0.01, notes, transform=axes.transAxes, va="top", fontsize=size, color=INK)
    set_title(axes, title or str(ties.attrs.get("title", "Knock-out rounds")))
    return axes


def _laid_out(
    ties: "pd.DataFrame",
) -> tuple[list[str], dict[tuple[str | None, int | None], PlottedTie]]:
    """The names of the columns, and round and place of each tie → where it is drawn."""
    by_round: defaultdict[str, list[BracketRow]] = defaultdict(list)
    listed = ties[[*BracketRow._fields]].astype(object)
    for row in map(BracketRow._make, listed.where(listed.notna(), None).itertuples(index=False)):
        by_round[row.round].append(row)
    thirds = [
        name for name in by_round if stage_of(name).kind is Kind.THIRD_PLACE and len(by_round) > 1
    ]
    names = [name for name in by_round if name not in thirds]
    # Midway between those from which its sides come, where each round has half the ties of the one before.
    most = max((len(by_round[name]) for name in names), default=0)
    plotted: dict[tuple[str | None, int | None], PlottedTie] = {
        (name, row.tie): PlottedTie(at, (place + 0.5) * most / len(by_round[name]) - 0.5, row)
        for at, name in enumerate(names)
        for place, row in enumerate(by_round[name])
    }
    last = len(names) - 1
    for row in (row for third in thirds for row in by_round[third]):
        lowest = max(tie.slot for tie in plotted.values() if tie.column == last)
        plotted[row.round, row.tie] = PlottedTie(last, lowest + 1.5, row, row.round)
    return names, plotted


def _draw(axes: "Axes", tie: PlottedTie, *, size: float, share: float) -> None:
    """A tie: its first side over a line, the other and the scores under it."""
    row, at = tie.row, tie.column
    axes.plot(
        [at, at + SHARE], [tie.slot, tie.slot], color=QUIET if row.through else PALE, linewidth=0.9
    )
    for side, down, align in ((row.home, -0.05, "bottom"), (row.away, 0.05, "top")):
        weight = "bold" if side == row.through else "normal"
        axes.text(at, tie.slot + down, side, va=align, fontsize=size, color=INK, fontweight=weight)
    text = wrapped(axes, f"{'? ' if row.doubt else ''}{row.score}", share=share, size=size * 0.8)
    axes.text(at, tie.slot + 0.33, text, va="top", fontsize=size * 0.8, color=QUIET)
    if tie.title:
        axes.text(at, tie.slot - 0.6, tie.title, fontsize=size, color=QUIET)
