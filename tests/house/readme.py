"""What the README shows: commands run on the sample at a fixed moment, and the list of the guide's pages.

Used by the cog blocks of README.md and the guide: `tests.house.renew` writes them anew.
The same clock, the same files and no terminal everywhere, so that every machine prints the same.
"""

import code
import contextlib
import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

from footydata.faces.cli.main import _run
from footydata.faces.sample import tour
from footydata.guide import TOPICS

NOW = 1_773_502_200
"""14 March 2026, 15:30 UTC."""

FILES: dict[str, tuple[str, ...]] = {
    **tour.FILES,
    "dales.csv": (
        "date,home,away,hg,ag",
        "2026-02-21,Askrigg,Hawes,2,1",
        "2026-02-21,Muker,Reeth,0,0",
        "2026-02-28,Hawes,Muker,3,1",
        "2026-02-31,Reeth,Askrigg,1,2",
        "2026-03-07,Askrigg,Muker,4,0",
        "2026-03-07,Hawes,Reeth,1,1",
    ),
    "prairie.csv": (
        "Date,Home Team,Away Team,Home Goals,Away Goals,Home ML,Draw ML,Away ML",
        "3/1/2026,Ames,Fargo,2,1,-115,+270,+290",
        "3/1/2026,Lincoln,Topeka,0,0,+120,+240,+210",
        "3/8/2026,Fargo,Lincoln,1,3,+180,+235,+145",
        "3/8/2026,Topeka,Ames,1,1,+310,+260,-120",
    ),
    "prairie.toml": (
        'league = "US/Prairie League"',
        'days = "month first"',
        'odds = "american"',
        'bookmaker = "Silver Dollar"',
        "",
        "[columns]",
        '"Date" = "date"',
        '"Home Team" = "home"',
        '"Away Team" = "away"',
        '"Home Goals" = "home_goals"',
        '"Away Goals" = "away_goals"',
        '"Home ML" = "1x2 home"',
        '"Draw ML" = "1x2 draw"',
        '"Away ML" = "1x2 away"',
    ),
    "serrana.csv": (
        "Data;Hora;Mandante;Visitante;Placar;Escanteios Mandante;Escanteios Visitante",
        "17/01/2026;15:00;Serra Nova;Alto Verde;3-1;6;6",
        "17/01/2026;16:30;Beira Rio;Pedra Azul;2-0;5;8",
        "17/01/2026;18:00;Monte Claro;Campo Largo;2-0;8;4",
        "24/01/2026;15:00;Alto Verde;Pedra Azul;2-0;4;2",
        "24/01/2026;16:30;Monte Claro;Serra Nova;5-0;8;4",
        "24/01/2026;18:00;Beira Rio;Campo Largo;0-0;6;1",
        "31/01/2026;15:00;Monte Claro;Alto Verde;0-1;4;6",
        "31/01/2026;16:30;Pedra Azul;Campo Largo;0-0;6;3",
        "31/01/2026;18:00;Beira Rio;Serra Nova;0-3;6;11",
        "07/02/2026;15:00;Alto Verde;Campo Largo;2-3;5;5",
        "07/02/2026;16:30;Beira Rio;Monte Claro;1-1;11;1",
        "07/02/2026;18:00;Pedra Azul;Serra Nova;3-0;3;4",
        "14/02/2026;15:00;Beira Rio;Alto Verde;2-2;7;5",
        "14/02/2026;16:30;Campo Largo;Serra Nova;0-1;5;1",
        "14/02/2026;18:00;Pedra Azul;Monte Claro;3-0;12;5",
        "21/02/2026;15:00;Alto Verde;Serra Nova;1-0;3;5",
        "21/02/2026;16:30;Pedra Azul;Beira Rio;2-1;2;8",
        "21/02/2026;18:00;Campo Largo;Monte Claro;3-3;8;8",
        "28/02/2026;15:00;Pedra Azul;Alto Verde;0-0;7;5",
        "28/02/2026;16:30;Serra Nova;Monte Claro;1-3;6;4",
        "28/02/2026;18:00;Campo Largo;Beira Rio;0-1;4;11",
        "07/03/2026;15:00;Alto Verde;Monte Claro;1-0;7;2",
        "07/03/2026;16:30;Campo Largo;Pedra Azul;1-0;6;12",
        "07/03/2026;18:00;Serra Nova;Beira Rio;3-1;13;4",
        "14/03/2026;15:00;Campo Largo;Alto Verde;;;",
        "14/03/2026;16:30;Monte Claro;Beira Rio;;;",
        "14/03/2026;18:00;Serra Nova;Pedra Azul;;;",
    ),
    "serrana.toml": (
        'league = "BR/Liga Serrana"',
        'zone = "America/Sao_Paulo"',
        "",
        "[columns]",
        '"Data" = "date"',
        '"Hora" = "time"',
        '"Mandante" = "home"',
        '"Visitante" = "away"',
        '"Placar" = "score"',
        '"Escanteios Mandante" = "home_corners"',
        '"Escanteios Visitante" = "away_corners"',
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
    _print("```console", f"$ {command}", *_cut(printed, lines), "```")


def mirrored(command: str) -> None:
    """Print a shell block of a command that asks a service: the sample's own, in this process."""
    from footydata.service.client.embedded import EmbeddedTransport, embedded

    with on_the_sample():
        transport = embedded("sample.db", clock=lambda: float(NOW), limits=True)

    def connect(_: object, __: object) -> EmbeddedTransport:
        return transport

    remote = "footydata.ingest.mirroring.remote"
    asked = mock.patch(f"{remote}.Http", connect)
    # By the clock of the service, so that every run waits as long for the end of a window.
    timed = mock.patch(f"{remote}.Pace.now", lambda _: float(NOW))
    with asked, timed, mock.patch.dict(os.environ, {"FOOTYDATA_API_KEY": transport.key}):
        shown(command)


def file(name: str, *, lines: int | None = None) -> None:
    """Put a file of FILES beside the sample, and print it, cut after `lines` lines."""
    write(name, _folder)
    _print(f"```{Path(name).suffix[1:]}", *_cut(FILES[name], lines), "```")


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
            shown += [
                f">>> {statement}",
                *map(str.rstrip, out.getvalue().rstrip("\n").splitlines()),
            ]
        console.push("db.close()")
    _print("```pycon", *shown, "```")


def topics() -> None:
    """Print the rows of the guide's pages."""
    _print(
        *(f"| [{topic.name}](footydata/guide/{topic.name}.md) | {topic.line} |" for topic in TOPICS)
    )


def run(command: str) -> str:
    """What a command prints beside the sample at the fixed moment; on stderr too where it ends with 2>&1.

    Of one that ends with > FILE, what it prints on stderr; the rest is written to that file.
    """
    plain, _, name = command.removesuffix(" 2>&1").partition(" > ")
    with on_the_sample() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        errors = out if command.endswith(" 2>&1") else io.StringIO()
        with contextlib.redirect_stderr(errors):
            ended = _run(shlex.split(plain)[1:])
        if name:
            (folder / name).write_text(out.getvalue(), encoding="utf-8")
    assert not ended, f"{command}: {errors.getvalue()}"
    return errors.getvalue() if name else out.getvalue()


@contextlib.contextmanager
def on_the_sample() -> Iterator[Path]:
    """In a folder with the sample of the fixed moment, by the clock of that moment."""
    here = Path.cwd()
    os.chdir(_folder)
    try:
        with mock.patch("time.time", return_value=float(NOW)):
            if not Path("sample.db").exists():
                with contextlib.redirect_stdout(io.StringIO()):
                    _run(
                        [
                            "demo",
                            "--no-serve",
                            "--date",
                            tour.DAY.isoformat(),
                            "--path",
                            "sample.db",
                        ]
                    )
            yield _folder
    finally:
        os.chdir(here)


def clear() -> None:
    """Remove the folder with the sample."""
    shutil.rmtree(_folder)


def _cut(lines: Sequence[str], most: int | None) -> Sequence[str]:
    return lines if most is None or len(lines) <= most else [*lines[:most], "…"]


def _print(*lines: str) -> None:
    import cog  # type: ignore[import-not-found]  # cog puts itself there while it runs a block

    cog.outl("\n".join(lines))
