"""openfootball: football.json and worldcup.json in their dialects, and Football.TXT.

Source: the openfootball project (public domain). Its folders also contain registers of clubs and leagues, which have
no fixtures and are skipped.
"""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from footydata.sources import football_txt, openfootball_json
from footydata.sources.json_rows import read_json, read_text
from footydata.sources.openfootball_matches import Match, Titled, parsed, read_title, with_state
from footydata.sources.parsed import Parsed, ParsedLeague, Refusal, Remark
from footydata.sources.protocol import SIZE, Reach, first_name, head_text, reach_of
from footydata.sources.refusing import BadRow, SkippedFile, UnreadableFile

_REGISTER = re.compile(r"(?:^|\.)(?P<of>clubs|leagues)(?:\.\w+)*\.txt$")
"""The names of openfootball's registers: eng.clubs.txt, jp.clubs.lang.jp.txt, leagues.txt."""

_LISTS = ("matches", "rounds", "groups")

_SEASON = re.compile(r'\{\s*"(?:name|matches|rounds|groups)"\s*:')
"""The beginning of a season in JSON."""


class OpenFootball:
    """Fixtures and scores of openfootball: football.json, worldcup.json and Football.TXT."""

    name = "openfootball"
    trust = 40

    def recognises(self, path: Path) -> bool:
        """Whether the file is a season of football.json, Football.TXT, or a register of clubs or leagues."""
        head = head_text(path)
        if path.suffix == ".txt":
            return football_txt.looks_like(head) or bool(_REGISTER.search(path.name))
        return (
            path.suffix == ".json"
            and bool(_SEASON.match(head))
            and first_name(path, _LISTS) is not None
        )

    def reach(self, path: Path) -> Reach | None:
        """How far the file's seasons reach."""
        if path.suffix != ".txt":
            return reach_of(openfootball_json.days(_season_of(path)))
        return reach_of(football_txt.days(read_text(path)))

    def records(self, path: Path) -> Iterator[Parsed]:
        """The league, then its fixtures in the file's order; a Refusal for each match that can't be taken."""
        matches: Iterator[Match | Refusal | Remark]
        if path.suffix != ".txt":
            season = _season_of(path)
            title, matches = str(season.get("name", "")), openfootball_json.matches(season)
        else:
            text = read_text(path)
            register = _REGISTER.search(path.name)
            if register and not football_txt.looks_like(text[:SIZE]):
                raise SkippedFile(f"openfootball's register of {register['of']}, without fixtures")
            title, matches = football_txt.title(text), football_txt.matches(text)
        titled = read_title(title, path.stem)
        if titled is None:
            raise UnreadableFile("no competition and season in its title", title)
        first = next(matches, None)
        if first is None:
            raise SkippedFile("no match in it")
        yield ParsedLeague(
            titled.league, has_standings=titled.has_standings, seasons=(titled.season,)
        )
        for match in chain((first,), matches):
            if isinstance(match, Match):
                yield from _taken(titled, with_state(match))
            else:
                yield match


def _season_of(path: Path) -> dict[str, Any]:
    season = read_json(path)
    if not isinstance(season, dict):
        raise UnreadableFile("not a season of football.json")
    if "matches" not in season and "rounds" not in season:
        raise SkippedFile("a list of groups, not of matches")
    return season


def _taken(titled: Titled, match: Match) -> Iterator[Parsed]:
    """The fixture or placeholder of a match, after what was set aside of it."""
    yield from match.refused
    try:
        yield parsed(match, titled)
    except BadRow as error:
        yield error.refusal(match.line, f"{match.home} - {match.away}")
