"""Questions on averages, each with its whole answer computed apart."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.by_sides import FEW, IN_SEASON, LAST_CROWN, counted, of_several
from tests.faces.agents.golden import Content, Question, rows, whole


def averages(
    db: sqlite3.Connection,
    figure: str,
    sql: str,
    fixtures: int,
    limit: int = 30,
    notes: Sequence[str] = (),
    **said: Any,
) -> Content:
    listed = [{"figure": figure, **row} for row in rows(db, sql)]
    left_out = {"rows": len(listed) - limit} if len(listed) > limit else {}
    return whole({"rows": listed[:limit]}, fixtures, left_out=left_out, notes=[FEW, *notes], **said)


AVERAGES = """
    with side as (
      select home_id as team_id, {home} as own, {away} as other, 'home' as venue from fixture
      where {where} and status = 'finished' and state_detail is null
      union all
      select away_id, {away}, {home}, 'away' from fixture
      where {where} and status = 'finished' and state_detail is null)
    select name as team, count(*) as fixtures, avg(own) as own, avg(other) as opponents, avg(own + other) as both
    from side join team on team.id = team_id where own is not null and other is not null and {more}
    group by team.id order by both desc, name
"""
BY = """
    select {name} as "{by}", country.name as country, count(*) as fixtures, avg({home}) as home, avg({away}) as away,
           avg({home} + {away}) as both
    from fixture join league on league.id = fixture.league_id join country on country.code = league.country_code
    where {where} and {home} is not null and {away} is not null and status = 'finished' and state_detail is null
    group by 1, 2 order by both desc, 1
"""
SPAN = (
    "fixture.league_id = 39 and date(kickoff_ts, 'unixepoch') between '2025-08-01' and '2025-12-31'"
)


QUESTIONS = [
    Question(
        "who sees most corners",
        "averages",
        {"figure": "corners", "league": "Crown", "season": "25/26", "limit": 6},
        lambda db: averages(
            db,
            "corners",
            AVERAGES.format(home="home_corners", away="away_corners", where=IN_SEASON, more="true"),
            counted(db, IN_SEASON, "corners"),
            6,
        ),
    ),
    Question(
        "goals at home",
        "averages",
        {"figure": "Goals", "league": "Crown", "season": 2025, "venue": "home"},
        lambda db: averages(
            db,
            "goals",
            AVERAGES.format(
                home="home_goals", away="away_goals", where=IN_SEASON, more="venue = 'home'"
            ),
            counted(db, IN_SEASON, "goals"),
        ),
    ),
    Question(
        "a team's cards away",
        "averages",
        {"figure": "cards", "team": "Eastholt", "venue": "away"},
        lambda db: averages(
            db,
            "cards",
            AVERAGES.format(
                home="home_yellow + home_red",
                away="away_yellow + away_red",
                where="true",
                more="team_id = 2605 and venue = 'away'",
            ),
            counted(db, "away_id = 2605", "yellow"),
            notes=[of_several(db, "away_id = 2605", "yellow")],
        ),
    ),
    Question(
        "corners by league",
        "averages",
        {"figure": "corners", "by": "league"},
        lambda db: averages(
            db,
            "corners",
            BY.format(
                name="league.name",
                by="league",
                home="home_corners",
                away="away_corners",
                where="fixture.esports = 0",
            ),
            counted(db, "esports = 0", "corners"),
            doubts=["corners known of 1,078 of 1,079 finished fixtures"],
        ),
    ),
    Question(
        "cards by referee in a span",
        "averages",
        {
            "figure": "cards",
            "by": "referee",
            "league": "Crown",
            "start": "2025-08-01",
            "end": "2025-12-31",
        },
        lambda db: averages(
            db,
            "cards",
            BY.format(
                name="referee",
                by="referee",
                home="(home_yellow + home_red)",
                away="(away_yellow + away_red)",
                where=f"{SPAN} and referee is not null",
            ),
            counted(db, f"{SPAN} and referee is not null", "yellow"),
        ),
    ),
    Question(
        "corners in first halves of a season",
        "averages",
        {"figure": "half_corners", "league": "Crown", "season": "24/25"},
        lambda db: averages(
            db,
            "half_corners",
            AVERAGES.format(
                home="half_home_corners",
                away="half_away_corners",
                where=f"season_id = {LAST_CROWN}",
                more="true",
            ),
            counted(db, f"season_id = {LAST_CROWN} and half_home_corners is not null", "corners"),
        ),
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
