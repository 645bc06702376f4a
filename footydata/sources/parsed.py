"""The records that sources yield, before they have ids in the database, and what they raise for what can't be read.

A source names leagues, teams and bookmakers as it spells them; `ingest.resolve` finds their ids or assigns new
ones. An id that the source gives (a v1 service) is stored unchanged. Child records of a fixture (statistics, events)
have fixture_id NO_ID.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from footydata.football.errors import FootydataError
from footydata.football.records import EventRecord, KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.terms import FIELDS_OF_PART, Part, Status

NO_ID = 0
"""The fixture_id of a record whose fixture has no id yet."""

UNKNOWN_COUNTRY = ""
"""The country of a competition that the source names without its country."""


class LeagueKey(NamedTuple):
    """A competition as a source names it.

    country: a code of football.countries (a region for continental competitions). With UNKNOWN_COUNTRY the import
    looks the competition up by its name, or refuses it. name: the source's name or code of it. is_new: the source can't
    tell what the name means, or only where it was played; the import takes it where the register has it in that
    country or, of an only name, in a region, and refuses it else.
    """

    country: str
    name: str
    id: int | None = None
    is_new: bool = False


class SeasonKey(NamedTuple):
    """A season as a source names it; label as 25/26 or 2026."""

    label: str
    start_year: int
    id: int | None = None


class TeamKey(NamedTuple):
    """A team as a source spells it.

    country: if it is not the league's (a national team, a club in a continental competition).
    key: the source's own id of the team, if it has one; id: an id that is stored unchanged.
    """

    name: str
    country: str | None = None
    key: str | None = None
    id: int | None = None


class BookmakerKey(NamedTuple):
    """A bookmaker: its slug, the same in every source, and its display name."""

    slug: str
    name: str
    id: int | None = None


class Figures(NamedTuple):
    """The figures of regulation time, in the order of records.FixtureRecord; None is unknown."""

    home_goals: int | None = None
    away_goals: int | None = None
    half_home_goals: int | None = None
    half_away_goals: int | None = None
    home_corners: int | None = None
    away_corners: int | None = None
    half_home_corners: int | None = None
    half_away_corners: int | None = None
    home_yellow: int | None = None
    away_yellow: int | None = None
    home_red: int | None = None
    away_red: int | None = None


NO_FIGURES = Figures()


class ParsedFigure(NamedTuple):
    """A further figure of a fixture; fields as in records.FixtureFigure."""

    figure: str
    home: float | None
    away: float | None
    half: int = 0


class ParsedOdds(NamedTuple):
    """A market of a fixture at a bookmaker; market, lines and prices as in records.OddsRecord."""

    bookmaker: BookmakerKey
    market: str
    opening_line: float | None = None
    opening_price_1: float | None = None
    opening_price_2: float | None = None
    opening_price_3: float | None = None
    closing_line: float | None = None
    closing_price_1: float | None = None
    closing_price_2: float | None = None
    closing_price_3: float | None = None
    inplay_line: float | None = None
    inplay_price_1: float | None = None
    inplay_price_2: float | None = None
    inplay_price_3: float | None = None


class ParsedLine(NamedTuple):
    """A line of a market beside the main one of ParsedOdds; fields as in records.OddsLine."""

    bookmaker: BookmakerKey
    market: str
    period: str
    line: float
    price_1: float
    price_2: float


class ParsedTick(NamedTuple):
    """A recorded movement of a market; fields as in records.OddsTickRecord."""

    bookmaker: BookmakerKey
    market: str
    recorded_ts: int
    seq: int = 0
    minute: int | None = None
    line: float | None = None
    price_1: float | None = None
    price_2: float | None = None
    price_3: float | None = None
    home_score: int | None = None
    away_score: int | None = None


class Claims(NamedTuple):
    """What a row says again of its fixture, by which `sources.plausible` checks the rest of it; None if it does not.

    weekday: of its day, Monday 0. season: the one that it names. result, half_result: H, D or A.
    after_penalties: whether it ended in a shoot-out.
    """

    weekday: int | None = None
    season: SeasonKey | None = None
    result: str | None = None
    half_result: str | None = None
    after_penalties: bool = False


class ParsedFixture(NamedTuple):
    """A fixture as a source gives it; fields as in records.FixtureRecord where they have its names.

    parts: the parts that the source gives though they are empty; those that are filled need not be named.
    events: in chronological order with seq from 1; None if not given, () if nothing happened.
    season: None if the source does not name it; the calendar of the competition then decides.
    key: the source's own id of the fixture; id: an id that is stored unchanged. line: its line in the file.
    first_tick: how many ticks of the series precede these, None if unknown.
    further: the figures that the contract does not have. fetched_ts: when it was fetched, None for the load's moment.
    figures are those of ninety minutes; knockout has what follows them, and a score that may include extra time.
    claims: what the row says again of these facts. lines: those beside the main line of a market.
    """

    league: LeagueKey
    season: SeasonKey | None
    home: TeamKey
    away: TeamKey
    kickoff_ts: int
    parts: Part = Part.BASE
    time_known: bool = True
    status: Status = Status.SCHEDULED
    state_detail: str | None = None
    esports: bool = False
    round: int | None = None
    stage: str | None = None
    in_table: bool = True
    figures: Figures = NO_FIGURES
    referee: str | None = None
    statistics: StatisticsRecord | None = None
    events: tuple[EventRecord, ...] | None = None
    odds: tuple[ParsedOdds, ...] = ()
    ticks: tuple[ParsedTick, ...] = ()
    key: str | None = None
    id: int | None = None
    line: int | None = None
    first_tick: int | None = None
    further: tuple[ParsedFigure, ...] = ()
    fetched_ts: int | None = None
    knockout: KnockoutRecord | None = None
    venue: VenueRecord | None = None
    claims: Claims | None = None
    lines: tuple[ParsedLine, ...] = ()


def detail_of(fixture_id: int, parts: Part) -> ParsedFixture:
    """What a service tells of a fixture that it names by its id only: parts of it, without its base."""
    nobody = TeamKey("")
    return ParsedFixture(LeagueKey("", ""), None, nobody, nobody, 0, parts, id=fixture_id)


class PageRow(NamedTuple):
    """A fixture of a page, as flat rows ready to be written.

    fixture: as records.FixtureRecord; season_id None if not given, esports None for the league's; the import fills
    both in. parts: those given, as records.Part.
    statistics, events: as records.StatisticsRecord and records.EventRecord.
    quotes: as records.OddsRecord, with bookmaker_id NO_ID for the default bookmaker.
    """

    fixture: list[Any]
    parts: int
    statistics: tuple[Any, ...] | None = None
    events: Sequence[tuple[Any, ...]] = ()
    quotes: Sequence[tuple[Any, ...]] = ()


class ParsedPage(NamedTuple):
    """A page of fixtures of a service whose ids are stored unchanged.

    Rows instead of a ParsedFixture each, for speed: a service lists hundreds of thousands of them.
    leagues, teams: id → name, in lang if that is not None. season: the one in the query. line: of the page in its file.
    """

    rows: list[PageRow]
    leagues: dict[int, str]
    teams: dict[int, str]
    season: SeasonKey | None
    lang: str | None
    line: int | None = None


class ParsedPlaceholder(NamedTuple):
    """A coming fixture of which a side is not known yet; fields as in records.Placeholder.

    home, away: the team, or the text that stands for it. line: its line in the file.
    """

    league: LeagueKey
    season: SeasonKey
    home: TeamKey | str
    away: TeamKey | str
    kickoff_ts: int
    time_known: bool = True
    round: int | None = None
    stage: str | None = None
    number: int | None = None
    venue: VenueRecord | None = None
    line: int | None = None


class ParsedCountry(NamedTuple):
    """A country or region of the contract, by its code."""

    code: str


class ParsedLeague(NamedTuple):
    """A competition with its seasons; current: the label of the current one."""

    league: LeagueKey
    short_name: str | None = None
    has_standings: bool = True
    esports: bool = False
    seasons: tuple[SeasonKey, ...] = ()
    current: str | None = None


class ParsedTeam(NamedTuple):
    """A team; its country None means unknown."""

    team: TeamKey


class ParsedMember(NamedTuple):
    """A team that belongs to a season, with or without fixtures."""

    league: LeagueKey
    season: SeasonKey
    team: TeamKey


class ParsedBookmaker(NamedTuple):
    """A bookmaker; is_default: whether it is the service's default one."""

    bookmaker: BookmakerKey
    is_default: bool = False


class ParsedName(NamedTuple):
    """A name in another language; of: a country's code, or the league or team."""

    of: str | LeagueKey | TeamKey
    lang: str
    name: str


class ParsedAdjustment(NamedTuple):
    """Points given or taken (negative) by decision; 0 if the source withdraws them. decided_on: ISO date."""

    league: LeagueKey
    season: SeasonKey
    team: TeamKey
    points: int
    reason: str | None = None
    decided_on: str | None = None


class ParsedRetirement(NamedTuple):
    """A league id that was retired when leagues were merged, and the league that survives."""

    id: int
    survivor: LeagueKey


class Refusal(NamedTuple):
    """A row, value or file that can't be imported.

    reason: why, in a few words that many rows can share. line: in the file (the header is 1), None for the whole file.
    column: of the value, if only that is set aside and the rest of the row is stored. text: the offending text.
    """

    reason: str
    line: int | None = None
    text: str | None = None
    column: str | None = None


class Remark(NamedTuple):
    """What a person should know of how a file was read; nothing was refused for it.

    line: None for the whole file. column: of the cells, None for all. text: an example.
    """

    reason: str
    line: int | None = None
    column: str | None = None
    text: str | None = None


Parsed: TypeAlias = (
    ParsedFixture
    | ParsedPlaceholder
    | ParsedPage
    | ParsedCountry
    | ParsedLeague
    | ParsedTeam
    | ParsedMember
    | ParsedBookmaker
    | ParsedName
    | ParsedAdjustment
    | ParsedRetirement
    | Refusal
    | Remark
)
"""Whatever a source may yield."""


def season_across(start_year: int) -> SeasonKey:
    """The season from summer to summer that starts in the year.

    >>> season_across(1999).label
    '99/00'
    """
    return SeasonKey(f"{start_year % 100:02}/{(start_year + 1) % 100:02}", start_year)


def season_within(year: int) -> SeasonKey:
    """The season that begins and ends in one year.

    >>> season_within(2026).label
    '2026'
    """
    return SeasonKey(str(year), year)


_PART_OF = {
    "statistics": Part.STATISTICS,
    "odds": Part.ODDS | Part.ODDS_SUMMARY,
    "ticks": Part.ODDS_HISTORY,
    "round": Part.ROUND,
    "referee": Part.REFEREE,
    "further": Part.FURTHER_FIGURES,
    "knockout": Part.KNOCKOUT,
    "venue": Part.VENUE,
}
"""Field of a record → what it fills, where it is neither None nor empty."""

_OF_FIGURES = [
    next(int(part) for part, names in FIELDS_OF_PART.items() if name in names)
    for name in Figures._fields
]
"""What each of the figures fills, where it is known."""


def with_filled_parts(record: ParsedFixture) -> ParsedFixture:
    """The record with its filled parts among those that it names; () of events fills theirs, as nothing happened."""
    parts = int(record.parts | Part.BASE)  # numbers, as flags are slow to unite
    for part, value in zip(_OF_FIGURES, record.figures, strict=True):
        if value is not None:
            parts |= part
    for name, filled in _PART_OF.items():
        if getattr(record, name) not in (None, ()):
            parts |= filled
    if record.events is not None:
        parts |= Part.EVENTS
    return record._replace(parts=Part(parts))


NO_DAY = "no day that can be read"
NO_COUNTRY = "a country that we do not know"
SAME_TEAM = "a team against itself"
NO_GOALS = "no count of goals"
ONE_SIDES_GOALS = "the goals of one side alone"
"""Reasons that several sources give."""

SHOWN = 200
"""How many characters of a refused row are shown."""


class _Refused(Exception):
    """What can't be read: reason, in a few words, and the offending text, None if there is none to show."""

    def __init__(self, reason: str, text: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.text = reason, text

    def refusal(self, line: int | None = None, row: object = None) -> Refusal:
        """The refusal of a file, or of a row; line: its line in the file."""
        text = row if self.text is None else self.text
        return Refusal(self.reason, line, None if text is None else shown(text))


class UnreadableFile(_Refused, FootydataError):
    """A file of a source can't be read at all; the message says why in a few words, without the file's name."""


class SkippedFile(FootydataError):
    """A file of a source has nothing to store; the message says what it is."""


class FileReadWithAnother(SkippedFile):
    """A file whose content was read with another file of the same load: unchanged, it need not be read again."""


class BadRow(_Refused):
    """A row can't be read; text: the offending part of it, None for the whole row."""


def shown(row: object) -> str:
    """The beginning of a row, as text that every database and terminal can hold.

    >>> shown(["Ajax", "\\ud800"])
    'Ajax,\\\\ud800'
    """
    if isinstance(row, list) and all(isinstance(cell, str) for cell in row):
        text = ",".join(row)
    elif isinstance(row, str):
        text = row
    else:
        try:
            text = repr(row)
        except RecursionError:
            text = "a value nested too deeply to be shown"
    return escaped(text[:SHOWN])


def escaped(text: str) -> str:
    """A text with lone surrogates escaped, so that every database, terminal and file can hold it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
