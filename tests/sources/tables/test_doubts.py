"""What a table leaves doubtful is asked, or not taken: never read one way without a word."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

import footydata as fd
from footydata.ingest.report import LoadReport
from tests.agreeing import load_agreed
from tests.conftest import NOW

TEAMS = ("Arsenal", "Chelsea", "Everton", "Fulham")
FIXTURES = [
    (f"2024-08-{10 + place}", home, away, place % 4, place % 3)
    for place, (home, away) in enumerate(permutations(TEAMS, 2))
]
Load = Callable[..., LoadReport]


@pytest.fixture
def database(tmp_path: Path) -> fd.Database:
    return fd.Database(tmp_path / "football.db", clock=lambda: NOW)


@pytest.fixture
def load(tmp_path: Path, database: fd.Database) -> Load:
    def loaded(header: str, row: str, **options: object) -> LoadReport:
        """Load a row for each fixture, written by a format of day, home, away, x and y."""
        rows = (row.format(day=d, home=h, away=a, x=x, y=y, z=x + y) for d, h, a, x, y in FIXTURES)
        path = tmp_path / "table.csv"
        path.write_text("\n".join((header, *rows, "")))
        return load_agreed(database, path, **{"league": "GB-ENG/Premier League"} | options)  # type: ignore[arg-type]

    return loaded


@pytest.mark.parametrize(
    ("header", "row"),
    [
        pytest.param(
            "Date,Match,Score",
            "{day},{home} @ {away},{x}-{y}",
            id="visitor at",
        ),
        pytest.param(
            "Date,Away,Score,Home",
            "{day},{away},{y}-{x},{home}",
            id="away first",
        ),
        pytest.param(
            "Date,Home,Away,HS,AS",
            "{day},{home},{away},{x},{y}",
            id="HS and AS",
        ),
        pytest.param(
            "Date,Home,Away,Score",
            "{day},{home},{away},{x}-{x} (5-4)",
            id="shootouts",
        ),
        pytest.param(
            "Date,Home,Away,HG,AG,AH -1.5 Home,AH -1.5 Away",
            "{day},{home},{away},{x},{y},1.92,1.98",
            id="a line without its side",
        ),
        pytest.param(
            "date,home,away,player,minute,goals",
            "{day},{home},{away},X,{x},1",
            id="scorers",
        ),
        pytest.param(
            "date,home,away,bookmaker,odds_home,odds_draw,odds_away",
            "{day},{home},{away},bet365,2.1,3.4,3.5\n{day},{home},{away},bwin,2.2,3.4,3.5",
            id="a row for each bookmaker",
        ),
        pytest.param(
            "Date,Away,Score,Home,Res", "{day},{away},{y}-{x},{home},H", id="the away side first"
        ),
    ],
)
def test_what_neither_header_nor_cells_decide_is_asked(load: Load, header: str, row: str) -> None:
    report = load(header, row)
    assert report.fixtures_new == 0


def test_numbers_under_unknown_words_are_no_prices(load: Load, database: fd.Database) -> None:
    load("Date,Home,Away,HG,AG,home_ppda,away_ppda", "{day},{home},{away},{x},{y},8.31,9.27")
    assert database.odds().empty


def test_how_many_teams_are_left_is_no_round(load: Load, database: fd.Database) -> None:
    load("Date,Home,Away,HG,AG,Round", "{day},{home},{away},{x},{y},Round of 16")
    assert database.fixtures()["round"].isna().all()
    assert set(database.fixtures()["stage"]) == {"Round of 16"}


def test_goals_may_stand_beside_a_cross(load: Load, database: fd.Database) -> None:
    load("Data,Mandante,Placar,Visitante", "{day},{home},{x} x {y},{away}")
    frame = database.fixtures().sort_values("kickoff")
    assert list(zip(frame["home_goals"], frame["away_goals"], strict=True)) == [
        each[3:] for each in FIXTURES
    ]


def test_a_country_beside_a_city_is_the_venues(tmp_path: Path, database: fd.Database) -> None:
    path = tmp_path / "nations.csv"
    path.write_text(
        "Date,Home,Away,HG,AG,Tournament,City,Country,Neutral\n"
        "2022-11-27,Spain,Germany,1,1,FIFA World Cup,Al Khor,Qatar,TRUE\n"
        "2022-12-01,Japan,Spain,2,1,FIFA World Cup,Al Rayyan,Qatar,TRUE\n"
    )
    load_agreed(database, path)
    frame = database.fixtures()
    assert (set(frame["league"]), set(frame["venue_country"])) == ({"World Cup"}, {"Qatar"})


def test_a_name_of_several_competitions_is_not_the_one_of_another_country(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "brazil.csv"
    rows = ["2024-08-17,Flamengo,Palmeiras,1,0,Serie A", "2024-08-18,Santos,Fluminense,2,2,Serie A"]
    path.write_text("\n".join(("date,home,away,hg,ag,league", *rows, "")))
    assert load_agreed(database, path).open_tables
    assert load_agreed(database, path, league="BR/Série A").fixtures_new == 2


def test_a_row_that_does_not_fit_its_header_is_refused(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "broken.csv"
    rows = [f"{day},{home},{away},{x},{y}" for day, home, away, x, y in FIXTURES]
    rows += ["2024-09-02,x,Chelsea,Everton,3,0", "2024-09-03,Fulham,Everton"]
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    report = load_agreed(database, path, league="GB-ENG/Premier League")
    assert report.fixtures_new == len(FIXTURES)
    assert [refusal.reason for _, refusal in report.refusals] == [
        "a row of 6 cells under a header of 5 columns",
        "a row of 3 cells under a header of 5 columns",
    ]


def test_rows_under_another_header_are_refused(tmp_path: Path, database: fd.Database) -> None:
    path = tmp_path / "glued.csv"
    path.write_text(
        "Date,Home,Away,HG,AG\n2024-09-01,Arsenal,Wolves,1,0\nDate,Away,Home,AG,HG\n2024-09-02,Wolves,Chelsea,0,3\n"
    )
    report = load_agreed(database, path, league="GB-ENG/Premier League")
    assert report.fixtures_new == 1
    assert [refusal.reason for _, refusal in report.refusals] == [
        "another header in the middle of the table",
        "a row under another header, that of row 3",
    ]


def test_a_coming_fixture_far_ahead_is_kept_at_the_end(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "season.csv"
    rows = [f"{day},{home},{away},{x},{y}" for day, home, away, x, y in FIXTURES]
    rows.append("2025-05-25,Arsenal,Wolves,,")
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    report = load_agreed(database, path, league="GB-ENG/Premier League")
    assert (report.fixtures_new, report.rows_refused) == (len(FIXTURES) + 1, 0)


ROUNDS = [
    (f"2023-{month:02}-{10 + place}", home, away)
    for month in (9, 10)
    for place, (home, away) in enumerate(permutations(TEAMS, 2))
]
"""Too few for who meets whom, and where, to tell anything."""


def test_plain_rows_are_clear(database: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    rows = [f"{day},{home},{away},1,0" for day, home, away in ROUNDS]
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    assert database.read_table(path, league="GB-ENG/Premier League").outcome == "clear"


@pytest.mark.parametrize(
    ("header", "row", "last"),
    [
        pytest.param("HG,AG", "1,0", "2024-01-20,Totals,Average,3,1", id="a total with a day"),
        pytest.param("HG,AG", "1,0", "FA Cup,,,,", id="a heading within"),
        pytest.param("HG,AG,Notes", "1,0,", "2024-01-20,Fulham,Everton,2,0,Abandoned in minute 60", id="a note"),
        pytest.param("H,A", "10,4", "2024-01-20,Fulham,Everton,8,7", id="corners under letters"),
        pytest.param("HG,AG,Line,Over,Under", "1,0,9.5,1.9,1.9", "2024-01-20,Fulham,Everton,2,0,10.5,1.9,1.9", id="a line of corners"),
        pytest.param("HG,AG,Note", "1,1,", "2024-01-20,Fulham,Everton,6,5,pens", id="a shoot-out"),
        pytest.param("HG,AG,Winner", "2,1,Fulham", "2024-01-20,Fulham,Everton,2,0,Fulham", id="the winner's goals first"),
        pytest.param("HG,AG,Odds 1,Odds X,Odds 2", "1,0,0.91,2.5,3.15", "2024-01-20,Fulham,Everton,2,0,0.8,2.75,3.35", id="what a won bet adds"),
        pytest.param("xG Home,xG Away", "1.3,0.4", "2024-01-20,Fulham,Everton,0.8,0.7", id="no goals"),
    ],
)  # fmt: skip
def test_what_may_be_no_result_is_looked_at(
    database: fd.Database, tmp_path: Path, header: str, row: str, last: str
) -> None:
    path = tmp_path / "table.csv"
    rows = [f"{day},{home},{away},{row}" for day, home, away in ROUNDS]
    path.write_text("\n".join((f"Date,Home,Away,{header}", *rows, last, "")))
    assert database.read_table(path, league="GB-ENG/Premier League").outcome == "look"


def test_days_that_a_spreadsheet_may_have_exchanged_are_looked_at(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "table.csv"
    days = [(day, f"{day[8:]}/{day[5:7]}/{day[:4]}") for day, _, _ in ROUNDS]
    rows = [
        f"{day if day[8:] <= '12' else text},{home},{away},1,0"
        for (day, text), (_, home, away) in zip(days, ROUNDS, strict=True)
    ]
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    assert database.read_table(path, league="GB-ENG/Premier League").outcome == "look"


def test_the_number_of_a_row_is_no_id_of_another_fixture(
    load: Load, database: fd.Database, tmp_path: Path
) -> None:
    header = "id,date,home,away,hg,ag"
    load(header, "{x},{day},{home},{away},{x},{y}")
    path = tmp_path / "other.csv"
    path.write_text(f"{header}\n0,2024-08-10,Lens,Metz,1,0\n1,2024-08-11,Metz,Lens,1,0\n")
    assert load_agreed(database, path, league="FR/Ligue 1").fixtures_new == 2
    path.write_text(f"{header}\n0,2024-08-11,Metz,Lens,1,0\n1,2024-08-10,Lens,Metz,1,0\n")
    report = load_agreed(database, path, league="FR/Ligue 1")
    assert (report.fixtures_new, report.fixtures_conflicting) == (0, 0)


def test_women_in_a_league_of_men_are_looked_at(tmp_path: Path, database: fd.Database) -> None:
    path = tmp_path / "table.csv"
    rows = [f"{day},{home} Women,{away} Women,1,0" for day, home, away in ROUNDS]
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    assert database.read_table(path, league="GB-ENG/Premier League").outcome == "look"


def test_the_mark_of_a_note_is_no_part_of_a_name(load: Load, database: fd.Database) -> None:
    load("Date,Home,Away,HG,AG", "{day},{home}[a],{away}&nbsp;*,{x},{y}")
    assert set(database.fixtures().home) == set(TEAMS)


def test_two_leagues_under_a_header_of_ours_are_told(tmp_path: Path, database: fd.Database) -> None:
    leagues = [[f"{name} {number}" for number in range(6)] for name in ("North", "South")]
    pairs = [pair for teams in leagues for pair in permutations(teams, 2)]
    rows = [
        f"2024-0{1 + n // 28}-{1 + n % 28:02},{home},{away},1,0"
        for n, (home, away) in enumerate(pairs)
    ]
    path = tmp_path / "own.csv"
    path.write_text("\n".join(("date,home,away,home_goals,away_goals", *rows, "")))

    report = database.load(path, league="GB-ENG/Premier League")

    assert any("never meet" in remark.reason for _, remark in report.remarks)


def test_a_minute_of_play_in_the_column_of_the_state_is_no_end(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "live.csv"
    path.write_text(
        "Date,Home,Away,HG,AG,Status\n2024-08-12,Arsenal,Everton,1,0,FT\n2024-08-13,Chelsea,Fulham,2,0,67'\n"
    )

    database.load(path, league="GB-ENG/Premier League", yes=True)

    assert [*database.fixtures()["status"]] == ["finished", "live"]


def test_a_score_beside_a_state_that_is_not_known_is_refused_by_row(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(
        "Date,Home,Away,HG,AG,Status\n2024-08-12,Arsenal,Everton,1,0,FT\n"
        "2024-08-13,Chelsea,Fulham,2,0,Abandoned 67'\n2024-08-14,Everton,Fulham,,,Moved\n"
    )

    report = load_agreed(database, path, league="GB-ENG/Premier League")

    assert [*database.fixtures()["status"]] == ["finished", "scheduled"]
    assert [
        (refusal.line, refusal.text) for _, refusal in report.refusals if not refusal.column
    ] == [(3, "Abandoned 67'")]


def test_the_status_of_a_played_fixture_is_read_in_other_languages(
    tmp_path: Path, database: fd.Database
) -> None:
    words = ("Spiel beendet", "Finalizado", "Terminé", "Encerrado", "Afgelopen")
    path = tmp_path / "table.csv"
    rows = [f"{','.join(fixture)},1,0,{word}" for fixture, word in zip(ROUNDS, words, strict=False)]
    path.write_text("\n".join(("Date,Home,Away,HG,AG,Status", *rows, "")))

    load_agreed(database, path, league="GB-ENG/Premier League")

    assert {*database.fixtures()["status"]} == {"finished"}
    assert len(database.fixtures()) == len(words)


def test_a_name_that_may_be_mistyped_is_looked_at(database: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    rows = [",".join((*fixture, "1", "0")) for fixture in ROUNDS]
    rows[3] = rows[3].replace("Chelsea", "Chelsae")
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    reading = database.read_table(path, league="GB-ENG/Premier League")
    assert "Chelsae may be Chelsea, mistyped" in reading.looks


def test_a_result_whose_half_time_can_not_be_was_not_awarded(
    tmp_path: Path, database: fd.Database
) -> None:
    path = tmp_path / "table.csv"
    rows = [",".join((*fixture, "2,1,1,1")) for fixture in ROUNDS]
    rows[3] = rows[3].replace("2,1,1,1", "3,0,4,0")
    path.write_text("\n".join(("Date,Home,Away,HG,AG,HTHG,HTAG", *rows, "")))
    load_agreed(database, path, league="GB-ENG/Premier League")
    assert database.fixtures()["state_detail"].isna().all()


@pytest.mark.parametrize("names", ["home shootout goals,away shootout goals", "PSO H,PSO A"])
def test_kicks_of_a_shootout_are_read_but_where_they_are_level(
    tmp_path: Path, database: fd.Database, names: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(
        f"Date,Home,Away,HG,AG,{names}\n2024-08-13,Arsenal,Everton,1,0,0,0\n2024-08-14,Chelsea,Fulham,2,2,4,3\n"
    )
    load_agreed(database, path, league="GB-ENG/Premier League")
    frame = database.fixtures()
    columns = "home_goals", "final_home_goals", "shootout_home_goals", "shootout_away_goals"
    first, last = frame[[*columns]].fillna(-1).itertuples(index=False, name=None)
    assert (first, last) == ((1, -1, -1, -1), (-1, 2, 4, 3))


@pytest.mark.parametrize("figure", ["Own Goals", "xGA"])
def test_what_is_none_of_its_goals_is_not_taken_for_them(
    load: Load, database: fd.Database, figure: str
) -> None:
    load(f"Date,Home,Away,Home {figure},Away {figure}", "{day},{home},{away},{x},{y}")
    assert database.fixtures()["home_goals"].isna().all()


def test_a_day_of_another_century_is_looked_at_in_a_short_table(
    database: fd.Database, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    rows = [",".join((*fixture, "1", "0")) for fixture in ROUNDS[:8]]
    rows[3] = rows[3].replace("2023", "1923")
    path.write_text("\n".join(("Date,Home,Away,HG,AG", *rows, "")))
    reading = database.read_table(path, league="GB-ENG/Premier League")
    assert any("1923-09-13" in look for look in reading.looks)
