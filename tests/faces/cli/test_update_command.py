"""footydata update: every source of a database renewed in one command."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import footydata as fd
from footydata.ingest import mirroring
from footydata.service.client.embedded import URL
from tests.faces.cli.running import Run
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, json_of, season_of, written
from tests.ingest.mirroring.conftest import ServiceAtMoment

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
FIRST = "E0,17/08/2024,Arsenal,Chelsea,2,1\n"
SECOND = "E0,24/08/2024,Everton,Fulham,0,0\n"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A public site of one season."""
    (tmp_path / "site" / "mmz4281" / "2425").mkdir(parents=True)
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path / "site"))
    ) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def run(tmp_path: Path, ended: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on football.db; gives exit code, stdout and stderr."""
    for name in ("FOOTYDATA_API_KEY", "FOOTYDATA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("time.sleep", lambda _: None)

    return lambda command, *options: ended(command, tmp_path / "football.db", *options)


def test_files_that_changed_are_loaded_again_and_missing_ones_named(
    run: Run, tmp_path: Path
) -> None:
    for name in ("2425", "old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "E0.csv").write_text(HEADER + FIRST)
    mexico = tmp_path / "mx.json"
    match = {
        "round": "1",
        "date": "2024-07-05",
        "team1": "Alfa",
        "team2": "Beta",
        "score": {"ft": [1, 0]},
    }
    mexico.write_text(json.dumps({"name": "Copa Imaginaria 2024", "matches": [match]}))
    assert run("load", tmp_path / "2425", tmp_path / "old", "--quiet")[0] == 0
    assert run("load", mexico, "--league", "MX/Copa Imaginaria", "--quiet")[0] == 0

    code, out, err = run("update")
    assert (code, err) == (0, "")
    assert out == "football.db: 3 files: 0 new fixtures, 0 changed, 0 rows refused\n"

    (tmp_path / "2425" / "E0.csv").write_text(HEADER + FIRST + SECOND)
    (tmp_path / "old" / "E0.csv").unlink()
    mexico.write_text(
        json.dumps(
            {
                "name": "Copa Imaginaria 2024",
                "matches": [
                    match,
                    {**match, "date": "2024-07-12", "team1": "Beta", "team2": "Alfa"},
                ],
            }
        )
    )
    code, out, err = run("update")
    assert code == 1
    assert (
        out
        == "football.db: 3 files: 2 new fixtures, 0 changed, 0 rows refused; 1 missing or refused\n"
    )
    assert (
        err
        == f"{tmp_path / 'old' / 'E0.csv'} is not there any more; 'footydata loads DB' lists it\n"
    )
    with closing(fd.Database(tmp_path / "football.db")) as opened:
        assert len(opened.fixtures()) == 4


def test_a_file_that_contradicts_is_reported_as_by_a_load_and_corrects_where_it_may(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "E0.csv"
    file.write_text(HEADER + FIRST + SECOND)
    run("load", file, "--quiet")
    shutil.copy(tmp_path / "football.db", tmp_path / "other.db")
    file.write_text(
        HEADER + FIRST.replace("2,1", "2,2") + SECOND + "E0,31/02/2024,Leeds,Hull,1,1\n"
    )
    (line,) = (
        line.strip()
        for line in run("load", file)[1].splitlines()
        if line.startswith("  contradicts ")
    )
    assert line.startswith("contradicts E0.csv:2: goals (fixture ")
    assert line.endswith(": stored 2-1, in the file 2-2)")

    shutil.copy(tmp_path / "other.db", tmp_path / "football.db")
    code, out, err = run("update")
    assert (code, out) == (
        0,
        "football.db: 1 file: 0 new fixtures, 0 changed, 1 row refused; 1 row conflicting\n",
    )
    assert err.replace(f"{tmp_path.name}/", "").splitlines() == [
        "refused E0.csv:4: no day that can be read (31/02/2024)",
        line,
    ]

    code, out, err = run("update", "--correct", "--format", "json")
    result = json.loads(out)
    assert (code, result["changed"], result["conflicting"], result["refused"]) == (0, 1, 0, 1)
    assert [(row["kind"], row["file"], row["line"]) for row in result["remarks"]] == [
        ("refused", f"{tmp_path.name}/E0.csv", 4),
        ("replaced", f"{tmp_path.name}/E0.csv", 2),
    ]
    with closing(fd.Database(tmp_path / "football.db")) as opened:
        assert opened.fixtures(team="Chelsea")[
            ["home_goals", "away_goals"]
        ].to_numpy().tolist() == [[2, 2]]


def test_downloads_are_asked_for_again(run: Run, site: ThreadingHTTPServer, tmp_path: Path) -> None:
    file, cache = tmp_path / "site" / "mmz4281" / "2425" / "E0.csv", ("--cache", tmp_path / "cache")
    file.write_text(HEADER + FIRST)
    base = f"http://me:secret@127.0.0.1:{site.server_port}"
    options = (
        "football-data",
        "--league",
        "E0",
        "--season",
        "24/25",
        "--base-url",
        base,
        "--quiet",
    )
    assert run("fetch", *options, *cache)[0] == 0
    file.write_text(HEADER + FIRST + SECOND)
    code, out, _ = run("update", "--format", "json", *cache)
    result = json.loads(out)
    assert (code, result["downloads"], result["new"], result["files"]) == (0, 1, 1, 0)
    file.write_text(HEADER + FIRST.replace("2,1", "2,2") + SECOND)
    os.utime(file, (later := file.stat().st_mtime + 60, later))
    code, out, err = run("update", *cache)
    assert (code, out.endswith("; 1 row conflicting\n"), "E0.csv:2: goals (fixture " in err) == (
        0,
        True,
        True,
    )
    code, out, err = run("update", "--correct", *cache)
    assert (code, "0 new fixtures, 1 changed" in out, err.startswith("replaced ")) == (
        0,
        True,
        True,
    )
    file.unlink()
    code, _, err = run("update", *cache)
    assert code == 1
    assert err == f"http://127.0.0.1:{site.server_port} E0 24/25 is not there any more\n"
    site.shutdown()
    site.server_close()
    code, out, err = run("update", *cache)
    assert code == 3
    assert out == "football.db: 1 download: 0 new fixtures, 0 changed, 0 rows refused; 1 failed\n"
    assert "try again later" in err
    assert b"secret" not in (tmp_path / "football.db").read_bytes()


def test_services_are_pulled_again_with_a_key_of_the_environment(
    run: Run, sample: Path, now: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    service = ServiceAtMoment(sample, now)
    monkeypatch.setattr(mirroring, "Remote", lambda base_url, api_key, **_: service.remote(api_key))
    key = service.key()
    options = (
        "--league",
        39,
        "--start",
        "2026-03-13",
        "--end",
        "2026-03-14",
        "--include",
        "events",
    )
    assert run("pull", "--base-url", URL, "--api-key", key, *options)[0] == 0
    code, _, err = run("update")
    assert code == 1
    assert "was not asked: set FOOTYDATA_BASE_URL=" in err
    assert " and FOOTYDATA_API_KEY to a key of it" in err

    monkeypatch.setenv("FOOTYDATA_API_KEY", key)
    asked = len(service.watched.asked)
    assert run("update")[0] == 1
    assert len(service.watched.asked) == asked, "a database names no service that gets the key"

    monkeypatch.setenv("FOOTYDATA_BASE_URL", URL)
    code, out, err = run("update")
    assert (code, err) == (0, "")
    assert out.startswith("football.db: 1 service: 0 new fixtures, ")
    again = service.asked_since(asked)
    assert any("/v1/leagues/39/fixtures" in path or "league=39" in path for path in again)

    monkeypatch.setenv("FOOTYDATA_BASE_URL", "https://another.example/v1")
    code, _, err = run("update")
    assert (code, len(service.watched.asked)) == (1, asked + len(again))
    assert "FOOTYDATA_BASE_URL names another service" in err
    assert key.encode() not in (tmp_path / "football.db").read_bytes()
    with closing(fd.Database(tmp_path / "football.db")) as opened:
        assert list(opened.loads().kind) == ["pull"]
        taken = opened.unload(int(opened.loads().load_id[0]), backup=False)
        assert taken.counts["fixture"]
        assert opened.fixtures().empty
        assert opened.connection.execute("select count(*) from pulled_page").fetchone() == (0,)
        assert opened.connection.execute("pragma foreign_key_check").fetchall() == []


def test_clubs_that_an_update_unites_are_named(run: Run, tmp_path: Path) -> None:
    season = season_of((*KNOWN, *UNKNOWN))
    first, second = tmp_path / "E0.csv", tmp_path / "en.1.json"
    written(first, csv_of(season))
    written(second, json_of(season[:6]))
    assert run("load", first, second, "--quiet")[0] == 0
    written(second, json_of(season))
    code, out, err = run("update")
    assert (code, "; 3 clubs of two names united" in out) == (0, True)
    assert sum(line.startswith("one club: ") for line in err.splitlines()) == 3
