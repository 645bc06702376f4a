"""The parts of a fixture of which a record has a value."""

from functools import cache, reduce
from itertools import compress
from operator import or_
from typing import TypeVar

from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.sources.parsed import Figures, ParsedDetail, ParsedFixture

Record = TypeVar("Record", ParsedFixture, ParsedDetail)

_PART_OF = {
    "statistics": Part.STATISTICS,
    "odds": Part.ODDS | Part.ODDS_SUMMARY,
    "ticks": Part.ODDS_HISTORY,
    "round": Part.ROUND,
    "referee": Part.REFEREE,
    "further": Part.FURTHER_FIGURES,
    "knockout": Part.KNOCKOUT,
    "venue": Part.VENUE,
}
"""Field of a record → what it fills, where it is neither None nor empty."""


def with_filled_parts(record: Record) -> Record:
    """The record with its filled parts among those that it names; () of events fills theirs, as nothing happened."""
    figures = tuple([value is not None for value in record.figures])
    fields = tuple([getattr(record, name, None) not in (None, ()) for name in _PART_OF])
    return record._replace(
        parts=_parts(record.parts, figures, fields, has_events=record.events is not None)
    )


@cache
def _parts(
    named: int, figures: tuple[bool, ...], fields: tuple[bool, ...], *, has_events: bool
) -> Part:
    """The parts by a flag for each figure and for each field of _PART_OF. Few rows differ here."""
    known = set(compress(Figures._fields, figures))
    filled = [part for part, names in FIELDS_OF_PART.items() if known.intersection(names)]
    events = Part.EVENTS if has_events else Part(0)
    return reduce(
        or_, [*filled, *compress(_PART_OF.values(), fields)], Part(named) | events | Part.BASE
    )
