"""Adds claims to fixtures that have none: those of a file of an older version, and rows written by other programs.

A file of an older version has notes of which load wrote which of the stored values. A fixture of one load has one claim
of all its rows. Of several loads, each claims the values that its notes name. Values without a note are claimed by the
sources that have the parts, each in a load "as stored before".
"""

import json
import sqlite3
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from footydata.football.terms import FIELDS_OF_PART, OWN_IDS_FROM, Status
from footydata.store.claims.claim import (
    BASE,
    EVENTS,
    FURTHER_FIGURES,
    ODDS_PARTS,
    ClaimBody,
    FixtureClaim,
    Rank,
)
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import (
    DETAILS,
    NO_QUOTE,
    PERIODS,
    DetailRecord,
    Provenance,
    Quotes,
    StoredFixture,
    batches,
    read_stored,
)

PLACE = "as stored before"
"""The place of the load of what was stored without a note of its load."""

UNKNOWN = "unknown"
"""The source of fixtures of which no source is noted."""

NamedLoad = tuple[int, frozenset[str]]
"""A load and the names of the values that it wrote."""


def add_missing_claims(connection: sqlite3.Connection, fixture_ids: Iterable[int] | None = None) -> None:
    """Add claims to those of these fixtures, None for all, that have none. Commits nothing."""
    among = None if fixture_ids is None else json.dumps(sorted(fixture_ids))
    ids = [row[0] for row in connection.execute(_WITHOUT, {"ids": among})]
    MissingClaims(connection).run(ids)


def add_claims_of_notes(connection: sqlite3.Connection) -> None:
    """Add claims to every fixture of a file of version 14, by its notes. Commits nothing."""
    connection.execute(_OF_ONE_LOAD, {"ours": OWN_IDS_FROM})
    missing = MissingClaims(connection)
    lists = lists_of_names(connection)
    notes: dict[int, list[NamedLoad]] = {}
    for fixture_id, load_id, cells_id in connection.execute(_NOTED).fetchall():
        notes.setdefault(fixture_id, []).append((load_id, lists.get(cells_id, frozenset())))
    changes: dict[int, list[tuple[int, str, Any]]] = {}
    for fixture_id, load_id, name, before in connection.execute(_CHANGES).fetchall():
        changes.setdefault(fixture_id, []).append((load_id, name, before))
    missing.run(sorted(notes), notes, changes)
    add_missing_claims(connection)
    connection.execute(_FORGET_LOADS, {"place": PLACE})


def lists_of_names(connection: sqlite3.Connection) -> dict[int, frozenset[str]]:
    """The lists of names of values in the notes of a file of version 14, by id."""
    return {id_: frozenset(text.split()) for id_, text in connection.execute("select id, cells from cell_list")}


class MissingClaims:
    """Reconstructs and writes the claims of fixtures that have none."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.claims = ClaimRows(connection)
        self._loads: dict[int, int] = {}
        self._names: dict[tuple[int, int], int | None] = {}

    def run(
        self,
        ids: Sequence[int],
        notes: Mapping[int, Sequence[NamedLoad]] = {},
        changes: Mapping[int, Sequence[tuple[int, str, Any]]] = {},
    ) -> None:
        """Write the claims of these fixtures."""
        for batch in batches(ids):
            for fixture_id, stored in read_stored(self._connection, batch).items():
                self._add(stored, notes.get(fixture_id, ()), changes.get(fixture_id, ()))
            self.claims.write()

    def _add(self, stored: StoredFixture, noted: Sequence[NamedLoad], changed: Sequence[tuple[int, str, Any]]) -> None:
        claims = self.claims_of(stored, noted, changed)
        for claim in claims:
            body = claim.body if len(claims) > 1 else None
            self.claims.add(claim.load_id, stored.fixture.id, self.names(stored, claim), body)

    def claims_of(
        self, stored: StoredFixture, noted: Sequence[NamedLoad], changed: Sequence[tuple[int, str, Any]] = ()
    ) -> list[FixtureClaim]:
        """The claims of one fixture: by its notes, else by its sources, else one of all that is stored."""
        for claims in (self._by_notes(stored, noted, changed), self._by_sources(stored)):
            # But for spellings of referees, which the notes do not have.
            if len(claims) > 1 and merge(claims)._replace(referees={}) == stored._replace(referees={}):
                return claims
        first = _most_trusted(stored.sources)
        source_id = self._unknown_source() if first is None else first.source_id
        return [self.claim(self._load_before(source_id), ClaimBody(stored.fixture, 0, 0))]

    def _by_notes(
        self, stored: StoredFixture, noted: Sequence[NamedLoad], changed: Sequence[tuple[int, str, Any]]
    ) -> list[FixtureClaim]:
        claims: list[FixtureClaim] = []
        slug_of = self.claims.codec.slug
        noted_quotes: set[tuple[int, str, str]] = set()
        quotes_of_load: set[tuple[int, str, str]] = set()
        quotes = {(*key, period) for key in stored.odds for period, _ in PERIODS}
        older = [names for load_id, names in noted if not load_id]
        of_loads = [(load_id, names) for load_id, names in noted if load_id]
        sources = {source.source_id: source for source in stored.sources}
        if older:
            # Stored before loads were noted: by its sources, but for values that only a later load wrote.
            later = {self.claims.load(load_id).source_id for load_id, _ in of_loads}
            for source in stored.sources:
                names = older[0]
                parts = source.parts & (parts_in(source.name, names) if names else ~0)
                if parts or source.source_id not in later:
                    load_id = self._load_before(source.source_id)
                    claims.append(self.claim(load_id, _body(stored, source, parts, names or None)))
        for load_id, names in of_loads:
            load = self.claims.load(load_id)
            source = sources.get(load.source_id) or Provenance(
                load.source_id, -load.rank.distrust, load.rank.name, 0, load.moment
            )
            earlier = _earlier_values(load_id, names, changed)
            parts = parts_in(source.name, names) | (BASE if earlier else 0)
            body = _body(stored, source, parts, names, earlier)
            quotes_of_load = {quote for quote in quotes if f"odds.{slug_of(quote[0])}.{quote[1]}.{quote[2]}" in names}
            odds = _quotes(stored.odds, quotes_of_load)
            claims.append(self.claim(load_id, body._replace(odds=odds)))
            noted_quotes |= quotes_of_load
        if of_loads and not older:
            # A quote without a note is of the latest load.
            latest = claims[-1]
            odds = _quotes(stored.odds, (quotes - noted_quotes) | quotes_of_load)
            claims[-1] = latest._replace(body=latest.body._replace(odds=odds))
        return claims

    def _by_sources(self, stored: StoredFixture) -> list[FixtureClaim]:
        return [
            self.claim(self._load_before(source.source_id), _body(stored, source, source.parts, None))
            for source in stored.sources
        ]

    def claim(self, load_id: int, body: ClaimBody) -> FixtureClaim:
        """The claim of a load with this body."""
        load = self.claims.load(load_id)
        return FixtureClaim(load.rank, load.source_id, load.moment, load_id, body, load.run, load.corrects)

    def _load_before(self, source_id: int) -> int:
        """The load of a source's values that were stored without a note."""
        if source_id not in self._loads:
            values = {"source_id": source_id, "place": PLACE}
            row = self._connection.execute(_LOAD_BEFORE, values).fetchone()
            load_id = row[0] if row else self._connection.execute(_ADD_LOAD, values).lastrowid
            assert load_id is not None
            self._loads[source_id] = load_id
        return self._loads[source_id]

    def _unknown_source(self) -> int:
        self._connection.execute("insert or ignore into source (name, trust) values (?, 0)", (UNKNOWN,))
        source_id: int = self._connection.execute("select id from source where name = ?", (UNKNOWN,)).fetchone()[0]
        return source_id

    def names(self, stored: StoredFixture, claim: FixtureClaim) -> tuple[int | None, int | None]:
        """The ids of the source's names for the teams, None where it has none or several of them."""
        if stored.fixture.id < OWN_IDS_FROM and claim.rank.name == "v1":
            return None, None
        home, away = (self._name(claim.source_id, id_) for id_ in (stored.fixture.home_id, stored.fixture.away_id))
        return home, away

    def _name(self, source_id: int, team_id: int) -> int | None:
        if (source_id, team_id) not in self._names:
            values = {"source_id": source_id, "id": team_id}
            self._names[source_id, team_id] = self._connection.execute(_NAME, values).fetchone()[0]
        return self._names[source_id, team_id]


def _body(
    stored: StoredFixture,
    source: Provenance,
    parts: int,
    names: frozenset[str] | None,
    earlier: Mapping[str, Any] = {},
) -> ClaimBody:
    """The body of a source's claim of a stored fixture, as far as it is stored.

    names: of the values, None for those of the parts. earlier: columns of the base before a later load changed them.
    """
    row = stored.fixture
    values: dict[str, Any] = {
        name: None
        for part, fields in FIELDS_OF_PART.items()
        for name in fields
        if not (part & parts if names is None else name in names)
    }
    if names is not None:
        values |= {name: default for name, default in _BASE_DEFAULTS.items() if name not in names}
    fixture = row._replace(**{**values, **earlier})
    referee = stored.referees.get(source.source_id)
    return ClaimBody(
        fixture,
        parts,
        source.fetched_ts,
        row.id < OWN_IDS_FROM and source.name == "v1",
        referee[0] if referee else fixture.referee,
        _details(stored, parts, names),
        stored.events if parts & EVENTS else None,
        _all_odds(stored, source) if names is None else {},
        {
            key: (figure.home, figure.away)
            for key, figure in stored.figures.items()
            if parts & FURTHER_FIGURES and figure.source_id == source.source_id
        },
    )


_BASE_DEFAULTS: dict[str, Any] = {
    "status": Status.SCHEDULED.value,
    "state_detail": None,
    "stage": None,
    "in_table": 1,
}
"""The columns of the base of a claim whose own ones are not stored."""


def _details(stored: StoredFixture, parts: int, names: frozenset[str] | None) -> dict[int, DetailRecord]:
    details: dict[int, DetailRecord] = {}
    for part, table, _ in DETAILS:
        row = stored.details.get(part)
        if part & parts and row is not None:
            unknown: dict[str, Any] = {
                name: None for name in row._fields[1:] if names is not None and f"{table}.{name}" not in names
            }
            details[part] = row._replace(**unknown)
    return details


def _all_odds(stored: StoredFixture, source: Provenance) -> dict[tuple[int, str], Quotes]:
    """The odds of a fixture for the most trusted source that has any, none for others."""
    owner = _most_trusted([each for each in stored.sources if each.parts & ODDS_PARTS])
    return dict(stored.odds) if owner == source else {}


def _most_trusted(sources: Iterable[Provenance]) -> Provenance | None:
    return min(sources, key=lambda source: Rank.of(source.trust, source.name), default=None)


def _quotes(
    odds: Mapping[tuple[int, str], Quotes], among: Container[tuple[int, str, str]]
) -> dict[tuple[int, str], Quotes]:
    """The quotes of some odds that are among those of a bookmaker id, market and period."""
    quotes_of: dict[tuple[int, str], Quotes] = {}
    for (maker, market), quotes in odds.items():
        own: list[float | None] = []
        for period, place in PERIODS:
            own += quotes[place] if (maker, market, period) in among else NO_QUOTE
        if any(value is not None for value in own):
            quotes_of[maker, market] = tuple(own)
    return quotes_of


def parts_in(source: str, names: Iterable[str]) -> int:
    """The parts of a source that are among names of values: `part.v1.64` is its statistics."""
    return sum(int(name.rsplit(".", 1)[1]) for name in names if name.startswith(f"part.{source}."))


def _earlier_values(load_id: int, names: frozenset[str], changed: Iterable[tuple[int, str, Any]]) -> dict[str, Any]:
    """The columns of the base by a load, where a later load changed them; changed: by load."""
    values: dict[str, Any] = {}
    for later_id, name, before in changed:
        if later_id > load_id and name not in names:
            values.setdefault(name, before)
    return values


_WITHOUT = """
    select id from fixture
    where not exists (select 1 from claim where fixture_id = fixture.id)
      and (:ids is null or id in (select value from json_each(:ids)))
    order by id
"""
_NAME_OF = """
    (select case when count(*) = 1 then min(id) end from external_id
     where kind = 'team' and external_id.source_id = load.source_id and entity_id = fixture.{}
       and not (fixture.id < :ours and source.name = 'v1'))
"""
_OF_ONE_LOAD = f"""
    insert into claim (id, fixture_id, home_name, away_name)
    select (load.id << 24) + row_number() over (partition by load.id order by fixture.id) - 1, fixture.id,
           {_NAME_OF.format("home_id")}, {_NAME_OF.format("away_id")}
    from (select fixture_id, min(load_id) as load_id from fixture_load group by fixture_id having count(*) = 1) as noted
    join fixture on fixture.id = noted.fixture_id
    join load on load.id = noted.load_id
    join source on source.id = load.source_id
"""
_NOTED = """
    select fixture_id, load_id, cells_id from fixture_load
    where fixture_id not in (select fixture_id from claim) order by fixture_id, load_id
"""
_CHANGES = "select fixture_id, load_id, name, before from fixture_change order by fixture_id, load_id, name"
_LOAD_BEFORE = "select id from load where source_id = :source_id and place = :place and fixtures_new is null"
_FORGET_LOADS = """
    delete from load where place = :place and fixtures_new is null
      and not exists (select 1 from claim where claim.id >= load.id << 24 and claim.id < (load.id + 1) << 24)
"""
_ADD_LOAD = """
    insert into load (source_id, place, started_ts)
    values (:source_id, :place, (select coalesce(min(fetched_ts), 0) from fixture_source where source_id = :source_id))
"""
_NAME = """
    select case when count(*) = 1 then min(id) end from external_id
    where kind = 'team' and source_id = :source_id and entity_id = :id
"""
