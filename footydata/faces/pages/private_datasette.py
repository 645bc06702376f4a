"""What Datasette has no public way to: the metadata that it was started with.

The only module that reaches into it. tests/faces/plugin/test_private_datasette.py fails when it can go.
"""

from typing import Any


def local_metadata(datasette: Any) -> dict[str, Any]:
    """The metadata that the user started Datasette with."""
    local: dict[str, Any] = getattr(datasette, "_metadata_local", {})
    return local
