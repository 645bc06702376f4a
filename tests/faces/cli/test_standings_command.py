"""footydata standings and deductions."""

import csv
import io
import json
import os
from contextlib import closing
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata
from footydata.faces.cli.decide import deductions
from footydata.football.errors import InvalidArgument, StandingsNotAvailable
from footydata.rules.groups import ThirdsRule
from footydata.rules.regulations import tie_breakers
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.faces.cli.running import command, run
from tests.store.read.league import LATER, SmallLeague

standings = command("standings")


def test_an_old_file_names_the_day_as_of_which_it_has_a_table(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: NOW + 90 * 86_400)
    league = [str(sample), "--league", "Crown League"]
    error = str(CliRunner().invoke(standings, league).exception)

    assert error.endswith(
        "needs nine in ten; as of 2026-03-14, the day of its newest result, there is one"
    )
    assert CliRunner().invoke(standings, [*league, "--at", "2026-03-14"]).exit_code == 0


def a_season(folder: Path, *left_out: int, fixtures: int = 20) -> Path:
    """The Premier League of five clubs, a fixture a week from 17 August 2024 on, of which some have no score."""
    clubs = ("Arsenal", "Chelsea", "Everton", "Fulham", "Liverpool")
    rows = ["Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR"]
    for place, (home, away) in enumerate(permutations(clubs, 2)):
        day = date(2024, 8, 17) + timedelta(weeks=place)
        rows.append(f"E0,{day:%d/%m/%Y},{home},{away},{',,' if place in left_out else '1,0,H'}")
    (folder / "E0.csv").write_text("\n".join([*rows[: 1 + fixtures], ""]), encoding="utf-8")
    with footydata.Database(folder / "football.db") as db:
        db.load(folder / "E0.csv", source="football-data")
    return folder / "football.db"


def test_a_season_with_too_few_results_names_the_last_day_as_of_which_it_has_a_table(
    tmp_path: Path,
) -> None:
    league = [str(a_season(tmp_path, 9, 11, 13)), "--league", "Premier League"]
    error = str(CliRunner().invoke(standings, league).exception)

    assert error.endswith("17 of the 20 fixtures that should be over are finished with known goals; a reliable table "
                          "needs nine in ten; as of 2024-10-26 there is one")  # fmt: skip
    assert CliRunner().invoke(standings, [*league, "--at", "2024-10-26"]).exit_code == 0


def test_a_season_that_is_over_says_how_many_of_its_fixtures_are_known(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole, cut = (
        run(standings, path, "--league", "Premier League").stdout
        for path in (a_season(tmp_path / "whole"), a_season(tmp_path, fixtures=19))
    )

    assert "in this file" not in whole
    assert "19 of the 20 fixtures of its 5 teams are in this file" in cut


@pytest.fixture
def football(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A season of four teams, points taken from A on 10 August 2025."""
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    path = tmp_path / "football.db"
    league = SmallLeague(path, rules="bundesliga")
    league.fixture(
        "1-2 3:0",
        round=1,
        home_corners=6,
        away_corners=2,
        home_yellow=1,
        away_yellow=2,
        home_red=0,
        away_red=0,
    )
    league.fixture(
        "3-4 1:1",
        round=2,
        home_corners=3,
        away_corners=4,
        home_yellow=0,
        away_yellow=0,
        home_red=0,
        away_red=1,
    )
    league.fixture(
        "2-1 0:1",
        round=3,
        home_corners=5,
        away_corners=5,
        home_yellow=0,
        away_yellow=0,
        home_red=0,
        away_red=0,
    )
    league.taken(1, 4, day="2025-08-10")
    league.connection.close()
    return path


def test_a_table_is_aligned_with_its_title_and_footnote(football: Path) -> None:
    assert run(standings, football, "--league", "test").stdout == (
        "Test League 25/26, round 3\n"
        "#  Team  P  W  D  L  GF  GA  GD  Pts  Form\n"
        "─  ────  ─  ─  ─  ─  ──  ──  ──  ───  ────\n"
        "1  A     2  2  0  0   4   0  +4   2*  WW\n"
        "2  D     1  0  1  0   1   1   0   1   D\n"
        "3  C     1  0  1  0   1   1   0   1   D\n"
        "4  B     2  0  0  2   0   4  -4   0   LL\n"
        "* A: 4 points taken (2025-08-10: a reason)\n"
    )


def test_quiet_prints_the_table_alone(football: Path) -> None:
    lines = run(standings, football, "--league", "test", "--quiet").stdout.splitlines()
    assert len(lines) == 6


def test_the_day_of_at_is_counted_whole(football: Path) -> None:
    printed = run(
        standings, football, "--league", "test", "--at", "2025-08-02", "--format", "json"
    ).stdout
    first = json.loads(printed)[0]
    assert (first["team"], first["points"]) == ("A", 3)


def test_at_takes_a_moment(football: Path) -> None:
    printed = run(
        standings, football, "--league", "test", "--at", "2025-08-02T15:00", "--format", "json"
    ).stdout
    assert {row["played"] for row in json.loads(printed)} == {0}


def test_the_title_tells_what_was_asked_for(football: Path) -> None:
    arguments = ("--venue", "home", "--last", 2, "--at", "2025-08-20", "--type", "corner")
    title = run(standings, football, "--league", "test", *arguments).stdout.splitlines()[0]
    assert (
        title
        == "Test League 25/26, corners, home, last 2, as of 2025-08-20, round 3, known in 3 of 3 fixtures played"
    )


def test_a_corner_table_hides_first_halves_that_are_unknown(football: Path) -> None:
    heading = run(
        standings, football, "--league", "test", "--type", "corner", "--quiet"
    ).stdout.splitlines()[0]
    assert heading.split("  ")[-1].strip() == "Pts"
    assert "1st half" not in heading


def test_a_card_table_tells_booking_points(football: Path) -> None:
    printed = run(
        standings, football, "--league", "test", "--type", "card", "--format", "csv"
    ).stdout
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [(row["team"], row["booking_points"]) for row in rows] == [
        ("B", "20"),
        ("D", "25"),
        ("A", "10"),
        ("C", "0"),
    ]


def test_a_table_that_is_not_available_is_an_error(football: Path) -> None:
    outcome = run(standings, football, "--league", "test", "--half", "first")
    assert isinstance(outcome.exception, StandingsNotAvailable)


def test_reach_tells_best_and_worst(football: Path) -> None:
    printed = run(standings, football, "--league", "test", "--reach", "--format", "json").stdout
    rows = {
        row["team"]: (row["remaining"], row["best"], row["worst"]) for row in json.loads(printed)
    }
    assert rows == {"A": (4, 1, 4), "B": (4, 1, 4), "C": (5, 1, 4), "D": (5, 1, 4)}
    assert run(standings, football, "--league", "test", "--reach").stdout.splitlines()[0].split()[
        -2:
    ] == [
        "Best",
        "Worst",
    ]


def test_by_round_is_a_line_a_team(football: Path) -> None:
    assert run(standings, football, "--league", "test", "--by-round").stdout.splitlines()[2:] == [
        "A     1  1  1",
        "D     3  2  2",
        "C     2  3  3",
        "B     4  4  4",
    ]
    printed = json.loads(
        run(standings, football, "--league", "test", "--by-round", "--format", "json").stdout
    )
    assert len(printed) == 12


@pytest.mark.parametrize(
    "wrong",
    [
        ("--reach", "--by-round"),
        ("--reach", "--type", "corner"),
        ("--by-round", "--venue", "home"),
        ("--type", "goals"),
        ("--last", "0"),
    ],
)
def test_wrong_usage_exits_with_two(football: Path, wrong: tuple[str, ...]) -> None:
    assert run(standings, football, "--league", "test", *wrong).exit_code == 2


def test_the_parts_of_a_divided_table_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    league = SmallLeague(tmp_path / "football.db", rules="efl")
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.connection.close()
    lines = run(standings, tmp_path / "football.db", "--league", "test").stdout.splitlines()
    assert lines[-1] == "Group A: 1 to 2; Group B: 3 to 4"


def test_groups_of_a_competition_without_rules_have_a_table_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    league = SmallLeague(tmp_path / "football.db")
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("2-3 1:0", stage="Final", in_table=0)
    league.connection.close()
    lines = run(standings, tmp_path / "football.db", "--league", "test").stdout.splitlines()
    assert [line for line in lines if line.startswith("Group")] == ["Group A", "Group B"]
    assert [line.split()[:2] for line in lines if line[:1].isdigit()] == [
        ["1", "B"],
        ["2", "A"],
        ["1", "C"],
        ["2", "D"],
    ]
    assert lines[-1].startswith("the rules of this competition are not known here")
    rows = run(
        standings, tmp_path / "football.db", "--league", "test", "--format", "csv"
    ).stdout.splitlines()
    assert [row.split(",")[:2] for row in rows[1:]] == [
        ["Group A", "1"],
        ["Group A", "2"],
        ["Group B", "1"],
        ["Group B", "2"],
    ]
    alone = run(
        standings, tmp_path / "football.db", "--league", "test", "--stage", "Group B"
    ).stdout.splitlines()
    assert alone[0] == "Test League 25/26, Group B"


def test_points_per_game_are_shown_where_they_decide(football: Path) -> None:
    with closing(open_database(football)) as connection:
        connection.execute(
            "insert into season_rules values (100, 'efl-points-per-game', 'cut short', 'test')"
        )
        connection.commit()
    assert "PPG" in run(standings, football, "--league", "test").stdout.splitlines()[1]


def test_the_sample_has_tables(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: NOW)
    outcome = run(standings, sample, "--league", "Crown League", "--format", "csv")
    assert len(outcome.stdout.splitlines()) > 5


def test_deductions_are_listed(football: Path) -> None:
    printed = json.loads(
        run(
            deductions, football, "--league", "test", "--season", "25/26", "--format", "json"
        ).stdout
    )
    assert printed == [
        {
            "league": "Test League",
            "season": "25/26",
            "team": "A",
            "points": -4,
            "decided_on": "2025-08-10",
            "reason": "a reason",
            "source": "test",
        }
    ]


def test_one_s_own_deductions_replace_those_of_the_team(football: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(
        "league,season,team,points,date,reason\ntest,25-26,A,-1,2025-09-01,mine\ntest,2025,A,-2,,\n",
        "utf-8",
    )
    outcome = run(deductions, football, file, "--format", "json")
    assert [
        (row["points"], row["decided_on"], row["source"]) for row in json.loads(outcome.stdout)
    ] == [
        (-1, "2025-09-01", "own file: mine.csv"),
        (-2, None, "own file: mine.csv"),
    ]


def test_a_team_of_a_decision_is_found_by_any_spelling(football: Path, tmp_path: Path) -> None:
    with closing(open_database(football)) as connection:
        connection.execute(
            "insert into team_alias (source, scope, spelling, team_id) values ('', '', 'Alte Köln', 1)"
        )
        connection.commit()
    file = tmp_path / "mine.csv"
    file.write_text("League;Season;Team;Points\ntest;25/26;alte koeln;-1\n", "utf-8")
    outcome = run(deductions, football, file, "--format", "json")
    assert [(row["team"], row["points"]) for row in json.loads(outcome.stdout)] == [("A", -1)]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("test,25/26,Z,-1,,", "'Z' is not a team of the season; there are: A, B, C, D"),
        ("test,25/26,A,three,,", "points 'three' is not a whole number"),
        ("test,25/26,A,0,,", "points '0' is not a whole number from 1 to 1000"),
        ("test,25/26,A,-1,1 May,", "date '1 May' is not one day"),
        ("test,25/26,A,-1,05/08/2025,", "date '05/08/2025' is not one day"),
        ("test,25/26,,-1,,", "team missing"),
        ("test,31/32,A,-1,,", "Test League has no season '31/32'"),
        ("other,25/26,A,-1,,", "no league is called 'other'"),
        ('test,"25/26,A,-1,,', "a quotation mark that is not closed"),
        ("test,25/26,A,-1,,for, this", "a row of 7 cells under a header of 6 columns"),
        ("test,25/26", "team, points missing"),
    ],
)
def test_a_row_that_can_t_be_taken_is_named_and_the_rest_is_kept(
    football: Path, tmp_path: Path, row: str, why: str
) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(f"league,season,team,points,date,reason\n{row}\ntest,25/26,B,-7,,\n", "utf-8")
    outcome = CliRunner().invoke(deductions, [str(football), str(file)], standalone_mode=False)
    assert outcome.return_value == 1
    assert f"mine.csv, line 2: {why}" in outcome.stderr
    assert "-7" in outcome.stdout


def test_a_file_of_another_kind_is_refused(football: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("a,b\n1,2\n", "utf-8")
    assert "no column points" in str(run(deductions, football, file).exception)
    file.write_bytes(b"\xff\xfe\x00")
    assert "no table" in str(run(deductions, football, file).exception)


def test_a_pipe_of_decisions_is_refused_and_not_waited_for(football: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.csv")
    assert "there is no file" in str(run(deductions, football, tmp_path / "mine.csv").exception)


def test_a_season_needs_its_league(football: Path) -> None:
    assert isinstance(run(deductions, football, "--season", "25/26").exception, InvalidArgument)


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_a_doubtful_table_says_so_on_stderr_whatever_the_format(
    football: Path, format: str
) -> None:
    with closing(open_database(football)) as connection, connection:
        connection.execute("update league set rules = 'argentina'")
    result = run(standings, football, "--league", "test", "--format", format)
    assert result.stderr.startswith("Doubtful: the format of the Argentine first division changed")
    assert "Doubtful" not in result.stdout


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament of two groups, one of whose teams has a long name, and a final."""
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    path = tmp_path / "football.db"
    league = SmallLeague(path, has_standings=0, rules="efl")
    league.team(4, "Saint Vincent")
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("1-3 1:0", stage="Final", in_table=0)
    league.connection.close()
    return path


def test_all_groups_are_printed_with_the_same_columns(groups: Path) -> None:
    assert run(standings, groups, "--league", "test").stdout == (
        "Test League 25/26\n"
        "\n"
        "Group A\n"
        "#  Team           P  W  D  L  GF  GA  GD  Pts  Form\n"
        "─  ─────────────  ─  ─  ─  ─  ──  ──  ──  ───  ────\n"
        "1  B              1  1  0  0   1   0  +1   3   W\n"
        "2  A              1  0  0  1   0   1  -1   0   L\n"
        "\n"
        "Group B\n"
        "#  Team           P  W  D  L  GF  GA  GD  Pts  Form\n"
        "─  ─────────────  ─  ─  ─  ─  ──  ──  ──  ───  ────\n"
        "1  C              1  1  0  0   1   0  +1   3   W\n"
        "2  Saint Vincent  1  0  0  1   0   1  -1   0   L\n"
    )


@pytest.fixture
def unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A competition that the register does not know, played in two groups; one has a fixture to come."""
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    league = SmallLeague(tmp_path / "football.db", has_standings=1, rules=None)
    league.fixture("1-2 0:1", stage="Group A", round=1)
    league.fixture("2-1 0:0", stage="Group A", round=2)
    league.fixture("3-4 1:0", stage="Group B", round=1)
    league.fixture("4-3", stage="Group B", round=2, kickoff_ts=LATER + 86_400)
    league.connection.close()
    return tmp_path / "football.db"


def test_what_groups_can_reach_is_within_the_group(unknown: Path) -> None:
    rows = json.loads(
        run(standings, unknown, "--league", "test", "--reach", "--format", "json").stdout
    )

    assert [
        (row["stage"], row["team"], row["remaining"], row["best"], row["worst"]) for row in rows
    ] == [
        *(("Group A", "B", 0, 1, 1), ("Group A", "A", 0, 2, 2)),
        *(("Group B", "C", 1, 1, 2), ("Group B", "D", 1, 1, 2)),
    ]
    assert run(standings, unknown, "--league", "test", "--reach").stdout.splitlines()[:5] == [
        "",
        "Group A",
        "#  Team  P  Pts  To come  Best  Worst",
        "─  ────  ─  ───  ───────  ────  ─────",
        "1  B     2    4        0     1      1",
    ]


def test_the_rounds_of_groups_are_those_of_each_group(unknown: Path) -> None:
    assert run(standings, unknown, "--league", "test", "--by-round").stdout == (
        "\nGroup A\nTeam  1  2\n────  ─  ─\nB     1  1\nA     2  2\n\nGroup B\nTeam  1\n────  ─\nC     1\nD     2\n"
    )
    rows = json.loads(
        run(standings, unknown, "--league", "test", "--by-round", "--format", "json").stdout
    )
    assert {row["stage"] for row in rows} == {"Group A", "Group B"}


def test_a_group_without_enough_results_is_named(unknown: Path) -> None:
    with closing(open_database(unknown)) as connection, connection:
        connection.execute("update fixture set home_goals = null where stage = 'Group B'")
    outcome = run(standings, unknown, "--league", "test", "--reach", "--format", "json")

    assert {row["stage"] for row in json.loads(outcome.stdout)} == {"Group A"}
    assert outcome.stderr.startswith("Group B: no table: ")


def test_the_rows_of_groups_have_their_stage(groups: Path) -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(run(standings, groups, "--league", "test", "--format", "csv").stdout)
        )
    )
    assert [(row["stage"], row["position"], row["team"]) for row in rows] == [
        *(("Group A", "1", "B"), ("Group A", "2", "A")),
        *(("Group B", "1", "C"), ("Group B", "2", "Saint Vincent")),
    ]


@pytest.fixture
def thirds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament of two groups of three, of whose thirds one goes through."""
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    rule = ThirdsRule(1, tie_breakers("goal difference"), "", {}, "a test")
    monkeypatch.setattr("footydata.store.read.seasons.season.thirds_of", lambda *_: rule)
    path = tmp_path / "football.db"
    league = SmallLeague(path, teams=6, has_standings=0)
    for text in ("1-2 1:0", "2-3 1:0", "3-1 0:1"):
        league.fixture(text, stage="Group A")
    for text in ("4-5 1:0", "5-6 1:0", "6-4 0:2"):
        league.fixture(text, stage="Group B")
    league.connection.close()
    return path


def test_third_places_follow_the_groups_and_a_note_of_all_stands_once(thirds: Path) -> None:
    outcome = run(standings, thirds, "--league", "test").stdout
    assert outcome.endswith(
        "\nThird places\n"
        "#  Team  P  W  D  L  GF  GA  GD  Pts  Group    Through\n"
        "─  ────  ─  ─  ─  ─  ──  ──  ──  ───  ───────  ───────\n"
        "1  C     2  0  0  2   0   2  -2   0   Group A  yes\n"
        "2  F     2  0  0  2   0   3  -3   0   Group B  no\n"
        "the first 1 go through\n"
        "\n"
        "the rules of this competition are not known here: goal difference, then goals, separate level teams\n"
    )
    assert outcome.count("the rules of this competition") == 1


def test_fields_of_third_places_say_who_goes_through(thirds: Path) -> None:
    text = run(standings, thirds, "--league", "test", "--format", "json").stdout
    rows = [(row["stage"], row["team"], row["goes_through"]) for row in json.loads(text)]
    assert rows[-3:] == [
        ("Group B", "F", None),
        ("Third places", "C", True),
        ("Third places", "F", False),
    ]


@pytest.mark.parametrize(
    ("stage", "of_a", "of_b"),
    [
        (
            "Group B",
            "A plays in Group B too, in the same days",
            "A plays in Group A too, in the same days",
        ),
        (None, "no group is named for A v C", "no group is named for A v C"),
    ],
    ids=["of a group of another side", "without a group"],
)
def test_a_fixture_that_fits_no_group_makes_its_groups_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str | None, of_a: str, of_b: str
) -> None:
    monkeypatch.setattr("footydata.faces.cli.clock.now", lambda: LATER)
    league = SmallLeague(tmp_path / "football.db", teams=6, has_standings=0)
    for text in ("1-2 1:0", "2-5 1:0", "5-1 0:1"):
        league.fixture(text, stage="Group A", round=1)
    for text in ("3-4 1:0", "4-6 1:0", "6-3 0:1"):
        league.fixture(text, stage="Group B", round=1)
    league.fixture("1-3 1:0", stage=stage, round=1)
    league.connection.close()
    told = run(standings, tmp_path / "football.db", "--league", "test").stderr
    assert f"Doubtful: Group A: {of_a}\n" in told or f"Doubtful: {of_a}\n" in told
    assert f"Doubtful: Group B: {of_b}\n" in told or f"Doubtful: {of_b}\n" in told
    alone = run(
        standings, tmp_path / "football.db", "--league", "test", "--stage", "group a"
    ).stderr
    assert f"{of_a}\n" in alone
    with footydata.Database(tmp_path / "football.db", clock=lambda: LATER) as db:
        assert f"Group A: {of_a}" in db.standings("test", stage="Group A").attrs["doubts"]


def test_one_stage_of_a_tournament_is_printed_alone(groups: Path) -> None:
    lines = run(standings, groups, "--league", "test", "--stage", "group b").stdout.splitlines()
    assert (lines[0], len(lines)) == ("Test League 25/26, Group B", 5)


def test_a_group_without_a_table_is_named_with_the_reason(groups: Path) -> None:
    with closing(open_database(groups)) as connection:
        connection.execute(
            "update fixture set status = 'scheduled', home_goals = null where stage = 'Group B'"
        )
        connection.commit()
    outcome = run(standings, groups, "--league", "test")
    assert "Group B: no table: Test League 25/26: 0 of the 1 fixtures" in outcome.stderr
    assert "Group A" in outcome.stdout
