"""Whether projected chances come true: every complete season of the real data, projected at four moments.

    python tests/benchmarks/projections.py DATABASE [--runs N] [--change X] [--newcomers X] [--from YEAR] [--until YEAR]

DATABASE: one that holds the seasons, as `footydata load` makes it of the real data folder. A chance of .3 should come
true three times in ten; each row tells how many forecasts fell into a bin, what they said on average, how often it came
true, and the standard error of that share, in which a season counts as one observation. Fits read nothing from the
moment of the projection on. The two settings (projecting.CHANGE, projecting.NEWCOMERS_DIFFER) were chosen on seasons that began
before 2017 (--until 2016); the table in the guide is of those from 2017 on (--from 2017).
"""

import argparse
import math
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import footydata as fd
from footydata.football.rows import PointsStanding
from footydata.forecast import projecting
from footydata.forecast.projecting import project
from footydata.store.read.seasons.leagues import leagues, seasons
from footydata.store.read.seasons.season import LeagueSeason
from tests.season_table import standings

MOMENTS = (0.0, 0.25, 0.5, 0.75)
EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)


class Forecast(NamedTuple):
    """A chance, whether it came true, and the season that it is of."""

    chance: float
    came_true: bool
    season: int


def complete(db: fd.Database, season_id: int, league_id: int, now: int) -> dict[int, int] | None:
    """Team → its final place of a season whose table is sure; else None."""
    try:
        table = standings(db.connection, league_id=league_id, season_id=season_id, now=now)
    except fd.FootydataError:
        return None
    rows = [row for row in table.rows if isinstance(row, PointsStanding)]
    even = len({row.played for row in rows}) == 1 or any(row.group for row in rows)
    enough = min(row.played for row in rows) >= (len(rows) - 1) * 2
    return (
        {row.team_id: row.position for row in rows}
        if even and enough and not table.doubts
        else None
    )


def gathered(
    path: Path, *, runs: int, least: int, years: range
) -> tuple[dict[tuple[float, str], list[Forecast]], int, float]:
    """(Moment, event) → the forecasts; how many seasons there were, and the slowest projection in CPU seconds."""
    found: defaultdict[tuple[float, str], list[Forecast]] = defaultdict(list)
    used, slowest = set(), 0.0
    with fd.Database(path) as db:
        now = db.now
        for league in leagues(db.connection):
            for season in seasons(db.connection, league.id):
                final = complete(db, season.id, league.id, now)
                if final is None:
                    continue
                moments = [
                    row.kickoff_ts
                    for row in LeagueSeason(db.connection, league.id, season.id, now=now).fixtures
                ]
                if time.gmtime(moments[0]).tm_year not in years:
                    continue
                for share in MOMENTS:
                    at = moments[int(share * (len(moments) - 1))]
                    started = time.process_time()
                    try:
                        projected = project(
                            db.connection,
                            league_id=league.id,
                            season_id=season.id,
                            at_ts=at,
                            runs=runs,
                            now=now,
                        )
                    except fd.FootydataError:
                        continue
                    slowest = max(slowest, time.process_time() - started)
                    if projected.fixtures_used < least:
                        continue
                    used.add(season.id)
                    for team in projected.teams:
                        n, place = len(projected.teams), final[team.team_id]
                        for name, first, last in (
                            ("title", 1, 1),
                            ("top four", 1, 4),
                            ("last three", n - 2, n),
                        ):
                            chance = sum(team.places[first - 1 : last])
                            found[share, name].append(
                                Forecast(chance, first <= place <= last, season.id)
                            )
                        for at_place, chance in enumerate(team.places, start=1):
                            found[share, "each place"].append(
                                Forecast(chance, place == at_place, season.id)
                            )
    return found, len(used), slowest


def table(forecasts: list[Forecast]) -> list[str]:
    """The lines of a calibration table."""
    lines = []
    for low, high in pairwise(EDGES):
        inside = [
            one
            for one in forecasts
            if low <= one.chance < high or (high == 1.0 and one.chance == 1.0)
        ]
        if inside:
            said = sum(one.chance for one in inside) / len(inside)
            true = sum(one.came_true for one in inside) / len(inside)
            of_season: defaultdict[int, float] = defaultdict(float)
            for one in inside:
                of_season[one.season] += one.came_true - one.chance
            error = math.sqrt(sum(each**2 for each in of_season.values())) / len(inside)
            lines.append(
                f"{low:.2f}-{high:.2f}  {len(inside):7,}  {said:.3f}  {true:.3f}  {error:.3f}"
            )
    return lines


def log_loss(forecasts: list[Forecast]) -> float:
    """The mean log loss, chances held half a run off 0 and 1."""
    total = 0.0
    for one in forecasts:
        chance = min(max(one.chance, 1e-4), 1 - 1e-4)
        total -= math.log(chance if one.came_true else 1 - chance)
    return total / len(forecasts)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--least", type=int, default=300, help="past fixtures that a fit must have")
    parser.add_argument("--change", type=float, default=projecting.CHANGE)
    parser.add_argument("--newcomers", type=float, default=projecting.NEWCOMERS_DIFFER)
    parser.add_argument(
        "--from", dest="first", type=int, default=0, help="the first year in which a season began"
    )
    parser.add_argument("--until", type=int, default=9999, help="the last one")
    parser.add_argument("--short", action="store_true", help="the log loss alone")
    given = parser.parse_args()
    projecting.CHANGE, projecting.NEWCOMERS_DIFFER = given.change, given.newcomers
    years = range(given.first, given.until + 1)
    found, used, slowest = gathered(given.database, runs=given.runs, least=given.least, years=years)
    print(f"{used} seasons, {given.runs:,} runs, the slowest projection {slowest:.2f} s of CPU")
    for name in ("title", "top four", "last three", "each place"):
        for share in MOMENTS:
            print(f"log loss, {name}, after {share:.0%}: {log_loss(found[share, name]):.5f}")
        if not given.short:
            print(f"\n{name}, at all moments\nchance     forecasts  said   true   error")
            print(
                "\n".join(table([one for share in MOMENTS for one in found[share, name]])),
                end="\n\n",
            )


if __name__ == "__main__":
    main()
