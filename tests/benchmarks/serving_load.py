"""A small load generator: keep-alive connections on raw sockets, and the CPU that a server process used meanwhile."""

import asyncio
import time
from dataclasses import dataclass, field

_SCHEDULED = 2
"""Linux: a CPU clock that counts what the scheduler gave."""


@dataclass
class Cell:
    """What was measured of one server, one path, one number of connections.

    Attributes:
        requests: answered, of all rounds; seconds: of the wall; cpu: seconds of the server's process.
        latencies: seconds of each request.
    """

    requests: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    rounds: list[tuple[float, float]] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Requests a second, the median of the rounds."""
        return median([rate for rate, _ in self.rounds])

    @property
    def cpu_us(self) -> float:
        """Microseconds of server CPU a request, the median of the rounds."""
        return median([cpu for _, cpu in self.rounds])

    def percentile(self, share: float) -> float:
        """Microseconds within which that share of the requests was answered."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1e6


class _Connection(asyncio.Protocol):
    """Sends the requests one after another, each when the answer before has come."""

    def __init__(self, requests: list[bytes], first: int, cell: Cell, until: float) -> None:
        self._requests = requests
        self._next = first
        self._cell = cell
        self._until = until
        self._buffer = b""
        self._missing = -1
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        if self._missing < 0:
            self._buffer += data
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._buffer[:end].lower()
            if not head.startswith(b"http/1.1 200"):
                self.done.set_exception(RuntimeError(self._buffer[:600].decode()))
                self._transport.abort()
                return
            at = head.find(b"content-length: ")
            if at < 0:
                self._chunked(end)
                return
            length = int(
                head[at + 16 : head.find(b"\r\n", at) if b"\r\n" in head[at:] else len(head)]
            )
            self._missing = length - (len(self._buffer) - end - 4)
        else:
            self._missing -= len(data)
        if self._missing == 0:
            self._answered()

    def _chunked(self, end: int) -> None:
        if self._buffer.endswith(b"0\r\n\r\n") and len(self._buffer) > end + 4:
            self._answered()

    def _answered(self) -> None:
        now = time.perf_counter()
        self._cell.requests += 1
        self._cell.latencies.append(now - self._sent)
        self._buffer, self._missing = b"", -1
        if now < self._until:
            self._send()
        elif not self.done.done():
            self.done.set_result(None)
            self._transport.close()

    def _send(self) -> None:
        self._sent = time.perf_counter()
        self._transport.write(self._requests[self._next % len(self._requests)])
        self._next += 1

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or RuntimeError("the server hung up"))


async def load(
    port: int, pid: int, requests: list[bytes], *, connections: int, seconds: float, cell: Cell
) -> None:
    """Ask a server for a while, and add what was measured to the cell."""
    loop = asyncio.get_running_loop()
    before, cpu, started = cell.requests, cpu_seconds(pid), time.perf_counter()
    clients = []
    for number in range(connections):
        first = number * len(requests) // connections + before
        _, client = await loop.create_connection(
            lambda first=first: _Connection(requests, first, cell, started + seconds),
            "127.0.0.1",
            port,
        )
        clients.append(client.done)
    await asyncio.gather(*clients)
    took, answered = time.perf_counter() - started, cell.requests - before
    used = cpu_seconds(pid) - cpu
    cell.seconds += took
    cell.cpu += used
    cell.rounds.append((answered / took, used / answered * 1e6))


def cpu_seconds(pid: int) -> float:
    """CPU that a process has used, user and system, of all its threads, also of those that have ended."""
    # The clock of another process, as clock_getcpuclockid gives it, in nanoseconds.
    return time.clock_gettime((~pid << 3) | _SCHEDULED)


def median(values: list[float]) -> float:
    """The middle value, or the mean of the two beside the middle."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
