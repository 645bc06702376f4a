"""The exceptions of the package: few, of Python's own kinds too, and each of use to a caller."""

import ast
import pickle
from collections import Counter
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import ERRORS

ON_PURPOSE = {
    "LookAhead": "an analyst's own tests expect it of a strategy",
    "TableNotAgreed": "whoever loads a table looks at its reading, and loads it by its map",
    "AnswerTooLarge": "a client asks for fewer rows, or raises its limit",
}
"""The exceptions that are raised at one place and caught nowhere, each with its reason."""


def names_in(node: ast.AST | None) -> set[str]:
    nodes = list(ast.walk(node)) if node else []
    return {each.id for each in nodes if isinstance(each, ast.Name)} | {
        each.attr for each in nodes if isinstance(each, ast.Attribute)
    }


def derived_from(first: str, nodes: list[ast.AST]) -> set[str]:
    """The names of the class and of those below it, without the contract's."""
    bases = {
        node.name: set().union(*map(names_in, node.bases))
        for node in nodes
        if isinstance(node, ast.ClassDef) and node.name != "ApiError"
    }
    found: set[str] = set()
    below = {first}
    while below - found:
        found |= below
        below = {name for name, names in bases.items() if names & found}
    return found


@pytest.mark.slow
def test_an_exception_is_raised_at_several_places_or_caught(trees: dict[Path, ast.Module]) -> None:
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    raised = Counter(name for call in calls for name in names_in(call.func))
    caught = set().union(
        *(names_in(node.type) for node in nodes if isinstance(node, ast.ExceptHandler))
    )
    caught |= {
        name
        for call in calls
        if names_in(call.func) & {"suppress", "isinstance"}
        for name in names_in(call)
    }

    rare = {
        name
        for name in derived_from("FootydataError", nodes)
        if raised[name] < 2 and name not in caught
    }
    assert rare == ON_PURPOSE.keys()


def test_a_bad_argument_is_a_value_error_with_its_parameter() -> None:
    with pytest.raises(ValueError, match="unknown method 'magic'") as caught:
        fd.implied_probabilities([1.95, 1.95], method="magic")

    error = caught.value
    assert isinstance(error, fd.InvalidArgument)
    assert (error.parameter, error.value, error.choices[0]) == ("method", "magic", "multiplicative")


def test_a_bad_argument_survives_a_process() -> None:
    error = pickle.loads(
        pickle.dumps(fd.InvalidArgument("no", parameter="side", value="x", choices=["over"]))
    )

    assert (str(error), error.parameter, error.value, error.choices) == (
        "no",
        "side",
        "x",
        ("over",),
    )


def test_what_is_not_found_is_a_lookup_error() -> None:
    assert issubclass(fd.NotFound, LookupError)


def test_an_error_of_the_contract_is_a_lookup_error_where_its_status_is_404() -> None:
    lookups = {code for code, error in ERRORS.items() if issubclass(error, LookupError)}
    assert lookups == {code for code, error in ERRORS.items() if error.status == 404}
