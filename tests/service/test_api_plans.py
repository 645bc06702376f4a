"""Plans, history, competitions outside a plan, languages, retired leagues. Contract 4, 6, 12, 18, 19."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.football.terms import FREE, PLANS, PRO, Rate
from tests.service.asking import Asker, change
from tests.service.small_football import NOW

DAY = 86_400
TEAMS = {
    "of free competitions": 1,
    "of free and pro ones": 8,
    "of pro and ultra ones": 4,
    "of ultra ones": 5,
    "without fixtures": 2001,
}


@pytest.fixture
def ask_teams(ask_own: Asker, own_database: Path) -> Asker:
    """Asks a service whose teams are those of TEAMS: the eighth plays fixture 1201 in place of the fifth."""
    change(own_database, "update fixture set away_id = 8 where id = 1201")
    change(
        own_database, "update team_fixture set team_id = 8 where fixture_id = 1201 and team_id = 5"
    )
    change(own_database, "insert into team (id, name) values (2001, 'Newcomers')")
    return ask_own


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("plan", "now", "floor"),
    [
        ("free", "2026-03-14T15:30", "2025-12-14"),
        ("pro", "2026-03-14T15:30", "2025-03-14"),
        ("ultra", "2026-03-14T15:30", "2014-01-01"),
        ("free", "2026-05-31T00:00", "2026-02-28"),
        ("free", "2024-05-31T23:59", "2024-02-29"),
        ("free", "2026-01-31T12:00", "2025-10-31"),
        ("pro", "2024-02-29T12:00", "2023-02-28"),
        ("free", "2026-12-30T12:00", "2026-09-30"),
    ],
)
def test_history_reaches_back_to_midnight_some_months_ago(
    ask: Asker, plan: str, now: str, floor: str
) -> None:
    ask.now = at(now)
    assert ask(f"/v1/fixtures?start_time={at(floor)}", plan=plan).status == 200
    reply = ask(f"/v1/fixtures?start_time={at(floor) - 1}", plan=plan)
    assert reply.refusal == (403, "insufficient_plan", "start_time")
    assert floor in reply.error["message"]
    assert ask("/v1/status", plan=plan).data["limits"]["history_start"] == at(floor)


def test_the_effective_start_counts_where_the_end_alone_is_sent(ask: Asker) -> None:
    floor = at("2025-12-14")
    assert ask(f"/v1/fixtures?end_time={floor + DAY}", plan="free").status == 200
    assert ask(f"/v1/fixtures?end_time={floor + DAY - 1}", plan="free").refusal == (
        403,
        "insufficient_plan",
        "end_time",
    )


def test_history_bounds_no_season_team_or_fixture(ask: Asker) -> None:
    assert ask("/v1/leagues/10/fixtures?season=24/25", plan="free").ids == [900]
    assert 900 in ask("/v1/teams/1/fixtures?start_time=0", plan="free").ids
    assert ask("/v1/fixtures/900", plan="free").data["id"] == 900


def test_a_key_may_carry_a_history_of_its_own(ask: Asker) -> None:
    key = ask.accounts.create(FREE, now=int(ask.now), history_from_ts=at("2001-08-01"))
    assert ask(f"/v1/fixtures?start_time={at('2001-08-01')}", key=key).data == []
    assert (
        ask(f"/v1/fixtures?start_time={at('2001-07-31')}", key=key).refusal[1]
        == "insufficient_plan"
    )
    assert ask("/v1/status", key=key).data["limits"]["history_start"] == at("2001-08-01")


def test_a_key_may_carry_an_allowance_of_its_own(ask: Asker) -> None:
    key = ask.accounts.create(PRO, now=int(ask.now), rate=Rate(6000, 3600))
    reply = ask("/v1/status", key=key)
    assert reply.data["plan"] == "pro"
    assert (reply.data["limits"]["rate_limit"], reply.data["limits"]["rate_window_seconds"]) == (
        6000,
        3600,
    )
    assert reply.headers["X-RateLimit-Limit"] == "6000"
    assert reply.headers["X-RateLimit-Remaining"] == "5999" == str(reply.data["usage"]["remaining"])


@pytest.mark.parametrize(
    ("plan", "limit", "seconds"), [("free", 60, 3600), ("pro", 10, 60), ("ultra", 40, 60)]
)
def test_each_plan_has_its_window_aligned_to_the_epoch(
    ask: Asker, plan: str, limit: int, seconds: int
) -> None:
    key = ask.accounts.create(PLANS[plan], now=int(ask.now))
    reset = (int(ask.now) // seconds + 1) * seconds
    for spent in range(1, limit + 1):
        headers = ask("/v1/nowhere", key=key).headers
        assert headers["X-RateLimit-Limit"] == str(limit)
        assert headers["X-RateLimit-Remaining"] == str(limit - spent)
        assert headers["X-RateLimit-Reset"] == str(reset)
    assert ask("/v1/status", key=key).status == 429
    ask.now = reset
    assert ask("/v1/status", key=key).data["usage"] == {
        "today": limit + 1,
        "window": 1,
        "remaining": limit - 1,
        "reset": reset + seconds,
    }


@pytest.mark.parametrize(
    "target", ["/v1/fixtures", "/v1/leagues/10/fixtures", "/v1/teams/1/fixtures"]
)
def test_odds_on_lists_need_pro(ask: Asker, target: str) -> None:
    reply = ask(f"{target}?include=events,odds", plan="free")
    assert reply.refusal == (403, "insufficient_plan", "include")
    assert reply.error["type"] == "permission_error"
    assert "include=odds" in reply.error["message"]
    assert ask(f"{target}?include=events", plan="free").status == 200
    assert (
        ask(f"{target}?include=odds", plan="pro").status
        == ask(f"{target}?include=odds").status
        == 200
    )


def test_the_default_odds_of_a_fixture_are_open_to_all(ask: Asker) -> None:
    assert ask("/v1/fixtures/1001", plan="free").data["odds"]["corner_line"]["opening"] == 10.0
    assert ask("/v1/fixtures/1001/odds", plan="free").status == 200
    assert ask("/v1/fixtures/1001/odds?bookmakers=kestrel&market=btts", plan="free").status == 200


@pytest.mark.parametrize("plan", ["free", "pro"])
def test_other_bookmakers_need_ultra(ask: Asker, plan: str) -> None:
    reply = ask("/v1/fixtures/1001/odds?bookmakers=kestrel,bluebird", plan=plan)
    assert reply.refusal == (403, "insufficient_plan", "bookmakers")
    assert "bluebird" in reply.error["message"] and "Ultra" in reply.error["message"]


@pytest.mark.parametrize("plan", ["free", "pro"])
def test_the_odds_history_needs_ultra(ask: Asker, plan: str) -> None:
    reply = ask("/v1/fixtures/1001/odds/history?market=corner", plan=plan)
    assert reply.refusal == (403, "insufficient_plan", None)
    assert "odds history" in reply.error["message"]


@pytest.mark.parametrize(
    "target",
    [
        "/v1/fixtures?league=12",
        "/v1/fixtures?league=12&status=live",
        "/v1/leagues/12",
        "/v1/leagues/12/fixtures",
        "/v1/teams?league=12",
        "/v1/standings?league=12",
        "/v1/fixtures/1201",
        "/v1/fixtures/1201/odds",
        "/v1/fixtures/1201/events",
        "/v1/fixtures/1201/statistics",
    ],
)
def test_a_competition_outside_the_plan_is_403_where_it_is_named(ask: Asker, target: str) -> None:
    reply = ask(target, plan="free")
    assert reply.refusal[:2] == (403, "insufficient_plan")
    assert "Gold League" in reply.error["message"] and "Pro" in reply.error["message"]
    assert reply.error.get("param") == ("league" if "league=" in target else None)
    assert ask(target, plan="pro").status == 200


def test_lists_leave_out_competitions_outside_the_plan(ask: Asker) -> None:
    assert ask("/v1/fixtures?status=live", plan="free").ids == [1003]
    assert ask("/v1/fixtures?status=live", plan="pro").ids == [1201, 1003]
    assert ask("/v1/fixtures?status=live", plan="ultra").ids == [1201, 1301, 1003]
    assert ask("/v1/leagues", plan="free").ids == [10, 11, 15, 16]
    assert ask("/v1/leagues?country=DE", plan="pro").ids == [12]


@pytest.mark.parametrize(
    "query", ["", "?status=live", "?status=finished&order=asc", "?start_time=4000000000", "?page=9"]
)
@pytest.mark.parametrize(
    ("team", "needs", "statuses"),
    [
        ("of free competitions", "free", (200, 200, 200)),
        ("of free and pro ones", "free", (200, 200, 200)),
        ("of pro and ultra ones", "pro", (403, 200, 200)),
        ("of ultra ones", "ultra", (403, 403, 200)),
        ("without fixtures", "free", (200, 200, 200)),
    ],
)
def test_a_team_all_of_whose_fixtures_are_outside_the_plan_is_403(
    ask_teams: Asker, team: str, needs: str, statuses: tuple[int, ...], query: str
) -> None:
    replies = {
        plan: ask_teams(f"/v1/teams/{TEAMS[team]}/fixtures{query}", plan=plan) for plan in PLANS
    }
    assert tuple(reply.status for reply in replies.values()) == statuses
    refusals = [reply for reply in replies.values() if reply.status == 403]
    assert {reply.refusal for reply in refusals} <= {(403, "insufficient_plan", None)}
    assert all(PLANS[needs].title in reply.error["message"] for reply in refusals)


def test_a_team_of_several_plans_has_the_fixtures_of_the_key_s_plan(ask_teams: Asker) -> None:
    target = f"/v1/teams/{TEAMS['of free and pro ones']}/fixtures?order=asc"
    assert ask_teams(target, plan="free").ids == [1601, 1602]
    assert ask_teams(target, plan="pro").ids == [1601, 1602, 1201]
    assert ask_teams(f"/v1/teams/{TEAMS['of ultra ones']}", plan="free").data["name"] == "Erle 04"


def test_what_is_left_out_takes_no_place_on_a_page(ask: Asker) -> None:
    reply = ask("/v1/fixtures?per_page=3&page=2", plan="free")
    assert reply.ids == [1003, 1101, 1004]
    assert reply.json["pagination"] == {"page": 2, "per_page": 3, "count": 3, "has_more": False}


def test_odds_come_in_the_order_asked_for_without_doubles(ask: Asker) -> None:
    entries = ask(
        "/v1/fixtures/1001/odds?bookmakers=marlin,kestrel,bluebird,kestrel&market=corner"
    ).data["bookmakers"]
    assert [entry["slug"] for entry in entries] == ["marlin", "kestrel", "bluebird"]
    assert [list(entry["odds"]) for entry in entries] == [["corner_line"]] * 3


def test_an_empty_slug_hides_no_unknown_one(ask: Asker) -> None:
    reply = ask("/v1/fixtures/1001/odds?bookmakers=kestrel,,nobody")
    assert reply.refusal == (400, "invalid_bookmakers", "bookmakers")
    assert "nobody" in reply.error["message"]


@pytest.mark.parametrize("slugs", ["Kestrel", "kestrel,%20bluebird", "kestrel,", "", "%20kestrel"])
def test_slugs_are_exact(ask: Asker, slugs: str) -> None:
    assert ask(f"/v1/fixtures/1001/odds?bookmakers={slugs}").refusal == (
        400,
        "invalid_bookmakers",
        "bookmakers",
    )


@pytest.mark.parametrize(
    "market",
    ["corner_asian", "cards", "cards_asian", "asian_half", "goalline_half", "corner_half", "btts"],
)
def test_a_market_that_one_of_the_bookmakers_does_not_carry_is_refused(
    ask: Asker, market: str
) -> None:
    reply = ask(f"/v1/fixtures/1001/odds?bookmakers=kestrel,bluebird&market={market}")
    assert reply.refusal == (400, "invalid_market", "market")
    assert ask(f"/v1/fixtures/1001/odds?market={market}").status == 200


def test_a_market_that_is_settled_and_no_part_of_the_service_is_refused(ask: Asker) -> None:
    assert ask("/v1/fixtures/1001/odds?market=home_corners").refusal == (
        400,
        "invalid_market",
        "market",
    )


@pytest.mark.parametrize(
    ("market", "key"),
    [
        ("1x2", "1x2"),
        ("asian", "asian_handicap"),
        ("goalline", "goal_line"),
        ("corner", "corner_line"),
        ("corner_asian", "corner_asian"),
        ("cards", "card_line"),
        ("cards_asian", "card_asian"),
        ("asian_half", "asian_handicap_half"),
        ("goalline_half", "goal_line_half"),
        ("corner_half", "corner_line_half"),
        ("btts", "btts"),
    ],
)
def test_a_market_parameter_gives_its_key_alone(ask: Asker, market: str, key: str) -> None:
    (entry,) = ask(f"/v1/fixtures/1001/odds?market={market}").data["bookmakers"]
    assert list(entry["odds"]) == [key]


def test_names_are_translated_one_by_one(ask: Asker) -> None:
    (row,) = ask("/v1/fixtures?league=10&status=live&lang=JA").data
    assert row["league"] == {"id": 10, "name": "ファースト"}
    assert row["teams"]["home"]["name"] == "オルダー"
    assert row["teams"]["away"]["name"] == "Cedar Athletic"
    single = ask("/v1/fixtures/1001?lang=ja").data
    assert single["teams"] == {
        "home": {"id": 1, "name": "オルダー"},
        "away": {"id": 2, "name": "Birch United"},
    }
    assert ask("/v1/leagues/10?lang=ja").data["country"] == {
        "code": "GB-ENG",
        "name": "イングランド",
    }
    assert ask("/v1/leagues?lang=de&search=erste").data[0]["name"] == "Erste Liga"
    assert ask("/v1/teams/4?lang=de").data == {
        "id": 4,
        "name": "Dünen SV",
        "country": {"code": "DE", "name": "Deutschland"},
    }
    assert ask("/v1/countries?lang=de&search=deutsch").data == [
        {"code": "DE", "name": "Deutschland", "type": "country"}
    ]
    table = ask("/v1/standings?league=10&lang=ja").data
    assert table["league"]["name"] == "ファースト"
    assert [row["team"]["name"] for row in table["table"]] == [
        "オルダー",
        "Cedar Athletic",
        "Birch United",
    ]


def test_a_blank_translation_falls_back_to_english(ask: Asker) -> None:
    assert ask("/v1/teams/2?lang=ja").data["name"] == "Birch United"
    (row,) = [row for row in ask("/v1/fixtures?league=10&lang=ja").data if row["id"] == 1002]
    assert row["teams"]["home"]["name"] == "Birch United"


def test_english_is_the_same_as_no_language(ask: Asker) -> None:
    assert (
        ask("/v1/fixtures?lang=en").json
        == ask("/v1/fixtures?lang=EN").json
        == ask("/v1/fixtures").json
    )


@pytest.mark.parametrize(
    "langs",
    ["ar cs da de el es fr id it ja ko", "nl pl pt ru sv th tr vi zh-cn zh-tw", "ZH-CN Zh-tw"],
)
def test_the_21_languages_are_taken_in_any_case(ask: Asker, langs: str) -> None:
    assert {ask(f"/v1/teams/1?lang={lang}").status for lang in langs.split()} == {200}


def test_a_sign_that_only_folds_to_a_letter_is_no_letter_of_a_language(ask: Asker) -> None:
    kelvin = "%E2%84%AA"
    assert ask(f"/v1/teams/1?lang={kelvin}o").refusal == (400, "invalid_lang", "lang")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("gb-eng", 200),
        ("Gb-Nir", 200),
        ("de", 200),
        ("XK", 200),
        ("world", 200),
        ("Europe", 200),
        ("XX", 400),
        ("ENG", 400),
        ("GB-NONE", 400),
        ("DEU", 400),
        ("%C3%9F%C3%9F", 400),
        ("%C3%9F", 400),
        ("%EF%AC%81", 400),
    ],
)
def test_a_country_is_a_listed_code_in_any_case(ask: Asker, code: str, status: int) -> None:
    assert ask(f"/v1/leagues?country={code}").status == status


@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/v1/leagues/8", "/v1/leagues/10"),
        ("/v1/leagues/7", "/v1/leagues/10"),
        ("/v1/leagues/07?lang=ja", "/v1/leagues/10?lang=ja"),
        (
            "/v1/leagues/7/fixtures?order=asc&season=24%2F25",
            "/v1/leagues/10/fixtures?order=asc&season=24%2F25",
        ),
        ("/v1/fixtures?status=live&league=7&lang=ja", "/v1/fixtures?status=live&league=10&lang=ja"),
        ("/v1/fixtures?%6Ceague=7", "/v1/fixtures?%6Ceague=10"),
        ("/v1/teams?league=8&search=a%20b", "/v1/teams?league=10&search=a%20b"),
        ("/v1/standings?type=total&league=7", "/v1/standings?type=total&league=10"),
    ],
)
def test_a_retired_league_answers_301_to_its_last_survivor(
    ask: Asker, target: str, location: str
) -> None:
    reply = ask(target)
    assert (reply.status, reply.error["code"], reply.error["type"]) == (
        301,
        "league_moved",
        "moved",
    )
    assert reply.error["canonical_id"] == 10
    assert reply.headers["Location"] == location
    assert ask(location).status == 200


def test_a_retired_league_names_the_parameter_that_was_sent(ask: Asker) -> None:
    assert ask("/v1/fixtures?league=7").refusal == (301, "league_moved", "league")
    assert ask("/v1/leagues/7").refusal == (301, "league_moved", None)


def test_a_retired_id_moves_before_the_plan_of_its_survivor_is_looked_at(ask: Asker) -> None:
    assert ask("/v1/leagues/9", plan="free").error["canonical_id"] == 13
    assert ask("/v1/leagues/13", plan="free").refusal[1] == "insufficient_plan"


@pytest.mark.parametrize(
    ("query", "param", "start"),
    [
        ("", None, "2026-03-14T00:00:00+00:00"),
        (f"?start_time={NOW}", "start_time", "2026-03-14T15:30:00+00:00"),
        (f"?end_time={NOW}", "end_time", "2026-03-13T15:30:00+00:00"),
        (f"?start_time={NOW}&end_time={NOW + 1}", "start_time", "2026-03-14T15:30:00+00:00"),
    ],
)
def test_a_window_before_the_history_blames_what_was_sent(
    ask: Asker, query: str, param: str | None, start: str
) -> None:
    key = ask.accounts.create(FREE, now=int(ask.now), history_from_ts=NOW + 86_400)
    reply = ask(f"/v1/fixtures{query}", key=key)
    assert reply.refusal == (403, "insufficient_plan", param)
    assert reply.error["message"].startswith(
        f"the window's start {start} is older than the history of the Free plan"
    )
