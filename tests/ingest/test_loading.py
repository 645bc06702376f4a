"""Files and folders into a database."""

import gc
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from footydata.football.errors import NotFound
from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.sources.football_data import FootballData
from footydata.sources.parsed import Parsed
from footydata.sources.protocol import NO_SOURCE, SOURCES, Sources, source_names
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError
from tests.ingest.conftest import FIRST, HEADER, SECOND

Take = Callable[..., LoadReport]
Write = Callable[..., Path]
BAD = "E0,31/02/2024,15:00,Leeds,Burnley,1,0,1.9,3.5,4.2"
STRAY = "E0,18/08/2024,15:00,Leeds,Burnley,1,0,c,3.5,4.2"


def dump(connection: sqlite3.Connection) -> list[str]:
    return list(connection.iterdump())


def test_a_file_is_loaded_and_the_report_counts(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    report = take(write("E0.csv", FIRST, SECOND))
    assert (report.rows_read, report.rows_kept, report.fixtures_new, report.fixtures_changed) == (
        2,
        2,
        2,
        0,
    )
    assert report.count("taken") == 1
    assert report.refusals == []
    assert connection.execute(
        "select count(*) from fixture where status = 'finished'"
    ).fetchone() == (2,)


def test_loading_again_changes_nothing(
    connection: sqlite3.Connection, folder: Path, write: Write, take: Take
) -> None:
    write("E0.csv", FIRST, BAD, STRAY)
    (folder / "note.md").write_text("# a note")
    take(folder)
    before = dump(connection)
    report = take(folder, now=2_000_000_000)
    assert (report.count("unchanged"), report.count("refused"), report.rows_changed) == (1, 1, 0)
    assert dump(connection) == before


def test_the_same_rows_in_another_file_change_no_fixture(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    take(write("E0.csv", FIRST, SECOND))
    report = take(write("again/E0_copy.csv", SECOND, FIRST))
    assert (report.fixtures_new, report.fixtures_changed, report.rows_changed) == (0, 0, 0)
    # Another file is a load of its own: what both gave stays when one of them is taken back.
    assert connection.execute("select count(*) from load").fetchone() == (2,)


def test_files_of_one_name_and_two_folders_are_two(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    paths = write("2024/E0.csv", FIRST), write("2023/E0.csv", FIRST.replace("2024", "2023"))
    take(*paths)
    before = dump(connection)
    assert take(*paths).count("unchanged") == 2
    assert dump(connection) == before


def test_a_later_snapshot_updates_the_season(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    take(write("E0.csv", FIRST.replace(",2,1,", ",,,"), SECOND))
    report = take(write("E0.csv", FIRST, SECOND, STRAY))
    assert (report.fixtures_new, report.fixtures_changed) == (1, 1)
    assert connection.execute(
        "select count(*) from fixture where status = 'finished'"
    ).fetchone() == (3,)


def test_a_refused_row_is_named_and_the_rest_is_kept(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    report = take(write("E0.csv", FIRST, BAD, SECOND))
    ((file, refusal),) = report.refusals
    assert (file, refusal.line, refusal.reason, refusal.text) == (
        "E0.csv",
        3,
        "no day that can be read",
        "31/02/2024",
    )
    assert (report.rows_read, report.rows_kept) == (3, 2)
    row = connection.execute("select file, row, reason, text from refused_row").fetchall()
    assert row == [("files/E0.csv", 3, "no day that can be read", "31/02/2024")]
    assert connection.execute("select rows_read, rows_kept, rows_refused from load").fetchall() == [
        (3, 2, 1)
    ]


def test_a_value_that_is_set_aside_is_named_with_its_column(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    report = take(write("E0.csv", STRAY))
    assert [refusal.reason for _, refusal in report.refusals] == ["no price"]
    assert connection.execute("select row, reason, text from refused_row").fetchall() == [
        (2, "B365H: no price", "c")
    ]


@pytest.mark.parametrize("row", [BAD, STRAY], ids=["a refused row", "a value set aside"])
def test_a_strict_load_keeps_nothing_where_anything_is_refused(
    connection: sqlite3.Connection, folder: Path, write: Write, take: Take, row: str
) -> None:
    before = dump(connection)
    write("1/E0.csv", FIRST)
    write("2/E0.csv", SECOND, row)
    report = take(folder, strict=True)
    assert not report.is_kept
    assert (report.rows_read, report.rows_kept, report.rows_changed) == (3, 0, 0)
    assert dump(connection) == before


def test_a_strict_load_without_refusals_is_kept(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    report = take(write("E0.csv", FIRST, SECOND), strict=True)
    assert report.is_kept
    assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_a_correction_reads_an_unchanged_file_again(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    right, wrong = write("right.csv", FIRST), write("wrong.csv", FIRST.replace(",2,1,", ",5,5,"))
    take(wrong)
    assert [difference.stored for _, difference in take(right).conflicts] == ["5-5"]
    assert take(right, correct=True).fixtures_changed == 1
    assert connection.execute("select home_goals, away_goals from fixture").fetchall() == [(2, 1)]


def test_a_load_leaves_the_garbage_collector_of_its_caller_alone(write: Write, take: Take) -> None:
    thresholds: list[tuple[int, int, int]] = []
    take(write("E0.csv", FIRST), progress=lambda *_: thresholds.append(gc.get_threshold()))
    assert set(thresholds) == {gc.get_threshold()}


def test_the_newest_season_is_the_current_one_and_teams_are_members(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    take(write("2425.csv", FIRST))
    take(write("2324.csv", FIRST.replace("2024", "2023")))
    assert connection.execute("select label, current from season order by label").fetchall() == [
        ("23/24", 0),
        ("24/25", 1),
    ]
    members = connection.execute("select count(*) from season_team").fetchone()
    assert members == (4,)


def test_a_packaged_points_decision_is_applied(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    take(write("E0.csv", "E0,19/08/2023,15:00,Everton,Fulham,0,1,2,3,4"))
    row = connection.execute(
        "select team.name, sum(points) from points_adjustment join team on team.id = team_id"
    ).fetchall()
    assert row == [("Everton", -8)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0", "no source knows this kind of file: a binary file"),
        (b"", "an empty file"),
        (b"# notes\n", NO_SOURCE),
        (b"SQLite format 3\0", "no source knows this kind of file: a binary file"),
        (
            HEADER[:20].encode(),
            "no source knows this kind of file: a table, but its header has no rows",
        ),
        (HEADER.encode(), "no row under a header of football-data.co.uk's main format"),
        (b"\xef\xbb\xbf\r\n", "an empty file"),
        (b"PK\x03\x04\x14\0", f"{NO_SOURCE}: a workbook that is damaged"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            f"{NO_SOURCE}: no workbook that can be read: Cannot detect file format",
        ),
        (b"\x1f\x8b\x08\0", f"{NO_SOURCE}: a .gz file that is cut short or damaged"),
        (
            HEADER.encode("utf-16"),
            "no source knows this kind of file: a table, but its header has no rows",
        ),
        (
            HEADER.replace(",", ";").encode(),
            "no source knows this kind of file: a table, but its header has no rows",
        ),
        (
            HEADER.replace(",", "\t").encode(),
            "no source knows this kind of file: a table, but its header has no rows",
        ),
    ],
    ids=[
        *("binary", "empty", "notes", "database", "cut in the header", "header alone", "BOM alone"),
        *("xlsx", "xls", "gzip", "UTF-16", "semicolons", "tabs"),
    ],
)
def test_a_file_that_is_none_of_a_source_is_refused_by_name(
    connection: sqlite3.Connection, folder: Path, take: Take, content: bytes, reason: str
) -> None:
    before = dump(connection)
    path = folder / "file.csv"
    path.write_bytes(content)
    report = take(path)
    assert (report.count("refused"), [refusal.reason for _, refusal in report.refusals]) == (
        1,
        [reason],
    )
    assert dump(connection) == before


def test_a_number_that_no_database_holds_costs_its_row_alone(
    connection: sqlite3.Connection, folder: Path, write: Write, take: Take
) -> None:
    statistics = {"fixture_id": 7, "statistics": {"attacks": {"home": 2**63, "away": 1}}}
    of_it = {"path": "/v1/fixtures/7/statistics", "body": {"success": 1, "data": statistics}}
    fixture = {
        "id": 7,
        "league": {"id": 1, "name": "L"},
        "kickoff_ts": 1_723_900_000,
        "status": "finished",
    }
    teams = {"home": {"id": 1, "name": "Ash"}, "away": {"id": 2, "name": "Oak"}}
    page = {"path": "/v1/fixtures", "body": {"success": 1, "data": [{**fixture, "teams": teams}]}}
    (folder / "dump.jsonl").write_text(f"{json.dumps(page)}\n{json.dumps(of_it)}\n")
    report = take(write("E0.csv", FIRST), folder / "dump.jsonl")
    assert len(report.refusals) == 1
    assert (report.count("taken"), report.rows_kept) == (2, 2)
    assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_a_folder_is_read_with_all_below_it_but_hidden_files(
    folder: Path, write: Write, take: Take
) -> None:
    write("2024/E0.csv", FIRST)
    write("2024/deep/E0.csv", SECOND)
    write(".cache/E0.csv", FIRST)
    report = take(folder)
    assert [file.file for file in report.files] == ["files/2024/E0.csv", "files/2024/deep/E0.csv"]


def test_a_path_that_is_not_there_is_an_error(folder: Path, take: Take) -> None:
    with pytest.raises(NotFound, match="does not exist"):
        take(folder / "E0.csv")


def test_an_empty_folder_is_an_error(folder: Path, take: Take) -> None:
    with pytest.raises(NotFound, match="a folder without files"):
        take(folder)


def test_a_source_can_be_named(write: Write, take: Take) -> None:
    report = take(write("E0.csv", FIRST), source="openfootball")
    assert report.count("refused") == 1
    with pytest.raises(NotFound, match="no source is called 'betfair'"):
        take(write("E0.csv", FIRST), source="betfair")


def test_progress_is_reported_before_each_file_and_at_the_end(
    folder: Path, write: Write, take: Take
) -> None:
    write("1.csv", FIRST)
    write("2.csv", SECOND)
    calls: list[tuple[int, int, str]] = []
    take(folder, progress=lambda *each: calls.append(each))
    assert calls == [(0, 2, "files/1.csv"), (1, 2, "files/2.csv"), (2, 2, "")]


def test_a_file_that_goes_away_meanwhile_is_refused_and_the_rest_is_taken(
    folder: Path, write: Write, take: Take
) -> None:
    first, second = write("1.csv", FIRST), write("2.csv", SECOND)

    def remove(done: int, total: int, name: str) -> None:
        first.unlink(missing_ok=True)

    report = take(first, second, progress=remove, source="football-data")
    assert [refusal.reason for _, refusal in report.refusals] == [
        "can't be read: No such file or directory"
    ]
    assert (report.count("refused"), report.count("taken")) == (1, 1)


def test_a_file_that_fails_in_the_middle_is_left_out_whole(
    connection: sqlite3.Connection, write: Write, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, path: Path) -> Iterator[Parsed]:
        yield from whole(source, path)
        raise OSError(5, "Input/output error")

    source, whole = FootballData(), FootballData.records
    monkeypatch.setattr(FootballData, "records", fail)
    report = take(write("E0.csv", FIRST))
    assert [refusal.reason for _, refusal in report.refusals] == [
        "can't be read: Input/output error"
    ]
    assert connection.execute("select count(*) from fixture").fetchone() == (0,)


@pytest.mark.parametrize(
    ("options", "kept"), [({}, 1), ({"strict": True}, 0), ({"dry_run": True}, 0)]
)
def test_an_interrupt_leaves_whole_files(
    connection: sqlite3.Connection,
    folder: Path,
    write: Write,
    take: Take,
    monkeypatch: pytest.MonkeyPatch,
    options: dict[str, bool],
    kept: int,
) -> None:
    write("1.csv", FIRST)
    write("2.csv", SECOND)

    def interrupt(self: object, season_ids: object) -> None:
        if connection.execute("select count(*) from taken_page").fetchone() == (1,):
            raise KeyboardInterrupt

    monkeypatch.setattr("footydata.ingest.importer.update_seasons", interrupt)
    with pytest.raises(KeyboardInterrupt):
        take(folder, **options)
    assert not connection.in_transaction
    pages = connection.execute("select address from taken_page").fetchall()
    assert pages == [("files/1.csv",)][:kept]
    assert connection.execute("select count(*) from fixture").fetchone() == (kept,)


def test_a_locked_database_is_one_clear_error(
    database: Path, write: Write, take: Take, connection: sqlite3.Connection
) -> None:
    connection.execute("pragma busy_timeout = 0")
    other = open_database(database)
    other.execute("begin immediate")
    with pytest.raises(DatabaseError, match=r"is locked by another program .*\(at E0.csv\)"):
        take(write("E0.csv", FIRST))
    other.rollback()
    other.close()
    assert take(write("E0.csv", FIRST)).rows_kept == 1


def test_a_database_that_only_reads_is_one_clear_error(
    connection: sqlite3.Connection, write: Write, take: Take
) -> None:
    connection.execute("pragma query_only = on")
    with pytest.raises(DatabaseError, match="readonly"):
        take(write("E0.csv", FIRST))


def test_two_loaders_in_turn_see_what_the_other_wrote(
    connection: sqlite3.Connection, database: Path, write: Write, take: Take, now: int
) -> None:
    first, second = write("1/E0.csv", FIRST), write("2/E0.csv", FIRST, SECOND)
    other = open_database(database)

    def load_other(done: int, total: int, name: str) -> None:
        if done == 1:
            load(other, [second], now=now)

    report = take(first, write("3/E0.csv", SECOND, FIRST), progress=load_other)
    other.close()
    assert report.conflicts == []
    assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_readers_see_no_half_file(
    connection: sqlite3.Connection, folder: Path, write: Write, take: Take
) -> None:
    (path,) = [
        name for _, kind, name in connection.execute("pragma database_list") if kind == "main"
    ]
    reader = open_read_only(path)
    seen: list[int] = []
    write("1.csv", FIRST, SECOND)
    write("2.csv", *(FIRST.replace("Arsenal", f"A{n}") for n in range(1200)))
    take(
        folder,
        progress=lambda *_: seen.append(
            reader.execute("select count(*) from fixture").fetchone()[0]
        ),
    )
    reader.close()
    assert seen == [0, 2, 1202]


@pytest.mark.parametrize(("name", "module", "kind"), SOURCES, ids=[kind for _, _, kind in SOURCES])
def test_a_source_keeps_the_protocol(tmp_path: Path, name: str, module: str, kind: str) -> None:
    source = next(each for each in Sources(name) if type(each).__name__ == kind)
    assert source.name == name
    assert 0 < source.trust < 100
    other = tmp_path / "other.bin"
    other.write_bytes(b"\x89PNG\0\xff\xfe")
    assert not source.recognises(other)
    assert not source.recognises(tmp_path / "not there")


def test_the_sources_have_the_names_of_the_command_line() -> None:
    assert set(source_names()) >= {"football-data", "openfootball", "statsbomb"}
