"""A server of the tools in a process of its own, as footydata mcp starts it, at a fixed moment and with an audit hook.

python -m tests.faces.agents.audited_server FILE SECONDS. Whatever looks for a connection ends the process with a line.
"""

import os
import sys
from pathlib import Path

FORBIDDEN = {
    "socket.connect",
    "socket.bind",
    "socket.listen",
    "socket.getaddrinfo",
    "socket.sendto",
}


def watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in FORBIDDEN:
        print(f"forbidden: {event} {arguments}", file=sys.stderr, flush=True)
        os._exit(99)


if __name__ == "__main__":
    sys.addaudithook(watch)
    from footydata.faces.agents.server import serve

    serve(Path(sys.argv[1]), clock=lambda: float(sys.argv[2]), allows_sql=True)
