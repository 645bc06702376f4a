"""The leagues, seasons and teams that a service names by ids of its own, which are kept as they are.

What is stored under such an id is taken as it is; what is new goes through Resolver, which knows whether a row of
ours is the same and makes way. Names of other languages never take the place of English ones.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from footydata.contract.countries import REGIONS
from footydata.contract.terms import OWN_IDS_FROM
from footydata.importing.resolve import Resolver
from footydata.records import Team
from footydata.sources.parsed import LeagueKey, SeasonKey, TeamKey
from footydata.store.writing import upsert

ANYWHERE = "WORLD"
"""The country of a league of which none is known yet."""


class RemoteIds:
    """What is known of a service's own ids, remembered while it is read."""

    def __init__(self, connection: sqlite3.Connection, resolver: Resolver) -> None:
        self._connection = connection
        self._identity = resolver
        self._leagues: dict[int, str] = {}
        self._teams: dict[int, str] = {}
        self._seasons: dict[tuple[int, str], int | None] = {}
        self._season_ids: set[int] = set()
        self._esports: dict[int, int] = {}
        self._has_ours: bool | None = None

    def league(self, league_id: int, name: str, *, country: str | None = None, lang: str | None = None) -> int:
        """The id of a league, written where it is new. name: '' where it is not told."""
        if self._leagues.get(league_id) != name or country:
            self._keep_league(league_id, name, country, lang)
        return league_id

    def team(self, team_id: int, name: str, *, league_id: int | None = None, lang: str | None = None) -> int:
        """The id of a team, written where it is new; league_id: one it plays in, whose country is taken for its."""
        if self._teams.get(team_id) != name:
            self._keep_team(team_id, name, league_id, lang)
        return team_id

    def unknown_leagues(self, leagues: Mapping[int, str]) -> list[tuple[int, str]]:
        """Of these leagues by id those that are not known under this name."""
        return _others(leagues, self._leagues)

    def teams(self, teams: Mapping[int, str], *, league_id: int, lang: str | None = None) -> None:
        """Write the teams that are new or have another name; those that may be one of ours one by one."""
        unknown = _others(teams, self._teams)
        if not unknown:
            return
        if lang or self._may_be_ours():
            for team_id, name in unknown:
                self.team(team_id, name, league_id=league_id, lang=lang)
            return
        country = self.country_of(league_id)
        stored = self._names_of(team_id for team_id, _ in unknown)
        home = None if country in REGIONS else country
        new = [Team(team_id, name, home) for team_id, name in unknown if team_id not in stored]
        upsert(self._connection, "team", new)
        renamed = [(name, team_id) for team_id, name in unknown if stored.get(team_id, name) != name]
        self._connection.executemany("update team set name = ? where id = ?", renamed)
        self._teams.update(unknown)

    def season(self, league_id: int, key: SeasonKey) -> int:
        """The id of a season, written where it is new."""
        if key.id is not None and self.has_season(key.id):
            return key.id
        found = self.season_called(league_id, key.label) if key.id is None else None
        return self._identity.season(league_id, key) if found is None else found

    def has_season(self, season_id: int) -> bool:
        """Whether a season of that id is stored."""
        if season_id not in self._season_ids and self._one("select 1 from season where id = :id", id=season_id):
            self._season_ids.add(season_id)
        return season_id in self._season_ids

    def season_called(self, league_id: int, label: str) -> int | None:
        """The stored season of a league with that label, or that starts in the year that the label is."""
        if (league_id, label) not in self._seasons:
            row = self._one(_SEASON, league_id=league_id, label=label)
            if row is None:
                return None
            self._seasons[league_id, label] = row[0]
        return self._seasons[league_id, label]

    def is_esports(self, league_id: int) -> int:
        """1 where the league is e-football, else 0."""
        if league_id not in self._esports:
            row = self._one("select esports from league where id = :id", id=league_id)
            self._esports[league_id] = row[0] if row else 0
        return self._esports[league_id]

    def country_of(self, league_id: int | None) -> str:
        """The country of a stored league."""
        row = self._one("select country_code from league where id = :id", id=league_id)
        return str(row[0]) if row else ANYWHERE

    def name_league(self, league_id: int, lang: str, name: str) -> None:
        """A name in another language, where it differs from the English one: else it is the service's fallback."""
        row = self._one("select name from league where id = :id", id=league_id)
        if row and row[0] != name:
            upsert(self._connection, "league_name", [(league_id, lang, name)])

    def name_team(self, team_id: int, lang: str, name: str) -> None:
        """A name in another language, where it differs from the English one: else it is the service's fallback."""
        row = self._one("select name from team where id = :id", id=team_id)
        if row and row[0] != name:
            upsert(self._connection, "team_name", [(team_id, lang, name)])

    def place_team(self, team_id: int, country: str | None) -> None:
        """The country that the service tells of a team, None where it tells that it is unknown."""
        self._connection.execute(_PLACE_TEAM, {"id": team_id, "country": None if country in REGIONS else country})

    def _keep_league(self, league_id: int, name: str, country: str | None, lang: str | None) -> None:
        is_stored = self._one("select 1 from league where id = :id", id=league_id)
        if is_stored and lang:
            self.name_league(league_id, lang, name)
        elif not is_stored or country:
            self._identity.league(LeagueKey(country or ANYWHERE, name, league_id))
        elif name:
            self._connection.execute(_RENAME_LEAGUE, {"id": league_id, "name": name})
        if name:
            self._leagues[league_id] = name
        self._esports.pop(league_id, None)

    def _keep_team(self, team_id: int, name: str, league_id: int | None, lang: str | None) -> None:
        if not self._one("select 1 from team where id = :id", id=team_id):
            country = self.country_of(league_id)
            if self._may_be_ours():
                self._identity.team(TeamKey(name, id=team_id), country)
            else:
                upsert(self._connection, "team", [Team(team_id, name, None if country in REGIONS else country)])
        elif lang:
            self.name_team(team_id, lang, name)
        else:
            self._connection.execute(_RENAME_TEAM, {"id": team_id, "name": name})
        self._teams[team_id] = name

    def _names_of(self, ids: Iterable[int]) -> dict[int, str]:
        sql = "select id, name from team where id in (select value from json_each(:ids))"
        return dict(self._connection.execute(sql, {"ids": str(list(ids))}).fetchall())

    def _may_be_ours(self) -> bool:
        """Whether there are teams of ours, one of which may be a new one of the service."""
        if self._has_ours is None:
            found = self._one("select exists(select 1 from team where id >= :first)", first=OWN_IDS_FROM)
            self._has_ours = bool(found and found[0])
        return self._has_ours

    def _one(self, sql: str, **values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
        return row


def _others(told: Mapping[int, str], known: Mapping[int, str]) -> list[tuple[int, str]]:
    """What is told otherwise than is known. A difference of the views would walk through all that is known."""
    return sorted((key, name) for key, name in told.items() if known.get(key) != name)


_SEASON = """
    select id from season where league_id = :league_id
      and (label = :label or (length(:label) = 4 and start_year = cast(:label as integer)))
    order by label = :label desc, label limit 1
"""
_RENAME_LEAGUE = "update league set name = :name where id = :id and name <> :name"
_RENAME_TEAM = "update team set name = :name where id = :id and name <> :name"
_PLACE_TEAM = "update team set country_code = :country where id = :id and country_code is not :country"
