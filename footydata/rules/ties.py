"""Ties of knock-out rounds: the fixtures that belong together, their aggregate, who goes through and by what.

Nothing is guessed: a tie that its fixtures and the rules don't decide has nobody through and a doubt that says why.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from footydata.football.register.leagues import AwayGoals, AwayGoalsCount
from footydata.football.scores import Score, score_text
from footydata.football.terms import DAY, Side, StateDetail, Status
from footydata.rules.stages import TABLED, Kind, Stage, stage_of


class By(StrEnum):
    """What decided a tie, in the words that are shown."""

    SCORE = "score"
    AGGREGATE = "aggregate"
    EXTRA_TIME = "extra time"
    PENALTIES = "penalties"
    AWAY_GOALS = "away goals"
    REPLAY = "replay"
    PLAY_OFF = "play-off"
    AWARDED = "awarded"
    SOURCE = "the source's word"


class CupFixture(NamedTuple):
    """A fixture of a cup; its scores are (home, away).

    goals: of ninety minutes. extra: the whole score after extra time. final: the score at the end where ninety minutes
    are unknown. through: the side that the source says went through, where no score tells; on_penalties: by a shootout.
    number: in its tournament.
    """

    id: int
    kickoff_ts: int
    stage: str | None
    home_id: int
    away_id: int
    goals: Score | None = None
    extra: Score | None = None
    shootout: Score | None = None
    final: Score | None = None
    through: Side | None = None
    status: Status = Status.FINISHED
    state_detail: str | None = None
    number: int | None = None
    home_from: str | None = None
    away_from: str | None = None
    on_penalties: bool = False

    @property
    def had_shootout(self) -> bool:
        """Whether there was a shootout, be its score known or not."""
        return self.shootout is not None or (self.on_penalties and self.through is not None)

    @property
    def end(self) -> Score | None:
        """The score at the end, without the shootout."""
        return self.extra or self.goals or self.final


class CupTie(NamedTuple):
    """A tie. fixtures: in order of kickoff. one, other: the home side of the first and its opponent.

    aggregate: of two legs, of one and other; None of a single fixture or while a score is unknown. through: the team
    that goes through, None if nobody does yet, or if that is in doubt. doubt: a sentence, None without one.
    """

    fixtures: tuple[CupFixture, ...]
    one: int
    other: int
    aggregate: Score | None = None
    through: int | None = None
    by: By | None = None
    doubt: str | None = None


class Round(NamedTuple):
    """A round of ties. name: as the first fixture's source has it; level: 2 or more if a play-off's winners play on.

    is_before_groups: its fixtures precede those of the season's groups.
    """

    name: str
    stage: Stage
    ties: tuple[CupTie, ...]
    level: int = 1
    is_before_groups: bool = False

    @property
    def order(self) -> tuple[str, bool, tuple[int, int], int]:
        """The place of a round, path by path, the earliest first."""
        return self.stage.path or "", not self.is_before_groups, self.stage.order, self.level


_Decision = tuple[int | None, By | None, str | None]
_Key = tuple[bool, Stage]

_UNPLAYED = (StateDetail.POSTPONED, StateDetail.CANCELLED, StateDetail.ABANDONED)


def rounds_of(fixtures: Iterable[CupFixture], away_goals: AwayGoals | None) -> list[Round]:
    """The knock-out rounds of a season's fixtures, in order: path by path, the earliest round first.

    away_goals: the season's rule, None if it is not known; a tie that only it could decide is then in doubt.
    """
    listed = sorted(fixtures, key=lambda fixture: (fixture.kickoff_ts, fixture.id))
    staged = [(stage_of(fixture.stage), fixture) for fixture in listed if fixture.stage is not None]
    grouped = min(
        (fixture.kickoff_ts for stage, fixture in staged if stage.kind in TABLED), default=None
    )
    by_round: defaultdict[_Key, list[CupFixture]] = defaultdict(list)
    for stage, fixture in staged:
        if stage.is_knock_out or stage.kind is Kind.ROUND:
            by_round[grouped is not None and fixture.kickoff_ts < grouped, stage].append(fixture)
    rounds = [
        Round(level[0].stage or "", stage, _ties_of(level, stage, away_goals), number, is_before)
        for (is_before, stage), in_round in by_round.items()
        if _is_of_ties(stage, in_round, listed)
        for number, level in enumerate(_levels(in_round, stage), start=1)
    ]
    return sorted(rounds, key=lambda each: each.order)


def _is_of_ties(stage: Stage, in_round: Sequence[CupFixture], season: Sequence[CupFixture]) -> bool:
    """Whether a round is one of ties, as a numbered round or a play-off may be a matchday or a table of its own."""
    if stage.kind is Kind.PLAY_OFF:
        levels = _levels(in_round, stage)
        return all(_knocks_out(level, in_round) for level in levels)
    return stage.kind is not Kind.ROUND or _knocks_out(in_round, season)


def _knocks_out(in_round: Sequence[CupFixture], season: Sequence[CupFixture]) -> bool:
    """Whether each team of a round has one opponent, and at most one of a pair plays on."""
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    last: defaultdict[int, int] = defaultdict(int)
    for fixture in in_round:
        opponents[fixture.home_id].add(fixture.away_id)
        opponents[fixture.away_id].add(fixture.home_id)
    for fixture in season:
        for team in (fixture.home_id, fixture.away_id):
            last[team] = max(last[team], fixture.kickoff_ts)
    end = in_round[-1].kickoff_ts
    return all(len(each) == 1 for each in opponents.values()) and not any(
        last[fixture.home_id] > end and last[fixture.away_id] > end for fixture in in_round
    )


def _levels(in_round: Sequence[CupFixture], stage: Stage) -> list[list[CupFixture]]:
    """The fixtures of a round by how many opponents their teams had before: play-offs may have rounds of their own."""
    if stage.kind is not Kind.PLAY_OFF:
        return [list(in_round)]
    levels: list[list[CupFixture]] = []
    level_of: dict[frozenset[int], int] = {}
    reached: defaultdict[int, int] = defaultdict(int)
    for fixture in in_round:
        pair = frozenset((fixture.home_id, fixture.away_id))
        if pair not in level_of:
            level_of[pair] = max(reached[team] for team in pair)
            reached.update(dict.fromkeys(pair, level_of[pair] + 1))
            levels.extend([] for _ in range(level_of[pair] + 1 - len(levels)))
        levels[level_of[pair]].append(fixture)
    return levels


def _ties_of(
    in_round: Sequence[CupFixture], stage: Stage, away_goals: AwayGoals | None
) -> tuple[CupTie, ...]:
    by_pair: defaultdict[frozenset[int], list[CupFixture]] = defaultdict(list)
    for fixture in in_round:
        by_pair[frozenset((fixture.home_id, fixture.away_id))].append(fixture)
    several = sum(len(_played_or_to_come(fixtures)) > 1 for fixtures in by_pair.values())
    has_legs = several * 2 > len(by_pair)
    rule = (
        away_goals.counting(number=stage.number, is_final=stage.teams == 2) if away_goals else None
    )
    ties = [tie_of(fixtures, rule, has_legs=has_legs) for fixtures in by_pair.values()]
    opponents: defaultdict[int, int] = defaultdict(int)
    for pair in by_pair:
        for team in pair:
            opponents[team] += 1
    return tuple(
        tie._replace(through=None, by=None, doubt="a team of it plays another tie of the round")
        if opponents[tie.one] > 1 or opponents[tie.other] > 1
        else tie
        for tie in ties
    )


def tie_of(
    fixtures: Sequence[CupFixture], away_goals: AwayGoalsCount | None, *, has_legs: bool
) -> CupTie:
    """The tie of the fixtures of one pair in one round, in any order.

    away_goals: which count, None if that is not known. has_legs: most pairs of the round meet twice; otherwise a second
    fixture after a draw is a replay.
    """
    listed = sorted(fixtures, key=lambda fixture: (fixture.kickoff_ts, fixture.id))
    counted = _played_or_to_come(listed)
    first = listed[0]
    tie = CupTie(tuple(listed), first.home_id, first.away_id)
    if not counted:
        through, by, doubt = _without_score(listed[-1])
    elif len(counted) == 1:
        through, by, doubt = _of_one(counted[0])
        if has_legs and counted[0].through is None and (through is not None or counted[0].extra):
            through, by, doubt = None, None, "its other leg is missing"
    elif any(one.kickoff_ts // DAY == other.kickoff_ts // DAY for one, other in pairwise(counted)):
        # A fixture that a file has twice, with exchanged sides the second time.
        through, by, doubt = None, None, "two fixtures of one day"
    elif _are_replays(counted, has_legs=has_legs):
        through, by, doubt = _of_one(counted[-1])
        by = By.REPLAY if through is not None else by
    else:
        tie = tie._replace(aggregate=_aggregate(counted[:2], tie))
        through, by, doubt = _of_legs(counted, tie, away_goals)
    awarded = [fixture for fixture in counted if fixture.state_detail == StateDetail.AWARDED]
    if awarded and doubt is None:
        doubt = "awarded" if len(counted) == 1 else "a leg was awarded"
    return tie._replace(through=through, by=by, doubt=doubt)


def _played_or_to_come(fixtures: Sequence[CupFixture]) -> list[CupFixture]:
    """The fixtures without those that were called off, abandoned or moved, unless the source has who went through."""
    return [
        fixture for fixture in fixtures if fixture.state_detail not in _UNPLAYED or fixture.through
    ]


def _are_replays(fixtures: Sequence[CupFixture], *, has_legs: bool) -> bool:
    """Whether each fixture but the last was drawn, and another could follow for that alone."""
    first = fixtures[0]
    drawn = all(
        fixture.end is not None and fixture.end[0] == fixture.end[1] for fixture in fixtures[:-1]
    )
    return drawn and (
        not has_legs
        or first.extra is not None
        or all(fixture.home_id == first.home_id for fixture in fixtures)
    )


def _team(fixture: CupFixture, side: Side) -> int:
    return fixture.home_id if side is Side.HOME else fixture.away_id


def _ahead(fixture: CupFixture, score: Score) -> int | None:
    """The team that leads by a score, None if it is level."""
    return (
        None
        if score[0] == score[1]
        else _team(fixture, Side.HOME if score[0] > score[1] else Side.AWAY)
    )


def _without_score(fixture: CupFixture) -> _Decision:
    if fixture.through:
        return _team(fixture, fixture.through), By.SOURCE, None
    if fixture.state_detail in (StateDetail.ABANDONED, StateDetail.CANCELLED):
        return None, None, f"{fixture.state_detail}, and no source has who went through"
    if fixture.status is Status.FINISHED:
        return None, None, "finished without a score"
    return None, None, None


def _of_one(fixture: CupFixture) -> _Decision:
    """Who wins a fixture that decides alone."""
    if fixture.status is not Status.FINISHED or fixture.end is None:
        return _by_shootout(fixture) if fixture.had_shootout else _without_score(fixture)
    goals = fixture.goals
    doubt = _contradiction(fixture)
    if not doubt and fixture.extra and goals and goals[0] != goals[1]:
        doubt = f"extra time although ninety minutes ended {score_text(goals)}"
    if doubt:
        return None, None, doubt
    winner = _ahead(fixture, fixture.end)
    if fixture.had_shootout:
        if winner is not None:
            return None, None, f"a shootout after {score_text(fixture.end)}"
        return _by_shootout(fixture)
    named = _team(fixture, fixture.through) if fixture.through else None
    if winner is None:
        if named is None:
            return None, None, f"{score_text(fixture.end)}, and no source has who went through"
        return named, By.SOURCE, None
    if named is not None and named != winner:
        return None, None, f"the source has the loser of {score_text(fixture.end)} through"
    if fixture.state_detail == StateDetail.AWARDED:
        return winner, By.AWARDED, None
    return (
        winner,
        By.EXTRA_TIME if fixture.extra and fixture.extra != fixture.goals else By.SCORE,
        None,
    )


def _by_shootout(fixture: CupFixture) -> _Decision:
    named = _team(fixture, fixture.through) if fixture.through else None
    winner = _ahead(fixture, fixture.shootout) if fixture.shootout else named
    if winner is None:
        return None, None, "a shootout without a winner"
    if named is not None and named != winner:
        return None, None, "the source has the loser of the shootout through"
    return winner, By.PENALTIES, None


def _contradiction(fixture: CupFixture) -> str | None:
    """What in the scores of one fixture can't be."""
    goals, extra = fixture.goals, fixture.extra
    if goals and extra and (extra[0] < goals[0] or extra[1] < goals[1]):
        return f"{score_text(extra)} after extra time is less than {score_text(goals)}"
    return None


def _aggregate(legs: Sequence[CupFixture], tie: CupTie, *, in_ninety: bool = False) -> Score | None:
    """The goals of both teams over the legs, at the end or after ninety minutes of the last."""
    one = other = 0
    for leg in legs:
        score = leg.goals if in_ninety else leg.end
        if score is None:
            return None
        ours, theirs = score if leg.home_id == tie.one else score[::-1]
        one, other = one + ours, other + theirs
    return one, other


def _of_legs(fixtures: Sequence[CupFixture], tie: CupTie, rule: AwayGoalsCount | None) -> _Decision:
    first, last, *further = fixtures
    if (
        any(fixture.status is not Status.FINISHED for fixture in fixtures)
        and fixtures[-1].through is None
    ):
        return None, None, None
    doubt = next(filter(None, map(_contradiction, fixtures)), None)
    if doubt is None and first.home_id == last.home_id:
        doubt = "both legs have the same home side"
    if doubt:
        return None, None, doubt
    aggregate = tie.aggregate
    uneven = (
        f"although the legs ended {score_text(aggregate)}"
        if aggregate and aggregate[0] != aggregate[1]
        else ""
    )
    if further:
        # A third fixture decides after legs that were level; after others it contradicts them.
        through, by, doubt = _of_one(further[-1])
        if uneven:
            return None, None, f"a play-off {uneven}"
        return through, By.PLAY_OFF if through is not None else by, doubt
    if last.had_shootout:
        return (None, None, f"a shootout {uneven}") if uneven else _by_shootout(last)
    named = _team(last, last.through) if last.through else None
    through, by, doubt = _by_goals(first, last, tie, rule)
    if through is None and named is not None:
        return named, By.SOURCE, None
    if through is not None and named is not None and named != through:
        return None, None, "the source has the other side through"
    return through, by, doubt


def _by_goals(
    first: CupFixture, last: CupFixture, tie: CupTie, rule: AwayGoalsCount | None
) -> _Decision:
    """Who is ahead by aggregate or away goals after two legs without a shootout."""
    aggregate = tie.aggregate
    if aggregate is None:
        return None, None, "a leg without a score"
    one, other = aggregate
    in_ninety = _aggregate((first, last), tie, in_ninety=True)
    if last.extra and in_ninety and in_ninety[0] != in_ninety[1]:
        return None, None, f"extra time although the legs stood at {score_text(in_ninety)}"
    if one != other:
        return (
            tie.one if one > other else tie.other,
            By.EXTRA_TIME if last.extra else By.AGGREGATE,
            None,
        )
    leader = _ahead_away(first, last, tie, rule or AwayGoalsCount.EXTRA_TIME)
    level = f"{score_text(aggregate)} on aggregate"
    if rule is AwayGoalsCount.NO or leader is None:
        return None, None, f"{level}, and no source has who went through"
    if rule is None:
        return None, None, f"{level}; whether away goals count here is not known"
    return leader, By.AWAY_GOALS, None


def _ahead_away(
    first: CupFixture, last: CupFixture, tie: CupTie, rule: AwayGoalsCount
) -> int | None:
    """The team with more away goals of those that count; None if they are level, or unknown.

    In the first leg the other side is away, in the last the one.
    """
    if rule is AwayGoalsCount.AFTER_EXTRA_TIME and not last.extra:
        return None
    of_last = last.goals if rule is AwayGoalsCount.NINETY_MINUTES else last.end
    if of_last is None or first.end is None:
        return None
    one, other = of_last[1], first.end[1]
    return None if one == other else tie.one if one > other else tie.other
