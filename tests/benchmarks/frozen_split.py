"""The public record: how good fair lines of corners, cards and goals were on a frozen split of real seasons.

Leagues E0, SP1, D1 of football-data.co.uk. Settings were chosen on other seasons (choice_split); then the models walk
through 2017-18 to 2019-20, refitted each week on the three years before it.
    python -m tests.benchmarks.frozen_split FOLDER [losses.csv]
FOLDER: one folder a season, 1415 to 1920, a file a league. losses.csv: of frozen_peers.py, for the rows of penaltyblog.
Lower is better. 'behind' is a row's loss less ours on the same fixtures, with its standard error in brackets.
The figures are about forecasting alone; they are no evidence of profit against any price.
"""

import csv
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.scores import calibration, difference
from footydata.football.terms import DAY, RED_POINTS, YELLOW_POINTS, Figure
from footydata.forecast.models.by_figure import MODELS, WITH_PRICES, DixonColes
from footydata.forecast.models.distributions import differences, totals
from footydata.forecast.models.fitted import Fitted
from footydata.forecast.models.model import Past, Prediction
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats

LEAGUES = ("E0", "SP1", "D1")
SEASONS = ("1415", "1516", "1617", "1718", "1819", "1920")
TESTED_FROM = int(datetime(2017, 8, 1, tzinfo=UTC).timestamp())
WINDOW = 3 * 365 * DAY
TOPS = {Figure.CORNERS: 45, Figure.CARD_POINTS: 30, Figure.GOALS: 20}
LINES = {
    Figure.CORNERS: (8.5, 9.5, 10.5, 11.5),
    Figure.CARD_POINTS: (2.5, 3.5, 4.5, 5.5),
    Figure.GOALS: (1.5, 2.5, 3.5),
}
PEERS = {Figure.CORNERS: "corners", Figure.CARD_POINTS: "cards", Figure.GOALS: "goals"}


def kickoff_day(text: str) -> int:
    """00:00 UTC of a day as the files write it, dd/mm/yy or dd/mm/yyyy."""
    day, month, year = map(int, text.split("/"))
    return int(datetime(year if year > 99 else 2000 + year, month, day, tzinfo=UTC).timestamp())


class League(NamedTuple):
    """A league's six seasons: a Past a figure, who met when, and the closing result prices (NaN where unknown)."""

    pasts: dict[Figure, Past]
    keys: list[tuple[str, str, str]]
    closing: Floats


class Losses(NamedTuple):
    """Losses a fixture: of the total, of both counts together, the ranked probability score of who has more."""

    total: Floats
    joint: Floats
    rps: Floats


class Walked(NamedTuple):
    """A model's losses by fixture, the chances to pass each line with what came, and the CPU seconds that it took."""

    keys: list[tuple[str, str, str]]
    losses: Losses
    chances: dict[float, tuple[Floats, Floats]]
    seconds: float


class LeagueMean:
    """Every team alike, both counts independent and Poisson."""

    def fit(self, past: Past, *, at_ts: int | None = None) -> Fitted:
        """The fit of a league's past."""
        model = DixonColes(strength=1e9, tempo=1e9, newcomer=None, low=0.0)
        return model.fit(past, at_ts=at_ts)


def number(text: str | None) -> float:
    """A cell as a number, NaN where it is none."""
    try:
        return float(text or "nan")
    except ValueError:
        return float("nan")


def read_league(folder: Path, league: str) -> League:
    """A league's seasons; ids are the clubs' names."""
    rows = []
    for season in SEASONS:
        with (folder / season / f"{league}.csv").open(encoding="cp1252", newline="") as file:
            rows += [row for row in csv.DictReader(file) if row["HC"] and row["FTHG"]]

    def column(name: str) -> Floats:
        return np.array([number(row.get(name)) for row in rows])

    def prices(*makers: str, names: tuple[str, ...] = ("H", "D", "A")) -> Floats:
        """The first of the makers' prices that is there, of results if nothing else is named."""
        found = np.full((len(rows), len(names)), np.nan)
        for maker in makers:
            theirs = np.stack([column(f"{maker}{name}") for name in names], axis=1)
            found = np.where(np.isnan(found).any(axis=1)[:, None], theirs, found)
        return found

    home, away = (
        np.array([row[side].strip() for row in rows]) for side in ("HomeTeam", "AwayTeam")
    )
    kickoffs = np.array([kickoff_day(row["Date"]) for row in rows])
    before = implied_probabilities(prices("PS", "B365"))
    tilt = np.log(before[:, 0] / before[:, 2])
    goals = implied_probabilities(prices("BbAv", "Avg", names=(">2.5", "<2.5")))
    overs = np.log(goals[:, 0] / goals[:, 1])
    referees = np.array([(row.get("Referee") or "").strip() for row in rows])
    cards = [YELLOW_POINTS * column(f"{side}Y") + RED_POINTS * column(f"{side}R") for side in "HA"]
    counted = {
        Figure.CORNERS: (column("HC"), column("AC")),
        Figure.CARD_POINTS: (cards[0], cards[1]),
        Figure.GOALS: (column("FTHG"), column("FTAG")),
    }
    return League(
        {
            figure: Past(home, away, kickoffs, *counts, referees, tilt, overs=overs)
            for figure, counts in counted.items()
        },
        [
            (league, str(np.datetime64(at, "s"))[:10], name)
            for at, name in zip(kickoffs.tolist(), home.tolist(), strict=True)
        ],
        implied_probabilities(prices("PSC"), method="shin"),
    )


def walk(model: Any, past: Past) -> Iterator[tuple[Prediction, Past, Floats]]:
    """Week by week what the model said, the week's fixtures, and which they are."""
    for week in range(TESTED_FROM, int(past.kickoffs_ts.max()) + 1, 7 * DAY):
        now = (past.kickoffs_ts >= week) & (past.kickoffs_ts < week + 7 * DAY)
        if now.any():
            played = past.only(now)
            known = past.only((past.kickoffs_ts >= week - WINDOW) & (past.kickoffs_ts < week))
            fitted = model.fit(known, at_ts=week)
            yield (
                fitted.predict(
                    played.home_ids,
                    played.away_ids,
                    referee=played.referees,
                    tilt=played.tilt,
                    overs=played.overs,
                ),
                played,
                now,
            )


def walked(model: Any, leagues: list[League], figure: Figure) -> Walked:
    """A model through all leagues."""
    started = process_time()
    keys, parts, lines = [], [], {line: ([], []) for line in LINES[figure]}
    for league in leagues:
        for said, played, now in walk(model, league.pasts[figure]):
            joint = said.grid(TOPS[figure])
            rows = np.arange(len(played.home))
            total = (played.home + played.away).astype(int)
            chances, first = differences(joint)
            won, lost = chances[:, 1 - first :].sum(axis=1), chances[:, :-first].sum(axis=1)
            score = (
                (won - (played.home > played.away)) ** 2 + (lost - (played.home < played.away)) ** 2
            ) / 2
            sums = totals(joint)
            both = joint[rows, played.home.astype(int), played.away.astype(int)]
            parts.append((-np.log(sums[rows, total]), -np.log(both), score))
            keys += [key for key, is_now in zip(league.keys, now, strict=True) if is_now]
            for line, (chance, came) in lines.items():
                chance.append(sums[:, int(line) + 1 :].sum(axis=1))
                came.append((total > line) * 1.0)
    losses = Losses(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    passed = {
        line: (np.concatenate(chance), np.concatenate(came))
        for line, (chance, came) in lines.items()
    }
    return Walked(keys, losses, passed, process_time() - started)


def line_of(name: str, losses: Losses, ours: Losses) -> str:
    """A row of the table."""
    cells = [f"{name:<34}{len(losses.total):>6}"]
    for mine, theirs in zip(losses, ours, strict=True):
        apart = difference(mine - theirs)
        behind = "" if mine is theirs else f" {apart.mean:+.4f} ({apart.error:.4f})"
        cells.append(f"{mine.mean():.4f}{behind:<18}")
    return "  ".join(cells)


def peers(path: Path, figure: Figure) -> dict[str, dict[tuple[str, str, str], tuple[float, ...]]]:
    """Model → fixture → its three losses, as frozen_peers.py wrote them."""
    found: dict[str, dict[tuple[str, str, str], tuple[float, ...]]] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            if row["figure"] == PEERS[figure]:
                losses = float(row["total"]), float(row["joint"]), float(row["rps"])
                found.setdefault(row["model"], {})[
                    row["league"], row["day"], row["home"].strip()
                ] = losses
    return found


def closing_rps(leagues: list[League]) -> tuple[Floats, dict[tuple[str, str, str], int]]:
    """The ranked probability score of the closing prices, margin out by Shin; fixture → its place."""
    scores, places = [], {}
    for league in leagues:
        goals = league.pasts[Figure.GOALS]
        known = ~np.isnan(league.closing).any(axis=1)
        won, lost = league.closing[:, 0], league.closing[:, 2]
        score = (
            (won - (goals.home > goals.away)) ** 2 + (lost - (goals.home < goals.away)) ** 2
        ) / 2
        for key, value, is_known in zip(league.keys, score.tolist(), known.tolist(), strict=True):
            if is_known:
                places[key] = len(scores)
                scores.append(value)
    return np.array(scores), places


def record(leagues: list[League], figure: Figure, losses_path: Path | None) -> None:
    """Print the table of one figure."""
    ours = walked(MODELS[figure], leagues, figure)
    print(
        f"\n{figure}: log loss of the total, of both counts together; ranked probability score of who has more"
    )
    print(line_of("ours", ours.losses, ours.losses), f"[{ours.seconds:.1f} s of CPU]")
    others: list[tuple[str, Any]] = [
        ("league's mean, Poisson", LeagueMean()),
    ]
    if figure in WITH_PRICES:
        others.append(("ours, with result prices", WITH_PRICES[figure]))
    for name, model in others:
        there = walked(model, leagues, figure)
        print(line_of(name, there.losses, ours.losses), f"[{there.seconds:.1f} s of CPU]")
    places = {key: place for place, key in enumerate(ours.keys)}
    if losses_path:
        for name, by_key in peers(losses_path, figure).items():
            same = [key for key in by_key if key in places]
            at = np.array([places[key] for key in same])
            theirs = Losses(*np.array([by_key[key] for key in same]).T)
            print(line_of(name, theirs, Losses(*(column[at] for column in ours.losses))))
    if figure is Figure.GOALS:
        scores, closing = closing_rps(leagues)
        same = [key for key in places if key in closing]
        apart = difference(
            scores[[closing[key] for key in same]] - ours.losses.rps[[places[key] for key in same]]
        )
        print(
            f"closing prices of {len(same)} fixtures: score {apart.mean:+.4f} ({apart.error:.4f}) behind ours"
        )
    for line, (chance, came) in ours.chances.items():
        measured = calibration(chance, came)
        print(
            f"over {line}: calibration error {measured.error:.4f}; by chance below {measured.band:.4f} in 95 of 100"
        )


def main(folder: Path, losses_path: Path | None) -> None:
    """Print the record."""
    leagues = [read_league(folder, league) for league in LEAGUES]
    for figure in MODELS:
        record(leagues, figure, losses_path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
