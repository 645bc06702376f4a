"""The declarations of the contract equal the tables beside this module, which were typed by hand."""

import csv
from pathlib import Path

import pytest

from footydata.football.errors import ERRORS, MissingParameter, Moved
from footydata.football.markets import BY_PARAM, MARKETS
from footydata.football.terms import ENGLISH, LANGUAGES, PLANS, SUPPORTED_LANGUAGES, Part
from footydata.odds.markets import ALL_MARKETS, OWN_MARKETS
from footydata.service.endpoints import BY_NAME, ENDPOINTS, Endpoint
from tests.service.answered_errors import all_errors

SPEC = Path(__file__).parent


def table(name: str) -> list[dict[str, str]]:
    with (SPEC / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ERROR_ROWS = table("errors")
MARKET_ROWS = table("markets")
PLAN_ROWS = table("plans")
ENDPOINT_ROWS = table("endpoints")
PARAM_ROWS = table("params")


@pytest.mark.parametrize("row", ERROR_ROWS, ids=[row["code"] for row in ERROR_ROWS])
def test_an_error_has_the_status_and_type_of_the_table(row: dict[str, str]) -> None:
    error = ERRORS[row["code"]]
    assert (str(error.status), error.type) == (row["status"], row["type"])
    assert error.extension == (row["extension"] == "yes")


def test_no_error_stands_outside_the_table() -> None:
    assert list(ERRORS) and set(ERRORS) == {row["code"] for row in ERROR_ROWS}


def test_the_extensions_are_two() -> None:
    assert {code for code, error in ERRORS.items() if error.extension} == {
        "invalid_parameter",
        "method_not_allowed",
    }


def test_only_the_moved_carry_a_canonical_id() -> None:
    assert [code for code, error in ERRORS.items() if issubclass(error, Moved)] == ["league_moved"]


@pytest.mark.parametrize("row", MARKET_ROWS, ids=[row["param"] for row in MARKET_ROWS])
def test_a_market_has_the_names_and_shape_of_the_table(row: dict[str, str]) -> None:
    market = BY_PARAM[row["param"]]
    assert market.key == row["key"]
    assert " ".join(market.shape.selections) == row["selections"]
    assert market.shape.has_line == (row["has_line"] == "yes")
    assert market.in_summary == (row["in_summary"] == "yes")
    assert market.everywhere == (row["everywhere"] == "yes")
    if market.in_summary:
        assert " ".join(market.summary_periods) == row["summary_periods"]


def test_the_markets_stand_in_the_order_of_the_table() -> None:
    assert [market.param for market in MARKETS] == [row["param"] for row in MARKET_ROWS]


def test_no_market_of_our_own_has_a_name_of_the_service() -> None:
    own = {name for market in OWN_MARKETS for name in (market.key, market.param)}

    assert not own & {name for market in MARKETS for name in (market.key, market.param)}
    assert len({market.title.casefold() for market in ALL_MARKETS}) == len(ALL_MARKETS)


@pytest.mark.parametrize("row", PLAN_ROWS, ids=[row["plan"] for row in PLAN_ROWS])
def test_a_plan_has_the_limits_of_the_table(row: dict[str, str]) -> None:
    plan = PLANS[row["plan"]]
    assert (plan.rate.limit, plan.rate.seconds) == (
        int(row["rate_limit"]),
        int(row["rate_seconds"]),
    )
    assert ("" if plan.history_months is None else str(plan.history_months)) == row[
        "history_months"
    ]
    rights = [
        "yes" if right else "no"
        for right in (plan.odds_on_lists, plan.all_bookmakers, plan.odds_history)
    ]
    assert rights == [row["odds_on_lists"], row["all_bookmakers"], row["odds_history"]]


def test_the_plans_are_three() -> None:
    assert [plan.name for plan in sorted(PLANS.values(), key=lambda plan: plan.rank)] == [
        "free",
        "pro",
        "ultra",
    ]


@pytest.mark.parametrize("row", ENDPOINT_ROWS, ids=[row["name"] for row in ENDPOINT_ROWS])
def test_an_endpoint_has_the_path_and_group_of_the_table(row: dict[str, str]) -> None:
    endpoint = BY_NAME[row["name"]]
    assert (endpoint.path, endpoint.tag) == (row["path"], row["tag"])
    assert endpoint.paged == (row["paged"] == "yes")


def test_no_endpoint_stands_outside_the_table() -> None:
    assert [endpoint.name for endpoint in ENDPOINTS] == [row["name"] for row in ENDPOINT_ROWS]


def test_the_groups_are_seven() -> None:
    assert sorted({endpoint.tag for endpoint in ENDPOINTS}) == [
        "bookmakers",
        "countries",
        "fixtures",
        "leagues",
        "standings",
        "status",
        "teams",
    ]


def test_each_parameter_of_each_endpoint_has_a_row_in_its_order() -> None:
    declared = [(endpoint.name, param.name) for endpoint in ENDPOINTS for param in endpoint.params]
    assert [(row["endpoint"], row["parameter"]) for row in PARAM_ROWS] == declared


def test_a_parameter_is_required_where_the_table_says_so() -> None:
    declared = {
        (endpoint.name, param.name): "yes" if param.required else "no"
        for endpoint in ENDPOINTS
        for param in endpoint.params
    }
    listed = {(row["endpoint"], row["parameter"]): row["required"] for row in PARAM_ROWS}
    assert {key: declared.get(key) for key in listed} == listed


def test_only_what_needs_a_parameter_misses_one() -> None:
    missing = {endpoint.name for endpoint in ENDPOINTS if MissingParameter in all_errors(endpoint)}
    assert missing == {"fixture_odds_history", "standings", "teams"}


def test_the_parts_of_a_fixture_have_the_bits_that_stored_files_hold() -> None:
    assert {part.name: part.value for part in Part} == {
        "BASE": 1,
        "GOALS": 2,
        "HALF_GOALS": 4,
        "CORNERS": 8,
        "HALF_CORNERS": 16,
        "CARDS": 32,
        "STATISTICS": 64,
        "EVENTS": 128,
        "ODDS_SUMMARY": 256,
        "ODDS": 512,
        "ODDS_HISTORY": 1024,
        "ROUND": 2048,
        "REFEREE": 4096,
        "FURTHER_FIGURES": 8192,
        "KNOCKOUT": 16384,
        "VENUE": 32768,
        "BARE_RESULT": 65536,
    }


def test_the_languages_are_21_besides_english() -> None:
    assert (
        " ".join(LANGUAGES)
        == "ar cs da de el es fr id it ja ko nl pl pt ru sv th tr vi zh-cn zh-tw"
    )
    assert len(LANGUAGES) == 21
    assert (ENGLISH, *LANGUAGES) == SUPPORTED_LANGUAGES


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=[endpoint.name for endpoint in ENDPOINTS])
def test_an_endpoint_answers_with_the_listed_statuses(endpoint: Endpoint) -> None:
    statuses = {error.status for error in all_errors(endpoint)}
    names_a_resource = "{id}" in endpoint.path or any(
        param.name == "league" for param in endpoint.params
    )
    names_a_league = endpoint.path.startswith("/v1/leagues/") or any(
        param.name == "league" for param in endpoint.params
    )
    # 405 is an extension, 301 is what a league id may have become.
    assert statuses - {405} <= {400, 401, 403, 404, 429, 500} | ({301} if names_a_league else set())
    assert {400, 401, 429, 500} <= statuses
    assert (404 in statuses) == names_a_resource
