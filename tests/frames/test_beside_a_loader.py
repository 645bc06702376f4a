"""A notebook while another process loads: it reads what the file holds, and keeps hold of no deleted file."""

import os
from pathlib import Path

import pytest

from footydata.database import Database
from footydata.service.client.client import Client
from tests.two_processes import (
    LOADED_DAY,
    deleted_files,
    journals_in,
    load_in_another_process,
)


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="needs /proc, to see which files are held"
)
def test_a_notebook_reads_what_another_process_loads(tmp_path: Path) -> None:
    folder = tmp_path / "football"
    folder.mkdir()
    path = folder / "football.db"
    load_in_another_process(path, tmp_path, 0)
    with Database(path) as database, Client.embedded(path) as client:
        for number in (1, 2):
            load_in_another_process(path, tmp_path, number)
            database.load(folder)
            assert (
                len(database.fixtures())
                == len(client.fixtures(start_time=LOADED_DAY).data)
                == number + 1
            )
        held = [name for name in deleted_files(os.getpid()) if name.startswith(str(folder))]
        assert held == []
    assert journals_in(folder) == []
