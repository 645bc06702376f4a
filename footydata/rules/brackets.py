"""The bracket of a season: rounds as columns, ties in the order of the tree, placeholders resolved and checked.

A tree is read from placeholders ('W73', the winner of match 73) where a source has them, else backwards: a side comes
from the last tie that it played before.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from footydata.football.records import Placeholder
from footydata.football.register.leagues import AwayGoals
from footydata.rules.stages import Kind, Stage, stage_of
from footydata.rules.ties import By, CupFixture, CupTie, Round, rounds_of

GroupPlace = Callable[[str, str | None], int | None]
"""The team that a place of a group is ('1A', '3A/B/C/D/F'), and its opponent's placeholder; None while it is open."""

_OF_MATCH = re.compile(r"(?P<which>[WL])(?P<number>\d{1,3})", re.ASCII)
_OF_GROUP = re.compile(r"(?P<place>[1-9])(?P<groups>[A-Z](?:/[A-Z])*)", re.ASCII)
_PLACES = {"1": "winner", "2": "runner-up", "3": "third", "4": "fourth"}


class Entrant(NamedTuple):
    """A side of a pairing. team: None while it is open; code: the placeholder that it is or was."""

    team: int | None
    code: str | None = None


class Pairing(NamedTuple):
    """A place of the tree.

    tie: None before its fixtures are known. played_on: who plays a later round, if it is in doubt who went through.
    doubt: that of the tie, and what contradicts the placeholders or the rounds that follow.
    """

    one: Entrant
    other: Entrant
    kickoff_ts: int
    number: int | None = None
    tie: CupTie | None = None
    through: int | None = None
    played_on: int | None = None
    doubt: str | None = None


class BracketColumn(NamedTuple):
    """A round of a bracket, its pairings in the order of the tree."""

    name: str
    stage: Stage
    level: int
    is_before_groups: bool
    pairings: tuple[Pairing, ...]

    @property
    def is_third_place(self) -> bool:
        """Whether it is the match for third place, which stands beside the tree."""
        return self.stage.kind is Kind.THIRD_PLACE

    @property
    def order(self) -> tuple[str, bool, tuple[int, int], int]:
        """As of a Round."""
        return Round(self.name, self.stage, (), self.level, self.is_before_groups).order


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
        by = self.decided_by if self.decided_by in _NOT_IN_SCORES else None
        aggregate = f"agg. {self.aggregate}" if self.aggregate else None
        return ", ".join(filter(None, (self.scores, aggregate, by)))


_NOT_IN_SCORES = (By.AWAY_GOALS, By.REPLAY, By.PLAY_OFF, By.AWARDED, By.SOURCE)
"""What decides a tie beside its scores."""


def placeholder_words(code: str) -> str:
    """A placeholder in words.

    >>> placeholder_words("W73"), placeholder_words("L101"), placeholder_words("2B")
    ('winner of match 73', 'loser of match 101', 'runner-up of group B')
    >>> placeholder_words("3A/B/F"), placeholder_words("Path A winner")
    ('third of group A, B or F', 'Path A winner')
    """
    of_match = _OF_MATCH.fullmatch(code)
    if of_match:
        return f"{'winner' if of_match['which'] == 'W' else 'loser'} of match {of_match['number']}"
    of_group = _OF_GROUP.fullmatch(code)
    if of_group and of_group["place"] in _PLACES:
        *groups, last = of_group["groups"].split("/")
        names = f"{', '.join(groups)} or {last}" if groups else last
        return f"{_PLACES[of_group['place']]} of group {names}"
    return code


Place = tuple[int, int]
"""A tie's place in a bracket: its column, and its place there from the top; both from 0."""


def next_ties(columns: Sequence[BracketColumn]) -> dict[Place, Place]:
    """Where those of a tie play on in its tree, which the match for third place is no part of."""
    nexts: dict[Place, Place] = {}
    for at, column in enumerate(columns):
        if column.is_third_place:
            continue
        for place, pairing in enumerate(column.pairings):
            for entrant in (pairing.one, pairing.other):
                feeder = _feeder(entrant, columns, at)
                if feeder:
                    before, source = feeder
                    nexts.setdefault((before, columns[before].pairings.index(source)), (at, place))
    return nexts


def bracket_of(
    fixtures: Iterable[CupFixture],
    away_goals: AwayGoals | None,
    *,
    coming: Iterable[Placeholder] = (),
    group_place: GroupPlace = lambda code, against: None,
) -> list[BracketColumn]:
    """The columns of a season's bracket, the earliest round first; several paths follow one another.

    fixtures: all of the season, those of groups too. coming: fixtures of which a side is not known yet.
    """
    listed = list(fixtures)
    rounds = rounds_of(listed, away_goals)
    columns = _with_coming([_column(each, rounds, listed) for each in rounds], coming)
    columns = [_resolved(column, columns, group_place) for column in columns]
    return _in_tree_order(columns)


def _column(of: Round, rounds: Sequence[Round], fixtures: Sequence[CupFixture]) -> BracketColumn:
    later = _teams_after(of, rounds, fixtures)
    pairings = tuple(_pairing(tie, later, of.stage) for tie in of.ties)
    return BracketColumn(of.name, of.stage, of.level, of.is_before_groups, pairings)


def _teams_after(of: Round, rounds: Sequence[Round], fixtures: Sequence[CupFixture]) -> set[int]:
    """The teams that play on: in a later round of the path, or in the groups after a qualifying round."""
    teams = {
        team
        for each in rounds
        if each.stage.path == of.stage.path
        and each.order > of.order
        and each.stage.kind is not Kind.THIRD_PLACE
        for tie in each.ties
        for team in (tie.one, tie.other)
    }
    if of.is_before_groups:
        end = max(fixture.kickoff_ts for tie in of.ties for fixture in tie.fixtures)
        teams |= {
            team
            for each in fixtures
            if each.kickoff_ts > end
            for team in (each.home_id, each.away_id)
        }
    return teams


def _pairing(tie: CupTie, later: set[int], stage: Stage) -> Pairing:
    """The pairing of a tie, checked against who plays a later round."""
    first, last = tie.fixtures[0], tie.fixtures[-1]
    ones = [each.home_from if each.home_id == tie.one else each.away_from for each in tie.fixtures]
    others = [
        each.away_from if each.home_id == tie.one else each.home_from for each in tie.fixtures
    ]
    on = (
        []
        if stage.kind is Kind.THIRD_PLACE
        else [team for team in (tie.one, tie.other) if team in later]
    )
    through, doubt = tie.through, tie.doubt
    if len(on) == 2:
        through, doubt = None, "both sides play a later round"
    elif on and through is not None and on[0] != through:
        through, doubt = (
            None,
            f"by {tie.by} one side is through, and the other plays the next round",
        )
    return Pairing(
        Entrant(tie.one, next(filter(None, ones), None)),
        Entrant(tie.other, next(filter(None, others), None)),
        first.kickoff_ts,
        first.number or last.number,
        tie,
        through,
        on[0] if len(on) == 1 and through is None else None,
        doubt,
    )


def _with_coming(
    columns: Sequence[BracketColumn], coming: Iterable[Placeholder]
) -> list[BracketColumn]:
    """The columns with the pairings of which a side is not known yet."""
    by_round = {(column.stage, column.level, column.is_before_groups): column for column in columns}
    for each in coming:
        stage = stage_of(each.stage) if each.stage else None
        if stage is None or not stage.is_knock_out:
            continue
        one, other = (
            Entrant(team, None if team else code)
            for team, code in ((each.home_id, each.home), (each.away_id, each.away))
        )
        column = by_round.get((stage, 1, False)) or BracketColumn(
            each.stage or "", stage, 1, False, ()
        )
        if _is_in(column, each):
            continue
        pairings = (*column.pairings, Pairing(one, other, each.kickoff_ts, each.number))
        by_round[stage, 1, False] = column._replace(pairings=pairings)
    return sorted(by_round.values(), key=lambda column: column.order)


def _is_in(column: BracketColumn, coming: Placeholder) -> bool:
    """Whether a fixture whose sides were open has a pairing already: by its number, or as its round is full."""
    places = 1 if column.is_third_place else (column.stage.teams or 0) // 2
    is_full = 0 < places <= len(column.pairings)
    numbers = {pairing.number for pairing in column.pairings}
    return is_full or (coming.number is not None and coming.number in numbers)


def _resolved(
    column: BracketColumn, columns: Sequence[BracketColumn], group_place: GroupPlace
) -> BracketColumn:
    """A column with its placeholders resolved from results and groups, and checked against who played."""
    by_number = {
        each.number: (at, each) for at in columns for each in at.pairings if each.number is not None
    }
    numbers = Counter(each.number for at in columns for each in at.pairings)
    uses = Counter(
        code
        for at in columns
        for each in at.pairings
        for _, code in (each.one, each.other)
        if code and "/" not in code
    )

    def resolve(entrant: Entrant, against: str | None) -> tuple[Entrant, str | None]:
        code = entrant.code
        if code is None:
            return entrant, None
        if uses[code] > 1:
            return entrant, f"the {placeholder_words(code)} has two places"
        of_match = _OF_MATCH.fullmatch(code)
        team: int | None
        if of_match:
            at, source = by_number.get(int(of_match["number"]), (None, None))
            if at is None or source is None:
                return entrant, f"there is no match {of_match['number']}"
            if numbers[source.number] > 1:
                return entrant, f"{numbers[source.number]} ties are match {of_match['number']}"
            if at.stage.order >= column.stage.order:
                return entrant, f"match {of_match['number']} is not of an earlier round"
            team = source.through if of_match["which"] == "W" else _out(source)
        else:
            team = group_place(code, against)
        if team is None or entrant.team in (None, team):
            return Entrant(entrant.team if entrant.team is not None else team, code), None
        return entrant, f"the {placeholder_words(code)} is another team"

    pairings = []
    for pairing in column.pairings:
        one, doubt = resolve(pairing.one, pairing.other.code)
        other, another = resolve(pairing.other, pairing.one.code)
        doubts = [each for each in (pairing.doubt, doubt, another) if each]
        pairings.append(pairing._replace(one=one, other=other, doubt="; ".join(doubts) or None))
    return column._replace(pairings=tuple(pairings))


def _out(pairing: Pairing) -> int | None:
    """The team that goes out of a pairing."""
    if pairing.through is None:
        return None
    return pairing.other.team if pairing.through == pairing.one.team else pairing.one.team


def _in_tree_order(columns: Sequence[BracketColumn]) -> list[BracketColumn]:
    """The columns with pairings ordered so that those which meet next stand together, from the last round back."""
    ordered: list[list[Pairing]] = [[] for _ in columns]
    seen: set[tuple[int, Pairing]] = set()

    def visit(at: int, pairing: Pairing) -> None:
        if (at, pairing) in seen:
            return
        seen.add((at, pairing))
        for entrant in (pairing.one, pairing.other):
            feeder = _feeder(entrant, columns, at)
            if feeder:
                visit(*feeder)
        ordered[at].append(pairing)

    tree = [at for at, column in enumerate(columns) if not column.is_third_place]
    for at in (*reversed(tree), *(set(range(len(columns))) - set(tree))):
        for pairing in sorted(
            columns[at].pairings, key=lambda each: (each.number or 0, each.kickoff_ts)
        ):
            if columns[at].is_third_place:
                ordered[at].append(pairing)
            else:
                visit(at, pairing)
    return [
        column._replace(pairings=tuple(pairings))
        for column, pairings in zip(columns, ordered, strict=True)
    ]


def _feeder(
    entrant: Entrant, columns: Sequence[BracketColumn], at: int
) -> tuple[int, Pairing] | None:
    """The pairing of an earlier round that a side comes from, with the place of its column."""
    match = _OF_MATCH.fullmatch(entrant.code) if entrant.code else None
    for before in range(at - 1, -1, -1):
        column = columns[before]
        if column.is_third_place or column.stage.path != columns[at].stage.path:
            continue
        if column.is_before_groups != columns[at].is_before_groups:
            continue
        for pairing in column.pairings:
            if match:
                if pairing.number == int(match["number"]):
                    return before, pairing
            elif entrant.team is not None and entrant.team in (
                pairing.one.team,
                pairing.other.team,
            ):
                return before, pairing
    return None
