"""The order in which the sources of a database are believed, and who chose it."""

import sqlite3
from typing import NamedTuple


class TrustedSource(NamedTuple):
    """A source in the order of trust, from 1.

    chosen_by: person, or source where it stands by its own trust. trust: its own. fixtures: how many it gives.
    """

    place: int
    source: str
    chosen_by: str
    trust: int
    fixtures: int


def source_order(connection: sqlite3.Connection) -> list[TrustedSource]:
    """The sources, the most trusted first."""
    return [TrustedSource(place, *row) for place, row in enumerate(connection.execute(_ORDER), start=1)]


_ORDER = """
    select source.name, case when own_trust is null then 'source' else 'person' end, coalesce(own_trust, trust),
           coalesce(held.fixtures, 0)
    from source left join (select source_id, count(*) as fixtures from fixture_source group by source_id) as held
      on held.source_id = source.id
    order by source.trust desc, source.name
"""
