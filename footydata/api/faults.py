"""Faults on purpose, so that a client can be tested against a bad day of its service.

`429:0.05` and `500:0.01` refuse that share of the admitted requests, `drop:0.01` breaks the connection,
`slow:2s` delays every answer and `slow:500ms:0.1` one in ten. The same seed and the same order of requests meet
the same faults. Source: DOORS, `footydata serve --fault`.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from footydata.api.answer import error_answer, rate_headers
from footydata.api.exchange import Answer, Request
from footydata.api.limiter import Window
from footydata.api.service import Admitted, Service
from footydata.contract.errors import ApiError, FootydataError, InternalError, TooManyRequests
from footydata.contract.terms import DAY

_ERRORS: dict[str, type[ApiError]] = {"429": TooManyRequests, "500": InternalError}
_RATE = re.compile(r"[01]|0?\.\d+|[01]\.0+", re.ASCII)
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0}


class InvalidFault(FootydataError):
    """A fault is not written as one of 429:RATE, 500:RATE, drop:RATE, slow:TIME, slow:TIME:RATE."""


class ConnectionDropped(FootydataError):
    """The service broke the connection on purpose; a transport turns this into its own kind of error."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault: 429, 500, drop or slow; the share of requests that meet it; a delay in seconds."""

    kind: str
    rate: float
    delay: float = 0.0


class DrawnFault(NamedTuple):
    """What one request meets: a delay in seconds, then an error or a broken connection, or nothing."""

    delay: float
    error: type[ApiError] | None
    drop: bool


def read_fault(text: str) -> Fault:
    """A fault as people write it. Raises InvalidFault.

    >>> read_fault("429:0.05")
    Fault(kind='429', rate=0.05, delay=0.0)
    >>> read_fault("slow:500ms:0.1")
    Fault(kind='slow', rate=0.1, delay=0.5)
    """
    kind, *told = text.split(":")
    delay = _TIME.fullmatch(told[0]) if kind == "slow" and told else None
    rate = told if delay is None else told[1:] or ["1"]
    is_known = kind in (*_ERRORS, "drop") or delay is not None
    if not is_known or len(rate) != 1 or not _RATE.fullmatch(rate[0]):
        raise InvalidFault(f"{text!r} is not a fault; write 429:0.05, 500:0.01, drop:0.01, slow:2s or slow:500ms:0.1")
    if delay and float(delay[1]) > DAY:
        raise InvalidFault(f"{text!r} is no fault: nobody waits for more than a day")
    return Fault(kind, float(rate[0]), float(delay[1]) * _SECONDS[delay[2]] if delay else 0.0)


class Faults:
    """The faults of a server, drawn for each request."""

    def __init__(self, faults: Sequence[Fault], *, seed: int = 0) -> None:
        self._faults = tuple(faults)
        self._random = random.Random(seed)

    def draw(self) -> DrawnFault:
        """What the next request meets; of several errors the first that was given."""
        # Each fault draws each time, so that one more fault does not change what the others do.
        met = [fault for fault in self._faults if self._random.random() < fault.rate]
        kinds = [fault.kind for fault in met if fault.kind != "slow"]
        error = _ERRORS.get(kinds[0]) if kinds else None
        return DrawnFault(sum(fault.delay for fault in met), error, kinds[:1] == ["drop"])


def fault_answer(admitted: Admitted, error: type[ApiError]) -> Answer:
    """An error on purpose, in the contract's own form; a 429 asks to wait for one second."""
    request_id, rate, prefix = admitted.request_id, admitted.rate, admitted.request.prefix
    if issubclass(error, TooManyRequests):
        window = Window(admitted.account.rate.limit, 0, int(admitted.now) + 1)
        spent = error("a fault of 'serve --fault': the allowance seems spent", retry_after=1)
        return error_answer(spent, request_id=request_id, rate=rate_headers(window), prefix=prefix)
    failure = error("a fault of 'serve --fault': the service seems to have failed")
    return error_answer(failure, request_id=request_id, rate=rate, prefix=prefix)


class FaultyService:
    """A service with faults, for callers without a loop. sleep: takes seconds."""

    def __init__(self, service: Service, faults: Faults, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._service = service
        self._faults = faults
        self._sleep = sleep

    def answer(self, request: Request) -> Answer:
        """The answer, or what came between. Raises ConnectionDropped."""
        admitted = self._service.admit(request)
        if isinstance(admitted, Answer):
            return admitted
        fault = self._faults.draw()
        if fault.delay:
            self._sleep(fault.delay)
        if fault.drop:
            raise ConnectionDropped("the connection was dropped, a fault of 'serve --fault'")
        return fault_answer(admitted, fault.error) if fault.error else self._service.respond(admitted).answer

    def close(self) -> None:
        """Close the service."""
        self._service.close()
