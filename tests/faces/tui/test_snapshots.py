"""Each screen of the browser, held to the text that was read by eye; tests/faces/tui/snapshots.py writes them."""

import shutil
from pathlib import Path

import pytest

from tests.faces.tui.snapshots import FOLDER, SIZES, WALK, stored, walk
from tests.pictures.make_pictures import NOW, price


@pytest.mark.parametrize(
    "size",
    [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.slow)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
async def test_every_screen_equals_its_snapshot(
    sample: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    database = tmp_path / "sample.db"
    shutil.copy(sample, database)
    price(database)
    texts = await walk(database, NOW, size, tmp_path)
    for name, text in texts.items():
        assert text == stored(name, size).read_text(encoding="utf-8"), f"{name} at {size}"


def test_every_snapshot_belongs_to_the_walk() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        stored(name, size).name for name, _ in WALK for size in SIZES
    }
