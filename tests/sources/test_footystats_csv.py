"""Exports of FootyStats: invented matches under the columns of its CSV."""

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.sources.footystats_csv import FootyStatsCsv
from tests.conftest import NOW

Loads = Callable[..., fd.LoadReport]

EXPORT = "england-premier-league-matches-2024-to-2025-stats"
PLAIN = {
    "timestamp": "1723903200",
    "date_GMT": "Aug 17 2024 - 2:00pm",
    "status": "complete",
    "attendance": "60123",
    "home_team_name": "Arsenal",
    "away_team_name": "Fulham",
    "referee": "Ada Whistle",
    "Game Week": "1",
    "Pre-Match PPG (Home)": "0.00",
    "home_team_goal_count": "2",
    "away_team_goal_count": "1",
    "total_goal_count": "3",
    "home_team_goal_count_half_time": "1",
    "away_team_goal_count_half_time": "0",
    "home_team_goal_timings": "45'2,90'3",
    "away_team_goal_timings": "60",
    "home_team_corner_count": "7",
    "away_team_corner_count": "3",
    "home_team_yellow_cards": "2",
    "home_team_red_cards": "0",
    "away_team_yellow_cards": "3",
    "away_team_red_cards": "1",
    "home_team_shots": "14",
    "away_team_shots": "6",
    "home_team_shots_on_target": "7",
    "away_team_shots_on_target": "3",
    "home_team_shots_off_target": "7",
    "away_team_shots_off_target": "3",
    "home_team_fouls": "12",
    "away_team_fouls": "9",
    "home_team_possession": "58",
    "away_team_possession": "42",
    "team_a_xg": "1.50",
    "team_b_xg": "0.54",
    "odds_ft_home_team_win": "1.40",
    "odds_ft_draw": "4.40",
    "odds_ft_away_team_win": "7.75",
    "odds_ft_over25": "2.20",
    "odds_btts_yes": "2.38",
    "odds_btts_no": "1.50",
    "stadium_name": "Emirates Stadium",
}
CUP = {"Game Week": "N/A"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "football.db"


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write an export and load it."""

    def load(*rows: dict[str, str], name: str = EXPORT, league: str | None = None) -> fd.LoadReport:
        path = tmp_path / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as text:
            writer = csv.DictWriter(text, PLAIN)
            writer.writeheader()
            writer.writerows(PLAIN | row for row in rows)
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(path, league=league)

    return load


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def test_an_export_gives_fixtures_with_their_figures(load: Loads, file: Path) -> None:
    report = load({})
    assert [(each.source, each.state) for each in report.files] == [("footystats", "taken")]
    assert (report.fixtures_new, report.rows_refused, report.remarks) == (1, 0, [])
    assert rows(
        file,
        """select league.name, season.label, home.name, away.name, kickoff_ts, time_known, status, round, referee
        from fixture join league on league.id = fixture.league_id join season on season.id = season_id
        join team as home on home.id = home_id join team as away on away.id = away_id""",
    ) == [("Premier League", "24/25", "Arsenal", "Fulham", 1723903200, 1, "finished", 1, "Ada Whistle")]
    assert rows(
        file,
        """select home_goals, away_goals, half_home_goals, half_away_goals, home_corners, away_corners, home_yellow,
        away_yellow, home_red, away_red from fixture""",
    ) == [(2, 1, 1, 0, 7, 3, 2, 3, 0, 1)]
    assert rows(file, "select home_shots_on_target, away_shots_off_target, home_possession from statistics") == [
        (7, 3, 58)
    ]
    assert rows(file, "select figure, home, away from fixture_figure order by figure") == [
        ("attendance", 60123, None),
        ("fouls", 12, 9),
        ("shots", 14, 6),
        ("xg", 1.5, 0.54),
    ]
    assert rows(file, "select ground from venue") == [("Emirates Stadium",)]


def test_prices_without_a_moment_are_opening_ones(load: Loads, file: Path) -> None:
    load({})
    assert rows(
        file,
        """select slug, market, opening_price_1, opening_price_2, opening_price_3, closing_price_1 from odds
        join bookmaker on bookmaker.id = bookmaker_id order by market""",
    ) == [("footystats", "1x2", 1.4, 4.4, 7.75, None), ("footystats", "btts", 2.38, 1.5, None, None)]
    assert rows(file, "select count(*) from odds_tick") == [(0,)]


def test_the_minutes_of_all_goals_are_a_timeline(load: Loads, file: Path) -> None:
    load({})
    assert rows(
        file, "select type, half, minute, stoppage, team, count, home_score, away_score from event order by seq"
    ) == [
        ("goal", 1, 45, 2, "home", 1, None, None),
        ("period_score", 1, None, None, None, None, 1, 0),
        ("goal", 2, 60, None, "away", 1, None, None),
        ("goal", 2, 90, 3, "home", 2, None, None),
        ("period_score", 2, None, None, None, None, 2, 1),
    ]


@pytest.mark.parametrize(
    "row",
    [
        {"home_team_goal_timings": "45'2"},
        {"home_team_goal_timings": "50,90'3"},
        {"home_team_goal_timings": "", "away_team_goal_timings": ""},
    ],
    ids=["a minute missing", "not the score at half time", "no minutes"],
)
def test_minutes_that_are_not_those_of_the_score_are_no_timeline(load: Loads, file: Path, row: dict[str, str]) -> None:
    load(row)
    assert rows(file, "select count(*) from event") == [(0,)]
    assert rows(file, "select home_goals, away_goals from fixture") == [(2, 1)]


@pytest.mark.parametrize(
    ("row", "ninety", "after"),
    [
        (CUP, (2, 1), None),
        (CUP | {"home_team_goal_timings": "10,105", "away_team_goal_timings": "60"}, (1, 1), (2, 1, None, None)),
        ({"home_team_goal_timings": "10,105", "away_team_goal_timings": "60"}, (1, 1), (2, 1, None, None)),
        (CUP | {"home_team_goal_timings": "", "away_team_goal_timings": ""}, (None, None), (None, None, 2, 1)),
        ({"home_team_goal_timings": "", "away_team_goal_timings": ""}, (2, 1), None),
    ],
    ids=[
        "all goals in ninety minutes",
        "a goal of extra time",
        "a goal of extra time in a numbered week",
        "minutes unknown",
        "minutes unknown in a numbered week",
    ],
)
def test_a_score_is_of_ninety_minutes_only_where_extra_time_is_told_apart(
    load: Loads, file: Path, row: dict[str, str], ninety: tuple[object, ...], after: tuple[object, ...] | None
) -> None:
    load(row, name="england-fa-cup-matches-2024-to-2025-stats")
    assert rows(file, "select home_goals, away_goals from fixture") == [ninety]
    stored = rows(file, "select extra_home_goals, extra_away_goals, final_home_goals, final_away_goals from knockout")
    assert stored == ([] if after is None else [after])


def test_statistics_that_may_count_extra_time_are_left_out(load: Loads, file: Path) -> None:
    level = CUP | {"home_team_goal_count": "1", "home_team_goal_timings": "45"}
    report = load(level, name="england-fa-cup-matches-2024-to-2025-stats")
    assert rows(file, "select home_goals, home_corners from fixture") == [(1, None)]
    assert [each.reason for _, each in report.remarks] == ["1 row: statistics that may count extra time are not read"]


def test_what_was_not_recorded_is_unknown(load: Loads, file: Path) -> None:
    load(
        {name: "0" for name in PLAIN if name.startswith(("home_team_", "away_team_")) and "goal" not in name}
        | {"home_team_name": "Arsenal", "away_team_name": "Fulham", "team_a_xg": "0.00", "team_b_xg": "0.00"}
        | {name: "0.00" for name in PLAIN if name.startswith("odds_")}
        | {"attendance": "N/A", "referee": "N/A", "home_team_corner_count": "-1", "away_team_corner_count": "-1"}
    )
    assert rows(file, "select home_goals, home_corners, home_yellow, home_red, referee from fixture") == [
        (2, None, None, None, None)
    ]
    assert [rows(file, f"select * from {table}") for table in ("statistics", "fixture_figure", "odds")] == [[], [], []]


def test_no_card_is_a_count_where_the_rest_was_recorded(load: Loads, file: Path) -> None:
    load({"away_team_red_cards": "0"})
    assert rows(file, "select home_red, away_red from fixture") == [(0, 0)]


@pytest.mark.parametrize(
    ("status", "stored"),
    [
        ("incomplete", ("scheduled", None, None)),
        ("suspended", ("scheduled", "suspended", None)),
        ("canceled", ("scheduled", "cancelled", None)),
    ],
)
def test_the_zeros_of_a_fixture_that_was_not_played_are_no_score(
    load: Loads, file: Path, status: str, stored: tuple[object, ...]
) -> None:
    load({"status": status, "home_team_goal_count": "0", "away_team_goal_count": "0"})
    assert rows(file, "select status, state_detail, home_goals from fixture") == [stored]


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        ({"away_team_corner_count": "N/A"}, "home_team_corner_count", "the figure of one side alone"),
        ({"home_team_fouls": "many", "away_team_fouls": "-1"}, "home_team_fouls", "no count"),
        ({"home_team_goal_timings": "45'2,late"}, "home_team_goal_timings", "no minute of a goal"),
        ({"home_team_goal_timings": "45'2,200"}, "home_team_goal_timings", "no minute of a goal"),
        (
            {"odds_ft_home_team_win": "-250", "odds_ft_draw": "380", "odds_ft_away_team_win": "650"},
            "odds_ft_home_team_win",
            "American odds, not decimal; none is read",
        ),
        ({"odds_btts_no": "evens"}, "odds_btts_no", "no decimal price"),
    ],
)
def test_a_value_that_can_t_be_read_is_set_aside_by_its_column(
    load: Loads, row: dict[str, str], column: str, reason: str
) -> None:
    report = load(row)
    assert [(each.line, each.column, each.reason) for _, each in report.refusals] == [(2, column, reason)]
    assert report.fixtures_new == 1


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"status": "dreamt"}, "a status that we do not know"),
        ({"timestamp": "soon"}, "no time that can be read"),
        ({"timestamp": "1723903200000"}, "no time that can be read"),
        ({"date_GMT": "Feb 30 2024 - 2:00pm"}, "no time that can be read"),
        ({"away_team_name": "Chelsea"}, "a team against itself"),
        ({"away_team_name": "N/A"}, "a team is missing"),
        ({"home_team_goal_count": "-1", "away_team_goal_count": "-1"}, "no count of goals"),
    ],
)
def test_a_row_that_can_t_be_read_is_refused_by_its_line(load: Loads, row: dict[str, str], reason: str) -> None:
    report = load({}, {"home_team_name": "Chelsea", "away_team_name": "Everton"} | row)
    assert [(each.line, each.reason) for _, each in report.refusals] == [(3, reason)]
    assert report.fixtures_new == 1


def test_a_row_without_all_of_its_cells_is_refused(tmp_path: Path, load: Loads, file: Path) -> None:
    load({})
    path = tmp_path / f"{EXPORT}.csv"
    header, row, _ = path.read_text(encoding="utf-8").split("\n")
    path.write_text(f"{header}\n{row}\n{row.rpartition(',')[0]}\n", encoding="utf-8")
    with fd.Database(file, clock=lambda: NOW) as database:
        report = database.load(path)
    assert [(each.line, each.reason) for _, each in report.refusals] == [
        (3, f"{len(PLAIN) - 1} cells under {len(PLAIN)} columns")
    ]


def test_the_timestamp_stands_where_the_printed_moment_is_another(load: Loads, file: Path) -> None:
    report = load({"date_GMT": "Aug 17 2024 - 11:00am"})
    assert rows(file, "select kickoff_ts from fixture") == [(1723903200,)]
    assert [each.reason for _, each in report.remarks] == [
        "1 row: date_GMT is not the moment of timestamp, which is taken"
    ]


@pytest.mark.parametrize(
    ("printed", "kickoff"), [("Aug 17 2024 - 12:00am", 1723852800), ("Aug 17 2024 - 12:30pm", 1723897800)]
)
def test_the_printed_moment_stands_where_there_is_no_timestamp(
    load: Loads, file: Path, printed: str, kickoff: int
) -> None:
    load({"timestamp": "", "date_GMT": printed})
    assert rows(file, "select kickoff_ts from fixture") == [(kickoff,)]


def test_the_file_s_name_tells_the_competition_or_one_is_named(load: Loads, file: Path) -> None:
    report = load({}, name="matches of ours")
    assert ["'matches of ours' is not a competition" in each.reason for _, each in report.refusals] == [True]
    load({}, name="matches of ours", league="GB-ENG/Championship")
    assert rows(file, "select league.name from fixture join league on league.id = league_id") == [("Championship",)]


@pytest.mark.real_data
def test_no_real_file_of_another_source_is_recognised(real_data: Path) -> None:
    source = FootyStatsCsv()
    assert [path for path in sorted(real_data.rglob("*")) if path.is_file() and source.recognises(path)] == []
