"""The parts of a fixture of which a record has a value."""

from functools import cache, reduce
from itertools import compress
from operator import or_
from typing import TypeVar

from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.sources.parsed import Figures, ParsedDetail, ParsedFixture

Record = TypeVar("Record", ParsedFixture, ParsedDetail)

_OTHERS = (
    Part.STATISTICS,
    Part.EVENTS,
    Part.ODDS | Part.ODDS_SUMMARY,
    Part.ODDS_HISTORY,
    Part.ROUND,
    Part.REFEREE,
    Part.FURTHER_FIGURES,
    Part.KNOCKOUT,
    Part.VENUE,
)


_DETAILS = (
    "statistics",
    "events",
    "odds",
    "ticks",
    "round",
    "referee",
    "further",
    "knockout",
    "venue",
)
"""The fields of _OTHERS, in their order."""


def parts_of(
    figures: Figures,
    *,
    statistics: object = None,
    events: object = None,
    odds: object = (),
    ticks: object = (),
    round: object = None,
    referee: object = None,
    further: object = (),
    knockout: object = None,
    venue: object = None,
) -> Part:
    """The parts of a fixture with these values; () of events fills theirs, as nothing happened, and None does not.

    >>> parts_of(Figures(home_corners=4), events=()) == Part.BASE | Part.CORNERS | Part.EVENTS
    True
    """
    return _parts(
        tuple([value is not None for value in figures]),
        statistics is not None,
        events is not None,
        bool(odds),
        bool(ticks),
        round is not None,
        referee is not None,
        bool(further),
        knockout is not None,
        venue is not None,
    )


def with_filled_parts(record: Record) -> Record:
    """The record with its filled parts among those that it names."""
    values = {name: getattr(record, name) for name in _DETAILS if name in record._fields}
    return record._replace(parts=Part(record.parts) | parts_of(record.figures, **values))


@cache
def _parts(figures: tuple[bool, ...], *others: bool) -> Part:
    """The parts that are known, by a flag for each figure, then for each of _OTHERS. Few rows differ here."""
    known = set(compress(Figures._fields, figures))
    filled = [part for part, names in FIELDS_OF_PART.items() if known.intersection(names)]
    return reduce(or_, [*filled, *compress(_OTHERS, others)], Part.BASE)
