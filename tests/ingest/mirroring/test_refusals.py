"""What a service does not have or does not give: said in a sentence, and the pull goes on."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

import httpx
import pytest

from footydata.football.errors import RemoteRefused
from footydata.ingest.mirroring import PullOptions, Remote, follow, pull
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError
from tests.ingest.mirroring.conftest import ServiceAtMoment

Rows = Callable[..., list[tuple[Any, ...]]]
CUP = PullOptions(leagues=(45,))


def answers(
    service: ServiceAtMoment, part: str, status: int, code: str, type: str = "invalid_request"
) -> None:
    """Every request whose target has this part is answered with this error."""
    body = {
        "success": 0,
        "error": {"type": type, "code": code, "message": f"about {code}", "request_id": "req_1"},
    }

    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        return (
            httpx.Response(status, json=body, request=request) if part in str(request.url) else None
        )

    service.watched.meddle = meddle


def test_members_come_from_the_teams_where_there_is_no_table(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    answers(service, "/v1/standings", 404, "standings_not_available")
    report = service.pull(mirror, PullOptions(leagues=(39,)))
    assert report.notes == []
    assert rows("select count(*) from season_team where season_id = 141105") == [(16,)]
    assert "/v1/teams?league=39&season=24/25&page=1&per_page=100" in [
        path.replace("%2F", "/") for path in service.watched.asked
    ]


def test_a_service_that_does_not_tell_its_limits_is_asked_and_refuses(
    service: ServiceAtMoment, mirror: Path
) -> None:
    answers(service, "/v1/status", 404, "resource_not_found")
    options = replace(CUP, include=("odds", "events"), odds_history=("corner",))
    report = service.pull(mirror, options, key=service.key("free"))
    said = " ".join(report.notes)
    assert "the service does not say the key's limits" in said
    assert "The service gives no odds on lists" in said
    assert "refuses odds under this plan" in said
    assert "refuses odds history under this plan" in said
    assert report.fixtures_new > 0


def test_a_fixture_that_is_gone_is_said_and_left_out(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    service.pull(mirror, CUP)
    ((gone,),) = rows("select min(id) from fixture")
    answers(service, f"/v1/fixtures/{gone}", 404, "fixture_not_found")
    report = service.pull(mirror, replace(CUP, detail=True))
    assert report.notes == [f"/v1/fixtures/{gone} is left out: about fixture_not_found"]


def test_a_list_that_is_refused_is_left_out(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    answers(service, "/v1/leagues/45/fixtures", 400, "unknown_parameter")
    report = service.pull(mirror, CUP)
    assert "is left out: about unknown_parameter" in report.notes[0]
    assert rows("select count(*) from fixture") == [(0,)]


@pytest.mark.parametrize("start", [None, date(2025, 9, 1)], ids=["everything", "from a day on"])
def test_a_service_that_refuses_days_beyond_its_history_is_asked_for_what_it_covers(
    service: ServiceAtMoment, mirror: Path, rows: Rows, start: date | None
) -> None:
    floor = 1765670400  # 2025-12-14, three months before
    error = {
        "type": "permission_error",
        "code": "insufficient_plan",
        "message": "too early",
        "param": "start_time",
    }

    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        if (
            request.url.path != "/v1/leagues/45/fixtures"
            or int(request.url.params.get("start_time", 0)) >= floor
        ):
            return None
        return httpx.Response(403, json={"success": 0, "error": error}, request=request)

    service.watched.meddle = meddle
    report = service.pull(mirror, replace(CUP, start=start), key=service.key("free"))
    ((first, count),) = rows("select min(kickoff_ts), count(*) from fixture")
    assert first >= floor
    assert count > 0
    assert "fetched from 2025-12-14 on" in report.notes[-1]


def test_names_of_chosen_leagues_come_league_by_league(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    service.pull(mirror, PullOptions(leagues=(98,), langs=("ja",)))
    assert rows("select count(*) > 5 from team_name where lang = 'ja'") == [(1,)]
    assert rows("select league_id from league_name where lang = 'ja'") == [(98,)]


def test_an_overdue_fixture_is_asked_for_by_itself(
    sample: Path, tmp_path: Path, mirror: Path, now: int
) -> None:
    source = tmp_path / "source.db"
    copyfile(sample, source)
    with closing(sqlite3.connect(source)) as connection, connection:
        sql = "select min(id) from fixture where league_id = 45 and status = 'finished'"
        (overdue,) = connection.execute(sql).fetchone()
        connection.execute(
            f"update fixture set status = 'scheduled', home_goals = null where id = {overdue}"
        )
    served = ServiceAtMoment(source, now)
    served.pull(mirror, replace(CUP, include=("events",)))
    before = len(served.watched.asked)
    served.pull(mirror, replace(CUP, include=("events",)))
    assert f"/v1/fixtures/{overdue}?include=events" in served.asked_since(before)
    served.close()


def test_a_locked_database_ends_clearly(service: ServiceAtMoment, mirror: Path) -> None:
    with closing(open_database(mirror)) as connection, closing(sqlite3.connect(mirror)) as other:
        connection.execute("pragma busy_timeout = 1")
        other.execute("begin immediate")
        with pytest.raises(DatabaseError, match=r"locked .*; what was committed before is stored"):
            pull(connection, service.remote(service.key()), CUP)


def test_looks_go_on_where_a_fixture_or_a_league_is_refused(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    service.pull(mirror, PullOptions(leagues=(39,)))
    answers(service, "/odds", 404, "fixture_not_found")
    options = PullOptions(leagues=(39, 78, 4_444), include=("odds",), esports=True)
    with closing(open_database(mirror)) as connection:
        report = follow(connection, service.remote(service.key("pro")), options, every=30, looks=1)
    said = " ".join(report.notes)
    assert "/odds is left out: about fixture_not_found" in said
    in_play = "/v1/fixtures?league={}&status=live&include=odds is left out: {}"
    assert in_play.format(78, "Linden League is a competition of the Ultra plan") in said
    assert in_play.format(4_444, "no league has the id 4444") in said


def test_a_second_service_with_ids_of_its_own_is_refused(
    service: ServiceAtMoment, sample: Path, mirror: Path, tmp_path: Path, now: int, rows: Rows
) -> None:
    service.pull(mirror, CUP)
    before = rows("select id, home_id, away_id from fixture order by id")
    source = tmp_path / "source.db"
    copyfile(sample, source)
    with closing(sqlite3.connect(source)) as connection:
        # The same leagues and teams, and every fixture under the id of another one.
        connection.execute("update fixture set (home_id, away_id) = (away_id, home_id)")
        connection.commit()
    other = ServiceAtMoment(source, now)
    with pytest.raises(RemoteRefused, match="fixture 88"), closing(open_database(mirror)) as own:
        remote = Remote("http://other.test", "-", transport=other.transport(other.key()))
        pull(own, remote, CUP)
    assert rows("select id, home_id, away_id from fixture order by id") == before
    moved = Remote("http://moved.test", "-", transport=service.transport(service.key()))
    with closing(open_database(mirror)) as own:
        pull(own, moved, CUP)
