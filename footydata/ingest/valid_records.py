"""Holds records to what a fixture and a database can have, at the one place where those of every source come in.

Of every record it is checked that a database can hold it, of every fixture its kickoff and figures: a moment of the
year 56000 is stored as easily as any other, and fails wherever it is shown. Types and names of all fields are checked of
the sources of packages alone: those of our own are held by mypy, and refuse a bad cell by its name.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec import ValidationError
from msgspec.msgpack import Decoder, Encoder

from footydata.football.countries import ALL_CODES
from footydata.football.register import figures_by_name
from footydata.football.terms import LARGEST_ID, EventType, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.cells import HIGHEST_COUNT, HIGHEST_PRICE, LONGEST_NAME
from footydata.sources.days import EARLIEST_TS, FIRST_YEAR, LAST_YEAR, LATEST_TS
from footydata.sources.parsed import (
    SAME_TEAM,
    Figures,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    ParsedName,
    ParsedOdds,
    ParsedPage,
    ParsedTick,
    Refusal,
    Remark,
    SeasonKey,
    season_across,
    season_within,
    shown,
)

REFUSED_BY_SQLITE = OverflowError, sqlite3.IntegrityError, sqlite3.ProgrammingError
"""What sqlite3 raises for a value that it can't store."""


class WrongValue(Exception):
    """A value that a record can't have.

    field: where it stands, '' if that is not known. why: in words that come after the field's name.
    """

    def __init__(self, field: str, why: str, value: object) -> None:
        super().__init__(f"{field} {why}".lstrip())
        self.field, self.why, self.value = field, why, value

    def refusal(self, record: Parsed, number: int, package: str | None) -> Refusal:
        """The refusal of the record; number: of it among the file's. package: of the source."""
        line = getattr(record, "line", None)
        is_line = type(line) is int and 0 <= line <= LARGEST_ID
        reason = f"{self}, as {package} gives it" if package else str(self)
        text = f"record {number}: {f'{self.field} = ' if self.field else ''}{_shown(self.value)}"
        return Refusal(reason, line if is_line else None, shown(text))


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # a number of 5,000 digits, or an object of somebody else's type
        return f"a value of the type {type(value).__name__} that can't be shown"


_COUNTS = frozenset((None, *range(HIGHEST_COUNT + 1)))


def checked(record: Parsed, package: str | None) -> Parsed:
    """The record, if it can be taken; package: of a source that is not footydata's own. Raises WrongValue.

    A record of a package is of the declared types then. A page was checked where it was read.
    """
    if package is None:
        kickoff_ts = getattr(record, "kickoff_ts", None)
        if kickoff_ts is not None and not EARLIEST_TS <= kickoff_ts <= LATEST_TS:
            raise WrongValue("kickoff_ts", _MOMENT.why, kickoff_ts)
        if isinstance(record, ParsedFixture) and not _COUNTS.issuperset(record.figures):
            _check_values(record.figures, "")
        if isinstance(record, ParsedPage | Refusal | Remark):
            return record
    elif isinstance(record, ParsedPage):
        raise WrongValue("", "a ParsedPage, whose ids are those of a v1 service", record)
    try:
        # It knows what a database can hold.
        packed = _ENCODER.encode(record)
    except (OverflowError, UnicodeEncodeError, RecursionError, TypeError) as error:
        raise WrongValue("", _NOT_PACKED.get(type(error), str(error)), record) from error
    if package is None:
        return record
    typed: Parsed = _typed(record, packed)
    _check_values(typed, "")
    return typed


def _plain(value: object) -> object:
    """The text or number of a type that derives from it, as those of numpy do."""
    for kind in (str, float):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"a value of the type {type(value).__name__}")


_ENCODER = Encoder(enc_hook=_plain)


_NOT_PACKED: Mapping[type[Exception], str] = {
    OverflowError: "a number that is larger than a database can store",
    UnicodeEncodeError: "characters that are not text",
    RecursionError: "nested too deeply",
}
"""What msgpack raises for a record → why."""


def _typed(record: Parsed, packed: bytes) -> Any:
    """The record with its values as declared; lists are tuples then, and texts terms. Raises WrongValue."""
    kind: Any = type(record)
    of: Any = type(record.of) if isinstance(record, ParsedName) else None
    try:
        return kind._make(_decoder(kind, of).decode(packed))
    except ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        field: str = ""
        value: Any = record
        for place in map(int, re.findall(r"\[(\d+)\]", path)):
            names = getattr(value, "_fields", None)
            field += f".{names[place]}" if names else f"[{place}]"
            value = value[place]
        raise WrongValue(field.lstrip("."), f"is not as declared: {what}", value) from error


@cache
def _decoder(kind: Any, of: Any) -> Decoder[Any]:
    """A decoder of a record; of: the type of what a ParsedName names, as msgspec tells no two records apart."""
    return Decoder(
        NamedTuple("Name", [("of", of), ("lang", str), ("name", str)]) if of is not None else kind
    )


class _Rule(NamedTuple):
    """What a value of a field must be; why: of one that is not, after its name."""

    holds: Callable[[Any], bool]
    why: str


_COUNT = _Rule(_COUNTS.__contains__, f"is no count of 0 to {HIGHEST_COUNT}")
_MOMENT = _Rule(
    lambda moment: EARLIEST_TS <= moment <= LATEST_TS,
    f"is no moment of {FIRST_YEAR} to {LAST_YEAR} in unix seconds",
)
_PRICE = _Rule(lambda price: 1 < price <= HIGHEST_PRICE, "is no decimal price above 1")
_COUNTRY = _Rule({*ALL_CODES, ""}.__contains__, "is no code of a country or region")

_RULES: Mapping[str, _Rule] = {
    **dict.fromkeys(Figures._fields, _COUNT),
    **dict.fromkeys(("kickoff_ts", "fetched_ts", "recorded_ts"), _MOMENT),
    **{name: _PRICE for name in (*ParsedOdds._fields, *ParsedTick._fields) if "price" in name},
    # Another site's ids may be those of other fixtures, teams and leagues here.
    "id": _Rule(
        lambda _: False,
        "is an id that is stored unchanged, as those of a v1 service alone are; leave it out",
    ),
    "country": _COUNTRY,
    "code": _COUNTRY,
    "name": _Rule(
        lambda name: 0 < len(name.strip()) <= LONGEST_NAME,
        f"is no name of 1 to {LONGEST_NAME} characters",
    ),
    "type": _Rule(frozenset(EventType).__contains__, "is no type of an event"),
    "figure": _Rule(lambda name: name in figures_by_name(), "is no figure that footydata has"),
    "market": _Rule(MARKET_BY_KEY.__contains__, "is no key of a market"),
}
"""Field of any record → what its value must be, where it is not None: what else would fail where it is shown."""


def _check_values(record: Any, before: str) -> None:
    """Raises WrongValue for a value of a record, or of those in it, that can't be; before: what leads to the record."""
    for name, value in zip(record._fields, record, strict=True):
        if hasattr(value, "_fields"):
            _check_values(value, f"{before}{name}.")
        elif isinstance(value, tuple):
            for place, part in enumerate(value):
                _check_values(part, f"{before}{name}[{place}].")
        elif value is not None:
            rule = _RULES.get(name)
            if rule is not None and not rule.holds(value):
                raise WrongValue(before + name, rule.why, value)
            if type(value) is int and abs(value) > LARGEST_ID:
                raise WrongValue(before + name, "is larger than a database can store", value)
    if isinstance(record, ParsedFixture) and record.home == record.away:
        raise WrongValue(f"{before}away", f"is {SAME_TEAM}", record.away.name)
    if isinstance(record, SeasonKey):
        labels = {season_across(record.start_year).label, season_within(record.start_year).label}
        if record.label not in labels:
            why = f"is no season that starts in its year, as {min(labels)}"
            raise WrongValue(f"{before}label", why, record.label)
    if isinstance(record, ParsedFigure):
        highest = figures_by_name()[record.figure].highest
        for side in Side:
            value = getattr(record, side)
            if value is not None and not 0 <= value <= highest:
                why = f"is no value of {record.figure}: 0 to {highest:g}"
                raise WrongValue(f"{before}{side}", why, value)
