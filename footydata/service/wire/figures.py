"""Figures of the two sides: goals, corners, cards. None means that nothing was recorded."""

from pydantic import Field

from footydata.service.wire.wire import WireModel


class HomeAway(WireModel):
    """A figure of each side."""

    home: int | None = Field(default=None, description="The home side's")
    away: int | None = Field(default=None, description="The away side's")


class HomeAwayByHalf(HomeAway):
    """A figure of each side, and of each side in the first half."""

    half_home: int | None = Field(default=None, description="The home side's at half-time")
    half_away: int | None = Field(default=None, description="The away side's at half-time")


class CardCount(WireModel):
    """The cards of one side."""

    yellow: int | None = Field(default=None, description="Yellow cards")
    red: int | None = Field(default=None, description="Red cards")


class Cards(WireModel):
    """The cards of both sides."""

    home: CardCount = Field(default=CardCount(), description="The home side's")
    away: CardCount = Field(default=CardCount(), description="The away side's")
