"""Files that are not as they should be, each loaded before a good one: named, and nothing else lost."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import footydata as fd
from tests.forked import run_forked
from tests.imported import footydata_program
from tests.ingest.conftest import FIRST, HEADER, SECOND
from tests.new_databases import new_database

MATCH = {
    "round": "Matchday 1",
    "date": "2024-08-17",
    "team1": "Arsenal FC",
    "team2": "Everton FC",
    "score": [2, 0],
}
OTHER = {**MATCH, "team1": "Chelsea FC", "team2": "Fulham FC"}
TITLE = "English Premier League 2024/25"
COUNTRY = "Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA"
FINNISH = "Finland,Veikkausliiga,2024,15/06/2024,15:00,HJK,KuPS,2,1,H,2.1,3.2,3.4"
CORNERS = "Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HC,AC,odds_corners_over_95,odds_corners_under_95"
CORNER_ROW = "2020-09-12,08:30,Fulham,Arsenal,0,3,0,1,2,3,1.9,1.9"
LONG = "x" * 140_000
DEEP = "[" * 100_000
TXT = "= English Premier League 2024/25\n\nMatchday 1\n[Sat Aug/17]\n15:00 Arsenal FC 2-0 Everton FC\n"
FREE_KICK = {
    "match_id": 9880,
    "match_date": "2018-04-14",
    "kick_off": None,
    "competition": {"country_name": "Spain", "competition_name": "La Liga"},
    "season": {"season_name": "2017/2018"},
    "home_team": {"home_team_id": 217, "home_team_name": "Barcelona"},
    "away_team": {"away_team_id": 207, "away_team_name": "Valencia"},
    "home_score": 2,
    "away_score": 1,
}
GIRONA = {
    **FREE_KICK,
    "match_id": 9881,
    "away_team": {"away_team_id": 208, "away_team_name": "Girona"},
}
PLAYED = {
    "id": 7,
    "league": {"id": 1, "name": "Any League"},
    "teams": {"home": {"id": 1, "name": "Ash"}, "away": {"id": 2, "name": "Oak"}},
    "kickoff_ts": 1_723_900_000,
    "status": "finished",
    "goals": {"home": 1, "away": 0},
}
ELM = {
    **PLAYED,
    "id": 8,
    "teams": {"home": {"id": 3, "name": "Elm"}, "away": {"id": 2, "name": "Oak"}},
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder whose last file is a good one."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "zz_good.csv").write_text("\n".join((HEADER, SECOND.replace("E0", "E1"))) + "\n")
    return folder


@pytest.fixture
def database(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db")) as opened:
        yield opened


def season(*matches: object, **more: object) -> str:
    return json.dumps({"name": TITLE, "matches": list(matches), **more})


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


def dump(*rows: object) -> str:
    return json.dumps({"path": "/v1/fixtures", "body": {"success": 1, "data": rows}}) + "\n"


def bare(*rows: object) -> str:
    return json.dumps({"success": 1, "data": rows})


ROWS = {
    "a match that is null": ("en.1.json", season(None, OTHER), 1),
    "a match that is a list": ("en.1.json", season([1], OTHER), 1),
    "a score of a wrong type": ("en.1.json", season({**MATCH, "score": "2-0"}, OTHER), 1),
    "a score of three": ("en.1.json", season({**MATCH, "score": [1, 2, 3]}, OTHER), 1),
    "a score of many digits": ("en.1.json", season({**MATCH, "score": [10**30, 0]}, OTHER), 1),
    "a team of a wrong type": ("en.1.json", season({**MATCH, "team1": 7}, OTHER), 1),
    "a team of half a character": (
        "en.1.json",
        season({**MATCH, "team1": "Arsenal \ud800"}, OTHER),
        1,
    ),
    "a day of the year 1": ("en.1.json", season({**MATCH, "date": "0001-01-01"}, OTHER), 1),
    "a match nested deeply": ("en.1.json", season(json.loads("[" * 900 + "]" * 900), OTHER), 1),
    "a score of 5,000 digits": ("1.txt", TXT + f"Chelsea FC {'1' * 5000}-0 Fulham FC\n", 6),
    "a score of 20 digits": ("1.txt", TXT + f"Chelsea FC {'1' * 20}-0 Fulham FC\n", 6),
    "a year of the future": ("1.txt", TXT + "[Sat Aug/24 9999]\n", 6),
    "a main row cut short": ("E0.csv", lines(HEADER, "E0,17/08/2024,15:00,Leeds", FIRST), 2),
    "a quotation mark left open": (
        "E0.csv",
        lines(HEADER, 'E0,17/08/2024,15:00,"Leeds,Burnley,1,0,2,3,4', FIRST),
        2,
    ),
    "a cell beyond any": (
        "E0.csv",
        lines(HEADER, f'E0,17/08/2024,15:00,"{LONG}",Burnley,1,0,2,3,4', FIRST),
        2,
    ),
    "a name of a hundred words": (
        "E0.csv",
        lines(HEADER, f"E0,17/08/2024,15:00,{'x ' * 200},Leeds,1,0", FIRST),
        2,
    ),
    "a NUL in a name": (
        "E0.csv",
        lines(HEADER, "E0,17/08/2024,15:00,Lee\0ds,Burnley,1,0,2,3,4", FIRST),
        2,
    ),
    "a day of many digits": (
        "E0.csv",
        lines(HEADER, FIRST.replace("17/08/2024", "1/1/99999999999"), FIRST),
        2,
    ),
    "a main day of the year 1": (
        "E0.csv",
        lines(HEADER, FIRST.replace("17/08/2024", "01/01/0001"), FIRST),
        2,
    ),
    "a country row cut short": ("FIN.csv", lines(COUNTRY, FINNISH[:40], FINNISH), 2),
    "a country's quotation mark": (
        "FIN.csv",
        lines(COUNTRY, FINNISH.replace("HJK", '"HJK'), FINNISH),
        2,
    ),
    "a country cell beyond any": (
        "FIN.csv",
        lines(COUNTRY, FINNISH.replace("HJK", f'"{LONG}"'), FINNISH),
        2,
    ),
    "a country's season of the year 9": (
        "FIN.csv",
        lines(COUNTRY, FINNISH.replace(",2024,", ",0009,"), FINNISH),
        2,
    ),
    "an entry of a matches file that is null": ("1.json", json.dumps([GIRONA, None]), 2),
    "a season whose name stands last": (
        "en.1.json",
        json.dumps({"matches": [None, OTHER], "name": TITLE}),
        1,
    ),
    "a team that is a text": (
        "1.json",
        json.dumps([GIRONA, {**FREE_KICK, "home_team": "Barcelona"}]),
        2,
    ),
    "a score that is a text": ("1.json", json.dumps([GIRONA, {**FREE_KICK, "home_score": "2"}]), 2),
    "a match without a season": ("1.json", json.dumps([GIRONA, {**FREE_KICK, "season": {}}]), 2),
    "a season that is none": (
        "1.json",
        json.dumps([GIRONA, {**FREE_KICK, "season": {"season_name": "x/y"}}]),
        2,
    ),
    "a referee of half a character": (
        "1.json",
        json.dumps([GIRONA, {**FREE_KICK, "referee_name": "\udfff"}]),
        2,
    ),
    "a fixture that is null": ("v1.jsonl", dump(None, ELM), 1),
    "a fixture whose team is a text": ("v1.jsonl", dump({**PLAYED, "teams": "Ash - Oak"}, ELM), 1),
    "a fixture id beyond 64 bits": ("v1.jsonl", dump({**PLAYED, "id": 2**64}, ELM), 1),
    "a kickoff in milliseconds": (
        "v1.jsonl",
        dump({**PLAYED, "kickoff_ts": 1_723_900_000_000}, ELM),
        1,
    ),
    "events of a wrong type": ("v1.jsonl", dump({**PLAYED, "events": {"goal": 1}}, ELM), 1),
    "a player that is an object": (
        "v1.jsonl",
        dump(
            {
                **PLAYED,
                "events": [
                    {"type": "substitution", "minute": 3, "team": "home", "player_in": {"a": 1}}
                ],
            },
            ELM,
        ),
        1,
    ),
    "statistics beyond 64 bits": (
        "v1.jsonl",
        dump({**PLAYED, "statistics": {"attacks": {"home": 2**63}}}, ELM),
        1,
    ),
    "a line of a dump that is cut": ("v1.jsonl", dump(ELM) + dump(PLAYED)[:90], 2),
    "a line of a dump nested deeply": (
        "v1.jsonl",
        dump(ELM) + dump(PLAYED)[:-3] + f', "more": {DEEP}',
        2,
    ),
    "a query nested deeply": (
        "v1.jsonl",
        dump(ELM) + dump(None)[:-2] + f', "query": {{"a": {"[" * 900}{"]" * 900}}}}}',
        2,
    ),
    "a bare body whose first row is null": ("v1.json", bare(None, ELM), 1),
    "a corner row cut short": ("E0_2021.csv", lines(CORNERS, CORNER_ROW[:30], CORNER_ROW), 2),
    "a corner row's quotation mark": (
        "E0_2021.csv",
        lines(CORNERS, CORNER_ROW.replace("Ful", '"Ful'), CORNER_ROW),
        2,
    ),
    "a corner cell beyond any": (
        "E0_2021.csv",
        lines(CORNERS, CORNER_ROW.replace("Ful", LONG), CORNER_ROW),
        2,
    ),
    "a corner day of the year 1": (
        "E0_2021.csv",
        lines(CORNERS, CORNER_ROW.replace("2020", "0001"), CORNER_ROW),
        2,
    ),
}
"""Name → the file's name, its content, and the line that is refused; one other row of it is good."""


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_is_no_row_costs_itself_alone(
    database: fd.Database, files: Path, name: str
) -> None:
    file, content, line = ROWS[name]
    (files / file).write_text(content)
    report = database.load(files)
    ((where, refusal),) = report.refusals
    assert (where, refusal.line) == (f"files/{file}", line)
    assert "\n" not in refusal.reason
    assert (report.rows_kept, report.count("taken")) == (2, 2)
    assert len(database.fixtures()) == 2


WHOLE = {
    "matches that are no list": ("en.1.json", season(matches=7), "at `$.matches`"),
    "rounds that are no list": (
        "en.1.json",
        json.dumps({"name": TITLE, "rounds": {"a": 1}}),
        "at `$.rounds`",
    ),
    "a round that is null": (
        "en.1.json",
        json.dumps({"name": TITLE, "rounds": [None, {"matches": [OTHER]}]}),
        "at `$.rounds[0]`",
    ),
    "JSON without an end": ("en.1.json", season(MATCH)[:-20], "not JSON, or cut short"),
    "JSON nested deeply": (
        "en.1.json",
        season(MATCH)[:-1] + f', "more": {DEEP}',
        "nested too deeply",
    ),
    "a number of 5,000 digits": (
        "en.1.json",
        season(MATCH)[:-1] + f', "more": {"9" * 5000}}}',
        "not JSON",
    ),
    "events that are no list": ("1.json", '[{"possession": 1}, ' + DEEP, "nested too deeply"),
    "an object where entries belong": ("1.json", '[{"match_id": 1}', "not JSON, or cut short"),
    "a bare body that is cut": ("v1.json", bare(ELM)[:-30], "no JSON, or cut short"),
    "a header that is not a row": (
        "E0.csv",
        f"Div,Date,HomeTeam,AwayTeam,{LONG}\n{FIRST}\n",
        "no row under a header",
    ),
}
"""Name → the file's name, its content, and what is said of it."""


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_that_is_no_file_of_its_kind_costs_itself_alone(
    database: fd.Database, files: Path, name: str
) -> None:
    file, content, reason = WHOLE[name]
    (files / file).write_text(content)
    report = database.load(files, source=None if file.endswith("json") else "football-data")
    ((where, refusal),) = report.refusals
    assert (where, refusal.line) == (f"files/{file}", None)
    assert reason in refusal.reason
    assert (report.count("refused"), report.rows_kept) == (1, 1)


def test_goals_that_are_none_are_set_aside_and_their_match_is_stored(
    database: fd.Database, files: Path
) -> None:
    goals = [{"name": "Scorer \ud800", "minute": 9}]
    (files / "en.1.json").write_text(season({**MATCH, "goals1": goals, "goals2": []}))
    report = database.load(files)
    ((where, refusal),) = report.refusals
    assert (where, refusal.line, refusal.column) == ("files/en.1.json", 1, "goals")
    assert (report.rows_kept, len(database.events())) == (2, 0)


@pytest.mark.parametrize(
    "event",
    [
        None,
        {"type": "Pass"},
        {"type": {"name": "Shot"}, "team": {"name": "Barcelona"}, "period": 1, "minute": 3},
    ],
    ids=["null", "a type that is a text", "a shot that tells nothing"],
)
def test_an_event_that_is_none_costs_its_match_by_name(
    database: fd.Database, files: Path, event: object
) -> None:
    (files / "matches").mkdir()
    (files / "events").mkdir()
    (files / "matches" / "1.json").write_text(json.dumps([FREE_KICK]))
    (files / "events" / "9880.json").write_text(json.dumps([event, {"possession": 1}]))
    report = database.load(files)
    ((where, refusal),) = report.refusals
    assert where == "files/events/9880.json"
    assert "can't be read: out of shape: " in refusal.reason
    assert "`$[0]" in refusal.reason
    assert report.rows_kept == 2


def test_matches_that_come_later_are_seen_by_the_same_process(
    database: fd.Database, files: Path
) -> None:
    events = [
        {
            "type": {"name": "Own Goal For"},
            "team": {"name": team},
            "period": period,
            "minute": 40 * period,
            "possession": 1,
        }
        for team, period in (("Barcelona", 1), ("Barcelona", 2), ("Valencia", 2))
    ]
    (files / "matches").mkdir()
    (files / "events").mkdir()
    path = files / "events" / "9880.json"
    path.write_text(json.dumps(events))
    assert database.load(path).count("refused") == 1
    (files / "matches" / "1.json").write_text(json.dumps([FREE_KICK]))
    assert database.load(path).fixtures_new == 1


def test_the_command_goes_on_behind_a_malformed_file_and_says_so(
    files: Path, tmp_path: Path
) -> None:
    for name in ("a match that is null", "a corner row cut short", "a country's quotation mark"):
        (files / ROWS[name][0]).write_text(ROWS[name][1])
    command = ["footydata", "load", str(tmp_path / "football.db"), str(files)]
    done = run_forked(footydata_program, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 files: 4 taken" in done.stdout
    assert (
        "refused files/E0_2021.csv:2: a row of 4 cells under a header of 12 columns (2020-09-12,08:30,Fulham,Arsena)"
        in done.stdout
    )
    strict = run_forked(footydata_program, [*command, "--strict"])
    assert (strict.returncode, strict.stderr) == (1, "")


@pytest.mark.parametrize(
    "kind",
    [
        "pipe",
        *(
            pytest.param(kind, marks=pytest.mark.slow)
            for kind in ("device", "socket", "link to nowhere")
        ),
    ],
)
def test_what_is_no_file_is_refused_and_not_waited_for(
    files: Path, tmp_path: Path, kind: str
) -> None:
    path = files / "E0.csv"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    else:
        path.symlink_to("nowhere")
    command = ["footydata", "load", str(tmp_path / "football.db")]
    done = run_forked(footydata_program, [*command, str(files)])
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 files: 1 taken, 1 refused" in done.stdout
    if kind != "link to nowhere":
        alone = run_forked(footydata_program, [*command, str(path)])
        assert (alone.returncode, alone.stdout) == (1, "")
        assert alone.stderr.startswith("Error: E0.csv: not a file")
        assert len(alone.stderr.splitlines()) == 1


def test_a_file_whose_name_is_no_text_is_loaded_and_named(
    database: fd.Database, files: Path
) -> None:
    name = os.fsdecode(b"E0_\xff.csv")
    (files / name).write_text(lines(HEADER, FIRST))
    report = database.load(files)
    assert [file.file for file in report.files] == ["files/E0_\\udcff.csv", "files/zz_good.csv"]
    assert report.count("taken") == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read_is_named(database: fd.Database, files: Path) -> None:
    (files / "locked").mkdir(mode=0)
    report = database.load(files)
    assert [refusal.reason for _, refusal in report.refusals] == [
        "can't be read: Permission denied"
    ]
    assert report.rows_kept == 1


def test_a_register_is_skipped_by_name_and_a_strict_load_is_kept(
    database: fd.Database, files: Path
) -> None:
    (files / "eng.clubs.txt").write_text(
        "= England\n\nArsenal FC, 1886, London\n  | Arsenal | FC Arsenal\n"
    )
    report = database.load(files, strict=True)
    assert report.skipped == [
        ("files/eng.clubs.txt", "openfootball's register of clubs, without fixtures")
    ]
    assert (report.is_kept, report.count("skipped"), report.refusals, report.rows_kept) == (
        True,
        1,
        [],
        1,
    )
    assert len(database.fixtures()) == 1


LONG_TO_READ = {
    "blanks.txt": TXT + f"Chelsea FC{' ' * 50_000}2-0{' ' * 50_000}Fulham FC\n",
    "sides.txt": TXT + "a v " * 50_000 + "\n",
    "digits.txt": TXT + f"{'1' * 399}\n" * 2_000,
    "title.txt": f"= {'a ' * 50_000}\n\nMatchday 1\n[Sat Aug/17]\n",
    "seasons.csv": lines(
        COUNTRY, *(FINNISH.replace(",2024,", f",{year},") for year in range(1000, 10_000))
    ),
    "leagues.csv": lines(
        COUNTRY, *(FINNISH.replace("Veikkaus", str(league)) for league in range(3_000))
    ),
    "columns.csv": lines(HEADER + "," * 60_000, *[FIRST] * 2_000),
}
"""The name of a file, and its content, which took a time that grows with the square of its length."""


@pytest.mark.slow
def test_no_file_takes_the_square_of_its_length(files: Path, tmp_path: Path) -> None:
    for name, content in LONG_TO_READ.items():
        (files / name).write_text(content)
    command = [sys.executable, "-m", "footydata", "load", str(tmp_path / "football.db"), str(files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    # A header of 60,000 cells is none, so that its file is an unknown table.
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert done.stderr.startswith("columns.csv is a table that no source knows")
    assert "8 files: 5 taken, 3 refused" in done.stdout
    # A row of a season that its day is not in is refused.
    assert "14,006 rows read = 4 new" in done.stdout


def test_many_files_of_one_kind_are_one_line(files: Path, tmp_path: Path) -> None:
    for country in range(30):
        (files / f"c{country}.clubs.txt").write_text("= Country\n\nA Club\n")
        (files / f"c{country}.md").write_text("# Notes\n")
    command = ["footydata", "load", str(tmp_path / "football.db"), str(files)]
    done = run_forked(footydata_program, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.strip() for line in done.stdout.splitlines()[2:]] == [
        "skipped files/c0.clubs.txt: openfootball's register of clubs, without fixtures; 29 more such: "
        "files/c1.clubs.txt, files/c10.clubs.txt, files/c11.clubs.txt, files/c12.clubs.txt, files/c13.clubs.txt, ...",
        "refused files/c0.md: no source knows this kind of file; 29 more such: "
        "files/c1.md, files/c10.md, files/c11.md, files/c12.md, files/c13.md, ...",
    ]
