"""What is in a file: loads, counts, the sources of a fixture's parts, whom to believe, bookmakers."""

import sqlite3

from footydata.football.errors import FixtureNotFound
from footydata.football.records import BookmakerRecord
from footydata.store.bookmakers import RecordedBookmaker, bookmakers, recorded_bookmakers
from footydata.store.read.provenance import (
    Content,
    LoadSummary,
    PartSource,
    TrustedSource,
    contents,
    loads,
    parts_of,
    source_order,
)
from footydata.views.arguments import Clock, FixtureId
from footydata.views.columns import columns, undeclared
from footydata.views.view import View, listed

LOAD_COLUMNS = columns("loads", LoadSummary._fields, entity="load")
BOOKMAKER_COLUMNS = columns("bookmakers", BookmakerRecord._fields, entity="bookmaker")
_NO_BOOKMAKERS = "the database has no bookmakers: no odds were loaded"


def loads_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """One row per load (a file, a downloaded file, a pull), the newest first."""
    spare = ("path", "same", "conflicting", "kind")
    none = "nothing was loaded"
    rows = loads(connection)
    return listed(LOAD_COLUMNS, rows, spare=spare, zone=clock.zone, reason=none, is_empty_fine=True)


def contents_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """What is in the file: counts, span, loads, sources with their fixtures, freshness, schema version."""
    return listed(undeclared(Content._fields), contents(connection))


def parts_view(connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId) -> View:
    """Each part of this fixture: its source, and when it was fetched."""
    # The other views of the module need no fixtures, whose import takes .02 s.
    from footydata.store.read.fixtures import fixture_by_id

    if fixture_by_id(connection, fixture_id) is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
    parts = parts_of(connection, fixture_id)
    return listed(undeclared(PartSource._fields), parts)


def trust_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """In which order the sources are believed, and whose choice each place is."""
    none = "the database has no sources: nothing was loaded"
    columns = undeclared(TrustedSource._fields)
    return listed(columns, source_order(connection), reason=none, is_empty_fine=True)


def bookmakers_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """One row per bookmaker, the default first."""
    return listed(BOOKMAKER_COLUMNS, bookmakers(connection), reason=_NO_BOOKMAKERS)


def recorded_bookmakers_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """The bookmakers with their recorded fixtures, the default first, and who chose that."""
    rows = recorded_bookmakers(connection)
    columns = undeclared(RecordedBookmaker._fields)
    return listed(columns, rows, reason=_NO_BOOKMAKERS, is_empty_fine=True)
