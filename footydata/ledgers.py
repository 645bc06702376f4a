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
    """One load or pull. Key: id."""

    id: int | None
    source_id: int
    place: str
    started_ts: int
    rows_read: int = 0
    rows_kept: int = 0
    rows_refused: int = 0
    rows_changed: int = 0


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
    """A pull of a remote service. Key: id; asked and lists are JSON; finished_ts None: not yet."""

    id: int | None
    source_id: int
    asked: str
    lists: str
    started_ts: int
    finished_ts: int | None = None


class PulledPage(NamedTuple):
    """A page that a pull brought. Key: source_id, address; is_final: never asked for again."""

    source_id: int
    address: str
    pull_id: int
    is_final: int
