"""What was known of a fixture before its kickoff: meetings, forms, profiles, the referee, places, fair lines.

Only results that were known at its kickoff are read, so that the preview of a past fixture is what it would have been
then; the fair lines are those that are stored.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from footydata.contract.errors import FixtureNotFound, StandingsNotAvailable
from footydata.contract.terms import DAY, LARGEST_ID, Order, Side, Status
from footydata.moments import minute_text
from footydata.queries.counts import Average, averages
from footydata.queries.fair_lines import fair_lines
from footydata.queries.fixtures import FixtureFilter, fixture_by_id, fixtures, fixtures_by_id
from footydata.queries.standings import standings
from footydata.records import FairLine
from footydata.rows import FixtureRow
from footydata.rules.settlement import card_count
from footydata.rules.standings import result_letter
from footydata.store.known_results import FOREVER, KNOWN_FROM, known_by
from footydata.tables import PointsStanding, Venue

LAST = 5
"""How many fixtures a form has, and how many meetings are listed, by default."""

SEEN = 60
"""How many of a team's last fixtures are read to find its last ones at home and away."""

YEAR = 365 * DAY
PROFILED = ("goals", "corners", "half_corners", "cards")
JUDGED = ("yellow", "red", "cards", "fouls")
REFEREED = 3 * YEAR
"""Seconds before the fixture from which a referee's rates are computed: he has some 25 fixtures a year."""


PARTS = ("meetings", "forms", "profiles", "referee", "places", "fair_lines")
"""The parts of a preview, in the order of the page."""


class Form(NamedTuple):
    """How a side's last fixtures ended, at one venue or at both.

    side: home or away, in the coming fixture; venue: all, home or away. fixtures: how many; letters: W, D or L of each
    (? if unknown), the newest last. The rest are averages over the fixtures with the figure, None if none has it.
    """

    side: str
    team_id: int
    team: str
    venue: str
    fixtures: int
    letters: str
    won: int
    drawn: int
    lost: int
    goals_for: float | None
    goals_against: float | None
    corners_for: float | None
    corners_against: float | None
    cards_for: float | None
    cards_against: float | None


class Profile(NamedTuple):
    """A side's averages of a figure in this league over a year, beside the league's at the same venue.

    venue: all, or that of the side in the coming fixture. fixtures, league_fixtures: how many have the figure.
    """

    figure: str
    side: str
    team_id: int
    team: str
    venue: str
    fixtures: int
    own: float | None
    opponents: float | None
    both: float
    league_own: float | None
    league_opponents: float | None
    league_both: float
    league_fixtures: int


class RefereeRate(NamedTuple):
    """A referee's averages of a figure over three years, in the country of the league, beside the league's own."""

    referee: str
    figure: str
    fixtures: int
    home: float | None
    away: float | None
    both: float
    league_both: float | None
    league_fixtures: int


class Preview(NamedTuple):
    """A fixture and what was known before it.

    known_until: the moment (unix seconds) as of which it is: the kickoff, or now if that is to come. meetings: the
    finished ones of the two teams, the newest first. places: the table rows of the two, home first. fair_lines: by
    market, with their evidence. reasons: part → why it is empty, or of the places why one is missing.
    """

    fixture: FixtureRow
    known_until: int
    meetings: list[FixtureRow]
    forms: list[Form]
    profiles: list[Profile]
    referee: list[RefereeRate]
    places: list[PointsStanding]
    fair_lines: list[FairLine]
    reasons: dict[str, str]


def preview(connection: sqlite3.Connection, fixture_id: int, *, now: int, last: int = LAST) -> Preview:
    """What was known of a fixture before its kickoff, or is known now. Raises FixtureNotFound.

    last: how many meetings are listed, and how many fixtures a form has. now: unix seconds.
    """
    row = fixture_by_id(connection, fixture_id)
    if row is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
    moment = min(row.kickoff_ts, now)
    by = known_by(moment, now=now)
    known = FixtureFilter(end_ts=moment, known_by=by)
    places, why_no_places = _places(connection, row, moment, now)
    found = Preview(
        row,
        moment,
        meetings(connection, row.home_id, row.away_id, end_ts=moment, known_by=by)[:last],
        _forms(connection, row, known, last),
        _profiles(connection, row, replace(known, start_ts=moment - YEAR)),
        _referee(connection, row, replace(known, start_ts=moment - REFEREED)),
        places,
        fair_lines(connection, [row.id])[row.id],
        {},
    )
    reasons = {
        "meetings": f"no finished fixture of {row.home} and {row.away} before it is stored",
        "profiles": f"no finished fixture of {row.league} in the year before it is stored",
        "referee": f"none of the fixtures of {row.referee} before it is stored" if row.referee else "none is named",
        "fair_lines": "none is stored; 'footydata lines' computes and stores those of coming fixtures",
    }
    empty = {part: why for part, why in reasons.items() if not getattr(found, part)}
    return found._replace(reasons=empty | ({"places": why_no_places} if why_no_places else {}))


def heading_of(part: str) -> str:
    """The heading of a part of a preview.

    >>> heading_of("fair_lines")
    'Fair lines'
    """
    return part.replace("_", " ").capitalize()


def title_of(row: FixtureRow) -> str:
    """A fixture in one line: sides, league, season, round and kickoff."""
    parts = [row.league, row.season or "", f"round {row.round}" if row.round else ""]
    kickoff = minute_text(row.kickoff_ts, time_known=row.time_known)
    return f"{row.home} v {row.away}, {' '.join(filter(None, parts))}, {kickoff}{' UTC' * row.time_known}"


def meetings(
    connection: sqlite3.Connection, one: int, other: int, *, end_ts: int = FOREVER, known_by: int = FOREVER
) -> list[FixtureRow]:
    """The finished fixtures of two teams, in any competition, the newest first; end_ts, known_by: of FixtureFilter."""
    values = {"one": one, "other": other, "finished": Status.FINISHED, "end_ts": end_ts, "known_by": known_by}
    ids = [fixture_id for (fixture_id,) in connection.execute(_MEETINGS, values)]
    rows = fixtures_by_id(connection, ids)
    return [rows[fixture_id] for fixture_id in ids]


def _forms(connection: sqlite3.Connection, row: FixtureRow, known: FixtureFilter, last: int) -> list[Form]:
    found = []
    for side, team_id, team in ((Side.HOME, row.home_id, row.home), (Side.AWAY, row.away_id, row.away)):
        asked = replace(known, team_id=team_id, status=Status.FINISHED)
        seen = fixtures(connection, asked, order=Order.DESC, limit=min(max(SEEN, 4 * last), LARGEST_ID))
        at = {
            Venue.ALL: seen,
            Venue.HOME: [each for each in seen if each.home_id == team_id],
            Venue.AWAY: [each for each in seen if each.away_id == team_id],
        }
        found += [_form(side, team_id, team, venue, rows[:last]) for venue, rows in at.items()]
    return found


def _form(side: str, team_id: int, team: str, venue: str, newest_first: Sequence[FixtureRow]) -> Form:
    goals, corners, cards = [], [], []
    for row in newest_first:
        step = 1 if row.home_id == team_id else -1
        goals.append((row.home_goals, row.away_goals)[::step])
        corners.append((row.home_corners, row.away_corners)[::step])
        own = card_count(row.home_yellow, row.home_red), card_count(row.away_yellow, row.away_red)
        cards.append(own[::step])
    letters = "".join(_letter(*each) for each in reversed(goals))
    won, drawn, lost = (letters.count(letter) for letter in "WDL")
    return Form(
        side,
        team_id,
        team,
        venue,
        len(newest_first),
        letters,
        won,
        drawn,
        lost,
        *_means(goals),
        *_means(corners),
        *_means(cards),
    )


def _letter(ours: int | None, theirs: int | None) -> str:
    return "?" if ours is None or theirs is None else result_letter(ours, theirs)


def _means(pairs: Sequence[tuple[int | None, ...]]) -> tuple[float | None, float | None]:
    known = [(ours, theirs) for ours, theirs in pairs if ours is not None and theirs is not None]
    if not known:
        return None, None
    return sum(ours for ours, _ in known) / len(known), sum(theirs for _, theirs in known) / len(known)


def _profiles(connection: sqlite3.Connection, row: FixtureRow, known: FixtureFilter) -> list[Profile]:
    found = []
    asked = replace(known, league_id=row.league_id)
    sides = ((Side.HOME, row.home_id, row.home), (Side.AWAY, row.away_id, row.away))
    for figure in PROFILED:
        whole = averages(connection, figure, asked, by="league")
        if not whole:
            continue
        for side, team_id, team in sides:
            of_team = replace(asked, team_id=team_id)
            for venue in (side, None):
                own = averages(connection, figure, of_team, venue=venue)
                if own:
                    league = whole[0]
                    found.append(
                        Profile(
                            figure,
                            side,
                            team_id,
                            team,
                            venue or Venue.ALL,
                            *(own[0].fixtures, own[0].own, own[0].other, own[0].whole),
                            *(*_at_venue(league, venue), league.whole, league.fixtures),
                        )
                    )
    return found


def _at_venue(league: Average, venue: Side | None) -> tuple[float | None, float | None]:
    """The league's averages of a side at a venue and of its opponents; of both venues together if venue is None."""
    if venue is None:
        return league.whole / 2, league.whole / 2
    return (league.own, league.other) if venue == Side.HOME else (league.other, league.own)


def _referee(connection: sqlite3.Connection, row: FixtureRow, known: FixtureFilter) -> list[RefereeRate]:
    if not row.referee:
        return []
    (country,) = connection.execute(_COUNTRY, {"league_id": row.league_id}).fetchone()
    found = []
    for figure in JUDGED:
        asked = replace(known, referee=row.referee)
        here = [
            each for each in averages(connection, figure, asked, by="referee") if each.name.endswith(f"({country})")
        ]
        of_league = replace(known, league_id=row.league_id)
        league = averages(connection, figure, of_league, by="league")
        if here:
            own, whole = here[0], league[0] if league else None
            found.append(
                RefereeRate(
                    row.referee,
                    figure,
                    *(own.fixtures, own.own, own.other, own.whole),
                    whole.whole if whole else None,
                    whole.fixtures if whole else 0,
                )
            )
    return found


def _places(connection: sqlite3.Connection, row: FixtureRow, moment: int, now: int) -> tuple[list[PointsStanding], str]:
    if row.season_id is None:
        return [], "its season is not known"
    try:
        table = standings(connection, league_id=row.league_id, season_id=row.season_id, at_ts=moment, now=now)
    except StandingsNotAvailable as error:
        return [], str(error)
    rows = {each.team_id: each for each in table.rows if isinstance(each, PointsStanding)}
    found = [rows[team_id] for team_id in (row.home_id, row.away_id) if team_id in rows]
    # The order of those that have not played is by name, and no place.
    waiting = [each.team_name for each in found if not each.played]
    if waiting:
        have = "have" if len(waiting) > 1 else "has"
        why = f"{' and '.join(waiting)} {have} no result of the season yet, so no place"
    else:
        why = "" if len(found) == 2 else "not both sides stand in the table of the season"
    return [each for each in found if each.played], why


_MEETINGS = f"""
select fixture.id from team_fixture join fixture on fixture.id = team_fixture.fixture_id
where team_fixture.team_id = :one and team_fixture.kickoff_ts < :end_ts and {KNOWN_FROM} <= :known_by
  and :other in (fixture.home_id, fixture.away_id) and fixture.status = :finished
order by team_fixture.kickoff_ts desc, team_fixture.fixture_id desc
"""
_COUNTRY = (
    "select country.name from league join country on country.code = league.country_code where league.id = :league_id"
)
