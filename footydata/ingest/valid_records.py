"""Holds records to what a fixture can have, at the one place where those of every source come in.

Every fixture's kickoff and figures are checked: a moment of the year 56000 is stored as easily as any other, and fails
wherever it is shown. Types, names and ranges of all fields are checked of the sources of packages alone: those of our
own are held by mypy, and refuse a bad cell by its name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Any, NamedTuple, Protocol, TypeGuard, Union, get_args, get_origin, get_type_hints

from footydata.football.countries import ALL_CODES
from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    KnockoutRecord,
    StatisticsRecord,
    VenueRecord,
)
from footydata.football.register.figures import figures_by_name
from footydata.football.register.naming import slug
from footydata.football.terms import LARGEST_ID, LATEST_MINUTE, EventType, GoalDetail, Period, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.cells import (
    FIRST_YEAR,
    HIGHEST_COUNT,
    HIGHEST_PRICE,
    LAST_YEAR,
    LONGEST_NAME,
    is_moment,
)
from footydata.sources.parsed import (
    BookmakerKey,
    Figures,
    LeagueKey,
    PageRow,
    Parsed,
    ParsedCountry,
    ParsedDetail,
    ParsedFigure,
    ParsedFixture,
    ParsedLine,
    ParsedOdds,
    ParsedPage,
    ParsedPlaceholder,
    ParsedTick,
    Refusal,
    Remark,
    SeasonKey,
    TeamKey,
    season_across,
    season_within,
)
from footydata.sources.refusing import SAME_TEAM, shown


class Record(Protocol):
    """A NamedTuple of any fields."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _asdict(self) -> dict[str, Any]: ...


class WrongValue(NamedTuple):
    """A value that a record can't have; field: where it stands; why: in words that come after the field's name."""

    field: str
    why: str
    value: object

    @property
    def reason(self) -> str:
        """The fault without the value, so that rows share it."""
        return f"{self.field} {self.why}"


def is_record(value: object) -> TypeGuard[Record]:
    """Whether a value is a NamedTuple."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def wrong_type(record: Record, before: str = "") -> WrongValue | None:
    """The first value of a record that is not of its declared type, None if all are; before: what leads to it.

    >>> from footydata.sources.parsed import BookmakerKey
    >>> wrong_type(BookmakerKey("bet365", 365))
    WrongValue(field='name', why='is no str but of the type int', value=365)
    """
    for value, (name, plain, hint) in zip(values_of(record), _declared(type(record)), strict=True):
        if type(value) not in plain and (fault := _misfit(value, hint, before + name)) is not None:
            return fault
    return None


def values_of(record: Record) -> tuple[object, ...]:
    """The values of a record, in the order of its fields."""
    return tuple(record)  # type: ignore[arg-type]  # a NamedTuple is a tuple


@cache
def _declared(kind: type) -> Sequence[tuple[str, frozenset[type], Any]]:
    """Each field, the types of values that need no further look, and its whole type."""
    hints = get_type_hints(kind).items()
    return [
        (name, frozenset(chain.from_iterable(map(_plain, _members(hint)))), hint)
        for name, hint in hints
    ]


def _plain(member: Any) -> tuple[type, ...]:
    """The types of the values that are of a type and hold no others."""
    if member is float:
        return float, int
    is_plain = isinstance(member, type) and not issubclass(member, tuple)
    return (member,) if is_plain else ()


def _members(hint: Any) -> tuple[Any, ...]:
    """The members of a union; the type itself if it is none."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _misfit(value: object, hint: Any, where: str) -> WrongValue | None:
    """The fault of a value, or of one within it, None if it is of the type."""
    members = _members(hint)
    for member in members:
        if _is_of(value, member):
            return _misfit_within(value, member, where)
    names = " or ".join("None" if member is NoneType else _name_of(member) for member in members)
    return WrongValue(where, f"is no {names} but of the type {type(value).__name__}", value)


def _is_of(value: object, member: Any) -> bool:
    """Whether a value is of a type, whatever it holds; a bool is no number, and a whole number is a float."""
    if member is Any:
        return True
    if member is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if member is int:
        return type(value) is int
    if member is str:
        return isinstance(value, str)
    kind = get_origin(member) or member
    return callable(value) if kind is Callable else isinstance(value, kind)


def _misfit_within(value: object, member: Any, where: str) -> WrongValue | None:
    if isinstance(value, tuple) and (of := get_args(member)):
        return _first(_misfit(part, of[0], f"{where}[{place}]") for place, part in enumerate(value))
    return wrong_type(value, f"{where}.") if is_record(value) else None


def _first(faults: Iterable[WrongValue | None]) -> WrongValue | None:
    return next((fault for fault in faults if fault is not None), None)


def _name_of(member: Any) -> str:
    return str(getattr(get_origin(member) or member, "__name__", member))


NO_MOMENT = f"is no moment of {FIRST_YEAR} to {LAST_YEAR} in unix seconds"
NO_COUNT = f"is no count of 0 to {HIGHEST_COUNT}"

_COUNTS = frozenset((None, *range(HIGHEST_COUNT + 1)))
_KICKOFF = FixtureRecord._fields.index("kickoff_ts")
_FIGURES = slice(
    FixtureRecord._fields.index("home_goals"), FixtureRecord._fields.index("away_red") + 1
)


def fault_of(record: Parsed, package: str | None) -> WrongValue | None:
    """Why a record can't be taken, None if it can; package: of a source that is not footydata's own."""
    return impossible_value(record) if package is None else malformed_value(record)


def impossible_value(record: Parsed) -> WrongValue | None:
    """The kickoff or figure of a fixture that none has, None if there is none.

    >>> impossible_value(ParsedPlaceholder(LeagueKey("GB-ENG", "FA Cup"), SeasonKey("24/25", 2024), "A", "B", 10**12))
    WrongValue(field='kickoff_ts', why='is no moment of 1863 to 2100 in unix seconds', value=1000000000000)
    """
    if isinstance(record, ParsedFixture | ParsedPlaceholder) and not is_moment(record.kickoff_ts):
        return WrongValue("kickoff_ts", NO_MOMENT, record.kickoff_ts)
    if isinstance(record, ParsedFixture | ParsedDetail) and not _COUNTS.issuperset(record.figures):
        return _bad_count(record.figures)
    return None


def possible_rows(page: ParsedPage) -> Iterator[ParsedPage | Refusal]:
    """A Refusal for each fixture of a page that has an impossible value, then the page without them."""
    rows = page.rows
    if not rows or (
        _COUNTS.issuperset(chain.from_iterable([row.fixture[_FIGURES] for row in rows]))
        and is_moment(min(moments := [row.fixture[_KICKOFF] for row in rows]))
        and is_moment(max(moments))
    ):
        yield page
        return
    possible: list[PageRow] = []
    for row in rows:
        fault = _impossible_in(row)
        if fault is None:
            possible.append(row)
        else:
            yield Refusal(
                fault.reason,
                page.line,
                shown(f"fixture {row.fixture[0]}: {fault.field} = {fault.value!r}"),
            )
    if possible:
        yield page._replace(rows=possible)


def _impossible_in(row: PageRow) -> WrongValue | None:
    if not is_moment(row.fixture[_KICKOFF]):
        return WrongValue("kickoff_ts", NO_MOMENT, row.fixture[_KICKOFF])
    return _bad_count(Figures._make(row.fixture[_FIGURES]))


def _bad_count(figures: Figures) -> WrongValue | None:
    faults = (
        WrongValue(name, NO_COUNT, value)
        for name, value in figures._asdict().items()
        if value not in _COUNTS
    )
    return next(faults, None)


def malformed_value(record: Parsed) -> WrongValue | None:
    """The value of a record that has no such type, name or range, None if there is none.

    For the records of packages, whose authors may run no type checker.
    """
    if isinstance(record, ParsedPage):
        return wrong_type(record)
    return wrong_type(record) or _wrong_value(record, "")


def refusal_of(record: Parsed, number: int, fault: WrongValue, package: str | None) -> Refusal:
    """The refusal of a record for one value; number: of the record among the file's. package: of the source."""
    reason = f"{fault.reason}, as {package} gives it" if package else fault.reason
    line = getattr(record, "line", None)
    is_line = type(line) is int and 0 <= line <= LARGEST_ID
    text = shown(f"record {number}: {fault.field} = {_shown(fault.value)}")
    return Refusal(reason, line if is_line else None, text)


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # a number of 5,000 digits, or an object of somebody else's type
        return f"a value of the type {type(value).__name__} that can't be shown"


class _Rule(NamedTuple):
    """What a value of a field must be; why: of one that is not, after its name."""

    holds: Callable[..., bool]
    why: str


def _between(lowest: float, highest: float, why: str) -> _Rule:
    return _Rule(lambda value: lowest <= value <= highest, why)


def _one_of(values: Iterable[object], what: str) -> _Rule:
    names = frozenset(values)
    return _Rule(names.__contains__, f"is no {what}")


def _is_line(value: float) -> bool:
    return abs(value) <= HIGHEST_COUNT and value * 4 % 1 == 0


_MOMENT = _Rule(is_moment, NO_MOMENT)
_COUNT = _between(0, HIGHEST_COUNT, NO_COUNT)
_NUMBER = _Rule(lambda value: value >= 0, "is below 0")
_NAME = _Rule(
    lambda name: 0 < len(name.strip()) <= LONGEST_NAME,
    f"is no name of 1 to {LONGEST_NAME} characters",
)
_COUNTRY = _one_of(ALL_CODES, "code of a country or region")
_SIDE = _one_of(Side, "side, home or away")
_YES_NO = _one_of((0, 1), "yes or no, 1 or 0")
_MINUTE = _between(0, LATEST_MINUTE, "is a minute that no fixture has")
_PRICE = _Rule(lambda price: 1 < price <= HIGHEST_PRICE, "is no decimal price above 1")
_LINE = _Rule(_is_line, "is no line in quarters")
_MARKET = _one_of(MARKET_BY_KEY, "key of a market")
_ID = _Rule(
    lambda _: False,
    "is an id that is stored unchanged, as those of a v1 service alone are; leave it out",
)
"""Another site's ids may be those of other fixtures, teams and leagues here."""

_RULES: Mapping[type, Mapping[str, _Rule]] = {
    ParsedFixture: {
        "kickoff_ts": _MOMENT,
        "fetched_ts": _MOMENT,
        "round": _NUMBER,
        "first_tick": _NUMBER,
        "line": _NUMBER,
        "id": _ID,
    },
    ParsedPlaceholder: {"kickoff_ts": _MOMENT, "round": _NUMBER, "number": _NUMBER},
    Refusal: {"line": _NUMBER},
    Remark: {"line": _NUMBER},
    LeagueKey: {
        "country": _one_of((*ALL_CODES, ""), "code of a country or region"),
        "name": _NAME,
        "id": _ID,
    },
    SeasonKey: {"id": _ID},
    TeamKey: {"country": _COUNTRY, "name": _NAME, "id": _ID},
    ParsedCountry: {"code": _COUNTRY},
    BookmakerKey: {
        "name": _NAME,
        "slug": _Rule(lambda text: text == slug(text) != "", "is no slug, as bet365"),
        "id": _ID,
    },
    Figures: dict.fromkeys(Figures._fields, _COUNT),
    StatisticsRecord: {
        name: _between(0, 100, "is no percentage") if name.endswith("possession") else _COUNT
        for name in StatisticsRecord._fields[1:]
    },
    KnockoutRecord: {
        **{name: _COUNT for name in KnockoutRecord._fields if name.endswith("_goals")},
        "through": _SIDE,
        "on_penalties": _YES_NO,
        "number": _NUMBER,
    },
    VenueRecord: {"neutral": _YES_NO},
    EventRecord: {
        "type": _one_of(EventType, "type of an event"),
        "half": _between(1, 4, "is no half of 1 to 4"),
        "minute": _MINUTE,
        "stoppage": _MINUTE,
        "team": _SIDE,
        "home_score": _COUNT,
        "away_score": _COUNT,
        "detail": _one_of(GoalDetail, "detail of a goal"),
    },
    ParsedFigure: {
        "figure": _Rule(lambda name: name in figures_by_name(), "is no figure that footydata has"),
        "half": _one_of((0, 1), "half: 0 is the whole fixture, 1 the first half"),
    },
    ParsedOdds: {
        "market": _MARKET,
        **{name: _PRICE for name in ParsedOdds._fields if "price" in name},
        **{name: _LINE for name in ParsedOdds._fields if name.endswith("line")},
    },
    ParsedLine: {
        "market": _MARKET,
        "period": _one_of(Period, "period of odds"),
        "line": _LINE,
        "price_1": _PRICE,
        "price_2": _PRICE,
    },
    ParsedTick: {
        "market": _MARKET,
        "recorded_ts": _MOMENT,
        "minute": _MINUTE,
        "line": _LINE,
        "home_score": _COUNT,
        "away_score": _COUNT,
        **{name: _PRICE for name in ParsedTick._fields if "price" in name},
    },
}
"""Record → what the values of its fields must be, where they are not None."""

_NO_RULES: Mapping[str, _Rule] = {}


def _wrong_value(record: Record, before: str) -> WrongValue | None:
    rules = _RULES.get(type(record), _NO_RULES)
    for name, value in zip(record._fields, values_of(record), strict=True):
        if value is None:
            continue
        if (rule := rules.get(name)) is not None and not rule.holds(value):
            return WrongValue(before + name, rule.why, value)
        if type(value) is int and abs(value) > LARGEST_ID:
            return WrongValue(before + name, "is larger than a database can store", value)
        if isinstance(value, tuple) and value:
            for place, part in _records_in(value):
                if (fault := _wrong_value(part, f"{before}{name}{place}.")) is not None:
                    return fault
    return _wrong_together(record, before)


def _records_in(value: tuple[object, ...]) -> Iterator[tuple[str, Record]]:
    """The records within a value, and the place of each."""
    if is_record(value):
        yield "", value
    else:
        yield from ((f"[{place}]", part) for place, part in enumerate(value) if is_record(part))


def _wrong_together(record: Record, before: str) -> WrongValue | None:
    """What is wrong of several fields together."""
    if isinstance(record, ParsedFixture) and record.home == record.away:
        return WrongValue(f"{before}away", f"is {SAME_TEAM}", record.away.name)
    if isinstance(record, SeasonKey):
        labels = {season_across(record.start_year).label, season_within(record.start_year).label}
        if record.label not in labels:
            return WrongValue(
                f"{before}label",
                f"is no season that starts in its year, as {min(labels)}",
                record.label,
            )
    if isinstance(record, ParsedFigure):
        highest = figures_by_name()[record.figure].highest
        for side in Side:
            value = getattr(record, side)
            if value is not None and not 0 <= value <= highest:
                return WrongValue(
                    f"{before}{side}", f"is no value of {record.figure}: 0 to {highest:g}", value
                )
    return None
