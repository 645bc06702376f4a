"""Draws the pictures of the README: the terminal browser on the sample at the moment of the tests.

Run: python tests/pictures/make_pictures.py   (writes .pictures/browse.svg)
"""

import asyncio
import re
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from footydata.sample.build import build

from footydata.pricing import refresh
from footydata.store.database import open_database
from footydata.tui.app import BrowseApp
from footydata.tui.zone import Zone

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
FOLDER = Path(__file__).parents[2] / ".pictures"
SIZE = (112, 27)

REMOTE_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Textual names fonts of a public server; a picture of ours asks nobody for anything."""


async def picture(database: Path) -> str:
    """The day of the sample, as SVG, with the cursor on the first live fixture."""
    app = BrowseApp(database, now=lambda: NOW, local=Zone(UTC))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down")
        await pilot.pause()
        svg = app.export_screenshot(title="footydata browse sample.db")
    return REMOTE_FONTS.sub("", svg).replace("Fira Code", "Menlo, Consolas, DejaVu Sans Mono")


def main() -> None:
    """Build the sample, price its coming fixtures, draw."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        build(database, now=NOW)
        with closing(open_database(database)) as connection:
            refresh(connection, now=NOW)
            connection.commit()
        svg = asyncio.run(picture(database))
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / "browse.svg"
    target.write_text(svg, encoding="utf-8")
    print(f"{target.name}: {len(svg) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
