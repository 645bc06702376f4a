"""The README is true: its Python runs, its links lead somewhere; its commands are tested with those of the guide."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.terms import ULTRA
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests.conftest import NOW
from tests.service.loopback import served

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
PROSE = re.sub(r"^```.*?^```$|<!--.*?-->", "", README, flags=re.DOTALL | re.MULTILINE)


def block_with(word: str) -> str:
    """The one block of Python that has a word."""
    (found,) = [block for block in BLOCKS if word in block]
    return found


def test_every_block_of_python_is_run_by_a_test_here() -> None:
    assert [word for word in ("api_key=key", "pytest.fixture") if block_with(word)]
    assert len(BLOCKS) == 2


def test_the_block_on_the_client_prints_what_is_in_play(
    beside_the_sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = beside_the_sample / "sample.db"
    with closing(Accounts.open(accounts_path(database))) as accounts:
        key = accounts.create(ULTRA, now=NOW, name="readme")
        with served(database, accounts, now=NOW) as address:
            namespace: dict[str, object] = {"key": key}
            exec(block_with("api_key=key").replace("http://127.0.0.1:8001", address), namespace)
    client = namespace["client"]
    assert isinstance(client, fd.Client)
    client.close()
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 10
    assert "Thistleford Town 2 1 Hallowby Town" in printed


@pytest.mark.slow
def test_the_fixture_of_pytest_passes(beside_the_sample: Path) -> None:
    (beside_the_sample / "test_mine.py").write_text(block_with("pytest.fixture"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
        cwd=beside_the_sample,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_it_is_a_page() -> None:
    assert len(README.splitlines()) < 250


def test_every_link_leads_to_a_file_of_the_project() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", PROSE) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_name_of_the_package_that_is_named_is_public() -> None:
    assert set(re.findall(r"\bfd\.([A-Za-z_]+)", README)) <= set(fd.__all__)
