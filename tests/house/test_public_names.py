"""The public names of the package: documented, the same to people and to type checkers."""

import ast
from collections.abc import Callable
from inspect import isfunction
from pathlib import Path

import pytest

import footydata as fd
from footydata import spark
from footydata.football import errors

SOURCE = Path(fd.__file__)


def names_told_to_type_checkers(source: Path = SOURCE) -> set[str]:
    """The names under `if TYPE_CHECKING:`."""
    guarded = [
        node
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.If)
    ]
    imports = [node for block in guarded for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in imports for alias in node.names}


def test_type_checkers_see_every_public_name_and_no_other() -> None:
    # `from footydata import *` is not to load pictures or models.
    assert names_told_to_type_checkers() == {*fd.__all__, "forecast", "plots"}


def test_type_checkers_see_every_name_of_fd_forecast_and_no_other() -> None:
    assert names_told_to_type_checkers(SOURCE.parent / "forecast" / "__init__.py") == set(
        fd.forecast.__all__
    )


def test_every_name_of_fd_forecast_is_there() -> None:
    assert [name for name in fd.forecast.__all__ if not hasattr(fd.forecast, name)] == []


def test_every_public_name_says_what_it_is() -> None:
    assert [name for name in fd.__all__ if not (getattr(fd, name).__doc__ or "").strip()] == []


def test_every_error_of_the_contract_is_public() -> None:
    found = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert found <= set(fd.__all__)


def test_every_public_exception_is_a_footydata_error() -> None:
    raised = [getattr(fd, name) for name in fd.__all__ if isinstance(getattr(fd, name), type)]
    strange = [
        one
        for one in raised
        if issubclass(one, Exception) and not issubclass(one, (fd.FootydataError, Warning))
    ]
    assert strange == []


FUNCTIONS = [
    function
    for module in (fd, fd.forecast, fd.plots, spark)
    for name in getattr(module, "__all__", ("standings", "settle", "lines", "evaluate"))
    if isfunction(function := getattr(module, name))
]


@pytest.mark.parametrize(
    "function", FUNCTIONS, ids=lambda function: f"{function.__module__}.{function.__name__}"
)
def test_a_public_function_names_the_arguments_that_it_has(function: Callable[..., object]) -> None:
    with pytest.raises(
        TypeError,
        match=rf"^{function.__name__}\(\) got an unexpected keyword .* 'no'; (there are|did)",
    ):
        function(no=1)


def test_what_is_completed_is_public() -> None:
    assert {*dir(fd)} == {*fd.__all__, "forecast", "plots", "__version__"}


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'footydata' has no attribute 'Databse'"):
        fd.Databse  # noqa: B018  # the look-up is what is tested
