"""Nothing is taken from other libraries but what they offer, outside one shim."""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
SHIM = ROOT / "footydata/faces/pages/private_datasette.py"
"""tests/faces/plugin/test_private_datasette.py says when a part of it can go."""

OF_NAMED_TUPLES = {"_asdict", "_fields", "_field_defaults", "_make", "_replace"}
"""What Python documents, though it begins with an underscore."""


def is_private(name: str) -> bool:
    return (
        name.startswith("_")
        and not name.endswith("__")
        and name != "_"
        and name not in OF_NAMED_TUPLES
    )


def own_names(tree: ast.AST) -> Iterator[str]:
    """The names that a module defines: functions, classes, names of its own and of its classes, attributes of self."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name


def names_used(tree: ast.AST) -> Iterator[str]:
    """The names that a module takes from others: attributes, imports, and names in getattr and its kind."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                yield name
            case ast.Import(names=names):
                yield from (part for one in names for part in one.name.split("."))
            case ast.ImportFrom(module=module, names=names):
                yield from (*(module or "").split("."), *(one.name for one in names))
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr"),
                args=[_, ast.Constant(value=name), *_],
            ):
                yield str(name)


def foreign_attributes_set(tree: ast.AST) -> Iterator[str]:
    """The attributes of other libraries' modules and classes that a module sets."""
    foreign = {
        one.asname or one.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        or (isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("footydata"))
        for one in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()) if (
                name in foreign
            ):
                yield f"{name}.{attribute}"


def taken(tree: ast.AST, own: Collection[str] = ()) -> list[str]:
    """The private parts of others that a module takes; own: the names of the package."""
    private = {
        name for name in names_used(tree) if is_private(name) and not name.startswith("_footydata")
    }
    return sorted({*private.difference(own), *foreign_attributes_set(tree)})


def test_no_private_part_of_another_library_is_used_outside_the_shim(
    trees: dict[Path, ast.Module],
) -> None:
    own = {name for tree in trees.values() for name in own_names(tree)}
    used = {
        str(file.relative_to(ROOT)): taken(tree, own)
        for file, tree in trees.items()
        if file != SHIM
    }
    assert {file: names for file, names in used.items() if names} == {}


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import httpx\nhttpx.Client()._transport", "_transport"),
        ("getattr(object(), '_mounts')", "_mounts"),
        ("from httpx._client import HTTPTransport", "_client"),
        ("from datasette import database\ndatabase.sys = None", "database.sys"),
    ],
)
def test_a_private_part_is_recognised(code: str, name: str) -> None:
    assert name in taken(ast.parse(code))
