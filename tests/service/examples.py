"""Recorded requests and responses of the sample database, which the documents show.

A test repeats each of them against a service on the sample.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

EXAMPLES = Path(__file__).with_suffix(".json")


class Example(NamedTuple):
    """A request and its response.

    Attributes:
        path: the path, with its id.
        query: name → text.
        body: the JSON of the response.
        asker: the plan of the key, or what is wrong with the key or the service.
        method: the HTTP method.
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
    """Endpoint → a successful example."""
    return _recorded()["answers"]


def errors() -> dict[str, Example]:
    """Code → an example with that error."""
    return _recorded()["errors"]


@cache
def _recorded() -> dict[str, dict[str, Example]]:
    recorded = orjson.loads(EXAMPLES.read_bytes())
    return {
        kind: {name: Example(**each) for name, each in named.items()}
        for kind, named in recorded.items()
    }
