"""The connections of the server: uvicorn's, with bounds on a request's head and time, and an answer at a client's end.

uvicorn reads a head of any length, waits for ever for the rest of a request, and drops the answer of a client that
closes its half of a connection.
"""

import asyncio
import logging

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WHOLE_WITHIN = 20.0
"""The seconds in which a client must send a whole request, once it has connected or begun it."""

LONGEST_HEAD = 65_536
"""The bytes of a request line with its headers; a longer one is answered 431."""

_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_READ_WITHIN = 1.0
"""The seconds in which a client may read that answer: a close while it still sends could take the answer from it."""

_log = logging.getLogger(__name__)


class Connection(HttpToolsProtocol):
    """A connection of a client."""

    _timer: asyncio.TimerHandle | None = None
    _room = LONGEST_HEAD  # in bytes, for the rest of the head that is being read
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Wait for a request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(WHOLE_WITHIN, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Read what was sent, and wait for the rest."""
        while data and not self._is_refused and not self.transport.is_closing():
            part, data = data[: self._room], data[self._room :]
            self._read(part)
        if self._is_refused:
            return
        cycle = self.cycle
        # The scope is that of the last request which has begun, the cycle's that of the last whose headers are whole.
        if cycle is None or cycle.more_body or cycle.scope is not self.scope:
            if self._timer is None:
                self._timer = self.loop.call_later(WHOLE_WITHIN, self._give_up)
        elif self._timer is not None:
            self._stop_waiting()

    def _read(self, part: bytes) -> None:
        """Read at most as many bytes as the head may still have."""
        cycle = self.cycle
        is_body = cycle is not None and cycle.more_body and cycle.scope is self.scope
        super().data_received(part)
        # A cycle begins where a head ends. What follows a body or a head in the same part is not counted.
        self._room = LONGEST_HEAD if is_body or self.cycle is not cycle else self._room - len(part)
        if not self._room:
            self._refuse()

    def _refuse(self) -> None:
        """Answer that the head is too long, unless the answer before it is under way, and read nothing more."""
        self._is_refused = True
        self._stop_waiting()
        if self.cycle is not None and not self.cycle.response_complete:
            self.shutdown()
            return
        self.transport.pause_reading()
        self.transport.write(_TOO_LONG)
        self.transport.write_eof()
        self._timer = self.loop.call_later(_READ_WITHIN, self.transport.close)

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn's returns nothing
        """Close the connection if no answer is under way, else after it; returns whether it stays open for now."""
        if self._timer is None:
            self.shutdown()
        return self._timer is None and not self.transport.is_closing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        # A browser opens connections in advance, and may send nothing on them.
        if self.scope is not None:
            client = self.client[0] if self.client else "a client"
            _log.warning(
                "%s sent half a request, and nothing more in %d seconds: closed",
                client,
                WHOLE_WITHIN,
            )
        self.transport.close()
