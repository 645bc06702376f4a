"""Reads openfootball/clubs: the clubs of a country with their spellings, languages and second teams.

A line that is not indented is a club: its canonical name, then year, ground and city, separated by commas. Lines that
begin with `|` have further spellings, each with its language after it as `[xx]`; `ii)` is the second team of the club
above; `#` begins a comment, `==` a region; an indented line is an address. `*.lang.xx.txt` have a canonical name, a
comma and the name in that language, `*.history.txt` renamings: `RENAME old ⇒ new`.
Source: openfootball/clubs, CC0 1.0.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CODES = {"eng": "GB-ENG", "sco": "GB-SCT", "wal": "GB-WLS", "nir": "GB-NIR", "kos": "XK"}
"""File name → country code, if that is not the file name in capitals."""

LANGUAGES = {"jp": "ja"}
"""Language code in the files → ours, if they differ."""

_REMARK = re.compile(r"(?:^|\s)#.*$")
_YEARS = re.compile(r"\s*\((?:\d{4}|-)[^)]*\)\s*$")
_TAGGED = re.compile(r"^(?P<name>.*?)\s*\[(?P<language>[a-z]{2})\]$")
_SECOND = re.compile(r"^[ivx]+\)\s*(?P<name>.+)$")
_RENAMED = re.compile(r"^(?:RENAME|REFORM)?\s+(?P<old>.+?)\s*⇒\s*(?P<new>.+)$")
_SPONSOR = re.compile(r"\$\$.*?\$\$\s*")


@dataclass(slots=True)
class OpenfootballClub:
    """A club of a file.

    second: whether it is a club's second team. spellings: besides the name, in the file's order.
    names: language → its names in it, of which the longest is the fullest.
    """

    name: str
    second: bool = False
    spellings: list[str] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)


def read_clubs(folder: Path) -> dict[str, list[OpenfootballClub]]:
    """Country code → the clubs of a checkout, with their former names and names in other languages."""
    clubs_by_name: dict[str, list[OpenfootballClub]] = {}
    for path in sorted(folder.rglob("*.clubs.txt")):
        stem = path.name.split(".")[0]
        clubs = list(_clubs(path))
        by_name = {club.name: club for club in clubs}
        for other_file in sorted(path.parent.glob(f"{stem}.clubs.lang.*.txt")):
            _read_language(other_file, by_name)
        for other_file in path.parent.glob(f"{stem}.clubs.history.txt"):
            _read_history(other_file, by_name)
        clubs_by_name[CODES.get(stem, stem.upper())] = clubs
    return clubs_by_name


def _lines(path: Path) -> Iterator[str]:
    for raw in path.read_text(encoding="utf-8").splitlines():
        line = _REMARK.sub("", raw).rstrip()
        if line.strip() and not line.startswith("="):
            yield line


def _clubs(path: Path) -> Iterator[OpenfootballClub]:
    club: OpenfootballClub | None = None
    for line in _lines(path):
        text = line.strip()
        second = _SECOND.match(text)
        if text.startswith("|"):
            if club is not None:
                _add_spellings(club, text)
        elif second or not line[0].isspace():
            if club is not None:
                yield club
            first, *others = (second["name"] if second else text).split("|")
            club = OpenfootballClub(
                _plain(_YEARS.sub("", first.split(",")[0])), second=bool(second)
            )
            _add_spellings(club, "|".join(others))
    if club is not None:
        yield club


def _add_spellings(club: OpenfootballClub, text: str) -> None:
    for part in text.split("|"):
        tagged = _TAGGED.match(part.strip())
        spelling = _plain(tagged["name"] if tagged else part)
        if not spelling:
            continue
        club.spellings.append(spelling)
        if tagged:
            club.names.setdefault(tagged["language"], []).append(spelling)


def _plain(text: str) -> str:
    """A name without its sponsor ($$Skoda$$ Xanthi) and surplus blanks and commas."""
    return " ".join(_SPONSOR.sub("", text).strip().rstrip(",").split())


def _read_language(path: Path, clubs: dict[str, OpenfootballClub]) -> None:
    language = path.suffixes[-2].removeprefix(".")
    for line in _lines(path):
        name, _, native = line.partition(",")
        club = clubs.get(name.strip())
        native = " ".join(native.replace("_", " ").replace("\u200e", "").split())
        if club is not None and native:
            club.spellings.append(native)
            club.names.setdefault(LANGUAGES.get(language, language), []).append(native)


def _read_history(path: Path, clubs: dict[str, OpenfootballClub]) -> None:
    for line in _lines(path):
        match = _RENAMED.match(line)
        if match is None:
            continue
        old, new = (match[side].split(",")[0].strip() for side in ("old", "new"))
        if new in clubs and old not in clubs:
            clubs[new].spellings.append(old)
