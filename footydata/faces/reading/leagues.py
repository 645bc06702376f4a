"""All leagues by country; of one the table and the bracket of a season; of a team its fixtures and form."""

import sqlite3
from collections.abc import Collection, Sequence
from datetime import UTC, date, tzinfo
from itertools import groupby
from typing import NamedTuple

from footydata.faces.reading.days import DEFAULT, Preferences, read_list
from footydata.faces.zone import ClockZone, short_date
from footydata.football.errors import NotFound, SeasonNotFound, StandingsNotAvailable
from footydata.football.records import SeasonRecord
from footydata.football.rows import LeagueRow, TableHalf, Venue
from footydata.football.terms import ENGLISH, Status, TableType
from footydata.football.wording import plural
from footydata.rules.brackets import BracketRow, Entrant, Pairing, placeholder_words
from footydata.rules.ties import By
from footydata.store.forecasts import Projection, projection
from footydata.store.read.days import ListedFixture
from footydata.store.read.fixtures import FixtureFilter
from footydata.store.read.preview import forms_of
from footydata.store.read.seasons.brackets import SeasonBracket, season_bracket
from footydata.store.read.seasons.leagues import leagues_by_id, seasons
from footydata.store.read.seasons.season import LeagueSeason
from footydata.store.read.seasons.teams import team_by_id
from footydata.views import SEASON_VIEWS
from footydata.views.arguments import Clock
from footydata.views.bracket import BRACKET_COLUMNS
from footydata.views.finding import known_leagues_view
from footydata.views.one_fixture import FORM_COLUMNS, FORM_SHOWN
from footydata.views.tables import table_view
from footydata.views.view import Block, Shown, View


class LeagueLine(NamedTuple):
    """A league in the list. name: as it is shown; seasons: how many; first, last: their labels.

    has: table or, of a cup whose newest season has groups, groups; None: no table.
    """

    league: LeagueRow
    name: str
    seasons: int
    first: str | None
    last: str | None
    has: str | None

    @property
    def span(self) -> str | None:
        """Its seasons, in words."""
        if self.seasons < 2:
            return self.first
        return f"{self.first} to {self.last}, {plural(self.seasons, 'season')}"


_LEAGUES = (
    Shown("League", "name", kind="text"),
    Shown("Has", lambda line: line.has or "no table", 60, kind="text", style="muted"),
    Shown("Seasons", "span", kind="text", style="muted"),
)


def list_leagues(
    connection: sqlite3.Connection, *, now: int, lang: str = ENGLISH, followed: Collection[int] = ()
) -> View:
    """Every league by country, then by id; e-football last, and those that are followed first."""
    view, leagues = known_leagues_view(connection, Clock(now)), leagues_by_id(connection, lang=lang)
    lines = []
    for row in view.objects():
        league = leagues[row["league_id"]]
        facts = (row[name] for name in ("seasons", "first", "last", "has"))
        lines.append(LeagueLine(league, league.name, *facts))
    ahead = [
        line._replace(name=f"{line.league.country} · {line.name}")
        for line in lines
        if line.league.id in followed
    ]
    blocks = [Block("Followed", ahead)] if ahead else []
    for country, of_country in groupby(lines, key=_heading):
        blocks.append(Block(country, list(of_country)))
    return view._replace(shown=_LEAGUES, blocks=blocks, title="leagues", reason="")


def _heading(line: LeagueLine) -> str:
    return "E-football" if line.league.esports else line.league.country


class TableOptions(NamedTuple):
    """Which table, or which view of a season in its place; of that, league and season count alone.

    season_id: None for the newest season with fixtures. type: a TableType, or the name of the view. at: a day of the
    reader.
    """

    league_id: int
    season_id: int | None
    type: str = TableType.TOTAL
    venue: str = Venue.ALL
    half: str = TableHalf.FULL
    at: date | None = None
    round: int | None = None
    lang: str = ENGLISH
    as_it_stands: bool = False


class TableContent(NamedTuple):
    """A table or bracket, or why it is not available; seasons: of the league, newest first.

    projection: of a table, how the season may end, if that is stored and the table is the one of now.
    """

    view: View | None
    refusal: str
    seasons: list[SeasonRecord]
    projection: Projection | None = None

    @property
    def blocks(self) -> Sequence[Block]:
        """The one table, or those of all groups; none if it is not available."""
        return self.view.blocks if self.view else ()

    @property
    def live(self) -> int:
        """How many fixtures are played now, their figures known so far."""
        return int(self.view.about.get("live", 0)) if self.view else 0


def read_table(
    connection: sqlite3.Connection, options: TableOptions, *, now: int, zone: tzinfo = UTC
) -> TableContent:
    league_seasons = seasons(connection, options.league_id)
    label = next((one.label for one in league_seasons if one.id == options.season_id), None)
    read, arguments = table_view, options._asdict()
    del arguments["league_id"], arguments["season_id"]
    if of_season := SEASON_VIEWS.get(options.type):
        read, arguments = of_season.read(), {}
    try:
        view = read(connection, Clock(now, zone), options.league_id, label, **arguments)
    except (SeasonNotFound, StandingsNotAvailable) as error:
        return TableContent(None, str(error), league_seasons)
    if not view.rows:
        return TableContent(None, view.reason.rstrip("."), league_seasons)
    whole = TableOptions(options.league_id, options.season_id, lang=options.lang)
    if options != whole or view.blocks[0].title:
        return TableContent(view, "", league_seasons)
    stored = projection(connection, view.about["season_id"])
    return TableContent(view, "", league_seasons, stored)


class DrawnTie(NamedTuple):
    """A tie of a bracket. home, away: the names of its sides, or what stands for them; when: its day, or its number."""

    row: BracketRow
    pairing: Pairing
    home: str
    away: str
    when: str

    @property
    def fixture_ids(self) -> list[int]:
        """Its legs, none while a side is open."""
        tie = self.pairing.tie
        return [fixture.id for fixture in tie.fixtures] if tie else []

    @property
    def begun_id(self) -> int | None:
        """Its last leg that has begun, the first if none has; None while a side is open."""
        tie = self.pairing.tie
        if tie is None:
            return None
        begun = [fixture.id for fixture in tie.fixtures if fixture.status != Status.SCHEDULED]
        return begun[-1] if begun else tie.fixtures[0].id

    @property
    def score(self) -> str:
        """The scores, with a question mark where they are doubtful; before them its day."""
        return f"{self.row.score}?" if self.row.doubt and self.row.score else self.row.score

    @property
    def decided_by(self) -> str | None:
        """What decided it, where the scores alone do not show it."""
        return None if self.row.decided_by == By.SCORE else self.row.decided_by

    @property
    def next_tie(self) -> str | None:
        """Where its winner plays on."""
        row = self.row
        return None if row.next_tie is None else f"{row.next_round} {row.next_tie}"

    def is_same(self, other: "DrawnTie") -> bool:
        """Whether it is a tie of an earlier reading."""
        return (self.row.round, self.row.tie) == (other.row.round, other.row.tie)


_TIES = (
    Shown("#", lambda tie: tie.row.tie, style="muted"),
    Shown("Home", "home", kind="text"),
    Shown("Away", "away", kind="text"),
    Shown("Score", "score", kind="whole", style="strong", link=("fixture", "begun_id")),
    Shown("When", "when", 70, kind="whole", style="muted", link=("fixture", "begun_id")),
    Shown("Through by", "decided_by", 100, kind="text", style="muted"),
    Shown("Then", "next_tie", 90, kind="text", style="muted"),
)


def read_bracket(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    now: int,
    zone: ClockZone,
    lang: str = ENGLISH,
) -> TableContent:
    """The bracket of a season; season_id None: of the newest with fixtures."""
    league_seasons = seasons(connection, league_id)
    try:
        bracket = season_bracket(LeagueSeason(connection, league_id, season_id, now=now), lang)
    except (NotFound, StandingsNotAvailable) as error:
        return TableContent(None, str(error), league_seasons)
    return TableContent(_view(bracket, zone), "", league_seasons)


def _view(bracket: SeasonBracket, zone: ClockZone) -> View:
    rows = bracket.rows()
    pairings = [pairing for column in bracket.columns for pairing in column.pairings]
    ties = [
        DrawnTie(
            row,
            pairing,
            _side(bracket, pairing.one, pairing),
            _side(bracket, pairing.other, pairing),
            _when(pairing, zone),
        )
        for row, pairing in zip(rows, pairings, strict=True)
    ]
    doubts = [f"{row.round}, {row.home} v {row.away}: {row.doubt}" for row in rows if row.doubt]
    doubtful = f", {len(doubts)} doubtful" if doubts else ""
    return View(
        BRACKET_COLUMNS,
        rows,
        _TIES,
        [
            Block(name, list(of_round))
            for name, of_round in groupby(ties, key=lambda tie: tie.row.round)
        ],
        title=f"{bracket.title} bracket",
        doubts=[*doubts, *bracket.open_reasons()],
        about={
            "season_id": bracket.head.season_id,
            "season": bracket.head.season,
            "remark": f"{plural(len(rows), 'tie')}{doubtful}",
            "names": bracket.names,
        },
    )


def _side(bracket: SeasonBracket, entrant: Entrant, pairing: Pairing) -> str:
    """A side in words, with what it was before it was known, and a sign if it went through."""
    name = bracket.side(entrant)
    if entrant.team is not None and entrant.code:
        name = f"{name} ({placeholder_words(entrant.code)})"
    is_through = entrant.team is not None and entrant.team == pairing.through
    return f"✓ {name}" if is_through else f"  {name}"


def _when(pairing: Pairing, zone: ClockZone) -> str:
    on = short_date(zone.moment(pairing.kickoff_ts).date())
    return on if pairing.number is None else f"{on}, match {pairing.number}"


LATEST = 10
"""How many finished fixtures a form counts."""


class TeamContent(NamedTuple):
    """A team with all its fixtures. form: how its last ones ended, in all, at home and away."""

    name: str
    fixtures: list[ListedFixture]
    form: View


def read_team(
    connection: sqlite3.Connection,
    team_id: int,
    *,
    until_ts: int,
    preferences: Preferences = DEFAULT,
) -> TeamContent:
    """A team with its fixtures, and its form up to a moment."""
    team = team_by_id(connection, team_id, lang=preferences.lang)
    of_team = FixtureFilter(team_ids=(team_id,))
    fixtures = read_list(connection, of_team, preferences=preferences)
    return TeamContent(
        team.name if team else "", fixtures, team_form(connection, team_id, until_ts=until_ts)
    )


def team_form(connection: sqlite3.Connection, team_id: int, *, until_ts: int) -> View:
    """How the last fixtures of a team up to a moment ended, in all, at home and away, with its averages."""
    forms = forms_of(connection, team_id, until_ts=until_ts + 1, last=LATEST)
    played = [form for form in forms if form.fixtures]
    about = f"of the last {LATEST} finished fixtures or fewer, for and against; the newest is last"
    none = "no finished fixture of it is stored: no form and no averages"
    return View(
        FORM_COLUMNS,
        played,
        [column for column in FORM_SHOWN if column.head != "team"],
        [Block("", played)] if played else [],
        footer=about,
        reason="" if played else none,
    )
