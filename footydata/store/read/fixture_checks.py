"""Checks fixtures: their states, their figures, and what can't be true of two.

Fixtures that are overdue, live for hours or finished too early; negative figures, first halves above the whole, counts
that the events contradict; fixtures that are stored twice, and teams that play two fixtures at once. Every face that
shows figures doubts those that an error is found in.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable

from footydata.football.records import FixtureRecord, StatisticsRecord
from footydata.football.register import further_figures
from footydata.football.register.leagues import meets_once, side_of
from footydata.football.register.teams import NATIONAL
from footydata.football.terms import DAY, LIVE_AT_MOST, STATISTICS, Side, TableType
from footydata.rules.duplicates import SAME_DAY
from footydata.store.read.finding import (
    ERROR,
    REMARK,
    Flagged,
    by_sql,
    compared,
)
from footydata.store.read.seasons.result_rows import NOT_COUNTED
from footydata.store.rows import ids_of

_FIXTURE_FIGURES = FixtureRecord._fields[
    FixtureRecord._fields.index("home_goals") : FixtureRecord._fields.index("referee")
]
_NEVER_NEGATIVE = {
    "fixture": dict.fromkeys(_FIXTURE_FIGURES, "0"),
    "statistics": dict.fromkeys(StatisticsRecord._fields[1:], "0"),
}
_HALVED = {
    "fixture": {
        f"half_{name}": name for name in _FIXTURE_FIGURES if f"half_{name}" in _FIXTURE_FIGURES
    },
    "statistics": {
        f"half_{side}_{name}": f"{side}_{name}"
        for side in Side
        for name in STATISTICS
        if name != "possession"
    },
}


_HIGHEST = json.dumps({figure.name: figure.highest for figure in further_figures()})
_SIDED = json.dumps([figure.name for figure in further_figures() if figure.sided])

_FURTHER = """
    with wrong as (
      select part.*, iif(part.half, 'first-half ', '') || replace(part.figure, '_', ' ') || ' is ' as words,
             whole.home as whole_home, whole.away as whole_away, top.value as highest,
             part.figure in (select value from json_each(:sided)) as sided
      from fixture_figure as part
      left join fixture_figure as whole
        on part.half = 1 and whole.fixture_id = part.fixture_id and whole.figure = part.figure and whole.half = 0
      left join json_each(:highest) as top on top.key = part.figure
      where part.fixture_id{within} and (
        top.value is null or min(part.home, part.away) < 0 or part.home < 0 or part.away < 0
        or part.home > top.value or part.away > top.value or part.home > whole.home or part.away > whole.away)
    ), side as (
      select *, 1 as place, iif(sided, 'home ', '') || words as is_value, home as value, whole_home as whole from wrong
      union all
      select *, 2, iif(sided, 'away ', '') || words, away, whole_away from wrong
    )
    select fixture_id, figure, half, place,
           is_value || value || iif(value < 0 or value > highest, ', which can''t be', ', above ' || whole || ' at the end')
           as sentence
    from side where highest is not null and (value < 0 or value > highest or value > whole)
    union all
    select fixture_id, figure, half, 0, figure || ' is a figure that the register does not have'
    from wrong where highest is null
    union all
    select id, figure, 0, 1, 'a side has ' || most || ' ' || figure || ', which can''t be'
    from (
      select id, 'goals' as figure, max(home_goals, away_goals) as most, 40 as highest from fixture where id{within}
      union all select id, 'corners', max(home_corners, away_corners), 40 from fixture where id{within}
      union all select id, 'yellow', max(home_yellow, away_yellow), 20 from fixture where id{within}
    ) where most > highest
    union all
    select id, 'goals', 0, 2, 'a side has many more goals than shots on target'
    from fixture join statistics on fixture_id = id
    where id{within} and max(home_goals - home_shots_on_target, away_goals - away_shots_on_target) > 4
    order by 1, 2, 3, 4
"""
"""Figures that are negative, above the highest possible, above the whole fixture's, or not declared.

A side has had 36 goals and some 25 corners; of 27,000 fixtures with shots none had five goals more than shots on target.
"""

_OF_STATISTICS = """
    select recorded.fixture_id, recorded.home as home_most, recorded.away as away_most, recorded.figure as whole,
           '{0}' as part, statistics.home_{0} as home, statistics.away_{0} as away
    from fixture_figure as recorded join statistics on statistics.fixture_id = recorded.fixture_id
    where recorded.figure = '{1}' and recorded.half = 0
"""
_OF_FIGURES = """
    select recorded.fixture_id, recorded.home, recorded.away, recorded.figure, part.figure, part.home, part.away
    from fixture_figure as recorded join fixture_figure as part
      on part.fixture_id = recorded.fixture_id and part.figure = '{0}' and part.half = 0
    where recorded.figure = '{1}' and recorded.half = 0
"""
_PARTS = " union all ".join(
    (_OF_STATISTICS if part in STATISTICS else _OF_FIGURES).format(part, figure.name)
    for figure in further_figures()
    for part in figure.at_least
)
_MORE_THAN_THE_WHOLE = f"""
    with compared (fixture_id, home_most, away_most, whole, part, home, away) as ({_PARTS}), side as (
      select fixture_id, 'home' as side, part, home as value, home_most as most, whole from compared where home > home_most
      union all
      select fixture_id, 'away', part, away, away_most, whole from compared where away > away_most
    )
    select fixture_id, side || ' ' || replace(part, '_', ' ') as part, value, most, replace(whole, '_', ' ') as whole
    from side order by side.whole, side.part, fixture_id, side desc
"""
"""Parts that are greater than their whole, as shots on target above shots; sources count by their own rules."""

# The counts of a timeline are packed into one integer, six bits each: one sum in place of ten is three times as fast.
_AGAINST_EVENTS = """
    with timeline as (
      select fixture_id,
             coalesce(sum(case type
               when 'goal' then case team when 'home' then 1 + (half = 1) * (1 << 48)
                                          when 'away' then (1 << 6) + (half = 1) * (1 << 54) end
               when 'corner' then case team when 'home' then 1 << 12 when 'away' then 1 << 18 end
               when 'yellow_card' then case team when 'home' then 1 << 24 when 'away' then 1 << 30 end
               when 'red_card' then case team when 'home' then 1 << 36 when 'away' then 1 << 42 end end), 0) as counts,
             sum(case when type = 'period_score' and half = 1 then 1 + home_score + away_score * 64 end) as half_score,
             sum(case when type = 'period_score' and half = 2 then 1 + home_score + away_score * 64 end) as score
      from event where fixture_id{within} group by fixture_id
    ), said as (
      select fixture.*,
             counts & 63 as home, counts >> 6 & 63 as away, counts >> 12 & 63 as corners, counts >> 18 & 63 as against,
             counts >> 24 & 63 as yellow, counts >> 30 & 63 as yellow_against,
             counts >> 36 & 63 as red, counts >> 42 & 63 as red_against,
             counts >> 48 & 63 as half_home, counts >> 54 & 63 as half_away,
             (half_score - 1) % 64 as half_home_score, (half_score - 1) / 64 as half_away_score,
             (score - 1) % 64 as home_score, (score - 1) / 64 as away_score
      from timeline join fixture on fixture.id = timeline.fixture_id
      where fixture.status = 'finished' and coalesce(fixture.state_detail, '') <> 'awarded'
    ), wrong as materialized (
      select * from said
      where home <> home_goals or away <> away_goals or half_home <> half_home_goals or half_away <> half_away_goals
         or corners <> home_corners or against <> away_corners or yellow <> home_yellow
         or yellow_against <> away_yellow or red <> home_red or red_against <> away_red
         or half_home_score <> half_home_goals or half_away_score <> half_away_goals
         or home_score <> home_goals or away_score <> away_goals
    ), each as (
      select id, 1 as place, 'home goals' as what, home_goals as stored, home as told, null as closed from wrong
      union all select id, 2, 'away goals', away_goals, away, null from wrong
      union all select id, 3, 'home corners', home_corners, corners, null from wrong where corners + against > 0
      union all select id, 4, 'away corners', away_corners, against, null from wrong where corners + against > 0
      union all select id, 5, 'home yellow', home_yellow, yellow, null from wrong where yellow + yellow_against > 0
      union all select id, 6, 'away yellow', away_yellow, yellow_against, null from wrong where yellow + yellow_against > 0
      union all select id, 7, 'home red', home_red, red, null from wrong where red + red_against > 0
      union all select id, 8, 'away red', away_red, red_against, null from wrong where red + red_against > 0
      union all select id, 9, 'first-half home goals', half_home_goals, half_home, null from wrong
      union all select id, 9, 'first-half home goals', half_home_goals, half_home_score, 1 from wrong
        where half_home = half_home_goals
      union all select id, 10, 'first-half away goals', half_away_goals, half_away, null from wrong
      union all select id, 10, 'first-half away goals', half_away_goals, half_away_score, 1 from wrong
        where half_away = half_away_goals
      union all select id, 11, 'home goals', home_goals, home_score, 2 from wrong
      union all select id, 12, 'away goals', away_goals, away_score, 2 from wrong
    )
    select id, what as figure, what || ' are ' || stored || coalesce(', half ' || closed || ' is said to have closed with ',
                                                     ', its events count ') || told as sentence
    from each where stored <> told order by id, place
"""
"""Counts and scores that the timeline contradicts; it always has goals, another figure is compared if it has one."""

_HAS_EXTRA = "(extra_home_goals is not null and extra_away_goals is not null)"
_HAS_END = f"({_HAS_EXTRA} or (final_home_goals is not null and final_away_goals is not null))"
_WITHOUT_GOALS = "status = 'finished' and (home_goals is null or away_goals is null)"

NEAR = 2 * DAY
"""Seconds within which no two teams meet twice, except in e-football."""

TOGETHER = 3600
"""Seconds within which no team plays two others."""

_ABSENT = ", ".join(f"'{state}'" for state in NOT_COUNTED)
_PLAYED = f"coalesce(state_detail, '') not in ({_ABSENT})"


def _is_of_nations(country: str, league: str) -> bool:
    return side_of(country, league).startswith(NATIONAL)


_NEAR = f"""
    with meeting as (
      select id, league_id, kickoff_ts, esports, home_id, home || '-' || away as score,
             lag(id) over pair as other_id, kickoff_ts - lag(kickoff_ts) over pair as apart,
             lag(home_id) over pair as other_home, min(time_known, lag(time_known) over pair) as is_timed,
             lag(home || '-' || away) over pair as other_score, lag(away || '-' || home) over pair as other_turned
      from (
        select fixture.*, coalesce(extra_home_goals, home_goals, final_home_goals) as home,
               coalesce(extra_away_goals, away_goals, final_away_goals) as away
        from fixture left join knockout on fixture_id = id where id{{within}} and {_PLAYED}
      )
      window pair as (partition by season_id, league_id, min(home_id, away_id), max(home_id, away_id)
                      order by kickoff_ts, id)
    )
    select id, other_id, iif(home_id <> other_home, ', at the other venue', '') as turned,
           case when is_timed then (apart / 3600) || iif(apart / 3600 = 1, ' hour', ' hours') || ' before it'
                when apart >= {DAY} then (apart / {DAY}) || iif(apart / {DAY} = 1, ' day', ' days') || ' before it'
                else 'on the same day' end as apart_words
    from meeting
    where apart <= iif(esports, 0, {NEAR})
      and (league_id in (select value from json_each(:leagues)) and (apart >= {DAY} or iif(
        is_timed, apart > 0, coalesce(score <> iif(home_id = other_home, other_score, other_turned), 0)))) = :of_nations
    order by kickoff_ts, id
"""
"""Pairs that meet again within two days.

Of nations: on another day, or on one day with another score, as two of their elevens did into the 1970s.
"""

_BESIDE = """
    with listed as (
      select home_id as team_id, kickoff_ts, id from fixture where id{within}
      union all select away_id, kickoff_ts, id from fixture where id{within}
    ), beside as materialized (
      select team_id, id as fixture_id, lag(id) over own as other_id, kickoff_ts - lag(kickoff_ts) over own as apart
      from listed window own as (partition by team_id order by kickoff_ts, id)
    )
"""
_TWICE = f"""
    {_BESIDE}
    select max(fixture_id, other_id), min(fixture_id, other_id) as other_id, team.name as team
    from beside
    join fixture as one on one.id = beside.fixture_id
    join fixture as other on other.id = beside.other_id
    join team on team.id = beside.team_id
    where beside.apart <= {TOGETHER} and one.esports = 0 and one.time_known = other.time_known
      and (one.time_known = 0 and one.league_id in (select value from json_each(:leagues))
           and other.league_id in (select value from json_each(:leagues))) = :of_nations
      and {_PLAYED.replace("state_detail", "one.state_detail")}
      and {_PLAYED.replace("state_detail", "other.state_detail")}
      and (min(one.home_id, one.away_id), max(one.home_id, one.away_id))
          is not (min(other.home_id, other.away_id), max(other.home_id, other.away_id))
    order by 1, 2, team.id
"""
"""Teams that play two others at once: mostly their opponent is one club, stored under two names.

Of nations: on a day without times; some sent two elevens out, as England in the years from 1890.
"""
_IN_TWO_LEAGUES = f"""
    {_BESIDE}
    select max(fixture_id, other_id), min(fixture_id, other_id) as other_id,
           case when fixture_id > other_id then league.name else other_league.name end as league,
           case when fixture_id > other_id then other_league.name else league.name end as other, country.name as country
    from beside
    join fixture as one on one.id = beside.fixture_id
    join fixture as other on other.id = beside.other_id
    join league on league.id = one.league_id join league as other_league on other_league.id = other.league_id
    join country on country.code = league.country_code
    where beside.apart <= {SAME_DAY} and one.league_id <> other.league_id and beside.team_id = one.home_id
      and one.home_id = other.home_id and one.away_id = other.away_id and one.esports = 0
      and league.country_code = other_league.country_code
      and {_PLAYED.replace("state_detail", "one.state_detail")}
      and {_PLAYED.replace("state_detail", "other.state_detail")}
    order by 1, 2
"""
_MET_TWICE = f"""
    select max(id), min(id) as other_id, count(*) as meetings from fixture
    where season_id is not null and in_table = 1 and {_PLAYED}
      and league_id in (select value from json_each(:leagues))
    group by season_id, home_id, away_id
    having count(*) > 1 and max(kickoff_ts) - min(kickoff_ts) > {NEAR}
    order by max(id)
"""
"""Pairs that meet more than once at one venue, in leagues in which a pair meets there once.

A remark: play-offs and seasons of several stages, as in Japan and China, are in files that mark neither.
"""

_MEET_AGAIN = "the same teams meet {apart_words} in fixture {other_id}{turned}"

CHECKS = (
    by_sql(
        "overdue",
        ERROR,
        "it is still scheduled, {days:day} after its kickoff",
        f"""select id, (:now - kickoff_ts) / {DAY} as days from fixture
        where status = 'scheduled' and state_detail is null
          and kickoff_ts + case time_known when 0 then {DAY} else 0 end < :now - {DAY} order by kickoff_ts, id""",
    ),
    by_sql(
        "live_too_long",
        ERROR,
        "it has been live for {hours:hour}",
        f"""select id, (:now - kickoff_ts) / 3600 as hours from fixture
        where status = 'live' and kickoff_ts < :now - {LIVE_AT_MOST} order by kickoff_ts, id""",
    ),
    by_sql(
        "finished_without_goals",
        ERROR,
        "it is finished and its goals are unknown",
        f"""select id from fixture left join knockout on fixture_id = id
        where {_WITHOUT_GOALS} and not {_HAS_END} order by id""",
    ),
    by_sql(
        "ninety_minutes_unknown",
        REMARK,
        "it ended {score} extra time: its score after ninety minutes is unknown",
        f"""select id, iif({_HAS_EXTRA}, extra_home_goals || '-' || extra_away_goals || ' after',
        final_home_goals || '-' || final_away_goals || ', perhaps after') as score
        from fixture join knockout on fixture_id = id
        where {_WITHOUT_GOALS} and {_HAS_END} order by id""",
    ),
    by_sql(
        "finished_too_early",
        ERROR,
        "it is finished, and its kickoff is {hours:hour} ahead",
        f"""select id, (kickoff_ts - :now) / 3600 as hours from fixture
        where status = 'finished' and kickoff_ts > :now + iif(time_known, 0, {DAY}) order by id""",
    ),
    by_sql(
        "plays_itself",
        ERROR,
        "both sides are one team",
        "select id from fixture where id{within} and home_id = away_id order by id",
    ),
    compared("negative_count", "{words} is {value}", "<", _NEVER_NEGATIVE),
    compared("half_above_full", "{words} is {value}, above {limit} at the end", ">", _HALVED),
    by_sql(
        "impossible_possession",
        ERROR,
        "possession is {home_possession} and {away_possession} per cent, "
        "in the first half {half_home_possession} and {half_away_possession}",
        """select fixture_id, home_possession, away_possession, half_home_possession, half_away_possession,
               'possession' as figure
        from statistics
        where fixture_id{within} and (
          home_possession + away_possession not between 99 and 101 or home_possession > 100
          or away_possession > 100 or half_home_possession + half_away_possession not between 99 and 101
          or half_home_possession > 100 or half_away_possession > 100)
        order by fixture_id""",
    ),
    by_sql("impossible_figure", ERROR, "{sentence}", _FURTHER, highest=_HIGHEST, sided=_SIDED),
    by_sql(
        "more_than_the_whole",
        REMARK,
        "{part} are {value}, above {most} {whole}",
        _MORE_THAN_THE_WHOLE,
    ),
    by_sql("events_contradict", ERROR, "{sentence}", _AGAINST_EVENTS),
    by_sql(
        "event_number",
        ERROR,
        "its {rows} {type} events of the {team} side are numbered up to {last}",
        """select fixture_id, type, team, count(*) as rows, max(count) as last from event
        where count is not null group by fixture_id, type, team having count(*) <> max(count)
        order by fixture_id, type, team""",
    ),
    by_sql("double_fixture", ERROR, _MEET_AGAIN, _NEAR, leagues=_is_of_nations, of_nations=0),
    by_sql(
        "in_two_leagues",
        ERROR,
        "it stands in {league} and, as fixture {other_id}, in {other} ({country})",
        _IN_TWO_LEAGUES,
    ),
    by_sql(
        "plays_twice",
        ERROR,
        "{team} plays another team at the same time in fixture {other_id}",
        _TWICE,
        leagues=_is_of_nations,
        of_nations=0,
    ),
    by_sql("nations_meet_again", REMARK, _MEET_AGAIN, _NEAR, leagues=_is_of_nations, of_nations=1),
    by_sql(
        "nation_plays_twice",
        REMARK,
        "{team} plays another team on the same day, at times unknown, in fixture {other_id}",
        _TWICE,
        leagues=_is_of_nations,
        of_nations=1,
    ),
    by_sql(
        "met_twice",
        REMARK,
        "its teams meet {meetings} times at one venue in the season, where the league's table asks for once: "
        "a play-off or further stage that is not marked, or a double of fixture {other_id}",
        _MET_TWICE,
        leagues=meets_once,
    ),
)
"""What is looked for in fixtures."""

MANY = 20_000
"""Of more fixtures none is looked at: reading a million into a frame would take twice as long."""

_WORDS = {
    TableType.TOTAL: ("goals",),
    TableType.CORNER: ("corners",),
    TableType.CARD: ("yellow", "red"),
}


def errors_of(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], type: TableType | None = None
) -> dict[int, list[Flagged]]:
    """Fixture id → the errors that `check` finds in it; of a pair that can't both be true each has it.

    type: those alone that concern the figures of a table. Errors that a fixture's state, missing score or kickoff shows
    without a word are left out.
    """
    ids = {*fixture_ids}
    errors: defaultdict[int, list[Flagged]] = defaultdict(list)
    if not ids or len(ids) > MANY:
        return errors
    words = _WORDS[type] if type is not None else ("",)
    near = {id_ for pair in connection.execute(_NEAR, ids_of(ids)) for id_ in pair}
    for check in CHECKS:
        within = near if check.is_of_pairs else ids
        if check.severity is not ERROR or not check.is_of_some or not within:
            continue
        for error in check.find(connection, 0, within):
            if not error.figure or any(word in error.figure for word in words):
                for id_ in ids.intersection((error.id, error.other)):
                    errors[id_].append(error)
    return errors


def doubt_texts(connection: sqlite3.Connection, fixture_ids: Iterable[int]) -> dict[int, str]:
    """Fixture id → all errors that `check` finds in it."""
    return {
        id_: "; ".join(
            error.sentence if error.id == id_ else f"fixture {error.id}: {error.sentence}"
            for error in errors
        )
        for id_, errors in errors_of(connection, fixture_ids).items()
    }


_BESIDE = f"""
    select fixture_id from team_fixture
    where team_id = {{side}} and fixture_id <> fixture.id and team_fixture.kickoff_ts
      between fixture.kickoff_ts - {NEAR} and fixture.kickoff_ts + {NEAR}
"""
_NEAR = f"""
    select fixture.id, listed.fixture_id from fixture join team_fixture as listed
    on listed.team_id in (fixture.home_id, fixture.away_id) and listed.kickoff_ts
      between fixture.kickoff_ts - {NEAR} and fixture.kickoff_ts + {NEAR}
    where fixture.id in (select value from json_each(:ids))
      and (exists ({_BESIDE.format(side="home_id")}) or exists ({_BESIDE.format(side="away_id")}))
    order by 1, 2
"""
"""The fixtures whose teams play again in the days beside them, with those and themselves."""
