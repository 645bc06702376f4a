"""The bracket of a season, read from its fixtures, how they ended beyond ninety minutes, and its placeholders."""

import sqlite3
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.languages import ENGLISH
from footydata.football.register.away_goals import away_goals_of
from footydata.football.scores import knock_out_score, score_text, tie_score
from footydata.rules.brackets import (
    BracketColumn,
    Entrant,
    OpenFixture,
    Pairing,
    bracket_of,
    next_ties,
    placeholder_words,
)
from footydata.rules.ties import By, CupFixture
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.fixtures.placeholders import standing_placeholders
from footydata.store.read.seasons.group_stage import GroupStage, group_stage
from footydata.store.read.seasons.results import NO_STAGES, SeasonHead, has_stages, season_head
from footydata.store.read.seasons.ties import cup_fixtures


class BracketRow(NamedTuple):
    """A tie of a bracket. home: the home side of the first leg.

    tie: its place in its round, from 1, those that meet next together. scores: of each leg, the first side's goals
    first in each. next_round, next_tie: where its winner plays on.
    A side that is not known is in words ('winner of match 73').
    """

    round: str
    tie: int
    home: str
    away: str
    scores: str | None
    aggregate: str | None
    through: str | None
    decided_by: str | None
    doubt: str | None
    next_round: str | None = None
    next_tie: int | None = None

    @property
    def score(self) -> str:
        """The scores with the aggregate, and what decided where they do not show it."""
        return ", ".join(filter(None, (self.scores, self.beside_scores)))

    @property
    def beside_scores(self) -> str:
        """The aggregate, and what decided where the scores do not show it; empty if they show all."""
        by = self.decided_by if self.decided_by in _NOT_IN_SCORES else None
        one, _, other = (self.aggregate or "").partition("-")
        return tie_score((int(one), int(other)), by) if self.aggregate else by or ""


_NOT_IN_SCORES = (By.AWAY_GOALS, By.REPLAY, By.PLAY_OFF, By.AWARDED, By.SOURCE)
"""What decides a tie beside its scores."""


class SeasonBracket(NamedTuple):
    """The bracket of a season. names: team id → name; open: place of a group → why it is not known, a clause."""

    head: SeasonHead
    columns: list[BracketColumn]
    names: dict[int, str]
    open: Mapping[str, str] = MappingProxyType({})

    @property
    def title(self) -> str:
        """League and season."""
        return f"{self.head.league} {self.head.season}"

    def rows(self) -> list[BracketRow]:
        """A row a tie, round by round."""
        names = [column_name(column, self.columns) for column in self.columns]
        nexts = next_ties(self.columns)
        rows = []
        for at, column in enumerate(self.columns):
            for place, pairing in enumerate(column.pairings):
                row = self._row(names[at], place + 1, pairing)
                after = nexts.get((at, place))
                rows.append(
                    row._replace(next_round=names[after[0]], next_tie=after[1] + 1)
                    if after
                    else row
                )
        return rows

    def winner(self) -> str | None:
        """Who won the final, the one tie that others lead to and that leads to none; None if there is not one such."""
        nexts = next_ties(self.columns)
        ties = {
            (at, place)
            for at, column in enumerate(self.columns)
            for place in range(len(column.pairings))
        }
        finals = [(at, place) for at, place in ties & set(nexts.values()) - nexts.keys()]
        if len(finals) != 1:
            return None
        ((at, place),) = finals
        through = self.columns[at].pairings[place].through
        return None if through is None or self.columns[at].is_before_groups else self.names[through]

    def side(self, entrant: Entrant) -> str:
        """The name of a side, or what stands for it, in words."""
        if entrant.team is not None:
            return self.names[entrant.team]
        return placeholder_words(entrant.code) if entrant.code else "not known"

    def why_open(self, entrant: Entrant) -> str | None:
        """Why nobody stands yet at the place of a group that is complete; None without such a reason."""
        if entrant.team is not None or entrant.code is None:
            return None
        why = self.open.get(entrant.code) or (
            self.open.get("3") if entrant.code.startswith("3") else None
        )
        return f"the {placeholder_words(entrant.code)} is open: {why}" if why else None

    def open_reasons(self) -> list[str]:
        """Why places of complete groups are open, each once."""
        sides = (
            side
            for column in self.columns
            for each in column.pairings
            for side in (each.one, each.other)
        )
        return list(dict.fromkeys(filter(None, map(self.why_open, sides))))

    def _row(self, name: str, number: int, pairing: Pairing) -> BracketRow:
        tie = pairing.tie
        doubt = pairing.doubt
        if doubt and pairing.played_on is not None:
            doubt = f"{doubt}; {self.names[pairing.played_on]} played on"
        decided_by = tie.by.value if tie and tie.by and pairing.through is not None else None
        return BracketRow(
            name,
            number,
            self.side(pairing.one),
            self.side(pairing.other),
            leg_scores(pairing) or None,
            score_text(tie.aggregate) if tie and tie.aggregate else None,
            self.names[pairing.through] if pairing.through is not None else None,
            decided_by,
            doubt,
        )


def column_name(column: BracketColumn, columns: Iterable[BracketColumn]) -> str:
    """The name of a round, with what tells it from another of the same name."""
    same = [each for each in columns if each.stage == column.stage]
    if column.is_before_groups and any(not each.is_before_groups for each in same):
        return f"{column.name} (qualifying)"
    several = [each for each in same if each.is_before_groups == column.is_before_groups]
    return f"{column.name} ({column.level})" if len(several) > 1 else column.name


def leg_scores(pairing: Pairing) -> str:
    """The scores of a pairing's fixtures as people write them, the goals of its first side first; empty before any."""
    return "; ".join(text for _, text in legs_of(pairing) if text)


def legs_of(pairing: Pairing) -> list[tuple[CupFixture, str]]:
    """The fixtures of a pairing by kickoff, each with its score, which is empty while there is none."""
    if pairing.tie is None:
        return []
    legs = []
    for fixture in pairing.tie.fixtures:
        is_turned = fixture.home_id != pairing.tie.one
        goals, extra, shootout, final = (
            score[::-1] if score and is_turned else score
            for score in (fixture.goals, fixture.extra, fixture.shootout, fixture.final)
        )
        text = (
            knock_out_score(goals, extra=extra, shootout=shootout, final=final)
            or fixture.state_detail
            or ""
        )
        has_unscored_shootout = fixture.had_shootout and not shootout
        legs.append(
            (fixture, f"{text}, on penalties".removeprefix(", ") if has_unscored_shootout else text)
        )
    return legs


def season_bracket(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    now: int,
    lang: str = ENGLISH,
) -> SeasonBracket:
    """The bracket of a season; of the newest with fixtures if none is named. Places of groups are those of its tables.

    Raises NotFound if it has no knock-out round, and as season_head does.
    """
    head = season_head(connection, league_id, season_id, needs_table=False)
    fixtures = cup_fixtures(connection, head.season_id)
    rule = away_goals_of(head.country_code, head.league, head.start_year)
    stage: list[GroupStage] = []

    def group_place(code: str, against: str | None) -> int | None:
        if not stage:
            stage.append(
                group_stage(connection, league_id=league_id, season_id=head.season_id, now=now)
            )
        return stage[0].places.team(code, against or "")

    columns = bracket_of(
        fixtures, rule, coming=_coming(connection, head.season_id), group_place=group_place
    )
    if not columns:
        raise NotFound(
            f"{head.league} {head.season} has no knock-out rounds: {_why_none(connection, head)}"
        )
    teams = {team for each in fixtures for team in (each.home_id, each.away_id)}
    teams |= {
        each.team
        for at in columns
        for pair in at.pairings
        for each in (pair.one, pair.other)
        if each.team
    }
    names = team_names(connection, teams, lang=lang)
    return SeasonBracket(head, columns, names, stage[0].places.open if stage else {})


def _why_none(connection: sqlite3.Connection, head: SeasonHead) -> str:
    if has_stages(connection, head.season_id) or head.has_standings:
        return "none of its stages is one by its name"
    return NO_STAGES


def _coming(connection: sqlite3.Connection, season_id: int) -> Iterable[OpenFixture]:
    """The season's fixtures of which a side is not known yet."""
    for place in standing_placeholders(connection, season_id=season_id):
        one, other = place.home_id or place.home, place.away_id or place.away
        yield OpenFixture(place.kickoff_ts, place.stage, place.number, one, other)
