"""footydata find and counts."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import NotFound
from tests.faces.cli.running import command, run

counts = command("averages")
find = command("fixtures")


def asked(sample: Path, sql: str) -> int:
    with closing(sqlite3.connect(sample)) as connection:
        return int(connection.execute(sql).fetchone()[0])


def test_a_number_of_rows_has_one_bound_in_the_help_and_two_in_fact(sample: Path) -> None:
    assert "[1 or more]" in run(find, "--help").stdout
    assert "922337" not in run(find, "--help").stdout
    for limit in (0, 10**19):
        assert run(find, sample, "--where", "corners > 1", "--limit", limit).exit_code == 2


def test_cards_and_card_points_are_two_figures(sample: Path) -> None:
    where = "red = 1 and yellow = 3 and cards > 0 and card_points > 0"
    outcome = run(find, sample, "--where", where, "--limit", 1, "--format", "json")
    (row,) = json.loads(outcome.stdout)

    assert (row["cards"], row["card_points"]) == (4, 5)


def test_fixtures_are_found_newest_first(sample: Path) -> None:
    outcome = run(find, sample, "--where", "corners > 14", "--limit", 1000, "--format", "json")
    rows = json.loads(outcome.stdout)

    kickoffs = [row["kickoff_utc"] for row in rows]
    assert kickoffs == sorted(kickoffs, reverse=True)
    assert len(rows) == asked(
        sample,
        "select count(*) from fixture where home_corners + away_corners > 14 and status = 'finished' and esports = 0",
    )


def test_the_sample_size_is_reported(sample: Path) -> None:
    outcome = run(find, sample, "--where", "corners > 14", "--limit", 2)
    known = asked(
        sample,
        "select count(*) from fixture where home_corners is not null and status = 'finished' and esports = 0",
    )

    assert f" of {known:,} fixtures whose figures are known (" in outcome.stderr
    assert "The newest 2 are shown." in outcome.stderr
    assert len(outcome.stdout.splitlines()) == 4


def test_quiet_leaves_the_rows_alone(sample: Path) -> None:
    assert run(find, sample, "--where", "corners > 14", "--quiet").stderr == ""


def test_options_narrow_what_is_searched(sample: Path) -> None:
    league = ("--league", "Crown League", "--season", "25/26", "--format", "json")
    rows = json.loads(run(find, sample, "--where", "goals >= 0", "--limit", 1000, *league).stdout)
    team = rows[0]["home"]
    of_team = json.loads(run(find, sample, "--where", "goals >= 0", "--team", team, *league).stdout)
    day = rows[0]["kickoff_utc"][:10]
    of_day = json.loads(
        run(find, sample, "--where", "goals >= 0", "--start", day, "--end", day, *league).stdout
    )

    assert {(row["league"], row["season"]) for row in rows} == {("Crown League", "25/26")}
    assert all(team in (row["home"], row["away"]) for row in of_team)
    assert {row["kickoff_utc"][:10] for row in of_day} == {day}


def test_nothing_found_is_an_error_with_the_sample_size(sample: Path) -> None:
    outcome = run(find, sample, "--where", "corners > 99")

    assert isinstance(outcome.exception, NotFound)
    assert str(outcome.exception).startswith("no fixture with corners > 99, of ")


def test_days_without_a_finished_fixture_name_the_nearest(sample: Path) -> None:
    outcome = run(find, sample, "--where", "corners > 14", "--end", "2014-01-01")
    assert isinstance(outcome.exception, NotFound)
    said = str(outcome.exception)
    assert re.fullmatch(
        r"no finished fixtures up to 2014-01-01 match; the nearest days with any: [-0-9]{10}", said
    )


def test_a_condition_that_is_none_is_refused(sample: Path) -> None:
    assert run(find, sample, "--where", "1; drop table fixture").exit_code == 2


def test_a_season_alone_is_that_of_every_league(sample: Path) -> None:
    leagues = {
        row["league"]
        for row in json.loads(
            run(
                find, sample, "--where", "goals > 1", "--season", "25/26", "--format", "json"
            ).stdout
        )
    }
    assert len(leagues) > 1


def test_counts_give_a_row_a_team_with_its_sample(sample: Path) -> None:
    outcome = run(
        counts, sample, "--market", "corner", "--line", 10.5, "--league", 39, "--season", "25/26"
    )

    header, _, *rows = outcome.stdout.splitlines()
    assert header.split() == [
        "team",
        "fixtures",
        "over",
        "lost",
        "share",
        "95",
        "%",
        "price",
        "mean",
    ]
    assert len(rows) == asked(
        sample,
        "select count(*) from season_team join season on season.id = season_team.season_id "
        "where season.league_id = 39 and season.label = '25/26'",
    )


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        (10, ["team", "fixtures", "over", "void", "lost"]),
        (9.75, ["team", "fixtures", "over", "half_won", "lost"]),
        (10.25, ["team", "fixtures", "over", "half_lost", "lost"]),
    ],
)
def test_people_see_the_ends_that_the_line_had(
    sample: Path, line: float, titles: list[str]
) -> None:
    header = run(
        counts, sample, "--market", "corner", "--line", line, "--league", 39
    ).stdout.splitlines()[0]

    assert header.split()[: len(titles)] == titles


def test_a_line_that_is_missing_is_asked_for_by_its_option(sample: Path) -> None:
    outcome = run(counts, sample, "--market", "corner", "--league", 39)
    assert outcome.exit_code == 2
    assert "corner needs a line, a multiple of 0.25" in outcome.stderr


def test_programs_see_every_end_and_the_line(sample: Path) -> None:
    rows = json.loads(
        run(
            counts,
            sample,
            "--market",
            "1x2",
            "--side",
            "draw",
            "--by",
            "league",
            "--format",
            "json",
        ).stdout
    )

    assert {(row["market"], row["line"], row["side"], row["half_won"]) for row in rows} == {
        ("1x2", None, "draw", 0)
    }
    assert all(row["won"] + row["lost"] == row["fixtures"] for row in rows)


def test_a_venue_is_counted_alone(sample: Path) -> None:
    common = ("--market", "corner_asian", "--line", -0.5, "--league", 39, "--format", "json")
    everywhere, at_home = (
        json.loads(run(counts, sample, *common, *venue).stdout)
        for venue in ((), ("--venue", "home"))
    )

    assert sum(row["fixtures"] for row in everywhere) == 2 * sum(row["fixtures"] for row in at_home)


def test_no_known_figure_is_an_error(sample: Path) -> None:
    outcome = run(counts, sample, "--market", "corner", "--line", 10.5, "--end", "2000-01-01")

    assert isinstance(outcome.exception, NotFound)


@pytest.mark.parametrize("written", ["Corner line", "CORNER", "corner_line"])
def test_a_market_is_counted_by_any_of_its_names(sample: Path, written: str) -> None:
    asked = (sample, "--league", 39, "--line", 9.5, "--format", "json")
    assert (
        run(counts, *asked, "--market", written).stdout
        == run(counts, *asked, "--market", "corner").stdout
    )


def test_a_market_that_there_is_not_is_wrong_usage_that_lists_them(sample: Path) -> None:
    outcome = run(counts, sample, "--market", "cornr", "--line", 9.5)
    assert outcome.exit_code == 2
    assert (
        "unknown market 'cornr' (did you mean corner?); the markets are 1x2, asian"
        in outcome.output
    )
