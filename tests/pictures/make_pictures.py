"""Draws the pictures of the README: the terminal browser on the sample at the moment of the tests.

Run: python tests/pictures/make_pictures.py   (writes .pictures/browse*.svg)
"""

import asyncio
import re
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from footydata.faces.sample.build import build

from footydata.faces.tui.app import BrowseApp
from footydata.faces.zone import ClockZone
from footydata.forecast.pricing import refresh
from footydata.store.file.opening import open_database

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
FOLDER = Path(__file__).parents[2] / ".pictures"

PICTURES = {
    "browse": ((112, 27), ("down",)),
    "browse-wide": ((160, 34), ("down",)),
    "browse-fixture": ((112, 30), ("down", "enter", "x")),
    "browse-table": ((100, 24), ("s", "2")),
}
"""Name of a picture → columns and rows, and the keys that are pressed."""

REMOTE_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Textual names fonts of a public server; a picture of ours asks nobody for anything."""


async def picture(database: Path, size: tuple[int, int], keys: Sequence[str]) -> str:
    """What the browser shows after the keys, as SVG."""
    app = BrowseApp(database, now=lambda: NOW, local=ClockZone(UTC), look_every=None)
    async with app.run_test(size=size) as pilot:
        for key in ("", *keys, ""):
            if key:
                await pilot.press(key)
            await pilot.pause(0.3)
            while not app.browsing.reader.idle:
                await pilot.pause(0.05)
        svg = app.export_screenshot(title="footydata browse sample.db")
    return plain_fonts(svg)


def plain_fonts(svg: str) -> str:
    """The picture in fonts of the machine that shows it."""
    return REMOTE_FONTS.sub("", svg).replace("Fira Code", "Menlo, Consolas, DejaVu Sans Mono")


def price(database: Path) -> None:
    """Store the fair lines of the coming fixtures."""
    with closing(open_database(database)) as connection:
        refresh(connection, now=NOW)
        connection.commit()


def main() -> None:
    """Build the sample, price its coming fixtures, draw."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        build(database, now=NOW)
        price(database)
        FOLDER.mkdir(exist_ok=True)
        for name, (size, keys) in PICTURES.items():
            svg = asyncio.run(picture(database, size, keys))
            target = FOLDER / f"{name}.svg"
            target.write_text(svg, encoding="utf-8")
            print(f"{target.name}: {len(svg) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
