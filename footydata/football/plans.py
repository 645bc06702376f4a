"""The three plans: rate, history and rights. Contract 18, 19."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Rate:
    """An allowance: `limit` requests in each fixed window of `seconds`, aligned to the epoch."""

    limit: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan.

    Attributes:
        name: free, pro or ultra.
        rank: its place among the plans, from 0 for the lowest; min_plan of a league is compared by it.
        rate: requests per window.
        history_months: how far /v1/fixtures reaches back, None: to EARLIEST.
        odds_on_lists: whether include=odds is allowed on lists.
        all_bookmakers: whether bookmakers other than the default are allowed.
        odds_history: whether the odds history is allowed.
    """

    name: str
    rank: int
    rate: Rate
    history_months: int | None
    odds_on_lists: bool
    all_bookmakers: bool
    odds_history: bool

    @property
    def title(self) -> str:
        """The plan's name for people."""
        return self.name.capitalize()

    def history_start(self, now: float) -> int:
        """The earliest start that the plan may ask of /v1/fixtures, in unix seconds.

        00:00 UTC of today minus the plan's calendar months, the day clipped to the month's end.

        >>> may = datetime(2026, 5, 31, 12, tzinfo=UTC)
        >>> datetime.fromtimestamp(FREE.history_start(may.timestamp()), UTC).isoformat()
        '2026-02-28T00:00:00+00:00'
        """
        if self.history_months is None:
            return int(EARLIEST.timestamp())
        today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        year, month = divmod(today.year * 12 + today.month - 1 - self.history_months, 12)
        day = min(today.day, monthrange(year, month + 1)[1])
        return int(today.replace(year=year, month=month + 1, day=day).timestamp())


FREE = Plan(
    "free", 0, Rate(60, 3600), 3, odds_on_lists=False, all_bookmakers=False, odds_history=False
)
PRO = Plan("pro", 1, Rate(10, 60), 12, odds_on_lists=True, all_bookmakers=False, odds_history=False)
ULTRA = Plan(
    "ultra", 2, Rate(40, 60), None, odds_on_lists=True, all_bookmakers=True, odds_history=True
)

PLANS: dict[str, Plan] = {plan.name: plan for plan in (FREE, PRO, ULTRA)}

EARLIEST = datetime(2014, 1, 1, tzinfo=UTC)
"""The start of the longest history."""
