"""Prices fair lines only if needed: pricing and quotes import NumPy, which most loads can do without."""

import sqlite3

from footydata.store.forecasts import has_coming
from footydata.store.read.details import recorded_lines
from footydata.store.read.preview import LAST, Preview, preview


def refresh_lines(connection: sqlite3.Connection, *, rows_changed: int, now: int) -> int:
    """Price the coming fixtures again if a load changed anything. Returns how many fair lines are new or changed."""
    if not rows_changed or not has_coming(connection, now=now):
        return 0
    from footydata.forecast.pricing import refresh

    return refresh(connection, now=now)


def preview_with_lines(
    connection: sqlite3.Connection, fixture_id: int, *, now: int, last: int = LAST
) -> Preview:
    """The preview of a fixture with its stored fair lines and the recorded ones beside them.

    If no fair line is stored, they are computed as of its day.
    now: unix seconds; last: how many past fixtures are listed. Raises FixtureNotFound.
    """
    result = preview(connection, fixture_id, now=now, last=last)
    recorded, reasons = recorded_lines(connection, result.fixture.id), dict(result.reasons)
    if not recorded:
        reasons["recorded_lines"] = "no odds of it are stored"
    result = result._replace(recorded_lines=recorded, reasons=reasons)
    if result.fair_lines:
        return result
    from footydata.forecast.pricing import price

    priced = price(connection, [result.fixture], now=now, quotes={})
    if priced.comparisons:
        del reasons["fair_lines"]
    else:
        reasons["fair_lines"] = priced.reason
    return result._replace(fair_lines=[row.fair for row in priced.comparisons], reasons=reasons)
