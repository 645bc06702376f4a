"""Draws the pictures of the guide's page on them, from the sample at the moment of the tests.

Run: python tests/pictures/make_gallery.py   (writes footydata/guide/pictures/*.png)
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

import footydata as fd

NOW = 1_773_502_200
FOLDER = Path(__file__).parents[2] / "footydata" / "guide" / "pictures"
SIZE, DOTS = (6.4, 3.6), 62
METADATA = {"Software": None}
"""So that the same picture is the same file."""


def pictures(db: fd.Database) -> dict[str, Callable[[plt.Axes], plt.Axes]]:
    """Name → what draws it."""
    season = db.fixtures(league="Crown League", season="25/26")
    finished = db.fixtures(league="Crown League", status="finished")
    best = db.standings("Crown League")["team"].head(4).tolist()
    ended = db.fixtures(league="Crown League", date="2026-03-14", status="finished").iloc[0]
    fixture_id, named = int(ended["fixture_id"]), f"{ended['home']} v {ended['away']}"
    line = db.fair_lines(league="Crown League", markets="corner").iloc[0]
    ladder = db.ladder(int(line["fixture_id"]), "corner")
    odds = db.odds(league="Crown League", market="1x2", bookmaker="kestrel").dropna(
        subset=["closing_home"]
    )
    odds = odds.merge(finished, on="fixture_id")
    prices = odds[["closing_home", "closing_draw", "closing_away"]].to_numpy(dtype="float64")
    chances = np.asarray(fd.implied_probabilities(prices, method="power"))[:, 0]
    return {
        "position_race": lambda ax: fd.plots.position_race(
            db.positions("Crown League", "25/26"), teams=best, ax=ax
        ),
        "bracket": lambda ax: fd.plots.bracket(db.bracket("Lantern Cup"), ax=ax),
        "points_race": lambda ax: fd.plots.points_race(season, teams=best, ax=ax),
        "figure_totals": lambda ax: fd.plots.figure_totals(
            finished, line=line["line"], ladder=ladder, ax=ax
        ),
        "line_movement": lambda ax: fd.plots.line_movement(
            db.odds_history(fixture_id, "corner"), title=named, ax=ax
        ),
        "calibration": lambda ax: fd.plots.calibration(
            chances,
            odds["home_goals"] > odds["away_goals"],
            groups=8,
            title="Home wins at closing prices",
            ax=ax,
        ),
        "timeline": lambda ax: fd.plots.timeline(
            db.events(fixture_id), home=ended["home"], away=ended["away"], ax=ax
        ),
        "form_strip": lambda ax: fd.plots.form_strip(season, team=best[0], ax=ax),
        "home_and_away": lambda ax: fd.plots.home_and_away(season, ax=ax),
        "season_ending": lambda ax: fd.plots.season_ending(
            db.project("Crown League", runs=2000), ax=ax
        ),
        "referee_cards": lambda ax: fd.plots.referee_cards(finished, ax=ax),
    }


def main() -> None:
    """Build the sample and draw each picture, in few colours, as a small file."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        fd.Database.sample(Path(folder) / "s.db", now=NOW) as db,
    ):
        for name, draw in pictures(db).items():
            figure, axes = plt.subplots(figsize=SIZE)
            draw(axes)
            target = FOLDER / f"{name}.png"
            figure.savefig(target, dpi=DOTS, metadata=METADATA)
            plt.close(figure)
            print(f"{target.name}: {target.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
