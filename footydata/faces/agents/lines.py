"""The lines that a client sends over stdio: each is a message, or is answered with why it is none.

The SDK drops what is no message without a word, and its client waits for ever.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Thread
from typing import TextIO

import mcp_types as types

LONGEST = 1_000_000
"""The most characters of a message."""

DEEPEST = 100
"""How deep a message may be nested: each level is a call of Python's parser."""

Send = Callable[[types.JSONRPCError], Awaitable[None]]


class ClientLines:
    """The messages of a stream, one a line. send: answers what is none."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.send: Send | None = None

    async def __aiter__(self) -> AsyncIterator[str]:
        """The lines that are messages, until the client hangs up."""
        lines: asyncio.Queue[str] = asyncio.Queue(1)
        loop = asyncio.get_running_loop()

        def read() -> None:
            line = "begin"
            # The loop is closed when the server ends, which the thread does not know before its next line.
            with suppress(RuntimeError, CancelledError):
                while line:
                    line = self._line()
                    asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()

        # A daemon, as nothing wakes a thread that waits for a client: at an interrupt the process would wait for it.
        Thread(target=read, name="lines of the client", daemon=True).start()
        while line := await lines.get():
            error = what_is_wrong(line)
            if error is None:
                yield line
            elif self.send is not None and line.strip():
                await self.send(error)

    def _line(self) -> str:
        """The next line, '' at the end; of one that is too long, as much as shows that it is."""
        line = rest = self._stream.readline(LONGEST + 1)
        while len(line) > LONGEST and rest and not rest.endswith("\n"):
            rest = self._stream.readline(LONGEST)
        return line


def what_is_wrong(line: str) -> types.JSONRPCError | None:
    """The answer to a line that is no message; None if it is one."""
    if len(line) > LONGEST:
        return _error(types.INVALID_REQUEST, f"a message has at most {LONGEST:,} characters", None)
    if max(line.count("["), line.count("{")) > DEEPEST and _depth(line) > DEEPEST:
        return _error(types.INVALID_REQUEST, f"a message is nested at most {DEEPEST} deep", None)
    try:
        message = json.loads(line)
        line.encode()
    except ValueError:
        return _error(
            types.PARSE_ERROR,
            "the line is not JSON in UTF-8; send one JSON-RPC message a line",
            None,
        )
    sent = message.get("id") if isinstance(message, dict) else None
    known = sent if isinstance(sent, int | str) and not isinstance(sent, bool) else None
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        # The SDK takes a request with an id that is none for a notification, and never answers it.
        is_message = known is not None or not {"id", "method"} <= message.keys()
    except ValueError:
        is_message = False
    if not is_message:
        return _error(
            types.INVALID_REQUEST, "the line is JSON, but not a JSON-RPC 2.0 message of MCP", known
        )
    return None


def _depth(line: str) -> int:
    depth = deepest = 0
    for character in line:
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    return deepest


def _error(code: int, text: str, message_id: int | str | None) -> types.JSONRPCError:
    return types.JSONRPCError(
        jsonrpc="2.0", id=message_id, error=types.ErrorData(code=code, message=text)
    )
