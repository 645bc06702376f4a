"""Goals and cards of a season by player: who scored, who was booked, and of how many fixtures that is known.

Spellings of a team and season that are surely one player count together; those that may be one are doubtful.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from footydata.football.errors import SeasonNotFound
from footydata.football.terms import EventType, Status
from footydata.rules.duplicates import spelled_players
from footydata.store.read.seasons.leagues import league_by_id, newest_season, seasons

PENALTY, OWN_GOAL = "penalty", "own_goal"
"""What the detail of a goal may be."""

_COLUMNS = "fixture_id, type, team, player, player_in, player_out, detail"
_TIMELINE = f"select {_COLUMNS} from event union all select {_COLUMNS} from extra_event"
"""The events of ninety minutes and of extra time."""


class PlayerGoals(NamedTuple):
    """What a player scored. position: the same for equal goals and penalties. goals: penalties included.

    player: his fullest spelling in the team and season. other_spellings: those that are counted with it, None without
    any. doubt: why the row may not be all of one player, None without a reason.
    """

    position: int
    player: str
    team_id: int
    team_name: str
    goals: int
    penalties: int
    other_spellings: str | None = None
    doubt: str | None = None


class PlayerCards(NamedTuple):
    """A player's cards. position: the same for equal cards and red cards. cards: yellow + red.

    player, other_spellings, doubt: as in PlayerGoals.
    """

    position: int
    player: str
    team_id: int
    team_name: str
    cards: int
    yellow: int
    red: int
    other_spellings: str | None = None
    doubt: str | None = None


class PlayerList(NamedTuple):
    """The players of a season. known, played: of how many fixtures the names are known, and how many are finished.

    notes: which spellings are counted together. doubts: which may be one player, as nothing says whether they are. A
    sentence each.
    """

    league: str
    season: str
    rows: Sequence[PlayerGoals] | Sequence[PlayerCards]
    known: int
    played: int
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def coverage(self, what: str) -> str:
        """In how many fixtures it is known; what: goals or cards."""
        return f"{what} known in {self.known} of {self.played} fixtures"


class _Tally(NamedTuple):
    """What is counted of a player, as the counts of his row. others: those who may be the same."""

    player: str
    team_id: int
    team_name: str
    counts: tuple[int, ...]
    spellings: tuple[str, ...]
    others: tuple[str, ...]


class _Kind(NamedTuple):
    """What a list counts.

    counts: SQL of the counts of a player's events, as in his row. rank: a sort key of counts, the best first. known:
    the condition that a fixture is known.
    """

    row: type[PlayerGoals] | type[PlayerCards]
    counts: str
    rank: Callable[[Sequence[int]], tuple[int, int]]
    known: str


def _listed(
    kind: _Kind, connection: sqlite3.Connection, *, league_id: int, season_id: int | None = None
) -> PlayerList:
    """The players of a season by rank, those of equal rank at the best position of theirs, then by name.

    season_id: None for the newest season with fixtures. Raises SeasonNotFound.
    """
    league = league_by_id(connection, league_id)
    name = league.name if league else str(league_id)
    of_id = (row for row in seasons(connection, league_id) if row.id == season_id)
    season = newest_season(connection, league_id) if season_id is None else next(of_id, None)
    if season is None:
        raise SeasonNotFound(f"{name} has no season with fixtures", param="season")
    values = {"season_id": season.id, "own_goal": OWN_GOAL, "finished": Status.FINISHED}
    spelled = connection.execute(_SPELLED.format(counts=kind.counts), values).fetchall()
    tallies = sorted(
        _tallies(spelled),
        key=lambda tally: (kind.rank(tally.counts), tally.player, tally.team_name, tally.team_id),
    )
    rows: list[Any] = []
    for _, group in groupby(tallies, key=lambda tally: kind.rank(tally.counts)):
        position = len(rows) + 1
        for tally in group:
            doubt = f"may be one player with {' or '.join(tally.others)}" if tally.others else None
            spellings = ", ".join(tally.spellings) or None
            rows.append(kind.row._make((position, *tally[:3], *tally.counts, spellings, doubt)))
    known, played = connection.execute(_COVERAGE.format(known=kind.known), values).fetchone()
    return PlayerList(name, season.label, rows, known, played, *_remarks(tallies))


def _tallies(spelled: Sequence[tuple[Any, ...]]) -> list[_Tally]:
    """The players of whom anything is counted, by rows of _SPELLED."""
    fixtures: defaultdict[int, dict[str, set[int]]] = defaultdict(dict)
    for team_id, _, spelling, ids, *_ in spelled:
        fixtures[team_id][spelling] = set(json.loads(ids))
    players = {team_id: spelled_players(spellings) for team_id, spellings in fixtures.items()}
    counted: defaultdict[tuple[int, str, str], dict[str, tuple[int, ...]]] = defaultdict(dict)
    for team_id, team_name, spelling, _, *counts in spelled:
        if any(counts):
            player = players[team_id].player[spelling]
            counted[team_id, team_name, player][spelling] = tuple(counts)
    return [
        _Tally(
            player,
            team_id,
            team_name,
            tuple(map(sum, zip(*counts.values(), strict=True))),
            tuple(sorted(counts.keys() - {player})),
            tuple(sorted(players[team_id].may_be.get(player, ()))),
        )
        for (team_id, team_name, player), counts in counted.items()
    ]


def _remarks(tallies: Sequence[_Tally]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The notes and the doubts of a list: of each two spellings that may be one player, the shorter first."""
    ordered = sorted(tallies, key=lambda tally: (tally.team_name, tally.team_id, tally.player))
    notes = [
        f"{tally.team_name}: {' and '.join(tally.spellings)} counted as {tally.player}"
        for tally in ordered
        if tally.spellings
    ]
    doubts = [
        f"{tally.team_name}: {' and '.join(sorted((tally.player, other), key=len))} may be one player"
        for tally in ordered
        for other in tally.others
    ]
    return tuple(notes), tuple(dict.fromkeys(doubts))


_GOALS = f"""
    count(*) filter (where type = '{EventType.GOAL}' and detail is not '{OWN_GOAL}'),
    count(*) filter (where type = '{EventType.GOAL}' and detail = '{PENALTY}')
"""
_CARDS = f"""
    count(*) filter (where type in ('{EventType.YELLOW_CARD}', '{EventType.RED_CARD}')),
    count(*) filter (where type = '{EventType.YELLOW_CARD}'), count(*) filter (where type = '{EventType.RED_CARD}')
"""

_PLAYED = """
    select fixture.id as fixture_id, type, detail, player, player_in, player_out,
           case (team = 'home') = (detail is not :own_goal) when 1 then home_id else away_id end as team_id
    from fixture cross join {0} on {0}.fixture_id = fixture.id where season_id = :season_id and team is not null
"""
_SPELLED = f"""
    with played as materialized ({_PLAYED.format("event")} union all {_PLAYED.format("extra_event")}),
    named as (
      select fixture_id, team_id, type, detail, player as spelling from played
      union all select fixture_id, team_id, 'in', detail, player_in from played
      union all select fixture_id, team_id, 'out', detail, player_out from played
    )
    select team.id, team.name, spelling, json_group_array(distinct fixture_id), {{counts}}
    from named join team on team.id = team_id where spelling is not null
    group by team.id, spelling order by team.id, spelling
"""
"""Each spelling of a team: its fixtures and what is counted of it. An own goal is a player's of the other side.

Who comes in or goes out tells of a spelling's fixtures alone.
"""


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


_COVERAGE = """
    select coalesce(sum({known}), 0), count(*)
    from fixture left join knockout on knockout.fixture_id = fixture.id
    where season_id = :season_id and status = :finished
"""
"""How many finished fixtures of a season are known, and how many are finished."""

scorers = partial(
    _listed,
    _Kind(PlayerGoals, _GOALS, lambda counts: (-counts[0], counts[1]), _GOALS_KNOWN),
)
"""Who scored in a season: most goals, fewer penalties, name.

Goals of extra time count; own goals count for nobody. A fixture is known if each of its goals has its scorer, those of
extra time too.
"""

cards = partial(
    _listed,
    _Kind(PlayerCards, _CARDS, lambda counts: (-counts[0], -counts[2]), _CARDS_KNOWN),
)
"""Whose cards a season has: most cards, more red ones, name.

Cards of extra time count. A fixture is known if the names are as many as its cards.
"""
