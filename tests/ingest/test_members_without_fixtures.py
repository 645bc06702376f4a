"""A service's season keeps the members that it told, with fixtures in it or without, and no others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.ingest.decisions import alias, undo
from footydata.store.file.opening import open_database
from tests.conftest import NOW

LEAGUE = {"id": 39, "name": "Premier League"}
RANGERS = {"id": 901, "name": "Hillford Rangers"}
UNITED = {"id": 902, "name": "Dalebrook United"}


def standings(season_id: int, label: str, *teams: dict[str, Any]) -> dict[str, Any]:
    """A page of a season in which teams have no fixture yet."""
    table = [{"team": team, "deduction": 0} for team in teams]
    season = {"season": label, "league_season_id": season_id}
    data = {"league": LEAGUE, **season, "type": "total", "table": table}
    return {"path": "/v1/standings", "query": {}, "body": {"success": 1, "data": data}}


def seasons_of(path: Path, team_id: int) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        sql = "select season_id from season_team where team_id = ? order by 1"
        return [row[0] for row in connection.execute(sql, (team_id,))]


@pytest.mark.parametrize("told", [[2024, 2025], [2025]])
def test_told_members_alone_stay_when_a_name_leaves_their_team(
    tmp_path: Path, told: list[int]
) -> None:
    path = tmp_path / "football.db"
    country = {"country": {"code": "GB-ENG", "name": "England"}}
    league = {"path": "/v1/leagues", "body": {"success": 1, "data": [{**LEAGUE, **country}]}}
    first = [UNITED, RANGERS] if 2024 in told else [UNITED]
    pages = [league, standings(2024, "24/25", *first), standings(2025, "25/26", RANGERS)]
    (tmp_path / "dump.jsonl").write_text("".join(f"{json.dumps(page)}\n" for page in pages))
    row = "E0,17/08/2024,15:00,Hillford,Chelsea,2,1"
    (tmp_path / "E0.csv").write_text(f"Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n{row}\n")
    with fd.Database(path, clock=lambda: NOW) as football:
        football.load(tmp_path / "dump.jsonl", tmp_path / "E0.csv")
    with closing(open_database(path)) as connection:
        alias(connection, RANGERS["id"], "Hillford", scope="GB-ENG", now=NOW)
        assert seasons_of(path, RANGERS["id"]) == [2024, 2025]
        undo(connection, now=NOW)
    # Its only fixture is another team's again.
    assert seasons_of(path, RANGERS["id"]) == told
