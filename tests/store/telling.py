"""What sources tell in the tests: one league, two teams, and what is changed of it."""

from datetime import UTC, datetime
from typing import Any

from footydata.contract.terms import Part, Status
from footydata.store.sourced import (
    BookmakerKey,
    Figures,
    LeagueKey,
    SourcedFixture,
    SourcedOdds,
    TeamKey,
    season_across,
)

ENGLAND = LeagueKey("GB-ENG", "Premier League")
SCOTLAND = LeagueKey("GB-SCT", "Premiership")
SEASON = season_across(2024)
BET365 = BookmakerKey("bet365", "bet365")


def moment(text: str) -> int:
    """Unix seconds of an ISO moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def fixture(kickoff: str = "2024-08-17T14:00", **told: Any) -> SourcedFixture:
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
    return SourcedFixture(**{**plain, **told})


def played(goals: tuple[int, int] = (2, 1), kickoff: str = "2024-08-17T14:00", **told: Any) -> SourcedFixture:
    """Arsenal against Chelsea, finished with these goals."""
    plain = {"parts": Part.BASE | Part.GOALS, "status": Status.FINISHED, "figures": Figures(*goals)}
    return fixture(kickoff, **{**plain, **told})


def result_prices(*prices: float | None, bookmaker: BookmakerKey = BET365) -> SourcedOdds:
    """Opening prices of the match result."""
    return SourcedOdds(bookmaker, "1x2", None, *prices)
