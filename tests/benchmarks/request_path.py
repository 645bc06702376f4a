"""Which files, functions and calls of this package a request passes, traced: cold ones, and cached ones.

A short way is easier to read and to change. Small: a key with a plan's own allowance, which is written each time.

Run: python tests/benchmarks/request_path.py [--names]
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parent))

from serving import built, targets

import footydata
from footydata.football.terms import ULTRA, Rate
from footydata.service.asgi import Front, LazyService
from footydata.service.keys import Accounts
from footydata.service.serving import accounts_of, service_on
from footydata.store.file.accounts import accounts_path

PACKAGE = Path(footydata.__file__).parent


class Trace:
    """The calls of functions in this package, of all threads, while it is on: file → names, and how many."""

    on: "Trace | None" = None

    def __init__(self) -> None:
        self.files: dict[str, set[str]] = {}
        self.calls = 0

    def __enter__(self) -> "Trace":
        Trace.on = self
        return self

    def __exit__(self, *_: object) -> None:
        Trace.on = None

    def note(self, frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            self.files.setdefault(str(path.relative_to(PACKAGE)), set()).add(
                frame.f_code.co_qualname
            )
            self.calls += 1


def _profile(frame: FrameType, event: str, arg: object) -> None:
    """Pass a call to the trace that is on; set from the start, as a thread takes what is set when it begins."""
    if Trace.on is not None:
        Trace.on.note(frame, event, arg)


async def traced(front: Front, target: str, key: str) -> Trace:
    """The trace of one request, which must succeed."""
    path, _, query = target.partition("?")
    headers = [
        (b"host", b"localhost"),
        (b"accept", b"*/*"),
        (b"authorization", f"Bearer {key}".encode()),
    ]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "headers": headers,
    }
    sent = []

    async def send(message: object) -> None:
        sent.append(message)

    with Trace() as trace:
        await front(scope | {"query_string": query.encode()}, _nothing, send)
    assert sent[0]["status"] == 200, sent
    return trace


async def _nothing() -> dict[str, str]:
    return {"type": "http.request"}


async def measure(database: Path, *, names: bool) -> None:
    """Print a line a request."""
    with closing(Accounts.open(accounts_path(database))) as accounts:
        now = int(time.time())
        key, small = (
            accounts.create(ULTRA, now=now, rate=Rate(10**9, 3600)),
            accounts.create(ULTRA, now=now),
        )
    service = service_on(database, accounts_of(database))
    front = Front(LazyService(lambda: service), None)
    asked = {what: paths["v1"] for what, paths in targets(database).items()}
    await traced(front, "/v1/countries", key)
    await traced(front, asked["day"], key)
    lines = [
        (f"cold {what}", target, key)
        for what, target in (asked | {"day": f"{asked['day']}&status=all"}).items()
    ]
    lines += [
        ("cached day", asked["day"], key),
        ("", asked["day"], small),
        ("cached day, small", asked["day"], small),
    ]
    for label, target, each in lines:
        # The files are looked at every 50 ms: the shortest of three is one without such a look.
        traces = [
            await traced(front, target, each) for _ in range(3 if label.startswith("cached") else 1)
        ]
        trace = min(traces, key=lambda trace: trace.calls)
        if label:
            functions = sum(map(len, trace.files.values()))
            print(
                f"{label:18} {len(trace.files):3} files {functions:4} functions {trace.calls:4} calls"
            )
            for file, called in trace.files.items() if names else ():
                print(f"    {file}: {', '.join(sorted(called))}")
    service.close()


def main() -> None:
    """Trace and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--names", action="store_true", help="the files and functions too")
    options = parser.parse_args()
    threading.setprofile(_profile)
    sys.setprofile(_profile)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(built(Path(folder)), names=options.names))


if __name__ == "__main__":
    main()
