"""The rows that tell how a database came about: loads, pulls, and edits by hand; as in `records`, flat."""

from typing import NamedTuple


class TeamEdit(NamedTuple):
    """A merge or alias by the user's word. Key: id; gone_id: the team that a merge left no row of."""

    id: int | None
    kind: str
    team_id: int
    gone_id: int | None
    told: str
    made_ts: int
    undone_ts: int | None = None


class TeamEditRow(NamedTuple):
    """A row that an edit changed, deleted or inserted. Key: edit_id, seq.

    changed: its table; key: JSON array; before, after: JSON objects of its columns, None where it was not there,
    the changed columns alone where it was there before and after.
    """

    edit_id: int
    seq: int
    changed: str
    key: str
    before: str | None
    after: str | None


class Load(NamedTuple):
    """One load or pull. Key: id.

    kind: file, fetch or pull. league: the competition that was named, as COUNTRY/NAME. path: where the file lay; it
    and the counts of fixtures are None of an older load.
    """

    id: int | None
    source_id: int
    place: str
    started_ts: int
    rows_read: int = 0
    rows_kept: int = 0
    rows_refused: int = 0
    rows_changed: int = 0
    kind: str = "file"
    path: str | None = None
    fixtures_new: int | None = None
    fixtures_changed: int | None = None
    fixtures_same: int | None = None
    fixtures_conflicting: int | None = None
    league: str | None = None


class FixtureLoad(NamedTuple):
    """A load that gave a fixture. Key: fixture_id, load_id (0: an older load).

    cells_id: what of it the load gave as it stands, None for all that is stored of it.
    """

    fixture_id: int
    load_id: int
    cells_id: int | None = None


class CellList(NamedTuple):
    """Names of figures, quotes and parts of a fixture, apart by blanks. Key: id."""

    id: int
    cells: str


class FixtureChange(NamedTuple):
    """A column of a fixture that a load changed and that is never unknown. Key: fixture_id, load_id, name."""

    fixture_id: int
    load_id: int
    name: str
    before: str | int | None
    after: str | int | None


class ReplacedValue(NamedTuple):
    """A finished figure that a load replaced. Key: load_id, seq; as texts."""

    load_id: int
    seq: int
    fixture_id: int
    what: str
    stored: str
    replaced_by: str


class LoadRow(NamedTuple):
    """A row of the catalogue that a load made. Key: changed (its table), key_1 to key_4 (its key, '' where shorter).

    load_id: 0 where that load was taken back and the row stayed, as others may need it.
    """

    changed: str
    key_1: str | int
    key_2: str | int
    key_3: str | int
    key_4: str | int
    load_id: int


class FetchedSeason(NamedTuple):
    """A season of a public site that was asked for. Key: all; season: '' where one file holds all."""

    site: str
    base_url: str
    league: str
    season: str


class RefusedRow(NamedTuple):
    """A row that could not be taken. Key: load_id, seq; row: line in the file, None for the whole file."""

    load_id: int
    seq: int
    file: str
    row: int | None
    reason: str
    text: str | None = None


class TakenPage(NamedTuple):
    """A file or remote page that was taken whole. Key: source_id, address."""

    source_id: int
    address: str
    digest: str
    etag: str | None
    taken_ts: int


class Pull(NamedTuple):
    """A pull of a remote service. Key: id; asked and lists are JSON; finished_ts None: not yet.

    load_id: of the load that it is, None of an older one.
    """

    id: int | None
    source_id: int
    asked: str
    lists: str
    started_ts: int
    finished_ts: int | None = None
    load_id: int | None = None


class PulledPage(NamedTuple):
    """A page that a pull brought. Key: source_id, address; is_final: never asked for again."""

    source_id: int
    address: str
    pull_id: int
    is_final: int
