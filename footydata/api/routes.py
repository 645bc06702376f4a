"""From a path to its endpoint, driven by contract.endpoints. Source: decisions 2."""

from difflib import get_close_matches
from typing import NamedTuple

from footydata.contract.endpoints import ENDPOINTS, Endpoint
from footydata.contract.errors import ResourceNotFound
from footydata.contract.params import is_whole_number

_ID = "{id}"


class Route(NamedTuple):
    """An endpoint and the text of the id in the path, None where the endpoint has none."""

    endpoint: Endpoint
    id_text: str | None


_BY_SEGMENTS: dict[tuple[str, ...], Endpoint] = {tuple(endpoint.path.split("/")): endpoint for endpoint in ENDPOINTS}
_ID_AT: frozenset[int] = frozenset(
    segments.index(_ID) for segments in (endpoint.path.split("/") for endpoint in ENDPOINTS) if _ID in segments
)
_PATHS = [endpoint.path for endpoint in ENDPOINTS]


def find_route(path: str) -> Route:
    """The route of a path. Raises ResourceNotFound, whose message names the right path where one is near."""
    segments = path.split("/")
    endpoint = _BY_SEGMENTS.get(tuple(segments))
    if endpoint and _ID not in segments:
        return Route(endpoint, None)
    for at in _ID_AT:
        if len(segments) > at and segments[at]:
            pattern = (*segments[:at], _ID, *segments[at + 1 :])
            endpoint = _BY_SEGMENTS.get(pattern)
            if endpoint:
                return Route(endpoint, segments[at])
    near = nearest_path(path)
    raise ResourceNotFound(f"there is nothing at {path!r}" + (f"; did you mean {near}?" if near else ""))


def nearest_path(path: str) -> str | None:
    """The path that was probably meant: without stray slashes, in lower case, or in its nearest spelling."""
    segments = [segment for segment in path.lower().split("/") if segment]
    numbers = [segment for segment in segments if is_whole_number(segment)]
    shape = "/" + "/".join(_ID if is_whole_number(segment) else segment for segment in segments)
    found = [shape] if shape in _PATHS else get_close_matches(shape, _PATHS, n=1, cutoff=0.75)
    if not found:
        return None
    return found[0].replace(_ID, numbers[0]) if numbers else found[0]
