"""What every test may ask for: a fixed moment, the real data folder, the sample and a small database."""

import gc
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A deadline, or a check that examples come fast, would be an assertion on time.
settings.register_profile("any speed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
"""The moment of the tests: a Saturday afternoon with fixtures in play in the sample."""

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """The tests of a file; doctests stand in the package, and to look for them here costs two seconds a worker."""
    found = yield
    return [collector for collector in found if type(collector) is pytest.Module]


def pytest_collection_finish() -> None:
    """Leave the tests and modules, which live to the end, out of each later garbage collection."""
    gc.freeze()


@pytest.fixture
def now() -> int:
    """The fixed moment, in unix seconds."""
    return NOW


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real public data; a test that needs it skips, loudly, where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"needs the real data folder {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample database at NOW; read only by convention: copy it before you write."""
    from footydata.sample.build import build

    path = tmp_path_factory.mktemp("sample") / "sample.db"
    build(path, now=NOW)
    return path


@pytest.fixture(scope="session")
def small_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few fixtures with all that a database can hold of them; read only by convention."""
    from tests.api.small_football import build_small_football

    path = tmp_path_factory.mktemp("small") / "small.db"
    build_small_football(path)
    return path
