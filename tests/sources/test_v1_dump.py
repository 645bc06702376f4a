"""Dumps of the v1 service: written by export, read by load."""

import json
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.dump import dump
from footydata.frames.export import DUMP_FILE
from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.sources.parsed import ParsedPage, ParsedRetirement, Refusal, SeasonKey
from footydata.sources.protocol import Sources
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_pages import records_of
from footydata.store.file.opening import open_database
from tests.ingest.mirroring.comparing import difference
from tests.sources.test_v1_pages import ROW


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def write(folder: Path, *lines: Any, name: str = "dump.jsonl") -> Path:
    path = folder / name
    path.write_text(
        "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    )
    return path


def page(path: str, data: Any, **query: Any) -> dict[str, Any]:
    return {"path": path, "query": query, "body": {"success": 1, "data": data}}


def loaded(database: Path, *paths: Path) -> LoadReport:
    with closing(open_database(database)) as connection:
        return load(connection, paths, now=1_773_500_000)


@pytest.mark.slow
def test_a_dump_of_the_sample_loads_as_the_sample(sample: Path, now: int, folder: Path) -> None:
    pages = dump(sample, folder, now=now)
    report = loaded(folder / "again.db", folder / DUMP_FILE)
    assert report.refusals == []
    assert pages > 3_000
    assert difference(sample, folder / "again.db") == {}
    with closing(sqlite3.connect(folder / "again.db")) as again:
        assert again.execute("select * from retired_league order by id").fetchall() == [
            (1039, 39),
            (7039, 39),
        ]


def test_a_dump_and_a_bare_body_are_recognised(folder: Path) -> None:
    every = Sources(None)
    assert every.of(write(folder, page("/v1/fixtures", [ROW]))).name == "v1"  # type: ignore[union-attr]
    bare = write(folder, {"success": 1, "data": [ROW]}, name="fixtures.json")
    assert every.of(bare).name == "v1"  # type: ignore[union-attr]
    for other in ({"name": "Premier League", "matches": []}, {"data": [{"home": "Ajax"}]}):
        assert not V1Dump().recognises(write(folder, other, name="other.json"))


def test_a_bare_body_is_taken_with_its_season_unknown(folder: Path) -> None:
    body = write(
        folder, {"success": 1, "data": [ROW], "pagination": {"page": 1}}, name="fixtures.json"
    )
    assert loaded(folder / "bare.db", body).fixtures_new == 1
    with closing(sqlite3.connect(folder / "bare.db")) as connection:
        assert connection.execute("select id, season_id, home_id from fixture").fetchall() == [
            (5001, None, 11)
        ]


def test_a_known_competition_of_a_remote_has_our_rules(folder: Path) -> None:
    league = {
        "id": 140,
        "name": "La Liga",
        "short_name": None,
        "country": {"code": "ES", "name": "Spain"},
    }
    loaded(
        folder / "rules.db",
        write(folder, page("/v1/leagues", [{**league, "has_standings": True, "esports": False}])),
    )
    with closing(sqlite3.connect(folder / "rules.db")) as connection:
        assert connection.execute("select id, rules from league").fetchall() == [(140, "la-liga")]


def test_a_line_that_is_cut_short_is_refused_and_the_rest_kept(folder: Path) -> None:
    whole = json.dumps(page("/v1/fixtures", [ROW]))
    half = whole.replace("finished", "\\ud800")
    records = list(V1Dump().records(write(folder, whole, whole[:90], "[]", half)))
    assert [(record.line, record.reason) for record in records if isinstance(record, Refusal)] == [
        (2, "no page with path, query and body, or cut short"),
        (3, "no page with path, query and body, or cut short"),
        (4, "no page with path, query and body, or cut short"),
    ]
    assert len(records) == 4


def test_an_error_of_the_service_is_refused_but_a_moved_league_is_taken(folder: Path) -> None:
    moved = {"success": 0, "error": {"code": "league_moved", "type": "moved", "canonical_id": 39}}
    gone = {"success": 0, "error": {"code": "league_not_found", "type": "invalid_request"}}
    lines = [
        {"path": f"/v1/leagues/{number}", "query": {}, "body": body}
        for number, body in ((7, moved), (8, gone))
    ]
    retirement, refusal = V1Dump().records(write(folder, *lines))
    assert isinstance(retirement, ParsedRetirement)
    assert (retirement.id, retirement.survivor.id) == (7, 39)
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["league first", "fixture first"])
@pytest.mark.parametrize("files", [1, 2])
def test_a_fixture_without_a_season_is_of_the_listed_one_of_its_day(
    folder: Path, order: tuple[int, int], files: int
) -> None:
    league = {"id": 39, "name": "Northern League", "country": {"code": "GB-ENG"}}
    seasons = [{"id": 501, "season": "25/26", "current": True}]
    pages = page("/v1/leagues/39", {**league, "seasons": seasons}), page("/v1/fixtures", [ROW])
    lines = [pages[number] for number in order]
    if files == 1:
        loaded(folder / "dated.db", write(folder, *lines))
    else:
        for line in lines:
            loaded(folder / "dated.db", write(folder, line))
    with closing(sqlite3.connect(folder / "dated.db")) as connection:
        assert connection.execute("select id, season_id from fixture").fetchall() == [(5001, 501)]


def test_page_in_another_language_does_not_rename(folder: Path) -> None:
    english, other = (
        page("/v1/fixtures", [ROW]),
        {**ROW, "league": {"id": 39, "name": "Liga Norte"}},
    )
    loaded(folder / "names.db", write(folder, english, page("/v1/fixtures", [other], lang="es")))
    with closing(sqlite3.connect(folder / "names.db")) as connection:
        assert connection.execute("select name from league").fetchall() == [("Northern League",)]
        assert connection.execute("select lang, name from league_name").fetchall() == [
            ("es", "Liga Norte")
        ]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_dump(folder: Path) -> None:
    def lines(count: int) -> list[Any]:
        rows = (
            {**ROW, "id": 10_000 + place, "kickoff_ts": 1_700_000_000 + place}
            for place in range(count * 50)
        )
        return [page("/v1/fixtures", [next(rows) for _ in range(50)]) for _ in range(count)]

    peaks = []
    for count in (10, 80):
        path = write(folder, *lines(count), name=f"{count}.jsonl")
        with closing(open_database(folder / f"{count}.db")) as connection:
            tracemalloc.start()
            load(connection, [path], now=1_773_500_000)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.5 + 1_000_000


def test_a_bulk_load_leaves_every_index_behind(folder: Path) -> None:
    rows = [{**ROW, "id": 10_000 + place} for place in range(1_100)]
    pages = [page("/v1/fixtures", rows[start : start + 50]) for start in range(0, len(rows), 50)]
    loaded(folder / "bulk.db", write(folder, *pages))
    loaded(folder / "small.db", write(folder, pages[0], name="small.jsonl"))
    sql = "select name, sql from sqlite_master where type = 'index' order by name"
    with closing(sqlite3.connect(folder / "bulk.db")) as connection:
        assert connection.execute(
            "select team_id, count(*) from team_fixture group by 1"
        ).fetchall() == [
            (11, 1_100),
            (12, 1_100),
        ]
    found = []
    for name in ("bulk.db", "small.db"):
        with closing(sqlite3.connect(folder / name)) as connection:
            found.append(connection.execute(sql).fetchall())
            assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"success": 1, "data": [', "no JSON"),
        (
            '{"success": 0, "error": {"code": "internal_error"}}',
            "an error of the service, not data",
        ),
        ('{"success": 1, "data": 5}', "a body that is of no endpoint"),
    ],
    ids=["cut", "error", "shape"],
)
def test_bare_body_of_no_endpoint_is_refused(folder: Path, text: str, reason: str) -> None:
    path = folder / "bare.json"
    path.write_text(text)
    (refusal,) = V1Dump().records(path)
    assert isinstance(refusal, Refusal)
    assert refusal.reason.startswith(reason)


def test_a_file_that_is_not_there_is_not_recognised(folder: Path) -> None:
    assert not V1Dump().recognises(folder / "absent.jsonl")


@pytest.mark.parametrize(
    "broken",
    [[], [{**ROW, "id": "5003"}], [{**ROW, "id": 5003, "events": [{"type": 7}]}], [None]],
    ids=["no row", "a row", "an event", "an empty row"],
)
@pytest.mark.parametrize(
    "path", ["/v1/fixtures", "/v1/leagues/39/fixtures?season=25/26", "/v1/leagues", "/v1/weather"]
)
def test_a_line_decoded_at_once_gives_what_its_rows_give_one_by_one(
    folder: Path, path: str, broken: list[Any]
) -> None:
    detailed = {
        **ROW,
        "id": 5002,
        "events": [],
        "statistics": {"shots": {"home": 9, "away": 4}},
        "unknown": [1.5],
    }
    body = {"success": 1, "data": [ROW, detailed, *broken]}
    query = {"season": "25/26"} if "season" in path else {}
    apart = records_of(path.partition("?")[0], query, body)
    in_line = [
        record._replace(line=1) if isinstance(record, Refusal | ParsedPage) else record
        for record in apart
    ]
    assert list(V1Dump().records(write(folder, {"path": path, "body": body}))) == in_line


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v1/leagues/39/fixtures?season=25/26", None),
        (
            "/v1/leagues/39/fixtures",
            {"season": "25/26", "include": ["odds"], "esports": False, "page": None},
        ),
    ],
    ids=["in the path", "object"],
)
def test_a_query_may_be_written_in_two_ways(folder: Path, path: str, query: Any) -> None:
    line = {"path": path, "query": query, "body": {"success": 1, "data": [ROW]}}
    (parsed,) = V1Dump().records(write(folder, line))
    assert isinstance(parsed, ParsedPage)
    assert parsed.season == SeasonKey("25/26", 2025)
