"""What the README shows: commands run on the sample at a fixed moment, and tables of the declarations.

Used by the cog blocks of README.md: `cog -r README.md` writes them anew, `cog --check README.md` holds them true.
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

from footydata.cli.main import COMMANDS, _run
from footydata.contract.endpoints import ENDPOINTS
from footydata.contract.markets import MARKETS
from footydata.contract.plans import PLANS
from footydata.register.figures import further_figures

NOW = 1_773_502_200
"""14 March 2026, 15:30 UTC."""

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

    from footydata.client.embedded import embed

    with on_the_sample():
        house = embed("sample.db", clock=lambda: float(NOW), limits=True)
    client = functools.partial(httpx.Client, transport=house.transport)
    asked = mock.patch("footydata.client.http.httpx.Client", lambda *, transport, **rest: client(**rest))
    with asked, mock.patch.dict(os.environ, {"FOOTYDATA_API_KEY": house.key}):
        shown(command)


def file(name: str, *lines: str) -> None:
    """Put a file beside the sample, and print it."""
    (_folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    _print("```csv", *lines, "```")


def session(*statements: str) -> None:
    """Print statements of Python with what they give, as the interactive interpreter shows them."""
    import pandas as pd

    with on_the_sample(), pd.option_context("display.width", 110, "display.max_columns", 12):
        console = code.InteractiveConsole({})
        shown = []
        for statement in ("import footydata as fd", 'db = fd.Database("sample.db")', *statements):
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                console.push(statement)
            shown += [f">>> {statement}", *map(str.rstrip, out.getvalue().rstrip("\n").splitlines())]
        console.push("db.close()")
    _print("```pycon", *shown, "```")


def commands() -> None:
    """Print the table of commands."""
    rows = [f"| `footydata {name}` | {line} |" for name, (_, line) in COMMANDS.items()]
    _print("| command | does |", "|---|---|", *rows)


def endpoints() -> None:
    """Print the table of endpoints."""
    rows = [
        f"| `GET {one.path}` | {one.summary} | {', '.join(f'`{param.name}`' for param in one.params) or 'none'} |"
        for one in ENDPOINTS
    ]
    _print("| endpoint | gives | parameters |", "|---|---|---|", *rows)


def figures() -> None:
    """Print the further figures, what they are counted in and which sources tell them."""
    _print("| figure | what | unit | told by |", "|---|---|---|---|")
    for figure in further_figures():
        told = [f"football-data ({', '.join(figure.football_data)})"] if figure.football_data else []
        told += ["statsbomb (half_ too)"] if figure.statsbomb else []
        _print(f"| `{figure.name}` | {figure.title} | {figure.unit} | {', '.join(told)} |")


def markets() -> None:
    """Print the table of markets."""
    rows = [
        f"| {one.title} | `{one.param}` | `{one.key}` | {' / '.join(one.shape.selections)} | "
        f"{one.figure.replace('_', ' ')}{', first half' if one.half else ''} | "
        f"{'every bookmaker' if one.everywhere else 'the default'} |"
        for one in MARKETS
    ]
    _print("| market | parameter | key | prices | settles on | carried by |", "|---|---|---|---|---|---|", *rows)


def plans() -> None:
    """Print the table of plans."""
    rows = [
        f"| {plan.title} | {plan.rate.limit} in {plan.rate.seconds} s | "
        f"{f'{plan.history_months} months' if plan.history_months else 'back to 2014'} | "
        f"{_yes(plan.odds_on_lists)} | {_yes(plan.all_bookmakers)} | {_yes(plan.odds_history)} |"
        for plan in PLANS.values()
    ]
    head = "| plan | requests | history of `/v1/fixtures` | odds on lists | every bookmaker | odds history |"
    _print(head, "|---|---|---|---|---|---|", *rows)


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


def _yes(allowed: bool) -> str:
    return "yes" if allowed else "no"


def _print(*lines: str) -> None:
    import cog  # type: ignore[import-not-found]  # cog puts itself there while it runs a block

    cog.outl("\n".join(lines))
