"""What sources tell in the tests: one league, two teams, and what is changed of it."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from footydata.football.records import EventRecord
from footydata.football.terms import EventType, Part, Side, Status
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    ParsedFixture,
    ParsedOdds,
    TeamKey,
    season_across,
)

ENGLAND = LeagueKey("GB-ENG", "Premier League")
SCOTLAND = LeagueKey("GB-SCT", "Premiership")
SEASON = season_across(2024)
BET365 = BookmakerKey("bet365", "bet365")
TRUST = {"openfootball": 40, "football-data": 60, "v1": 90}
ODDS = Part.BASE | Part.ODDS | Part.ODDS_SUMMARY
Put = Callable[..., ImportResult]


def moment(text: str) -> int:
    """Unix seconds of an ISO moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def fixture(kickoff: str = "2024-08-17T14:00", **fields: Any) -> ParsedFixture:
    """Arsenal against Chelsea at a kickoff, not yet played."""
    plain = {
        "league": ENGLAND,
        "season": SEASON,
        "home": TeamKey("Arsenal"),
        "away": TeamKey("Chelsea"),
        "kickoff_ts": moment(kickoff),
        "parts": Part.BASE,
        "line": 2,
    }
    return ParsedFixture(**{**plain, **fields})


def played(
    goals: tuple[int, int] = (2, 1), kickoff: str = "2024-08-17T14:00", **fields: Any
) -> ParsedFixture:
    """Arsenal against Chelsea, finished with these goals."""
    plain = {"parts": Part.BASE | Part.GOALS, "status": Status.FINISHED, "figures": Figures(*goals)}
    return fixture(kickoff, **{**plain, **fields})


def result_prices(*prices: float | None, bookmaker: BookmakerKey = BET365) -> ParsedOdds:
    """Opening prices of the match result."""
    return ParsedOdds(bookmaker, "1x2", None, *prices)


def goal(seq: int, minute: int) -> EventRecord:
    """A goal of the home side in the first half."""
    return EventRecord(NO_ID, seq, EventType.GOAL, 1, minute, team=Side.HOME, count=seq)


def parts_of(connection: sqlite3.Connection, source: str) -> Part:
    """What a source has of the one fixture."""
    (parts,) = connection.execute(
        "select parts from fixture_source join source on source.id = source_id where source.name = ?",
        (source,),
    ).fetchone()
    return Part(parts)
