"""Exchanges the sides of what was said: on neutral ground sources name either nation first."""

from collections.abc import Mapping
from typing import Any, TypeVar

from footydata.football.records import EventRecord, KnockoutRecord, StatisticsRecord
from footydata.football.terms import Side
from footydata.store.claims.claim import ClaimBody
from footydata.store.claims.stored import DetailRecord

_OTHER: Mapping[str, str] = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}

Row = TypeVar("Row", bound=tuple[Any, ...])


def exchanged_body(body: ClaimBody) -> ClaimBody:
    """What a claim says, with the sides exchanged."""
    return body._replace(
        fixture=exchanged_row(body.fixture),
        details={part: exchanged_detail(row) for part, row in body.details.items()},
        events=None if body.events is None else [exchanged_event(event) for event in body.events],
        figures={key: (away, home) for key, (home, away) in body.figures.items()},
    )


def exchanged_row(row: Row) -> Row:
    """A record with each value of a side in the field of the other."""
    values: dict[str, Any] = row._asdict()  # type: ignore[attr-defined]  # every record has it
    others = {name: values[_twin(name)] for name in values if _twin(name) in values}
    exchanged: Row = row._replace(**others)  # type: ignore[attr-defined]  # every record has it
    return exchanged


def exchanged_detail(row: DetailRecord) -> DetailRecord:
    """A detail of a fixture, with the sides exchanged; a ground has none."""
    if isinstance(row, KnockoutRecord):
        return exchanged_row(row)._replace(
            through=None if row.through is None else _OTHER[row.through]
        )
    return exchanged_row(row) if isinstance(row, StatisticsRecord) else row


def exchanged_event(event: EventRecord) -> EventRecord:
    """An event, with the sides exchanged."""
    return exchanged_row(event)._replace(team=None if event.team is None else _OTHER[event.team])


def _twin(name: str) -> str:
    words = name.split("_")
    return "_".join(_OTHER.get(word, word) for word in words)
