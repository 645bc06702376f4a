"""Which referee of a fixture the file knew at a past moment: he may have been named later, or another one before."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping

from footydata.football.records import CLAIM_BITS
from footydata.store.claims.bodies import BodyCodec
from footydata.store.claims.stored import batches

# A claim without a body is the only one of its fixture, so that nothing was said before or after it.
_CLAIMS = f"""
select fixture_id, body, coalesce(claim.fetched_ts, started_ts)
from claim join load on load.id = claim.id >> {CLAIM_BITS}
where fixture_id in (select value from json_each(:ids)) and body is not null order by 3, claim.id
"""


def changed_referees(
    connection: sqlite3.Connection, league_ids: Mapping[int, int], *, moment: int
) -> dict[int, str | None]:
    """Fixture id → its referee as of a moment (unix seconds), None if he was not named yet, where he may have changed.

    league_ids: fixture id → league. Left out are fixtures of which nothing was loaded before the moment, or nothing
    since: a past season that is loaded as a whole names its referees with the results, and leagues appoint them days
    before.
    """
    codec = BodyCodec(connection)
    changed: dict[int, str | None] = {}
    for ids in batches(list(league_ids)):
        claims: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
        for fixture_id, body, loaded_ts in connection.execute(_CLAIMS, {"ids": str(ids)}):
            claims[fixture_id].append((loaded_ts, body))
        for fixture_id, told in claims.items():
            before = [body for loaded_ts, body in told if loaded_ts < moment]
            if before and len(before) < len(told):
                named = [codec.referee(body, league_ids[fixture_id]) for body in before]
                changed[fixture_id] = next((name for name in reversed(named) if name), None)
    return changed
