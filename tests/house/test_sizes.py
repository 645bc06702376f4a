"""The package grows no further: no room has more tokens, nor the package more modules, than `sizes.csv` says.

Tokens are counted without docstrings, comments and imports, so that neither longer lines nor fewer words make a room
smaller. A room that has become smaller gets a smaller number, in the commit that made it so.
"""

import ast
import csv
import io
import tokenize
from collections import Counter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "footydata"
ROOMS = (
    ("faces/cli", "cli"),
    ("faces/tui", "terminal"),
    ("faces/drawing", "terminal"),
    ("faces/reading", "terminal"),
    ("faces/zone.py", "terminal"),
    ("faces/pages", "pages"),
    ("faces/agents", "agents"),
    ("faces/", "other"),
    ("football/", "football"),
    ("rules/", "rules"),
    ("odds/", "odds"),
    ("sources/", "sources"),
    ("store/", "store"),
    ("ingest/", "ingest"),
    ("forecast/", "forecast"),
    ("evaluation", "forecast"),
    ("backtesting", "forecast"),
    ("service/", "service"),
    ("views/", "views"),
    ("frames/", "frames"),
    ("database", "frames"),
    ("spark", "spark"),
    ("grouped", "spark"),
    ("", "other"),
)
"""How the path of a module begins, and its room; the first that fits."""

UNCOUNTED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def tokens_of(text: str) -> int:
    """The tokens of a module without its docstrings, comments and imports."""
    documents, imports = set(), set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                documents.add((node.lineno, node.col_offset))
            case ast.Import() | ast.ImportFrom():
                imports.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(
        token.type not in UNCOUNTED
        and token.start[0] not in imports
        and token.start not in documents
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
    )


def sizes() -> tuple[Counter[str], int]:
    """The tokens of each room, and the modules of the package."""
    tokens: Counter[str] = Counter()
    modules = sorted(PACKAGE.rglob("*.py"))
    for path in modules:
        place = path.relative_to(PACKAGE).as_posix()
        room = next(room for start, room in ROOMS if place.startswith(start))
        tokens[room] += tokens_of(path.read_text(encoding="utf-8"))
    return tokens, len(modules)


def test_what_is_counted_is_code_alone() -> None:
    assert tokens_of('"""A module."""\n\nimport csv\n\n# Why.\nONE = 1\n') == 3


@pytest.mark.slow
def test_no_room_outgrows_its_number() -> None:
    with (Path(__file__).parent / "sizes.csv").open(encoding="utf-8", newline="") as file:
        most = {row["room"]: row for row in csv.DictReader(file)}
    tokens, modules = sizes()
    tokens["all"] = tokens.total()
    assert {
        room: count for room, count in tokens.items() if count > int(most[room]["tokens"])
    } == {}
    assert modules <= int(most["all"]["modules"])
