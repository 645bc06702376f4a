"""What every test may ask for: a fixed moment, the real data folder, the sample and a small database."""

import atexit
import gc
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Generator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Hundreds of processes are started, and two workers or more: none should compile the package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Databases in memory, where there is room for the gigabyte of a few workers: a tenth of the time was the disk's.
MEMORY = Path("/dev/shm")
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > 4_000_000_000
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# The terminal waits for its next frame after each key: of 60 a second, a tenth of its tests was waiting.
os.environ["TEXTUAL_FPS"] = "240"

# A deadline, or a check that examples come fast, would be an assertion on time. Each run draws other examples.
settings.register_profile(
    "any speed",
    settings(),
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any speed")

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
"""The moment of the tests: a Saturday afternoon with fixtures in play in the sample."""

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """The tests of a file; doctests stand in the package, and to look for them here costs two seconds a worker."""
    found = yield
    return [collector for collector in found if type(collector) is pytest.Module]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave the tests and modules, which live to the end, out of the garbage collections, those of collecting too."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        # Rarely, too, while they run: a twentieth of the time, for some megabytes.
        gc.set_threshold(100_000, 50, 50)


# The interpreter frees them at its end; duckdb prints a page about what is left.
atexit.register(gc.unfreeze)


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
    """The sample database at NOW; read only by convention: copy it before you write.

    Built by the worker that asks first, seconds of work, and copied by each.
    """
    from footydata.faces.sample.build import build

    folder = tmp_path_factory.getbasetemp()
    built = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "built.db"
    with closing(
        sqlite3.connect(built.with_suffix(".lock"), timeout=600, isolation_level=None)
    ) as lock:
        lock.execute("begin exclusive")
        if not built.exists():
            unfinished = built.with_suffix(".unfinished")
            build(unfinished, now=NOW)
            unfinished.rename(built)
    return Path(shutil.copy(built, tmp_path_factory.mktemp("sample") / "sample.db"))


@pytest.fixture(scope="session")
def small_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few fixtures with all that a database can hold of them; read only by convention."""
    from tests.service.small_football import build_small_football

    path = tmp_path_factory.mktemp("small") / "small.db"
    build_small_football(path)
    return path
