"""A count with its word: one row, two rows."""

import pytest

from footydata.football.wording import plural


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (12_345, "12,345 rows")]
)
def test_a_count_has_the_word_of_its_number(count: int, expected: str) -> None:
    assert plural(count, "row") == expected
