"""Positions by round and what is still in reach, from a database."""

from footydata.football.terms import DAY, TableType
from footydata.store.read.seasons.season import LeagueSeason
from footydata.store.read.seasons.season_course import reach, season_course
from tests.store.read.league import FIRST_DAY, LATER, LEAGUE, Make, SmallLeague


def by_round(league: SmallLeague) -> dict[int, str]:
    course = season_course(
        LeagueSeason(league.connection, LEAGUE, now=LATER), TableType.TOTAL, "round"
    )
    return {
        table.round or 0: "".join(row.team_name for row in table.rows) for _, table in course.tables
    }


def test_every_round_has_its_table(make: Make) -> None:
    league = make(teams=3)
    league.played("1-2 0:1", "1-3 1:0", "3-2 4:0")
    assert by_round(league) == {1: "BCA", 2: "BAC", 3: "CAB"}


def test_points_are_taken_from_the_round_of_the_decision_on(make: Make) -> None:
    league = make(teams=2)
    league.played("1-2 1:0", "1-2 0:0")
    league.taken(1, 6, day="2025-08-09")
    assert by_round(league) == {1: "AB", 2: "BA"}


def test_unknown_rounds_are_counted_by_fixtures_played(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 0:1")
    league.fixture("2-1 0:3")
    assert by_round(league) == {1: "BA", 2: "AB"}


def test_a_fixture_played_late_belongs_to_its_round(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 0:1", round=2)
    league.fixture("2-1 0:3", round=1, kickoff_ts=FIRST_DAY + 99 * DAY)
    assert by_round(league) == {1: "AB", 2: "AB"}


def reached(
    league: SmallLeague, *, now: int = LATER, at_ts: int | None = None
) -> dict[str, tuple[int, int, int]]:
    rows, _ = reach(LeagueSeason(league.connection, LEAGUE, now=now), at_ts)
    return {row.team_name: (row.remaining, row.best, row.worst) for row in rows}


def test_listed_fixtures_are_still_to_come(make: Make) -> None:
    league = make(teams=3)
    league.played("1-2 1:0", "1-3 1:0", "2-1 0:1")
    league.fixture("3-2", kickoff_ts=LATER + DAY)
    assert reached(league) == {"A": (0, 1, 1), "B": (1, 2, 3), "C": (1, 2, 3)}


def test_a_cancelled_fixture_is_not_to_come(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 1:0")
    league.fixture("2-1", state_detail="cancelled", kickoff_ts=LATER + DAY)
    assert reached(league) == {"A": (0, 1, 1), "B": (0, 2, 2)}


def test_the_format_counts_where_the_list_ends_early(make: Make) -> None:
    league = make(teams=2, rules="bundesliga")
    league.fixture("1-2 1:0")
    assert reached(league) == {"A": (1, 1, 2), "B": (1, 1, 2)}


def test_as_of_a_moment_what_followed_is_to_come(make: Make) -> None:
    league = make(teams=2)
    league.played("1-2 1:0", "2-1 1:0")
    assert reached(league, at_ts=FIRST_DAY + 3 * 3600) == {"A": (1, 1, 2), "B": (1, 1, 2)}


def test_a_season_closed_by_decision_has_nothing_to_come(make: Make) -> None:
    league = make(teams=2, rules="efl")
    league.fixture("1-2 1:0")
    league.connection.execute(
        "insert into season_rules values (100, 'efl-points-per-game', 'cut short', 'test')"
    )
    assert reached(league) == {"A": (0, 1, 1), "B": (0, 2, 2)}
