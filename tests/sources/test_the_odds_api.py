"""Answers of the-odds-api, version 4: invented events in the shape of its documentation."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football.register.leagues import registered_league
from footydata.sources.the_odds_api import LEAGUES, TheOddsApi
from tests.conftest import NOW

Loads = Callable[..., fd.LoadReport]

AMERICAN = "American odds, not decimal; none is read"
INCOMPLETE = "a quote without all of its prices"
KICKOFF, UPDATE = "2024-08-17T14:00:00Z", "2024-08-16T10:00:00Z"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "football.db"


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write answers as they are saved, and load them."""

    def load(*contents: object) -> fd.LoadReport:
        paths = [tmp_path / f"{number}.json" for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_text(json.dumps(content), encoding="utf-8")
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(*paths)

    return load


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def ticks(file: Path) -> list[tuple[object, ...]]:
    return rows(
        file,
        """select slug, market, recorded_ts, line, price_1, price_2, price_3 from odds_tick
        join bookmaker on bookmaker.id = bookmaker_id order by slug, market, recorded_ts""",
    )


def outcome(name: str, price: float, point: float | None = None) -> dict[str, Any]:
    return {"name": name, "price": price} | ({} if point is None else {"point": point})


def market(
    key: str, *outcomes: dict[str, Any], last_update: str | int | None = "2024-08-16T10:00:00Z"
) -> dict[str, Any]:
    return {"key": key, "last_update": last_update, "outcomes": list(outcomes)}


def bookmaker(*markets: dict[str, Any], key: str = "pinnacle", title: str = "Pinnacle") -> dict[str, Any]:
    return {"key": key, "title": title, "last_update": "2024-08-16T10:05:00Z", "markets": list(markets)}


def event(*bookmakers: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "id": "e0000000000000000000000000000001",
        "sport_key": "soccer_epl",
        "sport_title": "EPL",
        "commence_time": KICKOFF,
        "home_team": "Arsenal",
        "away_team": "Wolverhampton Wanderers",
        "bookmakers": list(bookmakers),
    } | changes


def scored(home: str, away: str, *, completed: bool = True, **changes: Any) -> dict[str, Any]:
    scores = [{"name": "Wolverhampton Wanderers", "score": away}, {"name": "Arsenal", "score": home}]
    scored = event(completed=completed, scores=scores, last_update="2024-08-17T16:00:00Z", **changes)
    del scored["bookmakers"]
    return scored


H2H = market("h2h", outcome("Wolverhampton Wanderers", 7.5), outcome("Arsenal", 1.4), outcome("Draw", 4.8))
SPREADS = market("spreads", outcome("Wolverhampton Wanderers", 2.0, 1.25), outcome("Arsenal", 1.85, -1.25))
TOTALS = market("totals", outcome("Under", 2.1, 2.75), outcome("Over", 1.8, 2.75))


def test_prices_are_ticks_at_the_moment_of_their_market(load: Loads, file: Path) -> None:
    report = load([event(bookmaker(H2H, SPREADS, TOTALS))])
    assert [(each.source, each.state) for each in report.files] == [("the-odds-api", "taken")]
    assert ticks(file) == [
        ("pinnacle", "1x2", 1723802400, None, 1.4, 4.8, 7.5),
        ("pinnacle", "asian_handicap", 1723802400, -1.25, 1.85, 2.0, None),
        ("pinnacle", "goal_line", 1723802400, 2.75, 1.8, 2.1, None),
    ]
    assert rows(file, "select count(*) from odds") == [(0,)]
    assert rows(
        file,
        """select league.name, season.label, home.name, kickoff_ts, status from fixture
        join league on league.id = fixture.league_id join season on season.id = season_id
        join team as home on home.id = home_id""",
    ) == [("Premier League", "24/25", "Arsenal", 1723903200, "scheduled")]


def test_snapshots_are_the_movement_of_a_market(load: Loads, file: Path) -> None:
    def snapshot(timestamp: str, home: float) -> dict[str, Any]:
        h2h = market("h2h", outcome("Arsenal", home), outcome("Draw", 4.8), outcome("Wolverhampton Wanderers", 7.5))
        without_moment = {"key": "pinnacle", "title": "Pinnacle", "markets": [h2h | {"last_update": None}]}
        return {
            "timestamp": timestamp,
            "previous_timestamp": None,
            "next_timestamp": None,
            "data": [event(without_moment)],
        }

    load(snapshot("2024-08-16T10:00:00Z", 1.4), snapshot("2024-08-16T10:05:00Z", 1.38))
    assert [tick[2:5] for tick in ticks(file)] == [(1723802400, None, 1.4), (1723802700, None, 1.38)]


def test_the_same_price_in_two_answers_is_one_tick(load: Loads, file: Path) -> None:
    load([event(bookmaker(H2H))], {"timestamp": "2024-08-16T11:00:00Z", "data": [event(bookmaker(H2H))]})
    assert len(ticks(file)) == 1


def test_moments_may_be_unix_seconds_and_one_event_stands_for_itself(load: Loads, file: Path) -> None:
    load(event(bookmaker(H2H | {"last_update": 1723802400}), commence_time=1723903200))
    assert [tick[2] for tick in ticks(file)] == [1723802400]


def test_the_bookmaker_s_moment_stands_for_its_markets(load: Loads, file: Path) -> None:
    load([event(bookmaker(H2H | {"last_update": None}))])
    assert [tick[2] for tick in ticks(file)] == [1723802700]


def test_of_several_lines_the_one_of_the_closest_prices_is_taken(load: Loads, file: Path) -> None:
    corners = market(
        "alternate_totals_corners",
        outcome("Over", 1.5, 8.5),
        outcome("Under", 2.5, 8.5),
        outcome("Over", 1.85, 9.5),
        outcome("Under", 1.95, 9.5),
        outcome("Over", 2.4, 10.5),
    )
    load([event(bookmaker(corners))])
    assert [tick[1:] for tick in ticks(file)] == [("corner_line", 1723802400, 9.5, 1.85, 1.95, None)]


def test_bookmakers_that_other_sources_know_have_their_slugs(load: Loads, file: Path) -> None:
    load(
        [
            event(
                bookmaker(H2H, key="williamhill", title="William Hill"),
                bookmaker(H2H, key="betfair_ex_uk", title="Betfair"),
                bookmaker(H2H, key="unibet_eu", title="Unibet"),
            )
        ]
    )
    assert [tick[0] for tick in ticks(file)] == ["betfair-exchange", "unibet-eu", "william-hill"]


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        (
            market("h2h", outcome("Arsenal", -250), outcome("Draw", 380), outcome("Wolverhampton Wanderers", 650)),
            AMERICAN,
        ),
        (market("totals", outcome("Over", 105, 2.5), outcome("Under", 100, 2.5)), AMERICAN),
        (market("totals", outcome("Over", 1.0, 2.5), outcome("Under", 2.0, 2.5)), "no decimal price"),
        (market("totals", outcome("Over", 1.9, 2.6), outcome("Under", 2.0, 2.6)), "no line in quarters"),
        (market("totals", outcome("Over", 1.9, 2.5), outcome("Under", 2.0, 3.5)), INCOMPLETE),
        (market("h2h", outcome("Arsenal", 1.3), outcome("Wolverhampton Wanderers", 3.5)), INCOMPLETE),
        (
            market("spreads", outcome("Arsenal", 1.9, -1.0), outcome("Wolverhampton Wanderers", 1.9, -1.0)),
            INCOMPLETE,
        ),
        (market("spreads", outcome("Arsenal", 1.9, -1.0), outcome("Wolves", 1.9, 1)), "a line whose side is not known"),
        (market("h2h", *H2H["outcomes"], last_update="yesterday"), "no time that can be read"),
    ],
)
def test_a_quote_that_can_t_be_read_is_set_aside_by_its_market(
    load: Loads, file: Path, quote: dict[str, Any], reason: str
) -> None:
    report = load([event(bookmaker(H2H, key="coral", title="Coral"), bookmaker(quote))])
    refused = [(each.line, each.column, each.reason) for _, each in report.refusals]
    assert refused == [(1, quote["key"], reason)]
    assert [tick[0] for tick in ticks(file)] == ["coral"]


def test_prices_from_after_the_kickoff_are_not_read(load: Loads, file: Path) -> None:
    report = load([event(bookmaker(H2H | {"last_update": "2024-08-17T14:30:00Z"}))])
    assert ticks(file) == []
    assert [each.reason for _, each in report.remarks] == [
        "1 quote: prices from after the kickoff are not read, as the answer does not have their minute"
    ]


def test_markets_that_we_do_not_have_are_named(load: Loads) -> None:
    report = load([event(bookmaker(H2H | {"key": "h2h_lay"}))])
    assert [each.reason for _, each in report.remarks] == ["1 quote: no market of ours is h2h_lay"]


@pytest.mark.parametrize(
    ("answer", "stored"),
    [
        (scored("2", "1"), ("finished", 2, 1, None, None)),
        (scored("2", "1", sport_key="soccer_fa_cup"), ("finished", None, None, 2, 1)),
        (scored("0", "0", sport_key="soccer_fa_cup"), ("finished", 0, 0, None, None)),
        (scored("1", "1", completed=False), ("live", 1, 1, None, None)),
        (scored("1", "1", completed=False, sport_key="soccer_fa_cup"), ("live", None, None, None, None)),
        (event(completed=False, scores=None), ("scheduled", None, None, None, None)),
    ],
    ids=["league", "cup", "cup without goals", "live league", "live cup", "coming"],
)
def test_a_score_is_of_ninety_minutes_where_there_is_no_extra_time(
    load: Loads, file: Path, answer: dict[str, Any], stored: tuple[object, ...]
) -> None:
    load([answer])
    assert rows(
        file,
        """select status, home_goals, away_goals, final_home_goals, final_away_goals from fixture
        left join knockout on fixture_id = fixture.id""",
    ) == [stored]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sport_key": "americanfootball_nfl"}, "another sport than football"),
        (
            {"sport_key": "soccer_fifa_world_cup_winner", "home_team": None, "away_team": None},
            "no two sides: bets on a whole competition, not on a fixture",
        ),
        ({"away_team": "Arsenal"}, "a team against itself"),
        ({"id": "\ud800"}, "the name of the event has characters that can't be read"),
        ({"commence_time": 1723903200000}, "no time that can be read"),
        ({"completed": True, "scores": None}, "completed, without a score"),
        ({"completed": True, "scores": [{"name": "Arsenal", "score": "2"}]}, "no count of goals"),
    ],
)
def test_an_event_that_can_t_be_read_is_refused_by_its_number(
    load: Loads, changes: dict[str, Any], reason: str
) -> None:
    report = load([event(), event(**{"id": "e2"} | changes)])
    assert [(each.line, each.reason) for _, each in report.refusals] == [(2, reason)]
    assert report.fixtures_new == 1


def test_an_unknown_competition_is_refused_by_its_key(load: Loads) -> None:
    report = load([event(), event(id="e2", sport_key="soccer_sunday_league")])
    assert ["'soccer_sunday_league' is not a competition" in each.reason for _, each in report.refusals] == [True]


def test_each_competition_is_one_of_the_register() -> None:
    assert [key for key, league in LEAGUES.items() if registered_league(*league) is None] == []


@pytest.mark.real_data
def test_no_real_file_of_another_source_is_recognised(real_data: Path) -> None:
    source = TheOddsApi()
    assert [path for path in sorted(real_data.rglob("*")) if path.is_file() and source.recognises(path)] == []
