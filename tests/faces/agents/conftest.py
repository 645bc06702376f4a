"""The tools on the sample, as it stands at NOW."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.conftest import NOW


@pytest.fixture(scope="package")
def asked_file(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample, for this folder alone: its bytes are compared."""
    return Path(shutil.copy(sample, tmp_path_factory.mktemp("asked") / "football.db"))


@pytest.fixture(scope="package")
def tools(asked_file: Path) -> Toolbox:
    """All tools, that for SQL too, on the sample at NOW."""
    return Toolbox(asked_file, clock=lambda: NOW, allows_sql=True)


@pytest.fixture(scope="package")
def by_hand(asked_file: Path) -> Iterator[sqlite3.Connection]:
    """The sample by SQLite alone."""
    with closing(sqlite3.connect(f"file:{asked_file}?mode=ro", uri=True)) as connection:
        yield connection
