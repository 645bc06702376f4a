"""The ledger of sealed forecasts: its entries, and whether any was changed since."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from footydata.football.records import SealedForecast
from footydata.store.write.forecasts import FIRST, seal_of


class Verified(NamedTuple):
    """The result of verifying the ledger.

    entries: how many were read; head: the hash of the last sound one. fault: what is wrong with which entry, empty
    if nothing is. proven: the number of the entry that has the given head, None if none was given.
    """

    entries: int
    head: str
    fault: str
    proven: int | None


def sealed(connection: sqlite3.Connection) -> Iterator[SealedForecast]:
    """The entries of the ledger, in order."""
    sql = f"select {', '.join(SealedForecast._fields)} from sealed_forecast order by seq"
    return (SealedForecast._make(row) for row in connection.execute(sql))


def verify(connection: sqlite3.Connection, *, head: str | None = None) -> Verified:
    """Check the ledger for entries that were changed, removed or inserted; head: a hash that was noted elsewhere."""
    last, count, proven = FIRST, 0, None
    for entry in sealed(connection):
        count += 1
        fault = _fault(entry, count, last)
        if fault:
            return Verified(count, last, fault, None)
        last = entry.hash
        if head is not None and last == head.strip().casefold():
            proven = count
    if head is not None and proven is None:
        fault = f"no entry has the hash {head}: entries were taken from the end, or the ledger was written anew"
        return Verified(count, last, fault, None)
    return Verified(count, last, "", proven)


def _fault(entry: SealedForecast, seq: int, last: str) -> str:
    """What is wrong with an entry that should have this number and follow that hash."""
    if entry.seq != seq:
        return f"entry {seq} is not there: the next one is {entry.seq}"
    if entry.previous != last:
        return f"entry {seq} does not follow the one before it"
    if entry.hash != seal_of(last, entry[:-2]):
        return f"entry {seq} was changed after it was sealed ({entry.home} v {entry.away}, {entry.market})"
    return ""
