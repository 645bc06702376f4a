"""Results by one grid fitted to 1x2, total and handicap prices, beside Shin's and power's chances of the 1x2 alone.

    OMP_NUM_THREADS=1 python -m tests.benchmarks.market_grids DATABASE [COUNT]
DATABASE: one that `footydata load` made of football-data.co.uk files. COUNT: so many fixtures, 3,000 where none is
named: the last finished ones with closing prices of all three markets, of the average of bookmakers.
Ranked probability score and log loss of the result, lower is better; in brackets how far behind Shin, and the standard
error of that. No fit was chosen on these fixtures: what the grid has of constants decides nothing where prices are.
"""

import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

import numpy as np

from footydata.evaluation.scores import difference, ranked_score
from footydata.football.markets import BY_PARAM
from footydata.forecast.log_losses import class_loss
from footydata.forecast.models.lines import prices_at
from footydata.forecast.models.market_grids import grids_of_prices
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats

COUNT = 3_000
QUOTED = """
select result.closing_price_1, result.closing_price_2, result.closing_price_3,
       total.closing_line, total.closing_price_1, total.closing_price_2,
       handicap.closing_line, handicap.closing_price_1, handicap.closing_price_2,
       home_goals, away_goals, kickoff_ts
from fixture
join bookmaker on bookmaker.slug = 'market-average'
join odds as result on result.fixture_id = fixture.id and result.bookmaker_id = bookmaker.id and result.market = '1x2'
join odds as total
  on total.fixture_id = fixture.id and total.bookmaker_id = bookmaker.id and total.market = 'goal_line'
join odds as handicap
  on handicap.fixture_id = fixture.id and handicap.bookmaker_id = bookmaker.id and handicap.market = 'asian_handicap'
where status = 'finished' and result.closing_price_3 > 1 and total.closing_price_2 > 1 and total.closing_line > 0
and handicap.closing_price_2 > 1 and handicap.closing_line is not null and home_goals + away_goals is not null
order by kickoff_ts desc, fixture.id
limit :count
"""


def main(path: Path, count: int) -> None:
    """Print the scores."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        rows = np.array(connection.execute(QUOTED, {"count": count}).fetchall(), dtype=np.float64)
    result, ended = (
        rows[:, :3],
        np.where(rows[:, 9] > rows[:, 10], 0, np.where(rows[:, 9] == rows[:, 10], 1, 2)),
    )
    days = [
        datetime.fromtimestamp(at, UTC).date().isoformat()
        for at in (rows[:, 11].min(), rows[:, 11].max())
    ]
    print(f"{len(rows):,} fixtures, {days[0]} to {days[1]}")
    said: dict[str, Floats] = {
        name: implied_probabilities(result, method=name) for name in ("shin", "power")
    }
    started = process_time()
    for name in ("shin", "power"):
        joint = grids_of_prices(
            result,
            total_lines=rows[:, 3],
            total_prices=rows[:, 4:6],
            handicap_lines=rows[:, 6],
            handicap_prices=rows[:, 7:9],
            method=name,
        )
        said[f"one grid, by {name}"] = 1 / prices_at(BY_PARAM["1x2"], joint, np.zeros(0))
    seconds = (process_time() - started) / 2
    for name, chances in said.items():
        cells = []
        for scores in (ranked_score, class_loss):
            mine, shin = scores(chances, ended), scores(said["shin"], ended)
            apart = difference(mine, shin)
            cells.append(f"{mine.mean():.5f} ({apart.mean:+.5f}, {apart.error or 0:.5f})")
        off = np.abs(chances - said["shin"]).max(axis=1)
        print(
            f"{name:<20} RPS {cells[0]}  log loss {cells[1]}  from Shin's chances at most {np.median(off):.4f}"
        )
    print(f"a grid of each fixture: {1000 * seconds:.0f} ms of CPU for all")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else COUNT)
