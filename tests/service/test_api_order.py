"""The order of checks: one error a response, the first met. Contract 3."""

import pytest

from footydata.football.errors import ERRORS
from footydata.football.terms import FREE, Rate
from tests.service.asking import Asker

WRONG = {"authorization": "Bearer fd_wrong"}

# Each request has every fault from its line on; the faults above it are mended one after another.
LADDER = [
    ("method_not_allowed", "POST", "wrong", "/v1/nothing"),
    ("invalid_api_key", "GET", "wrong", "/v1/nothing"),
    ("too_many_requests", "GET", "spent", "/v1/nothing"),
    ("resource_not_found", "GET", "free", "/v1/nothing?unknown=1"),
    (
        "unknown_parameter",
        "GET",
        "free",
        "/v1/fixtures?nonsense=1&page=1&page=2&start_time=x&end_time=5&status=y",
    ),
    (
        "invalid_parameter",
        "GET",
        "free",
        "/v1/fixtures?page=1&page=2&start_time=x&end_time=5&status=y",
    ),
    ("missing_parameter", "GET", "free", "/v1/standings?season=1999&type=x"),
    (
        "invalid_time",
        "GET",
        "free",
        "/v1/fixtures?status=y&start_time=x&end_time=5&include=odds&league=999",
    ),
    (
        "invalid_status",
        "GET",
        "free",
        "/v1/fixtures?status=y&start_time=9&end_time=5&include=odds&league=999",
    ),
    (
        "invalid_time_window",
        "GET",
        "free",
        "/v1/fixtures?start_time=9&end_time=5&include=odds&league=999",
    ),
    ("insufficient_plan", "GET", "free", "/v1/fixtures?start_time=1&include=odds&league=999"),
    ("insufficient_plan", "GET", "free", "/v1/fixtures?include=odds&league=7"),
    ("league_moved", "GET", "free", "/v1/fixtures?league=9"),
    ("league_not_found", "GET", "free", "/v1/standings?league=999&season=1999"),
    ("insufficient_plan", "GET", "free", "/v1/standings?league=13&season=1999"),
    ("season_not_found", "GET", "free", "/v1/standings?league=10&season=1999"),
]


@pytest.mark.parametrize(("code", "method", "key", "target"), LADDER)
def test_the_first_fault_met_is_reported(
    ask: Asker, code: str, method: str, key: str, target: str
) -> None:
    spent = ask.accounts.create(FREE, now=int(ask.now), rate=Rate(1, 3600))
    ask("/v1/status", key=spent)
    keys = {"wrong": "fd_wrong", "spent": spent, "free": ask.keys["free"]}
    reply = ask(target, method=method, key=keys[key])
    assert reply.error["code"] == code
    assert reply.status == ERRORS[code].status


def test_unknown_names_come_before_repeats_and_absences(ask: Asker) -> None:
    assert ask("/v1/standings?season=1&season=2&Season=3").refusal == (
        400,
        "unknown_parameter",
        "Season",
    )
    assert ask("/v1/standings?season=1&season=2").refusal == (400, "invalid_parameter", "season")
    assert ask("/v1/standings?season=1").refusal == (400, "missing_parameter", "league")


def test_syntax_is_checked_in_the_documented_order(ask: Asker) -> None:
    target = "/v1/fixtures?per_page=x&lang=x&esports=x&include=x&status=x&league=x&end_time=x"
    assert ask(f"{target}&start_time=x").refusal == (400, "invalid_time", "start_time")
    assert ask(target).refusal == (400, "invalid_time", "end_time")
    assert ask(target.removesuffix("&end_time=x")).refusal == (400, "invalid_parameter", "league")


def test_odds_are_checked_for_bookmakers_then_market_then_plan_then_fixture(ask: Asker) -> None:
    assert (
        ask("/v1/fixtures/0/odds?market=x&bookmakers=nobody", plan="free").refusal[1]
        == "invalid_bookmakers"
    )
    assert (
        ask("/v1/fixtures/0/odds?market=x&bookmakers=bluebird", plan="free").refusal[1]
        == "invalid_market"
    )
    assert (
        ask("/v1/fixtures/0/odds?market=cards&bookmakers=nobody", plan="free").refusal[1]
        == "invalid_bookmakers"
    )
    assert (
        ask("/v1/fixtures/0/odds?market=cards&bookmakers=bluebird", plan="free").refusal[1]
        == "invalid_market"
    )
    assert (
        ask("/v1/fixtures/0/odds?market=corner&bookmakers=bluebird", plan="free").refusal[1]
        == "insufficient_plan"
    )
    assert (
        ask("/v1/fixtures/0/odds?market=corner&bookmakers=bluebird").refusal[1]
        == "fixture_not_found"
    )


def test_the_history_is_checked_for_market_then_bookmaker_then_plan_then_fixture(
    ask: Asker,
) -> None:
    assert (
        ask("/v1/fixtures/0/odds/history?bookmaker=nobody", plan="pro").refusal[1]
        == "missing_parameter"
    )
    assert (
        ask("/v1/fixtures/0/odds/history?bookmaker=nobody&market=x", plan="pro").refusal[1]
        == "invalid_market"
    )
    assert (
        ask("/v1/fixtures/0/odds/history?page=x&bookmaker=nobody&market=cards").refusal[1]
        == "invalid_bookmaker"
    )
    assert ask("/v1/fixtures/0/odds/history?page=x&market=cards", plan="pro").refusal == (
        400,
        "invalid_parameter",
        "page",
    )
    assert (
        ask("/v1/fixtures/0/odds/history?bookmaker=marlin&market=cards", plan="pro").refusal[1]
        == "invalid_market"
    )
    assert (
        ask("/v1/fixtures/0/odds/history?market=cards", plan="pro").refusal[1]
        == "insufficient_plan"
    )
    assert ask("/v1/fixtures/0/odds/history?market=cards").refusal[1] == "fixture_not_found"


def test_a_league_without_tables_says_so_before_the_season_is_looked_at(ask: Asker) -> None:
    assert ask("/v1/standings?league=11&season=1999").refusal == (
        404,
        "standings_not_available",
        "league",
    )


def test_a_team_is_looked_up_after_the_plan_rules_of_the_parameters(ask: Asker) -> None:
    assert ask("/v1/teams/0/fixtures?include=odds", plan="free").refusal[1] == "insufficient_plan"
    assert ask("/v1/teams/0/fixtures?include=odds", plan="pro").refusal[1] == "team_not_found"
