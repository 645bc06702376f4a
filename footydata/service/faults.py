"""Injected faults, to test a client against a service that fails.

`429:0.05` and `500:0.01` refuse that share of the admitted requests, `drop:0.01` breaks the connection, `slow:2s`
delays every response and `slow:500ms:0.1` one in ten. The same seed and order of requests give the same faults.
"""

import random
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from footydata.football.errors import ApiError, InternalError, InvalidArgument, TooManyRequests

_ON_PURPOSE = "a fault of 'serve --fault':"
_ERRORS: dict[str, ApiError] = {
    # So that a client waits for one second.
    "429": TooManyRequests(f"{_ON_PURPOSE} the allowance seems spent", retry_after=1),
    "500": InternalError(f"{_ON_PURPOSE} the service seems to have failed"),
}
_RATE = r"[01]|0?\.\d+|[01]\.0+"
_FAULT = re.compile(
    rf"(?P<kind>429|500|drop):(?P<rate>{_RATE})|slow:(?P<delay>\d{{1,5}}(\.\d+)?)(?P<unit>ms|s)(:(?P<slow_rate>{_RATE}))?",
    re.ASCII,
)
_SECONDS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: 429, 500, drop or slow; the share of requests that get it; a delay in seconds."""

    kind: str
    rate: float
    delay: float = 0.0


class DrawnFault(NamedTuple):
    """The fault of one request: a delay in seconds, then an error, a broken connection or neither."""

    delay: float = 0.0
    error: ApiError | None = None
    drop: bool = False


NO_FAULT = DrawnFault()


def read_fault(text: str) -> Fault:
    """Parse a fault. Raises InvalidArgument.

    >>> read_fault("429:0.05")
    Fault(kind='429', rate=0.05, delay=0.0)
    >>> read_fault("slow:500ms:0.1")
    Fault(kind='slow', rate=0.1, delay=0.5)
    """
    fault = _FAULT.fullmatch(text)
    if fault is None:
        raise InvalidArgument(
            f"{text!r} is not a fault; write 429:0.05, 500:0.01, drop:0.01, slow:2s or slow:500ms:0.1",
            parameter="fault",
            value=text,
        )
    delay = float(fault["delay"]) * _SECONDS[fault["unit"]] if fault["delay"] else 0.0
    return Fault(fault["kind"] or "slow", float(fault["rate"] or fault["slow_rate"] or 1), delay)


class Faults:
    """The faults of a server, drawn for each request."""

    def __init__(self, faults: Sequence[Fault], *, seed: int = 0) -> None:
        self._faults = tuple(faults)
        self._random = random.Random(seed)
        self._lock = threading.Lock()

    def draw(self) -> DrawnFault:
        """The fault of the next request; of several errors the first one of the list."""
        # Every fault draws for every request, so that one more fault does not change when the others occur.
        with self._lock:
            met = [fault for fault in self._faults if self._random.random() < fault.rate]
        kinds = [fault.kind for fault in met if fault.kind != "slow"]
        error = _ERRORS.get(kinds[0]) if kinds else None
        return DrawnFault(sum(fault.delay for fault in met), error, kinds[:1] == ["drop"])
