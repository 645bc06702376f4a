"""The browser while another process loads: it shows what the file holds, and keeps hold of no deleted file."""

import os
from pathlib import Path

import pytest

from tests.faces.tui.conftest import Browsing
from tests.two_processes import (
    CLUBS,
    LOADED_DAY,
    LOADS,
    deleted_files,
    journals_in,
    load_in_another_process,
)


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="needs /proc, to see which files are held"
)
async def test_browser_shows_what_another_process_loads(browsing: Browsing, tmp_path: Path) -> None:
    folder = tmp_path / "football"
    folder.mkdir()
    path = folder / "football.db"
    load_in_another_process(path, tmp_path, 0)
    async with browsing(path, at=LOADED_DAY + 50_000) as browser:
        for number in range(1, LOADS):
            load_in_another_process(path, tmp_path, number)
            await browser.press("r")
            assert [club in browser.text for club in CLUBS] == [
                place < 2 * number + 2 for place in range(len(CLUBS))
            ]
            await browser.press("enter", "escape")
        assert deleted_files(os.getpid()) == []
    assert journals_in(folder) == []
