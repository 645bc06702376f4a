"""A class name stands once in the package, so that it says which class is meant."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "footydata"


@pytest.mark.slow
def test_a_class_name_stands_once(trees: dict[Path, ast.Module]) -> None:
    where = defaultdict(list)
    for path in (path for path in trees if path.is_relative_to(PACKAGE)):
        for node in trees[path].body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].append(str(path.relative_to(PACKAGE)))
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}
