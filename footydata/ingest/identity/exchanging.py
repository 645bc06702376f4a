"""Exchanges the sides of a parsed fixture: on neutral ground sources name either nation first."""

from collections.abc import Mapping
from typing import TypeVar

from footydata.football.records import EventRecord, KnockoutRecord, StatisticsRecord
from footydata.football.terms import Side
from footydata.sources.parsed import Figures, ParsedFixture

_OTHER: Mapping[str, str] = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}

_Row = TypeVar("_Row", Figures, StatisticsRecord, EventRecord, KnockoutRecord)


def can_exchange(parsed: ParsedFixture) -> bool:
    """Whether a fixture says nothing that depends on the order of its sides beyond its teams: no odds, no own ids."""
    return parsed.id is None and not parsed.odds and not parsed.ticks


def exchanged(parsed: ParsedFixture) -> ParsedFixture:
    """The same fixture with its sides exchanged.

    >>> from footydata.football.terms import Part
    >>> from footydata.sources.parsed import LeagueKey, TeamKey
    >>> key = LeagueKey("WORLD", "World Cup")
    >>> final = ParsedFixture(key, None, TeamKey("Germany"), TeamKey("Hungary"), 0, Part.GOALS, figures=Figures(3, 2))
    >>> exchanged(final).home.name, exchanged(final).figures[:2]
    ('Hungary', (2, 3))
    """
    return parsed._replace(
        home=parsed.away,
        away=parsed.home,
        figures=_exchanged_row(parsed.figures),
        statistics=None if parsed.statistics is None else _exchanged_row(parsed.statistics),
        events=None if parsed.events is None else tuple(_event(event) for event in parsed.events),
        knockout=None if parsed.knockout is None else _knockout(parsed.knockout),
        further=tuple(one._replace(home=one.away, away=one.home) for one in parsed.further),
    )


def _event(event: EventRecord) -> EventRecord:
    return _exchanged_row(event)._replace(team=None if event.team is None else _OTHER[event.team])


def _knockout(row: KnockoutRecord) -> KnockoutRecord:
    return _exchanged_row(row)._replace(
        through=None if row.through is None else _OTHER[row.through]
    )


def _exchanged_row(row: _Row) -> _Row:
    """A row with each value of a side in the field of the other."""
    values = row._asdict()
    return row._replace(**{name: values[_twin(name)] for name in values if _twin(name) in values})


def _twin(name: str) -> str:
    words = name.split("_")
    return "_".join(_OTHER.get(word, word) for word in words)
