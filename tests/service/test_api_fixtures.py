"""Lists of fixtures: windows, filters, orders, e-football, seasons. Contract 4, 5, 10."""

import pytest

from footydata.store.file.opening import open_database
from tests.service.asking import Asker

DAY = 86_400
SATURDAY = 1773446400  # 2026-03-14T00:00Z
TODAY = [1006, 1002, 1007, 1201, 1301, 1003, 1101, 1004]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", TODAY),
        (f"start_time={SATURDAY}", TODAY),
        (f"end_time={SATURDAY + DAY}", TODAY),
        (f"start_time={SATURDAY}&end_time={SATURDAY + DAY}", TODAY),
        (f"start_time={SATURDAY + 1}&end_time={SATURDAY + 43201}", [1002]),
        (f"start_time={SATURDAY}&end_time={SATURDAY + 43200}", [1006]),
        (f"start_time={SATURDAY + DAY}", [1005]),
        (f"end_time={SATURDAY + DAY + 1}", [*TODAY[1:], 1005]),
        (f"start_time={SATURDAY + 2 * DAY}", []),
    ],
    ids=[
        "today",
        "start alone",
        "end alone",
        "both",
        "start inclusive",
        "end exclusive",
        "next day",
        "a day back",
        "none",
    ],
)
def test_a_window_is_from_its_start_to_before_its_end(
    ask: Asker, query: str, ids: list[int]
) -> None:
    assert ask(f"/v1/fixtures?{query}").ids == ids


def test_today_is_the_clocks_day_in_utc(ask: Asker) -> None:
    ask.now = SATURDAY + DAY - 0.5
    assert ask("/v1/fixtures").ids == TODAY
    ask.now = SATURDAY + DAY
    assert ask("/v1/fixtures").ids == [1005]


@pytest.mark.parametrize("end", [SATURDAY, SATURDAY - 1, SATURDAY + DAY + 1])
def test_a_window_that_is_empty_or_too_wide_is_refused(ask: Asker, end: int) -> None:
    reply = ask(f"/v1/fixtures?start_time={SATURDAY}&end_time={end}")
    assert reply.refusal == (400, "invalid_time_window", "end_time")


def test_consecutive_days_share_no_fixture(ask: Asker) -> None:
    days = [
        set(ask(f"/v1/fixtures?start_time={SATURDAY + shift * DAY}").ids) for shift in (-1, 0, 1)
    ]
    assert sum(map(len, days)) == len(set.union(*days))


@pytest.mark.parametrize(
    "text",
    ["2026-03-14", "1773446400.0", "-1", "%2B1", "1773446400000", "100000000000", "now", "1e9"],
)
@pytest.mark.parametrize("name", ["start_time", "end_time"])
def test_a_time_is_whole_seconds(ask: Asker, name: str, text: str) -> None:
    assert ask(f"/v1/fixtures?{name}={text}").refusal == (400, "invalid_time", name)


def test_the_last_second_that_is_no_millisecond_is_taken(ask: Asker) -> None:
    assert ask("/v1/fixtures?start_time=99999999999").data == []


@pytest.mark.parametrize(
    ("status", "ids"),
    [
        ("all", TODAY),
        ("scheduled", [1007, 1101, 1004]),
        ("live", [1201, 1301, 1003]),
        ("finished", [1006, 1002]),
    ],
)
def test_status_filters_by_state(ask: Asker, status: str, ids: list[int]) -> None:
    reply = ask(f"/v1/fixtures?status={status}")
    assert reply.ids == ids
    assert {row["status"] for row in reply.data} <= (
        {status} if status != "all" else {"scheduled", "live", "finished"}
    )


@pytest.mark.parametrize(
    "window",
    [
        "start_time=1&end_time=2",
        "start_time=5&end_time=1",
        "start_time=1&end_time=1773446400",
        "end_time=1",
    ],
)
@pytest.mark.parametrize("plan", ["free", "ultra"])
def test_live_ignores_the_window_its_order_and_the_history(
    ask: Asker, window: str, plan: str
) -> None:
    assert (
        ask(f"/v1/fixtures?status=live&{window}", plan=plan).ids
        == ask("/v1/fixtures?status=live", plan=plan).ids
    )


def test_live_still_checks_the_syntax_of_the_times(ask: Asker) -> None:
    assert ask("/v1/fixtures?status=live&start_time=x").refusal == (
        400,
        "invalid_time",
        "start_time",
    )


def test_live_is_narrowed_by_league_esports_and_lang(ask: Asker) -> None:
    assert ask("/v1/fixtures?status=live&league=10").ids == [1003]
    assert ask("/v1/fixtures?status=live&esports=true").ids == [1401]
    assert (
        ask("/v1/fixtures?status=live&league=10&lang=ja").data[0]["league"]["name"] == "ファースト"
    )


def test_football_and_e_football_never_mix(ask: Asker) -> None:
    assert 1401 not in ask("/v1/fixtures?esports=false").ids
    assert ask("/v1/fixtures?esports=true").ids == [1401]
    assert ask("/v1/fixtures?esports=true&league=14").ids == [1401]
    assert ask("/v1/leagues?esports=true").ids == [14]
    assert 14 not in ask("/v1/leagues").ids


@pytest.mark.parametrize("text", ["True", "TRUE", "1", "yes", "0", ""])
def test_esports_is_true_or_false(ask: Asker, text: str) -> None:
    assert ask(f"/v1/leagues?esports={text}").refusal == (400, "invalid_esports", "esports")


def test_fixtures_are_by_kickoff_then_id(ask_sample: Asker) -> None:
    rows = ask_sample("/v1/fixtures?per_page=100").data
    keys = [(row["kickoff_ts"], row["id"]) for row in rows]
    assert keys == sorted(keys)
    assert len({kickoff for kickoff, _ in keys}) < len(keys)


@pytest.mark.parametrize("target", ["/v1/leagues/39/fixtures", "/v1/teams/2607/fixtures"])
def test_a_list_in_one_order_is_the_other_backwards(ask_sample: Asker, target: str) -> None:
    def whole(order: str) -> list[tuple[int, int]]:
        pages = [ask_sample(f"{target}?per_page=100&page={page}{order}").data for page in (1, 2, 3)]
        return [(row["kickoff_ts"], row["id"]) for page in pages for row in page]

    assert whole("&order=asc") == sorted(whole("&order=asc"))
    assert whole("&order=desc") == whole("&order=asc")[::-1]
    assert whole("") == whole("&order=desc")


@pytest.mark.parametrize(
    ("season", "ids"),
    [
        ("", [1005, 1004, 1003, 1007, 1002, 1006, 1001]),
        ("season=25/26", [1005, 1004, 1003, 1007, 1002, 1006, 1001]),
        ("season=2025/2026", [1005, 1004, 1003, 1007, 1002, 1006, 1001]),
        ("season=2025-26", [1005, 1004, 1003, 1007, 1002, 1006, 1001]),
        ("season=2025", [1005, 1004, 1003, 1007, 1002, 1006, 1001]),
        ("season=24%2F25", [900]),
        ("season=2024", [900]),
        ("season=26/27", []),
    ],
    ids=[
        "newest with fixtures",
        "label",
        "long",
        "dashed",
        "start year",
        "older",
        "older by year",
        "without fixtures",
    ],
)
def test_a_season_is_named_in_several_ways(ask: Asker, season: str, ids: list[int]) -> None:
    assert ask(f"/v1/leagues/10/fixtures?{season}").ids == ids


def test_a_season_of_one_year_is_its_year(ask: Asker) -> None:
    assert ask("/v1/leagues/12/fixtures?season=2026").ids == [1201]


@pytest.mark.parametrize(
    "text",
    [
        "23/24",
        "2023",
        "25-26",
        "25/27",
        "2025/2027",
        "2025/26",
        "2025-2026",
        "2025/0026",
        "current",
        "",
        "٢٠٢٥",
        "2025/",
        "2026",
    ],
)
def test_any_other_season_is_not_found(ask: Asker, text: str) -> None:
    target = "/v1/leagues/10/fixtures" if text != "2026" else "/v1/leagues/11/fixtures"
    assert ask(f"{target}?season={text}").refusal == (404, "season_not_found", "season")


def test_a_league_without_seasons_has_no_fixtures(ask: Asker) -> None:
    assert ask("/v1/leagues/15/fixtures").data == []


def test_the_window_of_a_season_or_team_has_no_width(ask: Asker) -> None:
    whole = "order=asc&start_time=0&end_time=99999999999"
    assert ask(f"/v1/leagues/10/fixtures?{whole}").ids == [1001, 1006, 1002, 1007, 1003, 1004, 1005]
    assert ask(f"/v1/teams/2/fixtures?{whole}").ids == [900, 1001, 1002, 1101, 1004, 1005]
    assert ask(f"/v1/teams/2/fixtures?start_time={SATURDAY}&end_time={SATURDAY + DAY}").ids == [
        1004,
        1101,
        1002,
    ]
    assert ask(f"/v1/teams/2/fixtures?end_time={SATURDAY}").ids == [1001, 900]
    assert ask(f"/v1/leagues/10/fixtures?start_time={SATURDAY + DAY}").ids == [1005]


@pytest.mark.parametrize("target", ["/v1/leagues/10/fixtures", "/v1/teams/1/fixtures"])
def test_a_window_that_runs_backwards_is_refused_there_too(ask: Asker, target: str) -> None:
    assert ask(f"{target}?start_time=2&end_time=2").refusal == (
        400,
        "invalid_time_window",
        "end_time",
    )
    assert ask(f"{target}?start_time=2&end_time=1&status=live").status == 200


def test_a_season_or_team_is_filtered_by_status(ask: Asker) -> None:
    assert ask("/v1/leagues/10/fixtures?status=live&start_time=1&end_time=2").ids == [1003]
    assert ask("/v1/teams/1/fixtures?status=finished").ids == [1006, 1001, 900]
    assert ask("/v1/teams/3/fixtures?status=scheduled&order=asc").ids == [1007, 1004]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("league=10", [1, 2, 3, 4]),
        ("league=10&season=25/26", [1, 2, 3]),
        ("league=10&season=26/27", [1, 2, 4]),
        ("country=de", [4, 5]),
        ("league=10&country=de", [4]),
        ("league=15", []),
    ],
)
def test_teams_are_narrowed_by_league_season_and_country(
    ask: Asker, query: str, ids: list[int]
) -> None:
    assert ask(f"/v1/teams?{query}").ids == ids


def test_a_season_of_teams_needs_its_league(ask: Asker) -> None:
    assert ask("/v1/teams?season=25/26").refusal == (400, "missing_parameter", "league")


@pytest.mark.parametrize(
    ("query", "param"),
    [
        ("league=11", "league"),
        ("league=15", "league"),
        ("league=16", "league"),
        ("league=16&season=25/26", "season"),
        ("league=10&type=corner", "league"),
    ],
    ids=[
        "a cup",
        "no season",
        "too little data",
        "too little data of a season",
        "too few corner counts",
    ],
)
def test_a_table_that_can_not_be_made_is_not_available(ask: Asker, query: str, param: str) -> None:
    reply = ask(f"/v1/standings?{query}")
    assert reply.refusal == (404, "standings_not_available", param)


def test_other_data_of_a_cup_are_unaffected(ask: Asker) -> None:
    assert ask("/v1/leagues/11").data["has_standings"] is False
    assert ask("/v1/leagues/11/fixtures").ids == [1101]


def test_a_fixture_is_due_when_its_kickoff_is_more_than_three_hours_past(ask_own: Asker) -> None:
    connection = open_database(ask_own.service._readers._path)
    connection.execute(
        "update fixture set status = 'scheduled', home_goals = null, away_goals = null where id = 1002"
    )
    connection.commit()
    connection.close()
    ask_own.now = SATURDAY + 15 * 3600
    assert ask_own("/v1/standings?league=10").status == 200
    ask_own.now += 1
    assert ask_own("/v1/standings?league=10").refusal == (404, "standings_not_available", "league")


def test_the_live_list_of_the_sample_fits_one_page(ask_sample: Asker) -> None:
    reply = ask_sample("/v1/fixtures?status=live&per_page=500")
    assert reply.data and reply.json["pagination"]["has_more"] is False
    assert {row["status"] for row in reply.data} == {"live"}
