"""A count with its word: one row, two rows."""

import pytest

from footydata.football.wording import CountWithWord, plural


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (12_345, "12,345 rows")]
)
def test_a_count_has_the_word_of_its_number(count: int, expected: str) -> None:
    assert plural(count, "row") == expected


def test_a_template_may_name_the_word_of_a_count() -> None:
    assert "{days:day}, {days}, {days:03}".format(days=CountWithWord(1)) == "1 day, 1, 001"
