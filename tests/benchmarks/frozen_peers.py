"""What penaltyblog says of the fixtures of the frozen split: its losses, a row a fixture, for frozen_split.py.

It runs in an environment of its own, which has penaltyblog 1.13.1 and not footydata:
    python frozen_peers.py FOLDER losses.csv
FOLDER: one folder a season, 1415 to 1920, a file a league. A fixture of a team that it has not seen has no row.
Corners and cards: its negative binomial, without weights; goals: its Dixon-Coles with xi .001 and .003.
"""

import csv
import sys
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import penaltyblog as pb

LEAGUES = ("E0", "SP1", "D1")
SEASONS = ("1415", "1516", "1617", "1718", "1819", "1920")
FIRST, LAST = datetime(2017, 8, 1), datetime(2020, 8, 30)  # noqa: DTZ001  # days, as the files have them
WINDOW = timedelta(days=3 * 365)


def day(text):
    """A day as the files write it, dd/mm/yy or dd/mm/yyyy."""
    days, month, year = map(int, text.split("/"))
    return datetime(year if year > 99 else 2000 + year, month, days)  # noqa: DTZ001


def counts(row, figure):
    """The home and away counts of a row."""
    if figure == "cards":
        return (
            int(float(row["HY"])) + 2 * int(float(row["HR"])),
            int(float(row["AY"])) + 2 * int(float(row["AR"])),
        )
    names = {"corners": ("HC", "AC"), "goals": ("FTHG", "FTAG")}[figure]
    return tuple(int(float(row[name])) for name in names)


def fitted(figure, rows, week, xi):
    """The model of one league and week."""
    home, away = zip(*(counts(row, figure) for row in rows), strict=True)
    teams = [row["HomeTeam"] for row in rows], [row["AwayTeam"] for row in rows]
    if figure != "goals":
        model = pb.models.NegativeBinomialGoalModel(home, away, *teams)
    else:
        ages = np.array([(week - day(row["Date"])).days for row in rows])
        model = pb.models.DixonColesGoalModel(home, away, *teams, weights=np.exp(-xi * ages))
    model.fit()
    return model


def main(folder, target):
    """Write the losses of all three figures."""
    with target.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["figure", "model", "league", "day", "home", "total", "joint", "rps"])
        for figure, xi in (("corners", 0), ("cards", 0), ("goals", 0.001), ("goals", 0.003)):
            for league in LEAGUES:
                rows = []
                for season in SEASONS:
                    with (folder / season / f"{league}.csv").open(
                        encoding="cp1252", newline=""
                    ) as read:
                        rows += [row for row in csv.DictReader(read) if row["HC"] and row["FTHG"]]
                week = FIRST
                while week < LAST:
                    played = [
                        row for row in rows if week <= day(row["Date"]) < week + timedelta(days=7)
                    ]
                    known = [row for row in rows if week - WINDOW <= day(row["Date"]) < week]
                    if played:
                        write(out, figure, league, fitted(figure, known, week, xi), played, xi)
                    week += timedelta(days=7)


def write(out, figure, league, model, played, xi):
    """The losses of a week."""
    name = "penaltyblog negative binomial" if figure != "goals" else f"penaltyblog dixon-coles {xi}"
    for row in played:
        try:
            grid = np.array(model.predict(row["HomeTeam"], row["AwayTeam"], max_goals=45).grid)
        except (ValueError, KeyError):
            continue
        home, away = counts(row, figure)
        flipped = np.fliplr(grid)
        total = np.array(
            [np.trace(flipped, offset) for offset in range(grid.shape[0] - 1, -grid.shape[0], -1)]
        )
        won, lost = np.tril(grid, -1).sum(), np.triu(grid, 1).sum()
        rps = ((won - (home > away)) ** 2 + (lost - (home < away)) ** 2) / 2
        losses = -np.log(total[home + away]), -np.log(grid[home, away]), rps
        out.writerow(
            [
                figure,
                name,
                league,
                day(row["Date"]).date(),
                row["HomeTeam"],
                *(f"{x:.8f}" for x in losses),
            ]
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
