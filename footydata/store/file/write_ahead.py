"""Whether the write-ahead journal beside a database was written beside that database.

SQLite writes a journal back into whatever file has its name: a backup that is put in place of a database whose writer
was killed would be overwritten with pages of the other file. Nothing in a journal names its file, so our writers leave
a mark in both. The one row of journal_mark holds the session (random, drawn when a session of writing begins with an
empty journal), the session before, and the number of writes. A session begins in the file itself, before anything else
is in its journal, unless another connection reads the file. Every transaction increments the number, so that the
journal has a copy of the row's page for each of them. A file and a journal belong together if they are of one session
and the file's number is one that the journal continues, or if the file is of the session before. That holds wherever
the two are renamed, copied or unpacked together, and never for a backup by our command: such copies get a session of
their own.

A copy by another program may have the mark of the file. So the mark also holds which files the two were, device and
inode: a journal that is where it was, beside another file, belongs to the file that was replaced.

One replacement can't be noticed: a copy that another program made during the session, after which the journal was not
restarted, and whose content is then written over the file in place (`cp copy.db football.db`), so that the inode
stays. Session, number of writes and inodes are those of the file after a kill, and so may every page be. The file is
then younger than its journal, but so it is where a writer was killed in a checkpoint, before the page of the mark was
reached, and `cp -p` hides it. Refusing by the age would refuse what any killed writer may leave, so the journal is
written back: the file holds what the killed program wrote last.

A journal without marks (a program other than ours wrote it, or an older footydata) is examined by reading file and
journal together: they must be sound, and the journal may not cut the file short.
"""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from footydata.store.file.files import Stamp, file_of, identity_of, stamp_of, uri_of

MARK = "footydata {session:016x} {writes:016x} {previous:016x} {file:016x} {journal:016x}"
"""The text of the row, of one length whatever the numbers, so that SQLite replaces it in place."""

_PREFIX = b"footydata "
_LENGTH = len(MARK.format(session=0, writes=0, previous=0, file=0, journal=0))
_HEADER = struct.Struct(">8I")
"""Of a journal: magic, version, page size, sequence, two salts, two checksums. Source: sqlite.org, WAL file format."""
_FRAME = struct.Struct(">6I")
"""Of a frame: page, pages of the file after a commit or 0, two salts, two checksums."""
_MAGIC = (0x377F0682, 0x377F0683)
_MOST_CACHED = 256
_TRIES = 50
_WAIT_MS = 500
"""How long the beginning of a session waits for readers of the file, in milliseconds."""


class Mark(NamedTuple):
    """The session in which a page was written, and how many transactions were written before.

    previous: the session before. file, journal: what identified the two when the session began, 0 for a copy.
    """

    session: int
    writes: int
    previous: int = 0
    file: int = 0
    journal: int = 0


def journal_of(path: Path) -> Path:
    """The path of the write-ahead journal of a database, symbolic links resolved."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def journal_belongs(path: Path) -> bool:
    """Whether the journal beside a file, if there is one, may be written back into it.

    Raises OSError if the journal can't be read.
    """
    for _ in range(_TRIES):
        before = _state(path)
        if _belongs_now(path):
            return True
        # A writer may have changed one of the two between our reads of them.
        if _state(path) == before:
            return False
    return False


def journal_fits(path: Path) -> bool:
    """Whether the journal beside a file could be the file's own, whatever their marks say: together they are sound."""
    head = _head(journal_of(path))
    return head is None or _are_sound_together(path, head, list(_frames(journal_of(path), 0)))


def begin_session(connection: sqlite3.Connection) -> bool:
    """Draw a new session if the journal is empty; returns whether it did. Commits nothing.

    A file without the table, which is of an older schema or of another program, has no sessions.
    """
    path = file_of(connection)
    return path is not None and not _size(journal_of(path)) and draw_session(connection)


def write_session(connection: sqlite3.Connection, *, mode: str = "full") -> None:
    """Write the session that was drawn and committed into the file itself. mode: of SQLite's checkpoint."""
    (timeout_ms,) = connection.execute("pragma busy_timeout").fetchone()
    connection.execute(f"pragma busy_timeout = {_WAIT_MS}")
    try:
        connection.execute(f"pragma main.wal_checkpoint({mode})").fetchall()
    finally:
        connection.execute(f"pragma busy_timeout = {timeout_ms}")


def draw_session(connection: sqlite3.Connection) -> bool:
    """Write a new session into the row; returns whether there is a row. Commits nothing."""
    mark = mark_of(connection)
    if mark is not None:
        path = file_of(connection)
        files = (_number_of(path), _number_of(journal_of(path))) if path else ()
        _write_mark(connection, Mark(_new_session(), mark.writes, mark.session, *files))
    return mark is not None


def count_write(connection: sqlite3.Connection) -> None:
    """Count the transaction that the connection is in, so that its journal has the row's page. Commits nothing."""
    mark = mark_of(connection)
    if mark is not None:
        _write_mark(connection, mark._replace(writes=mark.writes + 1))


def _belongs_now(path: Path) -> bool:
    journal = journal_of(path)
    head = _head(journal)
    if head is None:
        return True
    # SQLite deletes the journal of an empty file.
    if identity_of(path) is None or not _size(path):
        return False
    file = _contents_of(path)
    frames = list(_frames(journal, file.page))
    if not frames or not file.tables:
        # All that was written to a new file is in its journal; there is nothing in it to lose.
        return True
    marks = [frame.mark for frame in frames if frame.mark]
    if file.mark is None or not marks:
        # Without a mark nothing tells whose pages the journal would cut off.
        return _are_sound_together(path, head, frames, least=file.pages)
    if marks[-1].journal == _number_of(journal) and marks[-1].file != _number_of(path):
        return False
    same = [mark for mark in marks if mark.session == file.mark.session]
    if same:
        return same[0].writes - 1 <= file.mark.writes <= same[-1].writes
    # A writer that was killed before its session was in the file itself.
    began_here = file.mark.session == marks[0].previous and marks[0].writes - 1 <= file.mark.writes
    return began_here and _are_sound_together(path, head, frames)


def _number_of(path: Path) -> int:
    """A number by which a file is known for as long as it is there, 0 if there is none."""
    device, inode = identity_of(path) or (0, 0)
    return (device << 48 ^ inode) & 0xFFFF_FFFF_FFFF_FFFF


def _state(path: Path) -> tuple[Stamp | None, Stamp | None]:
    return stamp_of(path), stamp_of(journal_of(path))


class FileContents(NamedTuple):
    """A file without its journal: how many pages and tables, the page of its mark, and the mark, None without one."""

    pages: int
    tables: int
    page: int = 0
    mark: Mark | None = None


def mark_of(connection: sqlite3.Connection) -> Mark | None:
    """The mark that a connection sees; None if its file has none. Raises sqlite3.DatabaseError."""
    try:
        row = connection.execute("select mark from journal_mark where id = 1").fetchone()
    except sqlite3.OperationalError:
        return None
    return _parse_mark(row[0].encode()) if row else None


def replace_mark(connection: sqlite3.Connection, before: Mark) -> None:
    """Mark what is to replace a whole file, as its next session. before: the file's mark. Commits nothing."""
    _write_mark(connection, before._replace(session=_new_session(), writes=before.writes + 1, previous=before.session))


def _new_session() -> int:
    # Imported here: whoever only reads does without it.
    import secrets

    return secrets.randbits(63)


def _write_mark(connection: sqlite3.Connection, mark: Mark) -> None:
    text = MARK.format(**mark._asdict())
    connection.execute("update journal_mark set mark = :mark where id = 1", {"mark": text})


def _parse_mark(content: bytes) -> Mark | None:
    with suppress(ValueError, TypeError):
        return Mark(*(int(part, 16) for part in content.split()[1:]))
    return None


def _contents_of(path: Path) -> FileContents:
    """The contents of a file without its journal; some table and no pages if it can't be read so."""
    try:
        return _read_alone(path)
    except sqlite3.DatabaseError:
        # Without its journal a file may seem damaged in the middle of a checkpoint.
        return FileContents(pages=0, tables=1)


def _read_alone(path: Path) -> FileContents:
    with closing(sqlite3.connect(uri_of(path, "ro&immutable=1"), uri=True)) as connection:
        (pages,) = connection.execute("pragma page_count").fetchone()
        (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
        root = connection.execute("select rootpage from sqlite_master where name = 'journal_mark'").fetchone()
        text = connection.execute("select mark from journal_mark where id = 1").fetchone() if root else None
        if not root or not text:
            return FileContents(pages, tables)
        return FileContents(pages, tables, root[0], _parse_mark(text[0].encode()))


def _size(journal: Path) -> int:
    try:
        return journal.stat().st_size
    except OSError:
        return 0


def _head(journal: Path) -> bytes | None:
    """The header of a journal; None if there is no journal, or nothing in it.

    A journal may be opened without SQLite: SQLite's locks are on the file itself and on its -shm.
    """
    if _size(journal) <= _HEADER.size:
        return None
    try:
        with journal.open("rb") as opened:
            head = opened.read(_HEADER.size)
    except FileNotFoundError:
        return None
    if len(head) < _HEADER.size or _HEADER.unpack(head)[0] not in _MAGIC:
        return None
    return head


class JournalFrame(NamedTuple):
    """A page in a journal that ends a transaction or has a mark. pages: of the file after it, 0 within one."""

    pages: int
    mark: Mark | None


def _frames(journal: Path, page: int) -> Iterator[JournalFrame]:
    """The frames of the committed transactions that end one, or are of the page of marks; in the order written."""
    with suppress(FileNotFoundError), journal.open("rb") as opened:
        head = opened.read(_HEADER.size)
        if len(head) < _HEADER.size:
            return
        _, _, size, _, *salts, _, _ = _HEADER.unpack(head)
        pending: list[JournalFrame] = []
        while len(frame := opened.read(_FRAME.size)) == _FRAME.size:
            number, pages, *frame_salts, _, _ = _FRAME.unpack(frame)
            # What follows is left over from before the journal was begun anew.
            if frame_salts != salts:
                return
            content = opened.read(size) if number == page else b""
            if number != page:
                opened.seek(size, 1)
            elif len(content) < size:
                return
            if pages or number == page:
                pending.append(JournalFrame(pages, _mark_in(content) if content else None))
            if pages:
                yield from pending
                pending = []


def _mark_in(content: bytes) -> Mark | None:
    """The mark in the page of journal_mark, a leaf with one row; None if it is another page."""
    (cell,) = struct.unpack_from(">H", content, 8)
    start = content.find(_PREFIX, cell)
    return _parse_mark(content[start : start + _LENGTH]) if start >= 0 else None


def _are_sound_together(path: Path, head: bytes, frames: list[JournalFrame], *, least: int = 0) -> bool:
    """Whether file and journal, read together, are sound, and the file as long as the journal says. Writes nothing.

    least: how many pages there are at least.
    """
    try:
        with closing(sqlite3.connect(uri_of(path, "ro"), uri=True)) as connection:
            (pages,) = connection.execute("pragma page_count").fetchone()
            # Beside an open reader, the last transaction of a killed writer may be in the journal and not count.
            lengths = {frame.pages for frame in frames if frame.pages}
            return pages in lengths and pages >= least and _is_sound(path, identity_of(path), head)
    except sqlite3.DatabaseError as error:
        # The caller reports that it can't be read here without writing.
        return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN)


@lru_cache(maxsize=_MOST_CACHED)
def _is_sound(path: Path, identity: tuple[int, int] | None, head: bytes) -> bool:
    """Whether SQLite finds no error. identity, head: of file and journal, as the answer holds for these two alone.

    Raises sqlite3.DatabaseError.
    """
    with closing(sqlite3.connect(uri_of(path, "ro"), uri=True)) as connection:
        return bool(connection.execute("pragma quick_check(1)").fetchone() == ("ok",))
