"""What the tests of queries may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.read.league import Make, SmallLeague


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes a small league in a real file."""
    made: list[SmallLeague] = []

    def small_league(**fields: object) -> SmallLeague:
        made.append(SmallLeague(tmp_path / "football.db", **fields))  # type: ignore[arg-type]  # the tests name the fields
        return made[-1]

    yield small_league
    for league in made:
        league.connection.close()
