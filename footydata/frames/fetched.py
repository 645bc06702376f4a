"""What was never fetched of fixtures, beside a frame: that and nothing recorded differ."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import pandas as pd

from footydata.contract.terms import Part
from footydata.queries import details
from footydata.queries.provenance import fetched_parts
from footydata.queries.reasons import why_nothing_recorded

_Row = TypeVar("_Row")


def with_not_fetched(
    frame: pd.DataFrame, connection: sqlite3.Connection, fixture_ids: Sequence[int], part: Part, *, what: str
) -> pd.DataFrame:
    """The frame with the ids of which a part was never fetched in its attrs: empty and not fetched differ."""
    fetched = paged(fixture_ids, lambda ids: fetched_parts(connection, ids).items())
    not_fetched = [fixture_id for fixture_id, parts in fetched if not parts & part]
    frame.attrs["not_fetched"] = not_fetched
    if frame.empty and fixture_ids:
        frame.attrs["reason"] = why_nothing_recorded(what, fixture_ids, not_fetched)
    return frame


def paged(ids: Sequence[int], read: Callable[[Sequence[int]], Iterable[_Row]]) -> Iterator[_Row]:
    """What a query gives of many ids, asked for so many at once as one statement takes."""
    for page in details.pages(ids):
        yield from read(page)
