"""The bracket of a season, round by round, with the other seasons of its league."""

import sqlite3
from itertools import groupby
from typing import NamedTuple

from footydata.faces.zone import ClockZone, short_date
from footydata.football.errors import NotFound, StandingsNotAvailable
from footydata.football.records import SeasonRecord
from footydata.football.terms import ENGLISH, Status
from footydata.football.wording import plural
from footydata.rules.brackets import Entrant, Pairing, placeholder_words
from footydata.rules.ties import By
from footydata.store.read.seasons.brackets import BracketRow, SeasonBracket, season_bracket
from footydata.store.read.seasons.leagues import seasons
from footydata.views.tables import BRACKET_COLUMNS
from footydata.views.view import Block, Shown, View


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
        """Whether it is a tie of an earlier reading: by its fixtures, else by round and place."""
        if self.fixture_ids and other.fixture_ids:
            return bool(set(self.fixture_ids) & set(other.fixture_ids))
        return (self.row.round, self.row.tie) == (other.row.round, other.row.tie)


class BracketContent(NamedTuple):
    """A bracket, or why there is none; seasons: of the league, newest first."""

    view: View | None
    refusal: str
    seasons: list[SeasonRecord]


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
) -> BracketContent:
    """The bracket of a season; season_id None: of the newest with fixtures."""
    league_seasons = seasons(connection, league_id)
    try:
        bracket = season_bracket(
            connection, league_id=league_id, season_id=season_id, now=now, lang=lang
        )
    except (NotFound, StandingsNotAvailable) as error:
        return BracketContent(None, str(error), league_seasons)
    return BracketContent(_view(bracket, zone), "", league_seasons)


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
