"""The shell completes words that need no database."""

import pytest
from click.shell_completion import ShellComplete

from footydata.faces.cli.main import group


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("standi", ["standings"]),
        ("averages none.db --figure half_c", ["half_corners"]),
        ("sources none.db --figure ki", ["kickoff"]),
        ("guide li", ["lines"]),
    ],
)
def test_a_word_is_completed_from_its_beginning(line: str, offered: list[str]) -> None:
    *before, last = line.split()
    completion = ShellComplete(group, {}, "footydata", "_FOOTYDATA_COMPLETE")
    assert [item.value for item in completion.get_completions(before, last)][:1] == offered
