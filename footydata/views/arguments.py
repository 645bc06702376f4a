"""What may be asked of a view: its arguments, read from its signature, from which every face takes its own."""

import math
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, tzinfo
from functools import lru_cache
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
)

from footydata.football.declared_types import MOST_WORDS, MarketName, SideName, StatusName
from footydata.football.errors import InvalidArgument
from footydata.football.moments import Moment, day_of, end_named, minute_text
from footydata.football.terms import LARGEST_ID
from footydata.store.file.transactions import replay_moment
from footydata.store.typed_names import as_list, one_of

LONGEST_TEXT = 200
"""The most characters of a text that a client sends; of a condition or SQL, `Says.longest`."""


def _silent(_: str) -> None: ...


class Clock(NamedTuple):
    """The present in unix seconds, and the zone in which days begin. progress: is told what a long view does."""

    now: int
    zone: tzinfo = UTC
    progress: Callable[[str], None] = _silent

    @classmethod
    def of(
        cls,
        connection: sqlite3.Connection,
        now: float,
        zone: tzinfo = UTC,
        progress: Callable[[str], None] = _silent,
    ) -> "Clock":
        """The clock of a file: a day that is played again in it has its own present."""
        return cls(replay_moment(connection) or int(now), zone, progress)

    def end_of(self, at: Moment | None) -> int | None:
        """The moment at which a day of the reader ends, or that is named; None for now. Raises InvalidArgument.

        East of UTC it is not before UTC's end of the day: then results are known of which only the day is known.
        """
        if at is None:
            return None
        end = end_named(at)
        return end and max(end, end_named(at, zone=self.zone) or end)

    def text(self, seconds: int) -> str:
        """A moment as the reader's clock shows it."""
        return minute_text(seconds, zone=self.zone)

    def day_text(self, kickoff_ts: int, *, time_known: int = 1) -> str:
        """The reader's day of a kickoff; that of UTC if its time is not known."""
        return day_of(kickoff_ts, self.zone if time_known else UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Says:
    """What an argument means, in its annotation.

    Attributes:
        text: for people. brief: for a client of the tools, by default the text.
        metavar: stands for the value in the help of a command, by default the argument's name.
        least, most: the bounds of a number. longest: of a text.
        words: those that a shell completes, where the type does not list them.
    """

    text: str
    brief: str = ""
    metavar: str = ""
    least: float | None = None
    most: int | None = None
    longest: int = LONGEST_TEXT
    words: Callable[[], Iterable[str]] = tuple


League: TypeAlias = Annotated[
    int | str,
    Says(
        "An id or an unambiguous part of a name, or a code such as E0.",
        "League: id, name or part of it, or code (E0).",
    ),
]
Season: TypeAlias = Annotated[
    int | str,
    Says(
        "25/26 or 2026; the newest with fixtures otherwise.",
        "25/26 or 2025; without it the newest, or all in lists.",
    ),
]
SomeLeagues: TypeAlias = Annotated[
    int | str | Iterable[int | str],
    Says(
        "A league: an id, a name or part of one, or a code such as E0.",
        "League: id, name or part of it, or code (E0).",
    ),
]
SomeSeasons: TypeAlias = Annotated[
    int | str | Iterable[int | str],
    Says(
        "A season: 25/26, 2025 or 2526; digits that can be a year are one: 2021 is 21/22. Of all leagues if none is named.",
        "25/26 or 2025; without it the newest, or all in lists.",
    ),
]
At: TypeAlias = Annotated[
    Moment,
    Says(
        "What was known at the end of that day, or at a moment (2026-03-14T15:30, UTC).",
        "As of the end of this UTC day, or of a moment.",
    ),
]
Team: TypeAlias = Annotated[
    int | str,
    Says("A team: an id, or a name in any spelling.", "Team: id, or name in any spelling."),
]
FixtureId: TypeAlias = Annotated[
    int,
    Says(
        "The id of a fixture, the last column of 'footydata fixtures'.", "Id from 'fixtures'.", "ID"
    ),
]
Count: TypeAlias = Annotated[int, Says("The most rows.", "Most rows.", least=1, most=LARGEST_ID)]
FixtureIds: TypeAlias = Annotated[
    int | Iterable[int], Says("Only these fixtures.", "Id from 'fixtures'.")
]
Market: TypeAlias = Annotated[
    MarketName,
    Says(
        "Only this market.",
        "1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ...",
    ),
]
Bookmaker: TypeAlias = Annotated[str, Says("A bookmaker, by slug or name.", "Slug or name.")]
Lang: TypeAlias = Annotated[str, Says("The language of names: en, de ...")]
Venue: TypeAlias = Annotated[SideName, Says("Only the teams' home or away fixtures.")]


class FixtureFilters(TypedDict, total=False):
    """Which fixtures are meant; each takes one value, or several in an iterable."""

    league: SomeLeagues | None
    season: SomeSeasons | None
    team: Annotated[
        int | str | Iterable[int | str] | None,
        Says(
            "A team, first of the leagues: an id, a name or a known spelling of it, or an unambiguous part.",
            "Team: id, or name in any spelling.",
        ),
    ]
    against: Annotated[
        int | str | Iterable[int | str] | None,
        Says("Only against this opponent of the team.", "Opponent of the team."),
    ]
    referee: Annotated[
        str | Iterable[str] | None,
        Says(
            "A referee: a name, a known spelling of it, or an unambiguous part.",
            "Referee's name or part of it.",
        ),
    ]
    status: Annotated[
        StatusName | Iterable[StatusName] | None, Says("Only fixtures of this status.", " ")
    ]
    date: Annotated[Moment | None, Says("One UTC day: 2026-03-14.", "One UTC day.")]
    start: Annotated[
        Moment | None, Says("First day, UTC, inclusive.", "First UTC day, 2026-03-14.")
    ]
    end: Annotated[Moment | None, Says("Last day, UTC, inclusive.", "Last UTC day.")]
    where: Annotated[
        str | None,
        Says(
            "Only finished fixtures whose figures fulfil a condition: 'corners > 12 and card_points <= 3'.",
            "Condition on finished ones, newest first: 'corners > 12 and cards <= 3'.",
            "CONDITION",
            longest=1000,
        ),
    ]
    esports: Annotated[
        bool, Says("Only e-football; without it, only if its league or team is named.")
    ]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a view.

    Attributes:
        kind: str, int, float, bool, Path or date; a league or a moment is a text where it is typed.
        hint: its type without what it says.
        default: what it is without a value; Parameter.empty if it is needed.
        words: those that it may be, empty for any. choices: the words, where they are few enough to be listed.
        is_many: whether it takes several values. is_keyword: whether it needs its name.
    """

    name: str
    kind: type
    says: Says
    hint: Any
    default: Any = None
    words: tuple[str, ...] = ()
    is_many: bool = False
    is_keyword: bool = True

    @property
    def choices(self) -> tuple[str, ...]:
        return self.words if len(self.words) <= MOST_WORDS else ()

    @property
    def is_needed(self) -> bool:
        """Whether it has no default."""
        return self.default is Parameter.empty

    @property
    def bounds(self) -> str:
        """Its bounds in words, empty if it has none."""
        low, high = self.says.least, self.says.most
        if high not in (None, LARGEST_ID):
            return f"{low:,} to {high:,}"
        return "" if low is None else f"{low} or more"

    def within(self, value: Any) -> Any:
        """The value with its words as they are declared. Raises InvalidArgument for another, and for one out of bounds."""
        if value is None:
            return None
        if self.choices:
            if not self.is_many or isinstance(value, str):
                return one_of(self.name, value, self.choices)
            return [one_of(self.name, word, self.choices) for word in as_list(value) or ()]
        if self.kind is float and value != value:
            raise self._unusable(value, "a number")
        low, high = self.says.least, self.says.most
        if self.kind not in (int, float) or self.is_many:
            return value
        if (low is not None and value < low) or (high is not None and value > high):
            raise InvalidArgument(
                f"{self.name} {value:,} is out of range; it is {self.bounds}",
                parameter=self.name,
                value=value,
            )
        # SQLite takes a number of NumPy for bytes.
        return self.kind(value)

    def sent(self, value: object) -> Any:
        """The value that a client sent, as its kind. Raises InvalidArgument."""
        if self.kind is bool:
            if isinstance(value, bool):
                return value
            raise self._unusable(value, "true or false")
        if self.kind is str:
            return self._text(value)
        number = self._number(value)
        return self.within(int(number) if self.kind is int else float(number))

    def _text(self, value: object) -> str:
        # An id is a text too, and clients send it as a number.
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._unusable(value, "a text")
        text = str(value) if isinstance(value, str) or abs(value) < 1e30 else "9" * 30
        if not text.strip():
            raise self._unusable(text, "a text that is not empty; leave it out if it is not meant")
        if len(text) > self.says.longest:
            raise self._unusable(text, f"at most {self.says.longest:,} characters")
        return one_of(self.name, text.strip(), self.choices) if self.choices else text

    def _number(self, value: object) -> float:
        if isinstance(value, str) and len(value) < 30:
            # Some clients send every value as a text.
            try:
                value = int(value) if value.lstrip("-").isdecimal() else float(value)
            except ValueError:
                raise self._unusable(value, "a number") from None
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not (abs(value) < 1e300 and math.isfinite(value))
        ):
            raise self._unusable(value, "a number")
        if self.kind is int and value != int(value):
            raise self._unusable(value, "a whole number")
        return value

    def _unusable(self, value: object, right: str) -> InvalidArgument:
        is_plain = isinstance(value, str | int | float | None)
        text = repr(value) if is_plain else f"a {type(value).__name__}"
        text = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
        return InvalidArgument(
            f"{self.name} {text} is not usable; it is {right}", parameter=self.name, value=value
        )


@lru_cache
def arguments_of(view: Callable[..., object]) -> tuple[Argument, ...]:
    """The arguments of a view, those of `**filters: Unpack[...]` where that stands; the first two are none."""
    arguments: list[Argument] = []
    for name, parameter in signature(view).parameters.items():
        if parameter.kind is Parameter.POSITIONAL_ONLY or name == "self":
            continue
        if parameter.kind is Parameter.VAR_KEYWORD:
            (filters,) = get_args(parameter.annotation)
            arguments += [
                _argument(each, hint, default=None)
                for each, hint in filters.__annotations__.items()
            ]
        else:
            is_keyword = parameter.kind is Parameter.KEYWORD_ONLY
            default = parameter.default
            hint = parameter.annotation
            arguments.append(_argument(name, hint, default=default, is_keyword=is_keyword))
    return tuple(arguments)


def _argument(name: str, hint: Any, *, default: Any, is_keyword: bool = True) -> Argument:
    says = next((each for each in _said(hint)), Says(""))
    bare = _bare(hint)
    kinds = [each for each in _parts(bare) if each is not NoneType]
    several = [each for each in kinds if get_origin(each) in (Iterable, tuple)]
    single = [each for each in kinds if each not in several] or [get_args(several[0])[0]]
    words = next((get_args(each) for each in single if get_origin(each) is Literal), ())
    (kind, *more) = [each for each in single if get_origin(each) is not Literal] or [str]
    is_plain = not words and not more and kind in (int, float, bool, Path, date)
    if kind is bool and default is None:
        default = False
    return Argument(
        name, kind if is_plain else str, says, bare, default, words, bool(several), is_keyword
    )


def _said(hint: Any) -> list[Says]:
    if get_origin(hint) is Annotated:
        return [each for each in hint.__metadata__ if isinstance(each, Says)]
    return [says for part in get_args(hint) for says in _said(part)]


def _bare(hint: Any) -> Any:
    """A type without what is annotated."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(_bare(part) for part in get_args(hint))]  # noqa: UP007  # of a tuple
    return hint


def _parts(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def expanded(view: Callable[..., object], *, returns: Any) -> Signature:
    """The signature of a method that takes the arguments of a view: every filter by its name."""
    parameters = [Parameter("self", Parameter.POSITIONAL_ONLY)]
    for each in arguments_of(view):
        kind = Parameter.KEYWORD_ONLY if each.is_keyword else Parameter.POSITIONAL_OR_KEYWORD
        hint = each.hint
        parameters.append(Parameter(each.name, kind, default=each.default, annotation=hint))
    parameters.sort(key=lambda each: each.kind)
    return Signature(parameters, return_annotation=returns)
