"""Statements that read whole columns of fixtures and their odds; names have their own statements, as they repeat."""

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import NamedTuple

from footydata.contract.languages import ENGLISH
from footydata.contract.terms import RED_POINTS, YELLOW_POINTS, Order
from footydata.queries.fixtures import FixtureFilter, list_statement
from footydata.records import FixtureRecord, OddsRecord


class Statement(NamedTuple):
    """A statement with its parameters by name."""

    sql: str
    values: dict[str, object]


def fixture_statement(narrowed: FixtureFilter, *, is_ordered: bool = True) -> Statement:
    """All columns of the fixtures of a filter, in the order of FixtureRecord; by kickoff if is_ordered."""
    columns = ", ".join(f"fixture.{name}" for name in FixtureRecord._fields)
    return Statement(*list_statement(narrowed, columns, order=Order.ASC if is_ordered else None))


def figures_statement(narrowed: FixtureFilter, columns: Sequence[str], figures: Sequence[str]) -> Statement:
    """These columns of the fixtures of a filter, then these figures (values of conditions.FIGURES), by kickoff."""
    asked = [f"fixture.{name}" for name in columns] + [f"cast({figure} as real)" for figure in figures]
    sql, values = list_statement(narrowed, ", ".join(asked), order=Order.ASC)
    return Statement(sql, {**values, "yellow_points": YELLOW_POINTS, "red_points": RED_POINTS})


def odds_statement(fixture_ids: Sequence[int] | None, *, market: str | None, bookmaker_id: int | None) -> Statement:
    """All columns of the odds of fixtures, in the order of OddsRecord; the rows in no order.

    fixture_ids, market (a key), bookmaker_id: None for all.
    """
    asked = {
        "fixture_id in (select value from json_each(:ids))": (
            "ids",
            None if fixture_ids is None else str(list(fixture_ids)),
        ),
        "market = :market": ("market", market),
        "bookmaker_id = :bookmaker_id": ("bookmaker_id", bookmaker_id),
    }
    clauses = [clause for clause, (_, value) in asked.items() if value is not None]
    sql = f"select {', '.join(OddsRecord._fields)} from odds where {' and '.join(clauses) or 'true'}"
    return Statement(sql, {name: value for name, value in asked.values() if value is not None})


def file_of(connection: sqlite3.Connection) -> str:
    """The path of the file that a connection has open."""
    path: str = connection.execute("select file from pragma_database_list where name = 'main'").fetchone()[0]
    return path


def league_names_statement(ids: Collection[int] | None, lang: str) -> Statement:
    """Id, name and country's name of leagues, all if ids is None; English if the language has no name."""
    return Statement(_LEAGUES, _values(ids, lang))


def team_names_statement(ids: Collection[int] | None, lang: str) -> Statement:
    """Id and name of teams, all if ids is None; English if the language has no name."""
    return Statement(_TEAMS, _values(ids, lang))


def season_labels_statement(ids: Collection[int] | None) -> Statement:
    """Id and label of seasons, all if ids is None."""
    return Statement(_SEASONS, _values(ids, ENGLISH))


def _values(ids: Collection[int] | None, lang: str) -> dict[str, object]:
    return {"ids": None if ids is None else json.dumps(list(ids)), "lang": lang}


_OF_IDS = "(:ids is null or {of}.id in (select value from json_each(:ids)))"

_LEAGUES = f"""
select league.id, coalesce(nullif(league_name.name, ''), league.name) as name,
       coalesce(nullif(country_name.name, ''), country.name) as country
from league join country on country.code = league.country_code
left join league_name on league_name.league_id = league.id and league_name.lang = :lang
left join country_name on country_name.country_code = league.country_code and country_name.lang = :lang
where {_OF_IDS.format(of="league")} order by league.id
"""

_TEAMS = f"""
select team.id, coalesce(nullif(team_name.name, ''), team.name) as name from team
left join team_name on team_name.team_id = team.id and team_name.lang = :lang
where {_OF_IDS.format(of="team")} order by team.id
"""

_SEASONS = f"""
select season.id, season.label from season where {_OF_IDS.format(of="season")} and :lang is not null order by season.id
"""
