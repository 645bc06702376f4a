"""The closed form against the league's mean: walk-forward log loss on real fixtures.

Weekly refits over the past three years on E0, SP1 and D1 of football-data.co.uk, tested on 2017/18 to 2019/20.
Run: python tests/benchmarks/fair_lines.py FOLDER (one folder a season, 1415 to 1920, a file a league).
Lower is better. The figures are about forecasting alone; they are no evidence of profit against any price.
"""

import csv
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import numpy as np

from footydata.football.terms import DAY, RED_POINTS, YELLOW_POINTS, Figure
from footydata.forecast.models.distributions import Counts, differences, grid, totals
from footydata.forecast.models.model import Past
from footydata.forecast.models.strengths import Strengths, fit
from footydata.odds.numbers import Floats

LEAGUES = ("E0", "SP1", "D1")
SEASONS = ("1415", "1516", "1617", "1718", "1819", "1920")
TESTED_FROM = int(datetime(2017, 8, 1, tzinfo=UTC).timestamp())
WINDOW = 3 * 365 * DAY
TOPS = {Figure.CORNERS: 60, Figure.CARD_POINTS: 40, Figure.GOALS: 30}
HALF_LINES = {Figure.CORNERS: 10.5, Figure.CARD_POINTS: 4.5, Figure.GOALS: 2.5}


def read_past(folder: Path, league: str) -> dict[Figure, Past]:
    """The figures of a league's seasons, in the order of the files."""
    rows = []
    for season in SEASONS:
        with (folder / season / f"{league}.csv").open(encoding="cp1252", newline="") as file:
            rows += [row for row in csv.DictReader(file) if row["HC"] and row["FTHG"]]
    teams = sorted({row[side] for row in rows for side in ("HomeTeam", "AwayTeam")})
    numbers = {name: i for i, name in enumerate(teams)}
    home_ids, away_ids = (
        np.array([numbers[row[side]] for row in rows]) for side in ("HomeTeam", "AwayTeam")
    )
    kickoffs_ts = np.array([kickoff_day(row["Date"]) for row in rows])

    def column(name: str) -> Floats:
        return np.array([float(row[name]) for row in rows])

    counted = {
        Figure.CORNERS: (column("HC"), column("AC")),
        Figure.CARD_POINTS: (
            YELLOW_POINTS * column("HY") + RED_POINTS * column("HR"),
            YELLOW_POINTS * column("AY") + RED_POINTS * column("AR"),
        ),
        Figure.GOALS: (column("FTHG"), column("FTAG")),
    }
    return {
        figure: Past(home_ids, away_ids, kickoffs_ts, *counts) for figure, counts in counted.items()
    }


def kickoff_day(text: str) -> int:
    """00:00 UTC of a day as the files write it, dd/mm/yy or dd/mm/yyyy."""
    day, month, year = map(int, text.split("/"))
    return int(datetime(year if year > 99 else 2000 + year, month, day, tzinfo=UTC).timestamp())


def losses(counts: Counts, figure: Figure, home: Floats, away: Floats) -> Floats:
    """Each fixture's log loss of the total, of over/under the half line, and of both counts together."""
    joint = grid(counts, TOPS[figure])
    rows = np.arange(len(home))
    total = (home + away).astype(int)
    chances = totals(joint)
    over = chances[:, int(HALF_LINES[figure]) + 1 :].sum(axis=1)
    observed = (
        chances[rows, total],
        np.where(total > HALF_LINES[figure], over, 1 - over),
        joint[rows, home.astype(int), away.astype(int)],
    )
    return -np.log(np.stack(observed, axis=1))


def result_score(counts: Counts, home: Floats, away: Floats) -> Floats:
    """Each fixture's ranked probability score of the result."""
    chances, first = differences(grid(counts, 60))
    won, lost = chances[:, 1 - first :].sum(axis=1), chances[:, :-first].sum(axis=1)
    return ((won - (home > away)) ** 2 + (lost - (home < away)) ** 2) / 2


def levels(strengths: Strengths) -> Strengths:
    """The league's mean alone: every team alike, the total Poisson, the split by independent counts."""
    return replace(
        strengths,
        ids=np.array([-1]),
        tempo=np.ones(1),
        strength=np.ones(1),
        dispersion=1.0,
        correlation=0.0,
    )


def walk(past: Past, figure: Figure) -> Iterator[tuple[Strengths, Past, float]]:
    """Week by week the fit on what came before, the week's fixtures, and the seconds that the fit took."""
    for week in range(TESTED_FROM, int(past.kickoffs_ts.max()) + 1, 7 * DAY):
        played = past.only((past.kickoffs_ts >= week) & (past.kickoffs_ts < week + 7 * DAY))
        if len(played.home):
            started = perf_counter()
            strengths = fit(past.only(past.kickoffs_ts >= week - WINDOW), figure=figure, at_ts=week)
            yield strengths, played, perf_counter() - started


def main(folder: Path) -> None:
    """Print the mean log losses of the league's mean and of the closed form, a figure a block."""
    leagues = [read_past(folder, league) for league in LEAGUES]
    for figure in (Figure.CORNERS, Figure.CARD_POINTS, Figure.GOALS):
        weeks = [week for league in leagues for week in walk(league[figure], figure)]
        seconds = [spent for _, _, spent in weeks]
        print(f"{figure}: {len(weeks)} fits, {1000 * sum(seconds) / len(seconds):.2f} ms each")
        for name, model in (("league mean", levels), ("closed form", lambda strengths: strengths)):
            per_fixture, scores = [], []
            for strengths, played, _ in weeks:
                counts = model(strengths).counts(played.home_ids, played.away_ids)
                per_fixture.append(losses(counts, figure, played.home, played.away))
                scores.append(result_score(counts, played.home, played.away))
            total, line, joint = np.concatenate(per_fixture).mean(axis=0)
            print(f"  {name}: log loss of the total {total:.4f}, ", end="")
            print(f"over/under {HALF_LINES[figure]} {line:.4f}, joint {joint:.4f}; ", end="")
            print(f"ranked probability score of who has more {np.concatenate(scores).mean():.4f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
