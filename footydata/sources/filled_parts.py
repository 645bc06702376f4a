"""The parts of a fixture of which a record has a value."""

from functools import cache, reduce
from itertools import compress
from operator import or_
from typing import TypeVar

from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.sources.parsed import Figures, ParsedDetail, ParsedFixture

Record = TypeVar("Record", ParsedFixture, ParsedDetail)

_FIGURE_PARTS = {
    part: tuple(map(Figures._fields.index, names))
    for part, names in FIELDS_OF_PART.items()
    if set(names) <= set(Figures._fields)
}
"""Part → the places of its fields in parsed.Figures."""

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


def filled_parts(record: ParsedFixture | ParsedDetail) -> Part:
    """The parts that a record fills; () of events fills theirs, as nothing happened, and None does not.

    >>> filled_parts(ParsedDetail(1, Part.BASE, Figures(home_corners=4), events=())) == Part.CORNERS | Part.EVENTS
    True
    """
    figures = record.figures
    known = [
        any([figures[place] is not None for place in places]) for places in _FIGURE_PARTS.values()
    ]
    details = (
        record.statistics is not None,
        record.events is not None,
        bool(record.odds),
        bool(record.ticks),
    )
    if isinstance(record, ParsedDetail):
        return _parts(*known, *details)
    texts = (record.round is not None, record.referee is not None, bool(record.further))
    return _parts(*known, *details, *texts, record.knockout is not None, record.venue is not None)


def with_filled_parts(record: Record) -> Record:
    """The record with its filled parts among those that it names."""
    return record._replace(parts=Part(record.parts) | Part.BASE | filled_parts(record))


@cache
def _parts(*known: bool) -> Part:
    """The parts that are known; known: a flag for each of _FIGURE_PARTS, then for the others. Few rows differ here."""
    return reduce(or_, compress((*_FIGURE_PARTS, *_OTHERS), known), Part(0))
