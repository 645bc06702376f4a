"""A database as it was known: the same from a file that can be attached and from one that can't."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.records import TABLES
from footydata.store.as_of import AsOf
from footydata.store.file.opening import open_read_only
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
