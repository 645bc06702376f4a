"""Fixtures of a season that can't all be true, as doubts of its table: doubles, and clubs of another country."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence

from footydata.football.countries import COUNTRIES
from footydata.football.moments import day_of
from footydata.football.register.leagues import meets_once, side_of
from footydata.football.register.teams import NATIONAL
from footydata.football.terms import DAY
from footydata.rules.tallies import Result
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.seasons.results import SeasonHead

NAMED = 3
"""How many fixtures of a kind are named."""


def doubtful_fixtures(
    connection: sqlite3.Connection, counted: Sequence[Result], head: SeasonHead
) -> tuple[str, ...]:
    """What can't all be true of the fixtures that a table counts, a sentence a kind; of nations nothing.

    A pair that has met twice at one venue is doubtful only with one score, and where no pair has met there twice with
    another.
    """
    country = head.country_code
    reasons: dict[str, list[str]] = {}
    # Nearly no season has any, and tables are asked of thousands.
    sides = [(row[0], row[-1]) for row in counted] + [(row[1], row[-1]) for row in counted]
    if len(set(sides)) < len(sides) and not side_of(country, head.league).startswith(NATIONAL):
        # Players of e-football have many fixtures a day.
        sql = "select esports from league where id = ?"
        if not connection.execute(sql, (head.league_id,)).fetchone()[0]:
            reasons |= _on_one_day(connection, counted, sides)
    if meets_once(country, head.league) and len({row[:2] for row in counted}) < len(counted):
        reasons |= _met_again(connection, counted)
    if country in COUNTRIES:
        foreign = connection.execute(_FOREIGN, (head.season_id, country)).fetchall()
        playing = {team for row in counted for team in row[:2]} if foreign else set()
        reasons["of another country"] = [
            f"{name} ({code})"
            for id_, name, code in foreign
            if code in COUNTRIES and id_ in playing
        ]
    return tuple(f"{what}: {_listed(texts)}" for what, texts in reasons.items() if texts)


def _on_one_day(
    connection: sqlite3.Connection,
    counted: Sequence[Result],
    sides: Sequence[tuple[int, int | None]],
) -> dict[str, list[str]]:
    """The fixtures that stand a second time with exchanged sides, and the other teams with two fixtures on a day."""
    names = _names(connection, counted)
    scores = {(row.home_id, row.away_id, row.day): (row.home, row.away) for row in counted}
    turned = [
        (home, away, day)
        for (home, away, day), figures in scores.items()
        if home < away and scores.get((away, home, day)) == figures[::-1]
    ]
    known = {(side, day) for home, away, day in turned for side in (home, away)}
    twice = [side for side, count in Counter(sides).items() if count > 1 and side not in known]
    return {
        "twice, once with the sides exchanged": [
            f"{names[home]} - {names[away]} on {_day(day)}" for home, away, day in turned
        ],
        "two fixtures on a day": [f"{names[team]} on {_day(day)}" for team, day in twice],
    }


def _day(day: int | None) -> str:
    return str(day_of((day or 0) * DAY))


def _met_again(connection: sqlite3.Connection, counted: Sequence[Result]) -> dict[str, list[str]]:
    """The pairs that have met twice at one venue with one score, if no pair has with another."""
    meetings: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for row in counted:
        meetings[row.home_id, row.away_id].append((row.home, row.away))
    again = {pair: scores for pair, scores in meetings.items() if len(scores) > 1}
    if any(len(set(scores)) > 1 for scores in again.values()):
        return {}
    names = _names(connection, counted)
    return {"twice at one venue with one score": [f"{names[a]} - {names[b]}" for a, b in again]}


def _listed(texts: list[str]) -> str:
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return ", ".join(texts[:NAMED]) + more


def _names(connection: sqlite3.Connection, counted: Sequence[Result]) -> dict[int, str]:
    return team_names(connection, {team for row in counted for team in row[:2]})


_FOREIGN = """
    select team.id, team.name, team.country_code from season_team join team on team.id = season_team.team_id
    where season_team.season_id = ? and team.country_code <> ? order by team.id
"""
