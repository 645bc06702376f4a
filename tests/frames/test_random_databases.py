"""Whatever a database holds, every door gives its declared columns, and its frame survives Parquet and pickle."""

import pickle
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footydata as fd
from tests.conftest import NOW
from tests.frames.declared_frames import FRAMES
from tests.new_databases import new_database

HEADER = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HF,AF,HC,AC,HY,AY,HR,AR,Attendance,Referee,B365H,B365D,B365A"
TEAMS = ("Arsenal", "Chelsea", "Everton", "Leeds")
DAYS = ("17/08/24", "18/08/24", "24/05/25", "21/04/27")

DOORS: dict[str, Callable[[fd.Database], pd.DataFrame]] = {
    "fixtures": lambda db: db.fixtures(),
    "head_to_head": lambda db: db.head_to_head("Arsenal", "Chelsea"),
    "events": lambda db: db.events(),
    "statistics": lambda db: db.statistics(),
    "figures": lambda db: db.figures(),
    "odds": lambda db: db.odds(),
    "odds_movement": lambda db: db.odds_movement(),
    "fair_lines": lambda db: db.fair_lines(),
    "team_fixtures": lambda db: db.team_fixtures(
        figures=["goals", "fouls", "attendance"], rolling=[1, 2]
    ),
    "averages": lambda db: db.averages("corners"),
    "referees": lambda db: db.referees(),
    'referees(by="season")': lambda db: db.referees(by="season"),
    "ratings": lambda db: db.ratings(),
    "ratings(history=True)": lambda db: db.ratings(history=True),
    "loads": lambda db: db.loads(),
    "leagues": lambda db: db.leagues(),
    "teams": lambda db: db.teams(),
    "resolve_teams": lambda db: db.resolve_teams(["Arsenal", "Nobody"]),
    "bookmakers": lambda db: db.bookmakers(),
    "standings": lambda db: db.standings("E0"),
    "positions": lambda db: db.positions("E0"),
    "all_standings": lambda db: db.all_standings(),
    "project": lambda db: db.project("E0", runs=10),
}
OF_TEAMS = ("head_to_head", "resolve_teams", "standings", "positions", "project")
"""Doors that name a team or a league, which a database must have."""


def counted(highest: int) -> st.SearchStrategy[str]:
    return st.just("") | st.integers(0, highest).map(str)


def cells(of: tuple[str, str]) -> st.SearchStrategy[tuple[str, ...]]:
    score = st.just(("", "")) | st.tuples(*(st.integers(0, 4).map(str),) * 2)
    judged = st.tuples(
        *(counted(9) for _ in range(8)),
        counted(60_000),
        st.sampled_from(("", "M Dean", "A Taylor")),
    )
    prices = st.sampled_from((("", "", ""), ("2.1", "3.4", "3.6")))
    return st.tuples(
        st.sampled_from(DAYS), st.sampled_from(("", "15:00")), score, judged, prices
    ).map(lambda row: ("E0", row[0], row[1], *of, *row[2], "", "", *row[3], *row[4]))


PAIRS = [(home, away) for home in TEAMS for away in TEAMS if home != away]
ROWS = st.lists(st.sampled_from(PAIRS), max_size=5, unique=True).flatmap(
    lambda pairs: st.tuples(*map(cells, pairs))
)


@pytest.mark.slow
@settings(max_examples=8)
@given(ROWS)
def test_every_method_keeps_its_schema_on_a_random_database(
    rows: tuple[tuple[str, ...], ...],
) -> None:
    with (
        TemporaryDirectory() as folder,
        fd.Database(new_database(Path(folder) / "football.db"), clock=lambda: NOW) as database,
    ):
        if rows:
            file = Path(folder) / "E0.csv"
            file.write_text("\n".join((HEADER, *(",".join(row) for row in rows))) + "\n")
            database.load(file)
        for name, door in DOORS.items():
            try:
                frame = door(database)
            except fd.FootydataError:
                assert name in OF_TEAMS
                continue
            declared = FRAMES[name].columns
            found = [(str(column), str(dtype)) for column, dtype in frame.dtypes.items()][
                : len(declared)
            ]
            assert found == [(column.name, column.dtype) for column in declared], name
            assert len(frame) or frame.attrs["reason"], name
            pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(frame)), frame)
            written = BytesIO()
            frame.to_parquet(written)
            read = pd.read_parquet(written)
            assert read.attrs == pickle.loads(pickle.dumps(frame)).attrs == frame.attrs, name
            pd.testing.assert_frame_equal(read, frame, check_categorical=False)
