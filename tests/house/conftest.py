"""The sample, and the files that README and guide show, in a folder of its own."""

import ast
import shutil
from pathlib import Path

import pytest

from tests.house import readme

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def trees() -> dict[Path, ast.Module]:
    """Every module that is shipped, parsed once for all tests."""
    return {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for folder in ("footydata", "plugins", "sample_db")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


@pytest.fixture
def beside_the_sample(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample and the files that the README shows, as the working directory."""
    shutil.copy(sample, tmp_path / "sample.db")
    for name in readme.FILES:
        readme.write(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
