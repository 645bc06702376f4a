"""A pull of the whole sample: the two databases tell the same, and nothing is asked twice."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from email.utils import format_datetime
from pathlib import Path
from shutil import copyfile
from typing import Any

import httpx
import pytest

from footydata.football.errors import RemoteRefused
from footydata.football.terms import LANGUAGES, Rate
from footydata.ingest.mirroring import PullOptions, pull
from footydata.store.bookmakers import choose_default
from footydata.store.file.opening import open_database
from footydata.store.loads import append_ticks
from tests.conftest import NOW
from tests.ingest.mirroring.comparing import QUERIES, counts, difference
from tests.ingest.mirroring.conftest import (
    CROWN_SINCE_MAY,
    EVERYTHING,
    Mirrored,
    ServiceAtMoment,
    finished_ids,
    of_fixtures,
)

Rows = Callable[..., list[tuple[Any, ...]]]

CROWN = PullOptions(leagues=(39,))
NOTHING_HISTORICAL = ("odds_tick",)


@pytest.mark.slow
def test_a_mirror_of_the_whole_sample_tells_the_same(
    service: ServiceAtMoment, sample: Path, mirror: Path
) -> None:
    report = service.pull(mirror, replace(EVERYTHING, langs=tuple(LANGUAGES)))
    assert difference(sample, mirror, without=NOTHING_HISTORICAL) == {}
    assert counts(mirror)["fixture"] == report.fixtures_new > 1_000
    assert report.notes == []


def test_a_mirror_of_one_league_has_what_the_sample_has_of_it(
    mirrored: Mirrored, sample: Path
) -> None:
    fixtures = set(_rows(sample, "fixture")) & set(_rows(mirrored.path, "fixture"))
    ids = {fixture[0] for fixture in fixtures}
    assert len(ids) == counts(mirrored.path)["fixture"] == mirrored.report.fixtures_new > 200
    for table in ("statistics", "event", "odds"):
        theirs = {row for row in _rows(sample, table) if row[0] in ids}
        assert set(_rows(mirrored.path, table)) == theirs
    assert mirrored.report.notes == []


def test_the_plan_is_close_to_what_is_spent(service: ServiceAtMoment, mirror: Path) -> None:
    report = service.pull(mirror, replace(EVERYTHING, leagues=(45,)))
    spent, planned = report.spent.total(), report.planned.total()
    assert spent <= planned <= spent * 1.2


def test_a_second_pull_spends_no_request_on_finished_fixtures(
    service: ServiceAtMoment, mirrored: Mirrored, mirror: Path, rows: Rows
) -> None:
    copyfile(mirrored.path, mirror)
    second = service.pull(mirror, CROWN_SINCE_MAY)
    asked = service.watched.asked
    assert of_fixtures(asked).isdisjoint(finished_ids(mirror))
    assert not [path for path in asked if "season=24" in path]
    # One each for the odds of unfinished fixtures, as the plan gives those of all bookmakers.
    assert (
        second.spent["odds"]
        == rows("select count(*) from fixture where status <> 'finished'")[0][0]
    )
    assert second.spent.total() - second.spent["odds"] < 40
    assert (second.fixtures_new, second.fixtures_changed) == (0, 0)


def test_a_second_pull_changes_nothing(
    service: ServiceAtMoment, sample: Path, mirror: Path, rows: Rows
) -> None:
    service.pull(mirror, CROWN)
    before = rows("select * from fixture_source order by 1, 2")
    service.pull(mirror, CROWN)
    assert rows("select * from fixture_source order by 1, 2") == before


def test_a_part_that_is_wanted_later_is_asked_for_alone(
    service: ServiceAtMoment, mirror: Path
) -> None:
    service.pull(mirror, PullOptions(leagues=(39,), include=("events",)))
    before = len(service.watched.asked)
    service.pull(mirror, PullOptions(leagues=(39,), include=("events", "stats")))
    lists = [
        path
        for path in service.asked_since(before)
        if "/fixtures?" in path and "status=finished" in path
    ]
    assert lists
    assert all("include=stats&" in path for path in lists)


def test_ticks_come_page_by_page_and_only_where_odds_are_recorded(
    service: ServiceAtMoment, sample: Path, mirror: Path
) -> None:
    markets = ("1x2", "corner", "btts")
    makers = ("kestrel", "bluebird", "marlin-exchange")
    days = PullOptions(leagues=(39,), include=("odds",), odds_history=markets, bookmakers=makers)
    service.pull(mirror, replace(days, start=_day(2026, 3, 11), end=_day(2026, 3, 17)))
    found, mirrored = _ticks(mirror), _fixtures(mirror)
    assert found == {tick for tick in _ticks(sample) if tick[0] in mirrored and tick[2] in _KEYS}
    assert len(found) > 100


def test_own_ticks_stand_for_no_page_of_a_history(
    service: ServiceAtMoment, sample: Path, mirror: Path
) -> None:
    lists = PullOptions(
        leagues=(39,), include=("odds",), start=_day(2026, 3, 14), end=_day(2026, 3, 14)
    )
    service.pull(mirror, lists)
    with closing(open_database(mirror)) as connection, connection:
        ((fixture_id, maker),) = connection.execute(
            "select fixture_id, bookmaker_id from odds where market = 'corner_line' limit 1"
        )
        for second in range(150):
            moved = "update odds set inplay_price_1 = ?, inplay_line = 9.5 where fixture_id = ?"
            connection.execute(moved, (1.5 + second / 1000, fixture_id))
            append_ticks(connection, fixture_id, now=NOW + second)
    service.pull(mirror, replace(lists, odds_history=("corner",)))
    own = {tick for tick in _ticks(sample) if tick[:3] == (fixture_id, maker, "corner_line")}
    assert len(own) > 3
    assert own <= _ticks(mirror)


def test_a_moved_league_is_followed_and_stored_as_retired(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    report = service.pull(mirror, PullOptions(leagues=(7039,)))
    assert rows("select * from retired_league") == [(7039, 39)]
    assert rows("select distinct league_id from fixture") == [(39,)]
    assert report.notes == ["League 7039 was merged into 39; 39 is mirrored."]


def test_an_unknown_league_is_said_and_left_out(service: ServiceAtMoment, mirror: Path) -> None:
    report = service.pull(mirror, PullOptions(leagues=(77, 45)))
    assert report.notes == ["league 77 is left out: no league has the id 77"]
    assert report.fixtures_new > 0


def test_a_competition_outside_the_plan_is_said_and_left_out(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    report = service.pull(mirror, PullOptions(leagues=(78, 45)), key=service.key("free"))
    assert "Linden League is a competition of the Ultra plan" in report.notes[0]
    assert rows("select distinct league_id from fixture") == [(45,)]


def test_days_bound_what_is_taken(service: ServiceAtMoment, mirror: Path, rows: Rows) -> None:
    service.pull(mirror, PullOptions(leagues=(39,), start=_day(2026, 3, 1), end=_day(2026, 3, 14)))
    first, last = rows("select min(kickoff_ts), max(kickoff_ts) from fixture")[0]
    assert 1772323200 <= first <= last < 1773532800
    assert not [path for path in service.watched.asked if "season=24" in path]


def test_e_football_comes_where_it_is_asked_for_alone(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    today = PullOptions(start=_day(2026, 3, 14), end=_day(2026, 3, 14))
    service.pull(mirror, today)
    assert rows("select distinct esports from fixture") == [(0,)]
    service.pull(mirror, replace(today, esports=True))
    assert rows("select distinct esports from fixture order by 1") == [(0,), (1,)]


def test_free_takes_results_and_table_of_the_chosen_league_first(
    service: ServiceAtMoment, mirror: Path
) -> None:
    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        if number > 6:
            raise KeyboardInterrupt
        return None

    service.watched.meddle = meddle
    options = PullOptions(leagues=(39,), include=("odds",))
    with pytest.raises(KeyboardInterrupt):
        service.pull(mirror, options, key=service.key("free"))
    kinds = [path.partition("?")[0] for path in service.watched.asked]
    assert kinds[:6] == [
        "/v1/status",
        "/v1/bookmakers",
        "/v1/leagues/39",
        "/v1/standings",
        "/v1/leagues/39/fixtures",
        "/v1/leagues/39/fixtures",
    ]


def test_what_the_plan_does_not_give_is_said_and_the_rest_is_taken(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    options = PullOptions(
        leagues=(45,), include=("odds",), odds_history=("corner",), start=_day(2025, 9, 1)
    )
    report = service.pull(mirror, options, key=service.key("free"))
    assert report.notes == [
        "The Free plan gives no odds on lists; they come fixture by fixture, of the default bookmaker, last.",
        "The Free plan gives no odds history; the pull goes on without it.",
        "The Free plan's history starts on 2025-12-14; of earlier days comes what its season lists cover.",
    ]
    assert rows("select distinct bookmaker_id from odds") == [(8,)]
    assert set(service.watched.statuses) == {200}


@pytest.fixture
def unseen(
    sample: Path, tmp_path: Path, now: int
) -> Iterator[tuple[ServiceAtMoment, set[tuple[Any, ...]]]]:
    """A service with prices of coming fixtures that its summaries do not show, and these: fixture, bookmaker, market.

    Of another bookmaker, of both teams to score, and an opening quote of a half (contract: the summary has no btts, and
    its half markets have no opening).
    """
    path = copyfile(sample, tmp_path / "source.db")
    coming = "select id from fixture where league_id = 39 and kickoff_ts > ? order by kickoff_ts desc limit 3"
    with closing(sqlite3.connect(path)) as connection, connection:
        (first,), (second,), (third,) = connection.execute(coming, (now,)).fetchall()
        rows = {(first, 11, "goal_line"), (second, 8, "btts"), (third, 8, "corner_line_half")}
        connection.execute("delete from odds where fixture_id in (?, ?, ?)", (first, second, third))
        connection.executemany(
            "insert into odds (fixture_id, bookmaker_id, market, opening_line, opening_price_1, opening_price_2) "
            "values (?, ?, ?, 4.5, 1.9, 1.8)",
            rows,
        )
    served = ServiceAtMoment(path, now)
    yield served, rows
    served.close()


UNSEEN = PullOptions(leagues=(39,), include=("odds",), start=date(2026, 3, 10))


def test_prices_that_no_summary_shows_are_asked_for_once_where_the_plan_gives_all_bookmakers(
    unseen: tuple[ServiceAtMoment, set[tuple[Any, ...]]], mirror: Path, rows: Rows
) -> None:
    service, recorded = unseen
    for _ in range(2):
        before = len(service.watched.asked)
        service.pull(mirror, UNSEEN)
        asked = [
            path for path in service.asked_since(before) if path.partition("?")[0].endswith("/odds")
        ]
        for fixture_id, _, _ in recorded:
            assert sum(f"/fixtures/{fixture_id}/odds" in path for path in asked) == 1
        found = "select fixture_id, bookmaker_id, market from odds where fixture_id = ?"
        assert {row for fixture_id, _, _ in recorded for row in rows(found, fixture_id)} == recorded


def test_a_dry_run_counts_the_requests_for_odds_as_the_plan_of_the_key_has_them(
    unseen: tuple[ServiceAtMoment, set[tuple[Any, ...]]], mirror: Path
) -> None:
    service, recorded = unseen
    for place, plan in enumerate(("pro", "pro", "ultra", "ultra")):
        key = service.key(plan)
        planned = service.pull(mirror, UNSEEN, key=key, dry_run=True).planned["odds"]
        before = len(service.watched.asked)
        spent = service.pull(mirror, UNSEEN, key=key).spent["odds"]
        # Before the first pull no summary is stored, from which a plan could tell which fixtures can wait.
        assert planned == spent or place == 0
        asked = of_fixtures(service.asked_since(before))
        assert {str(fixture_id) in asked for fixture_id, _, _ in recorded} == {plan == "ultra"}


def test_a_bookmaker_that_a_person_chose_stays_and_summaries_are_still_of_the_services_own(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    cup = PullOptions(leagues=(45,))
    service.pull(mirror, cup)
    assert rows("select slug from bookmaker where is_default = 1") == [("kestrel",)]
    with closing(open_database(mirror)) as connection:
        choose_default(connection, "bluebird")
    service.pull(mirror, replace(cup, include=("odds",)), key=service.key("pro"))
    assert rows("select distinct slug from odds join bookmaker on id = bookmaker_id") == [
        ("kestrel",)
    ]
    assert rows("select slug from bookmaker where is_default = 1") == [("bluebird",)]


FAR = 20_000_000
"""Seconds by which the clock of a replayed day may differ from ours."""


@pytest.mark.parametrize("plan", ["free", "pro", "ultra"])
@pytest.mark.parametrize(
    "leagues", [(45,), pytest.param((), marks=pytest.mark.slow)], ids=["a cup", "all leagues"]
)
def test_a_pull_never_provokes_a_429(
    service: ServiceAtMoment, mirror: Path, plan: str, leagues: tuple[int, ...]
) -> None:
    options = PullOptions(leagues=leagues, include=("events",), detail=True)
    report = service.pull(mirror, options, key=service.key(plan, rate=Rate(10, 2)))
    assert 429 not in service.watched.statuses
    assert report.refused == 0
    assert len(service.waits) >= report.spent.total() // 10 - 1 > 0


@pytest.mark.parametrize("dated_ahead", [0, FAR], ids=["of its clock", "of ours"])
def test_a_server_whose_clock_is_far_away_is_not_hurried(
    service: ServiceAtMoment, mirror: Path, dated_ahead: int
) -> None:
    def dated(request: httpx.Request, number: int) -> httpx.Response:
        response = service.watched.inner(request)
        moment = datetime.fromtimestamp(service.now + dated_ahead, UTC)
        response.headers["Date"] = format_datetime(moment)
        return response

    service.watched.meddle = dated
    key = service.key("free", rate=Rate(10, 60))
    with closing(service.remote(key)) as remote:
        remote.pace.clock = lambda: service.now + FAR
        with closing(open_database(mirror)) as connection:
            pull(connection, remote, CROWN)
    assert 429 not in service.watched.statuses


def test_a_dry_run_plans_and_writes_nothing(
    service: ServiceAtMoment, mirror: Path, rows: Rows
) -> None:
    report = service.pull(mirror, dry_run=True)
    assert report.planned["detail"] > 1_000
    assert report.seconds_planned > 0
    assert rows("select count(*) from league") == [(0,)]


@pytest.mark.slow
def test_an_expired_key_ends_clearly_and_the_next_key_goes_on(
    service: ServiceAtMoment, sample: Path, mirror: Path
) -> None:
    dying = service.key(expires_ts=int(service.now) + 10)
    service.watched.meddle = lambda request, number: _tick(service, number, 500)
    with pytest.raises(RemoteRefused, match="expired_api_key"):
        service.pull(mirror, key=dying)
    spent = len(service.watched.asked)
    report = service.pull(mirror)
    assert report.is_resumed
    # Of each fixture its detail and its odds, those of unfinished ones too.
    assert spent + report.spent.total() < 3_060
    assert (
        difference(
            sample,
            mirror,
            without=(*NOTHING_HISTORICAL, "country_name", "league_name", "team_name"),
        )
        == {}
    )


def test_a_set_that_moves_between_two_pages_is_walked_again(
    service: ServiceAtMoment, mirror: Path
) -> None:
    first: list[httpx.Response] = []

    def meddle(request: httpx.Request, number: int) -> httpx.Response | None:
        path = request.url.raw_path.decode()
        if ("24%2F25" not in path and "24/25" not in path) or "/fixtures?" not in path:
            return None
        if "page=1" in path and not first:
            first.append(service.watched.inner(request))
            return first[0]
        if "page=2" in path and len(first) == 1:
            first.append(first[0])
            shifted = request.url.copy_set_param("page", "1")
            return service.watched.inner(httpx.Request("GET", shifted, headers=request.headers))
        return None

    service.watched.meddle = meddle
    service.pull(mirror, CROWN)
    asked = [path for path in service.watched.asked if "24%2F25" in path or "24/25" in path]
    assert sum("/fixtures?" in path and "page=1&" in path for path in asked) == 2


def _tick(service: ServiceAtMoment, number: int, at: int) -> None:
    if number == at:
        service.now += 10


def _day(year: int, month: int, day: int) -> date:
    return date(year, month, day)


_KEYS = ("1x2", "corner_line", "btts")


def _ticks(path: Path) -> set[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return set(connection.execute("select * from odds_tick"))


def _fixtures(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("select id from fixture")}


def _rows(path: Path, table: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(QUERIES[table]).fetchall()
