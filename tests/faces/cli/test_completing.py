"""The shell completes the names of leagues, seasons, teams and referees."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from footydata.faces.cli.completing import Name
from footydata.faces.cli.main import COMMANDS, group
from tests.house.test_commands import leaves_of

NAMED = {"league", "leagues", "season", "seasons", "team", "referee", "from_", "into"}

OF_OTHERS = {"load", "fetch", "pull", "evaluate"}
"""The commands that take codes, new names or ids for leagues too, and so complete none."""


def answered(shell: str, **words: str) -> str:
    """What the program answers to the script of a shell; words: what that puts into the environment."""
    asking = {"_FOOTYDATA_COMPLETE": f"{shell}_complete", **words}
    command = [sys.executable, "-m", "footydata"]
    done = subprocess.run(command, env=os.environ | asking, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def completed(*words: object) -> list[str]:
    """What a shell is offered for the last word."""
    *before, last = map(str, words)
    completion = ShellComplete(group, {}, "footydata", "_FOOTYDATA_COMPLETE")
    return [item.value for item in completion.get_completions(before, last)]


def test_every_option_of_a_name_is_completed() -> None:
    leaves = {leaf: command for name in COMMANDS for leaf, command in leaves_of(name).items() if leaf not in OF_OTHERS}
    options = {(leaf, each) for leaf, command in leaves.items() for each in command.params if each.name in NAMED}
    assert len(options) > 30
    assert {leaf for leaf, each in options if not isinstance(each.type, Name)} == set()


def test_a_league_begins_as_it_is_typed(sample: Path) -> None:
    assert completed("standings", sample, "--league", "cro") == ["Crown League"]
    assert completed("fixtures", sample, "--date", "today", "--league", "Crown L") == ["Crown League"]


def test_a_later_word_may_begin_so_and_comes_after(sample: Path) -> None:
    assert completed("standings", sample, "--league", "l") == [
        *("Lantern Cup", "Liga Sol", "Linden League"),
        *("Crown League", "Esports Volta League (12 mins)", "Sakura League"),
    ]


def test_seasons_and_teams_are_those_of_the_league_before_them(sample: Path) -> None:
    assert completed("standings", sample, "--league", "Sakura", "--season", "") == ["2026", "2025"]
    assert completed("fixtures", sample, "--league", "Linden", "--team", "ein") == ["Eintracht Falkenried"]
    assert completed("fixtures", sample, "--league", "Crown", "--team", "ein") == []


def test_arguments_and_referees_are_names_too(sample: Path) -> None:
    assert completed("teams", "merge", sample, "Kingsv") == ["Kingsvale"]
    assert completed("fixtures", sample, "--referee", "lind") == ["S. Lindqvist"]


def test_figures_and_pages_of_the_guide_are_completed_without_a_database() -> None:
    assert completed("averages", "none.db", "--figure", "cor")[:1] == ["corners"]
    assert completed("averages", "none.db", "--figure", "half_c") == ["half_corners"]
    assert completed("disagreements", "none.db", "--figure", "ki") == ["kickoff"]
    assert completed("guide", "li") == ["lines"]


def test_without_a_database_or_a_league_nothing_is_offered(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database")
    assert completed("standings", tmp_path / "none.db", "--league", "") == []
    assert completed("standings", tmp_path / "notes.txt", "--league", "") == []
    assert completed("standings", "--league", "") == []
    assert completed("fixtures", sample, "--league", "nothing so", "--team", "") == []


@pytest.mark.parametrize(
    ("typed", "offered"), [("cro", r"plain,Crown\ League"), ('"Cro', "plain,Crown League")], ids=["plain", "quoted"]
)
def test_bash_gets_a_name_as_one_word(sample: Path, typed: str, offered: str) -> None:
    words = ["footydata", "standings", str(sample), "--league", typed]
    assert answered("bash", COMP_WORDS="\n".join(words), COMP_CWORD="4") == f"{offered}\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("say", r"Say\ \"hi\"\ \$\'1"),
        ('"say', r"""Say \"hi\" \$'1"""),
        ("'say", r"""Say "hi" $'\''1"""),
    ],
    ids=["plain", "double", "single"],
)
def test_bash_gets_what_has_a_meaning_within_quotes_escaped(
    sample: Path, tmp_path: Path, typed: str, offered: str
) -> None:
    odd = Path(shutil.copy(sample, tmp_path / "odd.db"))
    with closing(sqlite3.connect(odd)) as connection:
        connection.execute("update team set name = ? where id = 2601", ('Say "hi" $\'1',))
        connection.commit()
    words = ["footydata", "fixtures", str(odd), "--team", typed]
    assert answered("bash", COMP_WORDS="\n".join(words), COMP_CWORD="4") == f"plain,{offered}\n"


def test_an_option_with_its_value_in_one_word_is_completed_in_every_shell(sample: Path) -> None:
    line = f"footydata standings {sample} --league=cro"
    parts = f"footydata\nstandings\n{sample}\n--league\n=\ncro"
    assert answered("bash", COMP_WORDS=parts, COMP_CWORD="5") == "plain,Crown\\ League\n"
    assert answered("zsh", COMP_WORDS=line, COMP_CWORD="3") == "plain\n--league=Crown League\n_\n"
    assert answered("fish", COMP_WORDS=line, COMP_CWORD="--league=cro") == "plain,--league=Crown League\n"


def test_the_script_for_fish_leaves_a_comma_in_a_name_alone() -> None:
    from click.shell_completion import get_completion_class

    fish = get_completion_class("fish")
    assert fish is not None
    assert 'string split --max 1 ","' in fish(click.Group(), {}, "footydata", "_FOOTYDATA_COMPLETE").source_template


def test_the_script_for_bash_leaves_a_backslash_alone() -> None:
    from click.shell_completion import get_completion_class

    bash = get_completion_class("bash")
    assert bash is not None
    assert "read -r type value" in bash(click.Group(), {}, "footydata", "_FOOTYDATA_COMPLETE").source_template
