"""Builds the sample database: every competition's previous season whole, the current one up to now."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from footydata.football.moments import day_of
from footydata.football.records import (
    ClaimRow,
    FixtureRecord,
    Load,
    PointsAdjustment,
    SeasonTeam,
)
from footydata.football.terms import DAY, Side
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError, file_errors, remove_with_journals
from footydata.store.rows import upsert

from .catalogue import SOURCE, add_catalogue
from .fixture import Oddity, Planned, add_fixture
from .leagues import CROWN, LANTERN_CUP, LEAGUES, SAKURA, SOL, VOLTA_CUP, Competition
from .players import Squad, squad_of
from .rows import Rows, no_rows
from .season import (
    Meeting,
    bucket_of,
    esports_meetings,
    knockout_meetings,
    league_meetings,
    midnight,
    round_in_play,
    round_midnights,
    season_dates,
)
from .strengths import Strength, means_of, next_season, strengths

FIRST_FIXTURE_ID = 880_001

ODDITIES = {
    (CROWN.id, -1, 2): Oddity.POSTPONED,
    (SOL.id, -3, 1): Oddity.AWARDED,
    (SAKURA.id, -2, 0): Oddity.UNRECORDED,
}
"""League, rounds before today's, place in the round → what is odd about that fixture of the current season."""

CUP_STAGES = ("round of 16", "quarter-final", "semi-final", "final")
CUP_AFTER = ((8, 14, 20, 26), (-3, -1, 0))
"""After which league round each cup round is played: in the previous season, and counted from today's."""

ENTRANTS = 16


def build(
    path: Path | str,
    *,
    now: int,
    seed: int = 2014,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Write the sample as it stands at `now` to a new file; the same for each `now` of five minutes.

    progress: called with the share that is done and the competition that is played next.
    Raises DatabaseError where the file exists or can't be written; no part of a file stays.
    """
    if Path(path).exists():
        raise DatabaseError(f"{path} exists; the sample is built into a new file only")
    rows = _Builder(now, seed).built(progress)
    try:
        with file_errors(path), closing(open_database(path)) as connection:
            _write(connection, rows)
    except BaseException:
        remove_with_journals(Path(path))
        raise


def _write(connection: sqlite3.Connection, rows: Rows) -> None:
    with connection:
        for table, records in rows.items():
            upsert(connection, table, records)
    connection.execute("analyze")
    connection.execute("pragma wal_checkpoint(truncate)")


class _Builder:
    """Plays competition after competition and gathers the rows."""

    def __init__(self, now: int, seed: int) -> None:
        self.moment = bucket_of(now)
        self.seed = seed
        self.rows = no_rows()
        self.next_id = FIRST_FIXTURE_ID
        self.strengths: dict[int, Strength] = {}
        self.squads: dict[int, Squad] = {}

    def built(self, progress: Callable[[str], None]) -> Rows:
        """Every row of the sample."""
        add_catalogue(self.rows, self.moment)
        members: dict[int, list[int]] = {}
        competitions = (*LEAGUES, VOLTA_CUP)
        for done, competition in enumerate(competitions):
            progress(f"{done}/{len(competitions)} {competition.name}")
            self._meet(competition)
            ids = [club.id for club in competition.clubs]
            members[competition.id] = ids[: len(ids) - competition.spare]
            played = self._season(competition, members[competition.id], current=False)
            if competition is CROWN:
                self._cup(members[CROWN.id], current=False)
            self.strengths |= next_season(
                {team_id: self.strengths[team_id] for team_id in ids},
                self._rng(f"{competition.id}/later"),
            )
            if competition.spare:
                members[competition.id] = _promoted(
                    members[competition.id], ids, played, competition.spare
                )
            self._season(competition, members[competition.id], current=True)
        self._cup(members[CROWN.id], current=True)
        self._deduct(
            members[CROWN.id][5], CROWN.seasons[1], -3, "Late filing of the club's accounts", 60
        )
        self._deduct(members[SOL.id][9], SOL.seasons[0], -1, "Fielded a suspended player", 400)
        self._claim()
        return self.rows

    def _meet(self, competition: Competition) -> None:
        """Draw the clubs' strengths and squads."""
        rng = self._rng(competition.id)
        self.strengths |= strengths([club.id for club in competition.clubs], rng)
        taken: set[str] = set()
        for club in competition.clubs:
            self.squads[club.id] = squad_of(competition.country, rng, taken=taken)
            taken.update(self.squads[club.id].values())

    def _season(
        self, competition: Competition, members: Sequence[int], *, current: bool
    ) -> list[FixtureRecord]:
        season_id = competition.seasons[current]
        rng = self._rng(season_id)
        draw = esports_meetings if competition.esports else league_meetings
        meetings = draw(competition, members, self.moment, rng, current=current)
        self._enrol(season_id, members)
        oddities = self._oddities(competition, len(members)) if current else {}
        places: dict[int, int] = {}
        played = []
        for meeting in meetings:
            place = places[meeting.round] = places.get(meeting.round, -1) + 1
            played.append(
                self._play(competition, season_id, meeting, oddities.get((meeting.round, place)))
            )
        return played

    def _cup(self, members: Sequence[int], *, current: bool) -> None:
        season_id = LANTERN_CUP.seasons[current]
        rng = self._rng(season_id)
        entrants = rng.sample(list(members), ENTRANTS)
        self._enrol(season_id, entrants)
        for number, day in enumerate(self._cup_days(len(members), current=current), 1):
            meetings = knockout_meetings(
                LANTERN_CUP, entrants, day, number=number, stage=CUP_STAGES[number - 1]
            )
            played = [self._play(LANTERN_CUP, season_id, meeting) for meeting in meetings]
            entrants = [_winner(fixture, rng) for fixture in played]

    def _cup_days(self, members: int, *, current: bool) -> Iterator[int]:
        """The midnights of the cup's rounds, half-way between two rounds of the league."""
        dates = season_dates(CROWN, self.moment, years_back=int(not current))
        rounds = 2 * (members - 1)
        midnights = round_midnights(rounds, dates, self.moment, current=current)
        playing = round_in_play(rounds, dates, self.moment) if current else 0
        for after in CUP_AFTER[current]:
            first, second = midnights[playing + after - 1 : playing + after + 1]
            yield midnight((first + second) // 2)

    def _play(
        self,
        competition: Competition,
        season_id: int,
        meeting: Meeting,
        oddity: Oddity | None = None,
    ) -> FixtureRecord:
        planned = Planned(
            self.next_id,
            competition,
            season_id,
            meeting,
            means_of(self.strengths[meeting.home_id], self.strengths[meeting.away_id]),
            {Side.HOME: self.squads[meeting.home_id], Side.AWAY: self.squads[meeting.away_id]},
            oddity,
        )
        self.next_id += 1
        return add_fixture(self.rows, planned, self.moment, self._rng(planned.id))

    def _oddities(self, competition: Competition, members: int) -> dict[tuple[int, int], Oddity]:
        playing = round_in_play(
            2 * (members - 1), season_dates(competition, self.moment), self.moment
        )
        return {
            (playing + back, place): oddity
            for (league_id, back, place), oddity in ODDITIES.items()
            if league_id == competition.id
        }

    def _enrol(self, season_id: int, members: Sequence[int]) -> None:
        self.rows["season_team"] += (SeasonTeam(season_id, team_id) for team_id in sorted(members))

    def _deduct(
        self, team_id: int, season_id: int, points: int, reason: str, days_ago: int
    ) -> None:
        decided = day_of(self.moment - days_ago * DAY).isoformat()
        self.rows["points_adjustment"].append(
            PointsAdjustment(season_id, team_id, 0, points, reason, decided, SOURCE.name)
        )

    def _claim(self) -> None:
        """Let the sample be what one load claimed, so that files that are loaded later find its fixtures."""
        ids = [fixture.id for fixture in self.rows["fixture"]]
        self.rows["load"].append(
            Load(1, SOURCE.id, SOURCE.name, self.moment, rows_read=len(ids), rows_kept=len(ids))
        )
        self.rows["claim"] += (ClaimRow(number, 1, id_) for number, id_ in enumerate(ids, 1))

    def _rng(self, part: object) -> Random:
        """The chance of one part of the sample, whatever happens in the others."""
        return Random(f"{self.seed}/{part}")


def _winner(fixture: FixtureRecord, rng: Random) -> int:
    """The team that goes on; level after regulation time, extra time is left to chance."""
    home, away = fixture.home_goals or 0, fixture.away_goals or 0
    if home == away:
        return rng.choice((fixture.home_id, fixture.away_id))
    return fixture.home_id if home > away else fixture.away_id


def _promoted(
    members: Sequence[int], clubs: Sequence[int], played: Sequence[FixtureRecord], spare: int
) -> list[int]:
    """Next season's members: the last ones of the table make room for those who come up."""
    worth = dict.fromkeys(members, 0)
    for fixture in played:
        home, away = fixture.home_goals or 0, fixture.away_goals or 0
        # Points weigh more than any goal difference.
        worth[fixture.home_id] += 1000 * (3 if home > away else home == away) + home - away
        worth[fixture.away_id] += 1000 * (3 if away > home else home == away) + away - home
    stay = sorted(members, key=lambda team_id: (-worth[team_id], team_id))[: len(members) - spare]
    return sorted([*stay, *(team_id for team_id in clubs if team_id not in members)])
