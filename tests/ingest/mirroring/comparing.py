"""Compares two databases in every column that the v1 contract carries."""

import sqlite3
from contextlib import closing
from pathlib import Path

QUERIES: dict[str, str] = {
    "country": "select code, name, type from country",
    "country_name": """
        select country_code, lang, country_name.name from country_name
        join country on country.code = country_name.country_code where country_name.name <> country.name""",
    "league": "select id, name, short_name, country_code, has_standings, esports from league",
    "league_name": """
        select league_id, lang, league_name.name from league_name
        join league on league.id = league_name.league_id where league_name.name <> league.name""",
    "season": "select id, league_id, label, start_year, current from season",
    "season_team": "select season_id, team_id from season_team",
    "team": "select id, name, country_code from team",
    "team_name": """
        select team_id, lang, team_name.name from team_name
        join team on team.id = team_name.team_id where team_name.name <> team.name""",
    "bookmaker": "select id, name, slug, is_default from bookmaker",
    "fixture": """
        select id, league_id, season_id, home_id, away_id, kickoff_ts, status, esports, round,
               home_goals, away_goals, half_home_goals, half_away_goals,
               home_corners, away_corners, half_home_corners, half_away_corners,
               home_yellow, away_yellow, home_red, away_red
        from fixture""",
    "team_fixture": "select team_id, kickoff_ts, fixture_id from team_fixture",
    "statistics": """
        select * from statistics where coalesce(
            home_attacks, away_attacks, home_dangerous_attacks, away_dangerous_attacks, home_shots_on_target,
            away_shots_on_target, home_shots_off_target, away_shots_off_target, home_possession, away_possession,
            half_home_attacks, half_away_attacks) is not null""",
    "event": """
        select fixture_id, seq, type, half, minute, team,
               case when type in ('goal', 'corner', 'yellow_card') then count end,
               player_in, player_out, home_score, away_score
        from event""",
    "odds": """
        select * from odds where coalesce(opening_price_1, closing_price_1, inplay_price_1) is not null""",
    "odds_tick": "select * from odds_tick",
    "points": "select season_id, team_id, sum(points) from points_adjustment group by 1, 2",
}
"""Table → what of it the contract carries. Names equal to the English one are the service's fallback.

Not carried: state_detail, stage, in_table, time_known, referee of a fixture; stoppage and player of an event;
rules and min_plan of a league; the reason and date of a decision; provenance and what machinery there is.
"""


def difference(
    left: Path, right: Path, *, without: tuple[str, ...] = ()
) -> dict[str, tuple[list[object], list[object]]]:
    """Table → some rows that only the left and only the right has; empty where the two are equal."""
    found: dict[str, tuple[list[object], list[object]]] = {}
    with closing(sqlite3.connect(left)) as one, closing(sqlite3.connect(right)) as other:
        for table, sql in QUERIES.items():
            rows, others = set(one.execute(sql).fetchall()), set(other.execute(sql).fetchall())
            if rows != others and table not in without:
                found[table] = (
                    sorted(rows - others, key=str)[:5],
                    sorted(others - rows, key=str)[:5],
                )
    return found


def counts(path: Path) -> dict[str, int]:
    """How many rows of each table are compared."""
    with closing(sqlite3.connect(path)) as connection:
        return {table: len(connection.execute(sql).fetchall()) for table, sql in QUERIES.items()}
