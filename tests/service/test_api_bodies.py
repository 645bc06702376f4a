"""Golden bodies of the small database, written by hand from the contract. Contract 10 to 15."""

import json
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from footydata.football.terms import PRO
from footydata.rules.standings import average
from footydata.service.client.reading import data_type
from footydata.service.wire.catalogue import CornerRow
from tests.service.asking import GOLDEN, Asker, as_text, change, golden
from tests.service.small_football import NOW


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("fixtures", "/v1/fixtures?league=10"),
        (
            "fixtures_expanded",
            "/v1/fixtures?start_time=1772841600&league=10&include=events,odds,stats",
        ),
        ("fixture", "/v1/fixtures/1001"),
        ("fixture_expanded", "/v1/fixtures/1001?include=stats,events"),
        ("fixture_odds", "/v1/fixtures/1001/odds?bookmakers=bluebird,kestrel"),
        ("fixture_odds_history", "/v1/fixtures/1001/odds/history?market=asian"),
        ("fixture_events", "/v1/fixtures/1001/events"),
        ("fixture_statistics", "/v1/fixtures/1001/statistics"),
        ("bookmakers", "/v1/bookmakers"),
        ("countries", "/v1/countries?search=NGL"),
        ("leagues", "/v1/leagues?country=gb-eng"),
        ("league", "/v1/leagues/10"),
        ("teams", "/v1/teams?search=pixel"),
        ("team", "/v1/teams/4"),
        ("standings_total", "/v1/standings?league=10"),
        ("standings_corner", "/v1/standings?league=10&season=24/25&type=corner"),
        ("standings_card", "/v1/standings?league=10&season=24/25&type=card"),
    ],
    ids=lambda value: value if isinstance(value, str) and not value.startswith("/") else "",
)
def test_an_endpoint_answers_its_golden_body(ask: Asker, name: str, target: str) -> None:
    assert as_text(ask(target).json) == golden(name)


def test_countries_lists_every_code_by_code(ask: Asker) -> None:
    rows = [
        row for page in (1, 2, 3) for row in ask(f"/v1/countries?per_page=100&page={page}").data
    ]
    codes = [row["code"] for row in rows]
    regions = [row["code"] for row in rows if row["type"] == "region"]
    assert codes == sorted(codes)
    assert regions == ["AFRICA", "AMERICAS", "ASIA", "EUROPE", "OCEANIA", "WORLD"]
    assert {"GB-ENG", "GB-SCT", "GB-WLS", "GB-NIR", "XK", "GB", "JP"} <= set(codes)
    # 249 of ISO 3166-1, the four home nations, the six regions, Kosovo.
    assert len(codes) == 249 + 4 + 6 + 1


def test_a_season_id_is_the_league_season_id_of_its_fixtures(ask: Asker) -> None:
    newest_played = ask("/v1/leagues/10").data["seasons"][1]
    assert ask("/v1/fixtures/1001").data["league_season_id"] == newest_played["id"]


def test_what_is_not_recorded_is_null_inside_its_objects(ask: Asker) -> None:
    statistics = ask("/v1/fixtures/1003/statistics").data["statistics"]
    assert statistics["attacks"] == {"home": 20, "away": 11}
    assert statistics["possession"] == {"home": None, "away": None}
    assert statistics["first_half"]["attacks"] == {"home": None, "away": None}


def test_a_fixture_without_statistics_has_every_key(ask: Asker) -> None:
    nothing = {"home": None, "away": None}
    half = dict.fromkeys(
        ("attacks", "dangerous_attacks", "shots_on_target", "shots_off_target", "possession"),
        nothing,
    )
    assert ask("/v1/fixtures/1004/statistics").data["statistics"] == {**half, "first_half": half}


def test_a_fixture_without_events_has_an_empty_timeline(ask: Asker) -> None:
    assert ask("/v1/fixtures/1004/events").data == {"fixture_id": 1004, "events": []}
    assert ask("/v1/fixtures/1004?include=events").data["events"] == []


def test_a_fixture_without_odds_has_every_market(ask: Asker) -> None:
    summary = ask("/v1/fixtures/1004").data["odds"]
    (entry,) = ask("/v1/fixtures/1004/odds").data["bookmakers"]
    assert len(summary) == 10 and len(entry["odds"]) == 11
    assert {period for market in summary.values() for period in market.values()} == {None}
    assert summary["goal_line_half"] == {"closing": None, "inplay": None}
    assert entry["odds"]["goal_line_half"] == {"opening": None, "closing": None, "inplay": None}


def test_another_bookmaker_has_four_markets_whatever_is_recorded(ask: Asker) -> None:
    (entry,) = ask("/v1/fixtures/1001/odds?bookmakers=bluebird").data["bookmakers"]
    assert list(entry["odds"]) == ["1x2", "asian_handicap", "goal_line", "corner_line"]


def test_ticks_of_a_market_without_a_line_have_none(ask: Asker) -> None:
    (tick,) = ask("/v1/fixtures/1001/odds/history?market=1x2").data["ticks"]
    assert list(tick) == ["recorded_at", "minute", "home", "draw", "away", "score"]


def test_the_history_is_paged_by_ticks(ask: Asker) -> None:
    reply = ask("/v1/fixtures/1001/odds/history?market=asian&per_page=2&page=2")
    assert [tick["minute"] for tick in reply.data["ticks"]] == [45]
    assert reply.json["pagination"] == {"page": 2, "per_page": 2, "count": 1, "has_more": False}


def test_status_tells_plan_limits_and_usage(ask: Asker) -> None:
    key = ask.accounts.create(PRO, now=int(ask.now), expires_ts=1775001600)
    for _ in range(2):
        ask("/v1/bookmakers", key=key)
    body = as_text(ask("/v1/status", key=key).json)
    assert body == golden("status").replace("<prefix>", key[:12])


def test_status_of_ultra_has_no_months(ask: Asker) -> None:
    limits = ask("/v1/status").data["limits"]
    assert limits["history_months"] is None
    assert limits["history_start"] == 1388534400  # 2014-01-01
    assert limits["rate_limit"] == 1_000_000


def test_a_list_may_be_searched_without_case_and_accents(ask: Asker) -> None:
    assert ask("/v1/teams?search=DUNEN").ids == [4]
    assert ask("/v1/teams?search=d%C3%BCn").ids == [4]
    assert ask("/v1/teams?search=duenen").ids == [4]
    assert [row["code"] for row in ask("/v1/countries?search=tuerk").data] == ["TR"]
    assert ask("/v1/leagues?search=fIrSt").ids == [10]
    assert ask("/v1/leagues?search=nothing").data == []


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.json")))
def test_the_models_read_and_give_back_each_golden_body(name: str) -> None:
    body = json.loads(golden(name))
    endpoint = name.removesuffix("_expanded") if not name.startswith("standings") else "standings"
    read = TypeAdapter(data_type(endpoint)).validate_python(body["data"])
    sent = [one.as_sent() for one in read] if isinstance(read, list) else read.as_sent()
    assert json.dumps(sent, sort_keys=True) == json.dumps(body["data"], sort_keys=True)


def test_first_half_corners_that_are_not_known_are_null(ask_own: Asker, own_database: Path) -> None:
    change(own_database, "update fixture set half_home_corners = null where id = 900")
    (row, _) = ask_own("/v1/standings?league=10&season=24/25&type=corner").data["table"]
    assert (row["total_for"], row["points"]) == (10, 3)
    assert set(row["first_half"].values()) == {None}
    assert TypeAdapter(CornerRow).validate_python(row).as_sent() == row


def test_a_database_without_bookmakers_has_no_odds(ask_own: Asker, own_database: Path) -> None:
    for table in ("odds", "odds_tick", "bookmaker"):
        change(own_database, f"delete from {table}")
    assert ask_own("/v1/bookmakers").data == []
    assert ask_own("/v1/fixtures/1001").data["odds"]["1x2"] == {
        "opening": None,
        "closing": None,
        "inplay": None,
    }
    assert ask_own("/v1/fixtures/1001/odds").data == {"fixture_id": 1001, "bookmakers": []}
    assert ask_own("/v1/fixtures/1001/odds/history?market=1x2").refusal == (
        404,
        "resource_not_found",
        None,
    )


def test_teams_without_a_finished_fixture_stand_with_zeros(
    ask_own: Asker, own_database: Path
) -> None:
    change(own_database, "insert into season_team (season_id, team_id) values (101, 3)")
    rows = ask_own("/v1/standings?league=10&season=24/25").data["table"]
    assert [row["position"] for row in rows] == [1, 2, 3]
    last = {row["team"]["id"]: row for row in rows}[3]
    assert (last["played"], last["points"], last["goal_difference"], last["form"]) == (0, 0, 0, "")


def test_a_season_without_any_fixture_has_no_table(ask: Asker) -> None:
    assert ask("/v1/standings?league=10&season=26/27").refusal == (
        404,
        "standings_not_available",
        "season",
    )


@pytest.mark.parametrize("kind", ["total", "corner", "card"])
def test_a_season_that_lies_ahead_has_a_table_of_zeros(
    ask_own: Asker, own_database: Path, kind: str
) -> None:
    change(
        own_database,
        "update fixture set season_id = 102, kickoff_ts = ?, round = 1 where id = 1005",
        NOW + 9_000_000,
    )
    table = ask_own(f"/v1/standings?league=10&season=26/27&type={kind}").data
    assert table["round"] is None
    assert {row["played"] for row in table["table"]} == {0}
    assert [row["position"] for row in table["table"]] == [1, 2, 3]


def test_deductions_are_shown_and_taken(ask_own: Asker, own_database: Path) -> None:
    change(
        own_database,
        "insert into points_adjustment (season_id, team_id, points, source) values (101, 1, -2, 'test')",
    )
    (row, _) = ask_own("/v1/standings?league=10&season=24/25").data["table"]
    assert (row["team"]["id"], row["points"], row["deduction"]) == (1, 1, 2)


def test_a_match_without_corners_counts_in_no_corner_table(
    ask_own: Asker, own_database: Path
) -> None:
    # It kicked off less than three hours ago, so it is not yet missed.
    change(
        own_database,
        "update fixture set season_id = 101, kickoff_ts = ? where id = 1002",
        NOW - 3600,
    )
    total, corner = (
        ask_own(f"/v1/standings?league=10&season=24/25&type={kind}").data
        for kind in ("total", "corner")
    )
    assert {row["team"]["id"]: row["played"] for row in total["table"]} == {1: 1, 2: 2, 3: 1}
    assert {row["team"]["id"]: row["played"] for row in corner["table"]} == {1: 1, 2: 1, 3: 0}


@pytest.mark.parametrize(
    ("total", "played", "expected"),
    [(1, 8, 0.13), (3, 8, 0.38), (1, 3, 0.33), (2, 3, 0.67), (9, 2, 4.5), (0, 0, 0.0)],
)
def test_averages_carry_two_decimals_rounded_half_up(
    total: int, played: int, expected: float
) -> None:
    assert average(total, played) == expected


@pytest.mark.parametrize(
    ("rules", "order"),
    [("premier-league", [1, 2, 4]), ("serie-a", [2, 1, 4])],
    ids=["difference", "head to head"],
)
def test_ties_are_broken_by_the_competitions_own_rules(
    ask_own: Asker, own_database: Path, rules: str, order: list[int]
) -> None:
    for fixture_id, home, away, goals in (
        (1, 1, 2, (0, 1)),
        (2, 2, 1, (1, 0)),
        (3, 1, 4, (5, 0)),
        (4, 4, 1, (0, 5)),
    ):
        change(
            own_database,
            "insert into fixture "
            "(id, league_id, season_id, status, home_id, away_id, kickoff_ts, home_goals, away_goals) "
            "values (?, 10, 102, 'finished', ?, ?, ?, ?, ?)",
            *(fixture_id, home, away, NOW - 7200 - fixture_id, *goals),
        )
    change(own_database, "update league set rules = ? where id = 10", rules)
    table = ask_own("/v1/standings?league=10").data["table"]
    assert [(row["team"]["id"], row["points"]) for row in table] == [
        (order[0], 6),
        (order[1], 6),
        (order[2], 0),
    ]
