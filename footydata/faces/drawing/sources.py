"""The values of a fixture by source: contradictions, then values on which sources agree, then the rest."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from textwrap import wrap

from footydata.faces.drawing.lines import Line, fitted, spaced, titled
from footydata.football.wording import safe
from footydata.store.read.quality.who_says import AGREES, ONLY, SPELLING, SourceValue, summary

NAME, SAYS = 38, 44
"""The widest columns of names and of values."""

WHY = 30
"""The room for a source and its reason, if they are that long."""

LEAST_SAYS = 16
"""The least column of values: names come first, as a value may be a whole timeline."""


def sources_tab(rows: Sequence[SourceValue], width: int) -> list[Line]:
    """The values of a fixture by source; nothing if no load is known."""
    if not rows:
        return []
    values = [list(group) for _, group in groupby(rows, key=attrgetter("value"))]
    differing = [value for value in values if value[0].differs]
    alike = [
        value
        for value in values
        if value not in differing and len({row.source for row in value}) > 1
    ]
    single = [value for value in values if value not in differing and value not in alike]
    return spaced(
        [
            [[(f" {line}", "plain")] for line in wrap(safe(summary(rows)), max(20, width - 2))],
            _block("Contradictions", differing, width),
            _block("From several sources", alike, width),
            _block("From one source", single, width),
        ]
    )


def _block(title: str, values: Sequence[Sequence[SourceValue]], width: int) -> list[Line]:
    if not values:
        return []
    rows = [row for value in values for row in value]
    why = min(WHY, max(len(_with_reason(row.source, row.why)) for row in rows))
    name = min(NAME, max(len(row.value) for row in rows), max(8, width - why - LEAST_SAYS - 6))
    says = min(SAYS, max(len(row.says) for row in rows), max(LEAST_SAYS, width - why - name - 6))
    return [
        titled(title, width),
        *(line for value in values for line in _value_lines(value, name, says, width)),
    ]


def _value_lines(rows: Sequence[SourceValue], name: int, says: int, width: int) -> Iterator[Line]:
    """One line if all sources agree with the stored value; else a line a source, the first with the value's name."""
    room = max(0, width - name - says - 6)
    if all(row.says == row.stands for row in rows):
        first, sources = rows[0], ", ".join(dict.fromkeys(row.source for row in rows))
        lines = [(first, _with_reason(sources, first.why))]
    else:
        lines = [(row, _with_reason(row.source, row.why)) for row in rows]
    for place, (row, reason) in enumerate(lines):
        title = row.value.replace("_", " ") if not place else ""
        yield [
            (f" {fitted(title[:1].upper() + title[1:], name)}  ", "plain"),
            (f"{fitted(safe(row.says), says)}  ", "strong" if row.is_standing else "muted"),
            (fitted(safe(reason), room), "plain" if row.differs else "muted"),
        ]


def _with_reason(source: str, why: str) -> str:
    """A source with its reason, if the title of the block does not say as much."""
    return source if why in (AGREES, ONLY, SPELLING) else f"{source}: {why}"
