"""The frame of all seasons' tables."""

from contextlib import closing
from pathlib import Path

import footydata as fd
from tests.store.read.league import LATER, SmallLeague


def test_all_tables_have_names_beside_their_ids(sample: Path, now: int) -> None:
    with fd.Database(sample, clock=lambda: now) as db:
        table = db.all_standings()
    assert list(table.columns[:6]) == [
        "season_id",
        "country",
        "league",
        "season",
        "stage",
        "position",
    ]
    first = table.query("league == 'Crown League' and season == '24/25'")
    assert first["position"].tolist() == list(range(1, len(first) + 1))
    assert first["points"].is_monotonic_decreasing
    assert str(table["points"].dtype) == "Int64"


def test_all_standings_are_one_frame(sample: Path) -> None:
    with closing(fd.Database(sample)) as db:
        table = db.all_standings()
        assert len(table) > 20
        season = table.query("league == 'Crown League' and season == '24/25'").drop(
            columns=["season_id", "country", "league", "season", "stage"]
        )
        assert (
            season.astype(object).values.tolist()
            == db.standings("Crown League", "24/25").astype(object).values.tolist()
        )


def test_a_table_up_to_a_round_has_no_later_fixtures(sample: Path) -> None:
    with closing(fd.Database(sample)) as db:
        assert db.standings("Crown League", "24/25", round=3)["played"].max() <= 3


def test_groups_are_tables_of_their_own(tmp_path: Path) -> None:
    league = SmallLeague(tmp_path / "football.db", has_standings=1, rules=None)
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.connection.close()
    with closing(fd.Database(tmp_path / "football.db", clock=lambda: LATER)) as db:
        table, one = db.all_standings(), db.standings("Test League")

    assert table[["stage", "position", "team"]].to_numpy().tolist() == [
        *(["Group A", 1, "B"], ["Group A", 2, "A"]),
        *(["Group B", 1, "C"], ["Group B", 2, "D"]),
    ]
    assert table["team"].tolist() == one["team"].tolist()
