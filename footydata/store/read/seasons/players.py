"""Goals and cards of a season by player: who scored, who was booked, and of how many fixtures that is known.

A player is one by team and spelling: spellings that differ between sources are not taken for one person.
"""

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from footydata.football.errors import SeasonNotFound
from footydata.football.register.naming import normalised
from footydata.football.terms import EventType, Status
from footydata.store.read.seasons.leagues import league_by_id, newest_season, seasons

PENALTY, OWN_GOAL = "penalty", "own_goal"
"""What the detail of a goal may be."""

_COLUMNS = "fixture_id, type, team, player, detail"
_TIMELINE = f"select {_COLUMNS} from event union all select {_COLUMNS} from extra_event"
"""The events of ninety minutes and of extra time."""


class PlayerGoals(NamedTuple):
    """What a player scored. position: the same for equal goals and penalties. goals: penalties included."""

    position: int
    player: str
    team_id: int
    team_name: str
    goals: int
    penalties: int


class PlayerCards(NamedTuple):
    """A player's cards. position: the same for equal cards and red cards. cards: yellow + red."""

    position: int
    player: str
    team_id: int
    team_name: str
    cards: int
    yellow: int
    red: int


class PlayerList(NamedTuple):
    """The players of a season. known, played: of how many fixtures the names are known, and how many are finished.

    notes: spellings of one team that may be one player, a sentence each: nothing says whether they are.
    """

    league: str
    season: str
    rows: Sequence[PlayerGoals] | Sequence[PlayerCards]
    known: int
    played: int
    notes: tuple[str, ...] = ()

    def coverage(self, what: str) -> str:
        """In how many fixtures it is known; what: goals or cards."""
        return f"{what} known in {self.known} of {self.played} fixtures"


def scorers(connection: sqlite3.Connection, *, league_id: int, season_id: int | None = None) -> PlayerList:
    """Who scored in a season (the newest with fixtures if season_id is None): most goals, fewer penalties, name.

    Goals of extra time count; own goals count for nobody. A fixture is known if each of its goals has its scorer, those
    of extra time too. Raises SeasonNotFound.
    """
    league, season, season_id = _season(connection, league_id, season_id)
    sql = f"""
    select player, team.id, team.name, count(*) as goals, sum(goal.detail is :penalty) as penalties
    from ({_TIMELINE}) as goal
    join fixture on fixture.id = goal.fixture_id
    join team on team.id = case goal.team when 'home' then fixture.home_id else fixture.away_id end
    where fixture.season_id = :season_id and goal.type = :goal and player is not null and team is not null
      and goal.detail is not :own_goal
    group by team.id, player order by goals desc, penalties, player, team.name, team.id
    """
    values = {"season_id": season_id, "goal": EventType.GOAL, "penalty": PENALTY, "own_goal": OWN_GOAL}
    read = connection.execute(sql, values).fetchall()
    rows = [PlayerGoals(position, *row) for position, row in _placed([(row[3], row[4]) for row in read], read)]
    return PlayerList(league, season, rows, *_coverage(connection, season_id, _GOALS_KNOWN), _alike(rows))


def cards(connection: sqlite3.Connection, *, league_id: int, season_id: int | None = None) -> PlayerList:
    """Whose cards a season (the newest with fixtures if season_id is None) has: most cards, more red ones, name.

    Cards of extra time count. A fixture is known if the names are as many as its cards. Raises SeasonNotFound.
    """
    league, season, season_id = _season(connection, league_id, season_id)
    sql = f"""
    select player, team.id, team.name, count(*) as cards, sum(type = :yellow) as yellow, sum(type = :red) as red
    from ({_TIMELINE}) as card
    join fixture on fixture.id = card.fixture_id
    join team on team.id = case card.team when 'home' then fixture.home_id else fixture.away_id end
    where fixture.season_id = :season_id and type in (:yellow, :red) and player is not null and team is not null
    group by team.id, player order by cards desc, red desc, player, team.name, team.id
    """
    values = {"season_id": season_id, "yellow": EventType.YELLOW_CARD, "red": EventType.RED_CARD}
    read = connection.execute(sql, values).fetchall()
    rows = [PlayerCards(position, *row) for position, row in _placed([(row[3], row[5]) for row in read], read)]
    return PlayerList(league, season, rows, *_coverage(connection, season_id, _CARDS_KNOWN), _alike(rows))


def _season(connection: sqlite3.Connection, league_id: int, season_id: int | None) -> tuple[str, str, int]:
    """The names of a league and season, and the season's id."""
    league = league_by_id(connection, league_id)
    name = league.name if league else str(league_id)
    if season_id is None:
        newest = newest_season(connection, league_id)
    else:
        newest = next((season for season in seasons(connection, league_id) if season.id == season_id), None)
    if newest is None:
        raise SeasonNotFound(f"{name} has no season with fixtures", param="season")
    return name, newest.label, newest.id


def _placed(keys: Sequence[object], rows: Sequence[tuple[Any, ...]]) -> list[tuple[int, tuple[Any, ...]]]:
    """The rows with their positions: equal keys, which follow one another, share the best of theirs."""
    placed: list[tuple[int, tuple[Any, ...]]] = []
    for _, group in groupby(zip(keys, rows, strict=True), key=lambda pair: pair[0]):
        position = len(placed) + 1
        placed += [(position, row) for _, row in group]
    return placed


def _scored(side: str) -> str:
    """The condition that each goal of a side has its scorer; of its score with extra time, if that is known."""
    return f"""
    coalesce(extra_{side}_goals, final_{side}_goals, {side}_goals) = (
      select count(*) from ({_TIMELINE}) as goal where goal.fixture_id = fixture.id and goal.type = '{EventType.GOAL}'
      and goal.team = '{side}' and goal.player is not null)
    """


_GOALS_KNOWN = f"{_scored('home')} and {_scored('away')}"

_CARDS_KNOWN = f"""
home_yellow + away_yellow + home_red + away_red = (
  select count(*) from event where fixture_id = fixture.id and player is not null
  and type in ('{EventType.YELLOW_CARD}', '{EventType.RED_CARD}'))
"""


def _coverage(connection: sqlite3.Connection, season_id: int, known: str) -> tuple[int, int]:
    """How many finished fixtures of a season are known by a condition, and how many are finished."""
    sql = f"""
    select coalesce(sum({known}), 0), count(*)
    from fixture left join knockout on knockout.fixture_id = fixture.id
    where season_id = :season_id and status = :finished
    """
    row: tuple[int, int] = connection.execute(sql, {"season_id": season_id, "finished": Status.FINISHED}).fetchone()
    return row


def _alike(rows: Sequence[PlayerGoals] | Sequence[PlayerCards]) -> tuple[str, ...]:
    """A sentence for each two spellings of a team of which one has all words of the other: Kane, Harry Kane."""
    words = [(row, f" {normalised(row.player)} ") for row in rows]
    return tuple(
        f"{row.team_name}: {row.player} and {other.player} may be one player"
        for row, short in words
        for other, long in words
        if row.team_id == other.team_id and short != long and short in long
    )
