"""The sample, to read."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[sqlite3.Connection]:
    """The sample that all tests share."""
    connection = sqlite3.connect(f"{sample.as_uri()}?mode=ro", uri=True)
    yield connection
    connection.close()
