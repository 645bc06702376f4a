"""The embedded API: a service in this process, which the client reaches through its transport."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypedDict
from urllib.parse import urlsplit

from footydata.football.declared_types import named_arguments
from footydata.football.moments import seconds_named
from footydata.football.terms import PLANS, Plan
from footydata.service.client.call import Moment
from footydata.service.client.http import closed_client
from footydata.service.client.reading import Reply, ServiceUnreachable
from footydata.service.exchange import Request
from footydata.service.failures import Faults, read_fault
from footydata.service.keys import Accounts, OneAccount, Uncounted
from footydata.service.reader import Readers
from footydata.service.replay import as_it_was
from footydata.service.service import Service
from footydata.store.file.accounts import accounts_path
from footydata.store.typed_names import one_of

URL = "http://embedded/v1"
"""The base URL of an embedded service; nothing is ever sent there."""


class EmbeddedSettings(TypedDict, total=False):
    """The settings of an embedded service.

    Attributes:
        plan: whose rights apply: free, pro or ultra (the default); a new key of it is made.
        key: a key of the accounts beside the database, instead of a new one; its plan applies.
        limits: True applies the rate limit of the plan or key, as over HTTP; by default requests are not counted.
            The rights of the plan apply either way.
        as_of: the moment as of which a copy of the database is asked, also as ISO text (UTC without an offset).
        faults: injected faults, as in `footydata serve --fault`: "429:0.05", "slow:2s".
        seed: of the faults; the same seed and the same order of requests give the same faults.
        clock: gives unix seconds.
        accounts: the accounts file, if it is not beside the database.
    """

    plan: str
    key: str
    limits: bool
    as_of: Moment | str
    faults: Sequence[str]
    seed: int
    clock: Callable[[], float]
    accounts: Path | str


class EmbeddedTransport:
    """Passes requests to a service in this process, which it closes when it is closed.

    copies: of the database, to be removed then.

    Attributes:
        key: a key that the service accepts.
        clock: the service's, gives unix seconds.
    """

    def __init__(
        self,
        service: Service,
        key: str,
        copies: ExitStack,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], object],
    ) -> None:
        self._service = service
        self._copies = copies
        self._sleep = sleep
        self._is_closed = False
        self.key = key
        self.clock = clock

    def get(self, url: str) -> Reply:
        """The service's answer. Raises ServiceUnreachable if a fault drops the connection, or if this is closed."""
        if self._is_closed:
            raise closed_client(url)
        parts = urlsplit(url)
        request = Request("GET", parts.path, parts.query, self.key.encode())
        response = self._service.answer(request)
        if response.delay:
            self._sleep(response.delay)
        if response.is_dropped:
            raise ServiceUnreachable("the connection was dropped, a fault on purpose")
        headers = {name.decode(): value.decode() for name, value in response.all_headers}
        return Reply(response.status, headers, response.body.content)

    def close(self) -> None:
        """Close the service."""
        self._is_closed = True
        self._service.close()
        self._copies.close()


class AsyncEmbeddedTransport:
    """The same for asyncio: requests are answered in a thread, as the service reads SQLite, and sleeps for some faults."""

    def __init__(self, transport: EmbeddedTransport) -> None:
        self._transport = transport

    async def get(self, url: str) -> Reply:
        """The service's answer, as of EmbeddedTransport.get."""
        return await asyncio.to_thread(self._transport.get, url)

    async def close(self) -> None:
        """Close the service."""
        await asyncio.to_thread(self._transport.close)


@named_arguments
def embedded(
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
) -> EmbeddedTransport:
    """The transport to a service on a database file, in this process. The settings are those of EmbeddedSettings.

    Raises DatabaseMissing, NotAFootballDatabase, and InvalidArgument for an unknown plan or moment.
    """
    path = Path(database)
    copies = ExitStack()
    moment = as_of if isinstance(as_of, int) else seconds_named(as_of, "as_of")
    readers = Readers(path if moment is None else copies.enter_context(as_it_was(path, moment)))
    with readers.reader():  # so that a file which can't be read is refused at once
        pass
    opened, opened_key = _accounts(
        PLANS[one_of("plan", plan, tuple(PLANS))],
        key,
        Path(accounts or accounts_path(path)),
        limits=limits,
        clock=clock,
    )
    injected = Faults([read_fault(text) for text in faults], seed=seed) if faults else None
    service = Service(path, opened, clock=clock, readers=readers, faults=injected)
    return EmbeddedTransport(service, opened_key, copies, clock=clock, sleep=sleep)


def _accounts(
    plan: Plan, key: str | None, path: Path, *, limits: bool, clock: Callable[[], float]
) -> tuple[Accounts, str]:
    if key is not None:
        return (Accounts if limits else Uncounted).open(path), key
    if not limits:
        return OneAccount(plan), "embedded"
    accounts = Accounts.in_memory()
    return accounts, accounts.create(plan, now=int(clock()), name="embedded")
