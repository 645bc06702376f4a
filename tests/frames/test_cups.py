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
    names = (
        "home_goals",
        "extra_home_goals",
        "shootout_home_goals",
        "shootout_away_goals",
        "through",
        "decided_by",
    )
    assert [final[name] for name in names] == [1, 2, 4, 3, "home", "penalties"]


def test_meetings_have_the_columns_of_the_frame_of_fixtures(cup: fd.Database) -> None:
    meetings = cup.head_to_head("Ajax", "Tottenham")
    frame = cup.fixtures(team="Ajax").reset_index(drop=True)
    pd.testing.assert_frame_equal(meetings, frame, check_categorical=False, check_dtype=False)


SHOOTOUT = """= UEFA Champions League 2018/19

▪ Final
Sat Jun/1 2019
  21.00  Tottenham Hotspur FC (ENG)  v Liverpool FC (ENG)  4-3 pen. 1-1
"""
"""The final by a file that has its last score alone."""


@pytest.mark.parametrize(
    ("score", "doubt"),
    [
        ("", "ninety minutes are not known: the score at the end may include extra time"),
        ("1-1 (0-1)", None),
        ("1-1 a.e.t. (0-0)", None),
        ("0-0", "another source has 1-1 at the end"),
    ],
    ids=["never known", "known", "known with extra time", "known otherwise"],
)
def test_ninety_minutes_that_another_file_knows_end_the_doubt_of_a_final_score(
    tmp_path: Path, score: str, doubt: str | None
) -> None:
    (tmp_path / "end.txt").write_text(SHOOTOUT, encoding="utf-8")
    (tmp_path / "whole.txt").write_text(SHOOTOUT.replace("4-3 pen. 1-1", score), encoding="utf-8")
    with fd.Database(tmp_path / "cup.db") as database:
        database.load(tmp_path / "end.txt")
        database.load(tmp_path / "whole.txt")
        frame = database.fixtures()
        meetings = database.head_to_head("Tottenham", "Liverpool")
    shown = [
        None if pd.isna(each["doubt"].iloc[0]) else each["doubt"].iloc[0]
        for each in (frame, meetings)
    ]
    assert shown == [doubt, doubt]
