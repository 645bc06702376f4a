"""The SQL of Datasette's pages: names for rows, ready queries."""

from typing import NamedTuple

from footydata.football.terms import Side

_NINETY = "fixture.home_goals || '-' || fixture.away_goals"
_EXTRA, _SHOOTOUT, _FINAL = (
    f"{part}_home_goals || '-' || {part}_away_goals" for part in ("extra", "shootout", "final")
)
_LAST = (
    f"coalesce(shootout_{side}_goals, extra_{side}_goals, fixture.{side}_goals, final_{side}_goals)"
    for side in Side
)
_UNSCORED_SHOOTOUT = f"(coalesce(on_penalties, 0) and {_SHOOTOUT} is null)"

_SCORE = f"""
    coalesce({_NINETY}, '') ||
    case when {_EXTRA} is null or ({_EXTRA} = {_NINETY} and {_SHOOTOUT} is not null) then ''
         when {_NINETY} is null then {_EXTRA} || ' aet' else ' (' || {_EXTRA} || ' aet)' end ||
    case when coalesce({_NINETY}, {_EXTRA}) is null then coalesce({_FINAL} || '?', '') else '' end ||
    case when {_SHOOTOUT} is null then ''
         else iif(coalesce({_NINETY}, {_EXTRA}, {_FINAL}) is null, '', ', ') || {_SHOOTOUT} || ' on penalties' end ||
    case when through is not null and ({_UNSCORED_SHOOTOUT} or {" is ".join(_LAST)})
         then iif(coalesce({_NINETY}, {_EXTRA}, {_FINAL}, {_SHOOTOUT}) is null, '', ', ') ||
              (select name from team where team.id = iif(through = 'home', fixture.home_id, fixture.away_id)) ||
              iif({_UNSCORED_SHOOTOUT}, ' on penalties', ' through')
         else '' end
"""
"""The score of football.scores.whole_score, in SQL."""

_OF_FIXTURE = f"""
    select fixture.id as id,
           (select name from team where team.id = fixture.home_id) ||
           case when fixture.status = 'scheduled' then ' v '
                else coalesce(' ' || nullif({_SCORE}, '') || ' ', ' v ') end ||
           (select name from team where team.id = fixture.away_id) as name,
           league.full_name || coalesce(' ' || season.label, '') || ', ' || substr(fixture.kickoff_utc, 1, 10) as more
    from fixture
    join league on league.id = fixture.league_id
    left join season on season.id = fixture.season_id
    left join knockout on knockout.fixture_id = fixture.id
"""

FIXTURE_LABELS = (
    f"select id, name from ({_OF_FIXTURE}) where id in (select value from json_each(:ids))"
)
"""The teams and score of fixtures. `ids`: a JSON array."""

TITLES = {
    "fixture": f"select name || ', ' || more from ({_OF_FIXTURE}) where id = :id",
    "league": "select full_name from league where id = :id",
    "season": "select full_name || ' ' || label from season join league on league.id = league_id where season.id = :id",
    "team": "select name from team where id = :id",
    "country": "select name from country where code = :id",
    "bookmaker": "select name from bookmaker where id = :id",
    "load": "select place from load where id = :id",
}
"""Table → SQL of the title of a row. `id`: the row's key, or the first column of it."""

LINKS = {
    "fixture": """
        select home.name, 'team', home.id from fixture join team as home on home.id = home_id where fixture.id = :id
        union all
        select away.name, 'team', away.id from fixture join team as away on away.id = away_id where fixture.id = :id
        union all
        select full_name, 'league', league.id from fixture join league on league.id = league_id where fixture.id = :id
        union all
        select 'Tables ' || label, 'season', season.id from fixture join season on season.id = season_id
        where fixture.id = :id
    """,
    "league": """
        select 'Tables ' || label, 'season', id from season where league_id = :id
        order by start_year desc, label desc limit 12
    """,
    "season": """
        select 'Tables in words', 'league', league_id from season where id = :id
    """,
}
"""Table → SQL of what a row of it leads to: name, table and id. `id`: the row's."""

OF_A_FIXTURE = (
    *("event", "extra_event", "fair_line", "fixture_figure", "fixture_referee", "knockout"),
    *("odds", "odds_line", "odds_tick", "statistics", "venue"),
)
"""Tables whose rows belong to a fixture; its id is the first column of their keys."""

OF_TEAM = """
    id in (select fixture_id from team join team_fixture on team_id = team.id where team.name = :{name})
""".strip()
"""Added to a condition on a team's name, so that only the team's fixtures are read. `name`: a parameter."""


def call_of(function: str, count: int) -> str:
    """SQL of a function's value of so many arguments."""
    return f"select {function}({', '.join('?' * count)})"


class ReadyQuery(NamedTuple):
    """A query that the pages offer by name.

    Attributes:
        title: its name on the pages.
        text: what it lists, and its parameters; an empty one has its default.
        no_rows: why it lists nothing, where it has no rows.
        sql: the query.
    """

    title: str
    text: str
    no_rows: str
    sql: str


SEARCHED = 20_000
"""The last day with results of a query is looked for in so many of the newest fixtures, within a page's time."""


def _day(condition: str = "true") -> str:
    """SQL of `day`: the parameter, else the last day up to today with such fixtures, else the first one after."""
    past = "from fixture where kickoff_utc < date('now', '+1 day')"
    newest_first = "order by kickoff_utc desc limit 1"
    return f"""(select coalesce(
    nullif(trim(:day), ''),
    (select substr(kickoff_utc, 1, 10) {past}
       and kickoff_utc >= coalesce((select kickoff_utc {past} {newest_first} offset {SEARCHED}), '') and {condition}
     {newest_first}),
    (select substr(kickoff_utc, 1, 10) {past} {newest_first}),
    (select substr(min(kickoff_utc), 1, 10) from fixture where kickoff_utc >= date('now', '+1 day'))) as day)"""


def _has_quote(market: str, condition: str) -> str:
    """SQL of a condition on `fixture`: a bookmaker's quote of the market fulfils another one."""
    return (
        f"exists (select 1 from odds where fixture_id = id and market = '{market}' and {condition})"
    )


_DAY_PARAMETER = f"Day: as 2026-03-14, UTC; empty: the last one up to today with {{}} in the newest {SEARCHED:,} fixtures."

READY: dict[str, ReadyQuery] = {
    "today": ReadyQuery(
        "Fixtures of a day",
        "The fixtures of one day by kickoff, UTC; a kickoff without hours is known by its day alone. Day: as "
        "2026-03-14; empty: today, or the last day that has fixtures, which each kickoff names.",
        "No fixture is stored of that day.",
        f"""select match.id as fixture_id,
       substr(match.kickoff_utc, 1, case fixture.time_known when 1 then 16 else 10 end) as kickoff_utc,
       match.competition, match.home, match.home_goals, match.away_goals, match.away, match.home_corners,
       match.away_corners, match.status
from {_day()} as chosen
join match on match.kickoff_utc >= chosen.day and match.kickoff_utc < date(chosen.day, '+1 day')
join fixture on fixture.id = match.id
order by match.kickoff_utc, match.competition, match.id""",
    ),
    "corner_lines": ReadyQuery(
        "Biggest corner lines",
        f"The highest lines of all corners in a week, and what came. {_DAY_PARAMETER.format('such lines')} "
        "The week begins with it.",
        "No bookmaker's line of all corners is stored of a fixture of that week.",
        f"""select match.id as fixture_id, match.kickoff_utc, match.competition, match.home, match.away,
       bookmaker.name as bookmaker, odds.opening_line, odds.closing_line, odds.closing_price_1 as closing_over,
       odds.closing_price_2 as closing_under, match.home_corners + match.away_corners as corners, match.status
from {_day(_has_quote("corner_line", "coalesce(closing_line, opening_line) is not null"))} as chosen
join match on match.kickoff_utc >= chosen.day and match.kickoff_utc < date(chosen.day, '+7 days')
join odds on odds.fixture_id = match.id and odds.market = 'corner_line'
  and coalesce(odds.closing_line, odds.opening_line) is not null
join bookmaker on bookmaker.id = odds.bookmaker_id
order by coalesce(odds.closing_line, odds.opening_line) desc, match.kickoff_utc, match.id, bookmaker.id
limit 100""",
    ),
    "price_movers": ReadyQuery(
        "Price movers",
        f"Home, draw and away: the prices that moved most between opening and closing in a week, as chances (1 / price)"
        f" before the margin is taken out. {_DAY_PARAMETER.format('both prices')} The week ends with it.",
        "No bookmaker's opening and closing prices of home, draw and away are both stored of a fixture of that week.",
        f"""with moved as (
  select match.id as fixture_id, match.kickoff_utc, match.competition, match.home, match.away,
         bookmaker.name as bookmaker, side.selection,
         case side.selection when 'home' then opening_price_1 when 'draw' then opening_price_2
                             else opening_price_3 end as opened,
         case side.selection when 'home' then closing_price_1 when 'draw' then closing_price_2
                             else closing_price_3 end as closed
  from {_day(_has_quote("1x2", "opening_price_1 > 1 and closing_price_1 > 1"))} as chosen
  join match on match.kickoff_utc >= date(chosen.day, '-6 days') and match.kickoff_utc < date(chosen.day, '+1 day')
  join odds on odds.fixture_id = match.id and odds.market = '1x2'
  join bookmaker on bookmaker.id = odds.bookmaker_id
  join (select 'home' as selection union all select 'draw' union all select 'away') as side)
select fixture_id, kickoff_utc, competition, home, away, bookmaker, selection, opened, closed,
       round(100 * (1 / closed - 1 / opened), 1) as moved_percent
from moved
where opened > 1 and closed > 1
order by abs(1 / closed - 1 / opened) desc, kickoff_utc, fixture_id, bookmaker, selection
limit 100""",
    ),
    "referees": ReadyQuery(
        "Referees",
        "Cards and goals a fixture by referee, of those with five fixtures or more whose cards are known. League: its "
        "name, empty: every one; since: a day, empty: two years before the last fixture that was finished.",
        "No referee has five finished fixtures with known cards since then, in a league of that name.",
        """with chosen as (
  select coalesce(nullif(:since, ''), date((select max(kickoff_utc) from fixture
                                            where kickoff_utc < date('now', '+1 day')), '-2 years')) as since)
select fixture.referee, league.full_name as league, count(*) as fixtures,
       round(avg(home_yellow + away_yellow), 2) as yellow_a_fixture,
       round(avg(home_red + away_red), 2) as red_a_fixture,
       round(avg(home_yellow), 2) as home_yellow, round(avg(away_yellow), 2) as away_yellow,
       round(avg(home_goals + away_goals), 2) as goals_a_fixture
from chosen
join fixture on fixture.kickoff_utc >= chosen.since
join league on league.id = fixture.league_id
where fixture.status = 'finished' and fixture.referee is not null and fixture.home_yellow is not null
  and (nullif(trim(:league), '') is null or trim(:league) collate nocase in (league.name, league.full_name))
group by fixture.referee, fixture.league_id
having count(*) >= 5
order by yellow_a_fixture desc, fixture.referee, league.full_name""",
    ),
}
"""Name in the address → the query."""
