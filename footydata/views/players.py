"""Goals and cards of a season by player."""

import sqlite3
from dataclasses import replace
from typing import Annotated

from footydata.football.declared_types import PlayersName
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import fixture_ids, fixtures
from footydata.store.read.seasons.leagues import season_of_league
from footydata.store.read.seasons.players import (
    PlayerCards,
    PlayerGoals,
    PlayerList,
    cards,
    scorers,
)
from footydata.views.arguments import Clock, League, Says, Season
from footydata.views.columns import columns
from footydata.views.doubts import stale_doubts
from footydata.views.view import Block, Shown, View

SCORER_COLUMNS = columns("players", PlayerGoals._fields)
PLAYER_CARD_COLUMNS = columns('players(of="cards")', PlayerCards._fields)


def _player(row: PlayerGoals | PlayerCards) -> str:
    return f"{row.player} ?" if row.doubt else row.player


_PLAYER = (
    Shown("#", "position", width=3),
    Shown("Player", _player, kind="text", is_needed=True, width=24),
    Shown("Team", "team_name", kind="text", link=("team", "team_id"), width=20),
)
SHOWN = {
    "goals": (*_PLAYER, Shown("Goals", "goals"), Shown("Penalties", "penalties", width=9)),
    "cards": (*_PLAYER, Shown("Cards", "cards"), Shown("Yellow", "yellow"), Shown("Red", "red")),
}
_READ = {"goals": (scorers, SCORER_COLUMNS), "cards": (cards, PLAYER_CARD_COLUMNS)}


def _why_none(listed: PlayerList, of: str) -> str:
    if listed.known < listed.played:
        return f"No source of {listed.league} {listed.season} names the players of its {of}."
    return listed.coverage(of)


def players_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    of: Annotated[PlayersName, Says("What is counted.", " ")] = "goals",
) -> View:
    """Who scored in a season, or was booked: the most first."""
    read, columns = _READ[of]
    league_id, season_id = season_of_league(connection, league, season)
    listed = read(connection, league_id=league_id, season_id=season_id)
    about = {name: getattr(listed, name) for name in ("league", "season", "known", "played")}
    of_season = fixture_filter(connection, league=league, season=listed.season)
    in_play = fixture_ids(connection, replace(of_season, statuses=(Status.LIVE,)))
    finished = fixtures(connection, replace(of_season, statuses=(Status.FINISHED,)))
    doubts = [*listed.doubts]
    if listed.known != listed.played:
        doubts.append(
            f"the players are known of {listed.known} of {listed.played} finished fixtures"
        )
    if season is None:
        doubts += stale_doubts([row.kickoff_ts for row in finished], now=clock.now)
    if in_play:
        doubts.append(f"{of} of {plural(len(in_play), 'fixture')} still in play count too")
    return View(
        columns,
        listed.rows,
        SHOWN[of],
        [Block("", listed.rows)],
        f"{listed.league} {listed.season}, {listed.coverage(of)}",
        listed.notes,
        doubts,
        about=about,
        reason=_why_none(listed, of),
        is_empty_fine=True,
        fixture_ids=[*(row.id for row in finished), *in_play],
        rests_on=listed.known,
    )
