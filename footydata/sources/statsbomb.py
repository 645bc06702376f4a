"""StatsBomb open data: competitions, matches and events; line-ups are skipped.

A matches file gives fixtures and scores, an events file the timeline and statistics of one of them: its match is
looked up in the matches files beside it (`events/15946.json` belongs to `matches/11/4.json`). The scores in a matches
file include extra time: a fixture with events takes its score of ninety minutes from these, and that of a knock-out
round without events is its final score, of which ninety minutes are not known.
Terms: StatsBomb public data user agreement (research and non-commercial use; name StatsBomb as the source).
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

from footydata.football.moments import midnight_of
from footydata.football.records import VenueRecord
from footydata.football.register import country_words
from footydata.football.register.naming import normalised
from footydata.football.scores import score_of
from footydata.football.terms import LARGEST_ID, Status
from footydata.rules.stages import is_tabled
from footydata.sources.cells import (
    moment_at,
    read_name,
    season_key,
)
from footydata.sources.match_scores import MatchScores
from footydata.sources.parsed import (
    NO_ID,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    TeamKey,
)
from footydata.sources.protocol import Count, Text, head_text, read_each, read_json, shaped
from footydata.sources.refusing import (
    NO_COUNTRY,
    BadRow,
    SkippedFile,
    UnreadableFile,
)
from footydata.sources.statsbomb_events import with_events

MARKS = {
    "match_id": "matches",
    "match_available": "competitions",
    "possession": "events",
    "lineup": "lineups",
}
"""JSON key → the kind of file that it marks, the first one found; an events file also begins with line-ups."""

_MARK = re.compile(f'"({"|".join(MARKS)})"')

ZONES = {
    "GB-ENG": "Europe/London", "ES": "Europe/Madrid", "DE": "Europe/Berlin", "IT": "Europe/Rome", "FR": "Europe/Paris",
    "US": "America/New_York", "IN": "Asia/Kolkata",
}  # fmt: skip
"""Time zone of the kickoffs, by country; elsewhere only the day is known."""


_Id = Annotated[int, Meta(ge=0, le=LARGEST_ID)]


class _Competition(Struct):
    country_name: Text
    competition_name: Text


class _CompetitionSeason(_Competition):
    season_name: Text


class _Season(Struct):
    season_name: Text


class _Home(Struct):
    home_team_id: _Id
    home_team_name: Text


class _Away(Struct):
    away_team_id: _Id
    away_team_name: Text


class _Named(Struct):
    name: Text | None = None


class _Stadium(_Named):
    country: _Named | None = None


class _Match(Struct):
    """The keys of an entry of a matches file that are read."""

    match_id: _Id
    match_date: date
    competition: _Competition
    season: _Season
    home_team: _Home
    away_team: _Away
    kick_off: time | None = None
    home_score: Count | None = None
    away_score: Count | None = None
    match_week: Count | None = None
    referee: _Named | None = None
    referee_name: Text | None = None
    competition_stage: _Named | None = None
    stadium: _Stadium | None = None
    stadium_name: Text | None = None


class StatsBomb:
    """Matches, events and statistics of StatsBomb open data: JSON, an events file beside its matches file.

    It remembers the matches files, so each load needs one of its own. No two files tell a fixture's result otherwise,
    so that none has to be the one that reaches furthest.
    """

    name = "statsbomb"
    trust = 60

    def __init__(self) -> None:
        self._matches: dict[Path, dict[str, Any]] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file is a competitions, matches, line-ups or events file."""
        return _kind(path) is not None

    def records(self, path: Path) -> Iterator[Parsed]:
        """The records of the file; a Refusal for each entry that can't be read."""
        kind = _kind(path)
        if kind == "lineups":
            raise SkippedFile("line-ups: no figure of ours is in them")
        rows = read_json(path)
        if not isinstance(rows, list):
            raise UnreadableFile("no list of entries")
        if kind == "events":
            yield self._with_events(path, rows)
        elif kind == "competitions":
            yield from read_each(rows, _CompetitionSeason, _competitions)
        else:
            yield from read_each(rows, _Match, _fixtures)

    def _with_events(self, path: Path, rows: list[Any]) -> ParsedFixture:
        entry = self._matches_beside(path).get(path.stem)
        if entry is None:
            raise UnreadableFile(f"no matches file beside it has match {path.stem}")
        try:
            match = shaped(entry, _Match)
            listed = match.home_score, match.away_score
            (fixture,) = _fixtures(match, None)
            return with_events(fixture, rows, listed)
        except BadRow as error:
            reason = f"match {path.stem} or its events can't be read: {error.reason}"
            raise UnreadableFile(reason, error.text) from None

    def _matches_beside(self, path: Path) -> dict[str, Any]:
        root = path.parent.parent / "matches"
        if root not in self._matches:
            found: dict[str, Any] = {}
            for file in sorted(root.rglob("*.json")):
                # A file that can't be read is reported when it is loaded.
                with suppress(UnreadableFile, BadRow, OSError):
                    matches = shaped(read_json(file), list[dict[str, Any]])
                    found |= {str(match.get("match_id")): match for match in matches}
            self._matches[root] = found
        return self._matches[root]


def _kind(path: Path) -> str | None:
    head = head_text(path)
    mark = _MARK.search(head) if path.suffix == ".json" and head.startswith("[") else None
    return MARKS[mark[1]] if mark else None


def _league(raw: _Competition) -> LeagueKey:
    country = country_words().get(normalised(raw.country_name))
    if country is None:
        raise BadRow(NO_COUNTRY, raw.country_name)
    return LeagueKey(country, read_name(raw.competition_name, "the competition"))


def _competitions(raw: _CompetitionSeason, place: int) -> Iterator[ParsedLeague]:
    yield ParsedLeague(_league(raw), seasons=(season_key(raw.season_name),))


def _fixtures(raw: _Match, place: int | None) -> Iterator[ParsedFixture]:
    league = _league(raw.competition)
    zone = ZONES.get(league.country) if raw.kick_off else None
    kickoff = midnight_of(raw.match_date)
    if zone and raw.kick_off:
        kickoff = moment_at(
            raw.match_date, (raw.kick_off.hour, raw.kick_off.minute), ZoneInfo(zone)
        )
    goals = score_of(raw.home_score, raw.away_score)
    stage, venue = _stage(raw), _venue(raw)
    # The score of a knock-out round may be that after extra time.
    scores = MatchScores(goals) if is_tabled(stage) else MatchScores(final=goals)
    referee = raw.referee_name or (raw.referee.name if raw.referee else None)
    yield ParsedFixture(
        league,
        season_key(raw.season.season_name),
        TeamKey(read_name(raw.home_team.home_team_name), key=str(raw.home_team.home_team_id)),
        TeamKey(read_name(raw.away_team.away_team_name), key=str(raw.away_team.away_team_id)),
        kickoff,
        time_known=zone is not None,
        status=Status.SCHEDULED if goals is None else Status.FINISHED,
        round=raw.match_week or None,
        stage=stage,
        in_table=is_tabled(stage),
        figures=scores.figures,
        referee=read_name(referee, "the referee") if referee else None,
        key=str(raw.match_id),
        line=place,
        knockout=scores.knockout(),
        venue=venue,
    )


def _stage(raw: _Match) -> str | None:
    """The knock-out round; None in a league, and in groups, as StatsBomb does not say which."""
    name = raw.competition_stage.name if raw.competition_stage else None
    return None if name is None or is_tabled(name) else read_name(name, "the stage")


def _venue(raw: _Match) -> VenueRecord | None:
    stadium = raw.stadium or _Stadium(raw.stadium_name)
    if not stadium.name:
        return None
    country = stadium.country.name if stadium.country else None
    return VenueRecord(NO_ID, read_name(stadium.name, "the ground"), venue_country=country)
