"""How good the forecasts of totals are on a split of real seasons, beside those of an earlier state of the package.

    python -m tests.benchmarks.judged_lines FOLDER choice|judged [EARLIER.csv] > table.txt
FOLDER: one folder a season, a file of football-data.co.uk a league. choice, judged: the seasons of choice_split. The
losses by fixture are written to losses.csv in the folder of work; EARLIER.csv is such a file, written by running this
module over an earlier state of the package, and each of its losses is compared with ours on the same fixture.
Errors of differences, slopes and means are clustered by league and season. Calibration: beside the band of chance for
fixtures that are independent stands that for fixtures of one season that go together, by the wild cluster bootstrap
(Cameron, Gelbach and Miller 2008), and how often the largest error of a figure's lines is as large by it. Intervals:
for each fixture the narrowest central one that holds 80 % of the forecast; the share of fixtures inside is compared
with the mass that the forecasts gave to their intervals, which is above 80 % as counts are whole. PIT: the randomised
probability integral transform, against a uniform distribution by the test of Kolmogorov and Smirnov and by chi squared
in 20 bins.
"""

import csv
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footydata.evaluation.scores import BINS as CALIBRATED
from footydata.evaluation.scores import calibration
from footydata.football.terms import DAY, RED_POINTS, YELLOW_POINTS, Figure
from footydata.forecast.models.by_figure import Coming, forecasts
from footydata.forecast.models.distributions import totals
from footydata.forecast.models.model import FEWEST_FIXTURES, Past
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Flags, Floats
from tests.benchmarks.choice_split import CHOICE, FROZEN, SET_ASIDE
from tests.benchmarks.frozen_split import LINES, WINDOW, kickoff_day, number

PAST_OF_FROZEN = dict.fromkeys(FROZEN, ("1415", "1516", "1617"))
TOPS = {Figure.CORNERS: 60, Figure.CARD_POINTS: 60, Figure.GOALS: 25}
LEAST = 1e-12
"""Smaller chances count as this one; its own number, as this module runs over earlier states of the package too."""

INSIDE = 0.8
BINS = 20

RESAMPLED = 999


class Forecasts(NamedTuple):
    """The forecasts of a figure, a fixture a row.

    keys: league, season, day, home side. total: what came. mean, dispersion: of the forecast total. before: the chance
    of a lower total; chance, joint: of this total, and of both counts. mass: of the interval; inside: 1 if it held.
    passed: (n, lines), the chances to pass each of LINES.
    """

    keys: list[tuple[str, str, str, str]]
    total: Floats
    mean: Floats
    dispersion: Floats
    before: Floats
    chance: Floats
    joint: Floats
    mass: Floats
    inside: Floats
    passed: Floats


class League(NamedTuple):
    """A league's fixtures as columns of Past, without the counts, and the counts by figure."""

    league: str
    seasons: list[str]
    columns: dict[str, Floats]
    counts: dict[Figure, tuple[Floats, Floats]]


def read(folder: Path, league: str, seasons: tuple[str, ...]) -> League:
    """The seasons of a league."""
    rows = []
    for season in seasons:
        with (folder / season / f"{league}.csv").open(encoding="cp1252", newline="") as file:
            rows += [{**row, "season": season} for row in csv.DictReader(file) if row.get("FTHG")]
    rows.sort(key=lambda row: kickoff_day(row["Date"]))

    def column(name: str) -> Floats:
        return np.array([number(row.get(name)) for row in rows])

    def chances(*names: str) -> Floats:
        """By the mean prices of all bookmakers, else by those of one."""
        prices = np.full((len(rows), len(names)), np.nan)
        for maker in ("Avg", "BbAv", "B365"):
            theirs = np.stack([column(f"{maker}{name}") for name in names], axis=1)
            theirs[~(theirs > 1).all(axis=1)] = np.nan
            prices = np.where(np.isnan(prices).any(axis=1)[:, None], theirs, prices)
        return implied_probabilities(prices)

    result, goals = chances("H", "D", "A"), chances(">2.5", "<2.5")
    cards = [YELLOW_POINTS * column(f"{side}Y") + RED_POINTS * column(f"{side}R") for side in "HA"]
    return League(
        league,
        [row["season"] for row in rows],
        {
            "home_ids": np.array([row["HomeTeam"].strip() for row in rows]),
            "away_ids": np.array([row["AwayTeam"].strip() for row in rows]),
            "kickoffs_ts": np.array([kickoff_day(row["Date"]) for row in rows]),
            "referees": np.array([(row.get("Referee") or "").strip() for row in rows]),
            "tilt": np.log(result[:, 0] / result[:, 2]),
            "overs": np.log(goals[:, 0] / goals[:, 1]),
            "fouls": column("HF") + column("AF"),
        },
        {
            Figure.CORNERS: (column("HC"), column("AC")),
            Figure.CARD_POINTS: (cards[0], cards[1]),
            Figure.GOALS: (column("FTHG"), column("FTAG")),
        },
    )


def walk(league: League, figure: Figure, walked: tuple[str, ...]) -> Iterator[Forecasts]:
    """The forecasts of the walked seasons, week by week from the three years before, by the rules of fair lines."""
    counts = dict(zip(("home", "away"), league.counts[figure], strict=True))
    known: Flags = ~np.isnan(counts["home"] + counts["away"])
    columns = {name: values[known] for name, values in {**league.columns, **counts}.items()}
    seasons = np.array(league.seasons)[known]
    # An earlier state may not know all columns.
    whole = Past(**{name: values for name, values in columns.items() if name in Past._fields})
    kickoffs = whole.kickoffs_ts
    for week in range(int(kickoffs.min(initial=0)), int(kickoffs.max(initial=0)) + 1, 7 * DAY):
        now = (kickoffs >= week) & (kickoffs < week + 7 * DAY) & np.isin(seasons, walked)
        past = whole.only((kickoffs >= week - WINDOW) & (kickoffs < week))
        if not now.any() or len(past.home) < FEWEST_FIXTURES:
            continue
        coming = Coming(*(columns[name][now] for name in Coming._fields))
        played, names = whole.only(now), seasons[now]
        for part in forecasts(figure, past, coming, at_ts=week):
            joint = part.prediction.grid(TOPS[figure])
            home, away = (side[part.rows].astype(int) for side in (played.home, played.away))
            rows, counts_of = np.arange(len(home)), part.prediction.counts
            sums = totals(joint)
            up_to = np.cumsum(sums, axis=1)
            low = (up_to <= (1 - INSIDE) / 2).sum(axis=1)
            high = (up_to < 1 - (1 - INSIDE) / 2).sum(axis=1)
            total = home + away
            yield Forecasts(
                [
                    (
                        league.league,
                        names[row],
                        str(np.datetime64(int(played.kickoffs_ts[row]), "s"))[:10],
                        home_id,
                    )
                    for row, home_id in zip(
                        part.rows, played.home_ids[part.rows].tolist(), strict=True
                    )
                ],
                total.astype(float),
                counts_of.home + counts_of.away,
                np.broadcast_to(counts_of.dispersion, len(rows)).astype(float),
                up_to[rows, total] - sums[rows, total],
                sums[rows, total],
                joint[rows, home, away],
                up_to[rows, high] - np.where(low > 0, up_to[rows, low - 1], 0.0),
                ((total >= low) & (total <= high)).astype(float),
                np.stack([sums[:, int(line) + 1 :].sum(axis=1) for line in LINES[figure]], axis=1),
            )


def joined(parts: list[Forecasts]) -> Forecasts:
    """All forecasts as one."""
    keys = [key for part in parts for key in part.keys]
    return Forecasts(
        keys, *(np.concatenate(column) for column in list(zip(*parts, strict=True))[1:])
    )


def loss(chance: Floats) -> Floats:
    """The log loss; a chance of nearly 0 counts as LEAST, as one forecast would else outweigh all others."""
    return -np.log(np.maximum(chance, LEAST))


def clustered(values: Floats, clusters: Floats) -> tuple[float, float]:
    """The mean, and its error clustered."""
    mean = float(values.mean())
    _, cluster_of = np.unique(clusters, return_inverse=True)
    sums = np.bincount(cluster_of, values - mean)
    return mean, math.sqrt((sums**2).sum() * len(sums) / (len(sums) - 1)) / len(values)


def slope(total: Floats, mean: Floats, clusters: Floats) -> tuple[float, float]:
    """The slope of what came on what was forecast, and its clustered error."""
    centred = mean - mean.mean()
    square = float(centred @ centred)
    value = float(centred @ total) / square
    residual = total - total.mean() - value * centred
    _, cluster_of = np.unique(clusters, return_inverse=True)
    sums = np.bincount(cluster_of, centred * residual)
    return value, math.sqrt((sums**2).sum() * len(sums) / (len(sums) - 1)) / square


def uniformity(pit: Floats) -> tuple[float, float]:
    """The p-value of Kolmogorov and Smirnov, and chi squared in BINS bins."""
    count, ordered = len(pit), np.sort(pit)
    ranks = np.arange(count + 1) / count
    distance = max(float((ranks[1:] - ordered).max()), float((ordered - ranks[:-1]).max()))
    scaled = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * distance
    value = 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    seen = np.histogram(pit, BINS, (0, 1))[0]
    return min(max(value, 0.0), 1.0), float(((seen - count / BINS) ** 2).sum() / (count / BINS))


def clustered_errors(passed: Floats, over: Floats, clusters: Floats) -> Floats:
    """Calibration errors as they would be by chance, the signs of whole seasons' residuals drawn; (RESAMPLED,)."""
    _, cluster_of = np.unique(clusters, return_inverse=True)
    count = int(cluster_of.max()) + 1
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (RESAMPLED, count))
    parts = np.array_split(np.argsort(passed, kind="stable"), CALIBRATED)
    sums = np.stack([np.bincount(cluster_of[part], (over - passed)[part], count) for part in parts])
    result: Floats = np.abs(signs @ sums.T).sum(axis=1) / len(passed)
    return result


def report(
    figure: Figure, said: Forecasts, earlier: dict[tuple[str, ...], tuple[float, float]]
) -> None:
    """Print the rows of one figure."""
    clusters = np.array([f"{league} {season}" for league, season, *_ in said.keys])
    leagues = np.array([league for league, *_ in said.keys])
    losses = loss(said.chance), loss(said.joint)
    print(f"\n{figure}: {len(said.keys)} fixtures of {len(set(clusters.tolist()))} league seasons")
    places = [place for place, key in enumerate(said.keys) if (str(figure), *key) in earlier]
    theirs = np.array([earlier[(str(figure), *said.keys[place])] for place in places]).reshape(
        -1, 2
    )
    for name, ours, before in zip(("total", "joint"), losses, theirs.T, strict=True):
        against = ""
        if places:
            difference, error = clustered(ours[places] - before, clusters[places])
            against = f"; earlier {before.mean():.4f} on {len(places)}, ours less that {difference:+.5f} ({error:.5f})"
        print(f"log loss, {name}: {ours.mean():.4f}{against}")
    mean, mean_error = clustered(said.total - said.mean, clusters)
    print(
        f"forecast {said.mean.mean():.3f}, came {said.total.mean():.3f}: {mean:+.3f} ({mean_error:.3f})"
    )
    print(
        "slope of what came on the forecast: {:.3f} ({:.3f})".format(
            *slope(said.total, said.mean, clusters)
        )
    )
    squares = (said.total - said.mean) ** 2 / (said.mean * said.dispersion)
    print(
        f"Pearson dispersion: {squares.mean():.3f} ({squares.std() / math.sqrt(len(squares)):.3f})"
    )
    largest, by_chance = 0.0, np.zeros(RESAMPLED)
    for place, line in enumerate(LINES[figure]):
        passed, over = said.passed[:, place], (said.total > line) * 1.0
        measured, resampled = calibration(passed, over), clustered_errors(passed, over, clusters)
        print(
            f"over {line}: calibration error {measured.error:.4f}; by chance below {measured.band:.4f} in 95 of 100, "
            f"clustered {np.quantile(resampled, 0.95):.4f}"
        )
        # Lines differ in how large an error is usual.
        usual = np.median(resampled)
        largest, by_chance = (
            max(largest, measured.error / usual),
            np.maximum(by_chance, resampled / usual),
        )
    print(
        f"the largest of these, over the usual one, is as large by chance with p {(by_chance >= largest).mean():.3f}"
    )
    surplus = said.inside - said.mass
    variance = said.mass * (1 - said.mass)
    error = math.sqrt(variance.sum()) / len(variance)
    print(
        f"inside {said.inside.mean():.4f}, mass {said.mass.mean():.4f}: {surplus.mean():+.4f} ({error:.4f})"
    )
    errors = {
        league: surplus[leagues == league].sum() / math.sqrt(variance[leagues == league].sum())
        for league in np.unique(leagues).tolist()
    }
    missed = [league for league, value in errors.items() if abs(value) > 2]
    print(
        f"leagues more than 2 errors off: {len(missed)} of {len(errors)} {missed}; by chance .05 of them"
    )
    pit = said.before + said.chance * np.random.default_rng(1).random(len(said.chance))
    print(
        "PIT: p {:.3f}; chi squared {:.1f} of 19, above 36.2 in 1 of 100".format(*uniformity(pit))
    )


def main(folder: Path, split: str, earlier_path: Path | None) -> None:
    """Print the table, write the losses."""
    walked = CHOICE if split == "choice" else {**FROZEN, **SET_ASIDE}
    earlier: dict[tuple[str, ...], tuple[float, float]] = {}
    if earlier_path:
        with earlier_path.open(newline="") as file:
            earlier = {tuple(row[:5]): (float(row[5]), float(row[6])) for row in csv.reader(file)}
    leagues = [
        read(
            folder, league, (PAST_OF_FROZEN.get(league, ()) if split == "judged" else ()) + seasons
        )
        for league, seasons in walked.items()
    ]
    with Path("losses.csv").open("w", newline="") as file:
        for figure in TOPS:
            said = joined(
                [part for league in leagues for part in walk(league, figure, walked[league.league])]
            )
            report(figure, said, earlier)
            for key, total, joint in zip(
                said.keys, loss(said.chance).tolist(), loss(said.joint).tolist(), strict=True
            ):
                csv.writer(file).writerow([figure, *key, total, joint])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]) if len(sys.argv) > 3 else None)
