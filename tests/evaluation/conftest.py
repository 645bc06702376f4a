"""A small league of one autumn, loaded from a file as it came, then again with one score corrected."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import footydata as fd

TEAMS = (
    "Arsenal",
    "Aston Villa",
    "Brentford",
    "Brighton",
    "Chelsea",
    "Everton",
    "Fulham",
    "Liverpool",
)
FIRST = date(2024, 8, 17)
ROUND = 4
HEAD = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HC,AC,HY,AY,HR,AR,B365H,B365D,B365A,B365CH,B365CD,B365CA"


def rows() -> list[str]:
    """One row a fixture, four a week: the earlier a team stands in TEAMS, the more it scores."""
    rng = np.random.default_rng(1)
    pairs = rng.permutation(list(permutations(range(len(TEAMS)), 2)))
    found = []
    for place, (home, away) in enumerate(pairs.tolist()):
        day = FIRST + timedelta(weeks=place // ROUND)
        edge = np.exp((away - home) / 10)
        goals = rng.poisson(1.6 * edge), rng.poisson(1.2 / edge)
        corners, cards = rng.poisson((5.5, 4.5)), rng.poisson((1.8, 2.1))
        result = "H" if goals[0] > goals[1] else "D" if goals[0] == goals[1] else "A"
        counts = (
            f"{goals[0]},{goals[1]},{result},{corners[0]},{corners[1]},{cards[0]},{cards[1]},0,0"
        )
        found.append(
            f"E0,{day:%d/%m/%Y},{TEAMS[home]},{TEAMS[away]},{counts},2.1,3.4,3.6,2.0,3.5,3.9"
        )
    return found


@pytest.fixture(scope="session")
def autumn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database: the first fixture's score was corrected to 9-9 in a second load."""
    folder = tmp_path_factory.mktemp("autumn")
    played = rows()
    corrected = played[0].split(",")
    corrected[4:7] = ["9", "9", "D"]
    with fd.Database(folder / "football.db") as db:
        for name, first in (("before.csv", played[0]), ("after.csv", ",".join(corrected))):
            (folder / name).write_text("\n".join([HEAD, first, *played[1:], ""]), encoding="utf-8")
            db.load(folder / name, source="football-data", correct=True)
    return folder / "football.db"


@pytest.fixture
def db(autumn: Path) -> Iterator[fd.Database]:
    with fd.Database(autumn) as opened:
        yield opened
