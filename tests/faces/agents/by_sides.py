"""What answers are computed from apart: the finished fixtures from each side, and tables of them."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.faces.agents.golden import Content, one

CROWN, LAST_CROWN = 141207, 141105
FEW = "few fixtures prove little; each row says how many it has"
IN_SEASON = f"season_id = {CROWN}"
PAIRS = """
    select kickoff_ts, fixture.id, home_id, home.name, away_id, away.name, {home}, {away}
    from fixture join team as home on home.id = home_id join team as away on away.id = away_id
    where {where} and status = 'finished' and {home} is not null and {away} is not null order by kickoff_ts, fixture.id
"""


class Side(NamedTuple):
    """A finished fixture from a team's side."""

    fixture_id: int
    venue: str
    own: int
    other: int


def sides(
    db: sqlite3.Connection, where: str, home: str, away: str
) -> dict[tuple[int, str], list[Side]]:
    """Team → its fixtures by kickoff."""
    by_team = defaultdict(list)
    for _, fixture, home_id, host, away_id, guest, ours, theirs in db.execute(
        PAIRS.format(where=where, home=home, away=away)
    ):
        by_team[home_id, host].append(Side(fixture, "home", ours, theirs))
        by_team[away_id, guest].append(Side(fixture, "away", theirs, ours))
    return dict(by_team)


def points_rows(
    db: sqlite3.Connection,
    where: str,
    *,
    keep: Callable[[Sequence[Side]], Sequence[Side]] = lambda sides: sides,
    half: str = "",
    taken: int = 0,
    teams: Sequence[tuple[int, str]] = (),
) -> list[Content]:
    """A table by points, goal difference, goals and name; taken: points of Hallowby Town (2608)."""
    found = sides(db, where, f"{half}home_goals", f"{half}away_goals")
    table = []
    for (team_id, team), every in found.items():
        played = keep(every)
        own, other = sum(side.own for side in played), sum(side.other for side in played)
        letters = ["WDL"[(side.own <= side.other) + (side.own < side.other)] for side in played]
        minus = taken if team_id == 2608 else 0
        points = 3 * letters.count("W") + letters.count("D") - minus
        ends = {"won": letters.count("W"), "drawn": letters.count("D"), "lost": letters.count("L")}
        goals = {"goals_for": own, "goals_against": other, "goal_difference": own - other}
        row = {
            "team_id": team_id,
            "team": team,
            "played": len(played),
            **ends,
            **goals,
            "points": points,
        }
        table.append(row | {"deduction": minus, "form": "".join(letters[-5:])})
    table.sort(
        key=lambda row: (-row["points"], -row["goal_difference"], -row["goals_for"], row["team"])
    )
    return [{"position": place, **row} for place, row in enumerate(table, start=1)]


def of_several(db: sqlite3.Connection, where: str, figure: str) -> str:
    """The sentence on one team's fixtures of several competitions."""
    leagues = db.execute(
        "select league.name || ' (' || country.name || ') ' || count(*) from fixture "
        "join league on league.id = league_id join country on country.code = country_code "
        f"where {where} and home_{figure} is not null and status = 'finished' and state_detail is null "
        "group by league.id order by count(*) desc"
    ).fetchall()
    named = ", ".join(league for (league,) in leagues)
    return f"1 team counts fixtures of several competitions: {named}; name a league for one alone"


def counted(db: sqlite3.Connection, where: str, figure: str) -> int:
    sql = f"select count(*) from fixture where {where} and home_{figure} is not null and state_detail is null"
    return int(one(db, f"{sql} and status = 'finished'"))
