"""Requests and the answers that the sample database gives to them, as they were recorded.

The documents show them; a test replays each against the service on the sample.
"""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson


class Example(NamedTuple):
    """A request and its answer.

    Attributes:
        path: with its ids.
        query: name → text as it is sent.
        body: the JSON of the answer.
        asker: the plan of the key that asks, or what is wrong with the key or the service.
        method: of the request.
    """

    path: str
    query: dict[str, str]
    body: dict[str, Any]
    asker: str = "ultra"
    method: str = "GET"

    @property
    def id(self) -> int | None:
        """The id in the path, None where it has none."""
        return next((int(part) for part in self.path.split("/") if part.isdigit()), None)


def answers() -> dict[str, Example]:
    """Endpoint → a good answer."""
    return _recorded()["answers"]


def errors() -> dict[str, Example]:
    """Code → an answer that tells it."""
    return _recorded()["errors"]


@cache
def _recorded() -> dict[str, dict[str, Example]]:
    recorded = orjson.loads((files("footydata.api") / "examples.json").read_bytes())
    return {kind: {name: Example(**each) for name, each in named.items()} for kind, named in recorded.items()}
