"""The averages of referees: cards and fouls per fixture, beside those of all referees in the same seasons."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.store.read.fixtures.counts import PLAYED, sides_of
from footydata.store.read.fixtures.fixtures import FixtureFilter, where_clause
from footydata.store.records import records

BY_PARTS = ("league", "season")
"""By what a referee's fixtures may be grouped; a season is that of one league."""


class RefereeCards(NamedTuple):
    """A referee's averages per fixture, in one country, and in one league or season if grouped by it.

    fixtures: finished and not awarded; first_ts, last_ts: their first and last kickoff, unix seconds. cards_known,
    fouls_known: how many of them have cards or fouls recorded, None as average if none has. cards: yellow + red.
    league_cards, league_fouls: the average of all referees in the same leagues and seasons, weighted by his fixtures.
    """

    referee: str
    country: str
    league_id: int | None
    league: str | None
    season_id: int | None
    season: str | None
    fixtures: int
    first_ts: int
    last_ts: int
    cards_known: int
    yellow: float | None
    home_yellow: float | None
    away_yellow: float | None
    red: float | None
    home_red: float | None
    away_red: float | None
    cards: float | None
    league_cards: float | None
    fouls_known: int
    fouls: float | None
    home_fouls: float | None
    away_fouls: float | None
    league_fouls: float | None


def referee_cards(
    connection: sqlite3.Connection, filters: FixtureFilter, *, by: Collection[str] = ()
) -> list[RefereeCards]:
    """One row per referee and country, and per league or season if grouped by it, of a filter's fixtures; by name.

    by: of BY_PARTS. Raises InvalidArgument.
    """
    unknown = sorted(set(by) - set(BY_PARTS))
    if unknown:
        raise InvalidArgument(
            f"referees are grouped by {' and '.join(BY_PARTS)}, not by {unknown[0]!r}",
            parameter="by",
            value=unknown[0],
            choices=BY_PARTS,
        )
    # The averages of all referees are computed first, so the filter by referee comes after them.
    where, values = where_clause(replace(filters, referees=None))
    values["names"] = None if filters.referees is None else json.dumps(filters.referees)
    values |= {"by_league": bool(by), "by_season": "season" in by}
    return records(connection, RefereeCards, _RATES.format(where=where), values)


_CARDS = ", ".join(
    f"avg({value}) filter (where cards is not null)"
    for value in (
        *("home_yellow + away_yellow", "home_yellow", "away_yellow"),
        *("home_red + away_red", "home_red", "away_red"),
        *("cards", "season_cards"),
    )
)
_FOULS = ", ".join(
    f"avg({value}) filter (where fouls is not null)"
    for value in ("fouls", "home_fouls", "away_fouls", "season_fouls")
)
_HOME_FOULS, _AWAY_FOULS = sides_of("fouls")

_RATES = f"""
with counted as (
  select fixture.referee, fixture.league_id, fixture.season_id, fixture.kickoff_ts,
         fixture.home_yellow, fixture.away_yellow, fixture.home_red, fixture.away_red,
         fixture.home_yellow + fixture.away_yellow + fixture.home_red + fixture.away_red as cards,
         {_HOME_FOULS} as home_fouls, {_AWAY_FOULS} as away_fouls
  from fixture
  where {{where}} and {PLAYED}
), beside as (
  select *, home_fouls + away_fouls as fouls,
         avg(cards) over season as season_cards, avg(home_fouls + away_fouls) over season as season_fouls
  from counted window season as (partition by league_id, season_id)
), judged as (
  select beside.*, country.name as country,
         case when :by_league then league.id end as part_id, case when :by_league then league.name end as part,
         case when :by_season then season.id end as span_id, case when :by_season then season.label end as span
  from beside join league on league.id = beside.league_id join country on country.code = league.country_code
  left join season on season.id = beside.season_id
  where referee is not null and (:names is null or referee in (select value from json_each(:names)))
)
select referee, country, part_id, part, span_id, span, count(*), min(kickoff_ts), max(kickoff_ts),
       count(cards), {_CARDS}, count(fouls), {_FOULS}
from judged group by referee, country, part_id, span_id order by referee, country, part, part_id, span, span_id
"""
