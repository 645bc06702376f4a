"""What `check` finds wrong with a fixture is doubtful in every face that shows the fixture or a table with it."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.agents.tools import Toolbox
from footydata.faces.cli import clock
from footydata.faces.cli.main import group
from footydata.store.file.opening import open_read_only
from footydata.store.read.days import listed_fixtures
from tests.conftest import NOW
from tests.store.read.league import FIRST_DAY, LATER, SmallLeague

FINISHED = "select id from fixture where status = 'finished' and league_id = 39 and state_detail is null order by id"
DAMAGES = (
    (
        "update fixture set half_home_goals = 9, home_goals = 1",
        "first-half home goals is 9, above 1 at the end",
        "total",
    ),
    ("update fixture set away_corners = -2", "away corners is -2", "corner"),
    (
        """update fixture set kickoff_ts = (select kickoff_ts from fixture as other where other.id <> fixture.id
        and fixture.home_id in (other.home_id, other.away_id) and other.status = 'finished' limit 1)""",
        "plays another team at the same time",
        "total",
    ),
)
"""What makes a fixture wrong, what `check` says of it then, and a table that counts it."""

KINDS = ("total", "corner")


class Damaged(NamedTuple):
    """A file with an error of each kind, and the fixtures that have them."""

    path: Path
    ids: list[int]


@pytest.fixture
def damaged(sample: Path, tmp_path: Path) -> Damaged:
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection:
        ids = [id_ for (id_,) in connection.execute(f"{FINISHED} limit {len(DAMAGES)}")]
        for fixture_id, (statement, *_) in zip(ids, DAMAGES, strict=True):
            connection.execute(f"{statement} where id = ?", (fixture_id,))
        connection.execute(
            "update team_fixture set kickoff_ts = (select kickoff_ts from fixture where id = fixture_id)"
        )
        connection.commit()
    return Damaged(path, ids)


def test_every_face_doubts_what_check_finds(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    runner = CliRunner()

    def printed(*arguments: str) -> str:
        output = runner.invoke(group, [arguments[0], str(damaged.path), *arguments[1:]]).output
        return " ".join(output.split())

    with closing(fd.Database(damaged.path, clock=lambda: NOW)) as db:
        listed = db.fixtures(league=39).set_index("fixture_id")
        season = {"league": 39, "season": listed["season"][damaged.ids[0]]}
        doubts = {type: db.standings(**season, type=type).attrs["doubts"] for type in KINDS}
    asked = ("--league", "39", "--season", season["season"])
    tables = {type: printed("standings", *asked, "--type", type) for type in KINDS}
    found, fixtures = printed("check", "--limit", "0"), printed("fixtures", *asked)
    with closing(open_read_only(damaged.path)) as connection:
        # What the terminal and the pages list.
        drawn = listed_fixtures(connection, damaged.ids)
    tools = Toolbox(damaged.path, clock=lambda: NOW)
    table = tools.call("table", {**season, "type": "corner"}).content["doubts"]
    for fixture_id, (_, words, type) in zip(damaged.ids, DAMAGES, strict=True):
        assert words in found
        assert words in fixtures
        assert words in listed["doubt"][fixture_id]
        assert any(words in doubt for doubt in doubts[type])
        assert words in tables[type]
        home = listed["home"][fixture_id]
        assert re.search(rf"{home} \d+\?", tables[type])
        assert words in str(drawn[fixture_id].doubt)
        one = tools.call("fixture", {"fixture_id": fixture_id}).content["doubts"]
        assert any(words in doubt for doubt in one)
    assert any("away corners is -2" in doubt for doubt in table)
    assert not any("-2" in doubt for doubt in doubts["total"])
    assert "away corners is -2" in printed("fixture", str(damaged.ids[1]))
    assert "away corners is -2" in printed("fixture", str(damaged.ids[1]), "--before")


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
