"""How a season went: points and places after each fixture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from footydata.plots.axes import (
    COLOURS,
    PALE,
    QUIET,
    STYLES,
    name_ends,
    names_of,
    needs_fixtures,
    prepared,
    say_why,
    set_title,
    whole_numbers,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def points_race(
    fixtures: "pd.DataFrame", *, teams: Sequence[str], title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """Points after each fixture of the teams named, three for a win; one line a team, named at its end.

    fixtures: one season of one league, as Database.fixtures gives it; only finished ones count. Points that were
    taken or given by a decision are not in it: Database.standings has them. Raises NotInTheFrame for a team that none
    of the fixtures has.
    """
    needs_fixtures(fixtures)
    names = names_of(fixtures, teams)
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
        axes.plot(range(len(points)), points, STYLES[place % len(STYLES)], color=colour, linewidth=1.9)
        ends.append((float(points[-1]), f"{team}  {points[-1]:.0f}", colour))
        longest = max(longest, len(points) - 1)
    axes.set_xlim(0, max(1, longest) * 1.02)
    axes.set_ylim(bottom=0)
    name_ends(axes, ends)
    axes.set_xlabel("fixtures played")
    axes.set_ylabel("points")
    whole_numbers(axes, x=True, y=True)
    set_title(axes, title or "Points race")
    return axes


def position_race(
    fixtures: "pd.DataFrame", *, teams: Sequence[str] = (), title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """The place of each team after each of its fixtures, first on top; the teams named stand out, all by default.

    fixtures: one season of one league, as Database.fixtures gives it; only finished ones count. Places are by points,
    three for a win, then goal difference, goals and name, of teams after as many fixtures, as far as every team has
    come: neither the league's own rules nor decisions are in them, Database.standings has both.
    Raises NotInTheFrame for a team that none has.
    """
    needs_fixtures(fixtures)
    own = names_of(fixtures, teams) if teams else []
    axes = prepared(ax, height=5)
    places = _places(fixtures[fixtures["status"] == "finished"].sort_values("kickoff"))
    if not places:
        say_why(axes, fixtures, "no fixture is finished")
    ends: list[tuple[float, str, str]] = []
    last = sorted(places, key=lambda team: (places[team][-1], team))
    for at, team in enumerate([*(name for name in last if name not in own), *own]):
        is_shown = team in own or not own
        place = own.index(team) if team in own else at
        colour = COLOURS[place % len(COLOURS)] if is_shown else PALE
        style = STYLES[place % len(STYLES)] if is_shown else "-"
        played = range(1, len(places[team]) + 1)
        axes.plot(played, places[team], style, color=colour, linewidth=1.9 if team in own else 1.3)
        if is_shown:
            ends.append((float(places[team][-1]), team, colour))
    count = max(2, len(places))
    axes.set_ylim(0.5, count + 0.5)
    axes.set_xlim(1, max([2, *map(len, places.values())]))
    name_ends(axes, ends, is_downward=True)
    axes.set_xlabel("fixtures played")
    axes.set_ylabel("place")
    whole_numbers(axes, x=True, y=True)
    axes.set_yticks([place for place in (1, *range(5, count + 1, 5)) if place <= count])
    axes.tick_params(axis="y", colors=QUIET)
    set_title(axes, title or "Places after each fixture")
    return axes


def _places(finished: "pd.DataFrame") -> dict[str, list[int]]:
    """Each team's place after its first, second ... fixture, as far as every team has played."""
    tallies: dict[str, list[tuple[int, ...]]] = {}
    known = finished.dropna(subset=["home_goals", "away_goals"])
    scores = zip(known["home"], known["home_goals"], known["away"], known["away_goals"], strict=True)
    for home, home_goals, away, away_goals in scores:
        for team, scored, conceded in ((home, home_goals, away_goals), (away, away_goals, home_goals)):
            before = tallies.setdefault(team, [(0, 0, 0)])
            points = 3 if scored > conceded else int(scored == conceded)
            now = (points, int(scored - conceded), int(scored))
            before.append(tuple(map(sum, zip(before[-1], now, strict=True))))
    places: dict[str, list[int]] = {team: [] for team in tallies}
    for played in range(1, min(map(len, tallies.values()), default=0)):
        best = sorted(tallies, key=lambda team: (*(-each for each in tallies[team][played]), team))
        for place, team in enumerate(best, start=1):
            places[team].append(place)
    return places
