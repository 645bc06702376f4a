"""The state that the screens of one browser share: the file, its reader, the clock, what the user chose.

The reader has its own threads, so that no key waits for a query. Each request has a channel, and a new request replaces
an older one in its channel: one that waits is dropped, one that runs is interrupted, and its answer is not delivered.
Long reads (a search of the whole file) have their own thread and connection, so that they delay no other.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date
from pathlib import Path
from typing import Any, NamedTuple

from textual.events import Key as KeyPress

from footydata.faces.reading.days import Preferences
from footydata.faces.tui.keys import Keymap
from footydata.faces.tui.settings import Followed, Settings
from footydata.faces.zone import ClockZone
from footydata.football.rows import LeagueRow
from footydata.store.bookmakers import BookmakerRanking, bookmakers
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import file_errors
from footydata.store.file.transactions import replay_moment, snapshot
from footydata.store.read.days import Names
from footydata.store.read.seasons.leagues import stored_languages

Job = Callable[[sqlite3.Connection], Any]
"""What is read: a function of the reader's connection."""

CLOSING = 1.0
"""Seconds that `reopen` waits at most for what is being read to end."""

STEPS = 10_000
"""SQLite's steps between two checks whether a read was cancelled: a fifth of a millisecond."""


class ReadAnswer(NamedTuple):
    """The answer to a request: its value, or the error that ended it.

    played_ts: the moment that a replay has got to, None if the file is not a replay's.
    """

    request: "_Request"
    value: Any = None
    error: Exception | None = None
    played_ts: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class _Request:
    channel: str
    job: Job
    deliver: Callable[[ReadAnswer], object]


class Reader:
    """Two threads, each with its own read-only connection: one for what is shown at once, one for long reads.

    The first connection is opened in the constructor, so that an unreadable file is an error before the browser starts.
    `changed` is notified at each request and when the reader is closed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changed = threading.Condition()
        self._newest: dict[str, _Request] = {}
        quick = _ReaderThread(self, open_read_only(path, check_same_thread=False))
        self._threads = [quick, _ReaderThread(self, None)]

    def request(
        self, channel: str, job: Job, deliver: Callable[[ReadAnswer], object], *, long: bool = False
    ) -> None:
        """Read in the background; `deliver` is called with the answer, on one of the reader's threads."""
        with self.changed:
            request = self._newest[channel] = _Request(channel, job, deliver)
            self._threads[long].waiting[channel] = request
            self.changed.notify_all()

    def cancel(self, owner: str) -> None:
        """Drop all requests in the channels whose names begin with the owner's name."""
        with self.changed:
            for requests in (self._newest, *(thread.waiting for thread in self._threads)):
                for channel in [name for name in requests if name.startswith(owner)]:
                    del requests[channel]

    def is_newest(self, request: "_Request") -> bool:
        """Whether no newer request was made in its channel, and it was not dropped."""
        return self._newest.get(request.channel) is request

    @property
    def idle(self) -> bool:
        """Whether no request waits or runs."""
        with self.changed:
            return not any(thread.waiting or thread.running for thread in self._threads)

    def reopen(self) -> None:
        """Close the connections, as the file may have been replaced; the next read opens it again.

        All of them before any is opened: SQLite knows the files beside a database by its name. In one process a
        connection to the file that is gone and one to the file in its place have one index of the journal, which the
        newer one cuts off under the older (a bus error), and the older one would delete the journal of the newer.
        """
        with self.changed:
            for thread in self._threads:
                thread.stale = True
            self.changed.notify_all()
            self.changed.wait_for(
                lambda: not any(thread.has_old for thread in self._threads), timeout=CLOSING
            )

    def close(self) -> None:
        """End the threads and close their connections."""
        with self.changed:
            for thread in self._threads:
                thread.closed = True
            self.changed.notify_all()
        for thread in self._threads:
            thread.join()


class _ReaderThread(threading.Thread):
    """A thread that answers requests one after the other, the oldest first."""

    def __init__(self, reader: Reader, connection: sqlite3.Connection | None) -> None:
        super().__init__(name="footydata reader", daemon=True)
        self._reader = reader
        self._connection = connection
        self.waiting: dict[str, _Request] = {}
        self.running = False
        self.stale = connection is None
        self.closed = False
        self.start()

    def run(self) -> None:
        """Answer requests until the reader is closed."""
        while request := self._next():
            answer = self._answer(request)
            if self.has_old and answer.error is not None:
                # It was interrupted for the file to be opened again, and is then read from that.
                with self._reader.changed:
                    self.waiting.setdefault(request.channel, request)
            elif self._reader.is_newest(request):
                request.deliver(answer)
        self._close()

    @property
    def has_old(self) -> bool:
        """Whether a connection is open that was to be closed."""
        return self.stale and self._connection is not None

    def _next(self) -> _Request | None:
        """The oldest request, once there is one; None if the reader was closed."""
        with self._reader.changed:
            self.running = False
            while True:
                if self.has_old:
                    self._close()
                    self._reader.changed.notify_all()
                if self.closed:
                    return None
                if self.waiting:
                    self.running = True
                    return self.waiting.pop(next(iter(self.waiting)))
                self._reader.changed.wait()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self.stale = False
            self._connection = open_read_only(self._reader.path, check_same_thread=False)
        return self._connection

    def _answer(self, request: _Request) -> ReadAnswer:
        try:
            connection = self._opened()
            # A progress handler and not interrupt(), which has no effect between two statements.
            connection.set_progress_handler(
                lambda: self.closed or self.stale or not self._reader.is_newest(request), STEPS
            )
            with file_errors(self._reader.path), snapshot(connection):
                played_ts = replay_moment(connection)
                return ReadAnswer(request, request.job(connection), played_ts=played_ts)
        except Exception as error:  # delivered to the browser's thread, which raises it again
            return ReadAnswer(request, error=error)


@dataclass(slots=True)
class Browsing:
    """The state of one browser.

    Attributes:
        path: the database file.
        reader: reads it, on threads of its own.
        now: the clock, in unix seconds.
        local: the zone of the machine.
        settings: what is saved between runs.
        keymap: the keys that the user changed.
        zone: the zone in which times are shown, local or UTC.
        makers: whose lines are shown, and how many fixtures each has.
        leagues: every league, filled by the first read.
        names: the names that filters search, None until the first filter.
        paused: whether changes of the file are not shown until the user asks.
        written_ts: when the file was written last, None if that is not known.
        played_ts: the moment that a replay in the file has got to, None if the file is not a replay's.
        pressed: the key that is being handled.
        choices: how often the user changed zone, language, bookmaker or whom to follow.
        folder: where views are exported to.
        followed: whom the user follows in this file.
    """

    path: Path
    reader: Reader
    now: Callable[[], int]
    local: ClockZone
    zone: ClockZone
    settings: Settings = field(default_factory=Settings)
    keymap: Keymap = field(default_factory=dict)
    makers: BookmakerRanking = field(init=False)
    leagues: dict[int, LeagueRow] = field(default_factory=dict)
    names: Names | None = None
    paused: bool = False
    written_ts: float | None = None
    played_ts: int | None = None
    pressed: KeyPress | None = None
    choices: int = 0
    folder: Path = field(default_factory=Path)
    followed: Followed = field(init=False)

    def __post_init__(self) -> None:
        self.followed = self.settings.of(self.path)
        self.forget()

    @property
    def today(self) -> date:
        return self.zone.today(self.now())

    @property
    def moment(self) -> int:
        """The moment by which fixtures are late: now, or that of the day that is played again."""
        return self.now() if self.played_ts is None else self.played_ts

    @property
    def preferences(self) -> Preferences:
        return Preferences(self.settings.lang, self.makers)

    @property
    def age(self) -> str:
        """How old the data are, in words; empty if that is not known."""
        if self.written_ts is None:
            return ""
        return age_text(self.now() - self.written_ts)

    def save(self) -> None:
        """Save what the user chose for the next run. Raises OSError."""
        self.settings.utc = self.zone.info is UTC
        self.makers = BookmakerRanking(self.settings.bookmaker)
        self.choices += 1
        self.settings.save()

    def forget(self) -> None:
        """Forget what is cached of the file: names, and how many fixtures each bookmaker has."""
        self.names = None
        self.makers = BookmakerRanking(self.settings.bookmaker)

    def league_title(self, league_id: int) -> str:
        """A league with its country, as England · Premier League."""
        league = self.leagues.get(league_id)
        return f"{league.country} · {league.name}" if league else f"League {league_id}"


def age_text(seconds: float) -> str:
    """How long ago the file was written, in steps that need no repainting each second.

    >>> [age_text(age) for age in (2, 47, 200, 7300, 260000, -5)]
    ['data just written', 'data 40 s old', 'data 3 min old', 'data 2 h old', 'data 3 days old', '']
    """
    if seconds < -1:
        return ""
    if seconds < 10:
        return "data just written"
    for length, unit, step in ((60, "s", 10), (3600, "min", 60), (2 * 86_400, "h", 3600)):
        if seconds < length:
            steps = int(seconds // step)
            return f"data {steps * 10 if unit == 's' else steps} {unit} old"
    return f"data {int(seconds // 86_400)} days old"


def languages(connection: sqlite3.Connection) -> dict[str, str]:
    """The stored languages of names, and what the user is told of each."""
    return {
        lang: f"Names in {lang}; English where there is none."
        for lang in stored_languages(connection)
    }


def makers_by_slug(connection: sqlite3.Connection) -> dict[str, str]:
    """The bookmakers by slug, and what the user is told of each; first the database's choice, without a slug."""
    told = {maker.slug: f"Lines of {maker.name}." for maker in bookmakers(connection)}
    return {"": "Lines of the default bookmaker.", **told}


def after(choices: Iterable[str], current: str) -> str:
    """The choice after another one, after the last the first."""
    ordered = list(choices)
    place = ordered.index(current) if current in ordered else -1
    return ordered[(place + 1) % len(ordered)]
