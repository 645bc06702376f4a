"""The frame of fixtures of a cup: how they ended beyond ninety minutes, their ties, what is doubtful."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd

CUP = """= UEFA Champions League 2018/19

▪ Semi-finals
Tue Apr/30 2019
  21.00  Tottenham Hotspur FC (ENG)  v AFC Ajax (NED)  0-1 (0-1)
Wed May/1
  21.00  FC Barcelona (ESP)  v Liverpool FC (ENG)  3-0 (1-0)
Tue May/7
  21.00  Liverpool FC (ENG)  v FC Barcelona (ESP)  4-0 (1-0)
Wed May/8
  21.00  AFC Ajax (NED)  v Tottenham Hotspur FC (ENG)  2-3 (2-0)

▪ Final
Sat Jun/1
  21.00  Tottenham Hotspur FC (ENG)  v Liverpool FC (ENG)  4-3 pen. 2-2 a.e.t. (1-1, 0-1)
"""
"""The semi-finals as they were; the final went otherwise."""


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[fd.Database]:
    (tmp_path / "cl.txt").write_text(CUP, encoding="utf-8")
    with fd.Database(tmp_path / "cup.db") as database:
        database.load(tmp_path / "cl.txt")
        yield database


def test_both_legs_of_a_tie_say_who_goes_through_and_by_what(cup: fd.Database) -> None:
    frame = cup.fixtures()
    legs = frame[(frame["home"] == "Ajax") | (frame["away"] == "Ajax")]
    assert list(legs["leg"]) == [1, 2]
    assert legs["tie"].nunique() == 1
    assert list(legs["through"]) == ["home", "away"]
    assert list(legs["decided_by"]) == ["away goals", "away goals"]


def test_extra_time_and_shootout_stand_beside_ninety_minutes(cup: fd.Database) -> None:
    final = cup.fixtures(start="2019-06-01").iloc[0]
    names = ("home_goals", "extra_home_goals", "shootout_home_goals", "shootout_away_goals", "through", "decided_by")
    assert [final[name] for name in names] == [1, 2, 4, 3, "home", "penalties"]


def test_meetings_have_the_columns_of_the_frame_of_fixtures(cup: fd.Database) -> None:
    meetings = cup.head_to_head("Ajax", "Tottenham")
    frame = cup.fixtures(team="Ajax").reset_index(drop=True)
    pd.testing.assert_frame_equal(meetings, frame, check_categorical=False, check_dtype=False)
