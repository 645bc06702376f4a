"""Answers of API-Football, version 3: invented fixtures in the shape of its documentation."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.sources.api_football import ApiFootball
from tests.conftest import NOW

Loads = Callable[..., fd.LoadReport]

HOME, AWAY = {"id": 42, "name": "Arsenal", "logo": ""}, {"id": 36, "name": "Fulham", "logo": ""}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "football.db"


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write answers as they are saved, and load their folder, or one of them."""
    folder = tmp_path / "answers"
    folder.mkdir()

    def load(only: str | None = None, **contents: object) -> fd.LoadReport:
        for name, content in contents.items():
            (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(folder / f"{only}.json" if only else folder)

    return load


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def goals(home: int | None, away: int | None) -> dict[str, int | None]:
    return {"home": home, "away": away}


def score(
    halftime: tuple[Any, Any] = (1, 0),
    fulltime: tuple[Any, Any] = (2, 1),
    extratime: tuple[Any, Any] = (None, None),
    penalty: tuple[Any, Any] = (None, None),
) -> dict[str, Any]:
    return {
        "halftime": goals(*halftime),
        "fulltime": goals(*fulltime),
        "extratime": goals(*extratime),
        "penalty": goals(*penalty),
    }


def entry(number: int = 700001, short: str = "FT", elapsed: int | None = 90, **changes: Any) -> dict[str, Any]:
    return {
        "fixture": {
            "id": number,
            "referee": "A. Whistle",
            "timezone": "UTC",
            "date": "2024-08-17T14:00:00+00:00",
            "timestamp": 1723903200,
            "periods": {"first": 1723903200, "second": 1723906800},
            "venue": {"id": 494, "name": "Emirates Stadium", "city": "London"},
            "status": {"long": "Match Finished", "short": short, "elapsed": elapsed, "extra": None},
        },
        "league": {
            "id": 39,
            "name": "Premier League",
            "country": "England",
            "logo": "",
            "flag": "",
            "season": 2024,
            "round": "Regular Season - 1",
        },
        "teams": {"home": HOME | {"winner": True}, "away": AWAY | {"winner": False}},
        "goals": goals(2, 1),
        "score": score(),
    } | changes


def cup_tie(short: str, elapsed: int | None, total: tuple[int, int], parts: dict[str, Any]) -> dict[str, Any]:
    tie = entry(short=short, elapsed=elapsed, goals=goals(*total), score=parts)
    tie["league"] |= {"name": "FA Cup", "round": "Quarter-finals"}
    return tie


def answer(get: str, response: list[Any], **parameters: str) -> dict[str, Any]:
    return {
        "get": get,
        "parameters": parameters,
        "errors": [],
        "results": len(response),
        "paging": {"current": 1, "total": 1},
        "response": response,
    }


def fixtures(*entries: dict[str, Any]) -> dict[str, Any]:
    return answer("fixtures", list(entries), league="39", season="2024")


def statistics(home: dict[str, Any], away: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"team": team, "statistics": [{"type": name, "value": value} for name, value in values.items()]}
        for team, values in ((HOME, home), (AWAY, away))
    ]


def event(
    minute: int,
    team: dict[str, Any],
    kind: str = "Goal",
    detail: str = "Normal Goal",
    *,
    player: str | None = "One",
    extra: int | None = None,
    comments: str | None = None,
) -> dict[str, Any]:
    return {
        "time": {"elapsed": minute, "extra": extra},
        "team": team,
        "player": {"id": 1, "name": player},
        "assist": {"id": None, "name": None},
        "type": kind,
        "detail": detail,
        "comments": comments,
    }


COMPLETE = [event(10, HOME), event(60, AWAY), event(90, HOME, extra=3)]


@pytest.mark.parametrize("form", ["answer", "list"])
def test_an_answer_and_the_list_in_it_give_the_same_fixture(load: Loads, file: Path, form: str) -> None:
    report = load(fixtures={"answer": fixtures(entry()), "list": [entry()]}[form])
    assert [(each.source, each.state) for each in report.files] == [("api-football", "taken")]
    assert rows(
        file,
        """select league.name, season.label, home.name, away.name, kickoff_ts, status, round, stage, home_goals,
        away_goals, half_home_goals, half_away_goals, referee from fixture
        join league on league.id = fixture.league_id join season on season.id = season_id
        join team as home on home.id = home_id join team as away on away.id = away_id""",
    ) == [("Premier League", "24/25", "Arsenal", "Fulham", 1723903200, "finished", 1, None, 2, 1, 1, 0, "A. Whistle")]
    assert rows(file, "select ground, city from venue") == [("Emirates Stadium", "London")]


@pytest.mark.parametrize(
    ("tie", "ninety", "after"),
    [
        (("AET", 120, (2, 1), score((0, 0), (1, 1), (1, 0))), (1, 1), (2, 1, None, None, None, None, None)),
        (("AET", 120, (2, 1), score((0, 0), (1, 1), (2, 1))), (1, 1), (2, 1, None, None, None, None, None)),
        (("PEN", 120, (3, 3), score((2, 0), (2, 2), (1, 1), (4, 2))), (2, 2), (3, 3, 4, 2, None, None, None)),
        (("PEN", 90, (1, 1), score((1, 0), (1, 1), penalty=(4, 5))), (1, 1), (None, None, 4, 5, None, None, None)),
        (("PEN", 120, (1, 1), score((1, 0), (1, 1), penalty=(4, 5))), (None, None), (None, None, 4, 5, 1, 1, None)),
        (("AET", 120, (2, 1), score((1, 0), (2, 1))), (None, None), (None, None, None, None, 2, 1, None)),
        (("PEN", 120, (1, 1), score((0, 0), (1, 1), (0, 0))), (1, 1), (1, 1, None, None, None, None, "home")),
    ],
    ids=[
        "goals of extra time alone",
        "goals up to the end of extra time",
        "extra time and shootout",
        "shootout after ninety minutes",
        "shootout, extra time not mentioned",
        "extra time, its goals not mentioned",
        "shootout without its score",
    ],
)
def test_ninety_minutes_are_known_where_the_score_tells_extra_time_apart(
    load: Loads, file: Path, tie: tuple[Any, ...], ninety: tuple[object, ...], after: tuple[object, ...]
) -> None:
    load(fixtures=fixtures(cup_tie(*tie)))
    assert rows(file, "select home_goals, away_goals, stage, in_table, round from fixture") == [
        (*ninety, "Quarter-finals", 0, None)
    ]
    assert rows(
        file,
        """select extra_home_goals, extra_away_goals, shootout_home_goals, shootout_away_goals, final_home_goals,
        final_away_goals, through from knockout""",
    ) == [after]


@pytest.mark.parametrize(
    "tie",
    [
        ("AET", 120, (3, 1), score((0, 0), (1, 1), (1, 0))),
        ("AET", 120, (1, 0), score((0, 0), (1, 1))),
        ("FT", 90, (3, 1), score((1, 0), (2, 1))),
        ("FT", 90, (2, 1), score((1, 0), (2, 1), penalty=(4, 2))),
    ],
    ids=["extra time", "fewer goals than in ninety minutes", "ninety minutes", "a shootout after ninety minutes alone"],
)
def test_a_score_whose_parts_contradict_each_other_is_refused(load: Loads, tie: tuple[Any, ...]) -> None:
    report = load(fixtures=fixtures(entry(), cup_tie(*tie)))
    refused = [(each.line, each.reason) for _, each in report.refusals]
    assert refused == [(2, "a score whose parts contradict each other")]


@pytest.mark.parametrize(
    ("short", "stored"),
    [
        ("TBD", ("scheduled", None, 0, None)),
        ("NS", ("scheduled", None, 1, None)),
        ("1H", ("live", None, 1, 2)),
        ("HT", ("live", None, 1, 2)),
        ("LIVE", ("live", None, 1, 2)),
        ("SUSP", ("live", "suspended", 1, 2)),
        ("INT", ("live", "interrupted", 1, 2)),
        ("PST", ("scheduled", "postponed", 1, None)),
        ("CANC", ("scheduled", "cancelled", 1, None)),
        ("ABD", ("scheduled", "abandoned", 1, None)),
        ("AWD", ("finished", "awarded", 1, 2)),
        ("WO", ("finished", "awarded", 1, 2)),
    ],
)
def test_each_status_is_a_state(load: Loads, file: Path, short: str, stored: tuple[object, ...]) -> None:
    load(fixtures=fixtures(entry(short=short, elapsed=None)))
    assert rows(file, "select status, state_detail, time_known, home_goals from fixture") == [stored]


@pytest.mark.parametrize("printed", ["2024-08-17T00:30:00+02:00", "20240817T003000+0200"])
def test_a_kickoff_that_is_not_defined_is_the_printed_day(load: Loads, file: Path, printed: str) -> None:
    raw = entry(short="TBD")
    raw["fixture"] |= {"date": printed, "timestamp": 1723847400}
    load(fixtures=fixtures(raw))
    assert rows(file, "select kickoff_ts, time_known from fixture") == [(1723852800, 0)]


def test_statistics_are_read_with_the_fixture_beside_them(load: Loads, file: Path) -> None:
    listed = statistics(
        {
            "Shots on Goal": 6, "Shots off Goal": 3, "Total Shots": 11, "Fouls": 9, "Corner Kicks": 7, "Offsides": 1,
            "Ball Possession": "61%", "Yellow Cards": 2, "Red Cards": None, "Total passes": 512,
            "expected_goals": "1.84", "goals_prevented": 0,
        },
        {
            "Shots on Goal": 2, "Shots off Goal": 4, "Total Shots": 8, "Fouls": 12, "Corner Kicks": 3, "Offsides": 2,
            "Ball Possession": "39%", "Yellow Cards": 3, "Red Cards": None, "Total passes": 330,
            "expected_goals": "0.90", "goals_prevented": 0,
        },
    )  # fmt: skip
    listed[0]["statistics_1h"] = [{"type": "Corner Kicks", "value": 4}]
    listed[1]["statistics_1h"] = [{"type": "Corner Kicks", "value": 1}]
    report = load(fixtures=fixtures(entry()), statistics=answer("fixtures/statistics", listed, fixture="700001"))
    assert (report.fixtures_new, report.rows_refused) == (1, 0)
    assert rows(
        file,
        """select home_corners, away_corners, half_home_corners, half_away_corners, home_yellow, away_yellow, home_red
        from fixture""",
    ) == [(7, 3, 4, 1, 2, 3, None)]
    assert rows(
        file, "select home_shots_on_target, away_shots_off_target, home_possession, away_possession from statistics"
    ) == [(6, 4, 61, 39)]
    assert rows(file, "select figure, home, away from fixture_figure order by figure") == [
        ("fouls", 9, 12),
        ("offsides", 1, 2),
        ("passes", 512, 330),
        ("shots", 11, 8),
        ("xg", 1.84, 0.9),
    ]


def test_statistics_of_one_side_alone_are_set_aside(load: Loads, file: Path) -> None:
    listed = statistics({"Corner Kicks": 7, "Red Cards": None}, {"Corner Kicks": 3, "Red Cards": 1})
    report = load(fixtures=fixtures(entry(statistics=listed)))
    assert [(each.line, each.column, each.reason) for _, each in report.refusals] == [
        (1, "Red Cards", "the figure of one side alone")
    ]
    assert rows(file, "select home_corners, away_red from fixture") == [(7, None)]


def test_statistics_that_may_count_extra_time_are_left_out(load: Loads, file: Path) -> None:
    tie = cup_tie("AET", 120, (2, 1), score((0, 0), (1, 1), (1, 0)))
    tie["statistics"] = statistics({"Corner Kicks": 7}, {"Corner Kicks": 3})
    report = load(fixtures=fixtures(tie))
    assert rows(file, "select home_corners from fixture") == [(None,)]
    assert [each.reason for _, each in report.remarks] == [
        "1 fixture: statistics that may count extra time are not read"
    ]


def test_events_are_a_timeline_where_all_goals_are_there(load: Loads, file: Path) -> None:
    listed = [
        event(10, HOME, detail="Penalty"),
        event(30, AWAY, "Card", "Yellow Card", player="Two"),
        event(45, HOME, "subst", "Substitution 1", extra=1),
        event(60, AWAY),
        event(70, AWAY, "Card", "Yellow Card", player="Two"),
        event(70, AWAY, "Card", "Red Card", player="Two"),
        event(80, AWAY, detail="Missed Penalty"),
        event(85, AWAY, "Var", "Goal cancelled"),
        event(90, HOME, extra=3),
    ]
    load(fixtures=fixtures(entry()), events=answer("fixtures/events", listed, fixture="700001"))
    assert rows(
        file,
        """select type, half, minute, stoppage, team, count, player, home_score, away_score, detail from event
        order by seq""",
    ) == [
        ("goal", 1, 10, None, "home", 1, "One", None, None, "penalty"),
        ("yellow_card", 1, 30, None, "away", 1, "Two", None, None, None),
        ("period_score", 1, None, None, None, None, None, 1, 0, None),
        ("goal", 2, 60, None, "away", 1, "One", None, None, None),
        ("red_card", 2, 70, None, "away", None, "Two", None, None, None),
        ("missed_penalty", 2, 80, None, "away", None, "One", None, None, None),
        ("goal", 2, 90, 3, "home", 2, "One", None, None, None),
        ("period_score", 2, None, None, None, None, None, 2, 1, None),
    ]


@pytest.mark.parametrize("listed_under", [HOME, AWAY], ids=["the side that it counts for", "the side of its scorer"])
def test_an_own_goal_counts_for_the_side_that_the_score_tells(
    load: Loads, file: Path, listed_under: dict[str, Any]
) -> None:
    listed = [event(10, HOME), event(60, AWAY), event(70, listed_under, detail="Own Goal", player="Three")]
    load(fixtures=fixtures(entry(events=listed)))
    assert rows(file, "select team, count, player from event where detail = 'own_goal'") == [("home", 2, "Three")]


@pytest.mark.parametrize(
    "listed",
    [
        COMPLETE[:2],
        [*COMPLETE, event(91, AWAY)],
        [event(60, HOME), *COMPLETE[1:]],
        [event(11, HOME, extra=2), *COMPLETE[1:]],
        [*COMPLETE, event(30, HOME, "Card", "Yellow Card"), event(50, HOME, "Card", "Yellow Card")],
    ],
    ids=["a goal missing", "beyond the end", "not the half-time score", "stoppage within a half", "booked twice"],
)
def test_an_incomplete_or_doubtful_timeline_is_not_taken(load: Loads, file: Path, listed: list[Any]) -> None:
    report = load(fixtures=fixtures(entry(events=listed)))
    assert rows(file, "select count(*) from event") == [(0,)]
    assert [each.reason for _, each in report.remarks] == [
        "1 fixture: events that are not the goals of the score, or have a doubtful minute, are not read"
    ]


def test_an_own_goal_of_each_side_leaves_a_doubt(load: Loads, file: Path) -> None:
    own_goals = [event(20, HOME, detail="Own Goal"), event(25, AWAY, detail="Own Goal")]
    report = load(fixtures=fixtures(entry(goals=goals(1, 1), score=score((1, 1), (1, 1)), events=own_goals)))
    assert [each.reason for _, each in report.remarks] == [
        "1 fixture: events whose own goals may be of either side are not read"
    ]


def test_kicks_of_a_shootout_are_no_goals_and_extra_time_has_halves(load: Loads, file: Path) -> None:
    tie = cup_tie("PEN", 120, (2, 2), score((1, 0), (1, 1), (1, 1), (1, 0)))
    tie["events"] = [
        event(10, HOME),
        event(60, AWAY),
        event(100, HOME),
        event(119, AWAY),
        event(120, HOME, detail="Penalty", extra=1, comments="Penalty Shootout"),
        event(120, AWAY, detail="Missed Penalty", extra=2, comments="Penalty Shootout"),
    ]
    load(fixtures=fixtures(tie))
    assert rows(file, "select home_score, away_score from event where type = 'period_score'") == [(1, 0), (1, 1)]
    assert rows(file, "select home_score, away_score from extra_event where type = 'period_score'") == [(2, 1), (2, 2)]


def odds(*bets: dict[str, Any], update: str = "2024-08-16T10:00:00+00:00", number: int = 700001) -> dict[str, Any]:
    return {
        "league": {"id": 39, "name": "Premier League", "country": "England", "season": 2024},
        "fixture": {"id": number, "timezone": "UTC", "date": "2024-08-17T14:00:00+00:00", "timestamp": 1723903200},
        "update": update,
        "bookmakers": [{"id": 7, "name": "William Hill", "bets": list(bets)}],
    }


def bet(name: str, **values: str) -> dict[str, Any]:
    listed = [{"value": value.replace("_", " "), "odd": odd} for value, odd in values.items()]
    return {"id": 1, "name": name, "values": listed}


TWICE = [{"value": value, "odd": odd} for value, odd in (("Yes", "1.8"), ("Yes", "1.9"), ("No", "2.0"))]


def test_odds_are_ticks_at_the_moment_of_their_update(load: Loads, file: Path) -> None:
    entry_of_odds = odds(
        bet("Match Winner", Home="1.50", Draw="4.20", Away="6.50"),
        bet("Goals Over/Under", **{"Over_1.5": "1.20", "Under_1.5": "4.50", "Over_2.5": "1.80", "Under_2.5": "2.00"}),
        bet("Corners Over Under", **{"Over_9.5": "1.85", "Under_9.5": "1.95"}),
        bet("Exact Score", **{"1:0": "7.00"}),
    )
    report = load(fixtures=fixtures(entry()), odds=answer("odds", [entry_of_odds], date="2024-08-17"))
    assert report.rows_refused == 0
    assert rows(
        file,
        """select slug, market, recorded_ts, line, price_1, price_2, price_3 from odds_tick
        join bookmaker on bookmaker.id = bookmaker_id order by market""",
    ) == [
        ("william-hill", "1x2", 1723802400, None, 1.5, 4.2, 6.5),
        ("william-hill", "corner_line", 1723802400, 9.5, 1.85, 1.95, None),
        ("william-hill", "goal_line", 1723802400, 2.5, 1.8, 2.0, None),
    ]
    assert rows(file, "select count(*) from odds") == [(0,)]
    assert [each.reason for _, each in report.remarks] == ["1 fixture: no market of ours is the bet Exact Score"]


def test_a_handicap_whose_side_is_not_said_is_not_read(load: Loads, file: Path) -> None:
    handicap = bet("Asian Handicap", **{"Home_-1": "1.90", "Away_-1": "1.95"})
    report = load(fixtures=fixtures(entry()), odds=[odds(handicap)])
    assert rows(file, "select count(*) from odds_tick") == [(0,)]
    assert [each.reason for _, each in report.remarks] == [
        "1 fixture: handicaps are not read, as the answer does not say which side a line is of"
    ]


@pytest.mark.parametrize(
    ("entry_of_odds", "reason"),
    [
        (odds(bet("Match Winner", Home="-150", Draw="240", Away="400")), "American odds, not decimal; none is read"),
        (odds(bet("Match Winner", Home="1.00", Draw="4.20", Away="6.50")), "no decimal price"),
        (odds(bet("Match Winner", Home="1.50", Away="6.50")), "a quote without all of its prices"),
        (odds({"name": "Both Teams Score", "values": TWICE}), "two prices of one selection"),
        (odds(update="2024-08-17T14:00:00+00:00"), "prices from after the kickoff, whose moment is not known"),
        (odds(number=1), "no answer of /fixtures in its folder has fixture 1"),
    ],
)
def test_odds_that_can_t_be_read_are_refused(load: Loads, entry_of_odds: dict[str, Any], reason: str) -> None:
    report = load(fixtures=fixtures(entry()), odds=[entry_of_odds])
    assert [(each.line, each.reason) for _, each in report.refusals] == [(1, reason)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"status": {"short": "DREAMT", "elapsed": 90}}, "a status that we do not know"),
        ({"timestamp": 1723903201}, "a date and a timestamp of different moments"),
        ({"date": "2024-08-17T14:00:00", "timestamp": None}, "a time without its offset from UTC"),
    ],
)
def test_a_fixture_that_can_t_be_read_is_refused_by_its_number(
    load: Loads, change: dict[str, Any], reason: str
) -> None:
    broken = entry(700002)
    broken["fixture"] |= change
    report = load(fixtures=fixtures(entry(), broken))
    assert [(each.line, each.reason) for _, each in report.refusals] == [(2, reason)]
    assert report.fixtures_new == 1


@pytest.mark.parametrize(("country", "name"), [("England", "Sunday League"), ("World", "Moon Cup")])
def test_an_unknown_competition_is_refused_by_its_name(load: Loads, country: str, name: str) -> None:
    unknown = entry(700002)
    unknown["league"] |= {"country": country, "name": name}
    report = load(fixtures=fixtures(entry(), unknown))
    assert [f"'{name}' is not a competition" in each.reason for _, each in report.refusals] == [True]


def test_a_competition_of_several_countries_is_known_by_its_name(load: Loads, file: Path) -> None:
    european = entry()
    european["league"] |= {"country": "World", "name": "UEFA Champions League", "round": "League Stage - 3"}
    load(fixtures=fixtures(european))
    assert rows(
        file, "select country_code, league.name, round, stage from fixture join league on league.id = league_id"
    ) == [("EUROPE", "Champions League", 3, "League Stage")]


def test_statistics_without_their_fixture_beside_them_are_refused(load: Loads) -> None:
    listed = statistics({"Corner Kicks": 7}, {"Corner Kicks": 3})
    report = load(statistics=answer("fixtures/statistics", listed, fixture="700001"))
    assert [each.reason for _, each in report.refusals] == ["no answer of /fixtures in its folder has fixture 700001"]


def test_an_error_of_the_api_is_refused_with_its_text(load: Loads) -> None:
    report = load(fixtures=fixtures() | {"errors": {"token": "Error/Missing application key."}})
    assert [each.reason for _, each in report.refusals] == ["an error of the API, not data"]


@pytest.mark.real_data
def test_no_real_file_of_another_source_is_recognised(real_data: Path) -> None:
    source = ApiFootball()
    assert [path for path in sorted(real_data.rglob("*")) if path.is_file() and source.recognises(path)] == []
