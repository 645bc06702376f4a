"""The contract's closed vocabularies: statuses, event types, sides, periods, figures, languages, and its three plans.

Contract 4.15, 10, 11, 18, 19, 24.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntFlag, StrEnum


class Status(StrEnum):
    """The state of a fixture. Contract 10.4."""

    SCHEDULED = "scheduled"
    LIVE = "live"
    FINISHED = "finished"


ALL_STATUSES = "all"
"""What the status filter accepts besides the statuses."""


class StateDetail(StrEnum):
    """More about the state of a fixture than its status; the database may also have a status of a remote service here.

    Contract 24.8 and 24.9.
    """

    POSTPONED = "postponed"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    AWARDED = "awarded"


REMOVED = "removed"
"""The state detail of a fixture that its service no longer has, for an unknown reason."""


class Side(StrEnum):
    """The side of a fixture."""

    HOME = "home"
    AWAY = "away"


class EventType(StrEnum):
    """The types of fixture events. Contract 11.2."""

    GOAL = "goal"
    CORNER = "corner"
    YELLOW_CARD = "yellow_card"
    RED_CARD = "red_card"
    SUBSTITUTION = "substitution"
    MISSED_PENALTY = "missed_penalty"
    PERIOD_SCORE = "period_score"


COUNTED_EVENTS = (EventType.GOAL, EventType.CORNER, EventType.YELLOW_CARD)
"""The event types that carry `count`, the running number of that type for that team."""


class GoalDetail(StrEnum):
    """How a goal was scored, where it was not from open play; an own goal counts for the other side, for no scorer."""

    PENALTY = "penalty"
    OWN_GOAL = "own_goal"


LATEST_MINUTE = 129
"""Of a goal: 120 and nine minutes of stoppage time, which some files count on; the latest seen is 122."""

FIRST_EXTRA_HALF = 3
"""The number of the first half of extra time; from it on, events stand in no figure of ninety minutes."""


class Half(StrEnum):
    """The period that a period_score event closes."""

    FIRST = "first_half"
    SECOND = "second_half"


class Period(StrEnum):
    """The moment of a market's quote."""

    OPENING = "opening"
    CLOSING = "closing"
    INPLAY = "inplay"


class Figure(StrEnum):
    """What a market counts. Card points are yellow + 2 x red; in lists and tables cards are yellow + red."""

    GOALS = "goals"
    CORNERS = "corners"
    CARD_POINTS = "card_points"


class TableType(StrEnum):
    """The kinds of league table. Contract 14.1."""

    TOTAL = "total"
    CORNER = "corner"
    CARD = "card"


class Order(StrEnum):
    """The direction of a list by kickoff."""

    ASC = "asc"
    DESC = "desc"


class Include(StrEnum):
    """What `include` adds to each fixture row."""

    ODDS = "odds"
    EVENTS = "events"
    STATS = "stats"


STATISTICS = ("attacks", "dangerous_attacks", "shots_on_target", "shots_off_target", "possession")
"""The in-play statistics, in the order of Contract 11.10."""


class Part(IntFlag):
    """The parts of a fixture that a source may have, as bits in `fixture_source.parts`.

    A set bit: the part was fetched, even if nothing was recorded in it. Otherwise it is unknown.
    """

    BASE = 1
    GOALS = 2
    HALF_GOALS = 4
    CORNERS = 8
    HALF_CORNERS = 16
    CARDS = 32
    STATISTICS = 64
    EVENTS = 128
    ODDS_SUMMARY = 256
    ODDS = 512
    ODDS_HISTORY = 1024
    ROUND = 2048
    REFEREE = 4096
    FURTHER_FIGURES = 8192
    KNOCKOUT = 16384
    VENUE = 32768
    BARE_RESULT = 65536
    """A result alone, where its file has figures of nearly all others: awarded, until figures of it are known."""


FIELDS_OF_PART: dict[Part, tuple[str, ...]] = {
    Part.GOALS: ("home_goals", "away_goals"),
    Part.HALF_GOALS: ("half_home_goals", "half_away_goals"),
    Part.CORNERS: ("home_corners", "away_corners"),
    Part.HALF_CORNERS: ("half_home_corners", "half_away_corners"),
    Part.CARDS: ("home_yellow", "away_yellow", "home_red", "away_red"),
    Part.ROUND: ("round",),
    Part.REFEREE: ("referee",),
}
"""Part → the fields of a fixture that belong to it."""


YELLOW_POINTS = 1
RED_POINTS = 2
"""Card points per card, in the markets card_line and card_asian. Contract 21.4."""

BOOKING_POINTS_YELLOW = 10
BOOKING_POINTS_RED = 25
"""Booking points per card. Contract 20.8."""

DAY = 86_400
"""Seconds of a day; the widest window of /v1/fixtures."""

DUE_AFTER = 3 * 3600
"""Seconds after kickoff from which a fixture should be over. Contract 20.11."""

LIVE_AT_MOST = 4 * 3600
"""Seconds after kickoff from which no fixture is live any more, whatever is stored."""

OWN_IDS_FROM = 1_000_000_000
"""The first id that footydata assigns; ids of a remote service are kept as they are. Contract 25.2."""

LARGEST_ID = 2**63 - 1
"""The largest id, and the largest integer, that SQLite holds."""


def card_count(yellow: int | None, red: int | None) -> int | None:
    """A side's cards as lists and tables count them.

    >>> card_count(3, 1)
    4
    """
    return None if yellow is None or red is None else yellow + red


def card_points(yellow: int | None, red: int | None) -> int | None:
    """What a side's cards count in the card markets: yellow + 2 x red, None if either is unknown.

    >>> card_points(3, 1)
    5
    """
    return None if yellow is None or red is None else YELLOW_POINTS * yellow + RED_POINTS * red


ENGLISH = "en"

LANGUAGES: dict[str, str] = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "es": "Spanish",
    "fr": "French",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "vi": "Vietnamese",
    "zh-cn": "Chinese (simplified)",
    "zh-tw": "Chinese (traditional)",
}
"""The 21 codes besides English and their names."""

SUPPORTED_LANGUAGES: tuple[str, ...] = (ENGLISH, *LANGUAGES)


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
