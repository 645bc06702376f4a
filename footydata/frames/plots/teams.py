"""Pictures of teams and referees: last fixtures, home and away, how the season may end, cards by referee."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.records import KnockoutRecord
from footydata.football.scores import end_score
from footydata.football.wording import plural
from footydata.frames.plots.axes import (
    BLUE,
    GLYPH,
    GREEN,
    INK,
    OCHRE,
    PALE,
    QUIET,
    RED,
    letters_for,
    name_ends,
    names_in,
    needs,
    needs_fixtures,
    prepared,
    row_names,
    say_why,
    set_title,
    titled,
    whole_numbers,
    width_of,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LETTERS = {1: ("W", GREEN, "white"), 0: ("D", "#c9d0d6", INK), -1: ("L", RED, "white")}


@named_arguments
def form_strip(
    fixtures: "pd.DataFrame",
    *,
    team: str,
    last: int = 10,
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """A team's last fixtures, oldest first: a square with W, D or L and the score each, opponent and venue below it.

    The letter is of ninety minutes; extra time and a shootout stand below their score.
    fixtures: a frame of Database.fixtures; only finished ones count. Raises InvalidArgument for a team in none of them.
    """
    needs_fixtures(fixtures)
    if last < 1:
        raise InvalidArgument(
            f"last is {last}, which draws no fixture; last is 1 or more",
            parameter="last",
            value=last,
        )
    (name,) = names_in(fixtures, [team], "home", "away")
    axes = prepared(ax, height=2.6)
    is_own = (fixtures[["home", "away"]] == name).any(axis="columns")
    own = fixtures[is_own & (fixtures["status"] == "finished")]
    own = own.dropna(subset=["home_goals", "away_goals"]).sort_values("kickoff").tail(last)
    labels = []
    rows = own.astype(object).where(own.notna(), None).to_dict("records")
    for at, row in enumerate(rows):
        sides = ("home", "away") if row["home"] == name else ("away", "home")
        labels.append(f"{row[sides[1]]}, {'at home' if row['home'] == name else 'away'}")
        scored, conceded = (int(row[f"{side}_goals"]) for side in sides)
        extra, extra_against, shootout, shootout_against = (
            row.get(f"{part}_{side}_goals") for part in ("extra", "shootout") for side in sides
        )
        after = KnockoutRecord(0, extra, extra_against, shootout, shootout_against)
        end = end_score(scored, conceded, after)
        letter, colour, ink = LETTERS[int(np.sign(scored - conceded))]
        axes.bar(at, 0.9, bottom=-0.45, width=0.9, color=colour)
        raised = 0.12 if end else 0
        for height, text, size, weight in (
            (0.12 + raised, letter, 13, "bold"),
            (-0.24 + raised, f"{scored}-{conceded}", 9, "normal"),
            (-0.36, end, 5, "normal"),
        ):
            if text:
                axes.text(
                    at, height, text, ha="center", va="center", color=ink, fontsize=size, fontweight=weight,
                )  # fmt: skip
    letters = letters_for(axes, size=8)
    labels = [wrapped(axes, label, share=0.3, size=letters) for label in labels]
    # Names in two lines would cover each other if they lean between narrow squares.
    leans = width_of(axes) / max(1, len(own)) > 5 * letters
    axes.set_xticks(
        range(len(own)), labels, rotation=35 if leans else 90, ha="right", va="top" if leans else "center",
        rotation_mode="anchor", fontsize=letters,
    )  # fmt: skip
    axes.set_aspect("equal")
    axes.set_yticks([])
    axes.set_xlim(-0.6, max(1, len(own)) - 0.4)
    axes.set_ylim(-0.5, 0.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    if own.empty:
        say_why(axes, fixtures, f"no fixture of {name} is finished")
    set_title(axes, title or f"{name}: the last {plural(len(own), 'fixture')}")
    return axes


@named_arguments
def home_and_away(
    fixtures: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """Points per fixture at home against points per fixture away, three for a win; one dot a team, with its name.

    fixtures: one season of one league from Database.fixtures; only finished ones count. On the dashed line both are
    equal.
    """
    needs_fixtures(fixtures)
    axes = prepared(ax, height=6)
    finished = fixtures[fixtures["status"] == "finished"].dropna(
        subset=["home_goals", "away_goals"]
    )
    margin = (finished["home_goals"] - finished["away_goals"]).astype(int)
    at_home = ((margin > 0) * 3 + (margin == 0)).groupby(finished["home"]).mean()
    away = ((margin < 0) * 3 + (margin == 0)).groupby(finished["away"]).mean()
    both = at_home.to_frame("home").join(away.rename("away"), how="inner").rename_axis("team")
    both = both.sort_values(["away", "team"])
    axes.plot([0, 3], [0, 3], "--", color=QUIET, linewidth=1)
    axes.plot(both["home"], both["away"], "o", color=BLUE, markersize=6)
    for column, limit in (("home", axes.set_xlim), ("away", axes.set_ylim)):
        if len(both):
            limit(float(both[column].min()) - 0.25, float(both[column].max()) + 0.25)
    ends = [(float(away), str(team), INK) for team, away in both["away"].items()]
    for (_, row), place in zip(both.iterrows(), name_ends(axes, ends), strict=True):
        # A pale line from the dot to its name.
        axes.plot(
            [row["home"], axes.get_xlim()[1]], [row["away"], place], color=QUIET, linewidth=0.5, zorder=0.9,
            clip_on=False,
        )  # fmt: skip
    axes.set_xlabel("points a fixture at home")
    axes.set_ylabel("points a fixture away")
    if both.empty:
        say_why(axes, fixtures, "no team has played at home and away")
    subject = f"at home and away, {plural(len(finished), 'fixture')}"
    set_title(axes, title or titled(finished, subject))
    return axes


@named_arguments
def season_ending(
    projection: "pd.DataFrame", *, title: str | None = None, ax: "Axes | None" = None
) -> "Axes":
    """Each team's chance of each final place, in percent: a row a team, darker where likelier.

    projection: a frame of Database.project, whose columns place_1, place_2 ... are chances from 0 to 1. Cells of one
    percent or more have a number. Raises InvalidArgument if the frame has no places or no team.
    """
    needs(projection, "team", "place_1", parameter="projection", door="Database.project")
    places = [name for name in projection.columns if name.startswith("place_")]
    if projection.empty:
        raise InvalidArgument(
            "there is no team to draw: the frame is empty", parameter="projection", value=projection
        )
    axes = prepared(ax, height=1.5 + 0.3 * len(projection))
    if "mean_points" in projection.columns:
        projection = projection.sort_values("mean_points", ascending=False)
    chances = projection[places].to_numpy(dtype="float64")
    darkest = max(0.5, float(np.nanmax(chances, initial=0)))
    axes.imshow(np.nan_to_num(chances), cmap="Blues", vmin=0, vmax=darkest, aspect="auto")
    letters = min(7, 0.5 * width_of(axes) / len(places) / (2 * GLYPH))
    for row, column in zip(*np.nonzero(chances >= 0.01), strict=True):
        chance = chances[row, column]
        ink = "white" if chance > 0.6 * darkest else INK
        axes.text(
            column, row, f"{100 * chance:.0f}", ha="center", va="center", fontsize=letters, color=ink
        )  # fmt: skip
    axes.set_xticks(
        range(len(places)), [name.removeprefix("place_") for name in places], fontsize=letters + 0.5
    )
    names, size = row_names(axes, projection["team"].tolist(), base=8)
    axes.set_yticks(range(len(projection)), names, fontsize=size)
    axes.grid(visible=False)
    axes.set_xlabel("place at the end, chance in %")
    facts = projection.attrs
    subject = "How the season may end"
    if "league" in facts:
        # Of a day that is asked for, the end is meant: the first moment of the next one.
        as_of = datetime.fromisoformat(facts["as_of"]) - timedelta(seconds=1)
        subject = f"{facts['league']} {facts['season']}, as of {as_of:%d %b %Y}"
    set_title(axes, title or subject, share=0.5)
    return axes


@named_arguments
def referee_cards(
    fixtures: "pd.DataFrame",
    *,
    least: int = 5,
    most: int = 20,
    title: str | None = None,
    ax: "Axes | None" = None,
) -> "Axes":
    """Cards per fixture by referee, the most first: yellow as plain bars, red hatched after them.

    fixtures: a frame of Database.fixtures; finished ones with a known referee and cards count. least: fixtures
    that a referee needs to be shown; most: how many referees are shown. Raises InvalidArgument.
    """
    cards = ["home_yellow", "away_yellow", "home_red", "away_red"]
    needs(fixtures, "referee", *cards, parameter="fixtures", door="Database.fixtures")
    known = fixtures[fixtures["status"] == "finished"].dropna(subset=["referee", *cards])
    by = known.groupby("referee")
    counts = by.size()
    yellow, red = (
        by[each].sum().sum(axis="columns").astype(float) / counts for each in (cards[:2], cards[2:])
    )
    shown = (yellow + red)[counts >= least].sort_values(ascending=False).head(most)
    highest = shown.index[::-1]
    axes = prepared(ax, height=1.6 + 0.28 * len(highest))
    names, size = row_names(axes, [f"{name} ({counts[name]})" for name in highest])
    axes.barh(names, yellow[highest], color=OCHRE, height=0.72)
    axes.barh(names, red[highest], left=yellow[highest], color=RED, hatch="///", edgecolor="white", linewidth=0,
              height=0.72, )  # fmt: skip
    axes.tick_params(axis="y", labelsize=size)
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", color=PALE, linewidth=0.9)
    letters = letters_for(axes)
    label = "cards a fixture: yellow, then red hatched; in brackets: fixtures"
    axes.set_xlabel(wrapped(axes, label, share=0.7, size=letters), fontsize=letters)
    whole_numbers(axes.xaxis)
    if not len(highest):
        axes.set_yticks([])
        say_why(axes, fixtures, f"no referee of {plural(least, 'fixture')} whose cards are known")
    subject = f"cards by referee, {plural(len(known), 'fixture')}"
    set_title(axes, title or titled(known, subject), share=0.5)
    return axes
