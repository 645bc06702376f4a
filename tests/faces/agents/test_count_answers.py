"""Questions on how often a line was beaten, each with its whole answer computed apart."""

import math
import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.by_sides import FEW, IN_SEASON, LAST_CROWN, counted, of_several, sides
from tests.faces.agents.golden import Content, Question, whole


def wilson(won: float, stakes: float) -> tuple[float, float]:
    z, share = 1.959963984540054, won / stakes
    middle = share + z * z / (2 * stakes)
    spread = z * math.sqrt(share * (1 - share) / stakes + z * z / (4 * stakes * stakes))
    return (middle - spread) / (1 + z * z / stakes), (middle + spread) / (1 + z * z / stakes)


def count_row(
    team_id: Any, by: str, name: str, values: Sequence[float], line: float, *, over: bool = True
) -> Content:
    """How bets over (or under) a half line on these totals ended."""
    won = sum((value > line) == over for value in values)
    low, high = wilson(won, len(values))
    ends = {"won": won, "half_won": 0, "void": 0, "half_lost": 0, "lost": len(values) - won}
    share = won / len(values)
    row: Content = {f"{by}_id": team_id, by: name, "fixtures": len(values), **ends, "share": share}
    row |= {"share_low": low, "share_high": high, "mean": sum(values) / len(values)}
    if share:
        row["price"] = 1 / share
    return {
        name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()
    }


def counts(
    about: Content,
    listed: list[Content],
    by: str,
    fixtures: int,
    limit: int = 30,
    notes: Sequence[str] = (),
    **said: Any,
) -> Content:
    listed.sort(key=lambda row: (-row["won"] / row["fixtures"], row[by]))
    left_out = {"rows": len(listed) - limit} if len(listed) > limit else {}
    return whole(
        about | {"rows": listed[:limit]}, fixtures, left_out=left_out, notes=[FEW, *notes], **said
    )


def totals(
    db: sqlite3.Connection, where: str, figure: str, line: float, *, over: bool = True
) -> list[Content]:
    found = sides(db, f"{where} and state_detail is null", f"home_{figure}", f"away_{figure}")
    return [
        count_row(team_id, "team", team, [side.own + side.other for side in every], line, over=over)
        for (team_id, team), every in found.items()
    ]


QUESTIONS = [
    Question(
        "corners over 10.5",
        "averages",
        {"market": "corner", "line": 10.5, "league": "Crown", "season": "25/26"},
        lambda db: counts(
            {"market": "corner", "line": 10.5, "side": "over"},
            totals(db, IN_SEASON, "corners", 10.5),
            "team",
            counted(db, IN_SEASON, "corners"),
        ),
    ),
    Question(
        "goals under 2.5",
        "averages",
        {
            "market": "goal line",
            "line": "2.5",
            "side": "UNDER",
            "league": "Crown",
            "season": "24/25",
            "limit": 3,
        },
        lambda db: counts(
            {"market": "goalline", "line": 2.5, "side": "under"},
            totals(db, f"season_id = {LAST_CROWN}", "goals", 2.5, over=False),
            "team",
            240,
            3,
        ),
    ),
    Question(
        "a team's own corners over 5.5",
        "averages",
        {"market": "home_corners", "line": 5.5, "team": "Eastholt"},
        lambda db: counts(
            {"market": "home_corners", "line": 5.5, "side": "over"},
            [
                count_row(2605, "team", "Eastholt Rangers", [side.own for side in every], 5.5)
                for (team_id, _), every in sides(
                    db, "2605 in (home_id, away_id)", "home_corners", "away_corners"
                ).items()
                if team_id == 2605
            ],
            "team",
            counted(db, "2605 in (home_id, away_id)", "corners"),
            notes=[of_several(db, "2605 in (home_id, away_id)", "corners")],
        ),
    ),
    Question(
        "goals over 2.5 by league",
        "averages",
        {"market": "goalline", "line": 2.5, "by": "league"},
        lambda db: counts(
            {"market": "goalline", "line": 2.5, "side": "over"},
            [
                count_row(
                    league_id,
                    "league",
                    name,
                    [
                        total
                        for (total,) in db.execute(
                            f"select home_goals + away_goals from fixture where league_id = {league_id} "
                            "and not esports and status = 'finished' and state_detail is null and home_goals >= 0"
                        )
                    ],
                    2.5,
                )
                | {"country": country}
                for league_id, name, country in db.execute(
                    "select league.id, league.name, country.name from league "
                    "join country on country.code = country_code where esports = 0"
                )
            ],
            "league",
            counted(db, "esports = 0", "goals"),
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
