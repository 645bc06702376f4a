"""What a command or a method reads is of one moment, whoever writes in between."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from footydata.database import Database
from footydata.faces.cli.main import main
from footydata.store.file import opening
from footydata.store.file.sqlite_files import ReadingConnection

CHANGES = """
    update team set name = 'Another ' || name;
    update league set name = 'Another ' || name;
    update fixture set home_goals = coalesce(home_goals, 0) + 3, home_corners = 1, home_id = away_id, away_id = home_id;
    update season set label = '1' || label;
    update points_adjustment set points = points - 20;
    update bookmaker set name = 'Another ' || name, slug = 'another-' || slug;
    update odds set closing_price_1 = 9.5;
    delete from event where seq > 3;
    delete from statistics;
    delete from fair_line;
    delete from fixture_source;
    update odds_tick set price_1 = 9.5;
    delete from retired_league;
"""
"""What another process does while the first one reads: nothing that is read stays as it is."""


class Meddler:
    """Writes to a database when another connection is about to read for the second time in a transaction.

    Attributes: has_written: whether it did.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reads = 0
        self._is_done = False
        self.has_written = False

    def watch(self, connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(lambda statement: self._see(connection, statement))

    def _see(self, connection: sqlite3.Connection, statement: str) -> None:
        self._reads += connection.in_transaction and statement.lower().lstrip().startswith(
            ("select", "with")
        )
        if self._reads == 2 and not self._is_done:
            self._is_done = True
            with closing(sqlite3.connect(self._path)) as writer:
                writer.executescript(CHANGES)
            # An error in here would be passed over by sqlite3.
            self.has_written = True


@pytest.fixture(scope="module")
def one_league(tmp_path_factory: pytest.TempPathFactory, sample: Path) -> Path:
    """The Crown League of the sample alone: what is read in a second is no better proof than what is read at once."""
    path = Path(shutil.copy(sample, tmp_path_factory.mktemp("crown") / "crown.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("delete from fixture where league_id <> 39")
        for table in ("event", "odds", "odds_tick", "statistics", "fixture_source", "team_fixture"):
            connection.execute(
                f"delete from {table} where fixture_id not in (select id from fixture)"
            )
        connection.commit()
    return path


@pytest.fixture
def database(tmp_path: Path, one_league: Path) -> Path:
    return Path(shutil.copy(one_league, tmp_path / "football.db"))


@pytest.fixture
def meddled(database: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Meddler]:
    """Meddles with what is read of the database, from the call on."""

    def start() -> Meddler:
        meddler, connect = Meddler(database), opening.connect_to_read

        def watched(path: Path, **options: Any) -> ReadingConnection:
            connection = connect(path, **options)
            meddler.watch(connection)
            return connection

        monkeypatch.setattr(opening, "connect_to_read", watched)
        return meddler

    return start


def output(capsys: pytest.CaptureFixture[str], database: Path, words: str, folder: Path) -> object:
    """All that a command tells, and all that it writes."""
    asked = words.format(db=database, out=folder).split()
    with pytest.raises(SystemExit):
        main(asked)
    # An error has the id of its request, another one each time.
    files = {
        path.relative_to(folder): re.sub(r"req_\w+", "", path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return capsys.readouterr().out, files


@pytest.mark.parametrize(
    "words",
    [
        "export {db} {out} --format csv",
        pytest.param("export {db} {out} --format v1", marks=pytest.mark.slow),
        "check {db} --as-of 2026-03-20 --format json",
        "info {db} --format json",
        "standings {db} --league 39 --season 24/25 --format json",
        "standings {db} --league 39 --season 24/25 --type corner --format json",
        "standings {db} --league 39 --season 24/25 --reach --format json",
        "fixtures {db} --league 39 --date 2026-03-14 --format json",
        "fixture {db} 880001 --format json",
        "lines {db} --date 2026-03-14 --format json --quiet",
        "averages {db} --league 39 --market corner --line 9.5 --format json",
        "teams {db} --format json",
        "deductions {db} --league 39 --format json",
    ],
    ids=lambda words: words.replace("{db} ", ""),
)
def test_a_command_tells_of_one_moment(
    words: str,
    database: Path,
    tmp_path: Path,
    meddled: Callable[[], Meddler],
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = output(capsys, database, words, tmp_path / "alone")
    meddler = meddled()
    assert output(capsys, database, words, tmp_path / "meddled") == printed
    assert meddler.has_written


@pytest.mark.parametrize(
    "read",
    [
        lambda db: db.fixtures(league="Crown League", season="25/26"),
        lambda db: db.events(league=39, date="2026-03-14"),
        lambda db: db.statistics(league=39, date="2026-03-14"),
        lambda db: db.odds(league=39, season="25/26"),
        lambda db: db.odds_movement(league=39, season="25/26"),
        lambda db: db.odds_history(880_432, "asian"),
        lambda db: db.teams(league="Crown League"),
        lambda db: db.standings("Crown League", "25/26"),
        lambda db: db.all_standings(),
        lambda db: db.fair_lines(league=39, date="2026-03-14"),
        lambda db: db.ladder(880_336, "corner"),
    ],
    ids=[
        "fixtures",
        "events",
        "statistics",
        "odds",
        "movement",
        "history",
        "teams",
        "standings",
        "all_standings",
        "fair_lines",
        "ladder",
    ],
)
def test_a_method_tells_of_one_moment(
    read: Callable[[Database], pd.DataFrame], database: Path, now: int
) -> None:
    with Database(database, clock=lambda: now) as football:
        alone = read(football)
        meddler = Meddler(database)
        meddler.watch(football.connection)
        meddled = read(football)
        football.connection.set_trace_callback(None)
    pd.testing.assert_frame_equal(meddled, alone)
    assert meddler.has_written
