"""What the project needs private parts of Datasette for. A failure says that a part of the shim can go."""

import inspect
from types import ModuleType

import pytest
from datasette import database, facets, handle_exception
from datasette.app import Datasette
from datasette.version import __version__
from datasette.views import base

CAN_GO = "take this out of footydata/faces/pages/private_datasette.py"

BEFORE_1_0 = pytest.mark.skipif(not __version__.startswith("0."), reason="needed for Datasette before 1.0 alone")


@pytest.mark.parametrize(
    ("module", "print_"),
    [
        (handle_exception, "print_exception(show_locals=True)"),
        (handle_exception, "traceback.print_exc()"),
        (database, "sys.stderr.write("),
        (base, "sys.stderr.write("),
    ],
    ids=["local variables", "traceback", "SQL of a connection", "SQL of a page"],
)
def test_datasette_prints_errors_with_the_content_of_requests(module: ModuleType, print_: str) -> None:
    assert print_ in inspect.getsource(module), CAN_GO


@BEFORE_1_0
def test_datasette_before_1_0_suggests_facets_by_reading_whole_tables() -> None:
    assert "suggest_consider" not in inspect.getsource(facets), CAN_GO


def test_datasette_keeps_the_metadata_of_its_start_in_a_private_place() -> None:
    assert Datasette([], metadata={"title": "Mine"})._metadata_local == {"title": "Mine"}, CAN_GO
