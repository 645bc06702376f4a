"""The embedded API: a service in this process behind the client's transport. No socket, no server."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import httpx

from footydata.api.exchange import Request, combined_headers, key_of, readable_path
from footydata.api.faults import Faults, FaultyService, read_fault
from footydata.api.keys import Accounts, Uncounted
from footydata.api.service import Service
from footydata.client.call import Moment, text_of
from footydata.client.failures import InvalidSetting
from footydata.contract.plans import PLANS, Plan
from footydata.moments import read_iso, starting_at
from footydata.store.accounts import accounts_path
from footydata.store.database import open_read_only

URL = "http://embedded/v1"
"""The address of an embedded service; nothing is ever sent there."""


class EmbeddedSettings(TypedDict, total=False):
    """The settings of an embedded service.

    Attributes:
        plan: whose limits and rights hold: free, pro or ultra (the default); a fresh key of it is made.
        key: a key of the accounts beside the database, instead of a fresh one; its plan holds.
        limits: True holds the window of the plan or key, as over HTTP; without it nothing is counted and nobody
            waits. The rights of the plan hold either way.
        as_of: the moment at which the service starts, ISO text too (UTC without an offset); its clock goes on from
            there.
        faults: failures on purpose, as in `footydata serve --fault`: "429:0.05", "slow:2s".
        seed: of the faults; the same seed and the same order of requests meet the same faults.
        clock: gives unix seconds.
        accounts: the accounts file, where it is not beside the database.
    """

    plan: str
    key: str
    limits: bool
    as_of: Moment | str
    faults: Sequence[str]
    seed: int
    clock: Callable[[], float]
    accounts: Path | str


@dataclass(frozen=True, slots=True)
class Embedded:
    """What a client needs of an embedded service: its transport, a key, its clock."""

    transport: "EmbeddedTransport"
    key: str
    clock: Callable[[], float]


class EmbeddedTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Hands requests to a service in this process; it closes the service with itself.

    Asynchronous requests are answered in a thread: the service reads SQLite, and on purpose it may sleep.
    """

    def __init__(self, service: Service | FaultyService, *, sleep: Callable[[float], object] = time.sleep) -> None:
        self._service = service
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The service's answer. Raises RemoteProtocolError where a fault breaks the connection."""
        response = self._service.answer(_request(request))
        if response.delay:
            self._sleep(response.delay)
        if response.is_dropped:
            raise httpx.RemoteProtocolError("the connection was dropped, a fault on purpose", request=request)
        content = b"" if request.method == "HEAD" else response.body.content
        return httpx.Response(response.status, headers=response.all_headers, content=content, request=request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The service's answer. Raises RemoteProtocolError where a fault breaks the connection."""
        return await asyncio.to_thread(self.handle_request, request)

    def close(self) -> None:
        """Close the service."""
        self._service.close()

    async def aclose(self) -> None:
        """Close the service."""
        await asyncio.to_thread(self.close)


def embed(
    database: Path | str,
    *,
    plan: str = "ultra",
    key: str | None = None,
    limits: bool = False,
    as_of: Moment | str | None = None,
    faults: Sequence[str] = (),
    seed: int = 0,
    clock: Callable[[], float] = time.time,
    accounts: Path | str | None = None,
    sleep: Callable[[float], object] = time.sleep,
) -> Embedded:
    """A service on a database file, in this process. The settings are those of EmbeddedSettings.

    Raises DatabaseMissing or NotAFootballDatabase at once, and InvalidSetting for a plan that there is not.
    """
    path = Path(database)
    open_read_only(path).close()
    now = clock if as_of is None else starting_at(_seconds(as_of), clock)
    opened, opened_key = _accounts(_plan(plan), key, Path(accounts or accounts_path(path)), limits=limits, now=now)
    service = Service(path, opened, clock=now)
    drawn = Faults([read_fault(text) for text in faults], seed=seed)
    met = FaultyService(service, drawn) if faults else service
    return Embedded(EmbeddedTransport(met, sleep=sleep), opened_key, now)


def _seconds(as_of: Moment | str) -> int:
    if not isinstance(as_of, str):
        return int(text_of("as_of", as_of))
    try:
        return read_iso(as_of)
    except ValueError:
        raise InvalidSetting(f"as_of {as_of!r} is no moment; give 2026-03-14T15:30, or unix seconds") from None


def _plan(name: str) -> Plan:
    try:
        return PLANS[name]
    except KeyError:
        raise InvalidSetting(f"plan {name!r} is not one of {', '.join(PLANS)}") from None


def _accounts(
    plan: Plan, key: str | None, path: Path, *, limits: bool, now: Callable[[], float]
) -> tuple[Accounts, str]:
    if key is not None:
        return (Accounts if limits else Uncounted).open(path), key
    if not limits:
        return Accounts.unlimited(plan), "embedded"
    accounts = Accounts.in_memory()
    return accounts, accounts.create(plan, now=int(now()), name="embedded")


def _request(request: httpx.Request) -> Request:
    path = readable_path(request.url.raw_path.partition(b"?")[0])
    key = key_of(combined_headers([(name.lower(), value) for name, value in request.headers.raw]))
    return Request(request.method, path, request.url.query.decode("ascii"), key)
