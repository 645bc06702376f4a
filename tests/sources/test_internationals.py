"""Internationals: the rows of results.csv, with shootouts, goals and former names beside them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.load_report import report_rows
from footydata.ingest.unloading import unload
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.faces.cli.running import command
from tests.new_databases import new_database

fixtures = command("fixtures")

RESULTS = "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral\n"
SHOOTOUTS = "date,home_team,away_team,winner,first_shooter\n"
GOALS = "date,home_team,away_team,team,scorer,minute,own_goal,penalty\n"
FORMER = "current,former,start_date,end_date\n"

Loads = Callable[..., fd.LoadReport]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return new_database(tmp_path / "football.db")


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write these files into one folder and load it, or one of them."""
    folder = tmp_path / "international"
    folder.mkdir()

    def load(only: str | None = None, **texts: str) -> fd.LoadReport:
        for name, text in texts.items():
            (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(folder / only if only else folder)

    return load


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def scores(file: Path) -> list[tuple[object, ...]]:
    return rows(
        file,
        """select home.name, home_goals, away_goals, away.name from fixture
        join team as home on home.id = home_id join team as away on away.id = away_id
        order by kickoff_ts, fixture.id""",
    )


def result(
    score: str,
    tournament: str = "FIFA World Cup",
    day: str = "2022-12-18",
    pair: str = "Argentina,France",
) -> str:
    return RESULTS + f"{day},{pair},{score},{tournament},Lusail,Qatar,TRUE\n"


@pytest.mark.parametrize(
    ("score", "tournament", "minutes", "ninety"),
    [
        ("2,1", "Friendly", None, (2, 1)),
        ("2,1", "British Home Championship", None, (2, 1)),
        ("0,0", "FIFA World Cup", None, (0, 0)),
        ("2,1", "FIFA World Cup", None, (None, None)),
        ("2,1", "FIFA World Cup", (("A", 4), ("F", 45), ("A", 90)), (2, 1)),
        ("2,1", "FIFA World Cup", (("A", 4), ("F", 45), ("A", 91)), (1, 1)),
        ("2,1", "FIFA World Cup", (("A", 4), ("F", 45), ("A", 120)), (1, 1)),
        ("2,0", "FIFA World Cup qualification", (("A", 4), ("A", 93)), (None, None)),
        ("2,0", "FIFA World Cup qualification", (("A", 4), ("A", 112)), (1, 0)),
        ("2,1", "FIFA World Cup", (("A", 4), ("F", 45)), (None, None)),
        ("2,1", "FIFA World Cup", (("A", 4), ("F", 45), ("A", "NA")), (None, None)),
    ],
    ids=[
        "friendly",
        "no knock-out",
        "goalless",
        "no goals listed",
        "in ninety minutes",
        "after ninety minutes",
        "late in extra time",
        "stoppage or second leg",
        "second leg",
        "a goal missing",
        "a minute missing",
    ],
)
def test_a_score_is_of_ninety_minutes_only_where_extra_time_is_told_apart(
    load: Loads,
    file: Path,
    score: str,
    tournament: str,
    minutes: tuple[tuple[str, object], ...] | None,
    ninety: tuple[int | None, int | None],
) -> None:
    sides = {"A": "Argentina", "F": "France"}
    listed = "".join(
        f"2022-12-18,Argentina,France,{sides[side]},Somebody,{minute},FALSE,FALSE\n"
        for side, minute in minutes or ()
    )
    load(results=result(score, tournament), goalscorers=GOALS + listed)
    assert scores(file) == [("Argentina", *ninety, "France")]


def test_a_friendly_with_a_shootout_may_have_had_extra_time(load: Loads, file: Path) -> None:
    shootout = SHOOTOUTS + "2022-12-18,Argentina,France,Argentina,\n"
    load(results=result("1,1", "Friendly"), shootouts=shootout)
    assert scores(file) == [("Argentina", None, None, "France")]


def test_goals_are_a_timeline(load: Loads, file: Path) -> None:
    listed = "".join(
        f"2022-12-18,Argentina,France,{team},{player},{minute},{own},{penalty}\n"
        for team, player, minute, own, penalty in (
            ("Argentina", "One", 45, "FALSE", "TRUE"),
            ("France", "Two", 46, "TRUE", "FALSE"),
            ("Argentina", "NA", 90, "FALSE", "FALSE"),
        )
    )
    load(results=result("2,1"), goalscorers=GOALS + listed)
    assert rows(
        file,
        "select type, half, minute, team, count, player, home_score, away_score from event order by seq",
    ) == [
        ("goal", 1, 45, "home", 1, "One", None, None),
        ("period_score", 1, None, None, None, None, 1, 0),
        ("goal", 2, 46, "away", 1, "Two", None, None),
        ("goal", 2, 90, "home", 2, None, None, None),
        ("period_score", 2, None, None, None, None, 2, 1),
    ]


def test_a_coming_fixture_has_no_score(load: Loads, file: Path) -> None:
    load(results=result("NA,NA"))
    assert rows(file, "select status, home_goals from fixture") == [("scheduled", None)]


@pytest.mark.parametrize(("day", "team"), [("1965-01-01", "Benin"), ("1990-01-01", "Dahomey")])
def test_a_former_name_is_the_team_s_within_its_days_alone(
    load: Loads, file: Path, day: str, team: str
) -> None:
    results = RESULTS + "".join(
        f"{when},{home},Togo,1,0,Friendly,Porto-Novo,Dahomey,FALSE\n"
        for when, home in (("1964-01-01", "Benin"), (day, "Dahomey"))
    )
    load(results=results)
    assert [row[0] for row in scores(file)] == ["Benin", team]


def test_each_row_is_a_fixture_though_a_pair_meets_again_on_its_day(
    load: Loads, file: Path
) -> None:
    # Tahiti and New Caledonia played twice on 17 February 1974; Italy and Spain on consecutive days in 1934.
    results = RESULTS + (
        "1934-05-31,Italy,Spain,1,1,FIFA World Cup,Florence,Italy,FALSE\n"
        "1934-06-01,Italy,Spain,1,0,FIFA World Cup,Florence,Italy,FALSE\n"
        "1974-02-17,Tahiti,New Caledonia,2,1,Friendly,Papeete,Tahiti,FALSE\n"
        "1974-02-17,Tahiti,New Caledonia,1,2,Friendly,Papeete,Tahiti,FALSE\n"
    )
    assert load(results=results).fixtures_new == 4
    again = load(results=results + "\n")
    assert (again.fixtures_new, again.fixtures_changed, again.conflicts) == (0, 0, [])


def test_a_row_that_is_in_the_file_again_is_one_fixture(load: Loads, file: Path) -> None:
    listed = GOALS + "2022-12-18,Argentina,France,Argentina,Somebody,4,FALSE,FALSE\n"
    one, other = result("1,0"), result("2,2", pair="Spain,Italy", day="2022-12-17")
    report = load(results=other + one.removeprefix(RESULTS) * 3, goalscorers=listed)
    assert (report.rows_read, report.fixtures_new, report.fixtures_same) == (2, 2, 0)
    assert scores(file) == [("Spain", None, None, "Italy"), ("Argentina", 1, 0, "France")]


@pytest.mark.parametrize("order", [1, -1])
def test_a_coming_fixture_and_its_result_in_one_file_are_one(
    load: Loads, file: Path, order: int
) -> None:
    lines = [result(score).removeprefix(RESULTS) for score in ("NA,NA", "0,0")]
    load(results=RESULTS + "".join(lines[::order]))
    assert scores(file) == [("Argentina", 0, 0, "France")]


@pytest.mark.parametrize(
    "row",
    [
        "2022-13-18,Argentina,France,3,3,Friendly,Lusail,Qatar,TRUE",
        "2022-12-18,France,France,3,3,Friendly,Lusail,Qatar,TRUE",
        "2022-12-18,,France,3,3,Friendly,Lusail,Qatar,TRUE",
        "2022-12-18,Argentina,France,NA,3,Friendly,Lusail,Qatar,TRUE",
        "2022-12-18,Argentina,France,3,three,Friendly,Lusail,Qatar,TRUE",
        "2022-12-18,Argentina,France,3",
        "2022-12-18,Argentina,France,3,3,Cup of Nowhere,Lusail,Qatar,TRUE",
    ],
)
def test_a_row_that_cannot_be_read_is_refused_alone(load: Loads, row: str) -> None:
    report = load(results=result("1,0", day="2022-12-13") + row + "\n")
    assert (report.fixtures_new, report.rows_refused) == (1, 1)
    assert report.refusals[0][1].line == 3


def test_a_ground_that_is_neither_neutral_nor_not_costs_itself(load: Loads, file: Path) -> None:
    report = load(results=result("3,3").replace("TRUE", "MAYBE"))
    assert [refusal.column for _, refusal in report.refusals] == ["neutral"]
    assert rows(file, "select city, neutral from venue") == [("Lusail", None)]


def test_what_names_no_fixture_is_refused_by_name(load: Loads) -> None:
    report = load(
        results=result("1,1"),
        shootouts=SHOOTOUTS + "2011-06-29,Saare County,Åland Islands,Åland Islands,\n",
        goalscorers=GOALS + "2022-12-17,Croatia,Morocco,Croatia,Gvardiol,7,FALSE,FALSE\n",
    )
    assert [(refusal.reason, refusal.text) for _, refusal in report.refusals] == [
        (
            "a row that names no fixture of results.csv (shootouts.csv, line 2)",
            "2011-06-29 Saare County - Åland Islands",
        ),
        (
            "a row that names no fixture of results.csv (goalscorers.csv, line 2)",
            "2022-12-17 Croatia - Morocco",
        ),
    ]
    # No row of results.csv is refused for it, and neither is the file.
    assert report.rows_refused == 0
    assert [kind for kind, *_ in report_rows(report) if kind not in ("note", "skipped")] == [
        "set aside"
    ] * 2


def test_goals_that_are_not_the_score_are_refused(load: Loads, file: Path) -> None:
    listed = GOALS + "2022-12-18,Argentina,France,France,Somebody,4,FALSE,FALSE\n"
    report = load(results=result("1,0"), goalscorers=listed)
    assert [refusal.column for _, refusal in report.refusals] == ["goals"]
    assert rows(file, "select count(*) from event") == [(0,)]


def test_a_goal_in_a_minute_that_no_match_has_is_refused(load: Loads, file: Path) -> None:
    listed = GOALS + "2022-12-18,Argentina,France,Argentina,Somebody,141,FALSE,FALSE\n"
    report = load(results=result("1,0", tournament="Friendly"), goalscorers=listed)
    assert [refusal.reason for _, refusal in report.refusals] == [
        "a goal in a minute that no match has (goalscorers.csv, line 2)"
    ]
    assert rows(file, "select count(*) from event") == [(0,)]


def test_a_file_alone_is_read_with_the_results_beside_it(load: Loads, file: Path) -> None:
    two = result("1,0") + "2022-12-17,Croatia,Morocco,2,1,FIFA World Cup,Al Rayyan,Qatar,TRUE\n"
    listed = GOALS + "2022-12-18,Argentina,France,Argentina,Somebody,4,FALSE,FALSE\n"
    report = load("goalscorers.csv", results=two, goalscorers=listed)
    assert [(each.source, each.state) for each in report.files] == [("internationals", "taken")]
    assert [home for home, *_ in scores(file)] == ["Croatia", "Argentina"]


def test_a_file_alone_without_results_is_refused(load: Loads) -> None:
    report = load("shootouts.csv", shootouts=SHOOTOUTS + "2022-12-18,Argentina,France,Argentina,\n")
    assert [refusal.reason for _, refusal in report.refusals] == [
        "no results.csv beside it, whose fixtures it names"
    ]


def test_results_are_read_first_and_the_others_with_them(load: Loads) -> None:
    report = load(
        results=result("1,0"),
        goalscorers=GOALS + "2022-12-18,Argentina,France,Argentina,Somebody,4,FALSE,FALSE\n",
        former_names=FORMER,
    )
    states = {Path(each.file).stem: each.state for each in report.files}
    assert states == {"results": "taken", "goalscorers": "skipped", "former_names": "skipped"}


@pytest.mark.parametrize("first", ["international", "worldcup"])
def test_a_fixture_whose_sides_another_source_exchanges_is_one(
    load: Loads, file: Path, first: str
) -> None:
    other = file.with_name("worldcup.json")
    other.write_text(
        '{"name": "World Cup 1954", "matches": [{"date": "1954-07-04", "time": "17:00 UTC+1", "round": "Final",'
        ' "team1": "Hungary", "team2": "West Germany", "score": {"ft": [2, 3], "ht": [2, 2]}}]}'
    )
    results = RESULTS + "1954-07-04,Germany,Hungary,3,2,FIFA World Cup,Bern,Switzerland,TRUE\n"

    def load_other() -> None:
        with fd.Database(file, clock=lambda: NOW) as database:
            assert not database.load(other).conflicts

    if first == "worldcup":
        load_other()
    assert not load(results=results).conflicts
    if first == "international":
        load_other()
    found = scores(file)
    assert len(found) == 1
    assert found[0] in {("Germany", 3, 2, "Hungary"), ("Hungary", 2, 3, "Germany")}
    assert rows(file, "select time_known, half_home_goals + half_away_goals from fixture") == [
        (1, 4)
    ]


@pytest.mark.slow
@pytest.mark.real_data
def test_every_international_is_one_fixture_and_682_shootouts_have_winners(
    real_data: Path, file: Path
) -> None:
    with fd.Database(file, clock=lambda: NOW) as database:
        report = database.load(real_data / "international")
    # 49,520 rows; 682 of 683 shootouts have a fixture.
    assert (report.rows_read, report.fixtures_new) == (49_520, 49_520)
    assert [refusal.text for _, refusal in report.refusals] == [
        "2011-06-29 Saare County - Åland Islands"
    ]
    unknown = rows(
        file, "select count(*) from fixture where home_goals is null and status = 'finished'"
    )
    assert unknown == [(12_419,)]
    assert rows(file, "select count(*) from knockout where through is not null") == [(682,)]


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize("order", [1, -1], ids=["internationals first", "World Cups first"])
def test_world_cups_are_the_same_fixtures_and_teams(
    real_data: Path, file: Path, order: int
) -> None:
    places = [
        real_data / "international",
        *sorted((real_data / "openfootball/worldcup.json").glob("????/worldcup.json")),
    ]
    with fd.Database(file, clock=lambda: NOW) as database:
        for place in places[::order]:
            database.load(place)
    assert rows(file, "select count(*) from fixture") == [(49_520,)]
    assert rows(file, "select count(*) from team") == [(336,)]
    assert rows(
        file,
        """select count(*) from fixture join league on league.id = league_id
        where league.name = 'World Cup' and home_goals is null""",
    ) == [(0,)]


def test_a_shootout_s_winner_extra_time_and_venue_stand_beside_the_score(
    load: Loads, file: Path
) -> None:
    listed = GOALS + "".join(
        f"2022-12-18,Argentina,France,{team},Somebody,{minute},FALSE,FALSE\n"
        for team, minute in (("Argentina", 23), ("France", 80), ("Argentina", 108), ("France", 118))
    )
    shootout = SHOOTOUTS + "2022-12-18,Argentina,France,France,\n"
    load(results=result("2,2"), goalscorers=listed, shootouts=shootout)
    knockout = "extra_home_goals, extra_away_goals, final_home_goals, through, on_penalties"
    assert rows(file, f"select {knockout} from knockout") == [(2, 2, None, "away", 1)]
    assert rows(file, "select city, venue_country, neutral from venue") == [("Lusail", "Qatar", 1)]
    assert rows(file, "select half, minute from extra_event where type = 'goal'") == [
        (4, 108),
        (4, 118),
    ]


def test_a_shootout_of_which_the_winner_alone_is_known_is_shown_as_one(
    load: Loads, file: Path
) -> None:
    load(results=result("0,0"), shootouts=SHOOTOUTS + "2022-12-18,Argentina,France,France,\n")
    printed = CliRunner().invoke(fixtures, [str(file), "--date", "2022-12-18"]).stdout
    assert "0-0, France on penalties" in printed
    with fd.Database(file) as database:
        for frame in (database.fixtures(), database.head_to_head("Argentina", "France")):
            assert (frame.iloc[0]["through"], frame.iloc[0]["decided_by"]) == ("away", "penalties")
            assert bool(frame.iloc[0]["on_penalties"])


def test_a_score_that_may_include_extra_time_is_the_final_score(load: Loads, file: Path) -> None:
    load(results=result("2,1"))
    assert rows(file, "select final_home_goals, final_away_goals from knockout") == [(2, 1)]


def test_a_folder_that_is_loaded_again_unchanged_stores_nothing(load: Loads, file: Path) -> None:
    pair = "2022-12-18,Argentina,France"
    texts = {
        "results": result("3,3"),
        "shootouts": SHOOTOUTS + f"{pair},Argentina,\n",
        "former_names": FORMER,
    }
    load(**texts, goalscorers=GOALS + f"{pair},Argentina,Lionel Messi,23,FALSE,TRUE\n")
    again = load()
    assert {each.state for each in again.files} == {"unchanged"}
    assert rows(file, "select count(*) from load") == [(1,)]
    changed = load(shootouts=SHOOTOUTS + f"{pair},France,\n")
    assert [each.state for each in changed.files if each.file.endswith("shootouts.csv")] == [
        "taken"
    ]


def test_a_folder_that_is_taken_back_can_be_loaded_again(load: Loads, file: Path) -> None:
    load(results=result("3,3"), shootouts=SHOOTOUTS + "2022-12-18,Argentina,France,Argentina,\n")
    with closing(open_database(file)) as connection:
        unload(connection, 1)
    assert rows(file, "select name from source union all select address from taken_page") == []
    assert {each.state for each in load().files} == {"taken", "skipped"}
