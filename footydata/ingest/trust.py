"""Sets the order in which sources are believed, and derives the fixtures of several sources again."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.records import CLAIM_BITS
from footydata.football.wording import meant
from footydata.ingest.deriving import choose_names, derive
from footydata.sources.protocol import HIGHEST_TRUST
from footydata.store.file.transactions import write_transaction

CHOSEN_FROM = HIGHEST_TRUST + 1
"""The lowest trust of a source in a place that a person chose."""


class TrustChange(NamedTuple):
    """What another order of trust changed: fixtures looked at, those of them that changed, clubs with another name."""

    fixtures: int
    changed: int
    names: int


def set_trust(
    connection: sqlite3.Connection,
    names: Sequence[str],
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> TrustChange:
    """Believe sources in this order, before all others in the order that these have, and commit.

    Without names, each source has its own trust again. Fixtures of several sources are derived again in the same
    transaction. An order that the sources' own trust gives too is not stored. Raises InvalidArgument,
    NotFound, DatabaseError.
    """
    with write_transaction(connection):
        was = _order(connection)
        for source_id, trust, own_trust in _trusts(connection, names):
            connection.execute(_SET, {"id": source_id, "trust": trust, "own_trust": own_trust})
        # Nothing depends on the numbers of a trust, but on their order.
        if _order(connection) == was:
            return TrustChange(0, 0, 0)
        return _derive(connection, progress)


def _order(connection: sqlite3.Connection) -> list[str]:
    return [
        row[0] for row in connection.execute("select name from source order by trust desc, name")
    ]


def _trusts(
    connection: sqlite3.Connection, names: Sequence[str]
) -> Iterator[tuple[int, int, int | None]]:
    """Each source's id, trust, and own trust if a person chose its place."""
    ids, own, chosen = {}, {}, []
    for source_id, name, trust, own_trust in connection.execute(_SOURCES):
        ids[name], own[name] = source_id, trust if own_trust is None else own_trust
        chosen += [name] if own_trust is not None else []
    chosen_names = _named(names, list(ids))
    order = [*chosen_names, *(name for name in ids if name not in chosen_names)]
    by_own = sorted(ids, key=lambda name: (-own[name], name))
    first = set(chosen_names) | set(chosen) if chosen_names and order != by_own else set()
    for place, name in enumerate(reversed(order)):
        yield (
            (ids[name], CHOSEN_FROM + place, own[name])
            if name in first
            else (ids[name], own[name], None)
        )


def _named(names: Sequence[str], sources: Sequence[str]) -> list[str]:
    by_name = {name.casefold(): name for name in sources}
    for name in names:
        if name.casefold() not in by_name:
            raise NotFound(f"no source of the database is called {name!r}; {meant(name, sources)}")
    ordered = [by_name[name.casefold()] for name in names]
    twice = next((name for name in ordered if ordered.count(name) > 1), None)
    if twice is not None:
        message = f"{twice} is named twice; an order has each source once"
        raise InvalidArgument(message, parameter="names", value=tuple(names))
    return ordered


def _derive(connection: sqlite3.Connection, progress: Callable[[str], None]) -> TrustChange:
    shared = {row[0] for row in connection.execute(_SHARED)}
    progress(f"{len(shared):,} fixtures of several sources")
    every = [row[0] for row in connection.execute("select id from season order by id")]
    renamed = choose_names(connection, every)
    seasons = [row[0] for row in connection.execute(_SHARED_SEASONS)]
    derived = derive(connection, seasons, now=0, changed=shared)
    return TrustChange(len(shared), len(derived.fixtures), renamed)


_SOURCES = "select id, name, trust, own_trust from source order by trust desc, name"
_SET = "update source set trust = :trust, own_trust = :own_trust where id = :id"
_SHARED = f"""
    select claim.fixture_id from claim join load on load.id = claim.id >> {CLAIM_BITS}
    group by claim.fixture_id having min(load.source_id) <> max(load.source_id) order by claim.fixture_id
"""
"""The fixtures that several sources give; of others no order of sources decides anything."""

_SHARED_SEASONS = f"""
    select season_id from fixture join claim on claim.fixture_id = fixture.id
    join load on load.id = claim.id >> {CLAIM_BITS} where season_id is not null
    group by season_id having min(load.source_id) <> max(load.source_id) order by season_id
"""
