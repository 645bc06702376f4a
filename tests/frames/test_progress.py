"""The line of progress of Python and of commands."""

import io
import sys
from types import SimpleNamespace

import pytest

from footydata.frames.progress import WIDTH, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("seconds", "is_shown"), [(0.5, False), (1.5, True)])
def test_it_is_shown_where_it_takes_over_a_second(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_shown: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    moments = iter((0.0, seconds))
    with Progress(clock=lambda: next(moments)) as progress:
        progress.of(1, 4, "E0.csv")
    assert ("25 % E0.csv" in terminal.getvalue()) is is_shown
    assert terminal.getvalue().endswith("\r\033[K") is is_shown


def test_a_text_is_cut_where_it_would_wrap_and_steers_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    Progress(clock=iter((0.0, 2.0)).__next__).show("\x1b" + "a" * 200)
    assert terminal.getvalue() == "\r\033[K\\x1b" + "a" * (WIDTH - 1)


def test_quiet_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with Progress(quiet=True, clock=iter((0.0, 9.0)).__next__) as progress:
        progress.show("E0.csv")
    assert terminal.getvalue() == ""


def test_a_log_gets_a_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", log := io.StringIO())
    with Progress(clock=iter((0.0, 9.0, 61.0, 70.0, 122.0)).__next__) as progress:
        for name in ("E0.csv", "E1.csv", "E2.csv", "E3.csv"):
            progress.show(name)
    assert log.getvalue() == "E1.csv\nE3.csv\n"


def test_a_notebook_shows_one_output_and_leaves_it_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def display(data: dict[str, str], **_: bool) -> SimpleNamespace:
        shown.append(data["text/plain"])
        return SimpleNamespace(update=display)

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    moments = iter((0.0, 2.0, 3.0))
    with Progress(clock=lambda: next(moments)) as progress:
        progress.of(1, 4, "E0.csv")
        progress.of(2, 4, "E1.csv")
    assert shown == ["25 % E0.csv", "50 % E1.csv", ""]
