"""Which team stands above another level one by decision: by a row of the register, or by a play-off of their group."""

import sqlite3
from collections.abc import Mapping

from footydata.football.moments import day_of
from footydata.football.register.decided_ties import decided_ties
from footydata.football.register.leagues import registered_league
from footydata.football.register.naming import normalised
from footydata.football.register.teams import NATIONAL, registered_team
from footydata.rules.stages import Kind, stage_of
from footydata.store.read.seasons.results import SeasonHead


def decided_order(
    connection: sqlite3.Connection,
    head: SeasonHead,
    names: Mapping[int, str],
    *,
    at_ts: int | None = None,
) -> frozenset[tuple[int, int]]:
    """(team, team below it) of these teams; names: id → English name; at_ts: only decisions of days before it."""
    league = registered_league(head.country_code, head.league, head.start_year)
    day = day_of(at_ts - 1).isoformat() if at_ts is not None else None
    pairs = [
        (_team(tie.team, names), _team(tie.below, names))
        for tie in (decided_ties(head.country_code, league.name, head.start_year) if league else ())
        if day is None or tie.date <= day
    ]
    known = {(team, below) for team, below in pairs if team is not None and below is not None}
    return frozenset(known | _play_offs(connection, head.season_id, names, at_ts))


def _team(name: str, names: Mapping[int, str]) -> int | None:
    """The id of the team that the register calls so, None if it is none of these."""
    registered = registered_team(None, name, side=NATIONAL)
    if registered is not None and registered.id in names:
        return registered.id
    return next((team for team, own in names.items() if normalised(own) == normalised(name)), None)


def _play_offs(
    connection: sqlite3.Connection, season_id: int, names: Mapping[int, str], at_ts: int | None
) -> set[tuple[int, int]]:
    """Winner and loser of each play-off of a group between two of these teams; a drawn one decides nothing."""
    sql = """
        select stage, home_id, away_id, home_goals, away_goals from fixture
        where season_id = :season_id and stage is not null and home_goals <> away_goals
        and (:at_ts is null or kickoff_ts < :at_ts) order by kickoff_ts, id
    """
    return {
        (home, away) if scored > conceded else (away, home)
        for stage, home, away, scored, conceded in connection.execute(
            sql, {"season_id": season_id, "at_ts": at_ts}
        )
        if home in names and away in names and stage_of(stage).kind is Kind.GROUP_PLAY_OFF
    }
