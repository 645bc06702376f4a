"""Questions on what is to come, on the file, and by SQL: what can be computed apart is, the rest adds up."""

import sqlite3
from collections.abc import Sequence

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.by_sides import IN_SEASON, LAST_CROWN, Side, points_rows, sides
from tests.faces.agents.golden import FIXTURES, NOW, Content, Question, one, rows, whole

COMING, PLAYED = 880437, 880432
NO_PROFIT = "Fair by a model; there is no evidence that betting on it makes a profit."
BY_THE_DAY = "a fixture of an earlier day is priced by what was known before that day"
OF_THE_MODEL = (
    "price_",
    "there_price_",
    "edge_",
    "home_mean",
    "away_mean",
    "sample",
    "line",
    "model",
)
"""The beginnings of columns that a model computes."""

LINES = """
    select fixture_id, strftime('%Y-%m-%dT%H:%M:%S+00:00', kickoff_ts, 'unixepoch') as kickoff,
           country.name as country, league.name as league, home.name as home, away.name as away, :named as market,
           'kestrel' as recorded_bookmaker, :period as recorded_period, {quote},
           (select count(*) from fixture as past where past.league_id = league.id and status = 'finished'
            and past.kickoff_ts + 10800 <= :known and fixture.home_id in (past.home_id, past.away_id)) as home_seen,
           (select count(*) from fixture as past where past.league_id = league.id and status = 'finished'
            and past.kickoff_ts + 10800 <= :known and fixture.away_id in (past.home_id, past.away_id)) as away_seen,
           (select count(*) from fixture as past where past.league_id = league.id and status = 'finished'
            and past.kickoff_ts + 10800 <= :known) as fixtures_used
    from odds join fixture on fixture.id = fixture_id join league on league.id = league_id
    join country on country.code = league.country_code
    join team as home on home.id = home_id join team as away on away.id = away_id
    where fixture_id = :id and bookmaker_id = 8 and market = :key
"""
RECORDED = """
    select market, 'kestrel' as bookmaker, 'opening' as period,
           opening_line as line, opening_price_1 as price_1, opening_price_2 as price_2, opening_price_3 as price_3
    from odds where fixture_id = {id} and bookmaker_id = 8 and market = '{market}'
"""
IN_ORDER = (
    *(
        "1x2",
        "asian_handicap",
        "goal_line",
        "corner_line",
        "corner_asian",
        "card_line",
        "card_asian",
    ),
    *("asian_handicap_half", "goal_line_half", "corner_line_half", "btts"),
)
"""The markets of the service in their order."""


def quote(period: str) -> str:
    names = ("line", "price_1", "price_2", "price_3")
    return ", ".join(f"{period}_{name} as recorded_{name}" for name in names)


def mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)


def form(
    db: sqlite3.Connection, side: str, team: tuple[int, str], venue: str, last: int
) -> Content:
    """The last fixtures of a team before NOW."""

    def of(home: str, away: str) -> list[Side]:
        every = sides(
            db,
            f"{team[0]} in (home_id, away_id) and kickoff_ts + 10800 <= unixepoch('{NOW}')",
            home,
            away,
        )
        return [each for each in every[team] if venue in ("all", each.venue)][-last:]

    goals = of("home_goals", "away_goals")
    letters = "".join("WDL"[(each.own <= each.other) + (each.own < each.other)] for each in goals)
    row: Content = {
        "side": side,
        "team_id": team[0],
        "team": team[1],
        "venue": venue,
        "fixtures": len(goals),
    }
    row |= {
        "letters": letters,
        "won": letters.count("W"),
        "drawn": letters.count("D"),
        "lost": letters.count("L"),
    }
    cards = of("(home_yellow + home_red)", "(away_yellow + away_red)")
    for name, figures in (
        ("goals", goals),
        ("corners", of("home_corners", "away_corners")),
        ("cards", cards),
    ):
        row |= {f"{name}_for": mean([each.own for each in figures])}
        row |= {f"{name}_against": mean([each.other for each in figures])}
    return row


def profiles(db: sqlite3.Connection, home: tuple[int, str], away: tuple[int, str]) -> list[Content]:
    year = f"league_id = 39 and kickoff_ts >= unixepoch('{NOW}') - 365 * 86400 and kickoff_ts < unixepoch('{NOW}')"
    figures = {
        "goals": ("home_goals", "away_goals"),
        "corners": ("home_corners", "away_corners"),
        "half_corners": ("half_home_corners", "half_away_corners"),
        "cards": ("(home_yellow + home_red)", "(away_yellow + away_red)"),
    }
    listed = []
    for figure, pair in figures.items():
        every = sides(db, year, *pair)
        hosts = [each for of_team in every.values() for each in of_team if each.venue == "home"]
        at_home, at_away = mean([each.own for each in hosts]), mean([each.other for each in hosts])
        both = mean([each.own + each.other for each in hosts])
        half = round(sum(each.own + each.other for each in hosts) / len(hosts) / 2, 4)
        for side, team in (("home", home), ("away", away)):
            at_side = (at_home, at_away) if side == "home" else (at_away, at_home)
            for venue, league in ((side, at_side), ("all", (half, half))):
                of_team = [each for each in every[team] if venue in ("all", each.venue)]
                row: Content = {
                    "figure": figure,
                    "side": side,
                    "team_id": team[0],
                    "team": team[1],
                    "venue": venue,
                }
                row |= {"fixtures": len(of_team), "own": mean([each.own for each in of_team])}
                row |= {"opponents": mean([each.other for each in of_team])}
                row |= {
                    "both": mean([each.own + each.other for each in of_team]),
                    "league_both": both,
                }
                row |= {
                    "league_own": league[0],
                    "league_opponents": league[1],
                    "league_fixtures": len(hosts),
                }
                listed.append(row)
    return listed


def preview(db: sqlite3.Connection, last: int) -> Content:
    home, away = (2618, "Wexcombe Orient"), (2615, "Ravensholt City")
    pair = "home_id in (2618, 2615) and away_id in (2618, 2615) and status = 'finished'"
    table = {row["team_id"]: row for row in points_rows(db, IN_SEASON, taken=3)}
    content = {
        "title": "Wexcombe Orient v Ravensholt City, Crown League 25/26 round 23, 2026-03-14 17:00 UTC",
        "meetings": rows(db, f"{FIXTURES} where {pair} order by kickoff_ts desc limit {last}"),
        "forms": [
            form(db, side, team, venue, last)
            for side, team in (("home", home), ("away", away))
            for venue in ("all", "home", "away")
        ],
        "profiles": profiles(db, home, away),
        "referee": [],
        "places": [table[2618], table[2615]],
        "recorded_lines": [
            row
            for market in IN_ORDER
            for row in rows(db, RECORDED.format(id=COMING, market=market))
        ],
    }
    past = "(home_id in (2618, 2615) or away_id in (2618, 2615)) and status = 'finished'"
    notes = [
        NO_PROFIT,
        "referee: none is named",
    ]
    return whole(content, one(db, f"select count(*) from fixture where {past}"), notes=notes)


def lines(
    db: sqlite3.Connection, fixture_id: int, market: str, key: str, *, period: str, as_of: str
) -> Content:
    """The row of a fixture without what the model computes. key: of the market in the database."""
    known = one(db, "select unixepoch(:as_of)", as_of=as_of)
    listed = rows(
        db,
        LINES.format(quote=quote(period)),
        id=fixture_id,
        named=market,
        key=key,
        period=period,
        known=known,
    )
    used = listed[0]["fixtures_used"]
    return whole({"rows": listed}, used, of=1, as_of=as_of, notes=[NO_PROFIT, BY_THE_DAY])


def modelled(row: Content) -> Content:
    return {name: value for name, value in row.items() if name.startswith(OF_THE_MODEL)}


def test_a_preview_is_that_computed_apart(tools: Toolbox, by_hand: sqlite3.Connection) -> None:
    content = tools.call("preview", {"fixture_id": COMING, "last": 3}).content
    fair = content.pop("fair_lines")

    assert content == preview(by_hand, 3)
    assert isinstance(fair, list)
    assert {row["fixture_id"] for row in fair} == {COMING}


@pytest.mark.parametrize(
    ("fixture_id", "market", "key", "period"),
    [
        (PLAYED, "corner", "corner_line", "closing"),
        (PLAYED, "1x2", "1x2", "closing"),
        (COMING, "goalline", "goal_line", "opening"),
    ],
)
def test_fair_lines_stand_beside_the_recorded_ones_and_their_chances_add_up(
    tools: Toolbox, by_hand: sqlite3.Connection, fixture_id: int, market: str, key: str, period: str
) -> None:
    content: Content = tools.call(
        "fair_lines", {"fixture_id": fixture_id, "market": market}
    ).content
    (row,) = content["rows"]
    prices = [row[f"price_{place}"] for place in (1, 2, 3) if f"price_{place}" in row]
    rest = content | {
        "rows": [{name: value for name, value in row.items() if name not in modelled(row)}]
    }

    assert rest == lines(
        by_hand, fixture_id, market, key, period=period, as_of="2026-03-14T00:00:00+00:00"
    )
    assert sum(1 / price for price in prices) == pytest.approx(1, abs=0.001)
    assert all(
        row[f"price_{place}_low"] < row[f"price_{place}"] < row[f"price_{place}_high"]
        for place in (1, 2)
    )


def test_without_a_fixture_the_coming_ones_are_priced_and_the_rest_is_counted(
    tools: Toolbox, by_hand: sqlite3.Connection
) -> None:
    content: Content = tools.call(
        "fair_lines", {"league": "Crown", "market": "corner", "limit": 3}
    ).content
    coming = f"{IN_SEASON} and status = 'scheduled' and kickoff_ts >= unixepoch('{NOW}')"
    within = f"{coming} and kickoff_ts < unixepoch('{NOW}') + 14 * 86400"
    count = one(by_hand, f"select count(*) from fixture where {within}")

    assert len(content["rows"]) == 3
    assert content["left_out"] == {"rows": count - 3}
    assert content["sources"][0]["fixtures"] == count


def test_a_season_that_is_over_is_certain(tools: Toolbox, by_hand: sqlite3.Connection) -> None:
    content: Content = tools.call("project", {"league": "Crown League", "season": "24/25"}).content
    table = points_rows(by_hand, f"season_id = {LAST_CROWN}")
    names = ("position", "team_id", "team", "played", "points")

    assert content["rows"] == [
        {name: row[name] for name in names}
        | {f"{end}_points": float(row["points"]) for end in ("mean", "low", "high")}
        | {"title": float(row["position"] == 1)}
        | {f"place_{place}": float(row["position"] == place) for place in range(1, 17)}
        for row in table
    ]
    assert (content["to_come"], content["fixtures"], content["runs"]) == (0, 240, 10_000)


def test_the_chances_of_a_season_add_up_and_begin_at_its_table(
    tools: Toolbox, by_hand: sqlite3.Connection
) -> None:
    content: Content = tools.call("project", {"league": "Crown League"}).content
    table = points_rows(by_hand, IN_SEASON, taken=3)
    rest = one(by_hand, f"select count(*) from fixture where {IN_SEASON} and status <> 'finished'")

    assert [(row["team"], row["played"], row["points"]) for row in content["rows"]] == [
        (row["team"], row["played"], row["points"]) for row in table
    ]
    assert content["to_come"] == rest
    for place in range(1, 17):
        assert sum(row[f"place_{place}"] for row in content["rows"]) == pytest.approx(1, abs=0.002)
    assert [row["title"] for row in content["rows"]] == [row["place_1"] for row in content["rows"]]


def contents(db: sqlite3.Connection) -> Content:
    leagues = rows(
        db,
        "select league.id as league_id, league.name, short_name, country_code, country.name as country, esports, "
        "count(*) as seasons, min(label) as first, max(label) as last from league join country on "
        "country.code = country_code join season on league_id = league.id group by league.id "
        "order by esports, country.name, league.id",
    )
    for row in leagues:
        row |= {} if row["name"].endswith("Cup") else {"has": "table"}
    return {"leagues": leagues, "fixtures": one(db, "select count(*) from fixture"), "as_of": NOW}


def test_the_contents_are_those_of_the_file(tools: Toolbox, by_hand: sqlite3.Connection) -> None:
    content: Content = tools.call("contents", {}).content

    assert {name: content[name] for name in ("leagues", "fixtures", "as_of")} == contents(by_hand)
    for table in ("fixture", "event", "odds", "team", "season", "points_adjustment"):
        assert content["rows"][table] == one(by_hand, f"select count(*) from {table}")
    assert content["sources"] == [
        {"source": "sample", "fixtures": content["fixtures"], "newest": NOW}
    ]
    statuses = dict(by_hand.execute("select status, count(*) from fixture group by 1"))
    assert {name: content["file"]["fixtures"][name] for name in statuses} == statuses


OWN_SQL = (
    "SQL of your own: no rule of a competition was applied, and no row was looked at for doubts"
)

STATEMENTS = [
    Question(
        "a count by SQL",
        "sql",
        {"query": "select status, count(*) as n from fixture group by 1 order by 1"},
        lambda db: whole(
            {
                "columns": ["status", "n"],
                "rows": rows(db, "select status, count(*) as n from fixture group by 1 order by 1"),
            },
            one(db, "select count(*) from fixture"),
            notes=[OWN_SQL],
        ),
    ),
    Question(
        "what is unknown is left out by SQL",
        "sql",
        {"query": "-- unknown\nselect null as a, 1.23456 as c, x'00ff' as b"},
        lambda db: whole(
            {"columns": ["a", "c", "b"], "rows": [{"c": 1.2346, "b": "b'\\x00\\xff'"}]},
            one(db, "select count(*) from fixture"),
            notes=[OWN_SQL],
        ),
    ),
    Question(
        "more rows than are asked for",
        "sql",
        {
            "query": "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n",
            "limit": 2,
        },
        lambda db: whole(
            {"columns": ["i"], "rows": [{"i": 1}, {"i": 2}]},
            one(db, "select count(*) from fixture"),
            notes=[OWN_SQL],
            doubts=["there are more rows than these; they were not counted"],
        ),
    ),
]


@pytest.mark.parametrize("question", STATEMENTS, ids=lambda question: question.asked)
def test_sql_answers_as_sqlite_does(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    assert tools.call(question.tool, question.arguments).content == question.answer(by_hand)
