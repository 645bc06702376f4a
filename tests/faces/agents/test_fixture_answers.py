"""Questions on names, fixtures, odds and players, each with its whole answer computed apart."""

import sqlite3

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.golden import DAY, FIXTURES, Content, Question, one, rows, whole

COUNTED = f"count(*) as fixtures, {DAY.format('min(kickoff_ts)')} as first, {DAY.format('max(kickoff_ts)')} as last"
TEAMS = f"""
    select 'team' as kind, team.id, team.name, country.name as country, :how as how, {COUNTED}
    from team left join country on country.code = team.country_code join fixture on team.id in (home_id, away_id)
    where team.name like :like group by team.id order by team.id
"""
LEAGUES = f"""
    select 'league' as kind, league.id, league.name, country.name as country, :how as how, {COUNTED}
    from league join country on country.code = country_code join fixture on league_id = league.id
    where league.name like :like group by league.id order by league.id
"""
UNITED = "select count(*) from fixture where home_id in ({0}) or away_id in ({0})".format(
    "select id from team where name like '%United%'"
)
ODDS = """
    select home.name as home, away.name as away, odds.fixture_id, bookmaker_id, slug as bookmaker, market, {prices}
    from odds join bookmaker on bookmaker.id = bookmaker_id join fixture on fixture.id = odds.fixture_id
    join team as home on home.id = home_id join team as away on away.id = away_id
    where {where} order by kickoff_ts, fixture.id, bookmaker_id, market
"""
OVER_UNDER = ", ".join(
    f"{period}_line, {period}_price_1 as {period}_over, {period}_price_2 as {period}_under"
    for period in ("opening", "closing", "inplay")
)
THREE_WAY = ", ".join(
    f"{period}_price_1 as {period}_home, {period}_price_2 as {period}_draw, {period}_price_3 as {period}_away"
    for period in ("opening", "closing", "inplay")
)
PLAYERS = """
    with player as (
      select player, iif(event.team = 'home', home_id, away_id) as team_id, {counts}
      from event join fixture on fixture.id = fixture_id
      where season_id = :season and event.half < 3 and player is not null and {events}
      group by 1, 2)
    select rank() over (order by {order}) as position, player, team_id, team.name as team, {columns}
    from player join team on team.id = team_id order by {order}, player limit :limit
"""


def found(db: sqlite3.Connection, sql: str, like: str, how: str) -> Content:
    listed = rows(db, sql, like=like, how=how)
    return whole({"rows": listed}, sum(row["fixtures"] for row in listed))


def fixtures(
    db: sqlite3.Connection, where: str, limit: int = 30, *, order: str = "asc", **more: object
) -> Content:
    sql = f"{FIXTURES} where {where} order by kickoff_ts {order}, fixture.id {order} limit {limit}"
    matching = one(db, f"select count(*) from ({FIXTURES} where {where})")
    listed = rows(db, sql)
    if more:
        listed = [row | {"corners": row["home_corners"] + row["away_corners"]} for row in listed]
    left_out = {"rows": matching - len(listed)} if matching > len(listed) else {}
    return whole({"matching": matching, **more, "rows": listed}, len(listed), left_out=left_out)


def without_fixtures(why: str) -> Content:
    return whole({"matching": 0, "rows": []}, 0, notes=[why])


def of_fixture(db: sqlite3.Connection, fixture_id: int, title: str, *, inplay: bool) -> Content:
    parts = {
        "rows": rows(db, f"{FIXTURES} where fixture.id = {fixture_id}"),
        "events": rows(db, f"select * from event where fixture_id = {fixture_id} order by seq"),
        "statistics": rows(db, f"select * from statistics where fixture_id = {fixture_id}"),
        "odds": rows(
            db,
            "select odds.*, slug as bookmaker from odds join bookmaker on bookmaker.id = bookmaker_id "
            f"where fixture_id = {fixture_id} order by bookmaker_id, market",
        ),
    }
    for name in ("events", "statistics", "odds"):
        for row in parts[name]:
            del row["fixture_id"]
    notes = ["Only sample gives this fixture; there is nothing to compare."]
    if not inplay:
        notes = [
            "events: no events are recorded for 1 fixture: no source that was loaded has any",
            *notes,
        ]
    return whole({"title": title, **parts, "figures": [], "differences": []}, 1, notes=notes)


def odds(
    db: sqlite3.Connection, where: str, prices: str, count: int, *, most: int = 200
) -> Content:
    listed = rows(db, ODDS.format(where=where, prices=prices))
    left_out = {"rows": len(listed) - most} if len(listed) > most else {}
    return whole({"rows": listed[:most]}, count, left_out=left_out)


def players(
    db: sqlite3.Connection, season: str, season_id: int, limit: int, *, of: str = "goals"
) -> Content:
    goals = {
        "counts": "count(*) as goals, sum(detail is 'penalty') as penalties",
        "events": "type = 'goal' and detail is not 'own_goal'",
        "order": "goals desc, penalties",
        "columns": "goals, penalties",
    }
    cards = {
        "counts": "sum(type = 'yellow_card') as yellow, sum(type = 'red_card') as red, count(*) as cards",
        "events": "type in ('yellow_card', 'red_card')",
        "order": "cards desc, red desc",
        "columns": "yellow, red, cards",
    }
    sql = PLAYERS.format(**(goals if of == "goals" else cards))
    every = rows(db, sql, season=season_id, limit=-1)
    played = one(
        db, f"select count(*) from fixture where season_id = {season_id} and status = 'finished'"
    )
    live = one(
        db, f"select count(*) from fixture where season_id = {season_id} and status = 'live'"
    )
    doubts = [f"{of} of {live} fixtures still in play count too"] if live else []
    content = {"league": "Crown League", "season": season, "rows": every[:limit]}
    return whole(
        content, played, of=played + live, left_out={"rows": len(every) - limit}, doubts=doubts
    )


CROWN = "fixture.league_id = 39"

QUESTIONS = [
    Question(
        "which club is Eastholt",
        "find",
        {"name": "eastholt"},
        lambda db: found(db, TEAMS, "Eastholt %", "part"),
    ),
    Question(
        "which club is Málaga-like spelt Gadsmoor Wanderers",
        "find",
        {"name": "GÁDSMOOR wanderers", "kind": "team"},
        lambda db: found(db, TEAMS, "Gadsmoor Wanderers", "exact"),
    ),
    Question(
        "a club in Japanese",
        "find",
        {"name": "グリューンハーフェン"},
        lambda db: found(db, TEAMS, "Gruenhafen", "spelling"),
    ),
    Question(
        "a club by its id", "find", {"name": 7101}, lambda db: found(db, TEAMS, "Aokawa FC", "id")
    ),
    Question(
        "a league by a part",
        "find",
        {"name": "Sakura"},
        lambda db: found(db, LEAGUES, "Sakura%", "name"),
    ),
    Question(
        "a club of a league",
        "find",
        {"name": "United", "league": "Sakura League"},
        lambda db: found(db, TEAMS, "Kazemori United", "part"),
    ),
    Question(
        "an ambiguous name",
        "find",
        {"name": "United"},
        lambda db: whole(
            {
                "question": "4 are called, or called in part, 'United': which one is meant? Name it by its id.",
                "choices": rows(db, TEAMS, like="%United%", how="part"),
            },
            one(db, UNITED),
        ),
    ),
    Question(
        "a misspelt name",
        "find",
        {"name": "Estholt Rangrs"},
        lambda db: whole(
            {
                "question": "Nothing is called 'Estholt Rangrs': is one of these meant?",
                "choices": rows(db, TEAMS, like="Eastholt Rangers", how="similar"),
            },
            one(db, "select count(*) from fixture where 2605 in (home_id, away_id)"),
        ),
    ),
    Question(
        "what was played on a day",
        "fixtures",
        {"league": "Crown League", "start": "2026-03-03", "end": "2026-03-03"},
        lambda db: fixtures(db, f"{CROWN} and date(kickoff_ts, 'unixepoch') = '2026-03-03'"),
    ),
    Question(
        "the last five of a club",
        "fixtures",
        {"team": "Aokawa FC", "status": "finished", "newest_first": True, "limit": 5},
        lambda db: fixtures(
            db, "7101 in (home_id, away_id) and status = 'finished'", 5, order="desc"
        ),
    ),
    Question(
        "what is being played",
        "fixtures",
        {"status": "live", "league": "Crown"},
        lambda db: fixtures(db, f"{CROWN} and status = 'live'"),
    ),
    Question(
        "who had over eighteen corners",
        "fixtures",
        {"where": "corners > 18", "limit": 4},
        lambda db: fixtures(
            db,
            "status = 'finished' and home_corners + away_corners > 18 and fixture.esports = 0",
            4,
            order="desc",
            figures_known_of=one(
                db,
                "select count(*) from fixture where status = 'finished' and not esports "
                "and home_corners + away_corners is not null",
            ),
        ),
    ),
    Question(
        "what a referee led in a season",
        "fixtures",
        {"referee": "lindqvist", "season": "24/25", "league": 39},
        lambda db: fixtures(db, "referee = 'S. Lindqvist' and season_id = 141105"),
    ),
    Question(
        "a day without fixtures",
        "fixtures",
        {"league": "Crown League", "start": "2030-01-01"},
        lambda db: without_fixtures(
            "no fixtures in Crown League (England) from 2030-01-01 on match; the nearest days with any: "
            + one(db, f"select {DAY.format('max(kickoff_ts)')} from fixture where {CROWN}")
        ),
    ),
    Question(
        "one finished fixture",
        "fixture",
        {"fixture_id": 880432},
        lambda db: of_fixture(
            db,
            880432,
            "Eastholt Rangers v Northfell United, Crown League 25/26 round 23, 2026-03-14 13:00 UTC",
            inplay=True,
        ),
    ),
    Question(
        "one coming fixture",
        "fixture",
        {"fixture_id": "880437"},
        lambda db: of_fixture(
            db,
            880437,
            "Wexcombe Orient v Ravensholt City, Crown League 25/26 round 23, 2026-03-14 17:00 UTC",
            inplay=False,
        ),
    ),
    Question(
        "corner odds of a fixture",
        "odds",
        {"fixture_id": 880432, "market": "corner"},
        lambda db: odds(db, "fixture_id = 880432 and market = 'corner_line'", OVER_UNDER, 1),
    ),
    Question(
        "result odds of one bookmaker",
        "odds",
        {"fixture_id": 880437, "market": "1x2", "bookmaker": "Bluebird"},
        lambda db: odds(
            db, "fixture_id = 880437 and market = '1x2' and slug = 'bluebird'", THREE_WAY, 1
        ),
    ),
    Question(
        "goal lines of a day",
        "odds",
        {
            "league": "Crown League",
            "market": "goalline",
            "start": "2026-03-14",
            "end": "2026-03-14",
        },
        lambda db: odds(
            db,
            f"{CROWN} and market = 'goal_line' and date(kickoff_ts, 'unixepoch') = '2026-03-14'",
            OVER_UNDER,
            7,
        ),
    ),
    Question(
        "odds of a season are bounded",
        "odds",
        {"league": "Crown League", "season": "24/25", "market": "1x2", "limit": 20},
        lambda db: odds(db, "market = '1x2' and season_id = 141105", THREE_WAY, 240, most=20),
    ),
    Question(
        "who scored most",
        "players",
        {"league": "Crown", "limit": 5},
        lambda db: players(db, "25/26", 141207, 5),
    ),
    Question(
        "who scored most last season",
        "players",
        {"league": "Crown", "season": 2024, "limit": 3},
        lambda db: players(db, "24/25", 141105, 3),
    ),
    Question(
        "who was booked most",
        "players",
        {"league": "Crown", "of": "cards", "limit": 4},
        lambda db: players(db, "25/26", 141207, 4, of="cards"),
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
