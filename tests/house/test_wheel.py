"""The wheel carries the package, the plugin module and the sample, and no stray top-level package."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from footydata.guide import TOPICS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    target = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(target),
        str(ROOT),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return zipfile.ZipFile(next(target.glob("*.whl"))).namelist()


@pytest.mark.slow
def test_the_top_level_is_the_package_and_the_plugin_module(names: list[str]) -> None:
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {
        "footydata",
        "datasette_footydata.py",
    }


@pytest.mark.slow
def test_the_sample_the_schema_and_the_licence_are_inside(names: list[str]) -> None:
    assert {
        "footydata/faces/sample/__init__.py",
        "footydata/faces/sample/build.py",
        "footydata/store/schema/schema.sql",
        "footydata/py.typed",
    } <= set(names)
    assert any(name.endswith("LICENSE") for name in names)


@pytest.mark.slow
def test_every_page_of_the_guide_is_inside(names: list[str]) -> None:
    assert {f"footydata/guide/{topic.name}.md" for topic in TOPICS} <= set(names)


@pytest.mark.slow
def test_the_plugin_is_an_entry_point_of_datasette(names: list[str]) -> None:
    assert any(name.endswith("entry_points.txt") for name in names)


def test_an_editable_install_has_nothing_to_copy() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "force-include" not in project["tool"]["hatch"]["build"]["targets"]["wheel"]
