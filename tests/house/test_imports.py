"""What an import loads, and what it must not."""

import subprocess
import sys

import pytest

HEAVY = ("pandas", "textual", "datasette", "httpx", "pydantic", "matplotlib", "pyarrow", "sqlite_utils")


def loaded_by(statement: str) -> set[str]:
    """The heavy packages in sys.modules after a statement in a fresh interpreter."""
    code = f"{statement}; import sys; print(' '.join(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_footydata_loads_nothing_heavy() -> None:
    assert loaded_by("import footydata") == set()


def test_the_help_of_the_command_line_loads_nothing_heavy() -> None:
    assert loaded_by("import footydata.cli.main") == set()


@pytest.mark.parametrize("heavy", ["pandas", "pydantic", "httpx", "datasette"])
def test_the_terminal_browser_does_without(heavy: str) -> None:
    assert heavy not in loaded_by("import footydata.tui.app")


def test_every_public_name_resolves() -> None:
    import footydata

    assert all(getattr(footydata, name) is not None for name in footydata.__all__)
    assert set(footydata.__all__) <= set(dir(footydata))
