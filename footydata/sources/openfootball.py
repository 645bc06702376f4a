"""openfootball: football.json and worldcup.json in their dialects, and Football.TXT.

Source: the openfootball project (public domain). Its folders also contain registers of clubs and leagues, which have
no fixtures and are skipped.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from footydata.sources import football_txt, openfootball_json
from footydata.sources.football_txt import TextPart
from footydata.sources.json_rows import read_json, read_text
from footydata.sources.openfootball_matches import Match, Titled, parsed, read_title, with_state
from footydata.sources.parsed import UNKNOWN_COUNTRY, Parsed, ParsedLeague, Refusal, Remark
from footydata.sources.protocol import SIZE, CompetitionDays, first_name, head_text, spans_of
from footydata.sources.refusing import BadRow, SkippedFile, UnreadableFile, shown

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

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file's seasons cover."""
        if path.suffix == ".txt":
            seasons = [
                (football_txt.title(part.text), football_txt.days(part)) for part in _parts(path)
            ]
        else:
            season = _season_of(path)
            seasons = [(str(season.get("name", "")), openfootball_json.days(season))]
        named = [
            (titled.league.name if (titled := read_title(title, path.stem)) else "", days)
            for title, days in seasons
        ]
        return spans_of((name, day, has_result) for name, days in named for day, has_result in days)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The league, then its fixtures in the file's order; a Refusal for each match that can't be taken."""
        if path.suffix == ".txt":
            yield from _text_records(path)
            return
        season = _season_of(path)
        matches = openfootball_json.matches(season)
        yield from _parsed(str(season.get("name", "")), path, matches, is_first=True)


def _season_of(path: Path) -> dict[str, Any]:
    season = read_json(path)
    if not isinstance(season, dict):
        raise UnreadableFile("not a season of football.json")
    if "matches" not in season and "rounds" not in season:
        raise SkippedFile("a list of groups, not of matches")
    return season


def _text_records(path: Path) -> Iterator[Parsed]:
    first, *further = _parts(path)
    register = _REGISTER.search(path.name)
    if register and not football_txt.looks_like(first.text[:SIZE]):
        raise SkippedFile(f"openfootball's register of {register['of']}, without fixtures")
    for part in (first, *further):
        matches = football_txt.matches(part)
        yield from _parsed(football_txt.title(part.text), path, matches, is_first=part is first)


def _parts(path: Path) -> Iterator[TextPart]:
    return football_txt.parts(read_text(path))


def _parsed(
    title: str, path: Path, matches: Iterable[Match | Refusal | Remark], *, is_first: bool
) -> Iterator[Parsed]:
    """The competition of a title, then the fixtures below it.

    Without a competition the file is refused where the title is its first, else what stands below it, match by match.
    """
    titled = read_title(title, path.stem)
    if titled is None and is_first:
        raise UnreadableFile("no competition and season in its title", title)
    listed = iter(matches)
    head = next(listed, None)
    if head is None and is_first:
        raise SkippedFile("no match in it")
    if titled is not None and (is_first or titled.league.country != UNKNOWN_COUNTRY):
        # Of a further title the matches of a competition that is not known are refused, not those above it too.
        yield ParsedLeague(
            titled.league, has_standings=titled.has_standings, seasons=(titled.season,)
        )
    for match in chain(() if head is None else (head,), listed):
        if isinstance(match, Refusal | Remark):
            yield match
        elif titled is None:
            why = f"no competition and season in the title above it: {shown(title)}"
            yield Refusal(why, match.line, f"{match.home} - {match.away}")
        else:
            yield from _taken(titled, with_state(match))


def _taken(titled: Titled, match: Match) -> Iterator[Parsed]:
    """The fixture or placeholder of a match, after what was set aside of it."""
    yield from match.refused
    try:
        yield parsed(match, titled)
    except BadRow as error:
        yield error.refusal(match.line, f"{match.home} - {match.away}")
