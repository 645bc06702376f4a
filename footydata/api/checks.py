"""The checks of a query before anything is looked up: names, repeats, absences, then syntax in documented order.

Source: decisions 1 and 2.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from urllib.parse import parse_qsl

from footydata.contract.endpoints import Endpoint
from footydata.contract.errors import InvalidTimeWindow, MissingParameter, UnknownParameter
from footydata.contract.params import EQUIVALENTS, Param, Value
from footydata.contract.terms import DAY


def sent_texts(endpoint: Endpoint, query: str) -> dict[str, str]:
    """The texts of the parameters that were sent, by name; query: percent-encoded, as it was sent.

    Raises UnknownParameter, then the parameter's own error where it is given more than once, then MissingParameter.
    """
    pairs = parse_qsl(query, keep_blank_values=True) if query else []
    texts = dict(pairs)
    known = {param.name for param in endpoint.params}
    unknown = [name for name in texts if name not in known]
    if unknown:
        raise _unknown(unknown, endpoint)
    if len(pairs) > len(texts):
        _refuse_repeated([name for name, _ in pairs], endpoint.params)
    _refuse_missing(texts, endpoint)
    return texts


def read_values(
    endpoint: Endpoint, texts: Mapping[str, str], look_up: Mapping[str, Callable[[Value], object]]
) -> dict[str, Value]:
    """The values of the parameters, each read and looked up before the next one, in the documented order.

    look_up: parameter → what raises its error where the database does not know the value.
    Raises the error of the first parameter whose text can't be read.
    """
    values: dict[str, Value] = {}
    for param in endpoint.params:
        if param.name in texts:
            values[param.name] = param.read(texts[param.name])
            if param.name in look_up:
                look_up[param.name](values[param.name])
    return values


def check_window(start: int | None, end: int | None, *, widest: int | None = None) -> None:
    """Refuse a window that is empty, runs backwards or is wider than allowed.

    Raises InvalidTimeWindow. None: open on that side.
    """
    if start is None or end is None:
        return
    if end <= start:
        raise InvalidTimeWindow(f"end_time {end} is not after start_time {start}", param="end_time")
    if widest is not None and end - start > widest:
        raise InvalidTimeWindow(
            f"the window is {end - start} seconds wide; at most {widest} are allowed here", param="end_time"
        )


def day_window(start: int | None, end: int | None, now: float) -> tuple[int, int]:
    """The window of /v1/fixtures in full: a day from the one end that is given, else today.

    >>> day_window(None, None, 90_000), day_window(100, None, 0), day_window(None, 90_000, 0)
    ((86400, 172800), (100, 86500), (3600, 90000))
    """
    if start is None:
        start = int(now) // DAY * DAY if end is None else end - DAY
    return start, start + DAY if end is None else end


def suggestion(name: str, endpoint: Endpoint) -> str | None:
    """What to send instead of an unknown name: its equivalent that the endpoint knows, else the nearest spelling."""
    names = [param.name for param in endpoint.params]
    equivalent = EQUIVALENTS.get(name)
    if equivalent:
        is_known_here = equivalent.startswith("/") or equivalent.partition(" ")[0] in names
        return equivalent if is_known_here else None
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.7)
    return near[0] if near else None


def _unknown(unknown: list[str], endpoint: Endpoint) -> UnknownParameter:
    named = "; ".join(_with_suggestion(name, endpoint) for name in unknown)
    names = ", ".join(param.name for param in endpoint.params)
    supported = f"{endpoint.path} supports {names}" if names else f"{endpoint.path} supports no parameters"
    return UnknownParameter(f"unknown parameter: {named}; {supported}", param=unknown[0])


def _with_suggestion(name: str, endpoint: Endpoint) -> str:
    instead = suggestion(name, endpoint)
    return f"{name} (did you mean {instead}?)" if instead else name


def _refuse_repeated(names: Iterable[str], params: Iterable[Param]) -> None:
    sent = list(names)
    for param in params:
        if sent.count(param.name) > 1:
            raise param.error(f"{param.name} is given more than once", param=param.name)


def _refuse_missing(texts: dict[str, str], endpoint: Endpoint) -> None:
    for param in endpoint.params:
        if param.required and not texts.get(param.name):
            raise MissingParameter(f"{endpoint.path} needs the parameter {param.name}", param=param.name)
        if param.needs and param.name in texts and param.needs not in texts:
            raise MissingParameter(f"{param.name} needs the parameter {param.needs}", param=param.needs)
