"""The points tables of all seasons at once, by the same rules as one table.

The fixtures are read as one text of five characters each (season, home, away, goals of both) and ordered on arrays.
A season with anything out of the ordinary is made by itself, as one table is.
"""

import sqlite3
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footydata.contract.errors import StandingsNotAvailable
from footydata.queries.coded import characters, codes_of
from footydata.queries.results import OVER_AFTER
from footydata.queries.standings import standings
from footydata.rules.competitions import rules_of
from footydata.rules.regulations import CompetitionRules
from footydata.rules.season_tables import Flags, Integers, Seasons, alike, season_tables
from footydata.rules.tallies import conceded, drawn, lost, played, scored, won
from footydata.tables import PointsRow

_MOST_GOALS = 127

_PLAIN = "status = 'finished' and state_detail is null and stage is null and in_table = 1"
_GOALS = (f"case when {_PLAIN} then home_goals + 1 end", "away_goals + 1")
"""The goals of a plain fixture, each plus one; 0: it is scheduled, awarded or of a stage, or they are unknown."""

_MANY = 40_000_000
"""Up to so many pairs of season and team are numbered by a table of them all; beyond it they are searched."""


class AllTables(NamedTuple):
    """The points tables of all seasons, column by column: seasons by id, then positions; fields as in PointsRow."""

    season_id: Integers
    position: Integers
    team_id: Integers
    played: Integers
    won: Integers
    drawn: Integers
    lost: Integers
    goals_for: Integers
    goals_against: Integers
    goal_difference: Integers
    points: Integers
    deduction: Integers


class _Season(NamedTuple):
    """A season; rules: None where its league has no tables."""

    id: int
    league_id: int
    rules: CompetitionRules | None


def all_standings(connection: sqlite3.Connection, *, now: int) -> AllTables:
    """The points table of every season whose league has tables and whose results are reliable.

    Position for position what `standings` gives for the season.
    """
    seasons = _seasons(connection)
    read = _Read(connection, seasons)
    apart = read.apart | _fresh(connection, read.season_ids, now=now)
    tables = [read.tables(np.flatnonzero(~apart & read.shown))]
    tables += [_one(connection, seasons[number], now=now) for number in np.flatnonzero(apart & read.shown)]
    if len(tables) == 1:
        return tables[0]
    joined = AllTables(*(np.concatenate(column) for column in zip(*tables, strict=True)))
    order = np.lexsort((joined.position, joined.season_id))
    return AllTables(*(column[order] for column in joined))


def season_labels(connection: sqlite3.Connection) -> dict[int, tuple[str, str]]:
    """Season id → its league's name and its own label."""
    sql = (
        "select season.id, league.name, season.label from season join league on league.id = season.league_id "
        "order by season.id"
    )
    return {season_id: (league, label) for season_id, league, label in connection.execute(sql)}


def _seasons(connection: sqlite3.Connection) -> list[_Season]:
    sql = """
    select season.id, season.league_id, league.has_standings, coalesce(season_rules.rules, league.rules),
           season.start_year
    from season join league on league.id = season.league_id
    left join season_rules on season_rules.season_id = season.id order by season.id
    """
    return [
        _Season(id_, league_id, rules_of(key, year) if has_standings else None)
        for id_, league_id, has_standings, key, year in connection.execute(sql)
    ]


def _fresh(connection: sqlite3.Connection, season_ids: Integers, *, now: int) -> Flags:
    """Season → whether it has a fixture that kicked off too lately to be over, or is to come."""
    sql = """
    select distinct season_id from fixture
    where esports in (0, 1) and kickoff_ts >= :due_before and season_id is not null order by season_id
    """
    found = [row[0] for row in connection.execute(sql, {"due_before": now - OVER_AFTER})]
    fresh: Flags = np.isin(season_ids, np.array(found, dtype=np.int64))
    return fresh


def _any_without_season(connection: sqlite3.Connection) -> bool:
    sql = "select exists (select 1 from fixture where season_id is null)"
    return bool(connection.execute(sql).fetchone()[0])


def _one(connection: sqlite3.Connection, season: _Season, *, now: int) -> AllTables:
    """The table of a season that is made by itself; empty where it is not reliable."""
    try:
        table = standings(connection, league_id=season.league_id, season_id=season.id, now=now)
    except StandingsNotAvailable:
        return AllTables(*(np.zeros(0, dtype=np.int64) for _ in AllTables._fields))
    rows = [row for row in table.rows if isinstance(row, PointsRow)]
    columns = {name: np.array([getattr(row, name) for row in rows], dtype=np.int64) for name in AllTables._fields[1:]}
    return AllTables(season_id=np.full(len(rows), season.id, dtype=np.int64), **columns)


class _Read:
    """The fixtures and members of all seasons; a season is its place among season_ids, a team among all team ids.

    Attributes: apart: season → whether it is made by itself; shown: season → whether its league has tables.
    """

    def __init__(self, connection: sqlite3.Connection, seasons: list[_Season]) -> None:
        self._connection = connection
        self._rules = [season.rules for season in seasons]
        self.season_ids: Integers = np.array([season.id for season in seasons], dtype=np.int64)
        self.shown: Flags = np.array([rules is not None for rules in self._rules], dtype=bool)
        is_alike = {id(rules): alike(rules) for rules in {id(each): each for each in self._rules if each}.values()}
        self.apart: Flags = np.array([not is_alike.get(id(rules), True) for rules in self._rules], dtype=bool)
        teams = connection.execute("select id, name from team order by id").fetchall()
        self._team_ids: Integers = np.array([team for team, _ in teams], dtype=np.int64)
        self._name_rank = np.empty(len(teams), dtype=np.int64)
        names = [name.casefold() for _, name in teams]
        self._name_rank[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        season_codes, team_codes = codes_of(self.season_ids), codes_of(self._team_ids)
        season, team = season_codes.width, team_codes.width
        told = characters(
            connection,
            "fixture where season_id is not null" if _any_without_season(connection) else "fixture",
            (season_codes.sql("season_id"), team_codes.sql("home_id"), team_codes.sql("away_id"), *_GOALS),
            width=season + 2 * team + 2,
        )
        self._season = season_codes.numbers(told[:, :season])
        self._home = team_codes.numbers(told[:, season : season + team])
        self._away = team_codes.numbers(told[:, season + team : season + 2 * team])
        # 0 less 1 is the greatest of all where numbers have no sign.
        self._home_goals, self._away_goals = told[:, -2] - np.uint32(1), told[:, -1] - np.uint32(1)
        odd = (self._home_goals > _MOST_GOALS) | (self._away_goals > _MOST_GOALS)
        self.apart[self._season[odd]] = True
        told_members = (season_codes.sql("season_id"), team_codes.sql("team_id"))
        members = characters(connection, "season_team", told_members, width=season + team)
        self._member_season = season_codes.numbers(members[:, :season])
        self._member_team = team_codes.numbers(members[:, season:])

    def tables(self, chosen: Integers) -> AllTables:
        """The tables of the chosen seasons, all of whose fixtures are plain."""
        number = np.full(len(self.season_ids), -1, dtype=np.int64)
        number[chosen] = np.arange(len(chosen))
        whole = len(chosen) == len(self.season_ids)
        season, home, away = self._season if whole else number[self._season], self._home, self._away
        home_goals, away_goals = self._home_goals, self._away_goals
        if not whole:
            inside = season >= 0
            season, home, away = season[inside], home[inside], away[inside]
            home_goals, away_goals = home_goals[inside], away_goals[inside]
        rows, home_row, away_row = self._members(number, seasons=len(chosen)).with_sides(season, home, away)
        adjusted = self._adjusted(number, rows)
        tables = season_tables(
            Seasons(
                rows.season,
                self._name_rank[rows.team],
                adjusted,
                home_row,
                away_row,
                home_goals.astype(np.int64),
                away_goals.astype(np.int64),
                [rules for place in chosen if (rules := self._rules[place]) is not None],
            )
        )
        order, counts = tables.order, tables.tallies[:, tables.order]
        return AllTables(
            self.season_ids[chosen][rows.season[order]],
            tables.position,
            self._team_ids[rows.team[order]],
            played(counts),
            won(counts),
            drawn(counts),
            lost(counts),
            scored(counts),
            conceded(counts),
            scored(counts) - conceded(counts),
            tables.points[order],
            -adjusted[order],
        )

    def _members(self, number: Integers, *, seasons: int) -> "_Rows":
        """The rows of the members of the chosen seasons."""
        teams = len(self._team_ids)
        season = number[self._member_season]
        chosen = season >= 0
        keys = season[chosen] * teams + self._member_team[chosen]
        is_sorted = bool((keys[1:] > keys[:-1]).all())
        return _Rows(keys if is_sorted else np.unique(keys), teams, seasons)

    def _adjusted(self, number: Integers, rows: "_Rows") -> Integers:
        """Row → points given, or taken (negative)."""
        sql = "select season_id, team_id, sum(points) from points_adjustment group by 1, 2 order by 1, 2"
        told = np.array(self._connection.execute(sql).fetchall(), dtype=np.int64).reshape(-1, 3)
        adjusted = np.zeros(len(rows.keys), dtype=np.int64)
        season = number[np.searchsorted(self.season_ids, told[:, 0])]
        team = np.searchsorted(self._team_ids, told[:, 1])
        chosen = season >= 0
        row = rows.of(season[chosen], team[chosen])
        adjusted[row[row >= 0]] = told[chosen, 2][row >= 0]
        return adjusted


class _Rows:
    """The pairs of season and team, sorted; a row is a pair's place.

    Attributes: keys: row → season * teams + team; season, team: row → its own.
    """

    def __init__(self, keys: Integers, teams: int, seasons: int) -> None:
        self.keys = keys
        self.season, self.team = np.divmod(keys, teams)
        self._teams, self._seasons = teams, seasons
        self._place: npt.NDArray[np.int32] | None = None
        if seasons * teams <= _MANY:
            self._place = np.full(seasons * teams, -1, dtype=np.int32)
            self._place[keys] = np.arange(len(keys), dtype=np.int32)

    def of(self, season: Integers, team: Integers) -> Integers:
        """The rows of pairs, -1 where one is not there."""
        keys = season * self._teams + team
        if self._place is not None:
            rows: Integers = self._place[keys].astype(np.int64)
            return rows
        if not len(self.keys):
            return np.full(len(keys), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, place, -1)

    def with_sides(self, season: Integers, home: Integers, away: Integers) -> tuple["_Rows", Integers, Integers]:
        """These rows and those of sides that no member list has; then the row of each home side, of each away side."""
        home_row, away_row = self.of(season, home), self.of(season, away)
        if (home_row >= 0).all() and (away_row >= 0).all():
            return self, home_row, away_row
        keys = np.union1d(self.keys, np.concatenate((season, season)) * self._teams + np.concatenate((home, away)))
        joined = _Rows(keys, self._teams, self._seasons)
        return joined, joined.of(season, home), joined.of(season, away)
