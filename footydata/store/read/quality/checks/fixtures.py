"""Checks the states and figures of fixtures.

Fixtures that are overdue, live for hours or finished too early; negative figures, first halves above the whole, counts
that the events contradict.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping

from footydata.football.records import FixtureRecord, StatisticsRecord
from footydata.football.register.figures import further_figures
from footydata.football.terms import DAY, LIVE_AT_MOST, STATISTICS, Side
from footydata.store.read.quality.checks.finding import ERROR, REMARK, Check, Flagged, by_sql

_FIXTURE_FIGURES = FixtureRecord._fields[
    FixtureRecord._fields.index("home_goals") : FixtureRecord._fields.index("referee")
]
_NEVER_NEGATIVE = {
    "id from fixture": dict.fromkeys(_FIXTURE_FIGURES, "0"),
    "fixture_id from statistics": dict.fromkeys(StatisticsRecord._fields[1:], "0"),
}
_HALVED = {
    "id from fixture": {
        f"half_{name}": name for name in _FIXTURE_FIGURES if f"half_{name}" in _FIXTURE_FIGURES
    },
    "fixture_id from statistics": {
        f"half_{side}_{name}": f"{side}_{name}"
        for side in Side
        for name in STATISTICS
        if name != "possession"
    },
}


def _compared(
    kind: str, sign: str, sentence: str, limits: Mapping[str, Mapping[str, str]]
) -> Check:
    """A check for values that compare so to a limit, a finding each. limits: table with its id → column → its limit."""

    def find(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
        for table, of_column in limits.items():
            tests = [f"{column} {sign} {limit}" for column, limit in of_column.items()]
            key, source = table.split(" ", 1)
            columns = ", ".join(
                f"({test}), {column}, {limit}"
                for test, (column, limit) in zip(tests, of_column.items(), strict=True)
            )
            # Columns of our records.
            sql = f"select {key}, {columns} {source} where {' or '.join(tests)} order by 1"
            for fixture_id, *tested in connection.execute(sql):
                for place, column in enumerate(of_column):
                    is_wrong, value, limit = tested[3 * place : 3 * place + 3]
                    name = column.replace("half_", "first-half ").replace("_", " ")
                    if is_wrong:
                        text = sentence.format(name=name, value=value, limit=limit)
                        yield Flagged("fixture", fixture_id, text)

    return Check(kind, ERROR, find)


_FIGURES = json.dumps({figure.name: figure._asdict() for figure in further_figures()})
"""The further figures of the register, by name."""

_FURTHER = """
    with wrong as (
      select part.*, iif(part.half, 'first-half ', '') || replace(part.figure, '_', ' ') as words,
             whole.home as whole_home, whole.away as whole_away,
             json_extract(figure.value, '$.highest') as highest, json_extract(figure.value, '$.sided') as sided
      from fixture_figure as part
      left join fixture_figure as whole
        on part.half = 1 and whole.fixture_id = part.fixture_id and whole.figure = part.figure and whole.half = 0
      left join json_each(:figures) as figure on figure.key = part.figure
      where figure.key is null or min(part.home, part.away) < 0 or part.home < 0 or part.away < 0
         or part.home > highest or part.away > highest or part.home > whole.home or part.away > whole.away
    ), side as (
      select *, 1 as place, iif(sided, 'home ', '') || words || ' is ' as is_value, home as value, whole_home as whole
      from wrong where highest is not null
      union all
      select *, 2, iif(sided, 'away ', '') || words || ' is ', away, whole_away from wrong where highest is not null
    )
    select fixture_id, figure, half, place,
           is_value || value || iif(value < 0 or value > highest, ', which can''t be', ', above ' || whole || ' at the end')
           as sentence
    from side where value < 0 or value > highest or value > whole
    union all
    select fixture_id, figure, half, 0, figure || ' is a figure that the register does not have'
    from wrong where highest is null
    order by 1, 2, 3, 4
"""
_MORE_THAN_THE_WHOLE = f"""
    with counted as (
      select fixture_id, figure, home, away from fixture_figure where half = 0
      {" ".join(f"union all select fixture_id, '{name}', home_{name}, away_{name} from statistics" for name in STATISTICS)}
    ), pair as (
      select figure.key as whole, part.value as part, figure.id as place, part.key as part_place
      from json_each(:figures) as figure, json_each(figure.value, '$.at_least') as part
    ), compared as (
      select recorded.fixture_id, whole, part, place, part_place, 'home' as side, counted.home as value,
             recorded.home as most
      from pair join fixture_figure as recorded on recorded.figure = pair.whole and recorded.half = 0
      join counted on counted.fixture_id = recorded.fixture_id and counted.figure = pair.part
      where counted.home > recorded.home
      union all
      select recorded.fixture_id, whole, part, place, part_place, 'away', counted.away, recorded.away
      from pair join fixture_figure as recorded on recorded.figure = pair.whole and recorded.half = 0
      join counted on counted.fixture_id = recorded.fixture_id and counted.figure = pair.part
      where counted.away > recorded.away
    )
    select fixture_id, side, replace(part, '_', ' ') as part, value, most, replace(whole, '_', ' ') as whole
    from compared order by place, part_place, fixture_id, side desc
"""

_AGAINST_EVENTS = """
    with timeline as (
      select fixture_id,
             sum(type = 'goal' and team = 'home') as home_goals, sum(type = 'goal' and team = 'away') as away_goals,
             sum(type = 'goal' and team = 'home' and half = 1) as half_home_goals,
             sum(type = 'goal' and team = 'away' and half = 1) as half_away_goals,
             sum(type = 'corner' and team = 'home') as home_corners,
             sum(type = 'corner' and team = 'away') as away_corners,
             sum(type = 'yellow_card' and team = 'home') as home_yellow,
             sum(type = 'yellow_card' and team = 'away') as away_yellow,
             sum(type = 'red_card' and team = 'home') as home_red, sum(type = 'red_card' and team = 'away') as away_red,
             max(case when type = 'period_score' and half = 1 then home_score end) as half_home_score,
             max(case when type = 'period_score' and half = 1 then away_score end) as half_away_score,
             max(case when type = 'period_score' and half = 2 then home_score end) as home_score,
             max(case when type = 'period_score' and half = 2 then away_score end) as away_score
      from event group by fixture_id
    ), wrong as materialized (
      select fixture.*, timeline.home_goals as home, timeline.away_goals as away,
             timeline.half_home_goals as half_home, timeline.half_away_goals as half_away,
             timeline.home_corners as corners, timeline.away_corners as against,
             timeline.home_yellow as yellow, timeline.away_yellow as yellow_against,
             timeline.home_red as red, timeline.away_red as red_against,
             half_home_score, half_away_score, home_score, away_score
      from timeline join fixture on fixture.id = timeline.fixture_id
      where fixture.status = 'finished' and coalesce(fixture.state_detail, '') <> 'awarded'
        and (timeline.home_goals <> fixture.home_goals or timeline.away_goals <> fixture.away_goals
          or timeline.half_home_goals <> fixture.half_home_goals or timeline.half_away_goals <> fixture.half_away_goals
          or timeline.home_corners <> fixture.home_corners or timeline.away_corners <> fixture.away_corners
          or timeline.home_yellow <> fixture.home_yellow or timeline.away_yellow <> fixture.away_yellow
          or timeline.home_red <> fixture.home_red or timeline.away_red <> fixture.away_red
          or half_home_score <> fixture.half_home_goals or half_away_score <> fixture.half_away_goals
          or home_score <> fixture.home_goals or away_score <> fixture.away_goals)
    ), said as (
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
    select id, what || ' are ' || stored || coalesce(', half ' || closed || ' is said to have closed with ',
                                                     ', its events count ') || told as sentence
    from said where stored <> told order by id, place
"""
"""Counts and scores that the timeline contradicts; it always has goals, another figure is compared if it has one."""

_HAS_EXTRA = "(extra_home_goals is not null and extra_away_goals is not null)"
_HAS_END = f"({_HAS_EXTRA} or (final_home_goals is not null and final_away_goals is not null))"
_WITHOUT_GOALS = "status = 'finished' and (home_goals is null or away_goals is null)"

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
        """select id, (kickoff_ts - :now) / 3600 as hours from fixture
        where status = 'finished' and kickoff_ts > :now and time_known = 1 order by id""",
    ),
    by_sql(
        "plays_itself",
        ERROR,
        "both sides are one team",
        "select id from fixture where home_id = away_id order by id",
    ),
    _compared("negative_count", "<", "{name} is {value}", _NEVER_NEGATIVE),
    _compared("half_above_full", ">", "{name} is {value}, above {limit} at the end", _HALVED),
    by_sql(
        "impossible_possession",
        ERROR,
        "possession is {home_possession} and {away_possession} per cent, "
        "in the first half {half_home_possession} and {half_away_possession}",
        """select fixture_id, home_possession, away_possession, half_home_possession, half_away_possession
        from statistics
        where home_possession + away_possession not between 99 and 101 or home_possession > 100
           or away_possession > 100 or half_home_possession + half_away_possession not between 99 and 101
           or half_home_possession > 100 or half_away_possession > 100
        order by fixture_id""",
    ),
    by_sql("impossible_figure", ERROR, "{sentence}", _FURTHER, figures=_FIGURES),
    by_sql(
        "more_than_the_whole",
        REMARK,
        "{side} {part} are {value}, above {most} {whole}",
        _MORE_THAN_THE_WHOLE,
        figures=_FIGURES,
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
)
"""What is looked for in states and figures."""
