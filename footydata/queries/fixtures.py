"""Fixtures: by id, by window, league, season, team, status; names in a language."""

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from footydata.contract.languages import ENGLISH
from footydata.contract.terms import LARGEST_ID, Order, Status
from footydata.queries.conditions import Condition
from footydata.records import FixtureRecord
from footydata.rows import FixtureRow as FixtureRow
from footydata.store.known_results import KNOWN_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureFilter:
    """Which fixtures a list has; a field of None does not narrow it.

    start_ts inclusive, end_ts exclusive; esports: False only real football, True only e-football;
    plans: the names of the plans whose competitions are listed; without_season: only those whose season is unknown;
    figures: a condition on their figures; referee: his stored name; known_by: only those whose result, once they are
    finished, is known by then (see store.known_results). If several leagues and so on are asked for,
    league_ids has them all and league_id is None.
    """

    start_ts: int | None = None
    end_ts: int | None = None
    league_id: int | None = None
    season_id: int | None = None
    team_id: int | None = None
    status: str | None = None
    esports: bool | None = None
    plans: tuple[str, ...] | None = None
    without_season: bool = False
    figures: Condition | None = None
    referee: str | None = None
    league_ids: tuple[int, ...] | None = None
    season_ids: tuple[int, ...] | None = None
    team_ids: tuple[int, ...] | None = None
    statuses: tuple[str, ...] | None = None
    referees: tuple[str, ...] | None = None
    known_by: int | None = None

    def has_team(self, team_id: int) -> bool:
        """Whether the filter asks for a team; without teams it asks for every one."""
        return self.team_id in (None, team_id) and (self.team_ids is None or team_id in self.team_ids)


_NAMES = """
join league on league.id = fixture.league_id
join country on country.code = league.country_code
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
"""

_SEASON = "left join season on season.id = fixture.season_id"

_TRANSLATIONS = """
left join league_name on league_name.league_id = fixture.league_id and league_name.lang = :lang
left join country_name on country_name.country_code = league.country_code and country_name.lang = :lang
left join team_name as home_name on home_name.team_id = fixture.home_id and home_name.lang = :lang
left join team_name as away_name on away_name.team_id = fixture.away_id and away_name.lang = :lang
"""

_TRANSLATED = {
    "league.name": "coalesce(nullif(league_name.name, ''), league.name)",
    "country.name": "coalesce(nullif(country_name.name, ''), country.name)",
    "home.name": "coalesce(nullif(home_name.name, ''), home.name)",
    "away.name": "coalesce(nullif(away_name.name, ''), away.name)",
}
"""Name column → the name in the language, English if there is none."""

_WHOLE = (
    *(f"fixture.{name}" for name in FixtureRecord._fields),
    *("league.name", "home.name", "away.name", "season.label", "league.min_plan", "country.name"),
)

_TEAM_NAMES = """
select team.id, coalesce(nullif(team_name.name, ''), team.name) as name from team
left join team_name on team_name.team_id = team.id and team_name.lang = :lang
where team.id in (select value from json_each(:ids)) order by team.id
"""

_SPAN = {"start_ts": "{driver}.kickoff_ts >= :start_ts", "end_ts": "{driver}.kickoff_ts < :end_ts"}
_SETS = {
    "season_id": "fixture.season_id = :season_id",
    "season_ids": "fixture.season_id in (select value from json_each(:season_ids))",
    "league_id": "fixture.league_id = :league_id",
    "league_ids": "fixture.league_id in (select value from json_each(:league_ids))",
    "referee": "fixture.referee = :referee",
    "referees": "fixture.referee in (select value from json_each(:referees))",
    "esports": "fixture.esports = :esports",
}
"""Filter field → its condition, the narrowest first: its index is used; a plus keeps SQLite from using another's."""

_KEY = ("fixture.kickoff_ts", "fixture.id")
_DIRECTIONS = {Order.ASC: "asc", Order.DESC: "desc"}

_STATUSES = {str(status): f"fixture.status = '{status}'" for status in Status}
"""Literals, as SQLite does not use the partial index of live fixtures for a bound value."""

_PLANS = "+fixture.league_id in (select id from league where min_plan in (select value from json_each(:plans)))"


def fixtures(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    *,
    order: Order = Order.ASC,
    limit: int | None = None,
    lang: str = ENGLISH,
) -> list[FixtureRow]:
    """The fixtures of a filter by kickoff, id as tie-break in the same direction; the first `limit` of them."""
    columns, names = _named(_WHOLE, lang)
    tail, values = _from_and_where(narrowed, names)
    sql = f"select {columns} {tail} {_order_clause(narrowed, order)}"
    return [FixtureRow._make(row) for row in connection.execute(sql, {**values, **_limits(limit, 0), "lang": lang})]


def fixture_ids(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    *,
    order: Order = Order.ASC,
    limit: int | None = None,
    offset: int = 0,
) -> list[int]:
    """The ids of the fixtures of a filter, in the order of `fixtures`."""
    tail, values = _from_and_where(narrowed, "")
    sql = f"select fixture.id {tail} {_order_clause(narrowed, order)}"
    return [fixture_id for (fixture_id,) in connection.execute(sql, {**values, **_limits(limit, offset)})]


def list_statement(narrowed: FixtureFilter, columns: str, *, order: Order | None) -> tuple[str, dict[str, object]]:
    """The statement that lists columns of the table `fixture` under a filter, with its parameters; order None: any."""
    tail, values = _from_and_where(narrowed, "")
    ordered = "" if order is None else _order_clause(narrowed, order)
    return f"select {columns} {tail} {ordered}", values if order is None else {**values, **_limits(None, 0)}


def team_names(connection: sqlite3.Connection, team_ids: Collection[int], *, lang: str = ENGLISH) -> dict[int, str]:
    """The names of teams in the language, English if it has none, by id."""
    return dict(connection.execute(_TEAM_NAMES, {"ids": str(list(team_ids)), "lang": lang}))


def fixture_by_id(connection: sqlite3.Connection, fixture_id: int, *, lang: str = ENGLISH) -> FixtureRow | None:
    """The fixture of an id, None if there is none."""
    # sqlite3 would bind a number of NumPy as bytes, which no id equals.
    fixture_id = index(fixture_id) if isinstance(fixture_id, SupportsIndex) else 0
    if abs(fixture_id) > LARGEST_ID:
        return None
    columns, names = _named(_WHOLE, lang)
    sql = f"select {columns} from fixture {names} where fixture.id = :id"
    row = connection.execute(sql, {"id": fixture_id, "lang": lang}).fetchone()
    return FixtureRow._make(row) if row else None


def fixtures_by_id(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], *, lang: str = ENGLISH
) -> dict[int, FixtureRow]:
    """Id → fixture, with names in the language; an id that does not exist is left out."""
    columns, names = _named(_WHOLE, lang)
    sql = f"select {columns} from fixture {names} where fixture.id in (select value from json_each(:ids))"
    rows = connection.execute(f"{sql} order by fixture.id", {"ids": str(list(fixture_ids)), "lang": lang})
    return {row[0]: FixtureRow._make(row) for row in rows}


def _named(columns: Sequence[str], lang: str) -> tuple[str, str]:
    """The columns, names in the language, and the joins that they need."""
    season = _SEASON if "season.label" in columns else ""
    if lang == ENGLISH:
        return ", ".join(columns), _NAMES + season
    return ", ".join(_TRANSLATED.get(column, column) for column in columns), _NAMES + season + _TRANSLATIONS


def where_clause(narrowed: FixtureFilter) -> tuple[str, dict[str, object]]:
    """The condition of a filter on the table `fixture`, and the values of its parameters."""
    clauses, values = _conditions(narrowed, "fixture")
    if narrowed.team_id is not None:
        clauses.append("fixture.id in (select fixture_id from team_fixture where team_id = :team_id)")
        values["team_id"] = narrowed.team_id
    if narrowed.team_ids is not None:
        teams = "team_id in (select value from json_each(:team_ids))"
        clauses.append(f"fixture.id in (select fixture_id from team_fixture where {teams})")
        values["team_ids"] = json.dumps(narrowed.team_ids)
    return " and ".join(clauses) or "true", values


def _from_and_where(narrowed: FixtureFilter, names: str) -> tuple[str, dict[str, object]]:
    """The from and where clauses of a list; a team's list starts from team_fixture, which has it in order."""
    if narrowed.team_id is None:
        where, values = where_clause(narrowed)
        return f"from fixture {names} where {where}", values
    clauses, values = _conditions(narrowed, "team_fixture")
    where = " and ".join(["team_fixture.team_id = :team_id", *clauses])
    values["team_id"] = narrowed.team_id
    return f"from team_fixture join fixture on fixture.id = team_fixture.fixture_id {names} where {where}", values


def _conditions(narrowed: FixtureFilter, driver: str) -> tuple[list[str], dict[str, object]]:
    given = {field: getattr(narrowed, field) for field in (*_SETS, *_SPAN)}
    values = {
        field: json.dumps(value) if isinstance(value, tuple) else value
        for field, value in given.items()
        if value is not None
    }
    sets = [_SETS[field] for field in _SETS if field in values]
    is_driven = narrowed.status == Status.LIVE or narrowed.team_id is not None
    clauses = [clause if place == 0 and not is_driven else f"+{clause}" for place, clause in enumerate(sets)]
    spans = [_SPAN[field].format(driver=driver) for field in _SPAN if field in values]
    if spans and not sets and not is_driven:
        # The index by kickoff begins with esports; without a value for it the whole table would be read.
        clauses.append("fixture.esports in (0, 1)")
    clauses += spans
    if narrowed.status is not None:
        clauses.append(_STATUSES[narrowed.status])
    if narrowed.statuses is not None:
        clauses.append(f"({' or '.join(_STATUSES[status] for status in narrowed.statuses)})")
    if narrowed.plans is not None:
        clauses.append(_PLANS)
        values["plans"] = json.dumps(narrowed.plans)
    if narrowed.known_by is not None:
        clauses.append(f"{KNOWN_FROM} <= :known_by")
        values["known_by"] = narrowed.known_by
    if narrowed.without_season:
        clauses.append("fixture.season_id is null")
    if narrowed.figures is not None:
        clauses.append(f"({narrowed.figures.sql})")
        values |= narrowed.figures.values
    return clauses, values


def _order_clause(narrowed: FixtureFilter, order: Order) -> str:
    """The order by and limit clauses of a list, in the columns of its first table, whose index gives the order."""
    key = ("team_fixture.kickoff_ts", "team_fixture.fixture_id") if narrowed.team_id else _KEY
    return f"order by {key[0]} {_DIRECTIONS[order]}, {key[1]} {_DIRECTIONS[order]} limit :limit offset :offset"


def _limits(limit: int | None, offset: int) -> dict[str, object]:
    return {"limit": -1 if limit is None else limit, "offset": offset}
