"""The figures that the contract does not carry: from the cells of a file to the stored rows, whatever tells them."""

import csv
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.terms import Part
from footydata.ingest.decisions import merge, undo
from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.sources.parsed import ParsedFigure, ParsedFixture, TeamKey
from footydata.store.file.opening import open_database
from tests.ingest.parsed_rows import Put, played

Take = Callable[..., LoadReport]

COLUMNS = "HF,AF,HFKC,AFKC,HS,AS,HST,AST,HO,AO,HHW,AHW,HBP,ABP,Attendance"
OLD = f"Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,{COLUMNS}"
FIRST = "E0,17/08/02,Arsenal,Chelsea,2,1,"
BOTH = Part.BASE | Part.GOALS | Part.FURTHER_FIGURES


def stored(connection: sqlite3.Connection) -> dict[str, tuple[object, ...]]:
    """Figure and half → its values and its source."""
    rows = connection.execute(
        "select figure, half, home, away, name from fixture_figure join source on source.id = source_id "
        "order by fixture_id, figure, half"
    )
    return {f"{figure}{'_half' if half else ''}": tuple(row) for figure, half, *row in rows}


def with_figures(*figures: ParsedFigure, home: str = "Arsenal") -> ParsedFixture:
    return played(home=TeamKey(home), parts=BOTH, further=figures)


def held(connection: sqlite3.Connection) -> dict[str, bool]:
    """Source → whether a fixture holds further figures from it."""
    rows = connection.execute(
        "select name, parts from fixture_source join source on source.id = source_id"
    )
    return {name: bool(parts & Part.FURTHER_FIGURES) for name, parts in rows}


def test_the_columns_of_old_files_are_stored_as_they_stand(
    connection: sqlite3.Connection, folder: Path, take: Take
) -> None:
    (folder / "E0.csv").write_text(f"{OLD}\n{FIRST}11,12,13,14,15,6,7,8,1,0,2,,10,35,38204\n")
    report = take(folder)
    assert report.refusals == []
    assert stored(connection) == {
        "attendance": (38204, None, "football-data"),
        "booking_points": (10, 35, "football-data"),
        "fouls": (11, 12, "football-data"),
        "free_kicks_conceded": (13, 14, "football-data"),
        "offsides": (1, 0, "football-data"),
        "shots": (15, 6, "football-data"),
        "woodwork": (2, None, "football-data"),
    }
    # Eight on target of six shots: each is as the file tells it, and what follows from both is unknown.
    assert connection.execute(
        "select away_shots_on_target, away_shots_off_target from statistics"
    ).fetchall() == [(8, None)]
    kinds = connection.execute("select distinct typeof(home) from fixture_figure").fetchall()
    assert kinds == [("integer",)]
    assert take(folder).rows_changed == 0


def test_a_cell_that_is_no_count_is_set_aside_and_named_once(
    connection: sqlite3.Connection, folder: Path, take: Take
) -> None:
    (folder / "E0.csv").write_text(f"{OLD}\n{FIRST}many,12,,,x,6,,,,,,,,,999999\n")
    refused = [(refusal.column, refusal.text, refusal.line) for _, refusal in take(folder).refusals]
    assert sorted(refused) == [("Attendance", "999999", 2), ("HF", "many", 2), ("HS", "x", 2)]
    assert stored(connection) == {
        "fouls": (None, 12, "football-data"),
        "shots": (None, 6, "football-data"),
    }


@pytest.mark.real_data
def test_every_cell_of_real_files_is_stored(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    place = real_data / "football_data_co_uk"
    files = [place / name for name in ("1819/E0.csv", "1718/F2.csv", "0910/E0.csv", "2526/SC1.csv")]
    files = [path for path in files if path.is_file()]
    report = take(*files)
    columns = {"HF": "fouls", "HFKC": "free_kicks_conceded", "HS": "shots"}
    cells = []
    for path in files:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            for row in csv.DictReader(file):
                for home, figure in columns.items():
                    pair = row.get(home) or "", row.get(home.replace("H", "A", 1)) or ""
                    if row["HomeTeam"] and any(pair):
                        cells.append((figure, *(int(text) if text else None for text in pair)))
    rows = connection.execute("select figure, home, away from fixture_figure").fetchall()
    assert sorted(rows, key=str) == sorted(cells, key=str)
    assert len(cells) == 1880
    assert report.rows_refused == 0


def test_each_figure_keeps_its_own_source_in_whatever_order(
    connection: sqlite3.Connection, put: Put
) -> None:
    sources = {
        "openfootball": (
            ParsedFigure("shots", 9, 9),
            ParsedFigure("passes", 300, 200),
            ParsedFigure("fouls", 5, 6),
        ),
        "football-data": (
            ParsedFigure("shots", 10, 9),
            ParsedFigure("fouls", 5, 6),
            ParsedFigure("offsides", 1, None),
        ),
    }
    expected = {
        "fouls": (5, 6, "football-data"),
        "offsides": (1, None, "football-data"),
        "passes": (300, 200, "openfootball"),
        "shots": (10, 9, "football-data"),
    }
    for order in (list(sources), list(sources)[::-1]):
        results = [put(with_figures(*sources[name]), source=name) for name in (*order, *order)]
        assert stored(connection) == expected
        assert held(connection) == {"openfootball": True, "football-data": True}
        conflicts = {one.what for result in results for one in result.conflicts}
        assert conflicts == {"shots"}
        for table in ("claim", "fixture_figure", "fixture_source", "team_fixture", "fixture"):
            connection.execute(f"delete from {table}")
        connection.commit()


def test_a_finished_figure_stays_unless_corrected(connection: sqlite3.Connection, put: Put) -> None:
    put(with_figures(ParsedFigure("fouls", 5, None)))
    put(with_figures(ParsedFigure("fouls", 5, 6)))
    result = put(with_figures(ParsedFigure("fouls", 7, 6)))
    assert stored(connection) == {"fouls": (5, 6, "football-data")}
    assert [(one.what, one.stored, one.incoming, one.is_taken) for one in result.conflicts] == [
        ("fouls", "5-6", "7-6", False)
    ]
    put(with_figures(ParsedFigure("fouls", 7, None)), correct=True)
    assert stored(connection) == {"fouls": (7, 6, "football-data")}


def test_two_files_of_one_load_tell_the_same_in_either_order(folder: Path, now: int) -> None:
    early, late = (f"{OLD}\n{FIRST}{fouls},12,,,,,,,,,,,,,\n" for fouls in (3, 4))
    late += (
        late.splitlines()[1].replace("17/08/02", "24/08/02").replace("Arsenal", "Everton") + "\n"
    )
    found = []
    for names in (("a", "b"), ("b", "a")):
        place = folder / "".join(names)
        place.mkdir()
        for name, text in zip(names, (early, late), strict=True):
            (place / f"{name}.csv").write_text(text)
        with closing(open_database(place / "football.db")) as connection:
            load(connection, [place], now=now)
            found.append(
                connection.execute("select home from fixture_figure order by fixture_id").fetchall()
            )
    assert found == [[(4,), (4,)]] * 2


def test_the_figures_of_two_fixtures_that_are_one_are_united_and_parted_again(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(
        with_figures(ParsedFigure("fouls", 5, 6), ParsedFigure("shots", 1, 2), home="Rovers"),
        source="openfootball",
    )
    put(
        with_figures(
            ParsedFigure("shots", 3, 2), ParsedFigure("xg", 1.25, 0.5), home="Riverside Rovers 1890"
        )
    )
    before = connection.execute("select * from fixture_figure order by 1, 2, 3").fetchall()
    gone, kept = (
        connection.execute("select id from team where name = ?", (name,)).fetchone()[0]
        for name in ("Rovers", "Riverside Rovers 1890")
    )
    result = merge(connection, gone, kept, now=9)
    assert stored(connection) == {
        "fouls": (5, 6, "openfootball"),
        "shots": (3, 2, "football-data"),
        "xg": (1.25, 0.5, "football-data"),
    }
    assert held(connection) == {"openfootball": True, "football-data": True}
    assert "shots" in {one.what for one in result.conflicts}
    undo(connection, now=10)
    assert connection.execute("select * from fixture_figure order by 1, 2, 3").fetchall() == before


@pytest.mark.real_data
def test_expected_goals_shots_and_passes_are_counted_from_the_events(
    connection: sqlite3.Connection, real_data: Path, folder: Path, take: Take
) -> None:
    events = json.loads((real_data / "statsbomb" / "events" / "9880.json").read_text())
    match = {
        "match_id": 9880,
        "match_date": "2018-04-14",
        "competition": {"country_name": "Spain", "competition_name": "La Liga"},
        "season": {"season_name": "2017/2018"},
        "home_team": {"home_team_id": 217, "home_team_name": "Barcelona"},
        "away_team": {"away_team_id": 207, "away_team_name": "Valencia"},
        "home_score": 2,
        "away_score": 1,
    }
    for name, content in (("matches/11/1.json", [match]), ("events/9880.json", events)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(json.dumps(content))
    take(folder)

    def count(kind: str, team: str, *, half: bool, field: str | None = None) -> float:
        own = [
            one
            for one in events
            if one["type"]["name"] == kind
            and one["team"]["name"] == team
            and one["period"] in ((1,) if half else (1, 2))
        ]
        return round(sum(one["shot"][field] for one in own), 6) if field else len(own)

    assert stored(connection) == {
        f"{figure}{'_half' if half else ''}": (
            *(count(kind, team, half=half, field=field) for team in ("Barcelona", "Valencia")),
            "statsbomb",
        )
        for figure, kind, field in (
            ("xg", "Shot", "statsbomb_xg"),
            ("shots", "Shot", None),
            ("passes", "Pass", None),
        )
        for half in (False, True)
    }
    assert 0.5 < stored(connection)["xg"][0] < 5


def test_any_order_of_sources_gives_the_same_rows(tmp_path: Path) -> None:
    from tests.ingest.importing import import_parsed
    from tests.ingest.parsed_rows import TRUST

    chance = random.Random(7)
    tellings = [
        (source, ParsedFigure(figure, chance.randint(0, 3), chance.randint(0, 3)))
        for source in TRUST
        for figure in ("fouls", "shots", "offsides")
    ]
    seen = set()
    for turn in range(6):
        chance.shuffle(tellings)
        with closing(open_database(tmp_path / f"{turn}.db")) as connection:
            for source, figure in tellings:
                import_parsed(connection, with_figures(figure), source=source, trust=TRUST[source])
            seen.add(str((stored(connection), sorted(held(connection).items()))))
    assert len(seen) == 1
