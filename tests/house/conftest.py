"""The sample, and the files that README and guide show, in a folder of its own."""

import shutil
from pathlib import Path

import pytest

from tests.house import readme


@pytest.fixture
def beside_the_sample(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample and the files that the README shows, as the working directory."""
    shutil.copy(sample, tmp_path / "sample.db")
    for name in readme.FILES:
        readme.write(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
