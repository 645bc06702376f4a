"""What is understood of tables whose header says little, or something else than their cells."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

import footydata as fd

PREMIER_LEAGUE = "GB-ENG/Premier League"

TEAMS = ("Arsenal", "Chelsea", "Everton", "Fulham", "Liverpool")
ROWS = [
    (f"2023-{8 + place // 28:02}-{1 + place % 28:02}", home, away, place % 4, place * 7 % 3)
    for place, (home, away) in enumerate(
        (home, away) for home in TEAMS for away in TEAMS if home != away
    )
]


def letter(home: int, away: int) -> str:
    return "H" if home > away else "A" if away > home else "D"


def write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    lines = [",".join(header), *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.csv"


@pytest.mark.parametrize(
    "header",
    [
        "Date,Home,Away,HG,AG",
        "Päivä,Koti,Vieras,Kotimaalit,Vierasmaalit",
        "Datum,Domaci,Hoste,Domaci goly,Hoste goly",
    ],
)
def test_known_words_and_cells_that_fit_are_clear_or_need_a_look(
    db: fd.Database, path: Path, header: str
) -> None:
    reading = db.read_table(write(path, header.split(","), ROWS), league=PREMIER_LEAGUE)
    assert reading.outcome in ("clear", "look")
    assert (reading.counted.rows, reading.counted.results) == (20, 20)


@pytest.mark.parametrize(
    "word", ["Tulos", "Rezultat", "Scores", "Outcome!", "H-A", "Счет", "תוצאה"]
)
def test_a_score_of_an_unknown_word_is_found_by_its_cells(
    db: fd.Database, path: Path, word: str
) -> None:
    rows = [(day, home, away, f"{hg}-{ag}") for day, home, away, hg, ag in ROWS]
    reading = db.read_table(
        write(path, ["Date", "Home", "Away", word], rows), league=PREMIER_LEAGUE
    )
    assert reading.counted.results == 20


def test_a_table_without_a_header_is_read_by_its_cells_and_always_shown(
    db: fd.Database, path: Path
) -> None:
    rows = [(*row, letter(*row[3:])) for row in ROWS]
    reading = db.read_table(write(path, list(map(str, rows[0])), rows[1:]), league=PREMIER_LEAGUE)
    assert (reading.outcome, reading.counted.rows, reading.map.header) == ("look", 20, 0)
    db.load(path, league=PREMIER_LEAGUE, map=reading.map)
    assert len(db.fixtures(status="finished")) == 20
    with pytest.raises(fd.TableNotAgreed):
        db.load(path, league=PREMIER_LEAGUE)


def test_rows_above_the_header_are_counted(db: fd.Database, path: Path) -> None:
    write(path, ["Date", "Home", "Away", "HG", "AG"], ROWS)
    path.write_text("Results 2023\nby hand\n" + path.read_text())
    reading = db.read_table(path, league=PREMIER_LEAGUE)
    assert (reading.understood.header.last_row, reading.understood.header.above) == (3, 2)
    assert reading.counted.rows == 20


def test_goals_that_letters_contradict_are_never_stored(db: fd.Database, path: Path) -> None:
    rows = [(day, home, away, ag, hg, letter(hg, ag)) for day, home, away, hg, ag in ROWS]
    write(path, ["Date", "Home", "Away", "HG", "AG", "Res"], rows)
    reading = db.read_table(path, league=PREMIER_LEAGUE)
    assert reading.outcome == "open"
    with pytest.raises(fd.TableNotAgreed):
        db.load(path, league=PREMIER_LEAGUE, map=reading.map)
    assert not path.with_name("football.db").exists() or db.fixtures().empty


def test_a_season_that_is_a_year_off_is_read_by_the_day(db: fd.Database, path: Path) -> None:
    rows = [("2022/23", day.replace("-08-", "-10-"), *row) for day, *row in ROWS]
    reading = db.read_table(
        write(path, ["Season", "Date", "Home", "Away", "HG", "AG"], rows), league=PREMIER_LEAGUE
    )
    assert (reading.outcome, reading.map.seasons) == ("look", "day")
    db.load(path, league=PREMIER_LEAGUE, map=reading.map)
    assert {*db.fixtures()["season"]} == {"23/24"}


def test_codes_of_several_competitions_are_asked_for(db: fd.Database, path: Path) -> None:
    rows = [("XX1" if place % 2 else "CUP", *row) for place, row in enumerate(ROWS)]
    write(path, ["competition_id", "Date", "Home", "Away", "HG", "AG"], rows)
    reading = db.read_table(path, league=PREMIER_LEAGUE)
    assert [question.name for question in reading.questions] == ["leagues.CUP", "leagues.XX1"]
    columns = {"competition_id": "league", "Date": "date", "Home": "home", "Away": "away"}
    leagues = {"XX1": PREMIER_LEAGUE, "CUP": "ignore"}
    assert db.load(path, map={"leagues": leagues, "columns": columns}).fixtures_new == 10


def test_figures_left_and_right_of_the_score_are_of_their_sides(
    db: fd.Database, path: Path
) -> None:
    rows = [(d, home, 1.4, f"{hg}-{ag}", 0.6, away, "") for d, home, away, hg, ag in ROWS]
    rows[3] = (*rows[3][:3], "", "", rows[3][5], "Match Postponed")
    write(path, ["Date", "Home", "xG", "Score", "xG", "Away", "Notes"], rows)
    reading = db.read_table(path, league=PREMIER_LEAGUE)
    meant = reading.map.columns
    assert (meant["xG"], meant["xG #2"], meant["Notes"]) == ("home_xg", "away_xg", "status")
    db.load(path, league=PREMIER_LEAGUE, map=reading.map)
    assert [*db.fixtures()["state_detail"].dropna()] == ["postponed"]


def test_the_winner_of_a_shootout_is_not_counted_in_the_score(db: fd.Database, path: Path) -> None:
    rows = [("2022-02-20", "Arsenal", "Chelsea", 3, 2, "AFTER PENALTIES")]
    write(path, ["Date", "Home", "Away", "HG", "AG", "status"], rows)
    reading = db.read_table(path, league="GB-ENG/FA Cup")
    assert (reading.outcome, reading.counted.aside) == ("look", {"score": 1})
    db.load(path, league="GB-ENG/FA Cup", map=reading.map)
    assert db.fixtures()["home_goals"].isna().all()


def test_days_at_midnight_utc_have_no_time(db: fd.Database, path: Path) -> None:
    rows = [(f"{day}T00:00:00Z", *rest) for day, *rest in ROWS]
    db.load(
        write(path, ["Date", "Home", "Away", "HG", "AG"], rows), league=PREMIER_LEAGUE, yes=True
    )
    assert not db.fixtures()["time_known"].any()


@pytest.mark.parametrize(
    ("form", "shown"), [("%a %b %d %Y", "Sat Sep 12 2020"), ("%Y年%m月%d日", "2020年09月12日")]
)
def test_days_are_read_as_people_write_them(
    db: fd.Database, path: Path, form: str, shown: str
) -> None:
    write(path, ["Date", "Home", "Away", "HG", "AG"], [(shown, "Arsenal", "Fulham", 1, 0)])
    db.load(path, league=PREMIER_LEAGUE, yes=True)
    assert [str(day.date()) for day in db.fixtures()["kickoff"]] == ["2020-09-12"]


def test_two_cells_of_long_text_take_no_time(db: fd.Database, path: Path) -> None:
    text = "'goals_scored' 'a' 2 'h' 1 " * 40
    write(path, ["kickoff_time", "stats"], [("2023-08-11T19:00:00Z", text)] * 2)
    assert db.read_table(path, league=PREMIER_LEAGUE).outcome == "no"


def test_over_and_under_are_of_the_market_of_the_only_line(db: fd.Database, path: Path) -> None:
    rows = [(*row, 10.5, 1.91, 1.96) for row in ROWS]
    header = "Date,Home,Away,HG,AG,corner line,over,under"
    db.load(write(path, header.split(","), rows), league=PREMIER_LEAGUE, yes=True)
    assert {*db.odds()["market"]} == {"corner"}
    assert {*db.odds()["opening_line"]} == {10.5}


@pytest.mark.parametrize("names", ["Home Cards,Away Cards", "Elo 1,Elo 2", "Pred A,Pred B"])
def test_counts_of_something_else_are_not_taken_for_goals(
    db: fd.Database, path: Path, names: str
) -> None:
    reading = db.read_table(
        write(path, ["Date", "Home", "Away", *names.split(",")], ROWS), league=PREMIER_LEAGUE
    )
    assert not {"home_goals", "away_goals", "score"} & {*reading.map.taken.values()}


def test_a_table_whose_rows_are_stored_needs_no_competition(db: fd.Database, path: Path) -> None:
    columns = ["Date", "Home", "Away", "HG", "AG"]
    db.load(write(path, columns, ROWS), league=PREMIER_LEAGUE, yes=True)
    rows = [(*row, 5, 4) for row in ROWS]
    other = write(path.with_name("b.csv"), [*columns, "Home Corners", "Away Corners"], rows)
    reading = db.read_table(other)
    assert (reading.outcome, reading.map.league) == ("clear", PREMIER_LEAGUE)
    db.load(other, map=reading.map)
    assert (len(db.fixtures()), {*db.fixtures()["home_corners"]}) == (20, {5})


@pytest.mark.parametrize("forms", ["Mon Tue Wed Thu Fri Sat Sun", "Mo Di Mi Do Fr Sa So"])
def test_a_weekday_contradicts_a_year_that_is_one_off(
    db: fd.Database, path: Path, forms: str
) -> None:
    names = forms.split()
    rows = [(names[date.fromisoformat(row[0]).weekday()], *row) for row in ROWS]
    header = ["Day", "Date", "Home", "Away", "HG", "AG"]
    reading = db.read_table(write(path, header, rows), league=PREMIER_LEAGUE)
    assert (reading.outcome, reading.map.columns["Day"]) == ("clear", "weekday")
    wrong = [(name, day.replace("2023", "2024"), *rest) for name, day, *rest in rows]
    assert db.read_table(write(path, header, wrong), league=PREMIER_LEAGUE).outcome == "open"


def test_a_column_of_remarks_beside_one_of_teams_is_no_side(db: fd.Database, path: Path) -> None:
    rows = [(day, home, f"fined for reason {place}") for place, (day, home, *_) in enumerate(ROWS)]
    reading = db.read_table(write(path, ["Date", "Team", "Notes"], rows), league=PREMIER_LEAGUE)
    assert reading.outcome == "no"


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("competition_type", "domestic_league"),
        ("total_goals", "2"),
        ("total_goals_at_half_time", "2"),
        ("formacao_mandante", ""),
        ("competition.id", "2021"),
        ("season.startDate", "2023-08-11"),
    ],
)
def test_a_column_of_another_fact_is_not_read(
    db: fd.Database, path: Path, name: str, cell: str
) -> None:
    rows = [(*row, cell) for row in ROWS]
    header = ["Date", "Home", "Away", "HG", "AG", name]
    reading = db.read_table(write(path, header, rows), league=PREMIER_LEAGUE)
    assert (reading.map.columns[name], reading.outcome) == ("ignore", "clear")
    assert reading.counted.rows == 20


def test_ids_of_rows_are_not_read(db: fd.Database, path: Path) -> None:
    rows = [(2072, *row, number) for number, row in enumerate(ROWS)]
    header = ["area.id", "Date", "Home", "Away", "HG", "AG", "id"]
    columns = db.read_table(write(path, header, rows), league=PREMIER_LEAGUE).map.columns
    assert (columns["area.id"], columns["id"]) == ("ignore", "ignore")


@pytest.mark.parametrize(
    ("header", "cells", "meaning"),
    [
        # Both halves of each side: the second is not the whole.
        ("Date,Home,Away,1H home,1H away,2H home,2H away", "0,2,0,1", "ignore"),
        # Prices of a handicap, whose chances leave none for a draw.
        ("Date,Home,Away,HG,AG,Handicap,H odds,A odds", '2,1,"+1, +1.5",1.93,1.95', "?"),
    ],
)
def test_what_is_of_another_half_or_market_is_not_taken(
    db: fd.Database, path: Path, header: str, cells: str, meaning: str
) -> None:
    rows = [(*row[:3], cells) for row in ROWS]
    columns = db.read_table(write(path, header.split(","), rows), league=PREMIER_LEAGUE).map.columns
    assert columns[header.rpartition(",")[2]] == meaning


@pytest.mark.parametrize("end", [" (19)", " [R]"])
def test_teams_that_the_country_does_not_know_are_to_be_looked_at(
    db: fd.Database, path: Path, end: str
) -> None:
    rows = [(day, home + end, away + end, hg, ag) for day, home, away, hg, ag in ROWS]
    reading = db.read_table(
        write(path, ["Date", "Home", "Away", "HG", "AG"], rows), league=PREMIER_LEAGUE
    )
    assert reading.outcome == "look"


def test_a_cell_with_a_line_end_is_one_cell(db: fd.Database, path: Path) -> None:
    rows = [(day, f'"{home}\nFC"', away, hg, ag) for day, home, away, hg, ag in ROWS]
    reading = db.read_table(
        write(path, ["Date", "Home", "Away", "HG", "AG"], rows), league=PREMIER_LEAGUE
    )
    assert (reading.counted.rows, reading.counted.examples[0].home.name) == (20, "Arsenal FC")


def test_days_whose_year_may_stand_first_or_last_are_refused_by_name(
    db: fd.Database, path: Path
) -> None:
    rows = [(f"{day[8:]}-{day[5:7]}-{day[2:4]}", *row) for day, *row in ROWS]
    header = ["Date", "Home", "Away", "HG", "AG"]
    reading = db.read_table(write(path, header, rows), league=PREMIER_LEAGUE)
    assert reading.outcome == "no"
    assert "four digits" in str(reading.missing)
