"""A pull from a service that means harm ends within its bounds: exit 3, one line, and what came is kept."""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from footydata.faces.cli import main
from footydata.ingest import mirroring
from tests.service.client.hostile import Attack, Hostile, hostile_service, packed

Act = Callable[[Attack], None]
Pull = Callable[..., str]

LEAGUE = {
    "id": 39,
    "name": "N",
    "short_name": None,
    "country": None,
    "has_standings": True,
    "esports": False,
}
SEASONS = [{"id": 1, "season": "25/26", "current": True}]
GOOD: dict[str, Any] = {
    "/v1/status": {"plan": "ultra", "limits": {}},
    "/v1/bookmakers": [],
    "/v1/leagues": [LEAGUE],
    "/v1/leagues/39": {**LEAGUE, "seasons": SEASONS},
    "/v1/standings": {
        "league": {"id": 39, "name": "N"},
        "season": "25/26",
        "league_season_id": 1,
        "table": [],
    },
    "/v1/leagues/39/fixtures": [],
    "/v1/teams": [],
}
"""The data of a small v1 service."""


class Clock:
    """A clock that moves when somebody sleeps; nobody waits more than an hour or two altogether."""

    def __init__(self, now: int) -> None:
        self.now = float(now)
        self.slept = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with hostile_service() as running:
        yield running


@pytest.fixture
def clock(now: int) -> Clock:
    return Clock(now)


@pytest.fixture
def pull(
    hostile: Hostile,
    clock: Clock,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Pull:
    """Runs the command into mirror.db, which must end with 3 and one line; gives that line."""
    remote = partial(mirroring.Remote, clock=lambda: clock.now, sleep=clock.sleep)
    monkeypatch.setattr(mirroring, "Remote", remote)

    def run(*options: str) -> str:
        command = [
            "pull",
            str(tmp_path / "mirror.db"),
            "--base-url",
            hostile.url,
            "--api-key",
            "fd_key",
            "--quiet",
        ]
        with pytest.raises(SystemExit) as ended:
            main([*command, *options])
        printed = capsys.readouterr()
        assert (ended.value.code, printed.out) == (3, "")
        (line,) = printed.err.splitlines()
        assert line.startswith("Error: ")
        assert len(line) < 800
        return line

    return run


def good(attack: Attack) -> None:
    """Answer as a v1 service would."""
    data = GOOD[attack.path.partition("?")[0]]
    if isinstance(data, list):
        attack.rows(data, page=attack.page, has_more=False)
    else:
        attack.answer({"success": 1, "data": data})


def but(path: str, act: Act) -> Act:
    """Good everywhere but at one path."""
    return lambda attack: act(attack) if attack.path.partition("?")[0] == path else good(attack)


def not_found(attack: Attack) -> None:
    """What a v1 service answers to a path that it does not have."""
    attack.error(404, "resource_not_found", "invalid_request")


@pytest.mark.parametrize(
    "act",
    [
        lambda attack: attack.answer(b"<html>Hello</html>", Content_Type="text/html"),
        lambda attack: attack.answer(
            b"<html>Not found</html>", status=404, Content_Type="text/html"
        ),
        lambda attack: attack.answer({"hello": "world"}),
        lambda attack: attack.answer({"detail": "Not Found"}, status=404),
        lambda attack: attack.answer([]),
        lambda attack: attack.answer(b"", status=204),
        lambda attack: attack.answer(b"", status=302, Location="https://www.example.org/"),
        not_found,
    ],
    ids=["page", "page 404", "json", "json 404", "list", "nothing", "elsewhere", "wrong path"],
)
def test_an_address_that_is_no_v1_service_is_said(pull: Pull, hostile: Hostile, act: Act) -> None:
    hostile.act = act
    assert "base_url" in pull("--league", "39")


def test_a_wrong_path_is_said_where_no_league_is_named(pull: Pull, hostile: Hostile) -> None:
    hostile.act = not_found
    assert "has no /v1/bookmakers" in pull()


@pytest.mark.parametrize(
    "path", ["/v1/status", pytest.param("/v1/leagues/39/fixtures", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "act", [Attack.drip_body, Attack.drip_head, Attack.say_nothing], ids=["body", "head", "nothing"]
)
def test_an_answer_that_never_ends_is_not_waited_for(
    pull: Pull, hostile: Hostile, path: str, act: Act
) -> None:
    hostile.act = but(path, act)
    assert f"{path} within 0.1 s" in pull("--timeout", "0.1")


def test_a_body_is_not_unpacked_beyond_its_bound(pull: Pull, hostile: Hostile) -> None:
    hostile.act = but("/v1/leagues/39/fixtures", lambda attack: attack.bomb(65))
    assert "/v1/leagues/39/fixtures was answered with more than 64 MB" in pull()


def test_the_bound_of_a_body_may_be_set(pull: Pull, hostile: Hostile) -> None:
    hostile.act = but("/v1/leagues", lambda attack: attack.answer(b" " * 1_500_000))
    assert "more than 1 MB, the limit" in pull("--max-body", "1")


def test_a_service_that_fails_from_the_start_is_given_up_soon(
    pull: Pull, hostile: Hostile, clock: Clock
) -> None:
    hostile.act = lambda attack: attack.error(500, "internal_error", "api_error")
    assert "fails again and again: about internal_error" in pull()
    assert clock.slept < 5


def test_a_service_that_fails_later_is_given_up_after_half_a_minute(
    pull: Pull, hostile: Hostile, clock: Clock
) -> None:
    hostile.act = but(
        "/v1/leagues", lambda attack: attack.error(500, "internal_error", "api_error")
    )
    assert "fails again and again: about internal_error" in pull()
    assert clock.slept < 40


@pytest.mark.parametrize("path", ["/v1/status", "/v1/leagues/39/fixtures"])
@pytest.mark.parametrize("status", [429, 503])
def test_a_wait_of_thirty_years_is_refused(
    pull: Pull, hostile: Hostile, clock: Clock, path: str, status: int
) -> None:
    code, type = (
        ("too_many_requests", "rate_limit_error")
        if status == 429
        else ("internal_error", "api_error")
    )
    hostile.act = but(
        path, lambda attack: attack.error(status, code, type, Retry_After="999999999")
    )
    assert "asks to wait 999,999,999 s before the next request" in pull()
    assert clock.slept < 5


def test_a_service_that_refuses_for_ever_is_given_up(
    pull: Pull, hostile: Hostile, clock: Clock
) -> None:
    hostile.act = lambda attack: attack.error(
        429, "too_many_requests", "rate_limit_error", Retry_After="3000"
    )
    assert "refuses request after request" in pull()
    assert clock.slept <= 7_200


def test_a_window_without_any_room_is_no_window(pull: Pull, hostile: Hostile, clock: Clock) -> None:
    rate = {
        "X_RateLimit_Limit": "0",
        "X_RateLimit_Remaining": "0",
        "X_RateLimit_Reset": "99999999999",
    }
    hostile.act = lambda attack: attack.error(500, "internal_error", "api_error", **rate)
    pull()
    assert clock.slept < 5


def test_a_window_of_thirty_years_is_not_believed(
    pull: Pull, hostile: Hostile, clock: Clock
) -> None:
    rate = {
        "X_RateLimit_Limit": "40",
        "X_RateLimit_Remaining": "0",
        "X_RateLimit_Reset": "99999999999",
    }
    status = {"plan": "ultra", "limits": {"rate_window_seconds": 999_999_999}}
    hostile.act = lambda attack: (
        attack.answer({"success": 1, "data": status}, **rate)
        if attack.path == "/v1/status"
        else attack.error(400, "invalid_lang", "invalid_request")
        if "page=2" in attack.path
        else attack.answer([])
    )
    assert "/v1/bookmakers?page=1&per_page=100 was answered out of shape" in pull()
    assert clock.slept <= 3_700


@pytest.mark.parametrize("path", ["/v1/bookmakers", "/v1/leagues", "/v1/leagues/39/fixtures"])
def test_a_list_that_repeats_its_rows_for_ever_ends(
    pull: Pull, hostile: Hostile, path: str
) -> None:
    hostile.act = but(path, lambda attack: attack.rows([LEAGUE], page=attack.page))
    assert "does not end: every page has the same rows" in pull()
    assert sum(asked.startswith(f"{path}?") for asked in hostile.asked) == 4


@pytest.mark.parametrize("path", ["/v1/bookmakers", "/v1/leagues/39/fixtures"])
def test_a_list_of_ever_new_ids_ends_and_an_earlier_pull_counts(
    pull: Pull, hostile: Hostile, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.service.client.page.MOST_PAGES", 20)
    hostile.act = but(
        path,
        lambda attack: attack.rows(
            [{"id": attack.page, "slug": str(attack.page)}], page=attack.page
        ),
    )
    for most in (21, 22):
        assert "does not end within 20 pages" in pull()
        assert sum(asked.startswith(f"{path}?") for asked in hostile.asked) == most


@pytest.mark.parametrize("text", ["-5", "-0", "soon", "3.5"])
def test_a_wait_that_is_no_number_of_seconds_is_not_tried_for_long(
    pull: Pull, hostile: Hostile, clock: Clock, text: str
) -> None:
    hostile.act = lambda attack: attack.error(
        429, "too_many_requests", "rate_limit_error", Retry_After=text
    )
    assert "refuses request after request" in pull()
    assert (len(hostile.asked) <= 7, clock.slept < 60) == (True, True)


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"[]",
        b'{"success": 1, "data": null}',
        b'{"success": 1, "data": "much"}',
        b'{"success": 1, "data": 7, "pagination": {}}',
        b'{"success": 1, "data": [], "pagination": []}',
        b'{"hello": "world"}',
        b"[" * 100_000,
        b'{"success": 1, "data": ' + b"[" * 100_000,
        b'"\\ud800"',
        b"\xff\xfe",
        b"",
    ],
    ids=lambda body: body[:40].decode("latin-1"),
)
def test_json_that_is_of_no_v1_service_ends_the_pull(
    pull: Pull, hostile: Hostile, body: bytes
) -> None:
    hostile.act = but("/v1/leagues/39/fixtures", lambda attack: attack.answer(body))
    pull()


@pytest.mark.parametrize("path", list(GOOD))
def test_each_path_is_looked_at(pull: Pull, hostile: Hostile, path: str) -> None:
    hostile.act = but(path, lambda attack: attack.answer(b'{"success": 1, "data": "much"}'))
    assert f"{path}" in pull()


JUNK: list[Any] = [
    None,
    7,
    "text",
    [],
    {},
    [7],
    {"id": None},
    {"id": "x"},
    {"id": -1},
    {"id": 1.5},
    {"id": 10**30},
]


@pytest.mark.parametrize(
    ("path", "data"),
    [
        *((path, JUNK) for path, data in GOOD.items() if isinstance(data, list)),
        *(
            ("/v1/leagues/39", {"id": junk, "name": junk, "seasons": junk})
            for junk in (None, "x", [7], 10**30)
        ),
        (
            "/v1/standings",
            {
                "league": {"id": 39, "name": "N"},
                "season": "25/26",
                "league_season_id": 1,
                "table": JUNK,
            },
        ),
        ("/v1/status", {"plan": JUNK, "limits": JUNK}),
        (
            "/v1/status",
            {
                "limits": dict.fromkeys(
                    ("history_start", "rate_window_seconds", "odds_history"), "x"
                )
            },
        ),
        ("/v1/status", {"limits": dict.fromkeys(("history_start", "rate_window_seconds"), 10**30)}),
        ("/v1/status", {"limits": dict.fromkeys(("history_start", "rate_window_seconds"), -1)}),
    ],
    ids=str,
)
def test_rows_and_records_out_of_shape_are_no_traceback(
    hostile: Hostile, path: str, data: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = {"page": 1, "per_page": 50, "count": len(data), "has_more": False}
    hostile.act = but(
        path, lambda attack: attack.answer({"success": 1, "data": data, "pagination": page})
    )
    command = [
        "pull",
        str(tmp_path / "mirror.db"),
        "--base-url",
        hostile.url,
        "--api-key",
        "fd_key",
        "--quiet",
    ]
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code in (None, 0, 3)
    assert len(capsys.readouterr().err.splitlines()) == (ended.value.code == 3)


@pytest.mark.slow
def test_a_body_that_is_packed_a_thousandfold_fills_no_memory(pull: Pull, hostile: Hostile) -> None:
    packed(300)
    hostile.act = lambda attack: attack.bomb(300)
    tracemalloc.start()
    pull("--max-body", "16")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000
