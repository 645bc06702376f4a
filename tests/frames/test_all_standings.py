"""The frame of all seasons' tables."""

from contextlib import closing
from pathlib import Path

import footydata as fd
from footydata.frames import tables
from footydata.store.file.opening import open_read_only
from footydata.store.read.seasons.standings import all_standings


def test_all_tables_have_names_beside_their_ids(sample: Path, now: int) -> None:
    with closing(open_read_only(sample)) as connection:
        table = tables.all_standings(all_standings(connection, now=now))
    assert list(table.columns[:6]) == ["season_id", "country", "league", "season", "position", "team_id"]
    first = table.query("league == 'Crown League' and season == '24/25'")
    assert first["position"].tolist() == list(range(1, len(first) + 1))
    assert first["points"].is_monotonic_decreasing
    assert str(table["points"].dtype) == "Int64"


def test_all_standings_are_one_frame(sample: Path) -> None:
    with closing(fd.Database(sample)) as db:
        table = db.all_standings()
        assert len(table) > 20
        season = table.query("league == 'Crown League' and season == '24/25'").drop(
            columns=["season_id", "country", "league", "season"]
        )
        assert (
            season.astype(object).values.tolist()
            == db.standings("Crown League", "24/25").astype(object).values.tolist()
        )


def test_a_table_up_to_a_round_has_no_later_fixtures(sample: Path) -> None:
    with closing(fd.Database(sample)) as db:
        assert db.standings("Crown League", "24/25", round=3)["played"].max() <= 3
