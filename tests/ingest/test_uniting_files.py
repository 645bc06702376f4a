"""Another footydata file is united with the database: as if the files of both had been loaded into one."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footydata as fd
from footydata.ingest.decisions import alias, merge
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import KNOWN, dump_of, season_of, written
from tests.ingest.small_worlds import PAGES, TEXT, write
from tests.ingest.test_small_worlds import World, content, worlds
from tests.new_databases import new_database
from tests.store.conftest import run

ROWS = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"
LATER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,24/08/2024,Rovers,Riverside,0,0\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with one fixture, and one of its source beside it."""
    (tmp_path / "E0.csv").write_text(ROWS)
    with fd.Database(tmp_path / "mine.db", clock=lambda: NOW) as database:
        database.load(tmp_path / "E0.csv")
    return tmp_path / "mine.db"


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A file in a folder of its own, with a fixture and decisions on its teams."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "E0.csv").write_text(LATER)
    with fd.Database(folder / "theirs.db", clock=lambda: NOW + 9) as database:
        database.load(folder / "E0.csv")
    with closing(open_database(folder / "theirs.db")) as connection:
        ids = dict(connection.execute("select name, id from team").fetchall())
        alias(connection, ids["Rovers"], "Wanderers", now=1)
    return folder / "theirs.db"


@settings(max_examples=4)
@given(world=worlds(unknown=True), seed=st.integers(0, 2**32))
def test_a_union_is_the_file_of_all_loads_whichever_is_united_with_which(
    world: World, seed: int
) -> None:
    random = Random(seed)
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = [each for each in world.files if each[0] not in (PAGES, TEXT)]
        paths = [write(folder, number, *each) for number, each in enumerate(files)]
        parts = [random.sample(paths, random.randint(0, len(paths))) for _ in range(2)]
        for number, part in enumerate([*parts, list({*parts[0], *parts[1]})]):
            with closing(open_database(new_database(folder / f"{number}.db"))) as connection:
                for path in part:
                    load(connection, [path], now=NOW + paths.index(path))
                expected = content(connection)
        for one, other in ((0, 1), (1, 0)):
            shutil.copy(folder / f"{one}.db", folder / "united.db")
            with closing(open_database(folder / "united.db")) as connection:
                load(connection, [folder / f"{other}.db"], now=NOW)
                assert content(connection) == expected
                again = load(connection, [folder / f"{other}.db"], now=NOW)
                assert [file.state for file in again.files] == ["unchanged"]


def test_a_decision_on_teams_comes_along_and_counts_for_what_is_here(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    (tmp_path / "more.csv").write_text(LATER.replace("Riverside", "Wanderers"))
    with fd.Database(mine, clock=lambda: NOW) as database:
        database.load(tmp_path / "more.csv")
        before = theirs.read_bytes()
        ((_, remark),) = database.load(theirs).remarks
        assert remark.reason.startswith("1 load and 1 decision came along")
        assert "Wanderers" not in set(database.teams()["name"])
        assert theirs.read_bytes() == before


def test_a_merge_of_theirs_stands_here_too(mine: Path, theirs: Path) -> None:
    with closing(open_database(mine)) as connection:
        load(connection, [theirs], now=NOW)
    with closing(open_database(theirs)) as connection:
        (theirs.parent / "E0.csv").write_text(LATER.replace("Rovers", "Riverside Rovers 1890"))
        load(connection, [theirs.parent / "E0.csv"], now=NOW)
        ids = dict(connection.execute("select name, id from team").fetchall())
        merge(connection, ids["Riverside Rovers 1890"], ids["Rovers"], now=2)
    with fd.Database(mine, clock=lambda: NOW) as database:
        database.load(theirs)
        assert sorted(database.teams()["name"]) == ["Arsenal", "Chelsea", "Riverside", "Rovers"]


def test_in_a_folder_it_is_refused_and_the_files_beside_it_are_loaded(
    mine: Path, theirs: Path
) -> None:
    with fd.Database(mine, clock=lambda: NOW) as database:
        ((name, _),) = database.load(theirs.parent).refusals
        assert name.endswith("theirs.db")
        assert len(database.fixtures()) == 2


def test_the_database_itself_is_refused_by_whatever_name(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(mine)
    (tmp_path / "hard.db").hardlink_to(mine)
    with fd.Database(mine) as database:
        assert len(database.load(mine, tmp_path / "link.db", tmp_path / "hard.db").refusals) == 3


def test_options_about_files_of_sources_refuse_it(
    mine: Path, theirs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("load", mine, theirs, "--league", "GB-ENG/FA Cup") == 1
    assert "--league" in capsys.readouterr().err


def test_what_a_service_told_stays_behind(mine: Path, theirs: Path, tmp_path: Path) -> None:
    with fd.Database(tmp_path / "served.db", clock=lambda: NOW) as database:
        database.load(written(tmp_path / "dump.jsonl", dump_of(season_of(KNOWN))))
    with fd.Database(mine, clock=lambda: NOW) as database:
        report = database.load(tmp_path / "served.db")
        assert "of a service stay behind" in report.remarks[-1][1].reason
        assert len(database.fixtures()) == 1


def test_a_file_of_another_program_is_refused(mine: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.db"
    with closing(sqlite3.connect(plain)) as connection:
        connection.execute("create table claim (id)")
    with fd.Database(mine) as database:
        ((_, refusal),) = database.load(plain).refusals
        assert "not a file of a source" in refusal.reason
