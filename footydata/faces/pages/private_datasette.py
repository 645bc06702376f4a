"""What Datasette has no public way to: its prints of errors, its own facets, and the metadata that it was started with.

The only module that reaches into it. tests/faces/plugin/test_private_datasette.py fails when a part of this can go.
"""

import sys
import traceback
from types import ModuleType
from typing import Any

from footydata.faces.pages.facets import quick_facet


def mute_errors() -> None:
    """Stop Datasette from printing the content of requests: tracebacks with local variables, SQL with parameters.

    Datasette calls every handle_exception hook, its own printing one too, so a hook of ours does not prevent it.
    """
    # Imported here and below, as Datasette loads its plugins while it is being imported.
    from datasette import database, handle_exception
    from datasette.views import base

    handle_exception.rich = None
    handle_exception.traceback = Muted(traceback, "print_exc")
    for module in (database, base):
        module.sys = Muted(sys, "stderr")


def make_facets_quick() -> None:
    """Make Datasette count facets of football tables by indexes, and suggest facets without reading every row."""
    from datasette import facets

    for name in ("ColumnFacet", "DateFacet", "ArrayFacet"):
        facet = getattr(facets, name)
        if facet.__name__ == name:
            setattr(facets, name, quick_facet(facet, facets.QueryInterrupted))


def local_metadata(datasette: Any) -> dict[str, Any]:
    """The metadata that the user started Datasette with."""
    local: dict[str, Any] = getattr(datasette, "_metadata_local", {})
    return local


class Muted:
    """A module with one of its functions or streams replaced by one that writes nothing."""

    def __init__(self, module: ModuleType, writer: str) -> None:
        self._module = module
        setattr(self, writer, _Silence())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


class _Silence:
    """A function and a stream that discard everything."""

    def __call__(self, *_: object, **__: object) -> None:
        """Print nothing."""

    def write(self, text: str) -> int:
        """Write nothing."""
        return len(text)

    def flush(self) -> None:
        """Do nothing."""
