"""From flat rows to the contract's nested shapes, as plain dicts in the order of the contract.

The shapes are those of `wire`, which this module does not load: it takes pydantic. None: nothing was recorded.
Contract 10 to 15.
"""

from collections.abc import Iterable, Mapping, Sequence

from footydata.football import countries
from footydata.football.markets import ALL_PERIODS, BY_KEY, SUMMARY_MARKETS, Market, carried_markets
from footydata.football.moments import iso_utc
from footydata.football.records import (
    BookmakerRecord,
    EventRecord,
    OddsRecord,
    OddsTickRecord,
    SeasonRecord,
    StatisticsRecord,
)
from footydata.football.rows import FixtureRow, LeagueRow, StandingRow, Table, TeamRow
from footydata.football.terms import COUNTED_EVENTS, STATISTICS, EventType, Half, Period

Json = dict[str, object]

_NOTHING = OddsRecord(0, 0, "")
_QUOTE_WIDTH = 4
"""The columns of an OddsRecord per period: the line and three prices."""

_FIRST_QUOTE = OddsRecord._fields.index("opening_line")
_PERIOD_AT = {
    period: _FIRST_QUOTE + _QUOTE_WIDTH * place for place, period in enumerate(ALL_PERIODS)
}


def named(id_: int, name: str) -> Json:
    """A league or team in short, as in a fixture."""
    return {"id": id_, "name": name}


def fixture_row(row: FixtureRow) -> Json:
    """A fixture as in a list, without what `include` adds."""
    return {
        "id": row.id,
        "league": named(row.league_id, row.league),
        "teams": {"home": named(row.home_id, row.home), "away": named(row.away_id, row.away)},
        "kickoff_utc": iso_utc(row.kickoff_ts),
        "kickoff_ts": row.kickoff_ts,
        "status": row.status,
        "goals": {"home": row.home_goals, "away": row.away_goals},
        "corners": {"home": row.home_corners, "away": row.away_corners},
        "cards": {
            "home": {"yellow": row.home_yellow, "red": row.home_red},
            "away": {"yellow": row.away_yellow, "red": row.away_red},
        },
    }


def single_fixture(row: FixtureRow, summary: object, included: Mapping[str, object]) -> Json:
    """A single fixture: with its odds summary, half-time figures, round and season."""
    return {
        **fixture_row(row),
        "goals": {
            "home": row.home_goals,
            "away": row.away_goals,
            "half_home": row.half_home_goals,
            "half_away": row.half_away_goals,
        },
        "corners": {
            "home": row.home_corners,
            "away": row.away_corners,
            "half_home": row.half_home_corners,
            "half_away": row.half_away_corners,
        },
        "odds": summary,
        **included,
        "round": row.round,
        "league_season_id": row.season_id,
    }


def odds_summary(odds: Iterable[OddsRecord]) -> Json:
    """The odds summary of a fixture from its odds at the default bookmaker: lines, and the prices of 1x2."""
    by_market = {row.market: row for row in odds}
    return {
        market.key: {
            str(period): row[_PERIOD_AT[period]]
            if market.shape.has_line
            else quote(market, row, period)
            for period in market.summary_periods
        }
        for market in SUMMARY_MARKETS
        for row in [by_market.get(market.key, _NOTHING)]
    }


def bookmaker_odds(
    bookmaker: BookmakerRecord, odds: Iterable[OddsRecord], *, market: Market | None = None
) -> Json:
    """A bookmaker's entry in the odds of a fixture: all markets that it carries, or the given one."""
    by_market = {row.market: row for row in odds}
    markets = (market,) if market else carried_markets(is_default=bool(bookmaker.is_default))
    return {
        **bookmaker_brief(bookmaker),
        "odds": {
            carried.key: {
                str(period): quote(carried, by_market.get(carried.key, _NOTHING), period)
                for period in ALL_PERIODS
            }
            for carried in markets
        },
    }


def quote(market: Market, odds: OddsRecord, period: Period) -> Json | None:
    """A market's line and prices at a period, None if not all of them were recorded."""
    at = _PERIOD_AT[period]
    line = odds[at]
    prices = odds[at + 1 : at + 1 + len(market.shape.selections)]
    if None in prices or (market.shape.has_line and line is None):
        return None
    priced: Json = dict(zip(market.shape.selections, prices, strict=True))
    return {"line": line, **priced} if market.shape.has_line else priced


def bookmaker_brief(bookmaker: BookmakerRecord) -> Json:
    """A bookmaker's id, name and slug."""
    return {"id": bookmaker.id, "name": bookmaker.name, "slug": bookmaker.slug}


def bookmaker_record(bookmaker: BookmakerRecord) -> Json:
    """A bookmaker as in the list of bookmakers; its markets by their parameter names."""
    carried = carried_markets(is_default=bool(bookmaker.is_default))
    return {
        **bookmaker_brief(bookmaker),
        "is_default": bool(bookmaker.is_default),
        "markets": [market.param for market in carried],
    }


def event(row: EventRecord) -> Json:
    """An event of a timeline; the keys beyond type, minute and team depend on its type."""
    nested: Json = {"type": row.type, "minute": row.minute, "team": row.team}
    if row.type in COUNTED_EVENTS:
        nested["count"] = row.count
    elif row.type == EventType.PERIOD_SCORE:
        nested["period"] = str(Half.FIRST if row.half == 1 else Half.SECOND)
        nested["score"] = {"home": row.home_score, "away": row.away_score}
    elif row.type == EventType.SUBSTITUTION:
        nested["player_in"] = row.player_in
        nested["player_out"] = row.player_out
    return nested


def tick(row: OddsTickRecord) -> Json:
    """A recorded movement of a market; prices None: it was suspended."""
    market = BY_KEY[row.market]
    prices: Json = dict(
        zip(market.shape.selections, (row.price_1, row.price_2, row.price_3), strict=False)
    )
    line: Json = {"line": row.line} if market.shape.has_line else {}
    return {
        "recorded_at": iso_utc(row.recorded_ts),
        "minute": row.minute,
        **line,
        **prices,
        "score": {"home": row.home_score, "away": row.away_score},
    }


def statistics(row: StatisticsRecord) -> Json:
    """The in-play statistics of a fixture and of its first half."""
    values: Json = row._asdict()
    return {**_statistics(values, ""), "first_half": _statistics(values, "half_")}


def _statistics(values: Mapping[str, object], half: str) -> Json:
    return {
        name: {"home": values[f"{half}home_{name}"], "away": values[f"{half}away_{name}"]}
        for name in STATISTICS
    }


def league(row: LeagueRow) -> Json:
    """A league as in the list of leagues."""
    return {
        "id": row.id,
        "name": row.name,
        "short_name": row.short_name,
        "country": {"code": row.country_code, "name": row.country},
        "has_standings": bool(row.has_standings),
        "esports": bool(row.esports),
    }


def league_detail(row: LeagueRow, seasons: Sequence[SeasonRecord]) -> Json:
    """A league with its seasons, in the order given: newest first."""
    rows = [
        {"id": season.id, "season": season.label, "current": bool(season.current)}
        for season in seasons
    ]
    return {**league(row), "seasons": rows}


def team(row: TeamRow) -> Json:
    """A team; its country is None where unknown."""
    country = {"code": row.country_code, "name": row.country} if row.country_code else None
    return {"id": row.id, "name": row.name, "country": country}


def country(code: str, name: str) -> Json:
    """A code that `country` accepts, with its name in the language asked for."""
    return {"code": code, "name": name, "type": countries.KINDS[code]}


def league_table(table: Table) -> Json:
    """A league table as /v1/standings answers it."""
    return {
        "league": named(table.league_id, table.league),
        "season": table.season,
        "league_season_id": table.season_id,
        "type": str(table.type),
        "round": table.round,
        "table": [table_row(row) for row in table.rows],
    }


def table_row(row: StandingRow) -> Json:
    """A row of a table of any type; the figures of first halves are in one object."""
    nested: Json = {"position": row.position, "team": named(row.team_id, row.team_name)}
    first_half: Json = {}
    for name, value in row._asdict().items():
        if name.startswith("half_"):
            first_half[name.removeprefix("half_")] = value
        elif name not in _NOT_NESTED:
            nested[name] = value
    return {**nested, "first_half": first_half} if first_half else nested


_NOT_NESTED = ("position", "team_id", "team_name", "group", "points_per_game")
"""Fields of a row that have their place already, or that the contract does not show."""
