"""Each clause of the contract has its test, and each citation of a clause leads to one.

The clauses are the numbered lines of the guide's pages; `tests/spec/clauses.csv`, typed by hand, names the tests that
hold each of them.
"""

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

from footydata.guide import TOPICS, page

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
CLAUSE = re.compile(r"^- \*\*(\d+)\.(\d+)\*\* ", re.MULTILINE)
CHAPTER = re.compile(r"^## (\d+) ", re.MULTILINE)
CITED = re.compile(r"\bContract ((?:\d+(?:\.\d+)?(?:, | and |\b))+)")


FOREIGN = re.compile(r"\b(specification|decisions|ANALYTICS|DOORS|PERFORMANCE) \d")
"""Citations of documents that the project does not have."""

Number = tuple[int, int]


def clauses() -> list[Number]:
    """The numbers of all clauses, page by page."""
    return [
        (int(chapter), int(number))
        for topic in TOPICS
        for chapter, number in CLAUSE.findall(page(topic))
    ]


def rows() -> list[tuple[Number, str]]:
    """Clause and test of each row of the table."""
    with (TESTS / "spec" / "clauses.csv").open(encoding="utf-8", newline="") as file:
        return [(_number(row["clause"]), row["test"]) for row in csv.DictReader(file)]


def _number(text: str) -> Number:
    chapter, _, number = text.partition(".")
    return int(chapter), int(number)


def functions_of(path: Path) -> Iterator[str]:
    """The names of the tests of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def modules() -> list[Path]:
    """The modules of the package, of the plugin and of the tests."""
    return [
        path
        for folder in ("footydata", "plugins", "tests")
        for path in (ROOT / folder).rglob("*.py")
    ]


def test_every_clause_has_its_test() -> None:
    assert sorted(set(clauses()) - {clause for clause, _ in rows()}) == []


def test_every_row_names_a_clause_and_a_test() -> None:
    paths = {test.partition("::")[0] for _, test in rows()}
    tests = {
        f"{path}::{name}"
        for path in paths
        if (TESTS / path).exists()
        for name in functions_of(TESTS / path)
    }
    numbers = set(clauses())
    assert [row for row in rows() if row[0] not in numbers or row[1] not in tests] == []


def test_the_table_is_in_the_order_of_the_clauses_and_has_each_row_once() -> None:
    numbers = [clause for clause, _ in rows()]
    assert numbers == sorted(numbers)
    assert len(rows()) == len(set(rows()))


def test_every_clause_has_a_number_of_its_own_below_its_chapter() -> None:
    assert len(clauses()) == len(set(clauses()))
    for topic in TOPICS:
        for part in re.split(r"^(?=## )", page(topic), flags=re.MULTILINE):
            numbers = [(int(chapter), int(number)) for chapter, number in CLAUSE.findall(part)]
            assert {chapter for chapter, _ in numbers} == (
                {int(CHAPTER.findall(part)[0])} if numbers else set()
            )
            assert numbers == sorted(numbers)


def test_the_first_page_lists_every_chapter_with_its_page() -> None:
    (contract,) = [topic for topic in TOPICS if topic.name == "contract"]
    listed = {
        f"{number} {title.strip()}": name or "contract"
        for chapters, name in re.findall(
            r"^\| (\d.*?) \| (?:this one|`footydata guide (\w+)`) \|$", page(contract), re.M
        )
        for number, title in re.findall(r"(\d+) ([^\d]+?)(?:, (?=\d)|$)", chapters)
    }
    written = {
        title: topic.name
        for topic in TOPICS
        for title in re.findall(r"^## (\d+ .+)$", page(topic), re.M)
    }
    assert listed == written


def test_every_clause_and_chapter_that_is_cited_is_there() -> None:
    numbers = {f"{chapter}.{number}" for chapter, number in clauses()} | {
        str(chapter) for chapter, _ in clauses()
    }
    wrong = [
        (path.name, cited)
        for path in modules()
        for text in CITED.findall(path.read_text(encoding="utf-8"))
        for cited in re.findall(r"\d+(?:\.\d+)?", text)
        if cited not in numbers
    ]
    assert wrong == []


def test_no_module_cites_a_document_outside_the_project() -> None:
    assert [
        path.name for path in modules() if FOREIGN.search(path.read_text(encoding="utf-8"))
    ] == []
