"""The preview of a fixture with its fair lines: those that are stored, else computed from what was known before it."""

import sqlite3

from footydata.queries.preview import LAST, Preview, preview


def previewed(connection: sqlite3.Connection, fixture_id: int, *, now: int, last: int = LAST) -> Preview:
    """As queries.preview, with fair lines of fixtures of which none are stored. Raises FixtureNotFound."""
    found = preview(connection, fixture_id, now=now, last=last)
    if found.fair_lines:
        return found
    # Pricing imports numpy: most previews are of coming fixtures, whose lines are stored.
    from footydata.pricing import price

    priced = price(connection, [found.fixture], now=now, is_compared=False)
    reasons = dict(found.reasons)
    if priced.comparisons:
        del reasons["fair_lines"]
    else:
        reasons["fair_lines"] = priced.reason
    return found._replace(fair_lines=[row.fair for row in priced.comparisons], reasons=reasons)
