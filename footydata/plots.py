"""Pictures for notebooks; the only importer of matplotlib. Each takes a frame and gives the Axes it drew on.

Colour never stands alone: what it tells, a hatch, a line's style or a name beside it tells too.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from footydata.contract.errors import FootydataError
from footydata.queries.names import folded
from footydata.wording import meant, plural

try:
    import matplotlib.pyplot as plt
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "pictures need matplotlib: pip install 'footydata[notebooks]'", name=error.name
    ) from error

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

INK, QUIET, PALE, GREEN, RED, BLUE, OCHRE = (
    "#22313f", "#8794a1", "#e6eaee", "#0b6e4f", "#c8553d", "#2f6690", "#a67c1f",
)  # fmt: skip
STYLES = ("-", "--", "-.", ":")
COLOURS = (GREEN, RED, BLUE, OCHRE, INK)
DAY_TICKS = 4
MINUTES = 90


class NotInTheFrame(FootydataError):
    """A frame has nothing of that name, or not what the picture shows; the message tells the nearest."""


def figure_totals(
    fixtures: "pd.DataFrame",
    *,
    figure: str = "corners",
    line: float | None = None,
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """How often each total of a figure came: one bar a total, those over the line hatched, those on it pale.

    fixtures: a frame of Database.fixtures; figure: corners, goals, yellow or red. Unknown figures are left out.
    """
    figures = [name[5:] for name in fixtures.columns if name[:5] == "home_" and f"away_{name[5:]}" in fixtures.columns]
    known = [name for name in figures if name != "id"]
    if figure not in known:
        raise NotInTheFrame(f"no figure of these fixtures is called {figure!r}; {meant(figure, known)}")
    axes = _prepared(ax)
    totals = (fixtures[f"home_{figure}"] + fixtures[f"away_{figure}"]).dropna().astype(int)
    counts = totals.value_counts().sort_index()
    shares = counts / max(1, counts.sum()) * 100
    ends = [_end(int(total), line) for total in shares.index]
    colours, hatches = {"over": RED, "on": QUIET, "under": GREEN}, {"over": "//", "on": "..", "under": ""}
    axes.bar(
        shares.index, shares.to_numpy(), width=0.84, color=[colours[end] for end in ends],
        hatch=[hatches[end] for end in ends], edgecolor="white", linewidth=0,
    )  # fmt: skip
    if line is not None:
        told = [f"{end} {line:g}: {100 * _share(totals, line, end):.0f} %" for end in ("over", "on") if end in ends]
        axes.axvline(line, color=INK, linewidth=1.2, linestyle="--")
        axes.annotate(
            "\n".join(told), (line, 1), xycoords=("data", "axes fraction"), xytext=(8, -4),
            textcoords="offset points", va="top", color=INK, fontsize=10,
        )  # fmt: skip
    axes.set_xlabel(f"{figure} in a fixture")
    axes.set_ylabel("share of fixtures, %")
    if totals.empty:
        _say_why(axes, fixtures, f"no fixture whose {figure} are known")
    mean = f", mean {totals.mean():.1f}" if len(totals) else ""
    _set_title(axes, title or f"Total {figure}, {plural(len(totals), 'fixture')}{mean}")
    return axes


def points_race(
    fixtures: "pd.DataFrame", *, teams: Sequence[str], title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """Points after each fixture of the teams named, three for a win; one line a team, named at its end.

    fixtures: one season of one league, as Database.fixtures gives it; only finished ones count. Points that were
    taken or given by a decision are not in it: Database.standings has them. Raises NotInTheFrame for a team that none
    of the fixtures has.
    """
    names = _names_of(fixtures, teams)
    axes = _prepared(ax)
    finished = fixtures[fixtures["status"] == "finished"].sort_values("kickoff")
    ends: list[tuple[float, str, str]] = []
    longest = 0
    for place, team in enumerate(names):
        own = finished[(finished["home"] == team) | (finished["away"] == team)]
        margin = (own["home_goals"] - own["away_goals"]).where(
            own["home"] == team, own["away_goals"] - own["home_goals"]
        )
        points = [0, *(margin.map({0: 1}).fillna(0) + (margin > 0) * 3).cumsum().tolist()]
        colour = COLOURS[place % len(COLOURS)]
        axes.plot(range(len(points)), points, STYLES[place % len(STYLES)], color=colour, linewidth=1.9)
        ends.append((float(points[-1]), f"{team}  {points[-1]:.0f}", colour))
        longest = max(longest, len(points) - 1)
    axes.set_xlim(0, max(1, longest) * 1.02)
    axes.set_ylim(bottom=0)
    _name_ends(axes, ends)
    axes.set_xlabel("fixtures played")
    axes.set_ylabel("points")
    _set_title(axes, title or "Points race")
    return axes


def line_movement(ticks: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None) -> "Axes":
    """How a market's line and first price moved: the line as steps, the price on the right axis.

    ticks: a frame of Database.odds_history of a market with a line; suspended ticks leave a gap. The days before
    kickoff take one half of the width, the minutes in play the other. Raises NotInTheFrame where there is no line.
    """
    price = next((name for name in ("over", "home") if name in ticks.columns), None)
    if price is None or "line" not in ticks.columns:
        raise NotInTheFrame("the ticks have no line: Database.odds_history of a total or a handicap has one")
    axes = _prepared(ax)
    if ticks.empty:
        _say_why(axes, ticks, "no tick is recorded")
    places = _places(axes, ticks)
    axes.step(places, ticks["line"].astype("float64"), where="post", color=GREEN, linewidth=2.2)
    axes.set_ylabel("line", color=GREEN)
    other = axes.twinx()
    other.step(
        places, ticks[price].astype("float64"), where="post", color=RED, linewidth=1.1, linestyle="--",
        marker="o", markersize=2.5,
    )  # fmt: skip
    other.set_ylabel(f"price of {price}, dashed", color=RED)
    other.tick_params(length=0, colors=INK)
    for spine in other.spines.values():
        spine.set_visible(False)
    _set_title(axes, title or "How the line moved")
    return axes


def season_ending(projection: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None) -> "Axes":
    """Each team's chance of each place as a grid, the darker the likelier; a chance of 1 % or more stands in it.

    projection: a frame of Database.project. Raises NotInTheFrame where it has no places.
    """
    places = [name for name in projection.columns if str(name).startswith("place_")]
    if not places:
        raise NotInTheFrame("the frame has no chances of places: Database.project gives them")
    shown = projection.sort_values("mean_points", ascending=False)
    chances = shown[places].astype("float64").to_numpy()
    axes = ax or plt.subplots(figsize=(2 + 0.42 * len(places), 1 + 0.3 * len(places)), layout="constrained")[1]
    axes.imshow(chances, cmap="Greens", vmin=0, vmax=max(0.5, float(chances.max())), aspect="auto")
    for row, column in zip(*(chances >= 0.01).nonzero(), strict=True):
        dark = chances[row, column] > 0.35
        axes.text(
            column, row, f"{100 * chances[row, column]:.0f}", ha="center", va="center", fontsize=7.5,
            color="white" if dark else INK,
        )  # fmt: skip
    axes.set_xticks(range(len(places)), [str(place + 1) for place in range(len(places))])
    axes.set_yticks(range(len(shown)), list(shown["team"]))
    axes.set_xlabel("place at the end, chance in %")
    axes.tick_params(length=0, colors=INK)
    for spine in axes.spines.values():
        spine.set_visible(False)
    told = projection.attrs
    named = f"{told['league']} {told['season']}, as of {told['as_of']:%d %b %Y}" if "league" in told else None
    _set_title(axes, title or named or "How the season may end")
    return axes


def _names_of(fixtures: "pd.DataFrame", teams: Sequence[str]) -> list[str]:
    """The teams as the fixtures name them, found whatever case and accents they are written with."""
    known = dict.fromkeys([*fixtures["home"], *fixtures["away"]])
    if not known:
        why = fixtures.attrs.get("reason", "the frame is empty")
        raise NotInTheFrame(f"there are no fixtures to draw: {why}")
    if not teams:
        raise NotInTheFrame("no team is named; name those whose points are to be drawn")
    by_plain = {folded(name): name for name in known}
    for team in teams:
        if folded(team) not in by_plain:
            raise NotInTheFrame(f"no team of these fixtures is called {team!r}; {meant(team, sorted(known))}")
    return [team if team in known else by_plain[folded(team)] for team in teams]


def _say_why(axes: "Axes", frame: "pd.DataFrame", otherwise: str) -> None:
    """Write into an empty picture why it is."""
    why = frame.attrs.get("reason", otherwise)
    axes.text(0.5, 0.5, why, transform=axes.transAxes, ha="center", va="center", color=QUIET, wrap=True)


def _end(total: int, line: float | None) -> str:
    if line is None or total < line:
        return "under"
    return "over" if total > line else "on"


def _share(totals: "pd.Series[int]", line: float, end: str) -> float:
    return float((totals > line).mean() if end == "over" else (totals == line).mean())


def _name_ends(axes: "Axes", ends: Sequence[tuple[float, str, str]]) -> None:
    """Write the names right of the lines' ends, moved apart where they would cover each other."""
    room = (axes.get_ylim()[1] - axes.get_ylim()[0]) / 17
    heights = sorted(ends)
    places = [end[0] for end in heights]
    for below, above in pairwise(range(len(places))):
        places[above] = max(places[above], places[below] + room)
    for place, (_, text, colour) in zip(places, heights, strict=True):
        axes.annotate(
            text, (1, place), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            color=colour, va="center", fontsize=10, annotation_clip=False,
        )  # fmt: skip


def _places(axes: "Axes", ticks: "pd.DataFrame") -> "pd.Series[float]":
    """Where each tick stands: -1 to 0 before kickoff, 0 to 1 for the ninety minutes; sets the marks of the axis."""
    recorded, minute = ticks["recorded"], ticks["minute"].astype("float64")
    is_live = minute.notna()
    ahead = recorded[~is_live]
    places = minute / MINUTES
    marks: list[tuple[float, str]] = []
    if len(ahead):
        last = recorded[is_live].min() if is_live.any() else ahead.max()
        seconds = max(1.0, (last - ahead.min()).total_seconds())
        places = places.where(is_live, (recorded - last).dt.total_seconds() / seconds)
        moments = [(i / DAY_TICKS - 1, last - (last - ahead.min()) * (1 - i / DAY_TICKS)) for i in range(DAY_TICKS)]
        marks += [(place, f"{moment:%d %b}\n{moment:%H:%M}") for place, moment in moments]
    if is_live.any():
        marks += [(0.0, "kickoff"), (0.5, "45'"), (1.0, "90'")]
        axes.axvline(0, color=QUIET, linewidth=0.9)
    axes.set_xticks([place for place, _ in marks], [text for _, text in marks])
    return places


def _set_title(axes: "Axes", title: str) -> None:
    axes.set_title(title, loc="left", fontsize=12, fontweight="bold", color=INK, pad=10)


def _prepared(ax: "Axes | None") -> "Axes":
    """The axes given, or new ones: pale lines for the eye, no frame."""
    axes = ax or plt.subplots(figsize=(8, 4), layout="constrained")[1]
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=PALE, linewidth=0.9)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(QUIET)
    axes.tick_params(length=0, colors=INK)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    return axes
