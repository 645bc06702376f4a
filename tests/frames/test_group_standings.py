"""The standings of a season of groups in one frame."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from tests.store.read.league import LATER, SmallLeague


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[fd.Database]:
    league = SmallLeague(tmp_path / "football.db", has_standings=0)
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.connection.close()
    monkeypatch.setattr(fd.Database, "now", LATER)
    with fd.Database(tmp_path / "football.db") as database:
        yield database


def test_all_groups_are_in_one_frame_after_their_stage(db: fd.Database) -> None:
    table = db.standings("Test League")
    assert table.columns[:2].tolist() == ["stage", "position"]
    assert table[["stage", "position", "team"]].to_numpy().tolist() == [
        *(["Group A", 1, "B"], ["Group A", 2, "A"]),
        *(["Group B", 1, "C"], ["Group B", 2, "D"]),
    ]
    assert (table.attrs["title"], table.attrs["known"], table.attrs["left_out"]) == (
        "Test League 25/26",
        2,
        {},
    )
    assert [note.split(" are ")[0] for note in table.attrs["notes"]] == [
        "the rules of this competition"
    ]


def test_a_stage_narrows_the_frame(db: fd.Database) -> None:
    whole = db.standings("Test League")
    alone = db.standings("Test League", stage="group b")
    expected = whole[whole["stage"] == "Group B"].reset_index(drop=True)
    pd.testing.assert_frame_equal(pd.DataFrame(alone), pd.DataFrame(expected), check_flags=False)
    assert alone.attrs["title"] == "Test League 25/26, Group B"


def test_a_notebook_shows_the_stage(db: fd.Database) -> None:
    assert "<th>stage</th>" in db.standings("Test League")._repr_html_()  # type: ignore[operator]  # pandas has it too


def test_positions_are_within_each_group(db: fd.Database) -> None:
    table = db.positions("Test League")

    assert table.columns[:3].tolist() == ["stage", "day", "round"]
    assert table[["stage", "position", "team"]].to_numpy().tolist() == [
        *(["Group A", 1, "B"], ["Group A", 2, "A"]),
        *(["Group B", 1, "C"], ["Group B", 2, "D"]),
    ]
    assert (table.attrs["left_out"], table.attrs["without_table"]) == ([], {})


def test_a_group_without_enough_results_is_named_beside_the_positions(db: fd.Database) -> None:
    db.connection.execute("update fixture set home_goals = null where stage = 'Group B'")
    db.connection.commit()
    table = db.positions("Test League")

    assert set(table["stage"]) == {"Group A"}
    assert list(table.attrs["without_table"]) == ["Group B"]
