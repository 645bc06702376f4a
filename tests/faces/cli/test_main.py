"""How commands end: exit codes, one line on stderr, never a traceback."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from footydata.faces.cli.main import COMMANDS, main
from footydata.faces.cli.printing import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    REMOTE_REFUSED,
    WRONG_USAGE,
)
from footydata.football.errors import FootydataError, RemoteRefused
from tests.faces.cli.running import Ended, Run
from tests.rights import footydata_bound


@pytest.fixture
def run(ended: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return ended


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Makes `footydata info` end by an exception."""

    def fail(error: BaseException) -> None:
        @click.command()
        def info() -> None:
            raise error

        # The package has the function under the module's name.
        module = sys.modules["footydata.faces.cli.main"]
        monkeypatch.setattr(module, "import_module", lambda _: SimpleNamespace(info=info))

    return fail


READERS: dict[str, tuple[str, ...]] = {
    "bets": ("DB", "bets.csv"),
    "bookmakers": ("DB",),
    "browse": ("DB",),
    "export": ("DB", "out"),
    "fixture": ("DB", "1"),
    "fixtures": ("DB",),
    "info": ("DB",),
    "lines": ("DB",),
    "serve": ("DB",),
    "standings": ("DB", "--league", "39"),
}
"""The commands that read a database, with what they need besides."""


def command_line(name: str, database: Path) -> list[str]:
    return [name, *(str(database) if part == "DB" else part for part in READERS[name])]


@pytest.fixture(params=sorted(READERS))
def reader(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def no_database(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a file, or none, that is not a football database."""

    def made(kind: str) -> Path:
        path = tmp_path / kind
        if kind == "folder":
            path.mkdir()
        elif kind == "binary":
            path.write_bytes(bytes(range(256)) * 40)
        elif kind == "text":
            path.write_text("Date,HomeTeam,AwayTeam\n", encoding="utf-8")
        elif kind == "of another program":
            connection = sqlite3.connect(path)
            connection.execute("create table song (title text)")
            connection.close()
        return path

    return made


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "missing does not exist; make it with 'footydata load"),
        ("folder", "folder is a folder; name a file, for example"),
        ("binary", "binary is not a SQLite file"),
        ("text", "text is not a SQLite file"),
        ("of another program", "of another program is not a football database"),
    ],
)
def test_what_is_no_database_is_reported_in_one_line(
    run: Run, no_database: Callable[[str], Path], reader: str, kind: str, said: str
) -> None:
    ended = run(*command_line(reader, no_database(kind)))
    assert ended.code == NOT_AS_ASKED
    assert ended.out == ""
    assert ended.errors.startswith("Error: ")
    assert said in ended.errors
    assert ended.errors.count("\n") == 1


@pytest.mark.parametrize("kind", ["folder", "binary", "text", "of another program"])
def test_nothing_is_loaded_into_what_is_no_database(
    run: Run, no_database: Callable[[str], Path], tmp_path: Path, kind: str
) -> None:
    (tmp_path / "E0.csv").write_text("Date,HomeTeam,AwayTeam\n", encoding="utf-8")
    before = no_database(kind)
    content = None if before.is_dir() else before.read_bytes()
    ended = run("load", before, tmp_path / "E0.csv")
    assert (ended.code, ended.out, ended.errors.count("\n")) == (NOT_AS_ASKED, "", 1)
    assert content is None or before.read_bytes() == content


def test_a_mistyped_path_leaves_no_database_behind(run: Run, tmp_path: Path) -> None:
    ended = run("load", tmp_path / "new.db", "E0.cvs")
    assert (ended.code, ended.errors) == (NOT_AS_ASKED, "Error: E0.cvs does not exist\n")
    assert not (tmp_path / "new.db").exists()


def test_a_database_in_no_folder_is_reported_with_the_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "E0.csv").write_text("Date,HomeTeam,AwayTeam\n", encoding="utf-8")
    ended = run("load", "nowhere/new.db", "E0.csv")
    assert (ended.code, ended.errors) == (
        NOT_AS_ASKED,
        "Error: nowhere/new.db can't be made: there is no folder nowhere\n",
    )


def test_a_key_for_a_database_to_come_is_made_with_a_remark(run: Run) -> None:
    ended = run("keys", "create", "later.db")
    assert ended.code == DONE
    assert ended.errors.startswith("later.db does not exist yet")
    assert ended.out.startswith("fd_")


def test_no_key_is_made_for_what_is_no_database(
    run: Run, no_database: Callable[[str], Path], tmp_path: Path
) -> None:
    ended = run("keys", "create", no_database("binary"))
    assert (ended.code, ended.out) == (NOT_AS_ASKED, "")
    assert not (tmp_path / "binary.accounts").exists()


def test_browsing_without_a_terminal_names_what_to_do(run: Run, sample: Path) -> None:
    ended = run("browse", sample)
    assert ended.code == NOT_AS_ASKED
    assert "browse needs a terminal" in ended.errors


def test_no_command_shows_what_there_is(run: Run) -> None:
    ended = run()
    assert ended.code == WRONG_USAGE
    assert all(f"  {name} " in ended.out + ended.errors for name in COMMANDS)


def test_help_lists_the_commands_in_six_groups_on_one_screen(run: Run) -> None:
    lines = run("--help").out.splitlines()
    heads = [
        line.removesuffix(":") for line in lines if line.endswith(":") and not line.startswith(" ")
    ]
    assert heads == ["Start", "Fill", "Look", "Outlook", "Decide", "Service"]
    assert [
        line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in COMMANDS
    ] == [*COMMANDS]
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80


def test_an_unknown_command_is_wrong_usage_and_has_a_suggestion(run: Run) -> None:
    ended = run("standing", "football.db")
    assert ended.code == WRONG_USAGE
    assert "There is no command 'standing'; did you mean 'standings'?" in ended.errors


def test_an_unknown_command_like_no_other_is_wrong_usage(run: Run) -> None:
    ended = run("qqq")
    assert ended.code == WRONG_USAGE
    assert "No such command 'qqq'" in ended.errors


def test_a_missing_option_is_asked_for_by_its_name(run: Run) -> None:
    ended = run("standings", "football.db", "E0")
    assert ended.code == 2
    assert (
        "Error: Missing option '--league'. Write it with its name: --league LEAGUE\n"
        in ended.errors
    )
    assert "Missing option '--market'. Write it with" in run("evaluate", "football.db").errors
    assert "Missing argument 'DB'." in run("standings").errors


def test_an_unknown_option_is_wrong_usage(run: Run) -> None:
    ended = run("info", "football.db", "--verbose")
    assert ended.code == WRONG_USAGE
    assert "--verbose" in ended.errors


def test_an_option_that_another_way_answers_names_that_way(run: Run) -> None:
    assert "--start, --end" in run("evaluate", "football.db", "--season", "25/26").errors
    assert "standings and averages" in run("fixtures", "football.db", "--venue", "home").errors


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("fixtures", "DB"), "--date"),
        (("fixtures", "DB"), "--start"),
        (("fixtures", "DB", "--where", "corners > 9"), "--end"),
        (("standings", "DB", "--league", "39"), "--season"),
        (("fixture", "DB", "881023"), "--bookmaker"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_an_empty_value_is_not_taken_for_none(
    run: Run, sample: Path, command: tuple[str, ...], option: str
) -> None:
    ended = run(*(sample if word == "DB" else word for word in command), option, "")
    assert (ended.code, ended.out) == (WRONG_USAGE, "")
    assert (
        f"Invalid value for '{option}': it is empty; give a value, or leave it out" in ended.errors
    )


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("fixtures", "DB"), "--date"),
        (("fixtures", "DB"), "--start"),
        (("fixtures", "DB", "--where", "corners > 9"), "--end"),
        (("lines", "DB"), "--date"),
        (("replay", "DB"), "--date"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_day_that_is_none_is_reported_with_its_option(
    run: Run, sample: Path, command: tuple[str, ...], option: str
) -> None:
    ended = run(*(sample if word == "DB" else word for word in command), option, "2026-02-29")
    assert ended.code == WRONG_USAGE
    assert (
        f"Invalid value for '{option}': '2026-02-29' is not a date; write 2026-03-14"
        in ended.errors
    )


def test_help_and_version_are_done(run: Run) -> None:
    assert run("--version").out.startswith("footydata, version ")
    assert run("--help").code == DONE
    assert run("info", "-h").code == DONE


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            FootydataError("the data are not as asked"),
            NOT_AS_ASKED,
            "Error: the data are not as asked\n",
        ),
        (sqlite3.OperationalError("disk I/O error"), NOT_AS_ASKED, "Error: disk I/O error\n"),
        (
            PermissionError(13, "Permission denied", "out"),
            NOT_AS_ASKED,
            "Error: out: Permission denied\n",
        ),
        (OSError(28, "No space left on device"), NOT_AS_ASKED, "Error: No space left on device\n"),
        (RemoteRefused("the key has expired"), REMOTE_REFUSED, "Error: the key has expired\n"),
    ],
    ids=["footydata", "sqlite", "permission", "full disk", "remote"],
)
def test_an_error_is_one_line_and_a_code(
    run: Run, failing: Callable[[BaseException], None], error: Exception, code: int, said: str
) -> None:
    failing(error)
    assert run("info") == Ended(code, "", said)


def test_an_interrupt_says_what_is_kept(run: Run, failing: Callable[[BaseException], None]) -> None:
    failing(KeyboardInterrupt())
    ended = run("info")
    assert ended.code == INTERRUPTED
    assert ended.errors.strip() == "Interrupted; everything that was committed is stored."


INTERRUPTED_IMPORT = """
import sys

class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from footydata.__main__ import main
main()
"""


def test_an_interrupt_while_the_program_is_imported_shows_no_traceback() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (INTERRUPTED, "")
    assert ended.stderr == "Interrupted; nothing was begun.\n"


RARELY_COLLECTED = """
import gc, sys
from footydata.__main__ import main
sys.argv = ["footydata", "--version"]
try:
    main()
finally:
    print(gc.get_threshold()[0])
"""


def test_the_program_collects_garbage_less_often() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", RARELY_COLLECTED], capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines()[-1] == "10000"


def test_what_nobody_foresaw_keeps_its_traceback(failing: Callable[[BaseException], None]) -> None:
    failing(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["info"])


def test_a_reader_that_wants_no_more_is_no_error(sample: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "footydata",
        "fixtures",
        str(sample),
        "--start",
        "2000-01-01",
        "--format",
        "json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"[\n"
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(timeout=30) == DONE
    assert b"Traceback" not in errors
    assert b"BrokenPipe" not in errors


def test_a_read_only_folder_is_read_and_left_as_it_is(
    run: Run, sample: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    database = Path(shutil.copy(sample, folder / "football.db"))
    database.chmod(0o444)
    folder.chmod(0o555)
    try:
        ended = without_root("info", database)
        written = without_root("load", database, database)
    finally:
        folder.chmod(0o755)
    assert (ended.code, ended.errors) == (DONE, "")
    assert "schema version" in ended.out
    assert written.code == NOT_AS_ASKED
    assert written.errors.count("\n") == 1
    assert [path.name for path in folder.iterdir()] == ["football.db"]


def without_root(*arguments: object) -> Ended:
    """A command in a process of its own that obeys the modes of files, as root's does not."""
    done = footydata_bound(*arguments)
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing option '--base-url' (env var: 'FOOTYDATA_BASE_URL')"),
        (
            ("--base-url", "http://127.0.0.1:1/v1"),
            "Missing option '--api-key' (env var: 'FOOTYDATA_API_KEY')",
        ),
    ],
    ids=["service", "key"],
)
def test_a_pull_without_its_service_or_key_is_wrong_usage(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.delenv("FOOTYDATA_BASE_URL", raising=False)
    monkeypatch.delenv("FOOTYDATA_API_KEY", raising=False)
    ended = run("pull", tmp_path / "mirror.db", *arguments)
    assert ended.code == WRONG_USAGE
    assert said in ended.errors
    assert not (tmp_path / "mirror.db").exists()
