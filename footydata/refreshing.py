"""Fair lines of the coming fixtures, kept fresh by whatever brings data in."""

import sqlite3

from footydata.queries.fair_lines import has_coming


def refresh_lines(connection: sqlite3.Connection, *, rows_changed: int, now: int) -> int:
    """Price the coming fixtures again where anything changed; gives how many lines are new or changed."""
    # Pricing imports numpy: most loads are of seasons past, and do without.
    if not rows_changed or not has_coming(connection, now=now):
        return 0
    from footydata.pricing import refresh

    return refresh(connection, now=now)
