"""Services to ask: on the small database, on the sample."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from tests.service.asking import Asker
from tests.service.small_football import NOW


@pytest.fixture(scope="session")
def small_asker(small_database: Path) -> Iterator[Asker]:
    asker = Asker(small_database, NOW)
    yield asker
    asker.close()


@pytest.fixture
def ask(small_asker: Asker) -> Asker:
    """Asks the service on the small database at its moment."""
    small_asker.now = NOW
    return small_asker


@pytest.fixture(scope="session")
def sample_asker(sample: Path) -> Iterator[Asker]:
    asker = Asker(sample, NOW)
    yield asker
    asker.close()


@pytest.fixture
def ask_sample(sample_asker: Asker) -> Asker:
    """Asks the service on the sample at its moment."""
    return sample_asker


@pytest.fixture
def own_database(small_database: Path, tmp_path: Path) -> Path:
    """A small database of the test's own, to write to."""
    return copyfile(small_database, tmp_path / "own.db")


@pytest.fixture
def ask_own(own_database: Path) -> Iterator[Asker]:
    """Asks the service on a database of the test's own."""
    asker = Asker(own_database, NOW)
    yield asker
    asker.close()
