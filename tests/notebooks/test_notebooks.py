"""The notebooks run from top to bottom, and the outputs that they carry are those that they give."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
IDS = [path.stem for path in NOTEBOOKS]


def texts(notebook: nbformat.NotebookNode) -> list[str]:
    """The plain texts of a notebook's outputs, without addresses of objects and lines of progress, which end empty.

    What a cell prints may come in several parts, by the moment at which the kernel sends it.
    """
    plain: list[str] = []
    for cell in notebook.cells:
        before = None
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            stream = output.get("name")
            if stream is not None and stream == before:
                plain[-1] += text
            else:
                plain.append(text)
            before = stream
    return [re.sub(r"0x[0-9a-f]+", "0x", text) for text in plain if text]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::UserWarning"
)
def test_a_notebook_gives_the_outputs_that_it_carries(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(path.parents[1]))
    carried = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    assert texts(run) == texts(carried)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_a_notebook_carries_a_picture_and_stays_small(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert path.stat().st_size < 400_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_a_notebook_imports_what_its_extra_brings(path: Path) -> None:
    project = tomllib.loads((path.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    extra = [*project["dependencies"], *project["optional-dependencies"]["notebooks"]]
    brought = {re.split(r"[^\w-]", requirement)[0] for requirement in extra} | {"footydata"}
    notebook = nbformat.read(path, as_version=4)
    trees = [
        ast.parse(re.sub(r"^[%!].*$", "", cell.source, flags=re.MULTILINE))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} - sys.stdlib_module_names <= brought


def test_each_of_the_ten_first_things_takes_at_most_five_lines() -> None:
    notebook = nbformat.read(NOTEBOOKS[0].with_name("08_ten_first_things.ipynb"), as_version=4)
    _, *things, _ = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    lengths = [len([line for line in thing.splitlines() if line]) for thing in things]
    assert len(lengths) == 10
    assert max(lengths) <= 5
