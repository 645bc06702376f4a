"""What the project needs a private part of Datasette for. A failure says that the shim can go."""

from datasette.app import Datasette


def test_datasette_keeps_the_metadata_of_its_start_in_a_private_place() -> None:
    assert Datasette([], metadata={"title": "Mine"})._metadata_local == {"title": "Mine"}
