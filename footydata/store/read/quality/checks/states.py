"""Checks states: fixtures long past kickoff and not over, live for hours, finished without goals or too early."""

from footydata.football.terms import DAY, LIVE_AT_MOST, Status
from footydata.store.read.quality.checks.finding import Check, Severity, by_sql

_STATES = {"scheduled": Status.SCHEDULED, "live": Status.LIVE, "finished": Status.FINISHED}

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
            """select id from fixture where status = :finished and (home_goals is null or away_goals is null)
            order by id""",
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
        by_sql("fixture", "both sides are one team", "select id from fixture where home_id = away_id order by id"),
    ),
)
"""What is looked for in states."""
