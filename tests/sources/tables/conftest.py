"""A database, and tables of a few rows that are loaded into it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

import footydata as fd
from tests.agreeing import load_agreed
from tests.conftest import NOW
from tests.new_databases import new_database

PREMIER_LEAGUE = "GB-ENG/Premier League"


class Loader(Protocol):
    """Loads lines as a file; its competition is the Premier League unless another, or none, is given."""

    def __call__(self, *lines: str, name: str = "results.csv", **options: Any) -> fd.LoadReport: ...


@pytest.fixture
def db(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as opened:
        yield opened


@pytest.fixture
def load(db: fd.Database, tmp_path: Path) -> Loader:
    def load_lines(*lines: str, name: str = "results.csv", **options: Any) -> fd.LoadReport:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return load_agreed(db, path, **{"league": PREMIER_LEAGUE, **options})

    return load_lines
