"""Referees under one name, by listed spellings alone."""

import csv
import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.football.register import referee_names
from footydata.football.terms import Part
from footydata.ingest.decisions import merge
from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.sources.parsed import ParsedFixture, TeamKey
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.faces.cli.running import command
from tests.ingest.parsed_rows import SCOTLAND, Put, played

counts = command("averages")
find = command("fixtures")

Take = Callable[..., LoadReport]
HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,Referee,HY,AY,HR,AR"
ROWS = (
    "E0,08/11/09,Chelsea,Man United,1,0,Mn Atkinson,1,1,0,0",
    "E0,28/11/09,Wigan,Sunderland,1,0,M Atkinson,3,3,0,0",
    "SC0,28/11/09,Celtic,Hibernian,1,0,Mn Atkinson,0,0,0,0",
    "E0,29/11/09,Everton,Fulham,0,0,M Dean,0,0,0,0",
)


def named(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "select referee from fixture where referee is not null order by kickoff_ts, id"
    )
    return sorted(row[0] for row in rows)


def said(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    sql = "select source.name, spelling, given.name from fixture_referee as given join source on source.id = source_id"
    return sorted(connection.execute(sql).fetchall())


def refereed_by(referee: str, **more: object) -> ParsedFixture:
    return played(parts=Part.BASE | Part.GOALS | Part.REFEREE, referee=referee, **more)


@pytest.fixture
def season(folder: Path) -> Path:
    (folder / "season.csv").write_text("\n".join((HEADER, *ROWS)) + "\n")
    return folder / "season.csv"


def test_a_listed_spelling_is_one_man_in_its_country_alone(
    connection: sqlite3.Connection, season: Path, take: Take
) -> None:
    take(season)
    assert named(connection) == ["M Atkinson", "M Atkinson", "M Dean", "Mn Atkinson"]
    assert said(connection) == [("football-data", "Mn Atkinson", "M Atkinson")]
    assert take(season, correct=True).rows_changed == 0


def test_two_sources_that_spell_him_otherwise_contradict_nothing(
    connection: sqlite3.Connection, put: Put
) -> None:
    first = put(refereed_by("M Atkinson"), source="openfootball")
    second = put(refereed_by("Mn Atkinson"))
    assert [*first.conflicts, *second.conflicts] == []
    assert named(connection) == ["M Atkinson"]
    assert said(connection) == [("football-data", "Mn Atkinson", "M Atkinson")]


def test_what_a_source_said_moves_with_its_fixture(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(refereed_by("Mn Atkinson", home=TeamKey("Rovers")), source="openfootball")
    put(refereed_by("M Atkinson", home=TeamKey("Riverside Rovers 1890")))
    gone, kept = (
        connection.execute("select id from team where name = ?", (name,)).fetchone()[0]
        for name in ("Rovers", "Riverside Rovers 1890")
    )
    assert merge(connection, gone, kept, now=9).conflicts == ()
    assert said(connection) == [("openfootball", "Mn Atkinson", "M Atkinson")]
    assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_a_spelling_learnt_or_withdrawn_later_heals_what_is_stored(
    tmp_path: Path, season: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "football.db", season.with_name("other.csv")
    other.write_text(f"{HEADER}\nE0,02/12/09,Arsenal,Leeds,1,1,M Dean,0,0,0,0\n")
    real = referee_names()

    def loaded(file: Path, listed: dict[tuple[str, str], str]) -> tuple[list[str], LoadReport]:
        for module in ("ingest.write", "ingest.seasons", "store.claims.claim"):
            monkeypatch.setattr(f"footydata.{module}.referee_names", lambda: listed)
        monkeypatch.setattr("footydata.ingest.seasons.register_digest", lambda: str(len(listed)))
        with closing(open_database(path)) as connection:
            report = load(connection, [file], now=now)
            return named(connection), report

    assert loaded(season, {})[0] == ["M Atkinson", "M Dean", "Mn Atkinson", "Mn Atkinson"]
    names, report = loaded(other, real)
    assert names == ["M Atkinson", "M Atkinson", "M Dean", "M Dean", "Mn Atkinson"]
    assert len(report.healed) == 1
    other.write_text(f"{HEADER}\nE0,02/12/09,Arsenal,Leeds,1,1,M Dean,0,1,0,0\n")
    names, report = loaded(other, {})
    assert names == ["M Atkinson", "M Dean", "M Dean", "Mn Atkinson", "Mn Atkinson"]
    assert len(report.healed) == 1
    assert loaded(season, {})[1].healed == []


def test_every_face_knows_him_by_either_spelling(tmp_path: Path, season: Path) -> None:
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as football:
        football.load(season)
        frame = football.fixtures(league="Premier League")
        assert frame["referee"].tolist() == ["M Atkinson", "M Atkinson", "M Dean"]
        assert football.fixtures(referee="dean")["home"].tolist() == ["Everton"]

    def run(command: object, *arguments: str) -> list[dict[str, object]]:
        outcome = CliRunner().invoke(
            command, [str(tmp_path / "football.db"), *arguments, "--format", "json"]
        )
        assert outcome.exception is None, outcome.output
        rows: list[dict[str, object]] = json.loads(outcome.stdout)
        return rows

    english = ("--league", "Premier League", "--where", "cards >= 2")
    for name in ("M Atkinson", "M  atkinson"):
        assert len(run(find, *english, "--referee", name)) == 2
    ambiguous = CliRunner().invoke(
        find, [str(tmp_path / "football.db"), *english, "--referee", "Atkinson"]
    )
    assert str(ambiguous.exception).endswith("M Atkinson, Mn Atkinson")
    rates = run(counts, "--market", "cards", "--line", "2.5", "--by", "referee")
    named = ("referee", "country", "fixtures", "mean")
    assert [tuple(row[name] for name in named) for row in rates] == [
        ("M Atkinson", "England", 2, 4.0),
        ("M Dean", "England", 1, 0.0),
        ("Mn Atkinson", "Scotland", 1, 0.0),
    ]
    wrong = CliRunner().invoke(
        find, [str(tmp_path / "football.db"), *english, "--referee", "Atkisnon"]
    )
    assert "did you mean M Atkinson" in str(wrong.exception)


@pytest.mark.real_data
def test_each_listed_spelling_is_a_fact_of_the_files(real_data: Path) -> None:
    days: defaultdict[tuple[str, str], list[tuple[str, str, str]]] = defaultdict(list)
    for path in sorted((real_data / "football_data_co_uk").glob("[0-9]*/*.csv")):
        country = {"E": "GB-ENG", "S": "GB-SCT"}.get(
            "" if path.name.startswith("SP") else path.name[0], ""
        )
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            for row in csv.DictReader(file) if country else ():
                if row.get("Referee"):
                    form = "%d/%m/%y" if len(row["Date"]) == 8 else "%d/%m/%Y"
                    day = datetime.strptime(row["Date"], form).date().isoformat()  # noqa: DTZ007  # a day has no zone
                    days[country, " ".join(row["Referee"].split())].append(
                        (day, row["Div"], path.parent.name)
                    )
    assert len(referee_names()) == 11
    for (country, spelling), name in referee_names().items():
        his, theirs = days[country, name], days[country, spelling]
        assert {place[1:] for place in theirs} <= {place[1:] for place in his}, name
        assert theirs, name
        assert {place[0] for place in theirs}.isdisjoint(place[0] for place in his), name
        assert len(his) > 3 * len(theirs), name
    # Alike, and two men: on the same days in different places.
    alike = [{place[0] for place in days["GB-ENG", name]} for name in ("M Haywood", "M Heywood")]
    assert alike[0] & alike[1]
    assert {"M Haywood", "M Heywood"}.isdisjoint(spelling for _, spelling in referee_names())


def test_scotland_is_another_country(connection: sqlite3.Connection, put: Put) -> None:
    put(refereed_by("C Thompson"), refereed_by("C Thompson", league=SCOTLAND))
    assert named(connection) == ["C Thompson", "C Thomson"]
