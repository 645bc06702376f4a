"""What the README shows: commands run on the sample at a fixed moment, and the list of the guide's pages.

Used by the cog blocks of README.md and the guide: `tests.house.renew` writes them anew.
The same clock, the same files and no terminal everywhere, so that every machine prints the same.
"""

import code
import contextlib
import functools
import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from footydata.faces.cli.main import _run
from footydata.guide import TOPICS

NOW = 1_773_502_200
"""14 March 2026, 15:30 UTC."""

FILES: dict[str, tuple[str, ...]] = {
    "bets.csv": (
        "date,home,away,market,line,side,price,stake",
        "2026-03-14,Eastholt Rangers,Northfell United,corner,10.25,under,1.90,10",
        "2026-03-14,Torrelunas,Deportivo Albarena,goalline,2.25,over,2.02,10",
        "2026-03-14,Gadsmoor,Thistleford,1x2,,home,1.80,10",
    ),
    "E0.csv": (
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HC,AC",
        "E0,16/08/2024,20:00,Man United,Fulham,1,0,H,0,0,7,8",
        "E0,17/08/2024,12:30,Ipswich,Liverpool,0,2,A,0,0,2,10",
        "E0,31/02/2025,15:00,Arsenal,Everton,2,2,D,1,1,5,5",
        "E0,17/08/2024,15:00,Everton,Brighton,0,x,A,0,1,1,5",
    ),
}
"""The files that are shown, and read by the commands and the Python of README and guide."""

STATEMENTS = (
    "import footydata as fd",
    'db = fd.Database("sample.db")',
    'table = db.standings("Crown League", type="corner", venue="home", at="2026-01-01")',
    'table[["position", "team", "played", "total_for", "total_against", "points"]].head(4)',
    'live = db.fixtures(status="live", league="Crown League")',
    'live[["home", "home_goals", "away_goals", "away"]].head(3)',
    'fd.settle("corner", line=10.25, side="over", home=6, away=4).outcome.value',
    'fd.implied_probabilities([1.80, 2.10], method="shin").round(4)',
)
"""What the README types into the interpreter."""

SPEED = re.compile(r" \([\d.]+ s(, [\d,]+ rows/s)?\)")
"""How long a load took: the one thing that every run tells otherwise."""

_folder = Path(tempfile.mkdtemp())


def shown(command: str, *, lines: int | None = None) -> None:
    """Print a shell block: the command and what it prints, cut after `lines` lines."""
    printed = SPEED.sub("", run(command)).rstrip("\n").splitlines()
    kept = printed if lines is None or len(printed) <= lines else [*printed[:lines], "…"]
    _print("```console", f"$ {command}", *kept, "```")


def mirrored(command: str) -> None:
    """Print a shell block of a command that asks a service: the sample's own, in this process."""
    import httpx

    from footydata.service.client.embedded import embed

    with on_the_sample():
        transport = embed("sample.db", clock=lambda: float(NOW), limits=True)
    client = functools.partial(httpx.Client, transport=transport)
    asked = mock.patch("footydata.service.client.http.httpx.Client", lambda *, transport, **rest: client(**rest))
    with asked, mock.patch.dict(os.environ, {"FOOTYDATA_API_KEY": transport.key}):
        shown(command)


def file(name: str) -> None:
    """Put a file of FILES beside the sample, and print it."""
    write(name, _folder)
    _print("```csv", *FILES[name], "```")


def write(name: str, folder: Path) -> None:
    """Write a file of FILES into a folder."""
    (folder / name).write_text("\n".join([*FILES[name], ""]), encoding="utf-8")


def session() -> None:
    """Print STATEMENTS with what they give, as the interactive interpreter shows them."""
    import pandas as pd

    with on_the_sample(), pd.option_context("display.width", 110, "display.max_columns", 12):
        console = code.InteractiveConsole({})
        shown = []
        for statement in STATEMENTS:
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                console.push(statement)
            shown += [f">>> {statement}", *map(str.rstrip, out.getvalue().rstrip("\n").splitlines())]
        console.push("db.close()")
    _print("```pycon", *shown, "```")


def topics() -> None:
    """Print the rows of the guide's pages."""
    _print(*(f"| [{topic.name}](footydata/guide/{topic.name}.md) | {topic.line} |" for topic in TOPICS))


def run(command: str) -> str:
    """What a command prints beside the sample at the fixed moment, on stderr too where it ends with 2>&1."""
    with on_the_sample(), contextlib.redirect_stdout(io.StringIO()) as out:
        errors = out if command.endswith(" 2>&1") else io.StringIO()
        with contextlib.redirect_stderr(errors):
            ended = _run(shlex.split(command.removesuffix(" 2>&1"))[1:])
    assert not ended, f"{command}: {errors.getvalue()}"
    return out.getvalue()


@contextlib.contextmanager
def on_the_sample() -> Iterator[Path]:
    """In a folder with the sample of the fixed moment, by the clock of that moment."""
    here = Path.cwd()
    os.chdir(_folder)
    try:
        with mock.patch("time.time", return_value=float(NOW)):
            if not Path("sample.db").exists():
                with contextlib.redirect_stdout(io.StringIO()):
                    _run(["demo", "--no-serve", "--path", "sample.db"])
            yield _folder
    finally:
        os.chdir(here)


def clear() -> None:
    """Remove the folder with the sample."""
    shutil.rmtree(_folder)


def _print(*lines: str) -> None:
    import cog  # type: ignore[import-not-found]  # cog puts itself there while it runs a block

    cog.outl("\n".join(lines))
