"""The SQL of Datasette's pages: names for rows, counts of whole tables, ready queries."""

from typing import NamedTuple

_OF_FIXTURE = """
    select fixture.id as id,
           (select name from team where team.id = fixture.home_id) ||
           case when fixture.home_goals is null or fixture.away_goals is null or fixture.status = 'scheduled' then ' v '
                else ' ' || fixture.home_goals || '-' || fixture.away_goals || ' ' end ||
           (select name from team where team.id = fixture.away_id) as name,
           league.full_name || coalesce(' ' || season.label, '') || ', ' || substr(fixture.kickoff_utc, 1, 10) as more
    from fixture
    join league on league.id = fixture.league_id
    left join season on season.id = fixture.season_id
"""

FIXTURE_LABELS = f"select id, name from ({_OF_FIXTURE}) where id in (select value from json_each(:ids))"
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

FIXTURE_LINKS = """
    select home.name, 'team', home.id, away.name, 'team', away.id, league.full_name, 'league', league.id,
           season.label, 'season', season.id
    from fixture
    join team as home on home.id = fixture.home_id
    join team as away on away.id = fixture.away_id
    join league on league.id = fixture.league_id
    left join season on season.id = fixture.season_id
    where fixture.id = :id
"""
"""The name, table and id of each row that a fixture refers to. `id`: the fixture's."""

OF_A_FIXTURE = ("event", "fair_line", "fixture_figure", "fixture_referee", "odds", "odds_tick", "statistics")
"""Tables whose rows belong to a fixture; its id is the first column of their keys."""

OF_TEAM = """
    id in (select fixture_id from team join team_fixture on team_id = team.id where team.name = :{name})
""".strip()
"""Added to a condition on a team's name, so that only the team's fixtures are read. `name`: a parameter."""

TABLE_COUNTS = {
    ("match", "competition"): """
        select country.name || ' · ' || league.name as value, sum(fixtures) as count
        from (select league_id, count(*) as fixtures from fixture group by league_id)
        join league on league.id = league_id
        join country on country.code = league.country_code
        group by value order by count desc, value limit :count
    """,
    ("match", "season"): """
        select season.label as value, sum(fixtures) as count
        from (select season_id, count(*) as fixtures from fixture group by season_id)
        join season on season.id = season_id
        group by value order by count desc, value limit :count
    """,
    ("match", "status"): """
        with counted as (
          select sum(status = 'finished') as finished, sum(status = 'live') as live,
                 sum(status = 'scheduled') as scheduled
          from fixture)
        select value, count from (
          select 'finished' as value, finished as count from counted
          union all select 'live', live from counted
          union all select 'scheduled', scheduled from counted)
        where count > 0 order by count desc, value limit :count
    """,
}
TABLE_COUNTS["fixture", "status"] = TABLE_COUNTS["match", "status"]
"""Table and column → SQL of its values and their counts in the whole table, most frequent first; it uses an index."""


def sample(sql: str, count: int) -> str:
    """SQL of the first `count` rows of a query."""
    return f"select * from ({sql}) limit {count}"


def row_at(table: str, count: int) -> str:
    """SQL of one row if a table has more than `count` rows, of none otherwise."""
    return f'select 1 from "{table}" limit 1 offset {count}'


class ReadyQuery(NamedTuple):
    """A query that the pages offer by name.

    Attributes:
        title: its name on the pages.
        text: what it lists, and what each parameter is; an empty one has its default.
        sql: the query.
    """

    title: str
    text: str
    sql: str


_DAY = """(select coalesce(nullif(:day, ''), max(substr(kickoff_utc, 1, 10)), date('now')) as day
             from fixture where kickoff_utc < date('now', '+1 day'))"""
_NAMED_DAY = "Day: as 2026-03-14, UTC; empty: today, or the last day that has fixtures."

READY: dict[str, ReadyQuery] = {
    "today": ReadyQuery(
        "Today's fixtures",
        f"The fixtures of one day by kickoff. {_NAMED_DAY}",
        f"""select match.id as fixture_id, substr(match.kickoff_utc, 12, 5) as kickoff, match.competition, match.home,
       match.home_goals, match.away_goals, match.away, match.home_corners, match.away_corners, match.status
from {_DAY} as asked
join match on match.kickoff_utc >= asked.day and match.kickoff_utc < date(asked.day, '+1 day')
order by match.kickoff_utc, match.competition, match.id""",
    ),
    "league_table": ReadyQuery(
        "A league table",
        "Points, three for a win, then goal difference and goals. League: its name, with its country where several "
        "leagues have it, or its id; season: its label or the year that it starts in, empty: the last one. Not every "
        "league breaks ties so or is played in one stage: 'footydata standings' knows the rules of each, and tables of "
        "corners and cards.",
        """with named as (
  select season.id as season_id, season.label, season.start_year, league.id as league_id, league.full_name
  from season join league on league.id = season.league_id
  where trim(:league) collate nocase in (
    league.name, league.full_name, cast(league.id as text),
    (select country.name || ' · ' || league.name from country where country.code = league.country_code))),
asked as (
  select season_id, label, full_name from named
  where (nullif(trim(:season), '') is null or trim(:season) in (label, cast(start_year as text)))
    and (select count(distinct league_id) from named) = 1
  order by start_year desc, season_id desc limit 1),
side as (
  select home_id as team_id, home_goals as scored, away_goals as conceded from fixture
  where season_id = (select season_id from asked) and status = 'finished' and in_table = 1
    and home_goals is not null and away_goals is not null
  union all
  select away_id, away_goals, home_goals from fixture
  where season_id = (select season_id from asked) and status = 'finished' and in_table = 1
    and home_goals is not null and away_goals is not null),
decided as (
  select team_id, sum(points) as points from points_adjustment
  where season_id = (select season_id from asked) group by team_id),
tally as (
  select team_id, count(*) as played, sum(scored > conceded) as won, sum(scored = conceded) as drawn,
         sum(scored < conceded) as lost, sum(scored) as scored, sum(conceded) as conceded,
         sum((scored > conceded) * 3 + (scored = conceded)) as won_points
  from side group by team_id)
select row_number() over (
         order by won_points + coalesce(decided.points, 0) desc, scored - conceded desc, scored desc, team.name
       ) as position,
       team.name as team, played, won, drawn, lost, scored, conceded, scored - conceded as difference,
       won_points + coalesce(decided.points, 0) as points, decided.points as by_decision,
       asked.full_name as league, asked.label as season
from tally
join asked
join team on team.id = tally.team_id
left join decided on decided.team_id = tally.team_id
union all
select null, case
    when not exists (select 1 from named) then
      'No league with a season is called "' || coalesce(:league, '') || '". There are: ' || (
        select coalesce(group_concat(name, ', '), 'none') from (
          select distinct league.name from league join season on season.league_id = league.id order by 1 limit 20))
    when (select count(distinct league_id) from named) > 1 then
      'Several leagues are called "' || :league || '". Take one: ' || (
        select group_concat(full_name, ', ') from (select distinct full_name from named order by 1))
    when not exists (select 1 from asked) then
      'It has no season "' || :season || '". There are: ' || (
        select group_concat(label, ', ') from (
          select label from named group by label order by max(start_year) desc limit 20))
    else 'No fixture of the season has a result yet.' end,
  null, null, null, null, null, null, null, null, null, null, null
where not exists (select 1 from tally)
order by position""",
    ),
    "corner_lines": ReadyQuery(
        "Biggest corner lines",
        f"The highest lines of all corners in a week, and what came. {_NAMED_DAY} The week begins with it.",
        f"""select match.id as fixture_id, match.kickoff_utc, match.competition, match.home, match.away,
       bookmaker.name as bookmaker, odds.opening_line, odds.closing_line, odds.closing_price_1 as closing_over,
       odds.closing_price_2 as closing_under, match.home_corners + match.away_corners as corners
from {_DAY} as asked
join match on match.kickoff_utc >= asked.day and match.kickoff_utc < date(asked.day, '+7 days')
join odds on odds.fixture_id = match.id and odds.market = 'corner_line'
join bookmaker on bookmaker.id = odds.bookmaker_id
order by coalesce(odds.closing_line, odds.opening_line) desc, match.kickoff_utc, match.id, bookmaker.id
limit 100""",
    ),
    "price_movers": ReadyQuery(
        "Price movers",
        f"Home, draw and away: the prices that moved most between opening and closing in a week, as chances (1 / price)"
        f" before the margin is taken out. {_NAMED_DAY} The week ends with it.",
        f"""with moved as (
  select match.id as fixture_id, match.kickoff_utc, match.competition, match.home, match.away,
         bookmaker.name as bookmaker, side.selection,
         case side.selection when 'home' then opening_price_1 when 'draw' then opening_price_2
                             else opening_price_3 end as opened,
         case side.selection when 'home' then closing_price_1 when 'draw' then closing_price_2
                             else closing_price_3 end as closed
  from {_DAY} as asked
  join match on match.kickoff_utc >= date(asked.day, '-6 days') and match.kickoff_utc < date(asked.day, '+1 day')
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
        """with asked as (
  select coalesce(nullif(:since, ''), date((select max(kickoff_utc) from fixture
                                            where kickoff_utc < date('now', '+1 day')), '-2 years')) as since)
select fixture.referee, league.full_name as league, count(*) as fixtures,
       round(avg(home_yellow + away_yellow), 2) as yellow_a_fixture,
       round(avg(home_red + away_red), 2) as red_a_fixture,
       round(avg(home_yellow), 2) as home_yellow, round(avg(away_yellow), 2) as away_yellow,
       round(avg(home_goals + away_goals), 2) as goals_a_fixture
from asked
join fixture on fixture.kickoff_utc >= asked.since
join league on league.id = fixture.league_id
where fixture.status = 'finished' and fixture.referee is not null and fixture.home_yellow is not null
  and (nullif(trim(:league), '') is null or trim(:league) collate nocase in (league.name, league.full_name))
group by fixture.referee, fixture.league_id
having count(*) >= 5
order by yellow_a_fixture desc, fixture.referee, league.full_name""",
    ),
}
"""Name in the address → the query."""
