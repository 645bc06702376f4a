"""Pictures of a season: points and places of teams over time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from footydata.football.declared_types import named_arguments
from footydata.frames.plots.axes import (
    COLOURS,
    PALE,
    QUIET,
    STYLES,
    days_below,
    name_ends,
    names_in,
    needs,
    needs_fixtures,
    prepared,
    say_why,
    set_title,
    titled,
    whole_numbers,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@named_arguments
def points_race(
    fixtures: "pd.DataFrame",
    *,
    teams: Sequence[str],
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """Points after each fixture of the named teams, three for a win; one line a team, with its name at the end.

    fixtures: one season of one league from Database.fixtures; only finished ones count. Points taken or given by
    decision are left out: Database.standings has them. Raises InvalidArgument for a team in none of the fixtures.
    """
    needs_fixtures(fixtures)
    names = names_in(fixtures, teams, "home", "away")
    axes = prepared(ax)
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
        axes.plot(
            range(len(points)), points, STYLES[place % len(STYLES)], color=colour, linewidth=1.9
        )
        ends.append((float(points[-1]), f"{team}  {points[-1]:.0f}", colour))
        longest = max(longest, len(points) - 1)
    axes.set_xlim(0, max(1, longest) * 1.02)
    axes.set_ylim(bottom=0)
    name_ends(axes, ends)
    axes.set_xlabel("fixtures played")
    axes.set_ylabel("points")
    whole_numbers(axes.xaxis, axes.yaxis)
    set_title(axes, title or titled(fixtures, "points as they came"))
    return axes


@named_arguments
def position_race(
    positions: "pd.DataFrame",
    *,
    teams: Sequence[str] = (),
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """The place of each team through a season, the first on top; the named teams stand out, by default all.

    positions: a frame of Database.positions, by day or round; a line begins with the team's first fixture.
    Raises InvalidArgument for a team in none of the tables.
    """
    columns = ("day", "round", "team", "position", "played")
    needs(positions, *columns, parameter="positions", door="Database.positions")
    axes = prepared(ax, height=5)
    if positions.empty:
        say_why(axes, positions, "no fixture is finished")
    own = names_in(positions, teams, "team") if teams else []
    attrs = positions.attrs
    is_by_round = attrs.get("by") == "round"
    playing = positions[positions["played"] > 0]
    lines = {str(team): rows for team, rows in playing.groupby("team", sort=False)}
    ends: list[tuple[float, str, str]] = []
    last = sorted(lines, key=lambda team: (int(lines[team]["position"].iloc[-1]), team))
    others = [name for name in last if name not in own]
    for at, team in enumerate([*others, *(name for name in own if name in lines)]):
        rows, is_own = lines[team], team in own
        place = own.index(team) if is_own else at
        colour, style = COLOURS[place % len(COLOURS)], STYLES[place % len(STYLES)]
        if own and not is_own:
            colour, style = PALE, "-"
        else:
            ends.append((float(rows["position"].iloc[-1]), team, colour))
        steps = rows["round"].astype(int) if is_by_round else rows["day"].dt.tz_localize(None)
        axes.plot(
            steps.to_numpy(), rows["position"].astype(int).to_numpy(), style, color=colour,
            linewidth=1.9 if is_own else 1.3, drawstyle="steps-post",
        )  # fmt: skip
    count = max(2, positions["team"].nunique())
    axes.set_ylim(count + 0.5, 0.5)
    axes.margins(x=0)
    name_ends(axes, ends)
    axes.set_xlabel("round" if is_by_round else "")
    axes.set_ylabel("place")
    if is_by_round:
        whole_numbers(axes.xaxis)
    elif lines:
        days_below(axes)
    axes.set_yticks([place for place in (1, *range(5, count + 1, 5)) if place <= count])
    axes.tick_params(axis="y", colors=QUIET)
    whose = f"{attrs['league']} {attrs['season']}: places" if "league" in attrs else "Places"
    set_title(axes, title or f"{whose} as they went")
    return axes
