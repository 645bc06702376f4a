"""Questions on tables, averages, counts, streaks, meetings and the file, each with its whole answer computed apart."""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from footydata.faces.agents.calling import Toolbox
from tests.faces.agents.golden import DAY, FIXTURES, NOW, Content, Question, one, rows, whole

CROWN, LAST_CROWN, SOL = 141207, 141105, 141221
TAKEN = "Hallowby Town: 3 points taken (2026-01-13: Late filing of the club's accounts)"
FEW = "few fixtures prove little; each row says how many it has"
PAIRS = """
    select kickoff_ts, fixture.id, home_id, home.name, away_id, away.name, {home}, {away}
    from fixture join team as home on home.id = home_id join team as away on away.id = away_id
    where {where} and status = 'finished' and {home} is not null and {away} is not null order by kickoff_ts, fixture.id
"""


class Side(NamedTuple):
    """A finished fixture from a team's side."""

    fixture_id: int
    venue: str
    own: int
    other: int


def sides(db: sqlite3.Connection, where: str, home: str, away: str) -> dict[tuple[int, str], list[Side]]:
    """Team → its fixtures by kickoff."""
    by_team = defaultdict(list)
    for _, fixture, home_id, host, away_id, guest, ours, theirs in db.execute(
        PAIRS.format(where=where, home=home, away=away)
    ):
        by_team[home_id, host].append(Side(fixture, "home", ours, theirs))
        by_team[away_id, guest].append(Side(fixture, "away", theirs, ours))
    return dict(by_team)


def points_rows(
    db: sqlite3.Connection,
    where: str,
    *,
    keep: Callable[[Sequence[Side]], Sequence[Side]] = lambda sides: sides,
    half: str = "",
    taken: int = 0,
    teams: Sequence[tuple[int, str]] = (),
) -> list[Content]:
    """A table by points, goal difference, goals and name; taken: points of Hallowby Town (2608)."""
    found = sides(db, where, f"{half}home_goals", f"{half}away_goals")
    table = []
    for (team_id, team), every in found.items():
        played = keep(every)
        own, other = sum(side.own for side in played), sum(side.other for side in played)
        letters = ["WDL"[(side.own <= side.other) + (side.own < side.other)] for side in played]
        minus = taken if team_id == 2608 else 0
        points = 3 * letters.count("W") + letters.count("D") - minus
        ends = {"won": letters.count("W"), "drawn": letters.count("D"), "lost": letters.count("L")}
        goals = {"goals_for": own, "goals_against": other, "goal_difference": own - other}
        row = {"team_id": team_id, "team": team, "played": len(played), **ends, **goals, "points": points}
        table.append(row | {"deduction": minus, "form": "".join(letters[-5:])})
    table.sort(key=lambda row: (-row["points"], -row["goal_difference"], -row["goals_for"], row["team"]))
    return [{"position": place, **row} for place, row in enumerate(table, start=1)]


def corner_rows(db: sqlite3.Connection, where: str, venue: str | None = None) -> list[Content]:
    whole_time, halves = (sides(db, where, f"{half}home_corners", f"{half}away_corners") for half in ("", "half_"))
    table = []
    for key, every in whole_time.items():
        played = [side for side in every if venue in (None, side.venue)]
        first = [side for side in halves[key] if venue in (None, side.venue)]
        row: Content = {"team_id": key[0], "team": key[1], "played": len(played)}
        for prefix, of in (("", played), ("half_", first)):
            own, other = sum(side.own for side in of), sum(side.other for side in of)
            row |= {f"{prefix}total_for": own, f"{prefix}total_against": other}
            row |= {
                f"{prefix}average_for": hundredth(own / len(of)),
                f"{prefix}average_against": hundredth(other / len(of)),
            }
        row["points"] = sum(3 * (side.own > side.other) + (side.own == side.other) for side in played)
        table.append(row)
    table.sort(
        key=lambda row: (-row["points"], row["total_against"] - row["total_for"], -row["total_for"], row["team"])
    )
    return [{"position": place, **row} for place, row in enumerate(table, start=1)]


def hundredth(number: float) -> float:
    return math.floor(number * 100 + 0.5) / 100


def season(db: sqlite3.Connection, season_id: int, until: str = NOW) -> str:
    """The condition of the fixtures of a season whose results are known at a moment."""
    return f"season_id = {season_id} and kickoff_ts + 10800 <= unixepoch('{until}')"


def table(
    db: sqlite3.Connection, rows: list[Content], title: str, fixtures: int, label: str = "25/26", **said: Any
) -> Content:
    head = {"title": title, "country": "England", "league": "Crown League", "season": label, "zones": {}}
    return whole(head | {"rows": rows}, fixtures, **said)


def last_five(every: Sequence[Side]) -> Sequence[Side]:
    return every[-5:]


def at_home(every: Sequence[Side]) -> Sequence[Side]:
    return [side for side in every if side.venue == "home"]


def of_several(db: sqlite3.Connection, where: str, figure: str) -> str:
    """The sentence on one team's fixtures of several competitions."""
    leagues = db.execute(
        "select league.name || ' (' || country.name || ') ' || count(*) from fixture "
        "join league on league.id = league_id join country on country.code = country_code "
        f"where {where} and home_{figure} is not null and status = 'finished' and state_detail is null "
        "group by league.id order by count(*) desc"
    ).fetchall()
    named = ", ".join(league for (league,) in leagues)
    return f"1 team counts fixtures of several competitions: {named}; name a league for one alone"


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
    select {name} as "{by}", count(*) as fixtures, avg({home}) as home, avg({away}) as away,
           avg({home} + {away}) as both
    from fixture join league on league.id = fixture.league_id join country on country.code = league.country_code
    where {where} and {home} is not null and {away} is not null and status = 'finished' and state_detail is null
    group by 1 order by both desc, 1
"""


def counted(db: sqlite3.Connection, where: str, figure: str) -> int:
    sql = f"select count(*) from fixture where {where} and home_{figure} is not null and state_detail is null"
    return int(one(db, f"{sql} and status = 'finished'"))


def wilson(won: float, stakes: float) -> tuple[float, float]:
    z, share = 1.959963984540054, won / stakes
    middle = share + z * z / (2 * stakes)
    spread = z * math.sqrt(share * (1 - share) / stakes + z * z / (4 * stakes * stakes))
    return (middle - spread) / (1 + z * z / stakes), (middle + spread) / (1 + z * z / stakes)


def count_row(team_id: Any, by: str, name: str, values: Sequence[float], line: float, *, over: bool = True) -> Content:
    """How bets over (or under) a half line on these totals ended."""
    won = sum((value > line) == over for value in values)
    low, high = wilson(won, len(values))
    ends = {"won": won, "half_won": 0, "void": 0, "half_lost": 0, "lost": len(values) - won}
    share = won / len(values)
    row: Content = {f"{by}_id": team_id, by: name, "fixtures": len(values), **ends, "share": share}
    row |= {"share_low": low, "share_high": high, "mean": sum(values) / len(values)}
    if share:
        row["price"] = 1 / share
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()}


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
    return whole(about | {"rows": listed[:limit]}, fixtures, left_out=left_out, notes=[FEW, *notes], **said)


def totals(db: sqlite3.Connection, where: str, figure: str, line: float, *, over: bool = True) -> list[Content]:
    found = sides(db, f"{where} and state_detail is null", f"home_{figure}", f"away_{figure}")
    return [
        count_row(team_id, "team", team, [side.own + side.other for side in every], line, over=over)
        for (team_id, team), every in found.items()
    ]


RUNS: dict[str, Callable[[int, int], bool]] = {
    "won": lambda own, other: own > other,
    "unbeaten": lambda own, other: own >= other,
    "drawn": lambda own, other: own == other,
    "lost": lambda own, other: own < other,
    "winless": lambda own, other: own <= other,
    "scored": lambda own, other: own > 0,
    "scoreless": lambda own, other: own == 0,
    "clean sheets": lambda own, other: other == 0,
    "conceded": lambda own, other: other > 0,
    "both scored": lambda own, other: own > 0 and other > 0,
}


def streaks(db: sqlite3.Connection, team_id: int, team: str, where: str, venue: str | None = None) -> Content:
    days = dict(db.execute(f"select id, {DAY.format('kickoff_ts')} from fixture"))
    results = [
        side
        for side in sides(db, f"{team_id} in (home_id, away_id) and {where}", "home_goals", "away_goals")[team_id, team]
        if venue in (None, side.venue)
    ]
    listed = []
    for run, holds in RUNS.items():
        marks = "".join("x" if holds(side.own, side.other) else " " for side in results)
        longest = max(len(part) for part in marks.split(" "))
        row: Content = {"run": run, "current": len(marks) - len(marks.rstrip("x")), "longest": longest}
        if longest:
            begin = marks.rindex("x" * longest)
            row |= {"from": days[results[begin].fixture_id], "to": days[results[begin + longest - 1].fixture_id]}
        listed.append(row)
    note = "by scores of ninety minutes, in every competition that the filters leave"
    return whole({"team": team, "team_id": team_id, "rows": listed}, len(results), notes=[note])


def meetings(db: sqlite3.Connection, pair: tuple[int, int], names: tuple[str, str], limit: int = 10) -> Content:
    where = f"status = 'finished' and home_id in {pair} and away_id in {pair}"
    listed = rows(db, f"{FIXTURES} where {where} order by kickoff_ts desc, fixture.id desc")
    margins = [(row["home_goals"] - row["away_goals"]) * (1 if row["home_id"] == pair[0] else -1) for row in listed]
    record = {names[0]: sum(m > 0 for m in margins), "drawn": margins.count(0), names[1]: sum(m < 0 for m in margins)}
    left_out = {"rows": len(listed) - limit} if len(listed) > limit else {}
    notes = [] if listed else [f"no finished fixture of {names[0]} and {names[1]} is stored"]
    return whole({"record": record, "rows": listed[:limit]}, len(listed), left_out=left_out, notes=notes)


IN_SEASON = f"season_id = {CROWN}"

QUESTIONS = [
    Question(
        "the table, with points taken",
        "table",
        {"league": "Crown League"},
        lambda db: table(db, points_rows(db, IN_SEASON, taken=3), "Crown League 25/26, round 23", 176, notes=[TAKEN]),
    ),
    Question(
        "last season's table",
        "table",
        {"league": 39, "season": "24/25"},
        lambda db: table(
            db, points_rows(db, f"season_id = {LAST_CROWN}"), "Crown League 24/25, round 30", 240, "24/25"
        ),
    ),
    Question(
        "the table before points were taken",
        "table",
        {"league": "Crown", "at": "2026-01-01"},
        lambda db: table(
            db,
            points_rows(db, season(db, CROWN, "2026-01-02")),
            "Crown League 25/26, as of 2026-01-01, round 15",
            120,
            as_of="2026-01-02T00:00:00+00:00",
        ),
    ),
    Question(
        "the table of a moment at which a fixture was being played",
        "table",
        {"league": "Crown", "at": "2026-03-14T15:00"},
        lambda db: table(
            db,
            points_rows(db, season(db, CROWN, "2026-03-14T15:00"), taken=3),
            "Crown League 25/26, as of 2026-03-14T15:00, round 22",
            175,
            as_of="2026-03-14T15:00:00+00:00",
            notes=[TAKEN],
        ),
    ),
    Question(
        "the table at home",
        "table",
        {"league": "Crown", "venue": "home"},
        lambda db: table(db, points_rows(db, IN_SEASON, keep=at_home), "Crown League 25/26, home, round 23", 176),
    ),
    Question(
        "the table of first halves",
        "table",
        {"league": "Crown", "half": "first"},
        lambda db: table(
            db,
            points_rows(db, IN_SEASON, half="half_"),
            "Crown League 25/26, first half, round 23, known in 176 of 176 fixtures played",
            176,
        ),
    ),
    Question(
        "the table of the last five",
        "table",
        {"league": "Crown", "last": 5},
        lambda db: table(
            db,
            points_rows(db, IN_SEASON, keep=last_five),
            "Crown League 25/26, last 5, round 23",
            len(
                {
                    side.fixture_id
                    for every in sides(db, IN_SEASON, "home_goals", "away_goals").values()
                    for side in every[-5:]
                }
            ),
        ),
    ),
    Question(
        "the corner table of a day, at home",
        "table",
        {"league": "Crown", "type": "corner", "venue": "home", "at": "2026-01-01"},
        lambda db: table(
            db,
            corner_rows(db, season(db, CROWN, "2026-01-02"), "home"),
            "Crown League 25/26, corners, home, as of 2026-01-01, round 15, known in 120 of 120 fixtures played",
            120,
            as_of="2026-01-02T00:00:00+00:00",
        ),
    ),
    Question(
        "the corner table",
        "table",
        {"league": "Crown", "type": "corner"},
        lambda db: table(
            db,
            corner_rows(db, IN_SEASON),
            "Crown League 25/26, corners, round 23, known in 176 of 176 fixtures played",
            176,
        ),
    ),
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
            AVERAGES.format(home="home_goals", away="away_goals", where=IN_SEASON, more="venue = 'home'"),
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
                name="league.name || ' (' || country.name || ')'",
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
        {"figure": "cards", "by": "referee", "league": "Crown", "start": "2025-08-01", "end": "2025-12-31"},
        lambda db: averages(
            db,
            "cards",
            BY.format(
                name="referee || ' (' || country.name || ')'",
                by="referee",
                home="(home_yellow + home_red)",
                away="(away_yellow + away_red)",
                where=f"{SPAN} and referee is not null",
            ),
            counted(db, f"{SPAN} and referee is not null", "yellow"),
        ),
    ),
    Question(
        "corners over 10.5",
        "counts",
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
        "counts",
        {"market": "goal line", "line": "2.5", "side": "UNDER", "league": "Crown", "season": "24/25", "limit": 3},
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
        "counts",
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
        "counts",
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
                for league_id, name in db.execute(
                    "select league.id, league.name || ' (' || country.name || ')' from league "
                    "join country on country.code = country_code where esports = 0"
                )
            ],
            "league",
            counted(db, "esports = 0", "goals"),
        ),
    ),
    Question(
        "a club's streaks", "streaks", {"team": "Eastholt"}, lambda db: streaks(db, 2605, "Eastholt Rangers", "true")
    ),
    Question(
        "its streaks at home in a season",
        "streaks",
        {"team": 2605, "league": "Crown", "season": "25/26", "venue": "home"},
        lambda db: streaks(db, 2605, "Eastholt Rangers", IN_SEASON, "home"),
    ),
    Question(
        "streaks of a club in Japanese",
        "streaks",
        {"team": "グリューンハーフェン"},
        lambda db: streaks(db, 1601, "Gruenhafen", "true"),
    ),
    Question(
        "how two clubs met",
        "head_to_head",
        {"team": "Eastholt", "other": "Northfell"},
        lambda db: meetings(db, (2605, 2612), ("Eastholt Rangers", "Northfell United")),
    ),
    Question(
        "how two clubs met lately",
        "head_to_head",
        {"team": "Northfell United", "other": "2605", "limit": 2},
        lambda db: meetings(db, (2612, 2605), ("Northfell United", "Eastholt Rangers"), 2),
    ),
    Question(
        "how the first two of the table met",
        "head_to_head",
        {"team": "Dunmarsh", "other": "Wexcombe"},
        lambda db: meetings(db, (2604, 2618), ("Dunmarsh Athletic", "Wexcombe Orient")),
    ),
    Question(
        "corners in first halves of a season",
        "averages",
        {"figure": "half_corners", "league": "Crown", "season": "24/25"},
        lambda db: averages(
            db,
            "half_corners",
            AVERAGES.format(
                home="half_home_corners", away="half_away_corners", where=f"season_id = {LAST_CROWN}", more="true"
            ),
            counted(db, f"season_id = {LAST_CROWN} and half_home_corners is not null", "corners"),
        ),
    ),
    Question(
        "streaks of last season, away",
        "streaks",
        {"team": "Dunmarsh", "league": "Crown", "season": 2024, "venue": "away"},
        lambda db: streaks(db, 2604, "Dunmarsh Athletic", f"season_id = {LAST_CROWN}", "away"),
    ),
    Question(
        "two clubs that never met",
        "head_to_head",
        {"team": "Eastholt", "other": "Aokawa FC"},
        lambda db: meetings(db, (2605, 7101), ("Eastholt Rangers", "Aokawa FC")),
    ),
]

SPAN = "fixture.league_id = 39 and date(kickoff_ts, 'unixepoch') between '2025-08-01' and '2025-12-31'"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(tools: Toolbox, by_hand: sqlite3.Connection, question: Question) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
