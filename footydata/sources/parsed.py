"""What a source gives: keyed records, before they have ids of ours.

A source names leagues, teams and bookmakers as it spells them; `store.resolver` finds or gives their ids,
`importing` merges them. An id that comes along (a v1 service's) is stored as it is.
Records of tables that lie below a fixture (Statistics, Event) come with fixture_id NO_ID.
"""

from typing import Any, NamedTuple, TypeAlias

from footydata.contract.terms import Part, Status
from footydata.records import EventRecord, StatisticsRecord

NO_ID = 0
"""The fixture_id of a record whose fixture has no id yet."""


UNKNOWN_COUNTRY = ""
"""The country of a competition which the source names without it."""


class LeagueKey(NamedTuple):
    """A competition as a source names it.

    country: a code of contract.countries (a region for continental ones), UNKNOWN_COUNTRY where the source does not
    have it: the import then knows the competition by its name alone, or refuses it. name: its name or code there.
    """

    country: str
    name: str
    id: int | None = None


class SeasonKey(NamedTuple):
    """A season as a source names it; label as 25/26 or 2026."""

    label: str
    start_year: int
    id: int | None = None


class TeamKey(NamedTuple):
    """A team as a source spells it.

    country: where it is not the league's (a national team, a club in a continental competition).
    key: the source's own id of it, where it has one; id: an id that is stored as it is.
    """

    name: str
    country: str | None = None
    key: str | None = None
    id: int | None = None


class BookmakerKey(NamedTuple):
    """A bookmaker by its slug, the same in every source, and its name for people."""

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


class ParsedFixture(NamedTuple):
    """A fixture as a source gives it; fields as in records.FixtureRecord where they have its names.

    parts: what the source gives of it, also where that is empty; the rest is unknown to it.
    events: in chronological order with seq from 1; None where not given, () where nothing happened.
    season: None where the source does not name it: the calendar of the competition decides.
    key: the source's own id of it; id: an id that is stored as it is. line: where it stands in its file.
    first_tick: how many ticks of the series stand before these, None where that is not known.
    further: the figures that the contract does not carry.
    """

    league: LeagueKey
    season: SeasonKey | None
    home: TeamKey
    away: TeamKey
    kickoff_ts: int
    parts: Part
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


class ParsedPage(NamedTuple):
    """A page of fixtures of a service whose ids are stored as they are, flat and ready to be written.

    A list a fixture and not a ParsedFixture: made for speed, as a service lists hundreds of thousands of them.
    fixtures: as records.FixtureRecord; season_id None where it is not given, esports None where it is as the league's;
    both are filled in when they are imported. parts: what is given of each fixture. season: the one that was asked for.
    leagues, teams: id → name, in lang where that is not None.
    statistics, events: as records.StatisticsRecord and records.EventRecord; an event may end after its count, the
    rest is None.
    lines: fixture id, market, and its line at the opening, closing and in play, at the default bookmaker.
    quotes: as records.OddsRecord, with bookmaker_id NO_ID for the default bookmaker.
    line: where the page stands in its file.
    """

    fixtures: list[list[Any]]
    parts: list[int]
    leagues: dict[int, str]
    teams: dict[int, str]
    season: SeasonKey | None
    lang: str | None
    statistics: list[tuple[Any, ...]]
    events: list[tuple[Any, ...]]
    lines: list[tuple[Any, ...]]
    quotes: list[tuple[Any, ...]]
    line: int | None = None


class ParsedDetail(NamedTuple):
    """What a source gives of a fixture that it names by its id alone; refused where the id is not stored.

    parts, events, statistics, odds, ticks and first_tick as in ParsedFixture; line: where it stands in its file.
    """

    fixture_id: int
    parts: Part
    figures: Figures = NO_FIGURES
    statistics: StatisticsRecord | None = None
    events: tuple[EventRecord, ...] | None = None
    odds: tuple[ParsedOdds, ...] = ()
    ticks: tuple[ParsedTick, ...] = ()
    first_tick: int | None = None
    line: int | None = None


class ParsedCountry(NamedTuple):
    """A country or region of the contract, by its code."""

    code: str


class ParsedLeague(NamedTuple):
    """What a source gives of a competition itself, its seasons included."""

    league: LeagueKey
    short_name: str | None = None
    has_standings: bool = True
    esports: bool = False
    seasons: tuple[SeasonKey, ...] = ()
    current: str | None = None


class ParsedTeam(NamedTuple):
    """What a source gives of a team itself; country None is unknown."""

    team: TeamKey


class ParsedMember(NamedTuple):
    """A team that belongs to a season, with or without fixtures."""

    league: LeagueKey
    season: SeasonKey
    team: TeamKey


class ParsedBookmaker(NamedTuple):
    """What a source gives of a bookmaker itself."""

    bookmaker: BookmakerKey
    is_default: bool = False


class ParsedName(NamedTuple):
    """A name in another language; of: a country's code, or a league or team that has an id."""

    of: str | LeagueKey | TeamKey
    lang: str
    name: str


class ParsedAdjustment(NamedTuple):
    """Points given or taken (negative) by decision, 0 where the source takes it back; decided_on: ISO date."""

    league: LeagueKey
    season: SeasonKey
    team: TeamKey
    points: int
    reason: str | None = None
    decided_on: str | None = None


class ParsedRetirement(NamedTuple):
    """A league id that a merge retired, and its survivor."""

    id: int
    survivor: LeagueKey


class Refusal(NamedTuple):
    """What can't be taken of a file, and why, in a few words that many rows can share.

    line: the line in the file (the header is 1), None for the whole file.
    column: named where only that value is set aside and the rest of the row is stored.
    text: the offending text.
    """

    reason: str
    line: int | None = None
    text: str | None = None
    column: str | None = None


Parsed: TypeAlias = (
    ParsedFixture
    | ParsedPage
    | ParsedDetail
    | ParsedCountry
    | ParsedLeague
    | ParsedTeam
    | ParsedMember
    | ParsedBookmaker
    | ParsedName
    | ParsedAdjustment
    | ParsedRetirement
    | Refusal
)
"""Whatever a source may yield."""


def season_across(start_year: int) -> SeasonKey:
    """The season from summer to summer that starts in a year.

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


def season_by_calendar(calendar: str, start_year: int) -> SeasonKey:
    """The season that starts in a year; calendar: across (two years) or within (one).

    >>> season_by_calendar("across", 2024).label, season_by_calendar("within", 2026).label
    ('24/25', '2026')
    """
    return season_across(start_year) if calendar == "across" else season_within(start_year)
