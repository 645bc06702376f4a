"""The caller's plan, limits and usage."""

from typing import Annotated

from pydantic import Field

from footydata.football.plans import PLANS
from footydata.service.wire.wire import UtcText, WireModel, known

__all__ = ["StatusRecord"]


class Limits(WireModel):
    """What the key may ask."""

    rate_limit: int = Field(description="Requests a window")
    rate_window_seconds: int = Field(description="Width of the window in seconds")
    history_months: int | None = Field(default=None, description="Months of history; null: from history_start")
    history_start: int = Field(description="The earliest start_time of /v1/fixtures, unix seconds UTC")
    odds_on_lists: bool = Field(description="Whether include=odds is allowed on lists")
    all_bookmakers: bool = Field(description="Whether bookmakers other than the default are allowed")
    odds_history: bool = Field(description="Whether the odds history is allowed")


class Usage(WireModel):
    """What the key has asked."""

    today: int = Field(description="Requests since 00:00 UTC")
    window: int = Field(description="Requests of this window")
    remaining: int = Field(description="Requests left in this window")
    reset: int = Field(description="When the window ends, unix seconds UTC")


class KeyInfo(WireModel):
    """The key itself."""

    prefix: str = Field(description="Its first 12 characters")
    expires_at: UtcText | None = Field(default=None, description="Its end, null where it has none")


class StatusRecord(WireModel):
    """The caller's plan, limits and usage."""

    plan: Annotated[str, known(*PLANS)] = Field(description="free, pro or ultra")
    limits: Limits = Field(description="What the key may ask")
    usage: Usage = Field(description="What it has asked")
    key: KeyInfo = Field(description="The key itself")
