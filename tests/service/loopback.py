"""The service on loopback, as `footydata serve --api-only` runs it, in a thread of the tests."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from footydata.service.asgi import Front, LazyService
from footydata.service.keys import Accounts
from footydata.service.reader import ResponseCache
from footydata.service.service import Service


@contextmanager
def served(database: Path, accounts: Accounts, *, now: int) -> Iterator[str]:
    """The address of a running service, without /v1."""
    app = LazyService(
        lambda: Service(database, accounts, clock=lambda: now, cache=ResponseCache(database))
    )
    server = uvicorn.Server(
        uvicorn.Config(Front(app, None), port=0, log_level="error", loop="asyncio", lifespan="on")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
