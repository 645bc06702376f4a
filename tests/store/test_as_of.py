"""A database as it was known: the same from a file that can be attached and from one that can't."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.records import TABLES
from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.store.as_of import AsOf
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.snapshots import snapshot
from footydata.store.read.seasons.leagues import leagues
from tests.conftest import NOW

WEEK = 7 * 86_400


def contents(source: Path, path: Path, *, in_snapshot: bool) -> dict[str, Sequence[object]]:
    """Table → its rows, after two steps that end a week before now."""
    with closing(open_read_only(source)) as connection:
        league_ids = [row.id for row in leagues(connection)][:3]

        def steps() -> dict[str, Sequence[object]]:
            with closing(AsOf(connection, path, league_ids=league_ids)) as as_of:
                for moment in (NOW - 2 * WEEK, NOW - WEEK):
                    as_of.move_to(moment, coming_until=moment + WEEK)
                return {
                    table: sorted(map(repr, as_of.connection.execute(f"select * from {table}")))
                    for table in TABLES
                }

        if not in_snapshot:
            return steps()
        with snapshot(connection):
            return steps()


@pytest.mark.parametrize(
    "table", ["fixture", "team_fixture", "odds", "statistics", "event", "league"]
)
def test_a_snapshot_is_copied_like_the_file(
    table: str, copies: tuple[dict[str, Sequence[object]], ...]
) -> None:
    from_file, from_snapshot = copies

    assert from_file[table]
    assert from_file == from_snapshot


@pytest.fixture(scope="module")
def copies(
    sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Sequence[object]], dict[str, Sequence[object]]]:
    folder = tmp_path_factory.mktemp("as-of # 1")
    return (
        contents(sample, folder / "file.db", in_snapshot=False),
        contents(sample, folder / "snapshot.db", in_snapshot=True),
    )


HEAD = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
GOALS = {"first": 2, "second": 3, "third": 5}
"""Load → the home side's goals of its file; the later two correct."""


@pytest.mark.parametrize("gone", [None, "second", "third"])
def test_a_correction_that_is_taken_back_was_never_made(tmp_path: Path, gone: str | None) -> None:
    loaded: dict[str, int] = {}
    with closing(open_database(tmp_path / "football.db")) as connection:
        for number, (name, goals) in enumerate(GOALS.items()):
            path = tmp_path / f"{name}.csv"
            path.write_text(f"{HEAD}E0,17/08/2024,Arsenal,Chelsea,{goals},1\n")
            loaded[name] = NOW + number * WEEK
            load(connection, [path], now=loaded[name], correct=number > 0, source="football-data")
        if gone is not None:
            unload(connection, list(GOALS).index(gone) + 1)
        league_ids = [row.id for row in leagues(connection)]
        left = {name: moment for name, moment in loaded.items() if name != gone}
        known = {}
        with closing(AsOf(connection, tmp_path / "then.db", league_ids=league_ids)) as as_of:
            for name, moment in left.items():
                as_of.move_to(moment + 1, coming_until=moment + WEEK)
                (known[name],) = as_of.connection.execute(
                    "select home_goals from fixture"
                ).fetchone()
    assert known == {name: GOALS[name] for name in left}
