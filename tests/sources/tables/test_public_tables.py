"""Tables as people publish them: each is right, asked or refused; never stored falsely without a word."""

from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import footydata as fd

TEAMS = ("Arsenal", "Chelsea", "Everton", "Fulham")
ROWS: list[dict[str, Any]] = [
    {
        "day": f"2023-08-{10 + place}",
        "home": home,
        "away": away,
        "x": place * 5 % 4,
        "y": place * 7 % 3,
        "place": place,
    }
    for place, (home, away) in enumerate(permutations(TEAMS, 2))
]
for _row in ROWS:
    _row["result"] = (_row["x"] > _row["y"]) - (_row["x"] < _row["y"])
    _row["winner"] = {1: _row["home"], -1: _row["away"], 0: ""}[_row["result"]]
    _row["price"] = '"1,050"' if _row["place"] == 3 else "1.75"
    _row["letter"] = {1: "L", -1: "V", 0: "E"}[_row["result"]]

PLAYED, UNPLAYED = "played", "unplayed"


def reading(db: fd.Database, path: Path, header: str, row: str, more: str = "") -> Any:
    rows = [row.format(**values, short=values["day"][2:].replace("-", "/")) for values in ROWS]
    path.write_text("\n".join([header, *rows, more, ""]), encoding="utf-8")
    return db.read_table(path, league="GB-ENG/Premier League")


@pytest.mark.parametrize(
    ("header", "row", "outcome", "stored"),
    [
        pytest.param("date,home,away,result", "{day},{home},{away},{x}-{y}", "look", PLAYED,
                     id="words of ours, cells of others"),
        pytest.param("Date,Home,,,Away", "{day},{home},{x},{y},{away}", "look", PLAYED,
                     id="goals without a name"),
        pytest.param("Date,Home,Away,GX,GY", "{day},{home},{away},{x},{y}", "open", None,
                     id="two counts"),
        pytest.param("Date,Home,Away,Correct score", "{day},{home},{away},{x}-{y}", "open", None,
                     id="a prediction"),
        pytest.param("Date,Home,Away,HG,AG", "{short},{home},{away},{x},{y}", "no", None,
                     id="two digits of the year first"),
        pytest.param("Date,Home,Away,HG,AG", "{day}(Sat),{home},{away},{x},{y}", "clear", PLAYED,
                     id="a weekday in brackets"),
        pytest.param("Date,Home,Away,HG,AG,Winner", "{day},{home},{away},{y},{x},{winner}", "open",
                     None, id="goals that winners contradict"),
        pytest.param("Fecha,Local,Visitante,GL,GV,R", "{day},{home},{away},{y},{x},{letter}",
                     "open", None, id="goals that letters of another language contradict"),
        pytest.param("Fecha,Local,Visitante,GL,GV,Resultado",
                     "{day},{home},{away},{x},{y},{letter}", "clear", PLAYED,
                     id="letters of another language"),
        pytest.param("Date,Home,Away,HG,AG,Score", "{day},{home},{away},{y},{x},{x}-{y}", "open", None,
                     id="goals that the score contradicts"),
        pytest.param("Date,Home,Away,HG,AG,Bet365 1,Bet365 X,Bet365 2",
                     '{day},{home},{away},{x},{y},2.1{place:02},"3,400",3.75', "clear", PLAYED,
                     id="decimal points in some columns and commas in others"),
        pytest.param("Date,Home,Away,HG,AG,BTTS yes,BTTS no",
                     '{day},{home},{away},{x},{y},{price},2.05', "open", None,
                     id="decimal points and commas in one column"),
        pytest.param("Date,Match", "{day},{home} {x} - {y} {away}", "no", None,
                     id="a score between teams"),
        pytest.param("Date,Home,Away,HG,AG,finished", "{day},{home},{away},0,0,False", "look",
                     UNPLAYED, id="nought before the kickoff"),
        pytest.param("Date,Home,Away,Score", "{day},{home},{away},?-?", "look", UNPLAYED,
                     id="signs for an unknown score"),
        pytest.param("Date,Home,Away,homeScore.current,homeScore.period1,awayScore.current,season",
                     "{day},{home},{away},{x},0,{y},Premier League 23/24", "clear", PLAYED,
                     id="a season with other words"),
    ],
)  # fmt: skip
def test_a_table_is_right_asked_or_refused(
    db: fd.Database, tmp_path: Path, header: str, row: str, outcome: str, stored: str | None
) -> None:
    read = reading(db, tmp_path / "table.csv", header, row)
    assert read.outcome == outcome, str(read)
    goals = [fixture.figures[:2] for fixture in read.fixtures()] if stored else []
    played = [(values["x"], values["y"]) for values in ROWS]
    assert goals == {PLAYED: played, UNPLAYED: [(None, None)] * len(ROWS), None: []}[stored]


def test_a_team_a_row_is_no_fixture_whichever_words_name_the_teams(
    db: fd.Database, tmp_path: Path
) -> None:
    mirrored = "\n".join("{day},{away},{home},{y},{x}".format(**values) for values in ROWS)
    read = reading(
        db, tmp_path / "t.csv", "Date,Club,Vs,GF,GA", "{day},{home},{away},{x},{y}", mirrored
    )
    assert read.outcome == "no"


def test_a_few_rows_of_fixtures_that_stand_twice_are_shown(db: fd.Database, tmp_path: Path) -> None:
    again = "{day},{home},{away},9,0".format(**ROWS[0])
    read = reading(
        db, tmp_path / "t.csv", "Date,Home,Away,HG,AG", "{day},{home},{away},{x},{y}", again
    )
    assert (read.outcome, len(read.looks)) == ("look", 1)


def test_sides_that_are_not_known_yet_are_no_teams(db: fd.Database, tmp_path: Path) -> None:
    read = reading(
        db, tmp_path / "t.csv", "Date,Home,Away,HG,AG", "{day},{home},{away},{x},{y}",
        "2023-09-10,Winner Match 49,TBD,,",
    )  # fmt: skip
    assert (read.counted.fixtures, read.counted.reasons.total()) == (len(ROWS), 1)


@pytest.mark.parametrize("figures", ["HC,AC", "B365H,B365A"])
def test_sides_exchanged_show_where_away_sides_have_more_corners_or_chances(
    db: fd.Database, tmp_path: Path, figures: str
) -> None:
    home, away = ("4", "6") if figures == "HC,AC" else ("3.4", "2.1")
    rows = [
        f"2023-{8 + number // 80:02}-{1 + number // 4 % 20:02},T{number % 4 * 2},T{number % 4 * 2 + 1},"
        f"1,1,{home},3.4,{away}"
        for number in range(160)
    ]
    first, second = figures.split(",")
    path = tmp_path / "t.csv"
    path.write_text("\n".join([f"Date,Home,Away,HG,AG,{first},B365D,{second}", *rows, ""]))
    read = db.read_table(path, league="GB-ENG/Premier League")
    assert any("exchanged" in look for look in read.looks)


def test_many_fixtures_of_which_home_sides_win_no_more_are_looked_at(
    db: fd.Database, tmp_path: Path
) -> None:
    rows = [
        f"2023-{8 + number // 80:02}-{1 + number // 4 % 20:02},T{number % 4 * 2},T{number % 4 * 2 + 1},1,1"
        for number in range(160)
    ]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["Date,Home,Away,HG,AG", *rows, ""]))
    read = db.read_table(path, league="GB-ENG/Premier League")
    assert any("hardly more goals at home" in look for look in read.looks)


def season(*clubs: str) -> list[list[str]]:
    """The rows of a double round-robin, a round a week; most clubs go from home to away and back."""
    rounds, rows = len(clubs) - 1, []
    for number in range(2 * rounds):
        day, turn = date(2023, 8, 12) + timedelta(weeks=number), number % rounds
        ring = clubs[len(clubs) - turn :] + clubs[1 : len(clubs) - turn]
        line = (clubs[0], *ring)
        for place in range(len(clubs) // 2):
            pair = line[place], line[-1 - place]
            is_away = (place or turn) % 2 != (number >= rounds)
            rows.append([f"{day}", *(pair[::-1] if is_away else pair), "1", "0"])
    return rows


def exchanged(rows: list[list[str]], places: range) -> list[list[str]]:
    """The rows, of which those at the places have their sides exchanged."""
    return [
        [day, away, home, y, x] if place in places else [day, home, away, x, y]
        for place, (day, home, away, x, y) in enumerate(rows)
    ]


CLUBS = ("Arsenal", "Chelsea", "Everton", "Fulham", "Leeds", "Liverpool", "Burnley", "Brentford")
SEASON = season(*CLUBS)
OTHERS = season("Wigan", "Reading", "Barnsley", "Bolton", "Stoke", "Hull")
YOUNG = [[day, f"{home} U21", f"{away} U21", *score] for day, home, away, *score in SEASON]


@pytest.mark.parametrize(
    ("rows", "look"),
    [
        pytest.param(SEASON, None, id="a season"),
        pytest.param(
            exchanged(SEASON, range(0, 56, 2)), "sides may be exchanged", id="every second"
        ),
        pytest.param(exchanged(SEASON, range(14)), "sides may be exchanged", id="a quarter"),
        pytest.param([*SEASON, *OTHERS], "8 teams never meet the other 6", id="two divisions"),
        pytest.param(SEASON[:28] + YOUNG[28:], "Arsenal U21 and Arsenal", id="two sides of a club"),
        pytest.param(
            [[f"{45150 + row}", *cells] for row, (_, *cells) in enumerate(SEASON)],
            "since 30 December 1899",
            id="numbers",
        ),
    ],
)
def test_who_meets_whom_where_and_when_is_looked_at_unless_it_is_of_one_league(
    db: fd.Database, tmp_path: Path, rows: list[list[str]], look: str | None
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\n".join(map(",".join, [["Date", "Home", "Away", "HG", "AG"], *rows, []])))
    read = db.read_table(path, league="GB-ENG/Premier League")
    assert (look or "") in " ".join(read.looks)
    assert bool(read.looks) == bool(look), read.looks


def test_a_table_by_a_map_of_before_is_stored_with_its_doubts(
    db: fd.Database, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    for path, rows in ((first, SEASON), (second, exchanged(SEASON, range(14)))):
        path.write_text("\n".join(map(",".join, [["Date", "Home", "Away", "HG", "AG"], *rows, []])))
    league = "GB-ENG/Premier League"
    db.load(first, map=db.read_table(first, league=league).map, league=league)
    remarks = [each.reason for _, each in db.load(second, league=league).remarks]
    assert "sides may be exchanged" in " ".join(remarks)


@pytest.mark.parametrize(
    ("columns", "cells", "mean"),
    [
        ("HC,AC", "2,1", "3.0 corners"),
        ("HC,AC", "13,12", "25.0 corners"),
        ("HY,AY", "6,5", "11.0 yellow"),
        ("HY,AY,HR,AR", "0,0,2,1", "3.0 red"),
    ],
)
def test_figures_that_are_more_or_less_than_those_of_any_season_are_looked_at(
    db: fd.Database, tmp_path: Path, columns: str, cells: str, mean: str
) -> None:
    header, row = f"Date,Home,Away,HG,AG,{columns}", "{day},{home},{away},{x},{y}," + cells
    assert mean in " ".join(reading(db, tmp_path / "t.csv", header, row).looks)


@pytest.mark.parametrize("word", ["Friendly", "U19", "Women", "Postponed"])
def test_a_column_that_tells_of_other_fixtures_is_looked_at(
    db: fd.Database, tmp_path: Path, word: str
) -> None:
    header, row = "Date,Home,Away,HG,AG,Kind", "{day},{home},{away},{x},{y},Main"
    another = f"2023-09-10,Arsenal,Fulham,1,0,{word}"
    assert word in " ".join(reading(db, tmp_path / "t.csv", header, row, another).looks)


def test_teams_in_another_order_than_their_goals_are_looked_at(
    db: fd.Database, tmp_path: Path
) -> None:
    read = reading(db, tmp_path / "t.csv", "Date,Away,Home,HG,AG", "{day},{home},{away},{x},{y}")
    assert (read.outcome, len(read.looks)) == ("look", 1)


def test_no_goals_of_what_was_not_played_are_none(db: fd.Database, tmp_path: Path) -> None:
    read = reading(
        db, tmp_path / "t.csv", "Date,Home,Away,HG,AG,Played", "{day},{home},{away},{x},{y},1",
        "2024-05-04,Arsenal,Chelsea,0,0,0",
    )  # fmt: skip
    assert (read.outcome, read.counted.fixtures - read.counted.results) == ("clear", 1)


@pytest.mark.parametrize("score", ["(4) 1–1 (2)", "1-1 (4-2 pen.)", "1:1 (4:2 i.E.)"])
def test_a_shoot_out_in_brackets_is_none_of_the_goals(
    db: fd.Database, tmp_path: Path, score: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        f"Date,Home,Away,Score\n2024-05-01,Ajax,PSV,{score}\n2024-05-02,Twente,AZ Alkmaar,2-1\n"
    )
    first, second = db.read_table(path, league="NL/KNVB Cup").fixtures()
    assert (first.figures[:2], second.figures[:2]) == ((None, None), (None, None))
    assert [
        (
            end.final_home_goals,
            end.final_away_goals,
            end.shootout_home_goals,
            end.shootout_away_goals,
        )
        for end in (first.knockout, second.knockout)
        if end
    ] == [(1, 1, 4, 2), (2, 1, None, None)]
