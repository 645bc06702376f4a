"""Adds forecasts to the ledger of sealed ones, at its end alone."""

import sqlite3
from collections.abc import Sequence

from footydata.records import SealedForecast
from footydata.rules.seals import FIRST, seal_of
from footydata.store.transactions import write_transaction
from footydata.store.writing import insert


def append_sealed(connection: sqlite3.Connection, entries: Sequence[SealedForecast]) -> str:
    """Add entries, whose seq, previous and hash are set here; gives the head: the hash of the last entry.

    Raises DatabaseError.
    """
    with write_transaction(connection):
        last = connection.execute("select seq, hash from sealed_forecast order by seq desc limit 1").fetchone()
        seq, head = last or (0, FIRST)
        rows = []
        for seq, entry in enumerate(entries, start=seq + 1):  # noqa: B020  # it goes on from the last one
            numbered = entry._replace(seq=seq, previous=head)
            head = seal_of(head, numbered[:-2])
            rows.append(numbered._replace(hash=head))
        insert(connection, "sealed_forecast", rows)
    return str(head)
