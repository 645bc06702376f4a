"""The connections of the server: uvicorn's, with a bound on half a request, and an answer for a client that has ended.

uvicorn waits for ever for the rest of a request, and drops the answer of a client that closes its half of a connection.
"""

import asyncio
import logging

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WHOLE_WITHIN = 20.0
"""The seconds in which a client must send a whole request, once it has connected or begun it."""

_log = logging.getLogger(__name__)


class Connection(HttpToolsProtocol):
    """A connection of a client."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Wait for a request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(WHOLE_WITHIN, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Read what was sent, and wait for the rest."""
        super().data_received(data)
        cycle = self.cycle
        # The scope is that of the last request which has begun, the cycle's that of the last whose headers are whole.
        if cycle is None or cycle.more_body or cycle.scope is not self.scope:
            if self._timer is None:
                self._timer = self.loop.call_later(WHOLE_WITHIN, self._give_up)
        elif self._timer is not None:
            self._stop_waiting()

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
            _log.warning("%s sent half a request, and nothing more in %d seconds: closed", client, WHOLE_WITHIN)
        self.transport.close()
