"""Merges leagues that are stored twice: by a file, and by a service that had not given the league's country yet.

The service's id survives. Seasons of the same label are merged; `derive` then makes one of the fixtures of both.
"""

import sqlite3
from collections import defaultdict

from footydata.football.register.leagues import registered_league
from footydata.football.register.naming import normalised
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import plural
from footydata.ingest.identity.seasons import update_seasons


def unite_leagues(connection: sqlite3.Connection) -> tuple[list[str], set[int]]:
    """Merge each league that is stored twice; returns what was done, in words, and the seasons. Commits nothing.

    Two leagues of a service are never merged; nor is one of ours that could be several of the service's.
    """
    same: defaultdict[tuple[str, object], list[tuple[int, str]]] = defaultdict(list)
    for league_id, country, name in connection.execute(_LEAGUES):
        known = registered_league(country, name)
        same[country, known.id if known else normalised(name)].append((league_id, name))
    words: list[str] = []
    seasons: set[int] = set()
    for (country, _), leagues in same.items():
        of_service = [league for league in leagues if league[0] < OWN_IDS_FROM]
        if len(leagues) == len(of_service) or len(leagues) < 2 or len(of_service) > 1:
            continue
        (kept_id, name), *others = leagues
        connection.execute("pragma defer_foreign_keys = on")
        for gone_id, _ in others:
            seasons |= _move_seasons(connection, gone_id, kept_id)
            count = _move_fixtures(connection, gone_id, kept_id)
            _remove(connection, gone_id, kept_id)
            words.append(
                f"{name} ({country}) had two ids; {gone_id} is {kept_id}: {plural(count, 'fixture')}"
            )
    update_seasons(connection, seasons)
    return words, seasons


def _move_seasons(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> set[int]:
    """Move the seasons of one league to the other; returns all seasons that it then has."""
    stored = dict(connection.execute(_SEASONS, {"id": kept_id}).fetchall())
    for label, season_id in connection.execute(_SEASONS, {"id": gone_id}).fetchall():
        values = {"gone": season_id, "kept": stored.get(label), "league": kept_id}
        for sql in _OF_SEASON if label in stored else (_OTHER_LEAGUE,):
            connection.execute(sql, values)
    return {season_id for _, season_id in connection.execute(_SEASONS, {"id": kept_id})}


def _move_fixtures(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> int:
    """Move the fixtures of one league to the other; returns how many moved. `derive` then unites those of both."""
    sql = "update fixture set league_id = :kept where league_id = :gone"
    return connection.execute(sql, {"gone": gone_id, "kept": kept_id}).rowcount


def _remove(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> None:
    for sql in _OF_LEAGUE:
        connection.execute(sql, {"gone": gone_id, "kept": kept_id})


_LEAGUES = "select id, country_code, name from league order by id"
_SEASONS = "select label, id from season where league_id = :id order by id"
_OTHER_LEAGUE = "update season set league_id = :league where id = :gone"
_OF_SEASON = (
    "update fixture set season_id = :kept where season_id = :gone",
    "insert or ignore into season_team select :kept, team_id from season_team where season_id = :gone",
    "delete from season_team where season_id = :gone",
    """insert or ignore into points_adjustment select :kept, team_id, seq, points, reason, decided_on, source
       from points_adjustment where season_id = :gone""",
    "delete from points_adjustment where season_id = :gone",
    """insert or ignore into season_rules select :kept, rules, reason, source
       from season_rules where season_id = :gone""",
    "delete from season_rules where season_id = :gone",
    "update placeholder set season_id = :kept where season_id = :gone",
    "update external_id set entity_id = :kept where kind = 'season' and entity_id = :gone",
    "delete from season where id = :gone",
)
_OF_LEAGUE = (
    "insert or ignore into league_name select :kept, lang, name from league_name where league_id = :gone",
    "delete from league_name where league_id = :gone",
    "update placeholder set league_id = :kept where league_id = :gone",
    "update external_id set entity_id = :kept where kind = 'league' and entity_id = :gone",
    "update retired_league set survivor_id = :kept where survivor_id = :gone",
    "delete from league where id = :gone",
)
