"""League tables beside their peers: one season beside pandas, all seasons of a million fixtures beside GROUP BY.

Run: python tests/benchmarks/standings.py [FIXTURES]. Builds a database of so many fixtures (a million) in a temporary
folder, with ids as a load gives them and leagues of five sets of rules. Interleaved, medians; prints ours, the
peer's and the ratio. The peers filter, deduct and order by points, goal difference and goals; head-to-head, which
ours has too, is left out of them. Takes about 40 s.
"""

import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import pandas as pd

from footydata.football.records import FixtureRecord
from footydata.football.register import assigned_fixture_id, assigned_id
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.read.seasons.standings import all_standings
from tests.season_table import standings

NOW = 4_000_000_000
LEAGUES = 50
RULES = ("premier-league", "la-liga", "bundesliga", "serie-a", "ligue-1")
SEASON = 380

COUNTED = (
    "status = 'finished' and in_table = 1 and ifnull(state_detail, '') not in ('postponed', 'cancelled', 'abandoned') "
    "and home_goals is not null and away_goals is not null"
)

GROUP_BY = f"""
select *, row_number() over (
         partition by season_id order by points desc, scored - conceded desc, scored desc, team_id) as position
from (
  select side.season_id, side.team_id, count(*) as played,
         sum(scored > conceded) as won, sum(scored = conceded) as drawn, sum(scored < conceded) as lost,
         sum(scored) as scored, sum(conceded) as conceded,
         sum(case when scored > conceded then 3 when scored = conceded then 1 else 0 end)
         + coalesce((select sum(points) from points_adjustment
                     where points_adjustment.season_id = side.season_id
                     and points_adjustment.team_id = side.team_id), 0) as points
  from (
    select season_id, home_id as team_id, home_goals as scored, away_goals as conceded from fixture where {COUNTED}
    union all
    select season_id, away_id, away_goals, home_goals from fixture where {COUNTED}) as side
  group by side.season_id, side.team_id)
"""

ONE_SEASON = f"""
select kickoff_ts, home.name as home, away.name as away, home_goals, away_goals from fixture
join team as home on home.id = home_id join team as away on away.id = away_id
where season_id = ? and {COUNTED} order by kickoff_ts, fixture.id
"""

MEMBERS = (
    "select team.name as team from season_team join team on team.id = team_id where season_id = ?"
)
DEDUCTIONS = "select team.name, points from points_adjustment join team on team.id = team_id where season_id = ?"


def build(path: Path, fixtures: int) -> None:
    """A database of whole seasons of twenty teams."""
    rng = random.Random(20260314)
    connection = open_database(path)
    connection.execute("insert into country values ('GB-ENG', 'England', 'country')")
    leagues = [
        (1_000_000_001 + i, f"League {i}", None, "GB-ENG", 1, 0, "free", RULES[i % 5])
        for i in range(LEAGUES)
    ]
    connection.executemany("insert into league values (?, ?, ?, ?, ?, ?, ?, ?)", leagues)
    teams = [(1_000_010_001 + i, f"Team {i}", "GB-ENG") for i in range(LEAGUES * 30)]
    connection.executemany("insert into team values (?, ?, ?)", teams)
    marks = ", ".join("?" * len(FixtureRecord._fields))
    for number in range(fixtures // SEASON):
        league, year = number % LEAGUES, 1950 + number // LEAGUES
        league_id, members = (
            leagues[league][0],
            rng.sample(teams[league * 30 : league * 30 + 30], 20),
        )
        season_id = assigned_id("season", league_id, year)
        connection.execute(
            "insert into season values (?, ?, ?, ?, 0)", (season_id, league_id, str(year), year)
        )
        connection.executemany(
            "insert into season_team values (?, ?)", [(season_id, team[0]) for team in members]
        )
        rows = sorted(season(rng, league_id, season_id, year, [team[0] for team in members]))
        connection.executemany(f"insert into fixture values ({marks})", rows)
    connection.commit()
    connection.close()


def season(
    rng: random.Random, league_id: int, season_id: int, year: int, teams: list[int]
) -> Iterator[FixtureRecord]:
    """Every pair at home and away, in rounds of a week."""
    pairs = [(home, away) for home in teams for away in teams if home != away]
    rng.shuffle(pairs)
    for place, (home, away) in enumerate(pairs):
        corners, cards = rng.randrange(12), rng.randrange(5)
        yield FixtureRecord(
            assigned_fixture_id(year, league_id, year, home, away),
            league_id,
            season_id,
            home,
            away,
            (year - 1970) * 31_536_000 + place // 10 * 604_800,
            status="finished",
            round=place // 10 + 1,
            home_goals=min(9, int(rng.expovariate(0.55))),
            away_goals=min(9, int(rng.expovariate(0.7))),
            half_home_goals=0,
            half_away_goals=0,
            home_corners=corners,
            away_corners=11 - corners,
            home_yellow=cards,
            away_yellow=4 - cards,
            home_red=0,
            away_red=0,
            referee="A Referee",
        )


def by_pandas(connection: sqlite3.Connection, season_id: int) -> pd.DataFrame:
    """The same table as one writes it with pandas: form, deductions and members without fixtures included."""
    results = pd.read_sql(ONE_SEASON, connection, params=(season_id,))
    home = results.set_axis(["kickoff", "team", "opponent", "scored", "conceded"], axis=1)
    away = results.set_axis(["kickoff", "opponent", "team", "conceded", "scored"], axis=1)
    sides = pd.concat([home, away]).sort_values("kickoff", kind="stable")
    sides["won"] = sides.scored > sides.conceded
    sides["drawn"] = sides.scored == sides.conceded
    sides["lost"] = sides.scored < sides.conceded
    sides["letter"] = sides.won.map({True: "W", False: "L"}).mask(sides.drawn, "D")
    teams = sides.groupby("team")
    table = teams[["won", "drawn", "lost", "scored", "conceded"]].sum()
    table["played"] = teams.size()
    table["form"] = teams["letter"].agg(lambda letters: "".join(letters.tail(5)))
    members = pd.read_sql(MEMBERS, connection, params=(season_id,)).set_index("team")
    table = members.join(table).fillna({"form": ""}).fillna(0)
    deductions = (
        pd.read_sql(DEDUCTIONS, connection, params=(season_id,)).groupby("name")["points"].sum()
    )
    table["deduction"] = -deductions.reindex(table.index, fill_value=0)
    table["difference"] = table.scored - table.conceded
    table["points"] = 3 * table.won + table.drawn - table.deduction
    table = table.sort_values(["points", "difference", "scored"], ascending=False).reset_index()
    table.insert(0, "position", range(1, len(table) + 1))
    return table


def interleaved(
    ours: Callable[[], object], peer: Callable[[], object], times: int
) -> tuple[float, float]:
    """The median seconds of both, run in turn."""
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for run, taken in zip((ours, peer), seconds, strict=True):
            started = perf_counter()
            run()
            taken.append(perf_counter() - started)
    return median(seconds[0]), median(seconds[1])


def main() -> None:
    """Print both comparisons."""
    fixtures = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with TemporaryDirectory() as folder:
        path = Path(folder) / "football.db"
        build(path, fixtures)
        connection = open_read_only(path)
        league_id, season_id = connection.execute(
            "select league_id, id from season order by id limit 1"
        ).fetchone()

        def one_season() -> object:
            return standings(connection, league_id=league_id, season_id=season_id, now=NOW)

        one_season(), by_pandas(connection, season_id)
        one = interleaved(one_season, lambda: by_pandas(connection, season_id), 31)
        print(
            f"one season: ours {one[0] * 1e3:.2f} ms, pandas {one[1] * 1e3:.2f} ms, {one[1] / one[0]:.1f} times"
        )
        every = interleaved(
            lambda: list(all_standings(connection, now=NOW)),
            lambda: connection.execute(GROUP_BY).fetchall(),
            7,
        )
        print(
            f"all seasons of {fixtures:,} fixtures: ours {every[0]:.3f} s, GROUP BY {every[1]:.3f} s, "
            f"{every[1] / every[0]:.2f} times"
        )
        connection.close()


if __name__ == "__main__":
    main()
