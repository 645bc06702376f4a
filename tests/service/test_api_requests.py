"""What a request may look like: paths, names, numbers, pages, includes. Contract 1, 4, 7."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.asking import Asker, change

FROM_SATURDAY = "/v1/fixtures?start_time=1773446400"


@pytest.mark.parametrize("target", ["/v1/fixtures/1001", "/v1/fixtures/404", "/v1/leagues/7"])
def test_head_is_answered_as_get(ask: Asker, target: str) -> None:
    got, head = ask(target), ask(target, method="HEAD")
    assert head.status == got.status
    own = b"x-ratelimit-remaining"
    assert [header for header in head.answer.all_headers if header[0] != own] == [
        header for header in got.answer.all_headers if header[0] != own
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/matches",
        "/v1/fixtures/",
        "/v1//fixtures",
        "//v1/fixtures",
        "/v1/fixtures//odds",
        "/v2/fixtures",
        "/v1/fixtures/1/corners",
        "/v1/Fixtures",
        "/v1/leagues/10/",
        "/v1/fixtures/{id}/odd",
        "/fixtures",
        "/",
    ],
)
def test_an_unknown_path_is_404_after_the_key(ask: Asker, path: str) -> None:
    assert ask(path, headers={}).refusal[1] == "missing_api_key"
    assert ask(path).refusal == (404, "resource_not_found", None)


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/v1/fixtures/", "/v1/fixtures"),
        ("/v1//fixtures", "/v1/fixtures"),
        ("/v1/fixture/1001", "/v1/fixtures/1001"),
        ("/v1/fixtures/1001/odds/", "/v1/fixtures/1001/odds"),
        ("/v1/fixtures/1001/statistic", "/v1/fixtures/1001/statistics"),
        ("/v1/League/10/fixtures", "/v1/leagues/10/fixtures"),
        ("/v1/standing", "/v1/standings"),
    ],
)
def test_the_message_of_an_unknown_path_names_a_near_one(ask: Asker, path: str, near: str) -> None:
    assert ask(path).error["message"].endswith(f"did you mean {near}?")


def test_the_message_of_a_far_path_names_none(ask: Asker) -> None:
    assert "did you mean" not in ask("/v1/weather").error["message"]


NO_IDS = ["abc", "0", "-1", "1.0", "+1", "1e3", "9223372036854775808", "\u0661", "1001 ", "999999"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/fixtures/{}", "fixture_not_found"),
        ("/v1/fixtures/{}/odds", "fixture_not_found"),
        ("/v1/fixtures/{}/odds/history?market=corner", "fixture_not_found"),
        ("/v1/fixtures/{}/events", "fixture_not_found"),
        ("/v1/fixtures/{}/statistics", "fixture_not_found"),
        ("/v1/leagues/{}", "league_not_found"),
        ("/v1/leagues/{}/fixtures", "league_not_found"),
        ("/v1/teams/{}", "team_not_found"),
        ("/v1/teams/{}/fixtures", "team_not_found"),
    ],
)
def test_a_path_id_that_names_nothing_is_the_resources_own_404(
    ask: Asker, path: str, code: str
) -> None:
    refusals = {text: ask(path.format(text)).refusal for text in NO_IDS}
    assert refusals == dict.fromkeys(NO_IDS, (404, code, None))


def test_leading_zeros_do_no_harm(ask: Asker) -> None:
    assert ask("/v1/fixtures/0001001").data["id"] == 1001
    assert ask("/v1/fixtures?league=0010&page=01").ids == ask("/v1/fixtures?league=10").ids


@pytest.mark.parametrize("text", ["%2B10", "-10", "10.0", "1_0", "%D9%A1", "0x10", "%2010", ""])
def test_an_integer_is_ascii_digits_alone(ask: Asker, text: str) -> None:
    assert ask(f"/v1/fixtures?league={text}").refusal == (400, "invalid_parameter", "league")


@pytest.mark.parametrize("name", ["page", "per_page", "league"])
def test_a_number_of_too_many_digits_is_refused(ask: Asker, name: str) -> None:
    reply = ask(f"/v1/fixtures?{name}={'9' * 4301}")
    assert reply.refusal == (400, "invalid_parameter", name)
    assert reply.error["message"] == f"{name} is a number of 4,301 digits; at most 4,300 are read"
    assert ask(f"/v1/fixtures?start_time={'9' * 4301}").refusal == (
        400,
        "invalid_time",
        "start_time",
    )


@pytest.mark.parametrize(
    "number", ["9223372036854775808", "9" * 20, "9" * 4300, "0009223372036854775808"]
)
def test_a_number_above_the_largest_id_is_given_back_as_it_was_sent(
    ask: Asker, number: str
) -> None:
    sent = number.lstrip("0")
    reply = ask(f"/v1/leagues?page={number}&per_page={number}")
    pagination = reply.answer.body.content.partition(b'"pagination":')[2]
    assert reply.status == 200
    assert pagination == f'{{"page":{sent},"per_page":100,"count":0,"has_more":false}}}}'.encode()
    assert ask(f"/v1/fixtures?page={number}").answer.body.content.endswith(
        pagination.replace(b"100", b"50")
    )
    for target in (
        f"/v1/fixtures?league={number}",
        f"/v1/teams?league={number}",
        f"/v1/standings?league={number}",
    ):
        assert ask(target).refusal == (404, "league_not_found", "league")
        assert ask(target).error["message"] == f"no league has the id {sent}"
    for path in ("fixtures", "leagues", "teams"):
        assert repr(number) in ask(f"/v1/{path}/{number}").error["message"]


def test_a_number_above_the_largest_id_is_not_the_largest_id(
    ask_own: Asker, own_database: Path
) -> None:
    change(own_database, "insert into retired_league (id, survivor_id) values (?, 10)", 2**63 - 1)
    assert ask_own(f"/v1/fixtures?league={2**63 - 1}").refusal[1] == "league_moved"
    assert ask_own(f"/v1/fixtures?league={2**63}").refusal[1] == "league_not_found"


def test_an_id_of_another_provider_resolves_nowhere(ask: Asker) -> None:
    assert ask("/v1/fixtures/555").refusal[1] == "fixture_not_found"


def test_names_are_case_sensitive_and_all_unknown_ones_named(ask: Asker) -> None:
    reply = ask("/v1/fixtures?Status=live&league=10&foo=1")
    assert reply.refusal == (400, "unknown_parameter", "Status")
    assert "Status (did you mean status?)" in reply.error["message"]
    assert "foo" in reply.error["message"]


@pytest.mark.parametrize(
    ("target", "instead"),
    [
        ("/v1/fixtures?date=1", "start_time and end_time"),
        ("/v1/fixtures?from=1", "start_time"),
        ("/v1/fixtures?to=1", "end_time"),
        ("/v1/fixtures?limit=1", "per_page"),
        ("/v1/fixtures?offset=1", "page"),
        ("/v1/leagues/10/fixtures?sort=1", "order"),
        ("/v1/fixtures?language=ja", "lang"),
        ("/v1/fixtures?locale=ja", "lang"),
        ("/v1/fixtures/1001/odds?bookmaker=kestrel", "bookmakers"),
        ("/v1/fixtures/1001/odds/history?market=1x2&bookmakers=kestrel", "bookmaker"),
        ("/v1/fixtures?team=1", "/v1/teams/{id}/fixtures"),
        ("/v1/fixtures?leage=1", "league"),
        ("/v1/standings?league=10&seasons=1", "season"),
    ],
)
def test_an_unknown_name_gets_its_equivalent_or_nearest(
    ask: Asker, target: str, instead: str
) -> None:
    assert f"(did you mean {instead}?)" in ask(target).error["message"]


def test_an_equivalent_that_the_endpoint_does_not_know_is_not_named(ask: Asker) -> None:
    assert "did you mean" not in ask("/v1/fixtures?sort=asc").error["message"]
    assert "did you mean" not in ask("/v1/status?date=1").error["message"]
    assert ask("/v1/fixtures?order=asc").refusal == (400, "unknown_parameter", "order")


def test_a_value_is_percent_decoded(ask: Asker) -> None:
    assert ask("/v1/fixtures?%6Ceague=%31%30").ids == ask("/v1/fixtures?league=10").ids
    assert ask("/v1/teams?search=alder+town").ids == [1]


def test_a_message_carries_what_json_can_not(ask: Asker) -> None:
    assert ask("/v1/fixtures?status=%FF%00").refusal[1] == "invalid_status"
    assert ask("/v1/\udcff").refusal[1] == "resource_not_found"


@pytest.mark.parametrize(
    ("target", "effective"),
    [
        ("/v1/fixtures", 50),
        ("/v1/fixtures?per_page=100", 100),
        ("/v1/fixtures?per_page=101", 100),
        ("/v1/fixtures?per_page=99999999999999999999", 100),
        ("/v1/fixtures?per_page=100&include=events", 50),
        ("/v1/fixtures?per_page=20&include=events", 20),
        ("/v1/fixtures?status=live&per_page=500", 500),
        ("/v1/fixtures?status=live&per_page=501", 500),
        ("/v1/fixtures?status=live", 50),
        ("/v1/fixtures?status=live&per_page=500&include=odds", 50),
        ("/v1/leagues/10/fixtures?status=live&per_page=500", 100),
        ("/v1/leagues/10/fixtures?include=odds&per_page=100", 50),
        ("/v1/teams/1/fixtures?include=stats&per_page=100", 50),
        ("/v1/countries?per_page=500", 100),
        ("/v1/leagues?per_page=500", 100),
        ("/v1/teams?per_page=500", 100),
        ("/v1/bookmakers?per_page=500", 100),
        ("/v1/fixtures/1001/odds/history?market=1x2&per_page=500", 100),
    ],
)
def test_per_page_is_clamped_to_its_bound(ask: Asker, target: str, effective: int) -> None:
    assert ask(target).json["pagination"]["per_page"] == effective


def test_pages_follow_one_another_until_there_is_no_more(ask: Asker) -> None:
    def pages() -> Iterator[dict[str, object]]:
        for page in (1, 2, 3):
            yield ask(f"/v1/fixtures?league=10&per_page=2&page={page}").json

    first, second, third = pages()
    assert [row["id"] for body in (first, second, third) for row in body["data"]] == [
        1006,
        1002,
        1007,
        1003,
        1004,
    ]
    assert first["pagination"] == {"page": 1, "per_page": 2, "count": 2, "has_more": True}
    assert second["pagination"] == {"page": 2, "per_page": 2, "count": 2, "has_more": True}
    assert third["pagination"] == {"page": 3, "per_page": 2, "count": 1, "has_more": False}


@pytest.mark.parametrize(
    "target",
    [
        "/v1/fixtures?page=99",
        "/v1/countries?page=99",
        "/v1/bookmakers?page=9",
        "/v1/leagues?page=9",
        "/v1/teams?page=9",
        "/v1/fixtures?page=99999999999999999999999",
        "/v1/teams/1/fixtures?page=9223372036854775807",
    ],
)
def test_a_page_beyond_the_end_is_empty(ask: Asker, target: str) -> None:
    reply = ask(target)
    assert reply.data == []
    assert (reply.json["pagination"]["count"], reply.json["pagination"]["has_more"]) == (0, False)


@pytest.mark.parametrize("target", ["/v1/fixtures", "/v1/standings", "/v1/teams"])
def test_an_unknown_league_is_404(ask: Asker, target: str) -> None:
    assert ask(f"{target}?league=99999999999999999999").refusal == (
        404,
        "league_not_found",
        "league",
    )


@pytest.mark.parametrize(
    "target",
    [
        "/v1/fixtures?league=15",
        "/v1/leagues?country=IS",
        "/v1/fixtures?league=14",
        "/v1/fixtures?league=10&esports=true",
    ],
    ids=[
        "no match in the window",
        "no league in the country",
        "e-football unasked",
        "football among e-football",
    ],
)
def test_nothing_found_of_something_known_is_an_empty_list(ask: Asker, target: str) -> None:
    assert ask(target).data == []


@pytest.mark.parametrize(
    "text", ["Odds", "odds,%20events", "odds,,events", ",odds", "odds,", "statistics"]
)
def test_include_takes_exact_names(ask: Asker, text: str) -> None:
    assert ask(f"/v1/fixtures?include={text}").refusal == (400, "invalid_include", "include")


def test_a_name_twice_in_include_is_taken_once(ask: Asker) -> None:
    twice = ask(f"{FROM_SATURDAY}&include=stats,odds,stats").json
    assert twice == ask(f"{FROM_SATURDAY}&include=odds,stats").json


def test_the_single_fixture_takes_no_include_odds(ask: Asker) -> None:
    assert ask("/v1/fixtures/1001?include=odds").refusal == (400, "invalid_include", "include")


@pytest.mark.parametrize(
    "target",
    ["/v1/fixtures?league=10", "/v1/leagues/10/fixtures", "/v1/teams/1/fixtures"],
    ids=["day", "league", "team"],
)
def test_rows_expand_in_the_shapes_of_the_endpoints_of_a_fixture(ask: Asker, target: str) -> None:
    mark = "&" if "?" in target else "?"
    for row in ask(f"{target}{mark}include=odds,events,stats").data:
        one = f"/v1/fixtures/{row['id']}"
        assert row["odds"] == ask(one).data["odds"]
        assert row["events"] == ask(f"{one}/events").data["events"]
        assert row["statistics"] == ask(f"{one}/statistics").data["statistics"]


def test_rows_carry_nothing_that_was_not_asked_for(ask: Asker) -> None:
    plain = set(ask("/v1/fixtures").data[0])
    assert plain == {
        "id",
        "league",
        "teams",
        "kickoff_utc",
        "kickoff_ts",
        "status",
        "goals",
        "corners",
        "cards",
    }
    assert set(ask("/v1/fixtures?include=events").data[0]) == plain | {"events"}
    assert "statistics" not in ask("/v1/fixtures/1001").data
