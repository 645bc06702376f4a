"""What an import loads, and what it must not."""

import subprocess
import sys

HEAVY = (
    "pandas",
    "numpy",
    "textual",
    "datasette",
    "httpx",
    "pydantic",
    "matplotlib",
    "pyarrow",
    "sqlite_utils",
)

FOR_OTHER_SCREENS = (
    "footydata.rules",
    "footydata.store.claims",
    "footydata.odds.settlement",
    "msgspec",
    "tomllib",
)
"""What no list of a day needs: tables, claims, settlement, changed keys."""


def loaded_by(statement: str, names: tuple[str, ...] = HEAVY) -> set[str]:
    """Those of the names that are in sys.modules after a statement in a fresh interpreter."""
    code = f"{statement}; import sys; print(' '.join(name for name in {names!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_footydata_loads_nothing_heavy() -> None:
    assert loaded_by("import footydata") == set()


def test_the_help_of_the_command_line_loads_nothing_heavy() -> None:
    assert loaded_by("import footydata.faces.cli.main") == set()


def test_the_terminal_browser_and_its_screens_do_without_five_heavy_packages() -> None:
    screens = ("day", "dialogs", "fixture", "lists", "palette", "table", "view_screen")
    modules = [
        "footydata.faces.tui.app",
        *[f"footydata.faces.tui.screens.{name}" for name in screens],
    ]
    loaded = loaded_by(f"import {', '.join(modules)}")
    assert loaded & {"pandas", "numpy", "pydantic", "httpx", "datasette"} == set()


def test_the_terminal_browser_starts_without_what_only_its_other_screens_need() -> None:
    assert loaded_by("import footydata.faces.tui.app", FOR_OTHER_SCREENS) == set()


def test_every_public_name_resolves() -> None:
    import footydata

    assert all(getattr(footydata, name) is not None for name in footydata.__all__)
    assert set(footydata.__all__) <= set(dir(footydata))
