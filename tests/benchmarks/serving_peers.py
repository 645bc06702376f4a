"""Our server and those that are measured beside it; each runs in a process of its own, with the same uvicorn settings.

bare: uvicorn that sends the same bodies and headers without a thought.
ours: /v1 ahead of Datasette, as `footydata serve` runs it. not kept: no answer is cached; each request reads SQLite.
fastapi, fastapi lean: see serving_fastapi.py, imported for them alone. datasette: its own JSON of the same rows.

Run by serving.py: python serving_peers.py KIND DB PORT
"""

import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from footydata.service.asgi import Front, LazyService
from footydata.service.service import Service
from footydata.service.serving import accounts_of, service_on


def bare(recorded: dict[str, Any]) -> Any:
    """Sends what was recorded of our own server, by path and query."""
    answers = {}
    for target, (headers, body) in recorded.items():
        path, _, query = target.partition("?")
        raw = [(name.encode(), value.encode()) for name, value in headers]
        answers[path, query.encode()] = (raw, body.encode())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        headers, body = answers[scope["path"], scope["query_string"]]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


def ours(database: Path, *, keeps: bool = True) -> Any:
    """Our own service; keeps: False measures answers that are not cached."""
    accounts = accounts_of(database)
    service = (
        service_on(database, accounts)
        if keeps
        else LazyService(lambda: Service(database, accounts, clock=time.time))
    )
    from datasette.app import Datasette

    return Front(service, Datasette([str(database)]).app())


def datasette(database: Path) -> Any:
    """Datasette as it is, without our plugin."""
    from datasette.app import Datasette

    return Datasette([str(database)]).app()


def fastapi(kind: str, database: Path) -> Any:
    """One of the FastAPI peers."""
    from serving_fastapi import FASTAPI

    return FASTAPI[kind](database)


def main() -> None:
    """Serve one of the peers until killed."""
    kind, database, port = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    made = {
        "bare": lambda: bare(json.loads(sys.stdin.readline())),
        "ours": lambda: ours(database),
        "ours not kept": lambda: ours(database, keeps=False),
        "fastapi": partial(fastapi, kind, database),
        "fastapi lean": partial(fastapi, kind, database),
        "datasette": lambda: datasette(database),
    }
    uvicorn.run(
        made[kind](),
        port=port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        proxy_headers=False,
        log_level="error",
    )


if __name__ == "__main__":
    main()
