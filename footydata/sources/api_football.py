"""Fixtures, statistics, events and odds of API-Football, version 3: the answers as they are saved.

The shapes are those of api-football.com/documentation-v3 (Fixtures, Statistics, Events, Odds (Pre-Match)); they were
not tried on a real answer. An answer of `/fixtures` stands for itself, with the events and statistics in it. Those of
`/fixtures/statistics`, `/fixtures/events` and `/odds` name a fixture by its id alone, and are read with the answers of
`/fixtures` in the same folder.

`goals` are those of ninety minutes and extra time, without the shootout; `score.fulltime` is the score of ninety
minutes, and `goals` decide whether `score.extratime` has the goals of extra time alone or all up to its end. Statistics
of a fixture with extra time may count it, and are left out. What is not read, as the documentation does not say what it
means: whose an Asian handicap is (`Away -1` beside `Home -1`), and who of a substitution comes on.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from footydata.football.terms import LARGEST_ID, Part, Status
from footydata.football.wording import plural
from footydata.sources.api_football_events import with_events
from footydata.sources.api_football_fixtures import STATUSES, FixtureEntry, end_of, fixture_of
from footydata.sources.api_football_odds import HANDICAPS, MARKETS, OddsEntry, ticks_of
from footydata.sources.api_football_statistics import with_statistics
from footydata.sources.cells import read_count
from footydata.sources.json_rows import read_json, read_moment, shaped
from footydata.sources.parsed import Parsed, ParsedRecord, ParsedTick, Refusal, Remark
from footydata.sources.protocol import first_name, head_text
from footydata.sources.refusing import BadRow, SkippedFile, UnreadableFile, shown

FIXTURES, STATISTICS, EVENTS, ODDS = "fixtures", "fixtures/statistics", "fixtures/events", "odds"
MARKS: dict[str, tuple[str, ...]] = {
    FIXTURES: ("fixture", "league", "teams", "goals", "score"),
    ODDS: ("fixture", "league", "bookmakers", "bets"),
}
"""What a list of entries has that was saved without the answer around it; others do not name their fixture then."""

_GET = re.compile(r'"get"\s*:\s*"([a-z/]+)"')


class ApiFootball:
    """Fixtures, statistics, events and odds of API-Football: JSON, all of a season in one folder.

    It remembers the fixtures of a folder, so each load needs one of its own.
    """

    name = "api-football"
    trust = 50

    def __init__(self) -> None:
        self._folders: dict[Path, dict[int, Any]] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file is an answer to one of the four requests, or a list of fixtures or odds out of one."""
        return _kind_of(path) is not None

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures that the file names, in its order; a Refusal for each entry that can't be taken."""
        kind, content = _kind_of(path), read_json(path)
        entries = content.get("response") if isinstance(content, dict) else content
        if isinstance(content, dict) and content.get("errors"):
            raise UnreadableFile("an error of the API, not data", shown(content["errors"]))
        if not isinstance(entries, list):
            raise UnreadableFile("no list of entries")
        if not entries:
            raise SkippedFile("an answer without entries")
        remarks: Counter[str] = Counter()
        if kind in (STATISTICS, EVENTS):
            part = "statistics" if kind == STATISTICS else "events"
            yield from _records(self._beside(path, _asked(content)) | {part: entries}, None, remarks)
        for place, entry in enumerate(entries if kind in (FIXTURES, ODDS) else (), start=1):
            if kind == FIXTURES:
                yield from _records(entry, place, remarks)
            else:
                yield from self._odds(path, entry, place, remarks)
        for reason, count in sorted(remarks.items()):
            yield Remark(f"{plural(count, 'fixture')}: {reason}")

    def _odds(self, path: Path, entry: Any, place: int, remarks: Counter[str]) -> Iterator[ParsedRecord]:
        try:
            odds = shaped(entry, OddsEntry)
            update = read_moment(odds.update)
            fixture = fixture_of(shaped(self._beside(path, odds.fixture.id), FixtureEntry), place)
        except UnreadableFile as error:
            yield Refusal(error.reason, place)
            return
        except BadRow as error:
            yield error.refusal(place, entry)
            return
        if update >= fixture.kickoff_ts:
            yield Refusal("prices from after the kickoff, whose moment is not known", place, odds.update, "update")
            return
        ticks: list[ParsedTick] = []
        for bookmaker in odds.bookmakers:
            for bet in bookmaker.bets:
                try:
                    ticks += ticks_of(bookmaker.name, bet, update)
                except BadRow as error:
                    yield error.refusal(place, f"{bookmaker.name}: {bet.name}")._replace(column=bet.name)
        bets = {bet.name for bookmaker in odds.bookmakers for bet in bookmaker.bets}
        for name in bets - MARKETS - HANDICAPS:
            remarks[f"no market of ours is the bet {shown(name)}"] += 1
        if bets & HANDICAPS:
            remarks["handicaps are not read, as the answer does not say which side a line is of"] += 1
        yield fixture._replace(parts=fixture.parts | Part.ODDS_HISTORY, ticks=tuple(ticks))

    def _beside(self, path: Path, fixture_id: int) -> dict[str, Any]:
        """The entry of a fixture in the answers of `/fixtures` in a file's folder. Raises UnreadableFile."""
        folder = path.resolve().parent
        if folder not in self._folders:
            self._folders[folder] = _fixtures_in(folder)
        if fixture_id not in self._folders[folder]:
            raise UnreadableFile(f"no answer of /fixtures in its folder has fixture {fixture_id}")
        entry: dict[str, Any] = self._folders[folder][fixture_id]
        return {key: value for key, value in entry.items() if key not in ("events", "statistics")}


def _kind_of(path: Path) -> str | None:
    if path.suffix != ".json":
        return None
    head = head_text(path)
    if head.startswith("["):
        return next((kind for kind, marks in MARKS.items() if all(first_name(path, (mark,)) for mark in marks)), None)
    request = _GET.search(head) if head.startswith("{") and first_name(path, ("response",)) else None
    return request[1] if request and request[1] in (FIXTURES, STATISTICS, EVENTS, ODDS) else None


def _fixtures_in(folder: Path) -> dict[int, Any]:
    """Id → entry of each fixture in the answers of a folder; of several, the last, but a finished one before others."""
    entries: dict[int, Any] = {}
    for file in sorted(folder.glob("*.json")):
        if _kind_of(file) != FIXTURES:
            continue
        try:
            content = read_json(file)
        except (UnreadableFile, OSError):
            continue  # it is reported when it is loaded
        listed = content.get("response") if isinstance(content, dict) else content
        for entry in listed if isinstance(listed, list) else ():
            try:
                fixture = shaped(entry, FixtureEntry).fixture
            except BadRow:
                continue
            known = entries.get(fixture.id)
            if known is None or STATUSES.get(known["fixture"]["status"]["short"], (None,))[0] != Status.FINISHED:
                entries[fixture.id] = entry
    return entries


def _asked(content: dict[str, Any]) -> int:
    """The fixture that an answer is of, by its parameters. Raises UnreadableFile."""
    parameters = content.get("parameters")
    fixture = parameters.get("fixture") if isinstance(parameters, dict) else None
    count = read_count(str(fixture), LARGEST_ID) if isinstance(fixture, str | int) else None
    if count is None:
        raise UnreadableFile("an answer whose parameters name no fixture")
    return count


def _records(entry: Any, place: int | None, remarks: Counter[str]) -> Iterator[ParsedRecord]:
    """The fixture of an entry with its statistics and events, after what could not be taken of these."""
    try:
        raw = shaped(entry, FixtureEntry)
        fixture = fixture_of(raw, place)
    except BadRow as error:
        yield error.refusal(place, entry)
        return
    end = end_of(raw)
    for part, listed, read in (
        ("statistics", raw.statistics, with_statistics),
        ("events", raw.events, with_events),
    ):
        if not listed:
            continue
        if fixture.status != Status.FINISHED:
            remarks[f"{part} of a fixture that is not finished are not read"] += 1
            continue
        refused: list[Refusal] = []
        try:
            fixture = read(fixture, raw, end, listed, _refuser(refused, place), remarks)
        except BadRow as error:
            refused.append(error.refusal(place, part)._replace(column=part))
        yield from refused
    yield fixture


def _refuser(refused: list[Refusal], place: int | None) -> Callable[[str, str], None]:
    return lambda reason, column: refused.append(Refusal(reason, place, column=column))
