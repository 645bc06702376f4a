"""Pages of the v1 service become records, whatever a later or ruder service puts into them."""

import re
from typing import Any

import pytest

from footydata.football.terms import Part
from footydata.sources.parsed import (
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedPage,
    ParsedTeam,
    Refusal,
    SeasonKey,
    detail_of,
)
from footydata.sources.v1_pages import guessed_shape, records_of

ROW = {
    "id": 5001,
    "league": {"id": 39, "name": "Northern League"},
    "teams": {
        "home": {"id": 11, "name": "Harbour Town"},
        "away": {"id": 12, "name": "Mill Rovers"},
    },
    "kickoff_utc": "2026-03-14T15:00:00+00:00",
    "kickoff_ts": 1773500400,
    "status": "finished",
    "goals": {"home": 2, "away": 1},
    "corners": {"home": 3, "away": 4},
    "cards": {"home": {"yellow": 1, "red": 0}, "away": {"yellow": None, "red": None}},
}
EVENTS = [
    {"type": "corner", "minute": 3, "team": "home", "count": 1},
    {"type": "goal", "minute": 45, "team": "home", "count": 1},
    {
        "type": "period_score",
        "minute": None,
        "team": None,
        "period": "first_half",
        "score": {"home": 1, "away": 0},
    },
    {"type": "substitution", "minute": 46, "team": "away", "player_in": "A", "player_out": None},
    {"type": "corner", "minute": 60, "team": "away", "count": 1},
    {
        "type": "period_score",
        "minute": None,
        "team": None,
        "period": "second_half",
        "score": {"home": 2, "away": 1},
    },
]
STATUS, DETAIL, SEASON, ROUND = 7, 8, 2, 10


def page_of(*rows: dict[str, Any], path: str = "/v1/fixtures", **query: str) -> list[Any]:
    return list(records_of(path, query, {"success": 1, "data": list(rows)}))


def one(row: dict[str, Any], **query: str) -> ParsedPage:
    (page,) = page_of(row, **query)
    assert isinstance(page, ParsedPage)
    return page


def of(path: str, data: Any, **query: str) -> list[Any]:
    return list(records_of(path, query, {"success": 1, "data": data}))


def test_a_list_row_has_the_season_of_its_request() -> None:
    (page,) = page_of(ROW, path="/v1/leagues/39/fixtures", season="25/26")
    assert page.season == SeasonKey("25/26", 2025)
    assert page.rows[0].fixture[:7] == [5001, 39, None, 11, 12, 1773500400, 1]
    assert (page.leagues, page.teams) == (
        {39: "Northern League"},
        {11: "Harbour Town", 12: "Mill Rovers"},
    )


def test_a_single_fixture_knows_its_season_and_round() -> None:
    (page,) = of("/v1/fixtures/5001", {**ROW, "round": 28, "league_season_id": 141207})
    assert (page.rows[0].fixture[SEASON], page.rows[0].fixture[ROUND]) == (141207, 28)
    assert Part.ROUND | Part.HALF_GOALS in Part(page.rows[0].parts)


def test_half_time_goals_and_corners_come_from_the_events() -> None:
    page = one({**ROW, "events": EVENTS})
    assert page.rows[0].fixture[13:21] == [2, 1, 1, 0, 3, 4, 1, 0]
    assert Part.HALF_CORNERS in Part(page.rows[0].parts)
    assert [event[3] for event in page.rows[0].events] == [1, 1, 1, 2, 2, 2]


def test_corners_of_a_half_stay_unknown_where_none_are_recorded() -> None:
    page = one({**ROW, "corners": {"home": None, "away": None}, "events": EVENTS})
    assert page.rows[0].fixture[17:21] == [None, None, None, None]


def test_without_period_scores_the_minute_tells_the_half() -> None:
    page = one({**ROW, "events": [EVENTS[1], EVENTS[4]]})
    assert [event[3] for event in page.rows[0].events] == [1, 2]
    assert page.rows[0].fixture[15:17] == [None, None]


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("in_play", "live"),
        ("postponed", "scheduled"),
        ("awarded", "finished"),
        ("half_time", "live"),
        ("new", "scheduled"),
    ],
)
def test_unknown_status_is_stored_beside_its_nearest_known_one(word: str, status: str) -> None:
    row = one({**ROW, "status": word}).rows[0].fixture
    assert (row[STATUS], row[DETAIL]) == (status, word)


def test_unknown_fields_are_ignored() -> None:
    later = {**ROW, "venue": {"id": 1}, "goals": {"home": 2, "away": 1, "penalties": {"home": 4}}}
    assert one(later).rows == one(ROW).rows


def test_null_and_absent_figures_are_unknown() -> None:
    absent = {
        name: value for name, value in ROW.items() if name not in ("goals", "corners", "cards")
    }
    assert one({**absent, "goals": None}).rows[0].fixture[13:25] == [None] * 12


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        ({"kickoff_ts": "2026-03-14"}, "kickoff_ts"),
        ({"id": None}, "id"),
        ({"id": 5.0}, "id"),
        ({"id": 0}, "id"),
        ({"teams": {}}, "teams"),
        ({"goals": {"home": "2"}}, "goals.home"),
        ({"goals": {"home": True}}, "goals.home"),
        ({"goals": {"home": 10**30}}, "goals.home"),
        ({"round": 2.5}, "round"),
        ({"status": None}, "status"),
    ],
    ids=[
        "kickoff",
        "no id",
        "fraction",
        "zero",
        "teams",
        "text",
        "boolean",
        "large",
        "round",
        "status",
    ],
)
def test_a_row_out_of_shape_is_refused_and_the_rest_kept(
    damage: dict[str, Any], place: str
) -> None:
    refusal, page = page_of({**ROW, **damage}, {**ROW, "id": 5002})
    assert isinstance(refusal, Refusal)
    assert re.fullmatch(rf"out of shape: .* - at `\$\.{place}`", refusal.reason)
    assert [row.fixture[0] for row in page.rows] == [5002]


def test_a_summary_gives_lines_without_prices_and_prices_of_the_match_result() -> None:
    quote = {"home": 1.9, "draw": 3.4, "away": 4.1}
    empty = {"opening": None, "closing": None, "inplay": None}
    odds = {
        "1x2": {**empty, "opening": quote},
        "goal_line": {**empty, "closing": 2.5},
        "card_line": empty,
        "new": 1,
    }
    page = one({**ROW, "odds": odds})
    assert page.rows[0].quotes == [
        (5001, 0, "1x2", None, 1.9, 3.4, 4.1, *(None,) * 8),
        (5001, 0, "goal_line", *(None,) * 4, 2.5, *(None,) * 7),
    ]
    assert Part.ODDS_SUMMARY in Part(page.rows[0].parts)


def test_prices_come_by_bookmaker_and_market() -> None:
    line = {"opening": {"line": 10.5, "over": 1.9, "under": 1.95}, "closing": None, "inplay": None}
    entry = {
        "id": 8,
        "name": "Kestrel",
        "slug": "kestrel",
        "odds": {"corner_line": line, "unheard_of": line},
    }
    (detail,) = of("/v1/fixtures/5001/odds", {"fixture_id": 5001, "bookmakers": [entry]})
    assert [(odds.bookmaker.id, odds.market, odds[2:6]) for odds in detail.odds] == [
        (8, "corner_line", (10.5, 1.9, 1.95, None))
    ]
    assert detail.parts == Part.ODDS


def test_a_price_that_no_column_can_store_costs_its_bookmaker_or_tick_alone() -> None:
    keys = {"id": 8, "slug": "kestrel"}
    sound = {"1x2": {"closing": {"home": 1.9}}}
    bookmakers = [{**keys, "odds": {"1x2": {"closing": {"home": 2**63}}}}, {**keys, "odds": sound}]
    refusal, detail = of("/v1/fixtures/5/odds", {"fixture_id": 5, "bookmakers": bookmakers})
    assert (refusal.line, refusal.column, len(detail.odds)) == (1, "bookmakers", 1)
    tick = {"recorded_at": "2026-03-14T15:00:00+00:00", "line": 2.5}
    history = {"fixture_id": 5, "bookmaker": keys, "market": "corner"}
    for damage in ({"over": 2**63}, {"recorded_at": "soon"}, {"recorded_at": "0001-01-01"}):
        ticks = [tick, {**tick, **damage}]
        refusal, detail = of("/v1/fixtures/5/odds/history", {**history, "ticks": ticks})
        assert (refusal.line, refusal.column, len(detail.ticks)) == (2, "ticks", 1)


def test_ticks_of_one_second_are_numbered() -> None:
    tick = {
        "recorded_at": "2026-03-14T15:00:00+00:00",
        "minute": None,
        "line": 9.5,
        "over": None,
        "under": None,
    }
    history = {
        "fixture_id": 5001,
        "bookmaker": {"id": 8, "name": "Kestrel", "slug": "kestrel"},
        "market": "corner",
        "ticks": [tick, {**tick, "over": 1.8, "under": 2.0}],
    }
    (detail,) = of("/v1/fixtures/5001/odds/history", history)
    assert [(each.recorded_ts, each.seq, each.price_1) for each in detail.ticks] == [
        (1773500400, 0, None),
        (1773500400, 1, 1.8),
    ]


def test_events_alone_bring_half_time_goals() -> None:
    (detail,) = of("/v1/fixtures/5001/events", {"fixture_id": 5001, "events": EVENTS})
    assert (detail.figures.half_home_goals, detail.figures.half_away_goals) == (1, 0)
    assert len(detail.events) == 6


def test_statistics_that_are_all_null_are_fetched_and_empty() -> None:
    (detail,) = of(
        "/v1/fixtures/5001/statistics", {"fixture_id": 5001, "statistics": {"first_half": {}}}
    )
    assert detail == detail_of(5001, Part.STATISTICS)


def test_a_league_comes_with_its_seasons() -> None:
    seasons = [
        {"id": 7, "season": "25/26", "current": True},
        {"id": 6, "season": "24/25", "current": False},
    ]
    league = {
        "id": 39,
        "name": "Northern",
        "country": {"code": "GB-ENG", "name": "England"},
        "has_standings": False,
    }
    (record,) = of("/v1/leagues/39", {**league, "esports": False, "seasons": seasons})
    assert isinstance(record, ParsedLeague)
    assert [(season.label, season.start_year, season.id) for season in record.seasons] == [
        ("25/26", 2025, 7),
        ("24/25", 2024, 6),
    ]
    assert (record.current, record.has_standings, record.league.id) == ("25/26", False, 39)


def test_names_in_another_language_do_not_replace_names() -> None:
    team = {"id": 11, "name": "港町", "country": None}
    assert [type(record) for record in of("/v1/teams", [team], lang="ja")] == [ParsedName]
    assert [type(record) for record in of("/v1/teams", [team], lang="en")] == [ParsedTeam]


def test_standings_page_has_members_and_deductions() -> None:
    row = {"team": {"id": 11, "name": "Harbour Town"}, "deduction": 3}
    table = {
        "league": {"id": 39, "name": "N"},
        "season": "25/26",
        "league_season_id": 7,
        "type": "total",
        "table": [row],
    }
    member, taken = of("/v1/standings", table, league="39")
    assert isinstance(member, ParsedMember)
    assert isinstance(taken, ParsedAdjustment)
    assert (taken.points, taken.season.id) == (-3, 7)


def test_default_bookmaker_is_the_one_of_the_service() -> None:
    rows = [
        {"id": 8, "name": "Kestrel", "slug": "kestrel", "is_default": True},
        {"id": 9, "slug": "b"},
    ]
    assert [
        record.is_default
        for record in of("/v1/bookmakers", rows)
        if isinstance(record, ParsedBookmaker)
    ] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/fixtures", []),
        ("/v1/fixtures", {"success": 1}),
        ("/v1/weather", {"data": []}),
        ("/v1/leagues", {"data": 5}),
    ],
)
def test_body_that_is_not_a_page_is_refused(path: str, body: Any) -> None:
    assert [type(record) for record in records_of(path, {}, body)] == [Refusal]


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ([ROW], "FixtureShape"),
        ([{**ROW, "round": 1}], "FixtureShape"),
        ([{"fixture_id": 1, "events": []}], "_Events"),
        ([{"id": 1, "slug": "a"}], "_Bookmaker"),
        ([{"id": 1, "name": "a", "country": None}], "_Team"),
        ([{"code": "DE", "type": "country"}], "_Country"),
        ([], None),
        ([5], None),
    ],
)
def test_endpoint_of_a_bare_body_is_guessed_by_its_keys(rows: list[Any], name: str | None) -> None:
    assert getattr(guessed_shape(rows), "__name__", None) == name


def test_a_country_that_the_contract_does_not_have_is_refused_and_the_rest_kept() -> None:
    refusal, kept = of(
        "/v1/countries", [{"code": "XX", "name": "Atlantis"}, {"code": "FI", "name": "Finland"}]
    )
    assert (refusal.reason, refusal.text) == (
        "a country code that the contract does not have",
        "XX",
    )
    assert kept.code == "FI"


@pytest.mark.parametrize("label", ["spring", "5", "", "2025/2026/2027"])
def test_standings_with_an_unreadable_season_are_refused(label: str) -> None:
    table = {
        "league": {"id": 39, "name": "Northern League"},
        "season": label,
        "league_season_id": 7,
        "table": [],
    }
    (refusal,) = of(
        "/v1/standings", {**table, "table": [{"team": {"id": 11, "name": "Harbour Town"}}]}
    )
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize(
    "damage",
    [
        {"league": {"id": 39, "name": None}},
        {"id": 2**63},
        {"events": [{"type": None}]},
        {"events": [{"type": "goal", "minute": "45+2"}]},
        {"status": ["live"]},
        {"odds": {"1x2": {"opening": {"home": 2**63}}}},
        {"odds": {"goal_line": {"closing": 2**63}}},
    ],
    ids=["name", "large", "event", "minute", "status", "price", "line"],
)
def test_value_that_no_column_can_store_is_refused(damage: dict[str, Any]) -> None:
    assert [type(record) for record in page_of({**ROW, **damage})] == [Refusal]


DETAILED = {
    **ROW,
    "id": 5002,
    "events": EVENTS,
    "odds": None,
    "statistics": {"shots": {"home": 9, "away": 4}},
}


@pytest.mark.parametrize(
    "broken",
    [{**ROW, "id": "5003"}, {**ROW, "events": [{"type": 7}]}, None],
    ids=["a row", "an event", "no row"],
)
@pytest.mark.parametrize(
    "query", [{}, {"season": "25/26", "esports": "true", "lang": "de"}], ids=["plain", "query"]
)
def test_a_row_out_of_shape_changes_nothing_of_the_others(
    broken: Any, query: dict[str, str]
) -> None:
    (page,) = records_of("/v1/fixtures", query, {"success": 1, "data": [ROW, DETAILED]})
    refusal, others = records_of(
        "/v1/fixtures", query, {"success": 1, "data": [ROW, broken, DETAILED]}
    )
    assert isinstance(refusal, Refusal)
    assert refusal.line == 2
    assert others == page
