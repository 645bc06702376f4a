"""Pulls of the sample through the embedded API: no socket, and waits that move the clock instead of passing."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from footydata.football.terms import PLANS, Rate
from footydata.ingest.mirroring import PullOptions, Remote, Report, pull
from footydata.service.client.embedded import URL
from footydata.service.keys import Accounts
from footydata.service.service import Service
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.service.over_httpx import Answering, OverHttpx, answer_of

GENEROUS = Rate(1_000_000, 60)
EVERYTHING = PullOptions(include=("odds", "events", "stats"), esports=True, detail=True)
CROWN_SINCE_MAY = replace(EVERYTHING, leagues=(39,), start=date(2025, 5, 1))


@dataclass
class Watched:
    """Notes what is asked and answered, and may meddle: an answer of its own, or an error."""

    inner: Answering
    asked: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    meddle: Callable[[httpx.Request, int], httpx.Response | None] = lambda _, __: None

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url.raw_path.decode())
        response = self.meddle(request, len(self.asked)) or self.inner(request)
        self.statuses.append(response.status_code)
        return response


class ServiceAtMoment:
    """A service on a database at a moment that moves only when a client waits."""

    def __init__(self, database: Path, now: int) -> None:
        self.now = float(now)
        self.waits: list[float] = []
        self.accounts = Accounts.in_memory()
        self._service = Service(database, self.accounts, clock=lambda: self.now)
        self.watched = Watched(answer_of(self._service))

    def key(
        self, plan: str = "ultra", *, rate: Rate | None = GENEROUS, expires_ts: int | None = None
    ) -> str:
        return self.accounts.create(
            PLANS[plan], now=int(self.now), rate=rate, expires_ts=expires_ts
        )

    def remote(self, key: str) -> Remote:
        return Remote(
            URL,
            key,
            transport=self.transport(key),
            clock=lambda: self.now,
            sleep=self._sleep,
        )

    def transport(self, key: str) -> OverHttpx:
        return OverHttpx(self.watched.answer, key)

    def close(self) -> None:
        self._service.close()

    def pull(
        self,
        path: Path,
        options: PullOptions = EVERYTHING,
        *,
        key: str | None = None,
        **settings: Any,
    ) -> Report:
        with closing(open_database(path)) as connection:
            return pull(connection, self.remote(key or self.key()), options, **settings)

    def asked_since(self, place: int) -> list[str]:
        return self.watched.asked[place:]

    def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def service(sample: Path, now: int) -> Iterator[ServiceAtMoment]:
    """The sample, served."""
    served = ServiceAtMoment(sample, now)
    yield served
    served.close()


@dataclass(frozen=True)
class Mirrored:
    """A mirror, read only, and what came of the pull."""

    path: Path
    report: Report


@pytest.fixture(scope="session")
def mirrored(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Mirrored:
    """A mirror of one league since the end of its season before, with everything but histories."""
    path = tmp_path_factory.mktemp("mirrored") / "mirror.db"
    served = ServiceAtMoment(sample, NOW)
    report = served.pull(path, CROWN_SINCE_MAY)
    served.close()
    return Mirrored(path, report)


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """Where a pull writes to."""
    return tmp_path / "mirror.db"


@pytest.fixture
def rows(mirror: Path) -> Callable[..., list[tuple[Any, ...]]]:
    """Asks the mirror."""

    def ask(sql: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(mirror)) as connection:
            return connection.execute(sql, values).fetchall()

    return ask


def finished_ids(path: Path) -> set[str]:
    """The ids of the finished fixtures of a database."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            str(row[0])
            for row in connection.execute("select id from fixture where status = 'finished'")
        }


def of_fixtures(paths: Sequence[str]) -> set[str]:
    """The ids of the fixtures that these paths name."""
    return {
        path.split("/")[3].partition("?")[0] for path in paths if path.startswith("/v1/fixtures/")
    }
