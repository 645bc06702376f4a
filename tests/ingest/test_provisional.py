"""What stands of a fixture that was live, of sources of equal trust, and of two files of one source in one load."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from tests.conftest import NOW
from tests.ingest.test_two_sources import dump, league, remote, results, season
from tests.new_databases import new_database

ARSENAL, CHELSEA = (42, "Arsenal"), (49, "Chelsea")
LEAGUE = ("/v1/leagues/39", league({"id": 141207, "season": "24/25", "current": True}))
LIST = "/v1/leagues/39/fixtures?season=24/25"
LIVE: dict[str, Any] = {
    "status": "live",
    "goals": {"home": 1, "away": 0},
    "corners": {"home": 3, "away": 1},
    "cards": {"home": {"yellow": 1, "red": 0}, "away": {"yellow": 2, "red": 0}},
    "statistics": {"attacks": {"home": 30, "away": 20}},
    "events": [{"type": "goal", "minute": 8, "team": "home", "count": 1}],
}
NO_CARDS = {"home": {"yellow": None, "red": None}, "away": {"yellow": None, "red": None}}
OVER: dict[str, Any] = {
    "status": "finished",
    "goals": {"home": 2, "away": 1},
    "corners": {"home": None, "away": None},
    "cards": NO_CARDS,
}
FIGURES = ["home_goals", "away_goals", "home_corners", "away_corners", "home_yellow", "away_red"]
EITHER_ORDER = pytest.mark.parametrize(
    "order", [slice(None), slice(None, None, -1)], ids=["first", "second"]
)


@pytest.fixture
def football(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        yield database


def dump_of(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    """A dump with the fixture of Arsenal and Chelsea."""
    pages = [(LIST, [remote(901, ARSENAL, CHELSEA, **row)]) for row in rows]
    return dump(folder, LEAGUE, *pages, name=f"{name}.jsonl")


def figures(football: fd.Database) -> list[Any]:
    row = football.fixtures().iloc[0]
    return [None if row.isna()[name] else int(row[name]) for name in FIGURES]


def only_read(report: fd.LoadReport) -> bool:
    return (report.conflicts, report.refusals) == ([], [])


def test_what_is_given_of_a_fixture_as_finished_stands_a_null_too(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(dump_of(tmp_path, "live", LIVE))
    assert figures(football) == [1, 0, 3, 1, 1, 0]
    report = football.load(dump_of(tmp_path, "over", OVER))
    assert only_read(report)
    assert figures(football) == [2, 1, None, None, None, None]


def test_statistics_and_events_of_a_live_fixture_give_way_to_those_of_its_end(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(dump_of(tmp_path, "live", LIVE))
    nothing = {"statistics": {"attacks": {"home": None, "away": None}}, "events": []}
    report = football.load(dump_of(tmp_path, "over", {**OVER, **nothing}))
    assert only_read(report)
    assert football.statistics()["home_attacks"].isna().all()
    assert len(football.events()) == 0


def test_statistics_that_come_after_the_end_take_the_place_of_live_ones(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(dump_of(tmp_path, "live", LIVE), dump_of(tmp_path, "over", OVER))
    late = {"fixture_id": 901, "statistics": {"attacks": {"home": 88, "away": None}}}
    report = football.load(dump(tmp_path, ("/v1/fixtures/901/statistics", late), name="late.jsonl"))
    assert only_read(report)
    assert list(football.statistics()["home_attacks"]) == [88]
    assert football.statistics()["away_attacks"].isna().all()


@EITHER_ORDER
def test_live_figures_never_stand_beside_a_result_of_another_source(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    ended = results(tmp_path, "E0,17/08/2024,15:00,Arsenal,Chelsea,2,1,0,1")
    for path in [dump_of(tmp_path, "live", LIVE), ended][order]:
        assert only_read(football.load(path))
    assert figures(football)[:2] == [2, 1]
    report = football.load(dump_of(tmp_path, "over", {**OVER, "corners": {"home": 9, "away": 2}}))
    assert only_read(report)
    assert figures(football) == [2, 1, 9, 2, None, None]


def matches(folder: Path, home_score: int) -> Path:
    """A matches file of StatsBomb, whose trust is that of football-data."""
    path = folder / "matches.json"
    competition = {"country_name": "England", "competition_name": "Premier League"}
    match: dict[str, Any] = {"match_id": 7, "match_date": "2024-08-17", "kick_off": "15:00:00.000"}
    match |= {
        "competition": competition,
        "season": {"season_name": "2024/2025"},
        "referee_name": "A Marriner",
    }
    match |= {
        "home_team": {"home_team_id": 1, "home_team_name": "Arsenal"},
        "home_score": home_score,
    }
    match |= {"away_team": {"away_team_id": 2, "away_team_name": "Chelsea"}, "away_score": 0}
    path.write_text(json.dumps([match]))
    return path


@EITHER_ORDER
def test_of_sources_of_equal_trust_the_first_by_name_stands(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    paths = [results(tmp_path, "E0,17/08/2024,15:00,Arsenal,Chelsea,2,1,0,1"), matches(tmp_path, 5)]
    reports = [football.load(path) for path in paths[order]]
    stored = football.fixtures().iloc[0]
    assert (stored["home_goals"], stored["away_goals"], stored["referee"]) == (2, 1, "A Marriner")
    ((_, conflict),) = reports[1].conflicts
    assert (conflict.what, conflict.is_taken) == ("goals", order != slice(None))


@EITHER_ORDER
def test_what_only_the_less_trusted_source_knows_fills_in_beside_what_it_contradicts(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text(
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HY,AY,HR\nE0,17/08/2024,15:00,Arsenal,Chelsea,2,1,3,1,0\n"
    )
    service = dump_of(
        tmp_path,
        "over",
        {**OVER, "cards": {"home": {"yellow": 2, "red": None}, "away": {"yellow": 1}}},
    )
    for path in [cards, service][order]:
        football.load(path)
    stored = football.fixtures().iloc[0]
    assert (stored["home_yellow"], stored["home_red"]) == (2, 0)


MAIN = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,{}\n{}"
COUNTRY = (
    "Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA\n"
    "Finland,Veikkausliiga,2024,15/06/2024,15:00,HJK,KuPS,{},H,2,3,4\n{}"
)
CORNERS = (
    "Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HC,AC,odds_corners_over_95,odds_corners_under_95\n"
    "2020-09-12,08:30,Fulham,Arsenal,{},0,0,2,3,1.9,1.9\n{}"
)
TXT = "= English Premier League 2024/25\n\nMatchday 1\n[Sat Aug/17]\n15:00 Arsenal FC {} Chelsea FC\n{}"


def openfootball(score: str, later: str) -> str:
    home, away = score.split(",")
    match = {
        "date": "2024-08-17",
        "team1": "Arsenal FC",
        "team2": "Chelsea FC",
        "score": [int(home), int(away)],
    }
    return json.dumps(
        {"name": "English Premier League 2024/25", "matches": [match, *json.loads(later or "[]")]}
    )


def service(score: str, later: str) -> str:
    home, away = map(int, score.split(","))
    rows = [remote(901, ARSENAL, CHELSEA, goals={"home": home, "away": away})]
    rows += (
        [remote(902, (45, "Everton"), CHELSEA, day=24, goals={"home": 0, "away": 0})]
        if later
        else []
    )
    pages = [(LEAGUE[0], LEAGUE[1]), (LIST, rows)]
    return "".join(
        json.dumps({"path": path, "body": {"success": 1, "data": data}}) + "\n"
        for path, data in pages
    )


FORMS: dict[str, tuple[str, Callable[[str, str], str], str]] = {
    "football-data": ("E0.csv", MAIN.format, "E0,24/08/2024,Fulham,Everton,1,0\n"),
    "countries": (
        "FIN.csv",
        COUNTRY.format,
        "Finland,Veikkausliiga,2024,22/06/2024,15:00,Inter,VPS,1,0,H,2,3,4\n",
    ),
    "corner-lines": (
        "E0_2021.csv",
        CORNERS.format,
        "2020-09-19,08:30,Leeds,Everton,0,0,0,0,2,3,1.9,1.9\n",
    ),
    "openfootball": (
        "en.1.json",
        openfootball,
        '[{"date": "2024-08-24", "team1": "Fulham FC", "team2": "Everton FC", "score": [1, 0]}]',
    ),
    "Football.TXT": (
        "1.txt",
        lambda score, later: TXT.format(score.replace(",", "-"), later),
        "[Sat Aug/24]\n15:00 Fulham FC 1-0 Everton FC\n",
    ),
    "v1": ("v1.jsonl", service, "later"),
}
"""Source → the name of a file, what makes its content of a score what else it holds, and that."""


@pytest.mark.parametrize("correct", [False, True], ids=["as it is", "correcting"])
@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")], ids=["older first", "newer first"])
@pytest.mark.parametrize("form", FORMS)
def test_of_two_files_in_one_load_the_one_that_reaches_further_is_right(
    football: fd.Database, tmp_path: Path, form: str, names: tuple[str, str], correct: bool
) -> None:
    file, written, later = FORMS[form]
    for folder, content in zip(names, (written("1,1", ""), written("2,1", later)), strict=True):
        (tmp_path / "files" / folder).mkdir(parents=True)
        (tmp_path / "files" / folder / file).write_text(content)
    report = football.load(tmp_path / "files", correct=correct)
    assert figures(football)[:2] == [2, 1]
    ((where, conflict),) = report.conflicts
    assert (where, conflict.what, conflict.is_taken) == (f"files/{names[0]}/{file}", "goals", False)


@pytest.mark.parametrize("form", FORMS)
def test_across_loads_the_stored_row_stays(
    football: fd.Database, tmp_path: Path, form: str
) -> None:
    file, written, later = FORMS[form]
    path = tmp_path / file
    path.write_text(written("1,1", ""))
    football.load(path)
    path.write_text(written("2,1", later))
    report = football.load(path)
    assert figures(football)[:2] == [1, 1]
    assert [conflict.is_taken for _, conflict in report.conflicts] == [False]
    assert report.fixtures_new == 1


@EITHER_ORDER
def test_a_result_that_the_later_file_takes_back_is_not_taken_from_the_earlier_one(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    later = "E0,24/08/2024,Fulham,Everton,1,0\n"
    played, abandoned = tmp_path / "one.csv", tmp_path / "two.csv"
    played.write_text(MAIN.format("3,0", ""))
    abandoned.write_text(MAIN.format(",", later))
    report = football.load(*[played, abandoned][order])
    stored = football.fixtures().iloc[0]
    assert stored["status"] == "scheduled"
    assert figures(football)[:2] == [None, None]
    ((where, conflict),) = report.conflicts
    assert (where, conflict.what, conflict.incoming) == ("one.csv", "status", "finished")


@EITHER_ORDER
def test_a_fixture_that_was_moved_is_where_the_later_file_has_it(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    match = {"team1": "Arsenal FC", "team2": "Chelsea FC"}
    played = {"date": "2024-08-24", "team1": "Fulham FC", "team2": "Everton FC", "score": [1, 0]}
    paths = []
    for name, day, more in (("old", "2025-01-04", []), ("new", "2025-02-12", [played])):
        (tmp_path / name).mkdir()
        path = season(tmp_path / name, {})
        content = {
            "name": "English Premier League 2024/25",
            "matches": [{**match, "date": day}, *more],
        }
        path.write_text(json.dumps(content))
        paths.append(path)
    football.load(*paths[order])
    assert [str(kickoff)[:10] for kickoff in football.fixtures(status="scheduled")["kickoff"]] == [
        "2025-02-12"
    ]


def test_files_of_other_days_are_read_in_the_order_of_their_names(
    football: fd.Database, tmp_path: Path
) -> None:
    for year in (2019, 2020, 2021):
        path = tmp_path / "files" / f"{year}.csv"
        path.parent.mkdir(exist_ok=True)
        path.write_text(MAIN.format("1,1", "").replace("2024", str(year)))
    report = football.load(tmp_path / "files")
    assert [file.file for file in report.files] == [
        "files/2019.csv",
        "files/2020.csv",
        "files/2021.csv",
    ]


def test_a_timeline_brings_the_half_time_goals_that_its_list_leaves_out(
    football: fd.Database, tmp_path: Path
) -> None:
    row = remote(901, ARSENAL, CHELSEA, **OVER)
    half = {
        "type": "period_score",
        "minute": None,
        "team": None,
        "period": "first_half",
        "score": {"home": 1, "away": 0},
    }
    events = ("/v1/fixtures/901/events", {"fixture_id": 901, "events": [half]})
    assert only_read(football.load(dump(tmp_path, LEAGUE, (LIST, [row]), events)))
    goals = football.connection.execute(
        "select half_home_goals, half_away_goals from fixture"
    ).fetchall()
    assert [tuple(row) for row in goals] == [(1, 0)]
