"""The scorers of World Cups in goalscorers.csv against openfootball's: each difference is listed with its reason."""

import json
import re
import sqlite3
import unicodedata
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football.register.teams import NATIONAL, former_nation, registered_team
from tests.conftest import NOW

YEARS = (1950, 2014, 2018, 2022, 2026)

EARLIER = "sources of 1950 differ in minutes"
GIVEN_NAME = "Zizinho is Thomaz Soares da Silva"
CHILE = "sources differ in the order of Chile's scorers"
A_MINUTE = "the minute is rounded in another way"

EXPLAINED = {
    "1950-06-25 Yugoslavia: 75 Ognjanov, 84 Tihomir Ognjanov": EARLIER,
    "1950-06-28 Yugoslavia: 19 Bobek, 20 Stjepan Bobek": EARLIER,
    "1950-06-28 Yugoslavia: 22 Ž. Čajkovski, 23 Željko Čajkovski": EARLIER,
    "1950-06-28 Yugoslavia: 62 Ž. Čajkovski, 51 Željko Čajkovski": EARLIER,
    "1950-06-25 England: 27 Mortensen, 39 Stan Mortensen": EARLIER,
    "1950-07-01 Brazil: 69 Zizinho, 69 Thomaz Soares da Silva": GIVEN_NAME,
    "1950-07-13 Brazil: 67 Zizinho, 67 Thomaz Soares da Silva": GIVEN_NAME,
    "1950-07-13 Brazil: 15 Parra, 15 Ademir de Menezes": "an own goal of Parra, or Ademir's by FIFA's report",
    "1950-07-02 Chile: 32 Riera, 32 Atilio Cremaschi": CHILE,
    "1950-07-02 Chile: 54 Cremaschi, 54 Andrés Prieto": CHILE,
    "1950-07-02 Chile: 60 Prieto, 60 Atilio Cremaschi": CHILE,
    "1950-07-02 Chile: 82 Cremaschi, 82 Fernando Riera": CHILE,
    "2014-06-12 Croatia: 11 Marcelo, 12 Marcelo": A_MINUTE,
    "2014-06-13 Netherlands: 65 Stefan De Vrij, 64 Stefan de Vrij": A_MINUTE,
    "2018-06-19 Russia: 47 A. Fathi, 47 Ahmed Fathy": "one player in two spellings",
    "2018-07-07 England: 58 Dele Alli, 59 Dele Alli": A_MINUTE,
    "2026-06-16 Austria: 21 Romano Schmid, 20 Romano Schmid": A_MINUTE,
    "2026-06-30 Mexico: 31 Julián Quiñones, 31 Raúl Jiménez": "sources differ in Mexico's two goals",
    "2026-06-30 Mexico: 45 Raúl Jiménez, 22 Julián Quiñones": "sources differ in Mexico's two goals",
    "2026-07-15 Argentina: 86 Enzo Fernández, 85 Enzo Fernández": A_MINUTE,
    "2014-06-30 Algeria: 121 Abdelmoumene Djabou, 120 Abdelmoumene Djabou": "openfootball writes 121 for 120+1",
    "2018-07-07 Croatia: 100 Domagoj Vida, 101 Domagoj Vida": A_MINUTE,
    "2022-12-18 Argentina: 108 Lionel Messi, 109 Lionel Messi": A_MINUTE,
    "2026-07-15 Argentina: 92 Lautaro Martínez, 90 Lautaro Martínez": "openfootball writes 92 for 90+2",
}
"""Day, team, openfootball's minute and scorer, the other's → why they differ."""

Goals = dict[tuple[str, str], list[tuple[int, str]]]
"""Day and team → minute and scorer of each goal."""


def nation(name: str, day: str) -> str:
    former = former_nation(name, date.fromisoformat(day))
    known = former.team if former else registered_team("WORLD", name, side=NATIONAL)
    assert known is not None, name
    return known.name


def of_openfootball(folder: Path) -> Goals:
    goals: Goals = {}
    for year in YEARS:
        season: dict[str, Any] = json.loads(
            (folder / str(year) / "worldcup.json").read_text(encoding="utf-8")
        )
        for match in season["matches"]:
            for team, listed in (
                (match["team1"], match.get("goals1")),
                (match["team2"], match.get("goals2")),
            ):
                for goal in listed or []:
                    minute = int(str(goal["minute"]).partition("+")[0])
                    goals.setdefault((match["date"], nation(team, match["date"])), []).append(
                        (minute, goal["name"])
                    )
    return goals


def of_internationals(file: Path) -> Goals:
    goals: Goals = {}
    with closing(sqlite3.connect(file)) as connection:
        for day, team, minute, player in connection.execute(
            """select date(kickoff_ts, 'unixepoch'), team.name, minute, player
            from (select fixture_id, type, team, minute, player from event
                  union all select fixture_id, type, team, minute, player from extra_event) as event
            join fixture on fixture.id = fixture_id
            join league on league.id = league_id and league.name = 'World Cup'
            join team on team.id = case event.team when 'home' then home_id else away_id end
            where type = 'goal'"""
        ):
            goals.setdefault((day, team), []).append((minute, player))
    return goals


def words(name: str) -> set[str]:
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name)
        if not unicodedata.combining(letter)
    )
    return set(re.findall(r"\w{2,}", plain.casefold()))


def differences(ours: list[tuple[int, str]], others: list[tuple[int, str]]) -> list[str]:
    """The goals of one list that the other has at another minute or of another player, paired by name, then minute."""
    left = list(others)
    rest = []
    for minute, player in ours:
        same = next(
            (one for one in left if one[0] == minute and words(one[1]) & words(player)), None
        )
        left.remove(same) if same else rest.append((minute, player))
    found = []
    for minute, player in rest:
        other = next((one for one in left if one[0] == minute), None) or next(
            (one for one in left if words(one[1]) & words(player)),
            left[0] if left else (0, "nobody"),
        )
        found.append(f"{minute} {player}, {other[0]} {other[1]}")
        left = [one for one in left if one is not other]
    return found + [f"nobody, {minute} {player}" for minute, player in left]


@pytest.mark.slow
@pytest.mark.real_data
def test_scorers_differ_only_where_it_is_explained(real_data: Path, tmp_path: Path) -> None:
    file = tmp_path / "football.db"
    with fd.Database(file, clock=lambda: NOW) as database:
        database.load(real_data / "international", source="internationals")
    others, ours = (
        of_internationals(file),
        of_openfootball(real_data / "openfootball" / "worldcup.json"),
    )
    found = {
        f"{day} {team}: {difference}"
        for (day, team), goals in ours.items()
        for difference in differences(goals, others.get((day, team), []))
    }
    assert found == set(EXPLAINED)
    # All goals of the five tournaments, those of extra time too, so that no list was left out.
    assert sum(map(len, ours.values())) == sum(len(others[key]) for key in ours) == 908
