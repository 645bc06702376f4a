"""The rules of the house that no linter knows."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "footydata"
MODULES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "plugins").glob("*.py"), *(ROOT / "sample_db").glob("*.py")])
TOP_LEVEL = {"pyproject.toml", "README.md", "footydata", "plugins", "notebooks", "sample_db", "tests"}
NAMELESS = {"utils", "helpers", "common", "base", "manager", "data", "info"}
SQL_ROOMS = ("store", "importing", "queries")
PRINTING_ROOMS = ("cli", "tui")
LONGEST = 40
EXCUSED = re.compile(r"# (?:type: ignore|noqa)(?P<rule>\[[a-z-]+\]|: [A-Z]+\d+)?(?:  # (?P<reason>\w.+))?$")
"""A line that is excused from a check: by which rule, and why."""


def parsed(path: Path) -> ast.Module:
    """The module of a path."""
    return ast.parse(path.read_text(encoding="utf-8"))


def room_of(path: Path) -> str:
    """The room that a module is in: the first folder of the package, else the folder beside it."""
    return path.relative_to(ROOT).parts[1] if path.is_relative_to(PACKAGE) else path.parent.name


def outside(*rooms: str) -> list[Path]:
    """The modules of all other rooms."""
    return [path for path in MODULES if room_of(path) not in rooms]


def _is_module(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def named(path: Path) -> str:
    """How a module is called in a list of tests."""
    return str(path.relative_to(ROOT))


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its signature and docstring apart: those of commands are their help."""
    code = function.body[1:] if ast.get_docstring(function) else function.body
    return (code[-1].end_lineno or 0) - code[0].lineno + 1 if code else 0


def test_the_top_level_is_as_the_user_fixed_it() -> None:
    tracked = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert tracked - {"build", "dist"} - {path for path in tracked if path.endswith((".egg-info", ".db"))} == TOP_LEVEL


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_is_not_much_longer_than_400_lines(path: Path) -> None:
    # 400 is the rule of thumb; nothing is squeezed or split for a line or two, and what passes 450 holds two ideas.
    # The doors of a notebook are one class, however many they are.
    most = 600 if path.name == "database.py" else 450
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_function_is_at_most_40_lines(path: Path) -> None:
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert {node.name: lines_of(node) for node in functions if lines_of(node) > LONGEST} == {}


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_what_is_excused_from_a_check_names_the_rule_and_the_reason(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    excused = [EXCUSED.search(line) or line for line in lines if "# type: ignore" in line or "# noqa" in line]
    assert [line for line in excused if isinstance(line, str) or not all(line.groups())] == []


@pytest.mark.parametrize("path", outside(*PRINTING_ROOMS), ids=named)
def test_the_library_does_not_print(path: Path) -> None:
    calls = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    assert [call.lineno for call in calls if isinstance(call, ast.Name) and call.id == "print"] == []


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_module_reaches_up_to_the_package_itself(path: Path) -> None:
    nodes = list(ast.walk(parsed(path)))
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "footydata"
        for alias in node.names
    ]
    assert "footydata" not in whole
    assert [name for name in parts if not _is_module(name)] == []


def test_no_module_is_named_for_nothing() -> None:
    allowed = {PACKAGE / "cli" / "info.py"}
    assert [path for path in MODULES if path.stem in NAMELESS and path not in allowed] == []


@pytest.mark.parametrize("path", outside(*SQL_ROOMS), ids=named)
def test_no_module_but_the_store_importing_and_the_queries_holds_sql(path: Path) -> None:
    texts = [
        node.value.lstrip().lower()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    words = ("select ", "insert into ", "update ", "delete from ", "create table ")
    assert [
        text for text in texts if text.startswith(words) and (" from " in text or " set " in text or "(" in text)
    ] == []
