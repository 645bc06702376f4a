"""A database where another file is asked for is refused by name, and never opened as a file.

An open() of a live SQLite file drops the locks of the whole process.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.store.file.opening import open_database
from tests.two_processes import locks_hold


@pytest.fixture
def database(tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    open_database(folder / "football.db").close()
    return folder / "football.db"


def other(database: Path) -> Path:
    return database.parents[1] / "other.db"


def load_its_folder(database: Path) -> list[object]:
    return ["load", other(database), database.parent]


def load_its_journals(database: Path) -> list[object]:
    return ["load", other(database), f"{database}-wal", f"{database}-shm", "--source", "v1"]


def settle_it(database: Path) -> list[object]:
    return ["bets", database, database]


def take_its_decisions(database: Path) -> list[object]:
    return ["deductions", database, database]


def report_to_it(database: Path) -> list[object]:
    (database.parent / "E0.csv").write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n")
    return ["load", other(database), database.parent / "E0.csv", "--report", database]


@pytest.mark.parametrize(
    "asked", [load_its_folder, load_its_journals, settle_it, take_its_decisions, report_to_it]
)
def test_database_in_place_of_another_file_is_refused_and_keeps_its_locks(
    database: Path, asked: Callable[[Path], list[object]], capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(open_database(database)) as writer:
        writer.execute("insert into country values ('XX', 'Nowhere', 'country')")
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in asked(database)])
        assert locks_hold(database)
        writer.commit()
    assert left.value.code == 1
    assert "SQLite database" in capsys.readouterr().err
    with closing(open_database(database)) as connection:
        assert connection.execute("select name from country").fetchall() == [("Nowhere",)]
