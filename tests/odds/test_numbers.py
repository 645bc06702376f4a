"""Numbers as analysts have them: rows of frames with values that are not known, and what is no number at all."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument

CLOSING = [[1.9, 1.95], [1.5, 2.7]]


def test_what_pandas_does_not_know_is_unknown() -> None:
    row = pd.Series([1.9, pd.NA], dtype="Float64")
    assert np.isnan(fd.implied_probabilities([row[0], row[1]])).all()
    assert np.isnan(fd.overround([[1.9, pd.NA]])).all()
    assert fd.settle_many(
        "corner", line=9.5, side="over", home=[6, pd.NA], away=[6, 5]
    ).outcomes.tolist() == [
        "won",
        "void",
    ]


WRONG: dict[str, tuple[Callable[[], object], type[fd.FootydataError], str]] = {
    "a text for a price": (
        lambda: fd.implied_probabilities(["x", 2.0]),
        fd.InvalidArgument,
        "'x' is not a decimal price",
    ),
    "a ragged list": (
        lambda: fd.overround([[1.9, 2.0], [2.0]]),
        fd.InvalidArgument,
        r"\[1.9, 2.0\] is not a decimal price",
    ),
    "no prices": (lambda: fd.overround(object()), fd.InvalidArgument, "is not a decimal price"),
    "a text for a line": (
        lambda: fd.settle_many("corner", line="x", side="over", home=6, away=4),
        InvalidArgument,
        "'x' is",
    ),
    "a text for a count": (
        lambda: fd.settle_many("corner", line=9.5, side="over", home=["six"], away=4),
        InvalidArgument,
        "'six' is not a count",
    ),
    "a list for a method": (
        lambda: fd.implied_probabilities([1.9, 1.9], method=["shin"]),  # type: ignore[arg-type]  # as asked
        fd.FootydataError,
        r"unknown method \['shin'\]",
    ),
    "one price": (
        lambda: fd.implied_probabilities(1.9),
        fd.InvalidArgument,
        "1.9 is one price; a market has one for",
    ),
    "one price of a margin": (lambda: fd.overround(1.9), fd.InvalidArgument, "1.9 is one price"),
    "one closing price": (
        lambda: fd.closing_line_value(2.0, 1.9, selection=0),
        fd.InvalidArgument,
        "1.9 is one price",
    ),
    "a third of two columns": (
        lambda: fd.closing_line_value([2.0, 2.0], CLOSING, selection=[0, 2]),
        InvalidArgument,
        "2 is not a column of the prices; they are 0 to 1",
    ),
    "a selection too few": (
        lambda: fd.closing_line_value([2.0, 2.0], CLOSING, selection=[0]),
        InvalidArgument,
        "1 selections are named for 2 rows of prices",
    ),
}


@pytest.mark.parametrize(("ask", "error", "said"), WRONG.values(), ids=WRONG)
def test_what_is_no_number_is_named(
    ask: Callable[[], object], error: type[fd.FootydataError], said: str
) -> None:
    with pytest.raises(error, match=said):
        ask()


def test_one_selection_is_that_of_every_bet() -> None:
    one, each = (
        fd.closing_line_value([2.0, 2.5], CLOSING, selection=named) for named in (1, [1, 1])
    )
    assert one.tolist() == each.tolist()
