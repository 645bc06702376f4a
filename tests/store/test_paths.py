"""Paths of databases and accounts: which are accepted, how they are found, and what is left beside them."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_read_only
from tests.new_databases import new_database
from tests.store.conftest import run
from tests.two_processes import journals_in

NO_FILES = (":memory:", "file:x?mode=memory", "file::memory:?cache=shared", "file:football.db")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one."""
    path = tmp_path / "folder"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def database(folder: Path) -> Path:
    return new_database(folder / "football.db")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", NO_FILES)
@pytest.mark.parametrize(
    "command", ["load", "fixtures", "serve", "keys create", "browse", "deductions"]
)
def test_path_that_is_not_a_file_is_refused_in_one_line(
    command: str, name: str, folder: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command.split(), name, *([season] if command == "load" else [])]
    assert run(*words) == 1
    printed = capsys.readouterr()
    assert printed.err == (
        f"Error: {name} names no file, and what is written there would be gone; name a file: football.db\n"
    )
    assert (printed.out, list(folder.iterdir())) == ("", [])


@pytest.mark.parametrize("name", NO_FILES)
def test_accounts_path_that_is_not_a_file_is_refused(
    name: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("keys", "create", database, "--accounts", name) == 1
    printed = capsys.readouterr()
    assert f"{name} names no file" in printed.err
    assert (printed.out, list(database.parent.iterdir())) == ("", [database])


def test_notebook_path_that_is_not_a_file_is_refused(folder: Path) -> None:
    with pytest.raises(fd.DatabaseError, match="names no file"):
        fd.Database(":memory:")


def test_file_names_with_uri_characters_are_ordinary_files(folder: Path, season: Path) -> None:
    for name in ("a?mode=memory", "b#c", "d%20e.db", "ü.db"):
        assert run("load", folder / name, season) == 0
        with closing(open_read_only(folder / name)) as connection:
            assert connection.execute("select count(*) from fixture").fetchone() == (1,)
    assert sorted(path.name for path in folder.iterdir()) == [
        "a?mode=memory",
        "b#c",
        "d%20e.db",
        "ü.db",
    ]


@pytest.fixture
def patience() -> Iterator[None]:
    """Ends a test that waits for a pipe."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def make(kind: str, path: Path) -> Path:
    """Something that is not a file."""
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/zero")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    else:
        path.symlink_to(path)
    return path


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("kind", ["a pipe", "a device", "a folder", "a socket", "a symbolic link"])
def test_option_that_is_not_a_file_is_refused_in_one_line(
    kind: str, database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = make(kind, database.parent / "odd")
    doors: list[tuple[object, ...]] = [
        ("load", odd, season),
        ("load", database, season, "--report", odd),
        ("fetch", database, "football-data", "--league", "BRA", "--report", odd),
        ("demo", "--no-serve", "--path", odd),
        ("bets", database, odd),
        ("deductions", database, odd),
        ("keys", "create", database, "--accounts", odd),
    ]
    doors += [
        (command, odd)
        for command in ("info", "fixtures", "serve", "browse", "check", "teams", "export")
    ]
    doors += [("keys", "list", odd), ("keys", "revoke", odd, "fd_12345")]
    for words in doors:
        more = [database.parent / "out"] if words[0] == "export" else []
        assert run(*words, *more) in (1, 2), words
        printed = capsys.readouterr()
        errors = [line for line in printed.err.splitlines() if line.startswith("Error: ")]
        assert (len(errors), "odd" in errors[0], printed.out) == (1, True, ""), words
    assert fd.Database(database).fixtures().empty


def test_report_replaces_only_an_earlier_report(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("load", database, season, "--report", season) == 2
    assert "is there already and is not a report" in capsys.readouterr().err
    assert season.read_text().startswith("Div,")
    for _ in range(2):
        assert run("load", database, season, "--report", database.parent / "refused.csv") == 0


def test_unwritable_report_is_refused_before_the_load(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("load", database, season, "--report", database.parent / "no" / "refused.csv") == 1
    assert "can't be written: No such file or directory" in capsys.readouterr().err
    assert fd.Database(database).fixtures().empty


def test_empty_path_is_refused(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (
        ("info", ""),
        ("keys", "list", ""),
        ("keys", "list", "/"),
        ("load", database, season, "--report="),
    ):
        assert run(*words) in (1, 2)
        assert "Error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("keys", "create", "{db}", "--name", "\udcff"),
        ("fixtures", "{db}", "--league", "\udcff"),
        ("standings", "{db}", "--league", "x", "--season", "\udcff"),
        ("teams", "alias", "{db}", "1", "\udcff"),
        ("fetch", "{db}", "football-data", "--league", "BRA", "--base-url", "http://\udcff"),
        ("fixtures", "{db}", "--where", "\udcff"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_option_that_is_not_text_is_refused(
    words: tuple[str, ...], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(word.format(db=database) for word in words)) == 2
    assert "has characters that are not text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("fetch", "{db}", "football-data", "--league", "BRA", "--base-url", "http://["),
            "is not an address",
        ),
        (
            (
                "fetch",
                "{db}",
                "football-data",
                "--league",
                "BRA",
                "--base-url",
                "file:///etc/passwd",
            ),
            "is not an address",
        ),
        (
            (
                "pull",
                "{db}",
                "--base-url",
                "http://127.0.0.1:9/v1",
                "--api-key",
                "k",
                "--timeout",
                "nan",
            ),
            "timeout nan is not usable",
        ),
    ],
    ids=["half an address", "a file", "no seconds"],
)
def test_impossible_option_is_refused_before_any_request(
    words: tuple[str, ...], said: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(word.format(db=database) for word in words)) == 2
    assert said in capsys.readouterr().err


def test_keys_created_through_a_link_are_valid_for_the_real_path(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(database)
    assert run("keys", "create", link, "--plan", "ultra") == 0
    key = capsys.readouterr().out.strip()
    with closing(Accounts.open(accounts_path(database))) as accounts:
        assert accounts.identify(key.encode(), 0).plan.name == "ultra"
    assert [path.name for path in link.parent.iterdir()] == ["link.db"]
    assert run("keys", "list", link) == 0
    assert key[:12] in capsys.readouterr().out


def test_keys_created_through_a_chain_of_links_are_valid(database: Path, tmp_path: Path) -> None:
    (tmp_path / "one.db").symlink_to(database)
    (tmp_path / "two.db").symlink_to(tmp_path / "one.db")
    (tmp_path / "linked").symlink_to(database.parent)
    for path in (tmp_path / "two.db", tmp_path / "linked" / "football.db"):
        assert accounts_path(path).resolve() == database.with_suffix(".accounts")


@pytest.mark.parametrize("name", ["football.accounts", "keys.db", "keys", "ключи.txt"])
@pytest.mark.parametrize("umask", [0o000, 0o022], ids=["umask 000", "umask 022"])
def test_accounts_file_is_readable_only_by_its_owner(database: Path, name: str, umask: int) -> None:
    path = database.parent / name
    before = os.umask(umask)
    try:
        assert run("keys", "create", database, "--accounts", path) == 0
    finally:
        os.umask(before)
    assert mode_of(path) == 0o600


def test_existing_empty_accounts_file_is_restricted_to_its_owner(database: Path) -> None:
    path = database.parent / "keys"
    path.touch(0o644)
    path.chmod(0o644)
    with closing(Accounts.open(path)) as accounts:
        accounts.rows()
        beside = [each for each in database.parent.iterdir() if each.name.startswith("keys")]
        assert {each.name: mode_of(each) for each in beside} == dict.fromkeys(
            ("keys", "keys-wal", "keys-shm"), 0o600
        )


def test_accounts_file_readable_by_others_is_restricted_again(database: Path) -> None:
    path = accounts_path(database)
    holder = Accounts.open(path)
    assert run("keys", "create", database) == 0
    with closing(Accounts.open(path)) as held:
        held.rows()
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            each.chmod(0o644)
        with closing(Accounts.open(path)) as accounts:
            accounts.rows()
            assert {mode_of(each) for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm"))} == {
                0o600
            }
    holder.close()


def test_accounts_behind_a_dangling_link_are_created_at_its_target(
    database: Path, tmp_path: Path
) -> None:
    link, real = database.parent / "football.accounts", tmp_path / "real.accounts"
    link.symlink_to(real)
    assert run("keys", "create", database) == 0
    assert (mode_of(real), link.is_symlink()) == (0o600, True)


@pytest.mark.parametrize("content", ["text", "football"])
def test_file_of_another_kind_keeps_its_permissions(database: Path, content: str) -> None:
    path = database.parent / "other"
    path.write_text("notes " * 99) if content == "text" else shutil.copy(database, path)
    path.chmod(0o644)
    assert run("keys", "create", database, "--accounts", path) == 1
    assert mode_of(path) == 0o644


@pytest.mark.parametrize(
    "words",
    [
        ("fixtures",),
        ("info",),
        ("check",),
        ("teams",),
        ("keys", "create"),
        ("keys", "list"),
        ("bookmakers",),
        ("export",),
        ("load",),
        ("lines",),
    ],
    ids=" ".join,
)
def test_command_leaves_no_journal(
    database: Path, season: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    more = {"load": [season], "export": [tmp_path / "out"]}.get(words[0], [])
    run(*words, database, *more)
    assert journals_in(database.parent) == []


CRASH = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("insert into country values ('XX', 'Written last', 'country')")
connection.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("command", ["info", "check", "teams"])
def test_journal_of_a_crash_is_written_back_and_deleted(database: Path, command: str) -> None:
    crashed = subprocess.run([sys.executable, "-c", CRASH, str(database)], check=False)
    assert (crashed.returncode, len(journals_in(database.parent))) == (-signal.SIGKILL, 2)
    run(command, database)
    assert journals_in(database.parent) == []
    with closing(open_read_only(database)) as connection:
        assert connection.execute("select name from country").fetchall() == [("Written last",)]


def test_journal_stays_while_another_process_reads(database: Path) -> None:
    with closing(open_read_only(database)) as reader:
        reader.execute("select count(*) from fixture").fetchone()
        assert run("info", database) == 0
        assert len(journals_in(database.parent)) == 2
    assert journals_in(database.parent) == []
