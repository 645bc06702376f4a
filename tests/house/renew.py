"""Renew what cog writes into modules, README and guide: `python -m tests.house.renew`, with --check to tell only.

Each module is renewed in a process of its own, from the lowest room upward: the clients' methods stand before the
README runs them.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
UPWARD = ("football/declared_types", "football/rows", "service/client", "database", "__init__")
"""The folders and modules of the package with generated parts, each after those that it reads."""


def parts() -> Iterator[list[Path]]:
    """The files with generated parts, in the groups and the order in which they are renewed.

    Raises StopIteration for a module that UPWARD lacks.
    """
    package = ROOT / "footydata"
    modules = [
        path
        for path in sorted((*package.rglob("*.py"), *package.rglob("*.pyi")))
        if "[[[cog" in path.read_text("utf-8")
    ]
    for module in sorted(modules, key=lambda path: _place(path.relative_to(package).as_posix())):
        yield [module]
    yield [ROOT / "README.md", *sorted((package / "guide").glob("*.md"))]


def _place(path: str) -> int:
    """The place of a module in UPWARD."""
    return next(
        place for place, start in enumerate(UPWARD) if path.partition(".")[0].startswith(start)
    )


def main() -> int:
    """Renew all, or check up to the first that is not up to date. Returns the exit code of cog."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.house.renew", description="Renew what cog writes."
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; end with 5 if a part is not up to date"
    )
    checks = parser.parse_args().check
    options = (
        ["--check", "--check-fail-msg=python -m tests.house.renew renews it"] if checks else ["-r"]
    )
    for files in parts():
        command = [sys.executable, "-m", "cogapp", "--verbosity=1", *options]
        command += [str(path.relative_to(ROOT)) for path in files]
        ended = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": "."}, check=False
        )
        if ended.returncode:
            return ended.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
