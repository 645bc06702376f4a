"""Who goes through a tie and by what: golden ties, the cups of the shared data, contradictions, and properties."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.register.leagues import AwayGoalsCount, away_goals_of
from footydata.football.scores import Score
from footydata.football.terms import DAY, Side, StateDetail, Status
from footydata.rules.ties import By, CupFixture, CupTie, Round, rounds_of, tie_of
from tests.rules.cup_files import json_cup, team_id, text_cup

ONE, OTHER, THIRD = 1, 2, 3
NO, NINETY, EXTRA = AwayGoalsCount.NO, AwayGoalsCount.NINETY_MINUTES, AwayGoalsCount.EXTRA_TIME


def _legs(
    first: Score, second: Score, extra: Score | None = None, shootout: Score | None = None
) -> list[CupFixture]:
    return [
        CupFixture(1, DAY, "Semi-finals", ONE, OTHER, first),
        CupFixture(2, 8 * DAY, "Semi-finals", OTHER, ONE, second, extra, shootout),
    ]


def _one(
    goals: Score | None, extra: Score | None = None, shootout: Score | None = None
) -> CupFixture:
    return CupFixture(1, DAY, "Final", ONE, OTHER, goals, extra, shootout)


GOLDEN = {
    # BBC, 19 April 2023: Ajax 2-3 Tottenham on 8 May 2019, 3-3 on aggregate, Tottenham on away goals.
    "Tottenham - Ajax 2019": ((0, 1), (2, 3), None, None, 2018, ONE, By.AWAY_GOALS),
    # uefa.com: Manchester City 4-3 Tottenham on 17 April 2019, 4-4 on aggregate, Tottenham on away goals.
    "Tottenham - Manchester City 2019": ((1, 0), (4, 3), None, None, 2018, ONE, By.AWAY_GOALS),
    # uefa.com: Porto 3-1 Roma after extra time on 6 March 2019, 4-3 on aggregate.
    "Roma - Porto 2019": ((2, 1), (2, 1), (3, 1), None, 2018, OTHER, By.EXTRA_TIME),
    # uefa.com: Juventus 3-2 Porto after extra time on 9 March 2021, 4-4 on aggregate, Porto on away goals.
    "Porto - Juventus 2021": ((2, 1), (2, 1), (3, 2), None, 2020, ONE, By.AWAY_GOALS),
    # Wikipedia, 1970-71 European Cup: Feyenoord out to UTA Arad, 1-1 and 0-0, on away goals.
    "Feyenoord - UTA Arad 1970": ((1, 1), (0, 0), None, None, 1970, OTHER, By.AWAY_GOALS),
}


@pytest.mark.parametrize(
    ("first", "second", "extra", "shootout", "year", "through", "by"), GOLDEN.values(), ids=GOLDEN
)
def test_golden_ties_of_the_champions_league(
    first: Score,
    second: Score,
    extra: Score | None,
    shootout: Score | None,
    year: int,
    through: int,
    by: By,
) -> None:
    rule = away_goals_of("EUROPE", "Champions League", year)
    assert rule

    (semi_finals,) = rounds_of(_legs(first, second, extra, shootout), rule)

    assert [(tie.through, tie.by, tie.doubt) for tie in semi_finals.ties] == [(through, by, None)]


@pytest.mark.parametrize(
    ("country", "league", "year", "number", "is_final", "counts"),
    [
        ("EUROPE", "Champions League", 1967, 1, False, EXTRA),
        ("EUROPE", "Champions League", 1967, 2, False, NO),
        ("EUROPE", "UEFA Cup", 1987, None, False, EXTRA),
        ("EUROPE", "Conference League", 2021, None, False, NO),
        ("AMERICAS", "Copa Libertadores", 2018, None, False, NINETY),
        ("AMERICAS", "Copa Libertadores", 2018, None, True, NO),
        ("AMERICAS", "Copa Libertadores", 2022, None, False, NO),
        ("GB-ENG", "League Cup", 2017, None, False, AwayGoalsCount.AFTER_EXTRA_TIME),
    ],
)
def test_away_goals_count_by_competition_year_and_round(
    country: str, league: str, year: int, number: int | None, is_final: bool, counts: AwayGoalsCount
) -> None:
    rule = away_goals_of(country, league, year)

    assert rule and rule.counting(number=number, is_final=is_final) is counts


@pytest.mark.parametrize(
    ("fixture", "through", "by"),
    [
        (_one((2, 1)), ONE, By.SCORE),
        (_one((1, 1), (1, 2)), OTHER, By.EXTRA_TIME),
        (_one((0, 0), (0, 0), (4, 2)), ONE, By.PENALTIES),
        (_one(None)._replace(final=(1, 3)), OTHER, By.SCORE),
        (_one((1, 1))._replace(through=Side.AWAY), OTHER, By.SOURCE),
        (_one((1, 1))._replace(through=Side.AWAY, on_penalties=True), OTHER, By.PENALTIES),
        (
            _one(None)._replace(through=Side.HOME, state_detail=StateDetail.CANCELLED),
            ONE,
            By.SOURCE,
        ),
    ],
    ids=[
        "score",
        "extra time",
        "shootout",
        "final score alone",
        "lot",
        "shootout without its score",
        "walkover",
    ],
)
def test_one_fixture_decides(fixture: CupFixture, through: int, by: By) -> None:
    tie = tie_of([fixture], None, has_legs=False)

    assert (tie.through, tie.by, tie.doubt) == (through, by, None)


@pytest.mark.parametrize(
    ("fixtures", "rule", "doubt"),
    [
        ([_one((1, 1))], None, "1-1, and no source has who went through"),
        (
            [_one((2, 1))._replace(through=Side.AWAY)],
            None,
            "the source has the loser of 2-1 through",
        ),
        ([_one((2, 1), (1, 1), (3, 2))], None, "1-1 after extra time is less than 2-1"),
        ([_one((1, 1), None, (3, 3))], None, "a shootout without a winner"),
        ([_one((1, 1), (1, 2), (4, 3))], None, "a shootout after 1-2"),
        ([_one((2, 0), None, (4, 3))], None, "a shootout after 2-0"),
        (
            [_one((2, 0))._replace(through=Side.HOME, on_penalties=True)],
            None,
            "a shootout after 2-0",
        ),
        (
            [_one(None)._replace(state_detail=StateDetail.ABANDONED)],
            None,
            "abandoned, and no source has who",
        ),
        (_legs((1, 0), (1, 0)), NO, "1-1 on aggregate, and no source has who went through"),
        (
            _legs((1, 0), (2, 1)),
            None,
            "2-2 on aggregate; whether away goals count here is not known",
        ),
        (_legs((3, 0), (1, 0), (2, 0)), NO, "extra time although the legs stood at 3-1"),
        (_legs((3, 0), (1, 0), None, (4, 2)), NO, "a shootout although the legs ended 3-1"),
        (
            [_one((2, 1)), _one((2, 0))._replace(id=2, kickoff_ts=8 * DAY)],
            NO,
            "both legs have the same home side",
        ),
        (
            [_one((0, 2)), CupFixture(2, DAY + 3600, "Final", OTHER, ONE, (2, 0))],
            NO,
            "two fixtures of one day",
        ),
        (
            [_one((1, 1)), CupFixture(2, DAY, "Final", OTHER, ONE, (1, 1), None, (4, 2))],
            NO,
            "two fixtures of one day",
        ),
        ([_one((2, 1), (2, 1))], None, "extra time although ninety minutes ended 2-1"),
        ([_one((1, 0), (1, 1), (3, 2))], None, "extra time although ninety minutes ended 1-0"),
    ],
)
def test_what_no_score_explains_is_in_doubt(
    fixtures: list[CupFixture], rule: AwayGoalsCount | None, doubt: str
) -> None:
    tie = tie_of(fixtures, rule, has_legs=len(fixtures) > 1)

    assert tie.through is None
    assert tie.doubt is not None and tie.doubt.startswith(doubt)


def test_lone_second_leg_misses_its_first_whatever_its_extra_time() -> None:
    tie = tie_of([_one((1, 0), (2, 0))], None, has_legs=True)

    assert (tie.through, tie.doubt) == (None, "its other leg is missing")


def test_an_awarded_fixture_is_in_doubt_beside_its_winner() -> None:
    tie = tie_of([_one((3, 0))._replace(state_detail=StateDetail.AWARDED)], None, has_legs=False)

    assert (tie.through, tie.by, tie.doubt) == (ONE, By.AWARDED, "awarded")


def test_a_replay_decides_after_a_draw() -> None:
    replay = CupFixture(2, 8 * DAY, "Quarter-finals, Replays", OTHER, ONE, (1, 2))

    tie = tie_of([_one((1, 1), (1, 1)), replay], None, has_legs=False)

    assert (tie.through, tie.by, tie.aggregate) == (ONE, By.REPLAY, None)


def test_a_play_off_decides_after_level_legs() -> None:
    play_off = CupFixture(3, 15 * DAY, "Semi-finals", OTHER, ONE, (0, 1))

    tie = tie_of([*_legs((2, 1), (2, 1)), play_off], NO, has_legs=True)

    assert (tie.through, tie.by, tie.aggregate) == (ONE, By.PLAY_OFF, (3, 3))


def test_a_tie_that_is_not_over_has_nobody_through_and_no_doubt() -> None:
    legs = _legs((1, 0), (0, 0))

    tie = tie_of(
        [legs[0], legs[1]._replace(goals=None, status=Status.SCHEDULED)], NO, has_legs=True
    )

    assert (tie.through, tie.doubt) == (None, None)


def test_a_team_in_two_ties_of_a_round_is_in_doubt() -> None:
    other = CupFixture(2, 8 * DAY, "Semi-finals", ONE, THIRD, (1, 0))

    (semi_finals,) = rounds_of([_one((2, 1))._replace(stage="Semi-finals"), other], None)

    assert {tie.doubt for tie in semi_finals.ties} == {
        "a team of it plays another tie of the round"
    }


def test_matchdays_are_no_ties() -> None:
    first = [
        CupFixture(1, 1, "1. Round", ONE, OTHER, (1, 0)),
        CupFixture(2, 1, "1. Round", THIRD, 4, (1, 0)),
    ]
    second = [
        CupFixture(3, 2, "2. Round", ONE, THIRD, (1, 0)),
        CupFixture(4, 2, "2. Round", OTHER, 4, (1, 0)),
    ]

    assert [each.name for each in rounds_of(first + second, None)] == ["2. Round"]


SCORES = st.tuples(st.integers(0, 4), st.integers(0, 4))


@given(SCORES, SCORES, st.sampled_from([None, *AwayGoalsCount]))
def test_the_order_in_which_legs_come_changes_nothing(
    first: Score, second: Score, rule: AwayGoalsCount | None
) -> None:
    legs = _legs(first, second)

    assert tie_of(legs, rule, has_legs=True) == tie_of(legs[::-1], rule, has_legs=True)


@given(SCORES, SCORES, st.sampled_from([None, *AwayGoalsCount]))
def test_exchanging_the_teams_mirrors_the_tie(
    first: Score, second: Score, rule: AwayGoalsCount | None
) -> None:
    legs = _legs(first, second)
    exchanged = [leg._replace(home_id=leg.away_id, away_id=leg.home_id) for leg in legs]

    tie, mirrored = (tie_of(each, rule, has_legs=True) for each in (legs, exchanged))

    assert mirrored.through == {ONE: OTHER, OTHER: ONE, None: None}[tie.through]
    assert (mirrored.aggregate, mirrored.by, mirrored.doubt) == (tie.aggregate, tie.by, tie.doubt)


def _cup(real_data: Path, file: str, year: int) -> list[Round]:
    path = real_data / "openfootball" / file
    fixtures = json_cup(path) if path.suffix == ".json" else text_cup(path)
    return rounds_of(fixtures, away_goals_of("EUROPE", "Champions League", year))


@pytest.mark.parametrize(
    ("file", "year", "count"),
    [
        ("txt/cups/2022-23_cl.txt", 2022, 15),
        ("txt/cups/2023-24_el.txt", 2023, 23),
        ("txt/cups/2024-25_conf.txt", 2024, 23),
        ("txt/cups/2025-26_clq.txt", 2025, 46),
        ("football.json/2018-19/uefa.cl.json", 2018, 15),
    ],
)
def test_who_went_through_plays_the_next_round(
    real_data: Path, file: str, year: int, count: int
) -> None:
    rounds = _cup(real_data, file, year)

    ties = [tie for each in rounds for tie in each.ties]
    next_teams = [
        {team for tie in each.ties for team in (tie.one, tie.other)} for each in rounds[1:]
    ]
    assert len(ties) == count
    assert [tie.doubt for tie in ties if tie.doubt or tie.through is None] == []
    for each, teams in zip(rounds, next_teams, strict=False):
        assert {team for tie in each.ties for team in (tie.one, tie.other)} & teams == {
            tie.through for tie in each.ties
        }


def _tie(rounds: list[Round], one: str, other: str) -> CupTie:
    return next(
        tie
        for each in rounds
        for tie in each.ties
        if {tie.one, tie.other} == {team_id(one), team_id(other)}
    )


@pytest.mark.parametrize(
    ("one", "other", "aggregate", "by"),
    [
        # uefa.com, 2025-26 qualifying: these three ended on penalties.
        ("Hamrun Spartans (MLT)", "FK Žalgiris (LTU)", (2, 2), By.PENALTIES),
        ("FK Kairat (KAZ)", "Slovan Bratislava (SVK)", (1, 1), By.PENALTIES),
        ("FK Kairat (KAZ)", "Celtic FC (SCO)", (0, 0), By.PENALTIES),
        # Ludogorets beat Dinamo Minsk 1-0 and 2-2 after extra time: 3-2.
        ("PFC Ludogorets Razgrad (BUL)", "Dinamo Minsk (BLR)", (3, 2), By.EXTRA_TIME),
    ],
)
def test_golden_ties_of_the_qualifying_of_2025(
    real_data: Path, one: str, other: str, aggregate: Score, by: By
) -> None:
    tie = _tie(_cup(real_data, "txt/cups/2025-26_clq.txt", 2025), one, other)

    assert (tie.through, tie.by) == (team_id(one), by)
    assert sorted(tie.aggregate or ()) == sorted(aggregate)
