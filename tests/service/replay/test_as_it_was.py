"""The sample as it was at a moment: what was decided later is not in the copy."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.service.replay import as_it_was
from footydata.store.file.opening import open_database
from footydata.store.file.transactions import replay_moment
from tests.conftest import NOW

EARLIER = NOW - 2 * 86_400


def counts(path: Path, condition: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        count: int = connection.execute(f"select count(*) from {condition}").fetchone()[0]
        return count


@pytest.mark.parametrize(
    "later",
    [
        f"fixture where kickoff_ts >= {EARLIER} and status <> 'scheduled'",
        f"fixture where kickoff_ts >= {EARLIER} and home_goals is not null",
        f"event join fixture on fixture.id = fixture_id where kickoff_ts >= {EARLIER}",
        f"statistics join fixture on fixture.id = fixture_id where kickoff_ts >= {EARLIER}",
        f"odds_tick where recorded_ts >= {EARLIER}",
        f"odds join fixture on fixture.id = fixture_id where kickoff_ts >= {EARLIER} and closing_price_1 > 0",
    ],
    ids=["states", "goals", "events", "statistics", "ticks", "closing prices"],
)
def test_what_came_later_is_not_in_the_copy(sample: Path, later: str) -> None:
    assert counts(sample, later)
    with as_it_was(sample, EARLIER) as path:
        assert path.name == sample.name
        assert counts(path, later) == 0


def test_what_was_known_is_in_the_copy(sample: Path) -> None:
    known = f"fixture where kickoff_ts < {EARLIER - 4 * 3600} and status = 'finished'"
    with as_it_was(sample, EARLIER) as path:
        assert counts(path, known) == counts(sample, known) > 100
        with closing(sqlite3.connect(path)) as connection:
            assert replay_moment(connection) == EARLIER
    assert not path.exists()


def test_a_fixture_of_which_the_day_is_known_is_scheduled_until_its_end(
    sample: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.db"
    mine.write_bytes(sample.read_bytes())
    with closing(open_database(mine)) as connection, connection:
        (fixture_id,) = connection.execute(
            "select min(id) from fixture where status = 'finished' and kickoff_ts < ?", [EARLIER]
        ).fetchone()
        midnight = EARLIER // 86_400 * 86_400
        connection.execute(
            "update fixture set kickoff_ts = ?, time_known = 0 where id = ?",
            [midnight, fixture_id],
        )
    one = f"fixture where id = {fixture_id} and status = 'finished' and home_goals is not null"
    with as_it_was(mine, midnight + 86_399) as path:
        assert counts(path, one) == 0
    with as_it_was(mine, midnight + 86_400) as path:
        assert counts(path, one) == 1
