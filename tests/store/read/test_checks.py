"""What can't be true in a database, planted into the sample one at a time."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.read.checking import CHECKS, check
from footydata.store.read.finding import Finding, Severity

DAY = 86_400
FINISHED = "(select min(id) from fixture where status = 'finished' and league_id = 39 and state_detail is null)"
COMING = "(select max(id) from fixture where status = 'scheduled' and league_id = 39 and state_detail is null)"
QUOTE = f"fixture_id = {FINISHED} and market = 'corner_line' and bookmaker_id = (select min(id) from bookmaker)"
AGAIN = (
    "insert into fixture (id, league_id, season_id, home_id, away_id, kickoff_ts, status, state_detail, home_goals, "
    "away_goals) select 9999999, league_id, season_id, {sides}, kickoff_ts + {later}, status, {state}, home_goals, "
    f"away_goals from fixture where id = {FINISHED}"
)
SAME_SIDES, TURNED = "home_id, away_id", "away_id, home_id"

PLANTED = {
    "orphan": f"delete from fixture where id = {FINISHED}",
    "stray_name": "insert into external_id values (1, 'team', 'GB-ENG', 'Nobody', 77777, null, null)",
    "retired_for_nothing": "insert into retired_league values (7, 88888)",
    "not_in_team_list": f"delete from team_fixture where fixture_id = {FINISHED}",
    "wrong_in_team_list": f"insert into team_fixture values (1, 5, {FINISHED})",
    "without_source": f"delete from fixture_source where fixture_id = {FINISHED}",
    "overdue": f"update fixture set status = 'scheduled' where id = {FINISHED}",
    "live_too_long": f"update fixture set status = 'live' where id = {FINISHED}",
    "finished_without_goals": f"update fixture set away_goals = null where id = {FINISHED}",
    "finished_too_early": f"update fixture set status = 'finished', home_goals = 0, away_goals = 0 where id = {COMING}",
    "plays_itself": f"update fixture set away_id = home_id where id = {COMING}",
    "negative_count": f"update fixture set home_red = -1 where id = {FINISHED}",
    "half_above_full": f"update statistics set half_home_attacks = home_attacks + 1 where fixture_id = {FINISHED}",
    "impossible_possession": f"update statistics set home_possession = 60, away_possession = 60 "
    f"where fixture_id = {FINISHED}",
    "impossible_figure": f"insert into fixture_figure values ({FINISHED}, 'fouls', 0, -1, 3, 1)",
    "more_than_the_whole": f"insert into fixture_figure values ({FINISHED}, 'shots', 0, 0, 0, 1)",
    "events_contradict": f"update fixture set home_corners = home_corners + 1 where id = {FINISHED}",
    "event_number": f"update event set count = count + 1 where fixture_id = {FINISHED} and type = 'corner'",
    "double_fixture": AGAIN.format(sides=SAME_SIDES, later=DAY, state="state_detail"),
    "plays_twice": f"update fixture set kickoff_ts = (select kickoff_ts from fixture where id = {FINISHED}) where id = "
    f"(select max(fixture_id) from team_fixture where team_id = (select home_id from fixture where id = {FINISHED}))",
    "impossible_price": f"update odds set closing_price_2 = 1 where {QUOTE}",
    "impossible_line": f"update odds set closing_line = 9.6 where {QUOTE}",
    "misshapen_quote": f"update odds set opening_price_3 = 4 where {QUOTE}",
    "unknown_market": f"update odds set market = 'throw_ins' where {QUOTE}",
    "unknown_market_tick": "insert into odds_tick (fixture_id, bookmaker_id, market, recorded_ts) "
    f"values ({FINISHED}, 1, 'throw_ins', 0)",
    "season_of_another_league": f"update fixture set league_id = (select max(id) from league) where id = {FINISHED}",
    "outside_season": f"update fixture set kickoff_ts = kickoff_ts - 700 * {DAY} where id = {FINISHED}",
    "no_member": f"delete from season_team where team_id = (select home_id from fixture where id = {FINISHED})",
    "two_current_seasons": "insert into season values (99999, 39, '01/02', 2001, 1)",
}


@pytest.fixture
def planted(sample: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the sample to plant flaws in; nothing holds it to its foreign keys."""
    path = tmp_path / "football.db"
    shutil.copy(sample, path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def found(connection: sqlite3.Connection, now: int, kind: str) -> list[Finding]:
    return check(connection, now=now, kinds=[kind]).findings


def test_the_sample_is_clean(planted: sqlite3.Connection, now: int) -> None:
    checked = check(planted, now=now)
    assert checked.findings == []
    assert checked.errors == 0


def test_every_check_is_planted_here() -> None:
    planted_elsewhere = {
        "broken_file",
        "differs_from_claims",
        "met_twice",
        "in_two_leagues",
        "doubtful_table",
        "incomplete_season",
        "two_names",
        "shared_name",
        "ninety_minutes_unknown",
        "nations_meet_again",
        "nation_plays_twice",
    }
    assert set(PLANTED) | planted_elsewhere == {each.kind for each in CHECKS}


@pytest.mark.parametrize("kind", PLANTED)
def test_what_is_planted_is_found(planted: sqlite3.Connection, now: int, kind: str) -> None:
    planted.execute(PLANTED[kind])
    checked = check(planted, now=now, kinds=[kind])
    severity = next(each.severity for each in CHECKS if each.kind == kind)
    assert kind in [row.kind for row in checked.findings]
    assert (severity, kind) in [row[:2] for row in checked.counts]


def test_a_result_of_a_day_to_come_is_found_without_a_time(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(
        "update fixture set status = 'finished', home_goals = 0, away_goals = 0, time_known = 0, "
        f"kickoff_ts = {now + 2 * DAY} where id = {COMING}"
    )
    assert len(found(planted, now, "finished_too_early")) == 1


@pytest.mark.parametrize(
    ("figure", "count", "text"),
    [("home_corners", 83, "a side has 83 corners"), ("away_goals", 21, "more goals than shots")],
)
def test_a_count_that_no_side_can_have_is_found(
    planted: sqlite3.Connection, now: int, figure: str, count: int, text: str
) -> None:
    planted.execute(f"update fixture set {figure} = {count} where id = {FINISHED}")
    (row,) = found(planted, now, "impossible_figure")
    assert text in row.finding


@pytest.mark.parametrize(
    ("kind", "of", "text"),
    [
        ("orphan", "fixture", "is not there, and "),
        ("overdue", "fixture", "it is still scheduled, "),
        ("half_above_full", "fixture", "first-half home attacks is"),
        ("negative_count", "fixture", "home red is -1"),
        ("events_contradict", "fixture", "home corners are"),
        ("impossible_price", "fixture", "has a price of 1.0 in corner, closing_price_2"),
        ("impossible_line", "fixture", "has a line of 9.6 in corner, closing_line"),
        ("unknown_market", "fixture", "1 row of odds of an unknown market 'throw_ins'"),
        ("season_of_another_league", "fixture", "its season of league 39"),
        ("two_current_seasons", "league", "2 of its seasons are current"),
    ],
)
def test_a_finding_is_a_sentence_with_its_id_and_source(
    planted: sqlite3.Connection, now: int, kind: str, of: str, text: str
) -> None:
    fixture_id = planted.execute(f"select {FINISHED}").fetchone()[0]
    planted.execute(PLANTED[kind])
    row = next(row for row in found(planted, now, kind) if text in row.finding)
    assert (row.of, row.id) == (of, fixture_id if of == "fixture" else 39)
    assert row.source == (None if of == "league" else "sample")


def test_an_impossible_price_of_an_unknown_market_names_it(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(PLANTED["impossible_price"])
    planted.execute(PLANTED["unknown_market"])
    (row,) = found(planted, now, "impossible_price")
    assert "has a price of 1.0 in throw_ins, closing_price_2" in row.finding


def test_a_fixture_is_named_by_its_teams_and_day(planted: sqlite3.Connection, now: int) -> None:
    planted.execute(PLANTED["negative_count"])
    (row,) = found(planted, now, "negative_count")
    home, away, day = planted.execute(
        f"""select home.name, away.name, date(kickoff_ts, 'unixepoch') from fixture
        join team as home on home.id = home_id join team as away on away.id = away_id where fixture.id = {FINISHED}"""
    ).fetchone()
    assert row.finding == f"{home} - {away}, {day}: home red is -1"


@pytest.mark.parametrize("sides", [SAME_SIDES, TURNED])
def test_a_double_is_found_at_either_venue(
    planted: sqlite3.Connection, now: int, sides: str
) -> None:
    planted.execute(AGAIN.format(sides=sides, later=DAY, state="state_detail"))
    (row,) = found(planted, now, "double_fixture")
    assert row.id == 9_999_999
    assert ("at the other venue" in row.finding) == (sides == TURNED)


@pytest.mark.parametrize("state", ["postponed", "cancelled", "abandoned"])
def test_a_fixture_that_was_not_played_is_no_double(
    planted: sqlite3.Connection, now: int, state: str
) -> None:
    planted.execute(AGAIN.format(sides=SAME_SIDES, later=DAY, state=f"'{state}'"))
    assert found(planted, now, "double_fixture") == []


def test_a_pair_that_meets_twice_where_the_league_meets_once_is_found(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(AGAIN.format(sides=SAME_SIDES, later=9 * DAY, state="state_detail"))
    assert found(planted, now, "met_twice") == []
    planted.execute("update league set name = 'Premier League' where id = 39")
    (row,) = found(planted, now, "met_twice")
    assert (row.id, "meet 2 times at one venue" in row.finding) == (9_999_999, True)
    assert row.severity is Severity.REMARK


def test_a_season_that_is_over_with_uneven_teams_has_a_doubtful_table(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(
        """update fixture set in_table = 0 where id in (
          select id from fixture where home_id = (select min(home_id) from fixture where league_id = 39)
          and season_id = (select min(id) from season where league_id = 39) order by id limit 4)"""
    )
    (row,) = found(planted, now, "doubtful_table")
    assert (row.severity, row.of) == (Severity.ERROR, "season")
    assert "most teams have 30 fixtures here, others not" in row.finding
    planted.execute("update league set name = 'Premier League' where id = 39")
    assert found(planted, now, "incomplete_season") == []


def test_a_season_without_all_its_fixtures_is_a_remark_when_it_is_over(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute("update league set name = 'Premier League' where id = 39")
    planted.execute(f"update fixture set in_table = 0 where id = {FINISHED}")
    (row,) = found(planted, now, "incomplete_season")
    assert "239 of 240 fixtures of its 16 teams are finished" in row.finding
    assert found(planted, now, "doubtful_table") == []


def test_an_awarded_result_contradicts_no_events(planted: sqlite3.Connection, now: int) -> None:
    planted.execute(
        f"update fixture set home_goals = 3, away_goals = 0, state_detail = 'awarded' where id = {FINISHED}"
    )
    assert found(planted, now, "events_contradict") == []


def test_corners_of_a_timeline_without_any_are_not_compared(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(f"delete from event where fixture_id = {FINISHED} and type = 'corner'")
    assert found(planted, now, "events_contradict") == []


def test_scores_of_halves_are_compared_with_the_figures(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(
        f"update event set home_score = home_score + 1 where fixture_id = {FINISHED} and type = 'period_score'"
    )
    rows = found(planted, now, "events_contradict")
    assert ["half 1 is said" in row.finding for row in rows] == [True, False]
    assert "half 2 is said to have closed with" in rows[1].finding


def test_a_day_without_a_time_is_over_a_day_later(planted: sqlite3.Connection, now: int) -> None:
    planted.execute(
        f"update fixture set status = 'scheduled', kickoff_ts = :kickoff, time_known = 0 where id = {FINISHED}",
        {"kickoff": now - DAY - 1},
    )
    assert found(planted, now, "overdue") == []
    assert len(found(planted, now + DAY, "overdue")) == 1


def test_a_limit_is_of_each_kind_and_the_counts_are_whole(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute("update fixture set home_red = -1 where league_id = 39 and status = 'finished'")
    planted.execute(PLANTED["overdue"])
    checked = check(planted, now=now, limit=2)
    kinds = [row.kind for row in checked.findings]
    assert (kinds.count("negative_count"), kinds.count("overdue")) == (2, 1)
    counts = {row.kind: row[2] for row in checked.counts}
    assert counts["negative_count"] > 200
    assert checked.errors == sum(row[2] for row in checked.counts if row.severity is Severity.ERROR)


def test_a_broken_file_is_reported_and_the_rest_is_looked_for(
    sample: Path, tmp_path: Path, now: int
) -> None:
    content = bytearray(sample.read_bytes())
    content[-60_000:-20_000] = b"Z" * 40_000
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    connection = sqlite3.connect(broken)
    checked = check(connection, now=now)
    connection.close()
    assert checked.findings[0].kind == "broken_file"
    assert checked.findings[0].finding.startswith("this can't be looked for: ")
    assert checked.errors > 0


def test_a_check_on_a_page_that_can_not_be_read_says_so(
    sample: Path, tmp_path: Path, now: int
) -> None:
    content = bytearray(sample.read_bytes())
    content[4096 * 8 :] = b"Z" * (len(content) - 4096 * 8)
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    connection = sqlite3.connect(broken)
    checked = check(connection, now=now)
    connection.close()
    assert any("this can't be looked for: " in row.finding for row in checked.findings)


def test_a_final_score_without_ninety_minutes_is_a_remark(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(PLANTED["finished_without_goals"])
    planted.execute(
        "insert into knockout (fixture_id, final_home_goals, final_away_goals) "
        f"select id, 2, 1 from fixture where id = {FINISHED}"
    )
    assert found(planted, now, "finished_without_goals") == []
    (row,) = found(planted, now, "ninety_minutes_unknown")
    assert row.severity == Severity.REMARK
    assert row.finding.endswith(
        "it ended 2-1, perhaps after extra time: its score after ninety minutes is unknown"
    )


def test_a_score_after_extra_time_without_ninety_minutes_is_a_remark(
    planted: sqlite3.Connection, now: int
) -> None:
    planted.execute(PLANTED["finished_without_goals"])
    planted.execute(
        "insert into knockout (fixture_id, extra_home_goals, extra_away_goals) "
        f"select id, 2, 1 from fixture where id = {FINISHED}"
    )
    assert found(planted, now, "finished_without_goals") == []
    (row,) = found(planted, now, "ninety_minutes_unknown")
    assert row.severity == Severity.REMARK
    assert row.finding.endswith(
        "it ended 2-1 after extra time: its score after ninety minutes is unknown"
    )


def test_nations_meet_on_two_days_or_twice_on_one_and_send_two_elevens_out(
    tmp_path: Path, now: int
) -> None:
    """England played Wales and Ireland on 15 March 1890; of one day, the same score is a double."""
    results = tmp_path / "results.csv"
    results.write_text(
        "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral\n"
        "1890-03-15,Wales,England,1,3,British Home Championship,Wrexham,Wales,FALSE\n"
        "1890-03-15,Northern Ireland,England,1,9,British Home Championship,Belfast,Republic of Ireland,FALSE\n"
        "2023-03-25,Chad,Sudan,0,0,Friendly,N'Djamena,Chad,FALSE\n"
        "2023-03-27,Chad,Sudan,0,0,Friendly,N'Djamena,Chad,FALSE\n"
        "2023-06-01,Chad,Niger,0,0,Friendly,N'Djamena,Chad,FALSE\n"
        "2023-06-01,Niger,Chad,0,0,Friendly,Niamey,Niger,FALSE\n"
        "1974-02-17,Tahiti,New Caledonia,2,1,Friendly,Papeete,French Polynesia,FALSE\n"
        "1974-02-17,Tahiti,New Caledonia,1,2,Friendly,Papeete,French Polynesia,FALSE\n"
        "1929-06-16,Uruguay,Argentina,1,1,Friendly,Montevideo,Uruguay,FALSE\n"
        "1929-06-16,Argentina,Uruguay,2,0,Friendly,Buenos Aires,Argentina,FALSE\n"
    )
    with fd.Database(tmp_path / "nations.db") as database:
        database.load(results)
    with closing(sqlite3.connect(tmp_path / "nations.db")) as connection:
        findings = [
            (row.kind, row.finding.split(" in fixture")[0])
            for row in check(connection, now=now).findings
        ]
    assert findings == [
        ("double_fixture", "Niger - Chad, 2023-06-01: the same teams meet on the same day"),
        (
            "nations_meet_again",
            "Argentina - Uruguay, 1929-06-16: the same teams meet on the same day",
        ),
        (
            "nations_meet_again",
            "French Polynesia - New Caledonia, 1974-02-17: the same teams meet on the same day",
        ),
        ("nations_meet_again", "Chad - Sudan, 2023-03-27: the same teams meet 2 days before it"),
        (
            "nation_plays_twice",
            "Northern Ireland - England, 1890-03-15: England plays another team on the same day, at times unknown,",
        ),
    ]
