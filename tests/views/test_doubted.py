"""What `check` finds wrong with a fixture is doubtful in every face that shows the fixture or a table with it."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.agents.tools import Toolbox
from footydata.faces.cli import clock
from footydata.faces.cli.main import group
from tests.conftest import NOW
from tests.store.read.league import FIRST_DAY, LATER, SmallLeague

FIXTURE = "(select min(id) from fixture where status = 'finished' and league_id = 39 and state_detail is null)"
DAMAGES = {
    "a first half above the whole": (
        "update fixture set half_home_goals = 9, home_goals = 1",
        "first-half home goals is 9, above 1 at the end",
        "total",
    ),
    "a negative count": (
        "update fixture set away_corners = -2",
        "away corners is -2",
        "corner",
    ),
    "a club twice at once": (
        """update fixture set kickoff_ts = (select kickoff_ts from fixture as other where other.id <> fixture.id
        and fixture.home_id in (other.home_id, other.away_id) and other.status = 'finished' limit 1)""",
        "plays another team at the same time",
        "total",
    ),
}


@pytest.fixture(params=DAMAGES.values(), ids=DAMAGES)
def damaged(
    request: pytest.FixtureRequest, sample: Path, tmp_path: Path
) -> tuple[Path, int, str, str]:
    """A file with an error, the fixture that has it, the words of `check`, and the table that counts it."""
    statement, words, type = request.param
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection:
        (fixture_id,) = connection.execute(f"select {FIXTURE}").fetchone()
        connection.execute(f"{statement} where id = ?", (fixture_id,))
        connection.execute(
            """update team_fixture set kickoff_ts = (select kickoff_ts from fixture where id = fixture_id)
            where fixture_id = ?""",
            (fixture_id,),
        )
        connection.commit()
    return path, fixture_id, words, type


def test_every_face_doubts_what_check_finds(
    damaged: tuple[Path, int, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, fixture_id, words, type = damaged
    monkeypatch.setattr(clock, "now", lambda: NOW)
    runner = CliRunner()

    def printed(*arguments: str) -> str:
        return runner.invoke(group, [arguments[0], str(path), *arguments[1:]]).output

    found = json.loads(printed("check", "--limit", "0", "--format", "json", "--quiet"))
    assert any(words in row["finding"] for row in found)
    with closing(fd.Database(path, clock=lambda: NOW)) as db:
        row = db.query(
            f"""select season.label as season, team.name as home from fixture
            join season on season.id = season_id join team on team.id = home_id where fixture.id = {fixture_id}"""
        ).iloc[0]
        season = {"league": 39, "season": row.season}
        table = db.standings(**season, type=type)
        listed = db.fixtures(**season)
    assert any(words in doubt for doubt in table.attrs["doubts"])
    assert words in listed.set_index("fixture_id")["doubt"][fixture_id]
    asked = ("--league", "39", "--season", row.season)
    for text in (
        printed("standings", *asked, "--type", type),
        printed("fixtures", *asked),
        printed("fixture", str(fixture_id)),
        printed("fixture", str(fixture_id), "--before"),
    ):
        assert words in " ".join(text.split())
    marked = [
        line for line in printed("standings", *asked, "--type", type).splitlines() if "?" in line
    ]
    assert any(row.home in line for line in marked)
    tools = Toolbox(path, clock=lambda: NOW)
    for name, sent in (
        ("table", {**season, "type": type}),
        ("fixture", {"fixture_id": fixture_id}),
    ):
        assert any(words in doubt for doubt in tools.call(name, sent).content["doubts"])


def test_a_table_of_other_figures_is_in_no_doubt(sample: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"update fixture set away_corners = -2 where id = {FIXTURE}")
        connection.commit()
    with closing(fd.Database(path, clock=lambda: NOW)) as db:
        fixtures = db.fixtures(league=39)
        season = fixtures.loc[fixtures["doubt"].notna(), "season"].iloc[0]
        table = db.standings(league=39, season=season)
    assert not any("-2" in doubt for doubt in table.attrs["doubts"])


def test_check_and_table_count_the_same_fixtures(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    league = SmallLeague(path, teams=3)
    league.connection.execute("update league set name = 'Premier League'")
    league.played("1-2 1:0", "2-1 0:0", "1-3 2:0", "3-1 1:1", "2-3 0:1")
    league.fixture("3-2 2:2", kickoff_ts=FIRST_DAY, state_detail="postponed")
    league.connection.close()
    text = CliRunner().invoke(group, ["check", str(path), "--kind", "incomplete_season"]).output
    with closing(fd.Database(path, clock=lambda: LATER)) as db:
        table = db.standings(league="Premier League")
    assert table.attrs["known"] == 5
    assert "5 of 6 fixtures" in text
