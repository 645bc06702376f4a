"""The timeline of a fixture."""

from typing import Annotated

from pydantic import Field

from footydata.football.terms import EventType, Half, Side
from footydata.service.wire.figures import HomeAway
from footydata.service.wire.wire import Absent, NullablePart, Part, WireModel, known, known_or_null

__all__ = ["Event", "FixtureEvents"]


class Event(WireModel):
    """An event of a fixture's timeline."""

    type: Annotated[str, known(*EventType)] = Field(description="What happened")
    minute: int | None = Field(default=None, description="Minute without stoppage; null on period_score")
    team: Annotated[str | None, known_or_null(*Side)] = Field(
        default=None, description="The side that it counts for; null on period_score"
    )
    count: Part[int] = Field(default=None, description="Running number; goal, corner, yellow_card")
    period: Annotated[str | None, Absent(), known(*Half)] = Field(default=None, description="Its half; period_score")
    score: Part[HomeAway] = Field(default=None, description="The goals so far; period_score")
    player_in: NullablePart[str] = Field(default=None, description="Who comes on; substitution")
    player_out: NullablePart[str] = Field(default=None, description="Who goes off; substitution")


class FixtureEvents(WireModel):
    """The timeline of one fixture, in chronological order."""

    fixture_id: int = Field(description="The fixture's id")
    events: list[Event] = Field(description="In chronological order; a period_score closes its half")
