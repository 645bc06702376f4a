"""The screens of the browser on the sample at the moment of the tests, as text.

Run: python -m tests.faces.tui.snapshots   (writes tests/faces/tui/snapshots/*.txt; read the difference)
"""

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import pytest
from footydata.faces.sample.build import build

from footydata.faces.tui.app import BrowseApp
from footydata.faces.zone import ClockZone
from tests.faces.tui.conftest import Browser, Updates
from tests.pictures.make_pictures import NOW, price

FOLDER = Path(__file__).parent / "snapshots"

SIZES = ((80, 24), (120, 30))

WALK: tuple[tuple[str, Sequence[str]], ...] = (
    ("day", ("down",)),
    ("filter", ("slash", "u", "n", "i")),
    ("fixture-timeline", ("escape", "escape", "home", "down", "enter")),
    ("fixture-statistics", ("x",)),
    ("fixture-odds", ("o",)),
    ("fixture-movement", ("5",)),
    ("fixture-line", ("escape", "down", "down", "down", "down", "enter", "4")),
    ("fixture-before", ("6",)),
    ("fixture-sources", ("7",)),
    ("table", ("escape", "s")),
    ("table-corners", ("2",)),
    ("team", ("enter",)),
    ("leagues", ("escape", "escape", "c")),
    ("palette", ("escape", "ctrl+p", "a", "r", "s")),
    ("help", ("escape", "question_mark")),
)
"""Name of a screen, and the keys that lead to it from the one before."""


async def walk(database: Path, now: int, size: tuple[int, int], folder: Path) -> dict[str, str]:
    """What each screen shows; one browser goes through all of them."""
    app = BrowseApp(database, now=lambda: now, local=ClockZone(UTC), folder=folder, look_every=None)
    texts = {}
    with pytest.MonkeyPatch.context() as patch:
        updates = Updates(patch)
        async with app.run_test(size=size) as pilot:
            browser = Browser(app, pilot, updates)
            await browser.settle()
            for name, keys in WALK:
                await browser.press(*keys)
                texts[name] = browser.text + "\n"
    return texts


def stored(name: str, size: tuple[int, int]) -> Path:
    """Where the text of a screen stands."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


def main() -> None:
    """Build the sample and write what each screen shows."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        build(database, now=NOW)
        price(database)
        for size in SIZES:
            for name, text in asyncio.run(walk(database, NOW, size, Path(folder))).items():
                stored(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
