"""Which source reads a file: every source, asked in order."""

from importlib import import_module
from pathlib import Path

from footydata.contract.errors import FootydataError
from footydata.sources.protocol import Source

SOURCES: tuple[tuple[str, str, str], ...] = (
    ("football-data", "footydata.sources.football_data", "FootballData"),
    ("football-data", "footydata.sources.football_data_countries", "FootballDataCountries"),
    ("openfootball", "footydata.sources.openfootball", "OpenFootball"),
    ("statsbomb", "footydata.sources.statsbomb", "StatsBomb"),
    ("corner-lines", "footydata.sources.corner_lines", "CornerLines"),
    ("v1", "footydata.sources.v1_dump", "V1Dump"),
)
"""Name, module and class of each source, in the order of asking; a name may stand for several formats."""

UNREAD: tuple[tuple[str, str], ...] = (("SQLite format 3", "a SQLite database, not a file of a source"),)
"""How the text of a file begins that no source reads, and what to say of it."""


class UnknownSource(FootydataError):
    """No source has that name."""


def source_names() -> tuple[str, ...]:
    """The names that `--source` takes."""
    return tuple(dict.fromkeys(name for name, _, _ in SOURCES))


def sources_named(name: str | None) -> tuple[Source, ...]:
    """The sources of a name, all for None, new ones for each load: what they remember of files is of that load.

    Raises UnknownSource.
    """
    found = tuple(_source(module, kind) for own, module, kind in SOURCES if name in (None, own))
    if not found:
        raise UnknownSource(f"no source is called {name!r}; the sources are {', '.join(source_names())}")
    return found


def source_of(path: Path, sources: tuple[Source, ...]) -> Source | None:
    """The first of these sources that recognises the file."""
    return next((source for source in sources if source.recognises(path)), None)


def why_unread(path: Path) -> str:
    """Why no source reads a file, in a few words. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(4096)
    if not head.strip():
        return "an empty file"
    text = head.decode("utf-8-sig", errors="replace")
    for start, reason in UNREAD:
        if text.startswith(start):
            return reason
    return "a binary file" if b"\0" in head else "no source knows this kind of file"


def _source(module: str, kind: str) -> Source:
    source: Source = getattr(import_module(module), kind)()
    return source
