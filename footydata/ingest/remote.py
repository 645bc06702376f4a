"""Stores the leagues, seasons and teams of a remote service under its own ids.

A row that is stored under such an id is used; a new one goes through the Resolver, which finds the row of ours that is
the same and changes its id. Names in other languages never replace English ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from footydata.football.countries import REGIONS, WORLD
from footydata.football.records import FixtureRecord, TeamRecord
from footydata.football.terms import DAY, OWN_IDS_FROM
from footydata.ingest.context import ImportContext, RemoteRows
from footydata.ingest.identity.resolve import Resolver
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey
from footydata.store.writing import upsert

COUNTRY_KNOWN = "country"
"""The kind of external_id which notes that the service gave a team's country, or said that it has none."""

_LEAGUE = FixtureRecord._fields.index("league_id")
_SIDES = (FixtureRecord._fields.index("home_id"), FixtureRecord._fields.index("away_id"))


class RemoteIds:
    """The ids of one service."""

    def __init__(self, context: ImportContext, resolver: Resolver) -> None:
        self._context = context
        self._connection = context.connection
        self._resolver = resolver

    @property
    def _rows(self) -> RemoteRows:
        return self._context.remote

    def leagues(self, leagues: Mapping[int, str], *, lang: str | None = None) -> None:
        """Write those of these leagues that are new or have another name; a name is '' if it is unknown."""
        for league_id, name in _others(leagues, self._rows.leagues):
            is_stored = self._one("select 1 from league where id = :id", id=league_id)
            if is_stored and lang:
                self.write_name("league", league_id, lang, name)
            elif not is_stored:
                self._resolver.league(LeagueKey(WORLD, name, league_id))
            elif name:
                self._resolver.rename("league", league_id, name)
            if name:
                self._rows.leagues[league_id] = name
            self._context.leagues.pop(league_id, None)

    def teams(
        self,
        teams: Mapping[int, str],
        fixtures: Iterable[Sequence[Any]],
        *,
        lang: str | None = None,
    ) -> None:
        """Write the teams of these fixtures that are new or have another name.

        A team gets the country of the league in which it plays, rather than a region.
        """
        unknown = _others(teams, self._rows.teams)
        if not unknown:
            return
        countries: dict[int, str] = {}
        for row in fixtures:
            country = self.country_of(row[_LEAGUE])
            for side in _SIDES:
                if countries.get(row[side], WORLD) in REGIONS:
                    countries[row[side]] = country
        for team_id, name in unknown:
            self.team(team_id, name, countries.get(team_id, WORLD), lang=lang)

    def team(self, team_id: int, name: str, country: str, *, lang: str | None = None) -> int:
        """The id of a team, written if it is new; country: of a league in which it plays, or its region."""
        if self._rows.teams.get(team_id) == name:
            return team_id
        if not self._one("select 1 from team where id = :id", id=team_id):
            if self._context.has_own_ids["team"]:
                self._resolver.team(TeamKey(name, id=team_id), country)
            else:
                home = None if country in REGIONS else country
                upsert(self._connection, "team", [TeamRecord(team_id, name, home)])
                self._context.clubs.read_again()
        elif lang:
            self.write_name("team", team_id, lang, name)
        else:
            self._resolver.rename("team", team_id, name)
        self._rows.teams[team_id] = name
        return team_id

    def season(self, league_id: int, key: SeasonKey) -> int:
        """The id of a season, written if it is new."""
        season_id = self._season_called(league_id, key.label) if key.id is None else None
        return self._resolver.season(league_id, key) if season_id is None else season_id

    def has_season(self, season_id: int) -> bool:
        """Whether a season with the id is stored."""
        return self._one("select 1 from season where id = :id", id=season_id) is not None

    def _season_called(self, league_id: int, label: str) -> int | None:
        """The id of the stored season of a league with the label, or that starts in the year of the label."""
        row = self._one(_SEASON, league_id=league_id, label=label)
        return None if row is None else row[0]

    def season_of_day(self, league_id: int, day: int) -> int | None:
        """The listed season of a league on a day (since 1970), None if it lists none or its country is not known."""
        if self.country_of(league_id) == WORLD:
            return None
        dated = self._rows.dated
        if (league_id, day) not in dated:
            label = self._resolver.dated_season(league_id, day).label
            dated[league_id, day] = self._season_called(league_id, label)
        return dated[league_id, day]

    def date_fixtures(self, league_id: int) -> set[int]:
        """Give fixtures without a season the stored season of their day, if the league has it; returns the seasons."""
        self._rows.dated.clear()
        waiting = self._connection.execute(_WITHOUT_SEASON, {"league_id": league_id}).fetchall()
        dated = [(self.season_of_day(league_id, ts // DAY), id_) for id_, ts in waiting]
        moves = [(season_id, id_) for season_id, id_ in dated if season_id is not None]
        self._connection.executemany("update fixture set season_id = ? where id = ?", moves)
        return {season_id for season_id, _ in moves}

    def is_esports(self, league_id: int) -> int:
        """1 if the league is e-football, else 0."""
        league = self._context.leagues[league_id]
        return 0 if league is None else league.esports

    def country_of(self, league_id: int | None) -> str:
        """The country of a stored league; WORLD if it is not stored."""
        league = None if league_id is None else self._context.leagues[league_id]
        return WORLD if league is None else league.country

    def default_bookmaker(self) -> BookmakerKey | None:
        """The bookmaker whose lines a summary shows, None if it is not known."""
        row = self._one(_DEFAULT_BOOKMAKER)
        return None if row is None else BookmakerKey(*row)

    def write_name(self, table: str, row_id: int, lang: str, name: str) -> None:
        """Write a name in another language, if it is not the English one, which services fall back to.

        table: league or team.
        """
        row = self._one(f"select name from {table} where id = :id", id=row_id)
        if row and row[0] != name:
            upsert(self._connection, f"{table}_name", [(row_id, lang, name)])

    def set_country(self, team_id: int, country: str | None) -> None:
        """Write the country that the service gives for a team, None if the service says that it is unknown."""
        self._connection.execute(
            _SET_COUNTRY, {"id": team_id, "country": None if country in REGIONS else country}
        )
        self._resolver.remember(COUNTRY_KNOWN, str(team_id), team_id)

    def _one(self, sql: str, **values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
        return row


def _others(names: Mapping[int, str], known: Mapping[int, str]) -> list[tuple[int, str]]:
    """The given names that differ from the known ones. A set difference would go through all known names."""
    return sorted((key, name) for key, name in names.items() if known.get(key) != name)


_SEASON = """
    select id from season where league_id = :league_id
      and (label = :label or (length(:label) = 4 and start_year = cast(:label as integer)))
    order by label = :label desc, label limit 1
"""
_DEFAULT_BOOKMAKER = """
    select slug, name, id from bookmaker join default_bookmaker on bookmaker_id = id where chosen_by = 'remote'
"""
_WITHOUT_SEASON = f"""
    select id, kickoff_ts from fixture
    where league_id = :league_id and season_id is null and id < {OWN_IDS_FROM} order by id
"""
_SET_COUNTRY = (
    "update team set country_code = :country where id = :id and country_code is not :country"
)
