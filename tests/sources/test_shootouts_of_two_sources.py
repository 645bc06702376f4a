"""Shootouts and sides of World Cups and European championships, by openfootball and by internationals in one file."""

import csv
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW
from tests.sources.test_scorers_of_two_sources import nation

pytestmark = [pytest.mark.slow, pytest.mark.real_data]

OPENFOOTBALL = ("openfootball/worldcup.json", "openfootball/txt/cups")
INTERNATIONALS = ("international",)
NOT_JOINED = {"Saare County"}
"""Of 683 shootouts one has no fixture in results.csv: Saare County against Åland Islands in 2011."""

Ends = dict[tuple[str, frozenset[str]], tuple[str | None, str | None]]
"""Day and teams → who is `through`, and who has more goals in the shootout."""


def loaded(real_data: Path, file: Path, order: tuple[str, ...]) -> Path:
    with fd.Database(file, clock=lambda: NOW) as database:
        for path in order:
            folder = real_data / path
            years = sorted(folder.glob("[12]???/worldcup.json"))
            database.load(*(years or [folder]))
    return file


@pytest.fixture(
    scope="module", params=[OPENFOOTBALL + INTERNATIONALS, INTERNATIONALS + OPENFOOTBALL], ids=str
)
def both(
    request: pytest.FixtureRequest, real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp(request.param[0].partition("/")[0])
    return loaded(real_data, folder / "football.db", request.param)


def shootout_winners(file: Path) -> Ends:
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            """select date(kickoff_ts, 'unixepoch'), home.name, away.name,
                      case through when 'home' then home.name when 'away' then away.name end,
                      case when shootout_home_goals > shootout_away_goals then home.name
                           when shootout_home_goals < shootout_away_goals then away.name end
               from knockout join fixture on fixture.id = fixture_id
               join team as home on home.id = home_id join team as away on away.id = away_id"""
        )
        return {
            (day, frozenset((home, away))): (through, more)
            for day, home, away, through, more in rows
        }


def test_who_won_a_shootout_is_through_by_both_sources(real_data: Path, both: Path) -> None:
    ends, winners = shootout_winners(both), list[tuple[str, str | None, str | None]]()
    with (real_data / "international" / "shootouts.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            day = row["date"]
            home, away, winner = (
                nation(row[name], day) for name in ("home_team", "away_team", "winner")
            )
            # A kickoff by UTC may be of the day after: Netherlands against Morocco in 2026, at 19:00 in Monterrey.
            after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
            pair = frozenset((home, away))
            if home not in NOT_JOINED:
                through, more = ends.get((day, pair)) or ends[after, pair]
                winners.append((winner, through, more))
    assert len(winners) == 682
    assert [each for each in winners if each[1] != each[0]] == []
    counted = [each for each in winners if each[2] is not None]
    assert len(counted) == 33
    assert [each for each in counted if each[2] != each[0]] == []


def test_either_order_leaves_the_same_ends_whichever_side_is_home(
    real_data: Path, both: Path, tmp_path: Path
) -> None:
    """In 54 fixtures the sources exchange the sides, as of Spain and Russia in 2018: the more trusted one's stand."""
    with closing(sqlite3.connect(both)) as connection:
        rows = connection.execute(
            """select date(kickoff_ts, 'unixepoch'), home.name, away.name,
                      coalesce(extra_home_goals, home_goals, final_home_goals),
                      coalesce(extra_away_goals, away_goals, final_away_goals)
               from fixture join team as home on home.id = home_id join team as away on away.id = away_id
               left join knockout on knockout.fixture_id = fixture.id"""
        ).fetchall()
    ends = {(day, home, away): (ours, theirs) for day, home, away, ours, theirs in rows}
    exchanged = []
    with (real_data / "international" / "results.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            day = row["date"]
            if (
                row["tournament"] not in ("FIFA World Cup", "UEFA Euro")
                or row["home_score"] == "NA"
            ):
                continue
            home, away = nation(row["home_team"], day), nation(row["away_team"], day)
            score = int(row["home_score"]), int(row["away_score"])
            end = ends.get((day, home, away))
            if end is None and (day, away, home) in ends:
                end = ends[day, away, home]
                end = end[1], end[0]
                exchanged.append((day, home, away))
            if end is not None:
                assert end == score, (day, home, away)
    # Whichever came first: openfootball is trusted more than the internationals.
    assert len(exchanged) == 54


def test_minutes_of_scorers_beat_a_bracket_that_contradicts_them(
    real_data: Path, both: Path
) -> None:
    """euro_2016.txt writes (0-0) behind each score after extra time; three of them were 1-1 after ninety minutes."""
    with closing(sqlite3.connect(both)) as connection:
        ends = connection.execute(
            """select home_goals, away_goals, half_home_goals, extra_home_goals + extra_away_goals
               from fixture join knockout on fixture_id = fixture.id
               join league on league.id = league_id and league.name = 'European Championship'
               where date(kickoff_ts, 'unixepoch') between '2016-06-25' and '2016-07-10' order by kickoff_ts, away_id"""
        ).fetchall()
    assert ends == [(1, 1, None, 2), (0, 0, 0, 1), (1, 1, None, 2), (1, 1, None, 2), (0, 0, 0, 1)]
