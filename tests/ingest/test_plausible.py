"""Facts of a file that check each other, and what is stored where they can't all be true."""

import sqlite3
from datetime import date, timedelta
from typing import Any

import pytest

from footydata.football.records import StatisticsRecord
from footydata.football.terms import Part
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import (
    NO_ID,
    Claims,
    Figures,
    ParsedFigure,
    ParsedFixture,
    ParsedOdds,
    TeamKey,
    UnreadableFile,
    season_across,
)
from footydata.sources.plausible import (
    AWARDED,
    CHANCES,
    EXCHANGED,
    FAR,
    HALF_ABOVE_FULL,
    HALF_RESULT,
    LINE,
    MIDNIGHT,
    OTHER_YEAR,
    RESULT,
    SEASON,
    SHOTS,
    SIDES,
    TO_COME,
    WEEKDAY,
    YEAR,
    FactCheck,
)
from tests.ingest.parsed_rows import BET365, ODDS, Put, fixture, played

FRIDAY, SATURDAY, SUNDAY = 4, 5, 6
OF_2018 = season_across(2018)
HALVES = Part.BASE | Part.GOALS | Part.HALF_GOALS


def whole(number: int, goals: tuple[int, int] = (2, 1), **fields: Any) -> ParsedFixture:
    """The fixture of two teams of a number, with a half-time score."""
    figures = Figures(*goals, min(goals[0], 1), 0)
    sides = {"home": TeamKey(f"Home {number}"), "away": TeamKey(f"Away {number}")}
    return played(**{"parts": HALVES, "figures": figures, "line": number, **sides, **fields})


def checks(result: ImportResult) -> list[tuple[str, int | None]]:
    """What was found, refused or remarked on, with its line."""
    return [(each.reason.split(", ")[0], each.line) for each in (*result.refusals, *result.remarks)]


@pytest.mark.parametrize(
    ("kickoff", "claims", "check", "stored"),
    [
        ("2018-01-18", Claims(FRIDAY, OF_2018), YEAR, "2019-01-18 00:00:00"),
        ("2019-01-18", Claims(SUNDAY, OF_2018), WEEKDAY, None),
        ("2018-01-18", Claims(None, OF_2018), SEASON, None),
    ],
    ids=["year by weekday and season", "weekday", "season"],
)
def test_a_day_that_weekday_or_season_contradict_is_mended_or_refused(
    connection: sqlite3.Connection,
    put: Put,
    kickoff: str,
    claims: Claims,
    check: FactCheck,
    stored: str | None,
) -> None:
    row = played(kickoff=kickoff, season=None, time_known=False, claims=claims)
    assert checks(put(row)) == [(check.reason.split(", ")[0], 2)]
    rows = connection.execute("select kickoff_utc from fixture").fetchall()
    assert rows == ([(stored,)] if stored else [])


@pytest.mark.parametrize(
    "claims",
    [Claims(SATURDAY, season_across(2024)), Claims(SUNDAY, season_across(2024))],
    ids=["of the same day", "of the next day, as the moment may be one of another zone"],
)
def test_a_kickoff_that_fits_weekday_and_season_is_taken(put: Put, claims: Claims) -> None:
    result = put(played(kickoff="2024-08-17T23:30", claims=claims))
    assert (result.fixtures_new, checks(result)) == (1, [])


@pytest.mark.parametrize(
    ("figures", "claims", "check", "stored"),
    [
        (Figures(2, 1, 1, 0), Claims(result="D"), RESULT, (2, 1, 1, 0)),
        (Figures(2, 1, 1, 0), Claims(half_result="A"), HALF_RESULT, (2, 1, 1, 0)),
        (Figures(1, 1, 2, 0), None, HALF_ABOVE_FULL, (1, 1, None, None)),
    ],
    ids=["result", "half-time result", "half time above full time"],
)
def test_what_contradicts_the_goals_is_set_aside(
    connection: sqlite3.Connection,
    put: Put,
    figures: Figures,
    claims: Claims | None,
    check: FactCheck,
    stored: tuple[int | None, ...],
) -> None:
    result = put(played(figures=figures, parts=HALVES, claims=claims))
    assert checks(result) == [(check.reason, 2)]
    sql = "select home_goals, away_goals, half_home_goals, half_away_goals from fixture"
    assert connection.execute(sql).fetchall() == [stored]


@pytest.mark.parametrize(("wrong", "rows"), [(3, 100), (2, 5)], ids=["many", "of a few"])
def test_a_file_whose_results_two_facts_contradict_is_not_read(
    connection: sqlite3.Connection, put: Put, wrong: int, rows: int
) -> None:
    exchanged = [
        whole(number, (0, 2), figures=Figures(0, 2, 1, 0), claims=Claims(result="H"))
        for number in range(wrong)
    ]
    with pytest.raises(UnreadableFile):
        put(*exchanged, *map(whole, range(wrong, rows)))


@pytest.mark.parametrize(
    ("quote", "check", "left"),
    [
        (ParsedOdds(BET365, "1x2", None, 1.05, 5.0, 1.63), CHANCES, 0),
        (ParsedOdds(BET365, "goal_line", 25.0, 1.9, 1.9, None, 2.5, 1.9, 1.9), LINE, 1),
        (ParsedOdds(BET365, "asian_handicap", -12.0, 1.9, 1.9), LINE, 0),
        (ParsedOdds(BET365, "double_chance", None, 1.3, 1.3, 1.3), None, 1),
        (ParsedOdds(BET365, "1x2", None, 1.9, 3.5, None), None, 1),
        (ParsedOdds(BET365, "corner_line", 24.5, 1.9, 1.9), None, 1),
    ],
    ids=["chances", "goal line", "handicap", "two winners", "a price is unknown", "corner line"],
)
def test_a_quote_that_can_not_be_is_set_aside(
    connection: sqlite3.Connection, put: Put, quote: ParsedOdds, check: FactCheck | None, left: int
) -> None:
    result = put(fixture(odds=(quote,), parts=ODDS))
    assert [reason for reason, _ in checks(result)] == ([check.reason] if check else [])
    stored = connection.execute("select opening_line, closing_line from odds").fetchall()
    assert len(stored) == left
    assert (25.0, 2.5) not in stored


def test_days_written_as_midnight_are_days_without_a_time(
    connection: sqlite3.Connection, put: Put
) -> None:
    days = [whole(number, kickoff=f"2024-08-{number:02}T00:00") for number in range(1, 6)]
    result = put(*days, whole(6, kickoff="2024-08-06T19:00"))
    assert checks(result) == [(MIDNIGHT.reason.split(", ")[0], 1)]
    sql = "select time_known, count(*) from fixture group by 1 order by 1"
    assert connection.execute(sql).fetchall() == [(0, 5), (1, 1)]


def test_a_kickoff_at_midnight_among_others_is_one(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(*(whole(number) for number in range(1, 6)), whole(6, kickoff="2024-08-06T00:00"))
    assert connection.execute("select min(time_known) from fixture").fetchone() == (1,)


@pytest.mark.parametrize(
    ("rows", "check"),
    [
        ([whole(1), whole(2, (0, 2), figures=Figures(0, 2))], None),
        ([whole(1), whole(2, (0, 3), figures=Figures(0, 3))], AWARDED),
        (
            [
                whole(1, figures=Figures(2, 1, 1, 0, 4, 5)),
                whole(2, (0, 2), figures=Figures(0, 2)),
            ],
            AWARDED,
        ),
        ([whole(1), whole(2, figures=Figures(3, 0)), whole(3, figures=Figures(3, 0))], None),
        ([whole(2, (0, 3), figures=Figures(0, 3))], None),
    ],
    ids=["half time alone, 0-2", "half time alone, 0-3", "corners", "too many", "no other fixture"],
)
def test_a_result_without_figures_where_all_others_have_them_is_awarded(
    connection: sqlite3.Connection, put: Put, rows: list[ParsedFixture], check: FactCheck | None
) -> None:
    assert [reason for reason, _ in checks(put(*rows))] == (
        [AWARDED.reason.split(", ")[0]] if check else []
    )
    awarded = connection.execute(
        "select count(*) from fixture where state_detail = 'awarded'"
    ).fetchone()
    assert awarded == (1 if check else 0,)


@pytest.mark.parametrize(
    ("later", "source", "is_awarded"),
    [
        (Figures(0, 3, 0, 1), "football-data", False),
        (Figures(0, 3, 0, 1), "openfootball", False),
        (Figures(1, 1, 0, 1), "openfootball", True),
        (Figures(0, 3), "openfootball", True),
    ],
    ids=["the same source", "another with the score", "another score", "no figure"],
)
@pytest.mark.parametrize("step", [1, -1], ids=["the award first", "the award last"])
def test_an_award_by_absence_goes_with_figures_beside_the_same_score(
    connection: sqlite3.Connection,
    put: Put,
    later: Figures,
    source: str,
    is_awarded: bool,
    step: int,
) -> None:
    row = whole(2, figures=Figures(0, 3))
    loads = [
        ((whole(1), row), "football-data"),
        ((row._replace(figures=later),), source),
    ]
    for rows, of in loads[::step]:
        put(*rows, source=of)
    sql = "select state_detail from fixture where home_goals <> 2"
    assert connection.execute(sql).fetchall() == [("awarded" if is_awarded else None,)]


def test_many_more_goals_of_away_sides_are_a_doubt(put: Put) -> None:
    rows = [whole(number, (1, 2)) for number in range(150)]
    assert checks(put(*rows)) == [(SIDES.reason.split(", ")[0], None)]


def test_a_result_of_a_day_to_come_is_a_doubt(put: Put) -> None:
    fixture = whole(2, kickoff="2026-09-23T15:00")
    assert checks(put(whole(1), fixture)) == [(TO_COME.reason, 2)]


def test_more_shots_on_target_than_shots_are_a_doubt(put: Put) -> None:
    on_target = StatisticsRecord(NO_ID, home_shots_on_target=5, away_shots_on_target=1)
    result = put(played(statistics=on_target, further=(ParsedFigure("shots", 4, 9),)))
    assert checks(result) == [(SHOTS.reason, 2)]
    assert result.fixtures_new == 1


@pytest.mark.parametrize(
    ("slip", "check"),
    [("2024-02-08", EXCHANGED), ("2014-08-02", FAR), ("2024-12-11", None)],
    ids=["day and month exchanged", "another year", "put off"],
)
def test_a_day_out_of_its_files_order_is_a_doubt(
    put: Put, slip: str, check: FactCheck | None
) -> None:
    days = [f"2024-{month:02}-{day:02}" for month in (7, 8, 9) for day in range(1, 26, 2)]
    days[14] = slip
    result = put(*(whole(number, kickoff=f"{day}T15:00") for number, day in enumerate(days)))
    assert checks(result) == ([(check.reason.split(", ")[0], 14)] if check else [])


@pytest.mark.parametrize(
    ("first_saturday", "expected"),
    [
        ("2024-08-17", []),
        ("2025-08-17", [(OTHER_YEAR.reason, None)]),
        ("2023-08-17", [(OTHER_YEAR.reason, None)]),
    ],
    ids=["as they are", "a year late", "a year early"],
)
def test_weekdays_of_no_season_are_a_doubt_of_the_file(
    put: Put, first_saturday: str, expected: list[tuple[str, None]]
) -> None:
    """Of a round two are played on its Friday, four on its Saturday, three on its Sunday and one on its Monday."""
    first = date.fromisoformat(first_saturday)
    offsets = (-1, -1, 0, 0, 0, 0, 1, 1, 1, 2)
    days = [first + timedelta(days=7 * week + day) for week in range(20) for day in offsets]
    rows = [
        whole(number, kickoff=f"{day}", time_known=False)
        for number, day in enumerate(days, start=2)
    ]
    assert checks(put(*rows)) == expected
