"""Another footydata file is a source: the claims of both are one file's, whichever is loaded into the other."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

import footydata as fd
from footydata.ingest.files import load
from footydata.ingest.identity.teams import alias, merge
from footydata.ingest.identity.undoing import undo
from footydata.ingest.report import LoadReport
from footydata.sources.parsed import LeagueKey
from footydata.store.claims.deriving import differing_fixtures
from footydata.store.file import versions
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.ingest.small_worlds import write
from tests.ingest.test_small_worlds import World, worlds
from tests.ingest.test_unloading import Dump, dump
from tests.new_databases import new_database
from tests.two_processes import locks_hold

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,Referee,HC,AC,B365H,B365D,B365A"
RESULTS = """E0,17/08/2024,Arsenal,Chelsea,2,1,A Taylor,5,6,1.9,3.5,4.2
E0,24/08/2024,Chelsea,Everton,0,0,M Oliver,3,3,2.1,3.3,3.6
"""
LATER = """E0,17/08/2024,Arsenal,Chelsea,2,1,A Taylor,7,6,1.9,3.5,4.2
E0,31/08/2024,Everton,Hillford Rangers,3,1,A Taylor,1,9,1.5,4,6
"""
LIST = "E0,17/08/2024,Arsenal,Chelsea,,,,,,1.8,3.6,4.4\n"
MOVED = "E0,18/08/2024,Arsenal,Chelsea,,,,,,1.8,3.6,4.4\n"


def with_files(path: Path, *steps: tuple[int, str, str]) -> Path:
    """A database of files of football-data.co.uk: the moment, folder and rows of each load."""
    with closing(open_database(new_database(path))) as connection:
        for moment, folder, rows in steps:
            file = path.parent / folder / "E0.csv"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"{HEADER}\n{rows}")
            load(connection, [file], now=moment)
    return path


def united(path: Path, mine: Path, *others: Path, now: int = NOW) -> list[LoadReport]:
    """Load other footydata files into a copy of one."""
    shutil.copy(mine, path)
    with closing(open_database(path)) as connection:
        return [load(connection, [other], now=now) for other in others]


def tables(path: Path) -> Dump:
    """The public tables; nothing is other than its claims."""
    with closing(open_database(path)) as connection:
        assert list(differing_fixtures(connection)) == []
        return dump(connection)


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(open_database(path)) as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        pytest.param([(10, "a", RESULTS)], [(20, "b", LATER)], id="another file"),
        pytest.param([(10, "a", RESULTS)], [(20, "a", RESULTS)], id="the same file, later"),
        pytest.param(
            [(10, "a", LATER), (20, "b", RESULTS)], [(15, "c", RESULTS)], id="the same rows between two loads"
        ),
        pytest.param([(10, "a", LIST), (20, "a", RESULTS)], [(30, "b", LIST)], id="a list and its results"),
        pytest.param([(10, "a", LIST), (30, "a", LATER)], [(20, "b", MOVED)], id="a list that moved"),
        pytest.param([(10, "a", LIST), (30, "c", LIST)], [(20, "b", MOVED)], id="a list that moved there and back"),
        pytest.param([(30, "a", LIST)], [(20, "b", MOVED), (40, "b", RESULTS)], id="lists and results"),
    ],
)
def test_two_files_are_the_same_either_way_and_as_all_loads_in_one(
    tmp_path: Path, mine: list[tuple[int, str, str]], theirs: list[tuple[int, str, str]]
) -> None:
    one, other = with_files(tmp_path / "one.db", *mine), with_files(tmp_path / "other.db", *theirs)
    whole = with_files(tmp_path / "whole.db", *sorted([*mine, *theirs]))
    united(tmp_path / "a.db", one, other)
    united(tmp_path / "b.db", other, one)
    assert tables(tmp_path / "a.db") == tables(tmp_path / "b.db") == tables(whole)
    fetched = "select fixture_id, fetched_ts from fixture_source order by fixture_id"
    assert rows(tmp_path / "a.db", fetched) == rows(tmp_path / "b.db", fetched) == rows(whole, fetched)


def test_loads_come_along_with_their_place_and_moment_and_what_is_said_once_is_said_once(tmp_path: Path) -> None:
    one, other = (
        with_files(tmp_path / "one.db", (10, "a", RESULTS)),
        with_files(tmp_path / "other.db", (20, "b", LATER)),
    )
    first, again = united(tmp_path / "a.db", one, other, other)
    sql = "select source.name, place, started_ts, kind, fixtures_new from load join source on source_id = source.id"
    assert rows(tmp_path / "a.db", sql) == [
        ("football-data", "a/E0.csv", 10, "file", 2),
        ("football-data", "b/E0.csv", 20, "file", 1),
    ]
    assert [(file.file, file.state) for file in (*first.files, *again.files)] == [
        ("other.db", "taken"),
        ("other.db", "unchanged"),
    ]
    assert (first.fixtures_new, first.fixtures_conflicting, first.rows_refused) == (1, 1, 0)


def test_a_load_that_both_files_have_is_one_load_of_the_earlier_moment(tmp_path: Path) -> None:
    one, other = (
        with_files(tmp_path / "one.db", (20, "a", RESULTS)),
        with_files(tmp_path / "other.db", (10, "a", RESULTS)),
    )
    (report,) = united(tmp_path / "a.db", one, other)
    assert report.rows_read == 0
    assert rows(tmp_path / "a.db", "select place, started_ts from load") == [("a/E0.csv", 10)]
    (report,) = united(tmp_path / "b.db", other, one)
    assert [file.state for file in report.files] == ["unchanged"]


def test_a_load_that_came_along_is_taken_back_as_any(tmp_path: Path) -> None:
    one, other = (
        with_files(tmp_path / "one.db", (10, "a", RESULTS)),
        with_files(tmp_path / "other.db", (20, "b", LATER)),
    )
    united(tmp_path / "a.db", one, other)
    with fd.Database(tmp_path / "a.db") as database:
        database.unload(2, backup=False)
    assert tables(tmp_path / "a.db") == tables(one)
    united(tmp_path / "a.db", one, other)
    with fd.Database(tmp_path / "a.db") as database:
        database.unload(1, backup=False)
    assert tables(tmp_path / "a.db") == tables(other)


@settings(max_examples=15, deadline=None)
@given(world=worlds(unknown=True))
def test_small_worlds_in_two_files_are_one_world(world: World) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = [write(folder, number, source, rows) for number, (source, rows) in enumerate(world.files)]
        one, other = (new_database(folder / name) for name in ("one.db", "other.db"))
        for path, part in ((one, 0), (other, 1)):
            with closing(open_database(path)) as connection:
                for moment, numbers in enumerate(world.loads):
                    own = [files[number] for number in numbers if number % 2 == part]
                    if own:
                        load(connection, own, now=1_000 + 2 * moment + part)
        united(folder / "a.db", one, other)
        united(folder / "b.db", other, one)
        assert worlds_of(folder / "a.db") == worlds_of(folder / "b.db")


def worlds_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The fixtures with their figures, and the teams, without ids."""
    assert tables(path)
    return {name: rows(path, sql) for name, sql in _WITHOUT_IDS.items()}


_WITHOUT_IDS = {
    "fixtures": """
        select league.country_code, league.name, label, home.name, away.name, kickoff_ts, time_known, status,
               home_goals, away_goals, half_home_goals, half_away_goals
        from fixture join season on season.id = season_id join league on league.id = fixture.league_id
        join team as home on home.id = home_id join team as away on away.id = away_id
        order by 1, 2, 3, 4, 5, 6
    """,
    "teams": "select name, country_code from team order by 1, 2",
    "sources": """
        select name, count(*), max(parts) from fixture_source join source on id = source_id group by 1 order by 1
    """,
}


def one_and_other(folder: Path) -> tuple[Path, Path]:
    """Two databases of a file each."""
    return with_files(folder / "one.db", (10, "a", RESULTS)), with_files(folder / "other.db", (20, "b", LATER))


def refusal(path: Path, other: Path, **options: object) -> str:
    """Why a footydata file is refused; nothing of it is stored, and it stays as it was."""
    before = tables(path)
    with closing(open_database(path)) as connection:
        report = load(connection, [other], now=NOW, **options)  # type: ignore[arg-type]  # options of several types
    assert [file.state for file in report.files] == ["refused"]
    assert tables(path) == before
    return report.refusals[0][1].reason


def test_the_database_itself_is_refused_by_whatever_name(tmp_path: Path) -> None:
    one, _ = one_and_other(tmp_path)
    link, hard = tmp_path / "link.db", tmp_path / "hard.db"
    link.symlink_to(one)
    hard.hardlink_to(one)
    assert {refusal(one, path) for path in (one, link, hard)} == {"the database itself"}


def test_a_footydata_file_in_a_folder_is_refused(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    folder = tmp_path / "folder"
    folder.mkdir()
    other.rename(folder / "other.db")
    assert refusal(one, folder).endswith("name the file itself, not its folder")


@pytest.mark.parametrize(
    "options", [{"source": "v1"}, {"correct": True}, {"league": LeagueKey("MX", "Liga MX")}], ids=str
)
def test_options_of_files_are_refused(tmp_path: Path, options: dict[str, object]) -> None:
    one, other = one_and_other(tmp_path)
    assert refusal(one, other, **options).endswith("load it without --source, --correct and --league")


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    one, _ = one_and_other(tmp_path)
    plain = tmp_path / "plain.db"
    with closing(sqlite3.connect(plain)) as connection:
        connection.execute("create table claim (id)")
    assert "not a file of a source" in refusal(one, plain)


def test_an_older_schema_is_refused_with_the_way_out_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = one_and_other(tmp_path)
    older = tmp_path / "older.db"
    with monkeypatch.context() as then:
        then.setattr(versions, "NAMES", versions.NAMES[:14])
        then.setattr(versions, "LATEST", 14)
        open_database(older).close()
    content = older.read_bytes()
    assert f"'footydata info {older}' migrates it" in refusal(one, older)
    assert older.read_bytes() == content


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("pragma user_version = 999")
    assert "upgrade footydata" in refusal(one, other)


def test_a_damaged_file_is_refused_and_nothing_of_it_is_stored(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    content = bytearray(other.read_bytes())
    for page in range(8, len(content) // 4096):
        content[page * 4096 : page * 4096 + 2048] = b"\xff" * 2048
    other.write_bytes(content)
    assert f"{other} is damaged" in refusal(one, other)


def test_the_other_file_is_not_written_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    united(tmp_path / "c.db", one)
    content, names = other.read_bytes(), sorted(tmp_path.iterdir())
    with closing(open_database(tmp_path / "c.db")) as connection:
        load(connection, [other], now=NOW)
    assert (other.read_bytes(), sorted(tmp_path.iterdir())) == (content, names)


def test_what_a_writer_has_committed_comes_along_and_its_locks_stay(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    with closing(open_database(other)) as writer:
        writer.execute("begin immediate")
        (report,) = united(tmp_path / "c.db", one, other)
        assert report.fixtures_new == 1
        assert locks_hold(other)


def test_a_strict_load_with_a_refused_file_stores_nothing_of_another_one(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    bad = tmp_path / "bad.csv"
    bad.write_text("nothing")
    before = tables(one)
    with closing(open_database(one)) as connection:
        report = load(connection, [other, bad], now=NOW, strict=True)
    assert not report.is_kept
    assert tables(one) == before


UNITER = """
import os, signal, sys
from pathlib import Path
from footydata.ingest.files import load
from footydata.store.file.opening import open_database

def killed(done, total, name):
    if name.endswith("c/E0.csv"):
        os.kill(os.getpid(), signal.SIGKILL)

load(open_database(sys.argv[1]), [Path(sys.argv[2])], now=99, progress=killed)
"""


def test_a_killed_load_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    one = with_files(tmp_path / "one.db", (10, "a", RESULTS))
    other = with_files(tmp_path / "other.db", (20, "b", LATER), (30, "c", RESULTS))
    before = tables(one)
    done = subprocess.run([sys.executable, "-c", UNITER, str(one), str(other)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert tables(one) == before
    with closing(open_database(one)) as connection:
        assert load(connection, [other], now=99).fixtures_new == 1


def teams_of(path: Path) -> dict[str, int]:
    return {str(name): int(str(id_)) for name, id_ in rows(path, "select name, id from team")}


def test_edits_of_teams_come_along_and_can_be_undone(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    with closing(open_database(other)) as connection:
        ids = teams_of(other)
        merge(connection, ids["Hillford Rangers"], ids["Arsenal"], now=25)
        alias(connection, ids["Arsenal"], "The Gunners", now=26)
    (report,) = united(tmp_path / "c.db", one, other)
    assert "Hillford Rangers" not in teams_of(tmp_path / "c.db")
    assert [remark.reason for _, remark in report.remarks[1:]] == ["an edit of teams was made here too"] * 2
    united(tmp_path / "d.db", other, one)
    assert tables(tmp_path / "c.db") == tables(tmp_path / "d.db")
    with closing(open_database(tmp_path / "c.db")) as connection:
        for edit_id in (2, 1):
            undo(connection, edit_id, now=30)
    assert "Hillford Rangers" in teams_of(tmp_path / "c.db")


def test_an_edit_that_contradicts_one_here_is_listed(tmp_path: Path) -> None:
    one, other = one_and_other(tmp_path)
    for path, name in ((one, "Chelsea"), (other, "Everton")):
        with closing(open_database(path)) as connection:
            alias(connection, teams_of(path)[name], "The Blues", now=25)
    (report,) = united(tmp_path / "c.db", one, other)
    (remark,) = (remark for _, remark in report.remarks[1:])
    assert remark.reason.startswith("an edit of teams is not made here: 'the blues' is Chelsea")
    assert "Everton" in str(remark.text)
