"""Golden answers, computed apart from the package: by SQL of the tests' own, and by plain Python."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

NOW = "2026-03-14T15:30:00+00:00"
Content = dict[str, Any]


class Question(NamedTuple):
    """A question of football, and its whole answer."""

    asked: str
    tool: str
    arguments: Mapping[str, object]
    answer: Callable[[sqlite3.Connection], Content]


def whole(
    content: Content,
    fixtures: int,
    *,
    of: int | None = None,
    as_of: str = NOW,
    left_out: Mapping[str, int] | None = None,
    doubts: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> Content:
    """The content with what every answer says. of: how many fixtures its sources gave, if others."""
    given = fixtures if of is None else of
    sources = [{"source": "sample", "fixtures": given, "newest": NOW}] if given else []
    said = {
        "left_out": dict(left_out or {}),
        "as_of": as_of,
        "fixtures": fixtures,
        "sources": sources,
    }
    return content | said | {"doubts": list(doubts), "notes": list(notes)}


def rows(connection: sqlite3.Connection, sql: str, **values: object) -> list[Content]:
    """The rows of a statement by column, without what is null; numbers to four decimals."""
    cursor = connection.execute(sql, values)
    names = [column[0] for column in cursor.description]
    return [
        {
            name: _plain(name, value)
            for name, value in zip(names, row, strict=True)
            if value is not None
        }
        for row in cursor
    ]


PARAMS = {
    "asian_handicap": "asian",
    "asian_handicap_half": "asian_half",
    "goal_line": "goalline",
    "goal_line_half": "goalline_half",
    "corner_line": "corner",
    "corner_line_half": "corner_half",
    "card_line": "cards",
    "card_asian": "cards_asian",
}
"""Market in the file → its name everywhere else, where that is another."""


def _plain(name: str, value: Any) -> Any:
    if name == "market":
        return PARAMS.get(value, value)
    if name in ("time_known", "esports", "in_table"):
        return bool(value)
    return round(value, 4) if isinstance(value, float) else value


def one(connection: sqlite3.Connection, sql: str, **values: object) -> Any:
    """The one value of a statement."""
    return connection.execute(sql, values).fetchone()[0]


FIXTURES = """
    select fixture.id as fixture_id, fixture.league_id, country.name as country, league.name as league, season_id,
           season.label as season, round, stage, time_known, status, state_detail,
           strftime('%Y-%m-%dT%H:%M:%S+00:00', kickoff_ts, 'unixepoch') as kickoff,
           home_id, home.name as home, away_id, away.name as away, home_goals, away_goals,
           half_home_goals, half_away_goals, home_corners, away_corners, half_home_corners, half_away_corners,
           home_yellow, away_yellow, home_red, away_red, referee, fixture.esports, in_table
    from fixture join league on league.id = fixture.league_id join country on country.code = league.country_code
    join season on season.id = season_id join team as home on home.id = home_id join team as away on away.id = away_id
"""

DAY = "strftime('%Y-%m-%d', {}, 'unixepoch')"
