"""Finds the league, season, team and bookmaker that a source names, and gives ids to new ones.

An id that the source gives is stored unchanged. What a name of a team means is told by `clubs`. A league is looked up
by the name by which this source called it before, in the register, then by its normalised and its bare name.
"""

import shlex
import sqlite3
from pathlib import Path

from footydata.football.countries import ALL_CODES, COUNTRIES, KINDS, REGIONS, WORLD
from footydata.football.errors import FootydataError
from footydata.football.moments import day_of
from footydata.football.records import (
    BookmakerRecord,
    CountryRecord,
    ExternalId,
    LeagueRecord,
    SeasonRecord,
    SeasonTeam,
)
from footydata.football.register import (
    assigned_id,
    country_words,
    normalised,
    registered_bookmakers,
)
from footydata.football.register.leagues import (
    calendar_of,
    registered_league,
    registered_league_called,
    start_year_of,
)
from footydata.football.register.teams import (
    FIRST,
    NATIONAL,
    LimitedSpelling,
    former_nation,
    limited_spellings,
    limited_to,
)
from footydata.football.terms import DAY, OWN_IDS_FROM
from footydata.ingest.context import (
    ImportContext,
    StoredSource,
)
from footydata.ingest.identity.clubs import Name, base_of, write_team
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    BookmakerKey,
    LeagueKey,
    SeasonKey,
    TeamKey,
    season_by_calendar,
)
from footydata.store.file.sqlite_files import file_of
from footydata.store.rows import change_id, column, ids_of, upsert, write_external_id


class RowRefused(FootydataError):
    """A row names something that can't be resolved; the message says what, without the row."""


class UnknownCompetition(RowRefused):
    """A source names a competition without its country, and the register does not know the name."""


class Resolver:
    """The ids of what one source names, for all of a run.

    Attributes:
        leagues, bookmakers: key → id. seasons: id of a league and key → id. What is new is written when it is first
            asked for; a competition that is not known raises RowRefused.
    """

    def __init__(self, context: ImportContext, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self._source = source
        self.leagues = context.lookup(self._find_league)
        self.seasons = context.lookup(self._find_season)
        self._teams = context.lookup(self._find_team)
        self.bookmakers = context.lookup(self._find_bookmaker)

    def full_key(self, key: LeagueKey) -> LeagueKey:
        """A league's key with its country: from the register, or from the league that the import was given.

        Raises UnknownCompetition.
        """
        if key.country != UNKNOWN_COUNTRY and not key.is_new:
            return key
        full_keys = self._context.file.full_keys
        if key not in full_keys:
            full_keys[key] = self._known_key(key) or self._given_key(key)
        return full_keys[key]

    def _known_key(self, key: LeagueKey) -> LeagueKey | None:
        """The competition of a name, by the register or by what this source called so before."""
        if key.country == UNKNOWN_COUNTRY:
            known = registered_league_called(key.name)
            return LeagueKey(known.country, known.name) if known else None
        if self._called(key) or registered_league(key.country, key.name):
            return LeagueKey(key.country, key.name)
        # A competition of several countries is played in one of them.
        known = registered_league_called(key.name) if key.country not in REGIONS else None
        return LeagueKey(known.country, known.name) if known and known.country in REGIONS else None

    def _given_key(self, key: LeagueKey) -> LeagueKey:
        """The league that the import was given, which stands for one unknown name of a file.

        Raises UnknownCompetition.
        """
        if self._context.league is None:
            database = str(file_of(self._connection) or "")
            raise UnknownCompetition(how_to_name(key, database, self._context.file.place))
        first = self._context.file.given_for = self._context.file.given_for or key
        if first != key:
            option, one = ("--league", "file") if self._context.file.place else ("league", "frame")
            raise UnknownCompetition(
                f"{key.name!r} is not a competition that we know, nor is {first.name!r}, for which {option} stands: "
                f"load them from a {one} each"
            )
        return self._context.league

    def dated_season(self, league_id: int, day: int) -> SeasonKey:
        """The season of a day (days since 1970), by the calendar of a stored league."""
        league = self._context.leagues[league_id]
        assert league is not None
        year = start_year_of(league.country, league.name, day_of(day * DAY))
        return season_by_calendar(calendar_of(league.country, league.name), year)

    def team(
        self, key: TeamKey, region: str, *, side: str = FIRST, season_id: int | None = None
    ) -> int:
        """The id of a team; as `team_and_name`. Raises RowRefused."""
        return self.team_and_name(key, region, side=side, season_id=season_id)[0]

    def team_and_name(
        self,
        key: TeamKey,
        region: str,
        *,
        side: str = FIRST,
        season_id: int | None = None,
        at: int | None = None,
    ) -> tuple[int, int]:
        """The ids of a team that plays in a league of the country or region, and of its name in external_id.

        side: of the league's teams. season_id: in which it is named, which decides between two clubs of one name; None
        if unknown. at: the kickoff of its fixture, which decides what a former name of a nation means; None if unknown.
        Raises RowRefused.
        """
        country, limited = key.country or region, None
        if side == NATIONAL and at is not None:
            limited = former_nation(key.name, day_of(at))
        elif side == FIRST and season_id is not None and limited_spellings(country, key.name):
            where, name, year = self._connection.execute(
                _LEAGUE_AND_YEAR, {"id": season_id}
            ).fetchone()
            league = registered_league(where, name)
            limited = limited_to(country, key.name, league.name if league else name, year)
        return self._teams[key, country, side, limited]

    def remember(
        self, kind: str, key: str, entity_id: int, *, scope: str = "", base_id: int | None = None
    ) -> int:
        """Note the key by which this source calls an entity; returns the id of that name."""
        name = ExternalId(self._source.id, kind, scope, key, entity_id, base_id=base_id)
        return write_external_id(self._connection, name)

    def add_member(self, season_id: int, team_id: int) -> None:
        """Note that a team belongs to a season."""
        upsert(self._connection, "season_team", [SeasonTeam(season_id, team_id)])

    def write_country(self, code: str) -> None:
        """Note a country. Raises RowRefused."""
        if code not in ALL_CODES:
            raise RowRefused(f"{code!r} is not a country code of the contract")
        upsert(self._connection, "country", [CountryRecord(code, ALL_CODES[code], KINDS[code])])

    def _find_league(self, given: LeagueKey) -> int:
        key = self.full_key(given)
        self.write_country(key.country)
        known = registered_league(key.country, key.name)
        name = known.name if known else key.name.strip()
        row_id = self._id_of(
            "league", key.id, self._called(key) or self._own_league(key.country, name)
        )
        league = LeagueRecord(row_id, name, None, key.country)
        if known:
            league = league._replace(rules=known.rules, has_standings=int(known.has_standings))
        if self._write_new("league", league):
            self._context.new_leagues.add(row_id)
            if known is None and key.id is None:
                self._context.file.made_leagues.append(f"{key.country}/{name}")
        if key.id is not None:
            self.rename("league", row_id, key.name)
        self.remember("league", key.name, row_id, scope=key.country)
        return row_id

    def _called(self, key: LeagueKey) -> int | None:
        """The id of the league that this source has called so, None if there is none."""
        values = (self._source.id, key.country, key.name)
        return next(iter(column(self._connection, _CALLED, values)), None)

    def _own_league(self, country: str, name: str) -> int:
        """The id that we give a league, or that of the stored league that would have it; a service's first."""
        own_id = own_league_id(country, name)
        sql = "select id, name from league where country_code = ? order by id"
        stored = self._connection.execute(sql, (country,)).fetchall()
        return next((id_ for id_, name in stored if own_league_id(country, name) == own_id), own_id)

    def _find_season(self, league_and_key: tuple[int, SeasonKey]) -> int:
        league_id, key = league_and_key
        sql = "select id from season where league_id = ? and label = ?"
        stored = column(self._connection, sql, (league_id, key.label))
        own_id = stored[0] if stored else own_season_id(self._connection, league_id, key.label)
        row_id = self._id_of("season", key.id, own_id)
        self._write_new("season", SeasonRecord(row_id, league_id, key.label, key.start_year))
        return row_id

    def _find_team(
        self, named: tuple[TeamKey, str, str, LimitedSpelling | None]
    ) -> tuple[int, int]:
        """The id of a team, and of the name by which the source calls it."""
        key, country, side, limited = named
        spelling = key.name.strip()
        base = base_of(spelling, country, side=side, limited=limited)
        clubs = self._context.clubs
        own = clubs.team(Name(self._source.name, base.scope, spelling, base.id), base.known)
        row_id = self._id_of("team", key.id, own)
        if not self._exists("team", row_id):
            self.write_country(base.country)
            name, known = (base.name, base.known) if key.id is None else (spelling, None)
            write_team(self._connection, row_id, name, base.country, known)
            if key.id is not None:
                clubs.read_again()
        if key.id is not None:
            # A service names its teams by their ids.
            self.rename("team", row_id, spelling)
            return row_id, 0
        name_id = self.remember("team", spelling, row_id, scope=base.scope, base_id=base.id)
        if key.key:
            name_id = self.remember("team", key.key, row_id, base_id=base.id)
        return row_id, name_id

    def _find_bookmaker(self, key: BookmakerKey) -> int:
        stored = column(self._connection, "select id from bookmaker where slug = ?", (key.slug,))
        known = registered_bookmakers().get(key.slug)
        own_id = known.id if known else assigned_id("bookmaker", key.slug)
        row_id = self._id_of("bookmaker", key.id, stored[0] if stored else own_id)
        self._write_new("bookmaker", BookmakerRecord(row_id, key.name, key.slug))
        return row_id

    def _id_of(self, table: str, remote_id: int | None, own_id: int) -> int:
        """The remote id if one is given, after our row was changed to it; else the id of our row."""
        if remote_id is None:
            return own_id
        # A footydata file of somebody has ids like ours.
        is_ours = own_id >= OWN_IDS_FROM and own_id != remote_id and self._exists(table, own_id)
        # A league is stored under both ids if the service had not given its country when a file named it.
        if is_ours and (table == "league" or not self._exists(table, remote_id)):
            if table == "league":
                for pair in self._connection.execute(_SAME_SEASONS, (own_id, remote_id)).fetchall():
                    change_id(self._connection, "season", *pair)
            change_id(self._connection, table, own_id, remote_id)
            if table in _SEASONS_OF:
                seasons = column(self._connection, _SEASONS_OF[table], (remote_id,))
                self._context.unsettled.update(seasons)
                if table != "team":
                    # A service says itself which of its seasons is the current one.
                    sql = "update season set current = 0 where id in (select value from json_each(:ids))"
                    self._connection.execute(sql, ids_of(seasons))
            self._context.clear()
        return remote_id

    def _write_new(self, table: str, row: LeagueRecord | SeasonRecord | BookmakerRecord) -> bool:
        """Write a row unless one with its id is stored; returns whether it is new."""
        is_new = not self._exists(table, row.id)
        if is_new:
            upsert(self._connection, table, [row])
        return is_new

    def rename(self, table: str, row_id: int, name: str) -> None:
        """Take over the name that a service gives a league or team with its id."""
        sql = f"update {table} set name = :name where id = :id and name <> :name"
        self._connection.execute(sql, {"id": row_id, "name": name})

    def _exists(self, table: str, row_id: int) -> bool:
        # A table of ours.
        sql = f"select 1 from {table} where id = :id"
        return self._connection.execute(sql, {"id": row_id}).fetchone() is not None


_LEAGUE_AND_YEAR = """
    select country_code, league.name, start_year from season join league on league.id = season.league_id
    where season.id = :id
"""
_CALLED = "select entity_id from external_id where source_id = ? and kind = 'league' and scope = ? and key = ?"
_SEASONS_OF = {
    "league": "select id from season where league_id = ?",
    "season": "select id from season where id = ?",
    "team": "select season_id from season_team where team_id = ?",
}
"""Table → the seasons of one of its rows, whose fixtures have other ids if the row gets one of a service."""

_SAME_SEASONS = """
    select own.id, remote.id from season as own join season as remote on remote.label = own.label
    where own.league_id = ? and remote.league_id = ? order by own.id
"""


def own_league_id(country: str, name: str) -> int:
    """The id that we give a league of a country and name."""
    known = registered_league(country, name)
    return known.id if known else assigned_id("league", country, normalised(name))


def own_season_id(connection: sqlite3.Connection, league_id: int, label: str) -> int:
    """The id that we give a season of a stored league, whichever id the league has."""
    country, name = connection.execute(
        "select country_code, name from league where id = ?", (league_id,)
    ).fetchone()
    return assigned_id("season", own_league_id(country, name), label)


SHORTEST_WORD = 4
"""In letters: a shorter word for a country is a code, and may be any word of a competition's name."""


def likely_country(name: str) -> str | None:
    """The country with whose name a competition's begins, None if it begins with none.

    >>> likely_country("Nigeria Premier League"), likely_country("Guinea-Bissau Cup")
    ('NG', 'GW')
    >>> likely_country("Romanian Cup"), likely_country("Omaha Cup")
    ('RO', None)
    """
    words = normalised(name)
    begun = [
        (len(plain), code)
        for plain, code in country_words().items()
        if code in COUNTRIES and len(plain) >= SHORTEST_WORD and f"{words} ".startswith(f"{plain} ")
    ]
    return max(begun)[1] if begun else None


def typed_path(path: str) -> str:
    """A path as a user would type it: relative to the working directory if it is below it."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except ValueError:
        return path


def how_to_name(key: LeagueKey, database: str, place: str) -> str:
    """Why an unknown competition is refused, with the command that would load its file.

    database, place: the paths of the database and of the file, '' if it is a frame.
    """
    country = key.country
    if country == UNKNOWN_COUNTRY:
        country = likely_country(key.name) or WORLD
    league = f"{country}/{key.name}"
    command = ("footydata", "load", typed_path(database), typed_path(place), "--league", league)
    way = f"this takes it: {shlex.join(command)}"
    if not place:
        way = f"load_frame(frame, league={league!r}) takes it"
    hint = f" (with the code of its country for {WORLD})" if country == WORLD else ""
    return f"{key.name!r} is not a competition that we know; {way}{hint}"
