"""footydata guide: a list, a page, drawn on a terminal and plain into a pipe."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.guide import TOPICS, page, topic_named


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it into a pipe."""
    command = [sys.executable, "-m", "footydata", "guide", *args]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def drawn(*args: str, **environment: str) -> str:
    """What the command writes on a terminal of 24 lines; its pager is `cat`."""
    command = [sys.executable, "-m", "footydata", "guide", *args]
    ours, theirs = pty.openpty()
    given = {
        **os.environ,
        "TERM": "xterm",
        "COLUMNS": "80",
        "LINES": "24",
        "PAGER": "cat",
        **environment,
    }
    given.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=given)
    os.close(theirs)
    parts: list[bytes] = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:  # Linux says so where the other side has closed
        pass
    os.close(ours)
    assert process.wait(30) == 0
    return b"".join(parts).decode()


def test_without_a_topic_every_page_is_listed_with_a_line() -> None:
    done = run()
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        topic.name for topic in TOPICS
    ]
    assert all(topic.line in done.stdout for topic in TOPICS)


def test_into_a_pipe_a_page_is_its_markdown() -> None:
    assert run("plans").stdout == page(topic_named("plans"))


def test_a_topic_is_found_whatever_its_case(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["guide", "Plans"])
    assert (ended.value.code, capsys.readouterr().out) == (0, page(topic_named("plans")))


def test_a_wrong_topic_is_wrong_usage_and_names_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["guide", "collumns"])
    assert ended.value.code == 2
    assert "the guide has no page 'collumns'; did you mean columns" in capsys.readouterr().err


def test_on_a_terminal_a_page_is_drawn_through_the_pager(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; cat\n")
    pager.chmod(0o755)
    shown = drawn("plans", PAGER=str(pager))
    assert "PAGED" in shown
    assert "|---|" not in shown
    assert "Ultra" in shown


def test_on_a_terminal_without_colour_a_page_is_its_markdown() -> None:
    shown = drawn("plans", NO_COLOR="1").replace("\r\n", "\n")
    assert "\x1b" not in shown
    assert "| Ultra | 40 in 60 s |" in shown
