"""Notes in a frame of which fixtures a part was never fetched: that differs from a part with nothing recorded."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import pandas as pd

from footydata.football.terms import Part
from footydata.store.read.fixtures import details
from footydata.store.read.quality.provenance import fixtures_without
from footydata.store.read.quality.reasons import why_nothing_recorded

_Row = TypeVar("_Row")


def with_not_fetched(
    frame: pd.DataFrame, connection: sqlite3.Connection, fixture_ids: Sequence[int], part: Part, *, what: str
) -> pd.DataFrame:
    """The frame, with attrs["not_fetched"]: the ids of fixtures of which the part was never fetched.

    An empty frame also gets attrs["reason"]. what: the part in words, with its verb: `events are`.
    """
    not_fetched = fixtures_without(connection, fixture_ids, part)
    frame.attrs["not_fetched"] = not_fetched
    if frame.empty and fixture_ids:
        frame.attrs["reason"] = why_nothing_recorded(what, fixture_ids, not_fetched)
    return frame


def paged(ids: Sequence[int], read: Callable[[Sequence[int]], Iterable[_Row]]) -> Iterator[_Row]:
    """The rows of many ids, read page by page, each with as many ids as one statement takes."""
    for page in details.pages(ids):
        yield from read(page)
