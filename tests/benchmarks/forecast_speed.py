"""Dixon-Coles fits and ladders against penaltyblog 1.13.1, in CPU time, interleaved, BLAS on one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m tests.benchmarks.forecast_speed FOLDER PYTHON
FOLDER: as for frozen_split. PYTHON: of an environment that has penaltyblog. Without weights and ridge, so that both fit
the same likelihood; ladders are 88 selections of each fixture of a matchday: result, both to score, totals, handicaps.
"""

import json
import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np

from footydata.football.markets import BY_PARAM
from footydata.football.terms import Figure
from footydata.forecast.models.by_figure import DixonColes
from footydata.forecast.models.lines import prices_at
from footydata.forecast.models.model import Labels, Past
from tests.benchmarks.frozen_split import read_league

SEASON = 380
ROUNDS = 3
RUNGS = (
    (BY_PARAM["1x2"], 0.0),
    (BY_PARAM["btts"], 0.0),
    *((BY_PARAM["goalline"], line / 4) for line in range(2, 23)),
    *((BY_PARAM["asian"], line / 4) for line in range(-10, 11)),
)

PEER = """
import json, sys
from time import process_time
import penaltyblog as pb
rows = json.load(sys.stdin)
def timed(act, times):
    started = process_time()
    for _ in range(times):
        found = act()
    return (process_time() - started) / times, found
def fit(count):
    model = pb.models.DixonColesGoalModel(*(column[:count] for column in rows))
    model.fit()
    return model
fit(50)
one, _ = timed(lambda: fit(380), 3)
three, model = timed(lambda: fit(1140), 2)
pairs = list(dict.fromkeys(zip(rows[2][760:], rows[3][760:])))[:10]
totals, handicaps = [x / 4 for x in range(2, 23)], [x / 4 for x in range(-10, 11)]
def ladders():
    for home, away in pairs:
        grid = model.predict(home, away, max_goals=15)
        grid.home_win, grid.draw, grid.away_win, grid.btts_yes, grid.btts_no
        for line in totals:
            grid.totals(line)
        for line in handicaps:
            grid.asian_handicap_probs("home", line)
print(json.dumps([one, three, model.loglikelihood, timed(ladders, 2)[0]]))
"""


def timed(act: object, times: int) -> float:
    """Seconds of CPU a call."""
    started = process_time()
    for _ in range(times):
        act()  # type: ignore[operator]
    return (process_time() - started) / times


def main(folder: Path, python: str) -> None:
    """Print the ratios of three rounds."""
    played = read_league(folder, "E0").pasts[Figure.GOALS]
    past = Past(*played[:5])
    three = past.only(np.arange(len(past.home)) < 3 * SEASON)
    one = past.only(np.arange(len(past.home)) < SEASON)
    model = DixonColes(strength=0, tempo=0, fading=0)
    fitted = model.fit(three)
    matchday, season = ((three.home_ids[-n:], three.away_ids[-n:]) for n in (10, SEASON))
    rows = json.dumps(
        [column.tolist() for column in (three.home, three.away, three.home_ids, three.away_ids)]
    )
    rows = rows.replace(".0", "")

    def ladders(coming: tuple[Labels, Labels]) -> None:
        joint = fitted.predict(*coming).grid(15)
        for market, line in RUNGS:
            prices_at(market, joint, np.full(len(joint), line))

    ladders(matchday)  # what a stake wins at each score is worked out once
    for _ in range(ROUNDS):
        ours = (
            timed(lambda: model.fit(one), 30),
            timed(lambda: model.fit(three), 30),
            timed(lambda: ladders(matchday), 100),
        )
        many = timed(lambda: ladders(season), 10) / SEASON * 10
        said = subprocess.run(
            [python, "-c", PEER], input=rows, capture_output=True, text=True, check=True
        ).stdout
        theirs = json.loads(said)
        print(
            f"one season {1000 * ours[0]:.2f} ms, {theirs[0] / ours[0]:.1f}x; "
            f"three {1000 * ours[1]:.2f} ms, {theirs[1] / ours[1]:.1f}x; "
            f"ladders of ten {1000 * ours[2]:.2f} ms, {theirs[3] / ours[2]:.0f}x, "
            f"of a season {theirs[3] / many:.0f}x"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
