"""Every rule sentence of the specification and of the decisions is held by a test that names it.

A test names sentences by `@pytest.mark.sentence("spec-4.16", "dec-2.36..38")`; sentences.csv lists them with the room
that keeps each. `remark` ones are no rules; every other must be named as soon as its room is built.
"""

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SPEC = Path(__file__).parent
TESTS = SPEC.parent
ROOMS = {"api", "accounts", "client", "docs", "dumps", "loading", "mirroring", "rules", "serving", "standings"}
NO_RULES = {"remark"}


def sentences() -> dict[str, str]:
    """Id → room."""
    with (SPEC / "sentences.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["room"] for row in csv.DictReader(file)}


def named_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    # Most files name none, and parsing is what takes the time.
    for node in ast.walk(ast.parse(text)) if "sentence(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sentence":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}:{node.lineno} names a sentence by no literal"
                yield from spelled_out(str(argument.value))


def spelled_out(name: str) -> Iterator[str]:
    """spec-2.3..5 is spec-2.3, spec-2.4 and spec-2.5."""
    first, _, last = name.partition("..")
    part, _, number = first.rpartition(".")
    for each in range(int(number), int(last or number) + 1):
        yield f"{part}.{each}"


@cache
def all_named() -> dict[str, list[str]]:
    """Sentence → the files that name it."""
    named: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for sentence in named_in(path):
            named.setdefault(sentence, []).append(path.name)
    return named


def test_each_sentence_of_a_room_that_stands_is_named_by_a_test() -> None:
    named = all_named()
    assert [sentence for sentence, room in sentences().items() if room in ROOMS and sentence not in named] == []


def test_each_named_sentence_exists() -> None:
    # A range may span rows that are no rules and so have no line.
    listed = sentences()
    parts = {sentence.rpartition(".")[0] for sentence in listed}
    highest = {
        part: max(int(sentence.rpartition(".")[2]) for sentence in listed if sentence.rpartition(".")[0] == part)
        for part in parts
    }
    wrong = [name for name in all_named() if int(name.rpartition(".")[2]) > highest.get(name.rpartition(".")[0], -1)]
    assert wrong == []


def test_each_sentence_belongs_to_a_room() -> None:
    assert set(sentences().values()) == ROOMS | NO_RULES


def test_sentence_ids_stand_once() -> None:
    with (SPEC / "sentences.csv").open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("name", "ids"),
    [("spec-2.3", ["spec-2.3"]), ("dec-2.36..38", ["dec-2.36", "dec-2.37", "dec-2.38"])],
)
def test_a_range_names_its_sentences(name: str, ids: list[str]) -> None:
    assert list(spelled_out(name)) == ids
