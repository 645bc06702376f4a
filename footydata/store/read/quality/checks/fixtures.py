"""Checks the states and figures of fixtures.

Fixtures that are overdue, live for hours or finished too early; negative figures, first halves above the whole, counts
that the events contradict.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence

from footydata.football.records import FixtureRecord, StatisticsRecord
from footydata.football.register.figures import FurtherFigure, figures_by_name, further_figures
from footydata.football.terms import (
    DAY,
    LIVE_AT_MOST,
    STATISTICS,
    EventType,
    Side,
    StateDetail,
    Status,
)
from footydata.store.read.quality.checks.finding import Check, Find, Flagged, Severity, by_sql

_FIXTURE_FIGURES = FixtureRecord._fields[
    FixtureRecord._fields.index("home_goals") : FixtureRecord._fields.index("referee")
]
_COUNTED_STATISTICS = tuple(name for name in STATISTICS if name != "possession")
_HALVED = {
    "fixture": tuple(name for name in _FIXTURE_FIGURES if f"half_{name}" in _FIXTURE_FIGURES),
    "statistics": tuple(f"{side}_{name}" for side in Side for name in _COUNTED_STATISTICS),
}
_NEVER_NEGATIVE = {"fixture": _FIXTURE_FIGURES, "statistics": StatisticsRecord._fields[1:]}
_KEY = {"fixture": "id", "statistics": "fixture_id"}


def _pairs(columns: Sequence[tuple[str, str]], sign: str, sentence: str, table: str) -> Find:
    """A check for rows in which the first column of a pair compares so to the second; one finding per pair."""
    where = " or ".join(f"{one} {sign} {other}" for one, other in columns)
    tests = ", ".join(f"({one} {sign} {other}), {one}, {other}" for one, other in columns)
    sql = f"select {_KEY[table]}, {tests} from {table} where {where} order by 1"  # columns of our records

    def find(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
        for fixture_id, *tested in connection.execute(sql):
            for place, (one, _) in enumerate(columns):
                is_wrong, value, limit = tested[3 * place : 3 * place + 3]
                if is_wrong:
                    yield Flagged(
                        "fixture",
                        fixture_id,
                        sentence.format(name=_words(one), value=value, limit=limit),
                    )

    return find


def _words(column: str) -> str:
    return column.replace("half_", "first-half ").replace("_", " ")


def _negative(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    for table, names in _NEVER_NEGATIVE.items():
        pairs = [(name, "0") for name in names]
        yield from _pairs(pairs, "<", "{name} is {value}", table)(connection, now)


def _halves(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    for table, names in _HALVED.items():
        pairs = [(f"half_{name}", name) for name in names]
        yield from _pairs(pairs, ">", "{name} is {value}, above {limit} at the end", table)(
            connection, now
        )


def _further(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Further figures that are negative, above the highest possible, above the whole fixture's, or not declared."""
    highest = json.dumps({figure.name: figure.highest for figure in further_figures()})
    for fixture_id, name, half, home, away, whole_home, whole_away in connection.execute(
        _FURTHER, {"top": highest}
    ):
        words = ("first-half " if half else "") + name.replace("_", " ")
        if name not in figures_by_name():
            yield Flagged(
                "fixture", fixture_id, f"{name} is a figure that the register does not have"
            )
            continue
        for side, value, full_time in (
            (Side.HOME, home, whole_home),
            (Side.AWAY, away, whole_away),
        ):
            sentence = (
                f"{side} {words} is {value}"
                if figures_by_name()[name].sided
                else f"{words} is {value}"
            )
            if value is not None and not 0 <= value <= figures_by_name()[name].highest:
                yield Flagged("fixture", fixture_id, f"{sentence}, which can't be")
            elif value is not None and full_time is not None and value > full_time:
                yield Flagged("fixture", fixture_id, f"{sentence}, above {full_time} at the end")


_FURTHER = """
    select part.fixture_id, part.figure, part.half, part.home, part.away, whole.home, whole.away
    from fixture_figure as part
    left join fixture_figure as whole
      on part.half = 1 and whole.fixture_id = part.fixture_id and whole.figure = part.figure and whole.half = 0
    left join json_each(:top) as top on top.key = part.figure
    where top.value is null or min(part.home, part.away) < 0 or part.home < 0 or part.away < 0
       or part.home > top.value or part.away > top.value or part.home > whole.home or part.away > whole.away
    order by part.fixture_id, part.figure, part.half
"""


def _at_least(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Parts that are greater than their whole, as shots on target above shots; sources count by their own rules."""
    for figure in further_figures():
        for part in figure.at_least:
            yield from _more_than(connection, figure, part)


def _more_than(
    connection: sqlite3.Connection, figure: FurtherFigure, part: str
) -> Iterator[Flagged]:
    for fixture_id, *counts in connection.execute(
        _parts_sql(part), {"figure": figure.name, "part": part}
    ):
        for side, value, limit in zip(Side, counts[:2], counts[2:], strict=True):
            if value is not None and limit is not None and value > limit:
                words = f"{side} {_words(part)} are {value}, above {limit} {_words(figure.name)}"
                yield Flagged("fixture", fixture_id, words)


def _parts_sql(part: str) -> str:
    """SQL of the fixtures in which a side has more of a part (a statistic or a further figure) than of the whole."""
    of_statistics = part in STATISTICS
    home, away = (f"part.{side}_{part}" if of_statistics else f"part.{side}" for side in Side)
    table = "statistics" if of_statistics else "fixture_figure"
    condition = "" if of_statistics else "and part.figure = :part and part.half = 0"
    return f"""
        select recorded.fixture_id, {home}, {away}, recorded.home, recorded.away
        from fixture_figure as recorded join {table} as part on part.fixture_id = recorded.fixture_id {condition}
        where recorded.figure = :figure and recorded.half = 0 and ({home} > recorded.home or {away} > recorded.away)
        order by recorded.fixture_id
    """  # columns of our records


_POSSESSION = (
    ("home_possession", "away_possession"),
    ("half_home_possession", "half_away_possession"),
)
_SHARES = " or ".join(
    f"{one} + {other} not between 99 and 101 or {one} > 100 or {other} > 100"
    for one, other in _POSSESSION
)

_COMPARED = (
    ("goals", EventType.GOAL),
    ("corners", EventType.CORNER),
    ("yellow", EventType.YELLOW_CARD),
    ("red", EventType.RED_CARD),
)
"""A figure, and the events that it counts."""


_BITS = 6
_MASK = (1 << _BITS) - 1
"""The counts of a timeline are packed into one integer: one sum in place of twenty is three times as fast."""

_PLACES = {
    name: place * _BITS
    for place, name in enumerate(
        [
            *(f"{side}_goals" for side in Side),
            *(f"half_{side}_goals" for side in Side),
            *(f"{side}_{figure}" for figure, _ in _COMPARED[1:] for side in Side),
        ]
    )
}
"""Count → its first bit."""

_CLOSED = {
    name: place * _BITS
    for place, name in enumerate(
        name
        for half in (1, 2)
        for name in (f"closed_{half}", *(f"closed_{half}_{side}" for side in Side))
    )
}
"""Whether a half has closed, and its score → the first bit."""


def _events_sql() -> str:
    """SQL of the finished fixtures that their events contradict: the packed counts, and the stored figures."""
    goal = " ".join(
        f"when '{side}' then {1 << _PLACES[f'{side}_goals']} + (half = 1) * {1 << _PLACES[f'half_{side}_goals']}"
        for side in Side
    )
    counts = f"when '{EventType.GOAL}' then case team {goal} end "
    for figure, kind in _COMPARED[1:]:
        sides = " ".join(f"when '{side}' then {1 << _PLACES[f'{side}_{figure}']}" for side in Side)
        counts += f"when '{kind}' then case team {sides} end "
    closed = " ".join(
        f"when {half} then {1 << _CLOSED[f'closed_{half}']}"
        + "".join(f" + {side}_score * {1 << _CLOSED[f'closed_{half}_{side}']}" for side in Side)
        for half in (1, 2)
    )
    stored = [f"{half}{side}_goals" for half in ("", "half_") for side in Side]
    stored += [f"{side}_{figure}" for figure, _ in _COMPARED[1:] for side in Side]
    return f"""
        with timeline as (
          select fixture_id, coalesce(sum(case type {counts} end), 0) as counts,
                 coalesce(sum(case type when '{EventType.PERIOD_SCORE}' then case half {closed} end end), 0) as closed
          from event group by fixture_id
        )
        select timeline.fixture_id, timeline.counts, timeline.closed, {", ".join(f"fixture.{name}" for name in stored)}
        from timeline join fixture on fixture.id = timeline.fixture_id
        where fixture.status = '{Status.FINISHED}' and coalesce(fixture.state_detail, '') <> '{StateDetail.AWARDED}'
          and ({_differs(stored)})
        order by timeline.fixture_id
    """


def _differs(stored: Sequence[str]) -> str:
    """The condition that a figure differs from its count, or a score from the one with which its half closed."""
    tests = [f"(timeline.counts >> {_PLACES[name]} & {_MASK}) <> fixture.{name}" for name in stored]
    for half, prefix in ((1, "half_"), (2, "")):
        for side in Side:
            score = f"(timeline.closed >> {_CLOSED[f'closed_{half}_{side}']} & {_MASK})"
            is_closed = f"timeline.closed >> {_CLOSED[f'closed_{half}']} & 1"
            tests.append(f"({is_closed} and {score} <> fixture.{prefix}{side}_goals)")
    return " or ".join(tests)


def _against_events(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Counts and scores that the timeline contradicts.

    A timeline always has goals; another figure is compared if it has at least one.
    """
    cursor = connection.execute(_EVENTS)
    names = [column[0] for column in cursor.description]
    for values in cursor:
        row = dict(zip(names, values, strict=True))
        yield from (
            Flagged("fixture", row["fixture_id"], sentence) for sentence in _contradictions(row)
        )


def _contradictions(row: dict[str, int | None]) -> Iterator[str]:
    counts, closed = row["counts"] or 0, row["closed"] or 0
    counts_by_name = {name: counts >> place & _MASK for name, place in _PLACES.items()}
    score = {name: closed >> place & _MASK for name, place in _CLOSED.items()}
    for figure, _ in _COMPARED:
        has_it = figure == "goals" or any(counts_by_name[f"{side}_{figure}"] for side in Side)
        for side in Side:
            name = f"{side}_{figure}"
            if has_it and row[name] is not None and counts_by_name[name] != row[name]:
                yield f"{_words(name)} are {row[name]}, its events count {counts_by_name[name]}"
    for half, prefix in ((1, "half_"), (2, "")):
        for side in Side:
            name = f"{prefix}{side}_goals"
            if row[name] is None:
                continue
            if half == 1 and counts_by_name[name] != row[name]:
                yield f"{_words(name)} are {row[name]}, its events count {counts_by_name[name]}"
            elif score[f"closed_{half}"] and score[f"closed_{half}_{side}"] != row[name]:
                closed = score[f"closed_{half}_{side}"]
                yield f"{_words(name)} are {row[name]}, half {half} is said to have closed with {closed}"


_EVENTS = _events_sql()

_STATES = {"scheduled": Status.SCHEDULED, "live": Status.LIVE, "finished": Status.FINISHED}

_HAS_EXTRA = "(extra_home_goals is not null and extra_away_goals is not null)"
_HAS_END = f"({_HAS_EXTRA} or (final_home_goals is not null and final_away_goals is not null))"

CHECKS = (
    Check(
        "overdue",
        Severity.ERROR,
        by_sql(
            "fixture",
            "it is still scheduled, {days:day} after its kickoff",
            f"""select id, (:now - kickoff_ts) / {DAY} as days from fixture
            where status = :scheduled and state_detail is null
              and kickoff_ts + case time_known when 0 then {DAY} else 0 end < :now - {DAY} order by kickoff_ts, id""",
            **_STATES,
        ),
    ),
    Check(
        "live_too_long",
        Severity.ERROR,
        by_sql(
            "fixture",
            "it has been live for {hours:hour}",
            """select id, (:now - kickoff_ts) / 3600 as hours from fixture
            where status = 'live' and kickoff_ts < :now - :at_most order by kickoff_ts, id""",
            at_most=LIVE_AT_MOST,
        ),
    ),
    Check(
        "finished_without_goals",
        Severity.ERROR,
        by_sql(
            "fixture",
            "it is finished and its goals are unknown",
            f"""select id from fixture left join knockout on fixture_id = id
            where status = :finished and (home_goals is null or away_goals is null) and not {_HAS_END}
            order by id""",
            **_STATES,
        ),
    ),
    Check(
        "ninety_minutes_unknown",
        Severity.REMARK,
        by_sql(
            "fixture",
            "it ended {score} extra time: its score after ninety minutes is unknown",
            f"""select id, iif({_HAS_EXTRA}, extra_home_goals || '-' || extra_away_goals || ' after',
            final_home_goals || '-' || final_away_goals || ', perhaps after') as score
            from fixture join knockout on fixture_id = id
            where status = :finished and (home_goals is null or away_goals is null) and {_HAS_END} order by id""",
            **_STATES,
        ),
    ),
    Check(
        "finished_too_early",
        Severity.ERROR,
        by_sql(
            "fixture",
            "it is finished, and its kickoff is {hours:hour} ahead",
            """select id, (kickoff_ts - :now) / 3600 as hours from fixture
            where status = :finished and kickoff_ts > :now and time_known = 1 order by id""",
            **_STATES,
        ),
    ),
    Check(
        "plays_itself",
        Severity.ERROR,
        by_sql(
            "fixture",
            "both sides are one team",
            "select id from fixture where home_id = away_id order by id",
        ),
    ),
    Check("negative_count", Severity.ERROR, _negative),
    Check("half_above_full", Severity.ERROR, _halves),
    Check(
        "impossible_possession",
        Severity.ERROR,
        by_sql(
            "fixture",
            "possession is {home_possession} and {away_possession} per cent, "
            "in the first half {half_home_possession} and {half_away_possession}",
            f"select fixture_id, {', '.join(name for pair in _POSSESSION for name in pair)} "
            f"from statistics where {_SHARES} order by fixture_id",
        ),
    ),
    Check("impossible_figure", Severity.ERROR, _further),
    Check("more_than_the_whole", Severity.REMARK, _at_least),
    Check("events_contradict", Severity.ERROR, _against_events),
    Check(
        "event_number",
        Severity.ERROR,
        by_sql(
            "fixture",
            "its {rows} {type} events of the {team} side are numbered up to {last}",
            """select fixture_id, type, team, count(*) as rows, max(count) as last from event
            where count is not null group by fixture_id, type, team having count(*) <> max(count)
            order by fixture_id, type, team""",
        ),
    ),
)
"""What is looked for in states and figures."""
