"""Every code of the error table provoked, and every parameter with a good and a bad value."""

import csv
import json
import logging
from pathlib import Path

import pytest

from footydata.football.errors import ERRORS
from footydata.football.terms import FREE, PRO, Rate
from tests.service.asking import Asker

SPEC = Path(__file__).parents[1] / "spec"

PROVOKED = {
    "insufficient_plan": ("/v1/fixtures?include=odds", "include"),
    "invalid_time": ("/v1/fixtures?start_time=2026-03-14T00:00:00Z", "start_time"),
    "invalid_time_window": ("/v1/fixtures?start_time=1773446400&end_time=1773532801", "end_time"),
    "invalid_status": ("/v1/fixtures?status=postponed", "status"),
    "invalid_order": ("/v1/leagues/10/fixtures?order=up", "order"),
    "invalid_include": ("/v1/fixtures?include=lineups", "include"),
    "invalid_market": ("/v1/fixtures/1001/odds?market=corners", "market"),
    "invalid_bookmaker": (
        "/v1/fixtures/1001/odds/history?market=corner&bookmaker=nobody",
        "bookmaker",
    ),
    "invalid_bookmakers": ("/v1/fixtures/1001/odds?bookmakers=kestrel,nobody,noone", "bookmakers"),
    "invalid_type": ("/v1/standings?league=10&type=goals", "type"),
    "invalid_esports": ("/v1/fixtures?esports=yes", "esports"),
    "invalid_lang": ("/v1/fixtures?lang=la", "lang"),
    "invalid_country": ("/v1/leagues?country=ENGLAND", "country"),
    "missing_parameter": ("/v1/standings", "league"),
    "unknown_parameter": ("/v1/fixtures?date=2026-03-14", "date"),
    "league_moved": ("/v1/leagues/7", None),
    "fixture_not_found": ("/v1/fixtures/404", None),
    "league_not_found": ("/v1/leagues/404", None),
    "team_not_found": ("/v1/teams/404", None),
    "season_not_found": ("/v1/standings?league=10&season=1999", "season"),
    "standings_not_available": ("/v1/standings?league=11", "league"),
    "resource_not_found": ("/v1/matches", None),
    "invalid_parameter": ("/v1/fixtures?page=0", "page"),
}
"""Code → a request of a Free key that provokes it, and the blamed parameter."""

TOLD = {
    "insufficient_plan": "include=odds on a list of fixtures needs Pro or Ultra",
    "invalid_bookmakers": "nobody, noone",
    "invalid_lang": "en, ar, cs, da, de, el, es, fr, id, it, ja, ko, nl, pl, pt, ru, sv, th, tr, vi, zh-cn, zh-tw",
    "missing_parameter": "league",
    "unknown_parameter": "start_time and end_time",
    "invalid_time": "2026-03-14T00:00:00Z",
    "resource_not_found": "/v1/matches",
}
"""Code → what the message must name."""

BY_THEIR_OWN_TEST = {
    "missing_api_key",
    "invalid_api_key",
    "expired_api_key",
    "too_many_requests",
    "internal_error",
    "method_not_allowed",
}


def params() -> list[dict[str, str]]:
    with (SPEC / "params.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def paths() -> dict[str, str]:
    with (SPEC / "endpoints.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["path"] for row in csv.DictReader(file)}


PARAMS, PATHS = params(), paths()
IDS = {"fixture": 1001, "league": 10, "team": 1}


def target_of(row: dict[str, str], value: str) -> str:
    """A request of the row's endpoint with the value, and what it needs besides."""
    path = PATHS[row["endpoint"]].replace("{id}", str(IDS.get(row["endpoint"].partition("_")[0])))
    needed = {
        ("fixture_odds_history", "market"): "market=asian",
        ("standings", "league"): "league=10",
        ("teams", "league"): "league=10" if row["parameter"] == "season" else "",
    }
    besides = [
        text
        for (endpoint, name), text in needed.items()
        if text and endpoint == row["endpoint"] and name != row["parameter"]
    ]
    return f"{path}?{'&'.join([*besides, row['parameter'] + '=' + value])}"


def test_every_code_of_the_table_is_provoked() -> None:
    assert set(ERRORS) == set(PROVOKED) | BY_THEIR_OWN_TEST


@pytest.mark.parametrize("code", PROVOKED)
def test_a_code_is_provoked_with_its_whole_envelope(ask: Asker, code: str) -> None:
    target, param = PROVOKED[code]
    reply = ask(target, plan="free")
    assert reply.status == ERRORS[code].status
    assert reply.json["success"] == 0
    assert list(reply.json) == ["success", "error"]
    assert reply.error["type"] == ERRORS[code].type
    assert reply.error["code"] == code
    assert TOLD.get(code, "") in reply.error["message"] and reply.error["message"]
    assert reply.error.get("param") == param and ("param" in reply.error) == (param is not None)
    assert reply.error["doc_url"] == f"/v1/docs/errors#{code}"
    assert reply.error["request_id"] == "req_0123456789abcdef"
    assert ("canonical_id" in reply.error) == (code == "league_moved")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer "},
        {"x-api-key": ""},
        {"authorization": "Basic dTpw"},
        {"x-apikey": "fd_1"},
    ],
    ids=["absent", "empty bearer", "empty header", "another scheme", "misspelled"],
)
def test_a_request_without_a_key_hears_so(ask: Asker, headers: dict[str, str]) -> None:
    reply = ask("/v1/status", headers=headers)
    assert reply.refusal == (401, "missing_api_key", None)
    assert reply.error["type"] == "authentication_error"
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    assert reply.headers["X-RateLimit-Limit"] == reply.headers["X-RateLimit-Remaining"] == "60"


def test_a_wrong_or_revoked_key_is_refused(ask: Asker) -> None:
    revoked = ask.accounts.create(PRO, now=int(ask.now))
    ask.accounts.revoke(revoked[:12], int(ask.now))
    for key in ("fd_mistyped", revoked):
        reply = ask("/v1/status", key=key)
        assert reply.refusal == (401, "invalid_api_key", None)
        assert reply.headers["WWW-Authenticate"] == "Bearer"
        assert reply.headers["X-RateLimit-Remaining"] == "60"


def test_a_key_is_refused_from_its_end_on_and_the_message_names_the_date(ask: Asker) -> None:
    key = ask.accounts.create(PRO, now=int(ask.now), expires_ts=int(ask.now) + 100)
    ask.now += 99
    assert ask("/v1/status", key=key).status == 200
    ask.now += 1
    reply = ask("/v1/status", key=key)
    assert reply.refusal == (401, "expired_api_key", None)
    assert "2026-03-14" in reply.error["message"]


def test_a_key_comes_in_either_header_and_bearer_wins(ask: Asker) -> None:
    key = ask.keys["free"]
    assert ask("/v1/status", headers={"x-api-key": key}).data["plan"] == "free"
    assert ask("/v1/status", headers={"authorization": f"bEARER {key}"}).data["plan"] == "free"
    assert (
        ask("/v1/status", headers={"authorization": f"Token {key}", "x-api-key": key}).data["plan"]
        == "free"
    )
    both = {"authorization": f"Bearer {ask.keys['pro']}", "x-api-key": key}
    assert ask("/v1/status", headers=both).data["plan"] == "pro"
    assert (
        ask("/v1/status", headers={**both, "authorization": "Bearer wrong"}).refusal[1]
        == "invalid_api_key"
    )


def test_a_spent_window_is_429_until_it_resets(ask: Asker) -> None:
    key = ask.accounts.create(FREE, now=int(ask.now), rate=Rate(2, 60))
    ask.now = 1773502200.5
    first, second, third = (ask("/v1/nothing", key=key) for _ in range(3))
    assert [reply.status for reply in (first, second, third)] == [404, 404, 429]
    assert [reply.headers["X-RateLimit-Remaining"] for reply in (first, second, third)] == [
        "1",
        "0",
        "0",
    ]
    assert third.refusal == (429, "too_many_requests", None)
    assert third.error["type"] == "rate_limit_error"
    assert third.headers["Retry-After"] == "60"
    assert third.headers["X-RateLimit-Reset"] == "1773502260"
    ask.now = 1773502259.9
    assert ask("/v1/nothing", key=key).headers["Retry-After"] == "1"
    ask.now = 1773502260
    assert ask("/v1/status", key=key).data["usage"]["window"] == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_another_method_is_405_without_looking_at_the_key(ask: Asker, method: str) -> None:
    for headers in ({}, {"x-api-key": "fd_wrong"}):
        reply = ask("/v1/fixtures", method=method, headers=headers)
        assert reply.refusal == (405, "method_not_allowed", None)
        assert reply.error["type"] == "invalid_request"
        assert reply.headers["Allow"] == "GET, HEAD"
        assert reply.headers["X-RateLimit-Remaining"] == "60"


def test_a_405_counts_nothing(ask: Asker) -> None:
    key = ask.accounts.create(PRO, now=int(ask.now))
    ask("/v1/status", key=key, method="DELETE")
    assert ask("/v1/status", key=key).data["usage"]["window"] == 1


def test_a_failure_is_known_by_its_request_id_alone(
    ask: Asker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object, **values: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("footydata.service.handlers.fixtures.fixture_in_path", broken)
    with caplog.at_level(logging.ERROR, logger="footydata.service"):
        reply = ask("/v1/fixtures/1001?lang=ja")
    assert reply.refusal == (500, "internal_error", None)
    assert reply.error["type"] == "api_error"
    assert "secret" not in reply.answer.body.content.decode()
    assert reply.headers["X-RateLimit-Limit"] == "1000000"
    (record,) = caplog.records
    assert "req_0123456789abcdef" in record.getMessage()
    assert "a secret of the house" in caplog.text


def test_a_key_in_the_query_is_no_key_and_never_logged_nor_shown(
    ask: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        without = ask("/v1/fixtures?api_key=fd_secret", headers={})
        beside = ask("/v1/fixtures?api_key=fd_secret&key=fd_secret")
    assert without.refusal == (401, "missing_api_key", None)
    assert beside.refusal == (400, "unknown_parameter", "api_key")
    assert "fd_secret" not in caplog.text + json.dumps([without.json, beside.json])


def test_a_good_value_of_a_parameter_is_taken(ask: Asker) -> None:
    targets = [target_of(row, row["good"]) for row in PARAMS]
    assert [target for target in targets if ask(target).status != 200] == []


def test_a_bad_value_of_a_parameter_has_its_own_code(ask: Asker) -> None:
    for row in PARAMS:
        target = target_of(row, row["bad"])
        expected = ERRORS[row["code"]].status, row["code"], row["parameter"]
        assert ask(target).refusal == expected, target


def test_a_repeated_parameter_has_its_own_code(ask: Asker) -> None:
    for row in PARAMS:
        code = "invalid_parameter" if row["parameter"] == "season" else row["code"]
        target = f"{target_of(row, row['good'])}&{row['parameter']}={row['good']}"
        reply = ask(target)
        assert reply.refusal == (400, code, row["parameter"]), target
        assert "given more than once" in reply.error["message"], target


def test_an_empty_value_has_its_own_code(ask: Asker) -> None:
    for row in PARAMS:
        code = "missing_parameter" if row["required"] == "yes" else row["code"]
        target = target_of(row, "")
        assert ask(target).refusal == (ERRORS[code].status, code, row["parameter"]), target


def test_every_endpoint_refuses_an_unknown_parameter(ask: Asker) -> None:
    targets = [f"{path.replace('{id}', '1')}?unheard_of=1" for path in PATHS.values()]
    refusals = {target: ask(target).refusal for target in targets}
    assert refusals == dict.fromkeys(targets, (400, "unknown_parameter", "unheard_of"))


@pytest.mark.parametrize("name", PATHS)
def test_every_endpoint_needs_a_key_and_tells_the_rate(ask: Asker, name: str) -> None:
    path = PATHS[name].replace("{id}", str(IDS.get(name.partition("_")[0])))
    path += {"standings": "?league=10", "fixture_odds_history": "?market=1x2"}.get(name, "")
    assert ask(path, headers={}).refusal == (401, "missing_api_key", None)
    reply = ask(path)
    assert reply.status == 200
    for header in ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"):
        assert reply.headers[header].isdigit()
    assert reply.headers["X-Request-Id"] == "req_0123456789abcdef"
    assert reply.headers["Content-Type"] == "application/json"
