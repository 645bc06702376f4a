"""What becomes of what sources tell, once and again."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from footydata.football.records import OddsTickRecord, StatisticsRecord, VenueRecord
from footydata.football.terms import Part, Status
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedRetirement,
    ParsedTeam,
    ParsedTick,
    Refusal,
    TeamKey,
)
from tests.ingest.parsed_rows import (
    BET365,
    ENGLAND,
    ODDS,
    SCOTLAND,
    SEASON,
    Put,
    fixture,
    goal,
    moment,
    parts_of,
    played,
    result_prices,
)


@pytest.fixture
def stored(connection: sqlite3.Connection) -> Callable[[str], Any]:
    """Columns of the one fixture."""

    def read(columns: str) -> Any:
        (row,) = connection.execute(f"select {columns} from fixture").fetchall()
        return row

    return read


Stored = Callable[[str], Any]


def test_a_new_fixture_lands_with_all_that_hangs_on_it(
    connection: sqlite3.Connection, put: Put
) -> None:
    result = put(
        played(
            parts=ODDS | Part.GOALS | Part.STATISTICS | Part.EVENTS,
            statistics=StatisticsRecord(NO_ID, home_shots_on_target=5),
            events=(goal(1, 10), goal(2, 44)),
            odds=(result_prices(2.0, 3.4, 3.9),),
            ticks=(ParsedTick(BET365, "1x2", 100, price_1=2.1, price_2=3.4, price_3=3.8),),
        )
    )
    assert (result.rows_read, result.rows_kept, result.fixtures_new) == (1, 1, 1)
    (fixture_id,) = connection.execute("select id from fixture").fetchone()
    assert connection.execute("select home_shots_on_target from statistics").fetchall() == [(5,)]
    assert connection.execute("select seq, minute from event").fetchall() == [(1, 10), (2, 44)]
    assert connection.execute("select market, opening_price_3 from odds").fetchall() == [
        ("1x2", 3.9)
    ]
    ticks = [OddsTickRecord._make(row) for row in connection.execute("select * from odds_tick")]
    assert [(tick.fixture_id, tick.recorded_ts, tick.price_1) for tick in ticks] == [
        (fixture_id, 100, 2.1)
    ]
    assert connection.execute("select count(*) from team_fixture").fetchone() == (2,)
    assert (
        parts_of(connection, "football-data")
        == ODDS | Part.GOALS | Part.STATISTICS | Part.EVENTS | Part.ODDS_HISTORY
    )


def dumped(connection: sqlite3.Connection) -> list[str]:
    """The whole database as SQL."""
    return list(connection.iterdump())


def test_the_same_again_changes_nothing(connection: sqlite3.Connection, put: Put) -> None:
    parsed = played(
        odds=(result_prices(2.0, 3.4, 3.9),),
        events=(goal(1, 10),),
        parts=ODDS | Part.GOALS | Part.EVENTS,
    )
    put(parsed, now=1)
    before = dumped(connection)
    result = put(parsed, now=2)
    assert (result.fixtures_new, result.fixtures_changed, result.rows_changed) == (0, 0, 0)
    assert dumped(connection) == before


def test_a_later_snapshot_finishes_a_fixture(put: Put, stored: Stored) -> None:
    put(fixture())
    result = put(played((2, 1)))
    assert (result.fixtures_new, result.fixtures_changed) == (0, 1)
    assert stored("status, home_goals, away_goals") == ("finished", 2, 1)
    assert result.conflicts == []


def test_an_older_snapshot_does_not_undo_a_result(put: Put, stored: Stored) -> None:
    put(played((2, 1)))
    result = put(fixture())
    assert stored("status, home_goals, away_goals") == ("finished", 2, 1)
    assert (result.rows_changed, result.conflicts) == (0, [])


def test_finished_is_final_and_the_difference_is_reported(put: Put, stored: Stored) -> None:
    put(played((2, 1)))
    result = put(played((2, 2)))
    assert stored("home_goals, away_goals") == (2, 1)
    (difference,) = result.conflicts
    assert (
        difference.what,
        difference.stored,
        difference.incoming,
        difference.is_taken,
        difference.line,
    ) == (
        "goals",
        "2-1",
        "2-2",
        False,
        2,
    )
    assert result.rows_changed == 0


def test_a_finished_fixture_can_be_corrected(put: Put, stored: Stored) -> None:
    put(played((2, 1)))
    result = put(played((2, 2)), correct=True)
    assert stored("home_goals, away_goals") == (2, 2)
    assert [difference.is_taken for difference in result.conflicts] == [True]


def test_filling_in_what_was_unknown_contradicts_nothing(
    connection: sqlite3.Connection, put: Put, stored: Stored
) -> None:
    put(played((2, 1)))
    with_corners = played(
        figures=Figures(2, 1, home_corners=7, away_corners=3),
        parts=Part.BASE | Part.GOALS | Part.CORNERS | Part.STATISTICS,
        referee="M Dean",
        statistics=StatisticsRecord(NO_ID, home_shots_on_target=4),
    )
    result = put(with_corners, source="openfootball")
    assert stored("home_goals, home_corners, away_corners") == (2, 7, 3)
    assert result.conflicts == []
    assert parts_of(connection, "openfootball") & Part.CORNERS
    result = put(
        played(
            statistics=StatisticsRecord(NO_ID, home_possession=55),
            parts=Part.BASE | Part.STATISTICS,
        )
    )
    assert connection.execute(
        "select home_shots_on_target, home_possession from statistics"
    ).fetchall() == [(4, 55)]


@pytest.mark.parametrize(
    "order", [("openfootball", "football-data"), ("football-data", "openfootball")]
)
def test_the_more_trusted_source_stands_in_either_order(
    connection: sqlite3.Connection, put: Put, stored: Stored, order: tuple[str, str]
) -> None:
    goals = {"openfootball": (1, 1), "football-data": (2, 1)}
    put(played(goals[order[0]]), source=order[0])
    result = put(played(goals[order[1]]), source=order[1])
    assert stored("home_goals, away_goals") == (2, 1)
    assert [difference.is_taken for difference in result.conflicts] == [order[1] == "football-data"]
    assert parts_of(connection, "football-data") == Part.BASE | Part.GOALS
    assert parts_of(connection, "openfootball") == Part.BASE


def test_a_ground_of_another_name_is_reported_by_its_column(put: Put) -> None:
    known, other = (
        played(
            parts=Part.BASE | Part.GOALS | Part.VENUE, venue=VenueRecord(NO_ID, ground, "London")
        )
        for ground in ("Highbury", "Arsenal Stadium")
    )
    put(known)
    (conflict,) = put(other, source="openfootball").conflicts
    assert (conflict.what, conflict.stored, conflict.incoming) == (
        "ground",
        "Highbury",
        "Arsenal Stadium",
    )


def test_a_less_trusted_source_corrects_nothing(put: Put, stored: Stored) -> None:
    put(played((2, 1)))
    put(played((0, 0)), source="openfootball", correct=True)
    assert stored("home_goals, away_goals") == (2, 1)


def test_a_postponed_fixture_moves_with_its_teams_lists(
    connection: sqlite3.Connection, put: Put, stored: Stored
) -> None:
    put(fixture("2024-12-07T12:30"))
    result = put(fixture("2025-02-12T19:30"))
    assert (result.fixtures_new, result.fixtures_changed) == (0, 1)
    assert stored("kickoff_ts") == (moment("2025-02-12T19:30"),)
    kickoffs = connection.execute("select kickoff_ts from team_fixture").fetchall()
    assert kickoffs == [(moment("2025-02-12T19:30"),)] * 2


def test_a_known_time_fills_in_a_day(put: Put, stored: Stored) -> None:
    put(played(kickoff="2024-08-17", time_known=False))
    result = put(played(kickoff="2024-08-17T14:00"))
    assert stored("kickoff_ts, time_known") == (moment("2024-08-17T14:00"), 1)
    assert result.conflicts == []


def test_a_day_without_a_time_tells_nothing_of_a_known_kickoff(put: Put, stored: Stored) -> None:
    put(played(kickoff="2024-08-17T14:00"))
    result = put(played(kickoff="2024-08-17", time_known=False))
    assert stored("kickoff_ts, time_known") == (moment("2024-08-17T14:00"), 1)
    assert (result.rows_changed, result.conflicts) == (0, [])


def test_another_kickoff_of_a_finished_fixture_is_a_contradiction(put: Put, stored: Stored) -> None:
    put(played(kickoff="2024-08-17T14:00"))
    (difference,) = put(played(kickoff="2024-08-17T16:30")).conflicts
    assert (difference.what, difference.stored, difference.incoming) == (
        "kickoff",
        "2024-08-17 14:00",
        "2024-08-17 16:30",
    )
    assert stored("kickoff_ts") == (moment("2024-08-17T14:00"),)


def test_a_pair_that_meets_twice_at_a_venue_has_two_fixtures(
    connection: sqlite3.Connection, put: Put
) -> None:
    first, second = (
        played(kickoff=kickoff, league=SCOTLAND, home=TeamKey("Hearts"), away=TeamKey("Celtic"))
        for kickoff in ("2024-09-14T14:00", "2025-03-29T15:00")
    )
    put(first)
    assert put(first, second).fixtures_new == 1
    assert put(second, first).fixtures_new == 0
    assert connection.execute("select count(distinct id) from fixture").fetchone() == (2,)


def test_an_open_fixture_of_such_a_pair_moves_by_weeks(put: Put, stored: Stored) -> None:
    scottish = {"league": SCOTLAND, "home": TeamKey("Hearts"), "away": TeamKey("Celtic")}
    put(fixture("2024-12-07T15:00", **scottish))
    assert put(played(kickoff="2025-01-15T19:45", **scottish)).fixtures_new == 0
    assert stored("status, kickoff_ts") == ("finished", moment("2025-01-15T19:45"))


def test_a_play_off_is_not_the_league_fixture_of_the_same_pair(put: Put) -> None:
    put(played(kickoff="2024-08-17T14:00"))
    result = put(played(kickoff="2025-05-14T19:00", stage="Play-off", in_table=False))
    assert result.fixtures_new == 1


def test_a_stage_that_another_source_tells_is_filled_in(put: Put, stored: Stored) -> None:
    put(played())
    put(played(stage="Championship"), source="openfootball")
    assert stored("stage, in_table") == ("Championship", 1)


def test_the_same_fixture_twice_in_a_file_is_one(connection: sqlite3.Connection, put: Put) -> None:
    result = put(played((2, 1)), played((2, 2), line=3))
    assert (result.rows_read, result.fixtures_new) == (2, 1)
    assert [difference.line for difference in result.conflicts] == [3]


def test_a_fixture_that_was_postponed_says_so_until_it_is_played(put: Put, stored: Stored) -> None:
    put(fixture())
    put(fixture(state_detail="postponed"))
    assert stored("status, state_detail") == ("scheduled", "postponed")
    put(played(kickoff="2024-10-01T19:00"))
    assert stored("status, state_detail") == ("finished", None)


def test_a_live_fixture_goes_back_to_scheduled_only_before_it_has_begun(
    put: Put, stored: Stored
) -> None:
    live = fixture(status=Status.LIVE, figures=Figures(0, 0), parts=Part.BASE | Part.GOALS)
    put(live)
    put(fixture())
    assert stored("status") == ("scheduled",)
    put(live._replace(figures=Figures(1, 0)))
    put(fixture())
    assert stored("status") == ("live",)


def test_a_fixture_goes_from_scheduled_over_live_to_finished(put: Put, stored: Stored) -> None:
    put(fixture())
    assert stored("status") == ("scheduled",)
    put(fixture(status=Status.LIVE, figures=Figures(0, 0), parts=Part.BASE | Part.GOALS))
    assert stored("status") == ("live",)
    put(played((2, 1)))
    assert stored("status, home_goals, away_goals") == ("finished", 2, 1)


def test_live_figures_follow_their_source(put: Put, stored: Stored) -> None:
    live = fixture(status=Status.LIVE, figures=Figures(0, 0), parts=Part.BASE | Part.GOALS)
    put(live)
    result = put(live._replace(figures=Figures(1, 0)))
    assert stored("home_goals, away_goals") == (1, 0)
    assert result.conflicts == []


def test_a_fixture_is_found_again_by_its_sources_own_id(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture("2024-08-17T14:00", key="15946", league=SCOTLAND))
    result = put(fixture("2025-05-17T14:00", key="15946", league=SCOTLAND))
    assert (result.fixtures_new, result.fixtures_changed) == (0, 1)


def test_a_fixture_of_no_known_season_is_the_same_by_its_kickoff(put: Put) -> None:
    put(fixture(season=None, key="7"))
    assert put(fixture(season=None, key="7")).fixtures_new == 0


def test_a_fixture_of_an_unknown_country_is_refused_and_the_rest_kept(put: Put) -> None:
    result = put(fixture(league=LeagueKey("XX", "Any League")), played())
    assert (result.rows_read, result.rows_kept) == (2, 1)
    assert [(refusal.reason, refusal.line) for refusal in result.refusals] == [
        ("'XX' is not a country code of the contract", 2)
    ]


def test_refusals_are_counted_as_rows_but_set_aside_values_are_not(put: Put) -> None:
    result = put(Refusal("no day", 2, "x"), Refusal("no decimal price", 3, "c", "B365H"), played())
    assert (result.rows_read, result.rows_kept, len(result.refusals)) == (2, 1, 2)


def test_a_league_is_reported_with_its_seasons(connection: sqlite3.Connection, put: Put) -> None:
    cup = LeagueKey("WORLD", "Friendlies Cup")
    put(ParsedLeague(cup, "Friendlies", has_standings=False, seasons=(SEASON,), current="24/25"))
    assert connection.execute("select short_name, has_standings from league").fetchall() == [
        ("Friendlies", 0)
    ]
    assert connection.execute("select label, current from season").fetchall() == [("24/25", 1)]


def test_what_is_packaged_of_a_league_stands_beside_a_file(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(
        ParsedLeague(LeagueKey("WORLD", "FIFA World Cup"), has_standings=True),
        source="openfootball",
    )
    assert connection.execute("select name, has_standings from league").fetchall() == [
        ("World Cup", 0)
    ]


def test_a_remotes_league_keeps_its_id_and_follows_its_name(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(ParsedLeague(LeagueKey("GB-ENG", "Premier League", 39)), source="v1")
    put(ParsedLeague(LeagueKey("GB-ENG", "Premier League 2", 39), esports=True), source="v1")
    assert connection.execute("select id, name, esports from league").fetchall() == [
        (39, "Premier League 2", 1)
    ]


def test_names_members_bookmakers_and_retirements_land(
    connection: sqlite3.Connection, put: Put
) -> None:
    bury, league = TeamKey("Bury"), LeagueKey("GB-ENG", "League One")
    put(
        ParsedTeam(TeamKey("France", country="FR")),
        ParsedMember(league, SEASON, bury),
        ParsedBookmaker(BookmakerKey("pinnacle", "Pinnacle"), is_default=True),
        ParsedName("FR", "de", "Frankreich"),
        ParsedName(league, "de", "Dritte Liga Englands"),
        ParsedName(TeamKey("France", country="FR"), "de", "Frankreich"),
        ParsedRetirement(77, ENGLAND),
    )
    assert connection.execute("select name from team order by name").fetchall() == [
        ("Bury",),
        ("France",),
    ]
    assert connection.execute("select count(*) from season_team").fetchone() == (1,)
    assert connection.execute("select slug from bookmaker where is_default = 1").fetchall() == [
        ("pinnacle",)
    ]
    for table in ("country_name", "league_name", "team_name"):
        assert connection.execute(f"select lang from {table}").fetchall() == [("de",)]
    (survivor,) = connection.execute(
        "select survivor_id from retired_league where id = 77"
    ).fetchone()
    assert connection.execute("select name from league where id = ?", (survivor,)).fetchone() == (
        "Premier League",
    )


def test_points_decisions_land_with_their_source(connection: sqlite3.Connection, put: Put) -> None:
    arsenal = TeamKey("Arsenal")
    put(played(), ParsedAdjustment(ENGLAND, SEASON, arsenal, -3, "fielded twelve", "2025-01-02"))
    row = connection.execute(
        "select points, reason, decided_on, source from points_adjustment"
    ).fetchall()
    assert row == [(-3, "fielded twelve", "2025-01-02", "football-data")]
