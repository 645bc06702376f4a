"""Packages that add a source, as pip would install them."""

import sys
from pathlib import Path

import pytest


def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, entry: str, source: str, version: str = "1.0"
) -> None:
    """Put a package with an entry point on the path, with the metadata that pip writes."""
    folder.mkdir(exist_ok=True)
    (folder / "football_diary.py").write_text(source)
    info = folder / "football_diary-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: football-diary\nVersion: {version}\n"
    )
    (info / "entry_points.txt").write_text(f"[footydata.sources]\n{entry}\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "football_diary", raising=False)
    # A changed source of the same second and length would be read from its cache.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
