"""OddsHarvester's JSON: prices of several bookmakers, scraped before, during or after a fixture."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.dump import dump
from footydata.faces.drawing.lines import text_of
from footydata.faces.drawing.odds import movement_tab, odds_view
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.fixture import read_fixture, read_movement
from footydata.faces.zone import ClockZone
from footydata.football.terms import ULTRA
from footydata.service.exchange import Request
from footydata.service.keys import OneAccount
from footydata.service.service import Service
from tests.conftest import NOW
from tests.new_databases import new_database

KICKOFF = "2025-02-21 20:00:00 UTC"
KICKOFF_TS = 1_740_168_000
AFTER = "2026-02-02 09:28:30 UTC"
BEFORE, BEFORE_TS = "2025-02-21 18:30:00 UTC", KICKOFF_TS - 5_400
LINK = "https://www.oddsportal.com/football/england/premier-league/leicester-brentford-xQ77QTN0"
OF_TWO_TEAMS = (
    "https://www.oddsportal.com/football/h2h/brentford-xYe7DwID/leicester-KrrdAMyI/#xQ77QTN0"
)
GUARDED = {"season": None, "match_info": None}

Loads = Callable[..., fd.LoadReport]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return new_database(tmp_path / "football.db")


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write records into one file and load it."""

    def load(*records: object, name: str = "odds.json", league: str | None = None) -> fd.LoadReport:
        path = tmp_path / name
        path.write_text(json.dumps(list(records), indent=4), encoding="utf-8")
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(path, league=league)

    return load


def scraped(at: str = AFTER, **values: object) -> dict[str, Any]:
    """A record of Leicester 0-4 Brentford."""
    record = {
        "scraped_date": at,
        "match_date": KICKOFF,
        "match_link": LINK,
        "home_team": "Leicester",
        "away_team": "Brentford",
        "league_name": "Premier League 2024/2025",
        "home_score": "0",
        "away_score": "4",
        "partial_results": "0:3, 0:1",
        "venue": "King Power Stadium",
        "venue_town": "Leicester",
        "venue_country": "England",
    }
    return record | values


def coming(at: str = BEFORE, **values: object) -> dict[str, Any]:
    """A record of the same fixture without a score."""
    return scraped(at, **{"home_score": None, "away_score": None, "partial_results": None} | values)


def result(
    one: str = "3.50",
    draw: str = "3.67",
    two: str = "1.96",
    maker: str = "bet365",
    **further: object,
) -> Any:
    """A row of 1x2."""
    row = {
        "1": one,
        "X": draw,
        "2": two,
        "bookmaker_name": maker,
        "period": "FullTime",
        "submarket_name": "1X2",
    }
    return row | further


def total(over: str, under: str, maker: str = "bet365", **further: object) -> Any:
    return {
        "odds_over": over,
        "odds_under": under,
        "bookmaker_name": maker,
        "period": "FullTime",
        **further,
    }


def handicap(home: str, away: str, maker: str = "bet365", **further: object) -> Any:
    return {
        "team1_handicap": home,
        "team2_handicap": away,
        "bookmaker_name": maker,
        "period": "FullTime",
        **further,
    }


def rows(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def closing_prices(file: Path) -> list[tuple[Any, ...]]:
    """Bookmaker, market, line and prices."""
    return rows(
        file,
        """select slug, market, closing_line, closing_price_1, closing_price_2, closing_price_3
        from odds join bookmaker on bookmaker.id = bookmaker_id order by slug, market""",
    )


def ticks(file: Path) -> list[tuple[Any, ...]]:
    return rows(
        file,
        """select market, recorded_ts, minute, line, price_1, price_2, price_3, home_score, away_score
        from odds_tick order by market, recorded_ts""",
    )


def goals(file: Path) -> list[tuple[Any, ...]]:
    return rows(
        file, "select status, half_home_goals, half_away_goals, home_goals, away_goals from fixture"
    )


def set_aside(report: fd.LoadReport) -> list[tuple[int | None, str | None, str, str | None]]:
    return [(each.line, each.column, each.reason, each.text) for _, each in report.refusals]


PRICES = {
    "1x2": ("1", "X", "2"),
    "btts": ("btts_yes", "btts_no"),
    "double_chance": ("1X", "12", "X2"),
}
"""Market of the real files → their names of its prices, in the order of our selections."""


@pytest.mark.real_data
@pytest.mark.parametrize("is_reversed", [False, True], ids=["in order", "last file first"])
def test_every_price_of_every_bookmaker_is_that_of_the_files(
    file: Path, real_data: Path, *, is_reversed: bool
) -> None:
    paths = sorted((real_data / "oddsharvester").glob("*_1x2_*.json"), reverse=is_reversed)
    written = {
        (
            record["home_team"],
            row["bookmaker_name"],
            market + {"FullTime": "", "FirstHalf": "_half"}[row["period"]],
        ): [
            *(float(row[name]) for name in names),
            *[None] * (3 - len(names)),
        ]
        for path in paths
        for record in json.loads(path.read_text(encoding="utf-8"))
        for market, names in PRICES.items()
        for row in record.get(f"{market}_market", ())
    }
    with fd.Database(file, clock=lambda: NOW) as database:
        for path in paths:
            database.load(path)
    stored = rows(
        file,
        """select team.name, bookmaker.name, market, closing_price_1, closing_price_2, closing_price_3 from odds
        join bookmaker on bookmaker.id = bookmaker_id join fixture on fixture.id = fixture_id
        join team on team.id = home_id where coalesce(opening_price_1, inplay_price_1, closing_line) is null""",
    )
    names = {"Leicester City": "Leicester", "Barcelona": "Barcelona"}
    assert {
        (names[team], *key): prices
        for team, *key, prices in ((*row[:3], [*row[3:]]) for row in stored)
    } == written
    assert len(written) == 19
    assert ticks(file) == []


@pytest.mark.real_data
def test_the_files_of_a_fixture_are_one_fixture_with_its_halves_and_the_rest_is_named(
    file: Path, real_data: Path
) -> None:
    with fd.Database(file, clock=lambda: NOW) as database:
        report = database.load(real_data / "oddsharvester")
        fixtures = database.fixtures()
        again = database.load(real_data / "oddsharvester")
    columns = [
        "home",
        "half_home_goals",
        "half_away_goals",
        "home_goals",
        "away_goals",
        "season",
        "ground",
    ]
    assert fixtures[columns].astype(object).where(
        fixtures[columns].notna(), None
    ).to_numpy().tolist() == [
        # The file has Leganes' ground, where another fixture of the two was played.
        ["Barcelona", 1, 0, 2, 0, "19/20", None],
        ["Leicester City", 0, 3, 0, 4, "24/25", "King Power Stadium"],
    ]
    assert (report.rows_read, report.fixtures_new, report.rows_refused) == (18, 2, 0)
    states = {each.file.rpartition("_")[2]: (each.state, each.reason) for each in report.files}
    assert states["metadata.json"] == (
        "skipped",
        "a description of files of odds, which have the fixture themselves",
    )
    assert states["listing.json"][0] == "refused"
    assert [each.reason for _, each in report.refusals] == [
        "a listing of matches, which names no teams; scrape their odds and load that file",
    ]
    assert {each.state for each in again.files} == {"unchanged", "skipped", "refused"}


def test_a_scrape_before_the_kickoff_is_a_tick_and_a_later_one_the_close(
    file: Path, load: Loads
) -> None:
    load(coming(**{"1x2_market": [result("3.40")]}), scraped(**{"1x2_market": [result("3.50")]}))
    assert ticks(file) == [("1x2", BEFORE_TS, None, None, 3.4, 3.67, 1.96, None, None)]
    assert closing_prices(file) == [("bet365", "1x2", None, 3.5, 3.67, 1.96)]
    assert goals(file) == [("finished", 0, 3, 0, 4)]


@pytest.mark.parametrize("files", [1, 2])
def test_a_scrape_from_before_is_a_tick_in_whatever_order_it_comes(
    file: Path, load: Loads, files: int
) -> None:
    records = [
        scraped(**{"1x2_market": [result("3.50")]}),
        coming(**{"1x2_market": [result("3.40")]}),
    ]
    for number in range(files):
        load(*records[number::files] if files > 1 else records, name=f"{number}.json")
    assert ticks(file) == [("1x2", BEFORE_TS, None, None, 3.4, 3.67, 1.96, None, None)]
    assert closing_prices(file) == [("bet365", "1x2", None, 3.5, 3.67, 1.96)]
    assert goals(file) == [("finished", 0, 3, 0, 4)]


def test_of_two_different_closes_the_first_stands_and_the_report_lists_the_other(
    file: Path, load: Loads
) -> None:
    markets = [
        {"1x2_market": [result()]},
        {"1x2_market": [result("3.60"), result(maker="Pinnacle")]},
    ]
    report = load(scraped(**markets[0]), scraped("2026-04-28 13:28:44 UTC", **markets[1]))
    assert closing_prices(file) == [
        ("bet365", "1x2", None, 3.5, 3.67, 1.96),
        ("pinnacle", "1x2", None, 3.5, 3.67, 1.96),
    ]
    assert [(each.what, each.line) for _, each in report.conflicts] == [("bet365 1x2 closing", 2)]


def test_prices_in_play_are_ticks_with_minute_and_score_whenever_they_end(
    file: Path, load: Loads
) -> None:
    live = {"live_score_home": 0, "live_score_away": 3, "home_score": "0", "away_score": "3"}
    halves = {
        "partial_results": "(0:3)",
        "1x2_market": [result("34.00", "13.00", "1.05", period=None)],
    }
    load(
        scraped("2025-02-21 21:50:00 UTC", live_period="90+2'", **live, **halves),
        scraped("2025-02-21 20:47:00 UTC", live_period="Half-time", **live, **halves),
    )
    assert ticks(file) == [
        ("1x2", KICKOFF_TS + 47 * 60, None, None, 34.0, 13.0, 1.05, 0, 3),
        ("1x2", KICKOFF_TS + 110 * 60, 90, None, 34.0, 13.0, 1.05, 0, 3),
    ]
    assert closing_prices(file) == []
    assert goals(file) == [("live", None, None, 0, 3)]


@pytest.mark.parametrize(
    ("at", "is_tick", "status"),
    [
        ("2025-02-21 20:01:00 UTC", True, "live"),
        ("2025-02-21 21:44:00 UTC", True, "live"),
        ("2025-02-21 21:46:00 UTC", False, "live"),
        ("2025-02-21 23:00:00 UTC", False, "finished"),
    ],
)
def test_prices_are_ticks_until_a_fixture_can_have_ended_and_scores_final_when_it_must_have(
    file: Path, load: Loads, at: str, *, is_tick: bool, status: str
) -> None:
    load(scraped(at, **{"1x2_market": [result()]}))
    assert (bool(ticks(file)), bool(closing_prices(file))) == (is_tick, not is_tick)
    assert goals(file) == [(status, 0, 3, 0, 4)]


def test_prices_of_a_fixture_that_may_not_have_been_played_are_set_aside(
    file: Path, load: Loads
) -> None:
    report = load(coming(AFTER, **{"1x2_market": [result()]}))
    assert [(line, column) for line, column, _, _ in set_aside(report)] == [(1, "home_score")]
    assert (closing_prices(file), ticks(file), goals(file)[0][0]) == ([], [], "scheduled")


@pytest.mark.parametrize(
    ("values", "stored", "reason"),
    [
        ({"partial_results": "(0:3, 0:1)"}, (0, 3, 0, 4), None),
        ({"partial_results": "(0:3,\xa00:1)"}, (0, 3, 0, 4), None),
        (
            {"partial_results": "0:3, 0:4"},
            (None,) * 4,
            "no goals of both halves that add up to the score",
        ),
        (
            {"partial_results": "0:4"},
            (None,) * 4,
            "no goals of both halves that add up to the score",
        ),
        (
            {"partial_results": "0:1, 1:0, 0:2", "home_score": "1", "away_score": "3"},
            (0, 1, 1, 1),
            None,
        ),
        ({"partial_results": None}, (None,) * 4, None),
    ],
    ids=[
        "brackets",
        "a narrow blank",
        "running scores",
        "one half",
        "extra time",
        "no halves",
    ],
)
def test_the_goals_of_the_halves_count_where_they_add_up_to_the_score(
    file: Path,
    load: Loads,
    values: dict[str, object],
    stored: tuple[object, ...],
    reason: str | None,
) -> None:
    report = load(scraped(**values, **{"1x2_market": [result()]}))
    assert goals(file) == [("finished", *stored)]
    assert [(column, why) for _, column, why, _ in set_aside(report)] == (
        [("partial_results", reason)] if reason else []
    )
    assert closing_prices(file) == [("bet365", "1x2", None, 3.5, 3.67, 1.96)]


def test_a_score_without_halves_is_the_final_one_as_it_may_have_extra_time(
    file: Path, load: Loads
) -> None:
    load(scraped(partial_results=None))
    assert rows(file, "select final_home_goals, final_away_goals from knockout") == [(0, 4)]


def test_each_market_and_half_stands_under_its_own_name(file: Path, load: Loads) -> None:
    half = {"period": "FirstHalf"}
    load(
        scraped(
            **{
                "1x2_market": [result(), result("4.00", "2.48", "2.50", period="1stHalf")],
                "btts_market": [
                    {
                        "btts_yes": "1.49",
                        "btts_no": "2.32",
                        "bookmaker_name": "bet365",
                        "period": "FullTime",
                    }
                ],
                "double_chance_market": [
                    {
                        "1X": "1.71",
                        "12": "1.25",
                        "X2": "1.26",
                        "bookmaker_name": "bet365",
                        "period": "FullTime",
                    }
                ],
                "dnb_market": [
                    {"dnb_team1": "2.60", "dnb_team2": "1.45", "bookmaker_name": "bet365", **half}
                ],
                "over_under_2_5_market": [total("1.55", "2.25"), total("4.50", "1.16", **half)],
                "asian_handicap_+0_75_market": [handicap("1.80", "2.05")],
                "asian_handicap_0_market": [handicap("2.60", "1.45", **half)],
            }
        )
    )
    assert closing_prices(file) == [
        ("bet365", "1x2", None, 3.5, 3.67, 1.96),
        ("bet365", "1x2_half", None, 4.0, 2.48, 2.5),
        ("bet365", "asian_handicap", 0.75, 1.8, 2.05, None),
        ("bet365", "asian_handicap_half", 0.0, 2.6, 1.45, None),
        ("bet365", "btts", None, 1.49, 2.32, None),
        ("bet365", "double_chance", None, 1.71, 1.25, 1.26),
        ("bet365", "draw_no_bet_half", None, 2.6, 1.45, None),
        ("bet365", "goal_line", 2.5, 1.55, 2.25, None),
        ("bet365", "goal_line_half", 2.5, 4.5, 1.16, None),
    ]


def test_of_several_lines_the_nearest_prices_are_the_main_one_and_the_others_its_ladder(
    file: Path, load: Loads
) -> None:
    load(
        scraped(
            over_under_1_5_market=[total("1.16", "4.40"), total("1.16", "4.20", "Pinnacle")],
            over_under_2_25_market=[total("1.80", "1.95")],
            over_under_3_market=[total("2.60", "-"), total("2.10", "-", "William Hill")],
        )
    )
    assert closing_prices(file) == [
        ("bet365", "goal_line", 2.25, 1.8, 1.95, None),
        ("pinnacle", "goal_line", 1.5, 1.16, 4.2, None),
        ("william-hill", "goal_line", 3.0, 2.1, None, None),
    ]
    ladder = "select market, period, line, price_1, price_2 from odds_line"
    assert rows(file, ladder) == [("goal_line", "closing", 1.5, 1.16, 4.4)]


def test_opening_prices_come_from_the_history(file: Path, load: Loads) -> None:
    history = [
        {
            "odds_history": [{"timestamp": "2025-02-21T16:58:00", "odds": price}],
            "opening_odds": {"timestamp": "2025-02-14T17:08:00", "odds": opening},
        }
        for price, opening in ((1.55, 1.7), (2.25, 2.1))
    ]
    load(scraped(over_under_2_5_market=[total("1.55", "2.25", odds_history_data=history)]))
    assert rows(
        file, "select opening_line, opening_price_1, opening_price_2, closing_price_1 from odds"
    ) == [(2.5, 1.7, 2.1, 1.55)]
    assert ticks(file) == []


@pytest.mark.parametrize(
    ("prices", "stored"),
    [
        (("-", "3.67", ""), (None, 3.67, None)),
        (("5/2", "3.67", "1.96"), None),
        (("3.50", "soon", "1.96"), None),
        ((3.5, 3.67, 1.96), (3.5, 3.67, 1.96)),
        (("3.50(172)", "3.67(9)", "1.96(31625)"), (3.5, 3.67, 1.96)),
        (("+250", "+267", "-104"), None),
        (("250", "267", "104"), None),
        (("250", "-", "-"), None),
        (("2.50", "2.67", "0.96"), None),
        (("1.90", "2.10", "1.60"), None),
        ((True, ["3.67"], "9999.00"), None),
    ],
    ids=["none", "fraction", "word", "numbers", "exchange", "American", "American without signs", "one American", "Hong Kong",
         "Hong Kong above one", "no prices"],
)  # fmt: skip
def test_a_quote_with_a_price_that_is_not_decimal_is_named(
    file: Path,
    load: Loads,
    prices: tuple[Any, Any, Any],
    stored: tuple[float | None, ...] | None,
) -> None:
    report = load(scraped(**{"1x2_market": [result(*prices), result(maker="Pinnacle")]}))
    own = [("bet365", "1x2", None, *stored)] if stored else []
    assert closing_prices(file) == [*own, ("pinnacle", "1x2", None, 3.5, 3.67, 1.96)]
    assert bool(set_aside(report)) == (stored is None)


@pytest.mark.parametrize(
    ("values", "refused"),
    [
        (
            {
                "over_under_2_5_market": [
                    {"odds_over": "1.55", "odds_under": "2.25", "extraction_mode": "passive"}
                ]
            },
            (
                "over_under_2_5_market",
                "out of shape: Object missing required field `bookmaker_name`",
            ),
        ),
        (
            {"1x2_market": [result(period="SecondHalf")]},
            ("1x2_market", "a period other than the fixture and its first half"),
        ),
        (
            {"european_handicap_-1_market": [handicap("2.60", "2.40", draw_handicap="3.50")]},
            ("european_handicap_-1_market", "a market that is not stored"),
        ),
        (
            {"over_under_2_5_market": [total("1.16", "4.40", submarket_name="Over/Under +1.5")]},
            ("over_under_2_5_market", "a line that is not the market's"),
        ),
        (
            {"1x2_market": [result(), result(), result("3.60")]},
            ("1x2_market", "two different quotes of a bookmaker in one market"),
        ),
        ({"1x2_market": "many"}, ("1x2_market", "a market that is not stored")),
        (
            {"over_under_market": [total("1.55", "2.25")]},
            ("over_under_market", "a market that is not stored"),
        ),
        (
            {"over_under_2_3_market": [total("1.55", "2.25")]},
            ("over_under_2_3_market", "a market that is not stored"),
        ),
        (
            {"over_under_sets_2_5_market": [total("1.55", "2.25")]},
            ("over_under_sets_2_5_market", "a market that is not stored"),
        ),
    ],
    ids=[
        "the best price of a preview",
        "second half",
        "European handicap",
        "another line",
        "twice",
        "no list",
        "no line",
        "no quarter",
        "sets",
    ],
)
def test_what_can_not_be_stored_of_a_market_is_named(
    file: Path, load: Loads, values: dict[str, object], refused: tuple[str, str]
) -> None:
    report = load(scraped(**values))
    assert [(line, (column, reason)) for line, column, reason, _ in set_aside(report)] == [
        (1, refused)
    ]
    assert len(goals(file)) == 1


@pytest.mark.parametrize(
    ("values", "league"),
    [
        ({}, "England/Premier League"),
        ({"match_link": LINK.replace("england", "usa"), "league_name": "MLS"}, "United States/Major League Soccer"),
        ({"match_link": LINK.replace("england", "europe"), "league_name": "Europa League"}, "Europe/Europa League"),
        ({"match_link": OF_TWO_TEAMS}, "England/Premier League"),
        ({"match_link": OF_TWO_TEAMS, "league_name": "Champions League"}, "Europe/Champions League"),
        ({"match_link": OF_TWO_TEAMS, "venue_country": None}, "'Premier League' is not"),
        ({"match_link": OF_TWO_TEAMS, "league_name": "Super Cup 2025", "venue_country": "Spain"}, "'Super Cup' is not"),
        ({"match_link": OF_TWO_TEAMS, "league_name": "Premier League 2"}, "'Premier League 2' is not"),
        ({"match_link": LINK.replace("football", "tennis")}, "another sport than football"),
        ({"match_link": "http://["}, "England/Premier League"),
        ({"league_name": "Premier League 2019/2020"}, "the season contradicts the day"),
        ({"league_name": "Premier League 2024"}, "England/Premier League"),
        ({"league_name": "Premier League 2026"}, "England/Premier League"),
        ({"home_team": ""}, "a team is missing"),
        ({"away_team": "Leicester"}, "a team against itself"),
        ({"away_score": ""}, "the goals of one side alone"),
        ({"away_score": "four"}, "no count of goals"),
        ({"scraped_date": BEFORE}, "a score from before the kickoff"),
        ({"match_date": "soon"}, "no moment in UTC that can be read in match_date"),
        ({"match_date": "0001-01-01 00:00:00 UTC"}, "a moment without football in match_date"),
    ],
)  # fmt: skip
def test_a_competition_is_named_by_its_link_or_its_venue_or_refused(
    file: Path, load: Loads, values: dict[str, object], league: str
) -> None:
    report = load(scraped(**values | GUARDED))
    stored = rows(
        file,
        """select country.name || '/' || league.name from fixture join league on league.id = league_id
        join country on code = country_code""",
    )
    assert (stored[0][0] if stored else report.refusals[0][1].reason)[: len(league)] == league


def test_a_competition_whose_country_nothing_tells_is_loaded_with_its_name(
    file: Path, load: Loads
) -> None:
    link = {"match_link": OF_TWO_TEAMS, "venue_country": None, **GUARDED}
    load(scraped(**link), league="GB-ENG/Premier League")
    assert rows(file, "select country_code, name from league") == [("GB-ENG", "Premier League")]


def test_a_fixture_that_was_moved_is_one_by_its_id_in_the_link(file: Path, load: Loads) -> None:
    earlier = coming("2025-01-05 12:00:00 UTC", match_date="2025-01-10 20:00:00 UTC")
    load(earlier, scraped(match_link=OF_TWO_TEAMS, league_name="Premier League", **GUARDED))
    assert goals(file) == [("finished", 0, 3, 0, 4)]


def test_a_record_that_is_none_costs_itself_alone(file: Path, load: Loads) -> None:
    report = load(scraped(), "a word", {"home_team": "Arsenal"})
    assert [line for line, *_ in set_aside(report)] == [2, 3]
    assert len(goals(file)) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"match_link": "x", "home_team": "Ars', "not JSON, or cut short"),
        ("[" * 100_000 + '"match_link"', "JSON that is nested too deeply"),
        (
            '[{"match_link": "https://www.oddsportal.com/football/h2h/a/b/#x", "sport": "football"}]',
            "a listing of matches",
        ),
    ],
    ids=["cut short", "deep", "listing"],
)
def test_a_file_that_can_not_be_read_says_why(
    file: Path, tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "odds.txt"
    path.write_text(text)
    with fd.Database(file, clock=lambda: NOW) as database:
        report = database.load(path, source="oddsharvester")
    assert report.refusals[0][1].reason.startswith(reason)


OWN = {
    "1x2_market": [result(), result("4.00", "2.48", "2.50", period="FirstHalf")],
    "double_chance_market": [
        {"1X": "1.71", "12": "1.25", "X2": "1.26", "bookmaker_name": "bet365", "period": "FullTime"}
    ],
}


def test_prices_of_markets_that_the_service_lacks_are_shown_exported_and_settle_bets(
    file: Path, tmp_path: Path, load: Loads
) -> None:
    load(coming(**OWN), scraped(**OWN))
    with fd.Database(file, clock=lambda: NOW) as database:
        odds = database.odds(market="1x2_half")
        assert odds[["closing_home", "closing_draw", "closing_away"]].to_numpy().tolist() == [
            [4.0, 2.48, 2.5]
        ]
        fixture_id = int(odds["fixture_id"][0])
        assert len(database.odds_history(fixture_id, "double_chance")) == 1
        (tmp_path / "bets.csv").write_text(
            f"fixture,market,line,side,price,stake\n{fixture_id},double_chance,,X2,1.30,100\n{fixture_id},1x2_half,,draw,2,50"
        )
        bets = database.bets(tmp_path / "bets.csv")
        database.export(tmp_path / "out", format="csv")
        content, series = (
            read_fixture(database.connection, fixture_id, NOW),
            read_movement(database.connection, fixture_id),
        )
    assert bets["profit"].tolist() == pytest.approx([30.0, -50.0])
    # Two of three selections win: the raw chances sum to 2.18, the fair ones to two.
    assert 1.26 < bets["closing_price"].iloc[0] < 1.5
    exported = csv.DictReader(
        next((tmp_path / "out" / "odds").rglob("*.csv")).read_text().splitlines()
    )
    assert {row["market"] for row in exported} == {"1x2", "1x2_half", "double_chance"}
    shown = "\n".join(text_of(line) for line in view_lines(odds_view(content), 100))
    assert "First-half result · 1/X/2" in shown
    assert "Double chance · home or draw/home or away/draw or away" in shown
    assert [each.market for each in series] == ["1x2", "double_chance", "1x2_half"]
    lines = movement_tab(series[1], 100, zone=ClockZone(UTC), remark="", kickoff=None)
    moved = "\n".join(text_of(line) for line in lines)
    assert "Double chance · bet365" in moved
    dumped = dump(file, tmp_path, now=NOW)
    assert dumped > 0
    assert "/odds/history" in (text := (tmp_path / "v1.jsonl").read_text())
    assert "double_chance" not in text


def test_the_service_answers_as_if_those_markets_were_not_there(
    tmp_path: Path, file: Path, load: Loads
) -> None:
    load(scraped(**{"1x2_market": OWN["1x2_market"][:1]}))
    service = Service(file, OneAccount(ULTRA), clock=lambda: NOW)
    (fixture_id,) = rows(file, "select id from fixture")[0]
    paths = [f"/v1/fixtures/{fixture_id}/odds", f"/v1/fixtures/{fixture_id}", "/v1/bookmakers"]
    before = [service.answer(Request("GET", path, "")).body.content for path in paths]
    load(scraped("2026-02-03 09:28:30 UTC", **OWN), name="more.json")
    assert len(closing_prices(file)) == 3
    service = Service(file, OneAccount(ULTRA), clock=lambda: NOW)
    assert [service.answer(Request("GET", path, "")).body.content for path in paths] == before
