"""Which clubs and players are one under two names, and which records are of one meeting of two teams.

Two clubs of one season are judged by their fixtures, never by the names. Two fixtures are twins if they may be the same
fixture: the kickoffs are as close as sources print one day, and both home sides, and both away sides, are the same club
or may be. A pair of clubs is judged by its twins, and by the days on which both play and their fixtures are no twins.
Opponents need not be known: pairs support one another.

Spellings of a player are judged by names and fixtures alone. Surely one: names that differ in accents or case alone, a
family name alone (Mbappé, Kylian Mbappé), and given names as initials (E. Hazard, Eden Hazard), where only one fuller
spelling fits and no fixture has both.

Which meeting of a pair at one venue a record is of is a pure function of what was said of them. A meeting is a pair, a
venue and a day. Records of several inputs are one meeting on the same day; on the next unless both are finished with
other scores; where pairs meet once at a venue on any day, unless both are finished with other scores; where they meet
more often, if one is to come and the other not earlier, within 60 days. Records of one input are meetings of their own,
but for those of the same day.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, islice, product, starmap
from typing import NamedTuple, TypeAlias, TypeVar

from footydata.football.register import normalised
from footydata.football.terms import DAY
from footydata.rules.tallies import pair_of

STRONG = 5
"""How many fixtures must agree before two clubs are held to be one.

Of two different clubs playing on one day, every second pair is both at home or both away, and one score in nine is the
same: that five such fixtures in a row agree by chance, against opponents for which the same holds, is 1 in 2 million.
"""

POSSIBLE = 2
"""From how many agreeing fixtures a pair is reported as doubtful: one alone agrees too often by chance."""

MOST_A_DAY = 10
"""A season in which a club has more fixtures on one day is not judged; even with a name per source it has fewer."""

MOST_TWINS = 100_000
"""A season with more twins is not judged: no league has as many, and they would take seconds."""

SAME_DAY = DAY * 3 // 2
"""Seconds between kickoffs that may be one fixture's: sources use the days of different time zones, or give no time."""

Pair: TypeAlias = tuple[int, int]
"""The ids of two clubs, the lower first."""


class Finished(NamedTuple):
    """A finished fixture; home, away: ids of the clubs; sources: ids of those that have it."""

    id: int
    home: int
    away: int
    kickoff_ts: int
    score: str
    sources: frozenset[int]


class Claim(NamedTuple):
    """The evidence of one season for and against two clubs being one.

    agreeing: fixtures that agree in day, venue, opponent and score; differing: in all but the score;
    apart: days on which the two play different fixtures. is_strong: whether that is enough to hold them to be one.
    """

    pair: Pair
    agreeing: int
    differing: int
    apart: int
    is_strong: bool = False


class _Twins(NamedTuple):
    """Two fixtures that may be the same one; pairs: of the clubs that would then be one."""

    one: Finished
    other: Finished
    pairs: tuple[Pair, ...]

    @property
    def agree(self) -> bool:
        return self.one.score == self.other.score

    def other_pairs(self, pair: Pair) -> Iterator[Pair]:
        """The pairs that must be one if this pair is."""
        return (each for each in self.pairs if each != pair)


class SeasonOfClubs:
    """The fixtures of one season, in any order, and which of its clubs may be one by them.

    may_be_one: whether nothing else (the register, a service's ids, a fixture of the two) shows that two clubs differ.
    """

    def __init__(
        self, fixtures: Iterable[Finished], may_be_one: Callable[[int, int], bool]
    ) -> None:
        self._may_be_one = may_be_one
        self._fixtures = sorted(fixtures, key=lambda row: (row.kickoff_ts, row.id))
        self._twins: defaultdict[Pair, list[_Twins]] = defaultdict(list)
        self._of_fixture: defaultdict[int, list[_Twins]] = defaultdict(list)
        self._days: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for row in self._fixtures:
            for club in (row.home, row.away):
                self._days[club][row.kickoff_ts // DAY].append(row.id)
        is_real = all(
            len(rows) <= MOST_A_DAY for days in self._days.values() for rows in days.values()
        )
        pairs_of_fixtures = (
            list(islice(_twins(self._fixtures, may_be_one), MOST_TWINS + 1)) if is_real else []
        )
        for twins in pairs_of_fixtures if len(pairs_of_fixtures) <= MOST_TWINS else ():
            for pair in twins.pairs:
                self._twins[pair].append(twins)
            for row in twins[:2]:
                self._of_fixture[row.id].append(twins)
        self._likely = self._likely_pairs()
        self._strong = self._strong_pairs(self._likely)

    def claims(self) -> list[Claim]:
        """The pairs with more evidence for them than against them, by their ids."""
        return [self.claim(pair) for pair in sorted(self._likely)]

    def claim(self, pair: Pair) -> Claim:
        """The evidence for and against a pair."""
        return self._claim(pair, self._likely)._replace(is_strong=pair in self._strong)

    def _likely_pairs(self) -> set[Pair]:
        """The pairs with more evidence for them than against them, as far as the pairs that they depend on are such."""
        likely = set(self._twins)
        while True:
            judged = (self._claim(pair, likely) for pair in likely)
            left = {each.pair for each in judged if each.agreeing > each.differing + each.apart}
            if left == likely:
                return likely
            likely = left

    def _strong_pairs(self, likely: Collection[Pair]) -> set[Pair]:
        """The pairs held to be one: enough fixtures agree, none differs, and no third name contradicts it."""
        strong = set(likely)
        while True:
            judged = (self._claim(pair, likely, among=strong) for pair in strong)
            left = {
                each.pair
                for each in judged
                if each.agreeing >= STRONG and not each.differing + each.apart
            }
            left -= {
                pair
                for club in groups(left)
                if self._has_rivals(club, likely)
                for pair in combinations(club, 2)
            }
            if left == strong:
                return strong
            strong = left

    def _claim(
        self, pair: Pair, likely: Collection[Pair], *, among: Collection[Pair] | None = None
    ) -> Claim:
        """The evidence for and against a pair; twins count if the other pairs of theirs are among the likely ones.

        among: agreeing twins count only if their other pairs are among these, and if neither fixture could as
        well be the twin of another one.
        """
        pairs_of_fixtures = [
            twins
            for twins in self._twins.get(pair, ())
            if all(other in likely for other in twins.other_pairs(pair))
        ]
        agreeing = [twins for twins in pairs_of_fixtures if twins.agree]
        if among is not None:
            agreeing = [
                twins
                for twins in agreeing
                if all(other in among for other in twins.other_pairs(pair))
                and not self._is_ambiguous(twins, likely)
            ]
        differing = [twins for twins in pairs_of_fixtures if not twins.agree]
        return Claim(
            pair,
            _count(agreeing, pair),
            _count(differing, pair),
            self._days_apart(pair, pairs_of_fixtures),
        )

    def _days_apart(self, pair: Pair, pairs_of_fixtures: Sequence[_Twins]) -> int:
        """On how many days both play without twins among their fixtures."""
        one, other = (self._days[club] for club in pair)
        same = {pair_of(twins.one.id, twins.other.id) for twins in pairs_of_fixtures}
        return sum(
            same.isdisjoint(starmap(pair_of, product(one[day], other[day])))
            for day in one.keys() & other.keys()
        )

    def _is_ambiguous(self, twins: _Twins, likely: Collection[Pair]) -> bool:
        """Whether one of the two has another agreeing twin, from a source that lists both twins as two fixtures."""
        if len(twins.pairs) == 1:
            return False
        for row, twin in ((twins.one, twins.other), (twins.other, twins.one)):
            for rival in self._of_fixture[row.id]:
                third = rival.other if rival.one is row else rival.one
                is_likely = rival.agree and all(pair in likely for pair in rival.pairs)
                if third is not twin and is_likely and not third.sources.isdisjoint(twin.sources):
                    return True
        return False

    def _has_rivals(self, club: Sequence[int], likely: Collection[Pair]) -> bool:
        """Whether two of the names that would be one club can't be one."""
        for pair in combinations(club, 2):
            judged = self._claim(pair, likely)
            if not self._may_be_one(*pair) or judged.differing + judged.apart:
                return True
        return False


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """The clubs that result if each of these pairs is one, each as the sorted ids of its names."""
    clubs: dict[int, set[int]] = {}
    for pair in pairs:
        joined = set[int]().union(*(clubs.get(each, {each}) for each in pair))
        clubs.update(dict.fromkeys(joined, joined))
    return sorted(sorted(club) for club in {id(club): club for club in clubs.values()}.values())


def _count(pairs_of_fixtures: Sequence[_Twins], pair: Pair) -> int:
    """How many fixtures of a club these twins are, the lower count of the two clubs."""
    rows = [row for twins in pairs_of_fixtures for row in twins[:2]]
    return min(len({row.id for row in rows if club in (row.home, row.away)}) for club in pair)


def _twins(
    fixtures: Sequence[Finished], may_be_one: Callable[[int, int], bool]
) -> Iterator[_Twins]:
    """Every two fixtures that may be one. fixtures: by kickoff."""
    known: dict[Pair, bool] = {}

    def may_be(pair: Pair) -> bool:
        if pair not in known:
            known[pair] = may_be_one(*pair)
        return known[pair]

    for place, one in enumerate(fixtures):
        for other in fixtures[place + 1 :]:
            if other.kickoff_ts - one.kickoff_ts > SAME_DAY:
                break
            sides = ((one.home, other.home), (one.away, other.away))
            pairs = tuple(pair_of(*side) for side in sides if side[0] != side[1])
            # A source lists no fixture twice under two pairs of clubs.
            if len(pairs) == 2 and not one.sources.isdisjoint(other.sources):
                continue
            if pairs and all(map(may_be, pairs)):
                yield _Twins(one, other, pairs)


_GENERATIONS = frozenset({"jr", "junior", "filho", "neto", "ii", "iii"})
"""Ends of names that are no family name."""


class SpelledPlayers(NamedTuple):
    """The players of a team and season.

    player: spelling → the fullest spelling of its player. may_be: the fullest spelling of a player → those of others
    that may be the same one, each way.
    """

    player: Mapping[str, str]
    may_be: Mapping[str, Collection[str]]


def spelled_players(fixtures: Mapping[str, Set[int]]) -> SpelledPlayers:
    """The players of a team and season; fixtures: spelling → ids of the fixtures whose events have it.

    >>> players = spelled_players({"Mbappé": {1}, "Kylian Mbappé": {2}, "Silva": {1}, "T. Silva": {2}, "D. Silva": {2}})
    >>> players.player["Mbappé"], players.player["Silva"], players.may_be["Silva"], players.may_be["D. Silva"]
    ('Kylian Mbappé', 'Silva', ['T. Silva', 'D. Silva'], ['Silva'])
    """
    words = {spelling: normalised(spelling).split() for spelling in fixtures}
    player: dict[str, str] = {}
    may_be: defaultdict[str, list[str]] = defaultdict(list)
    in_fixtures: defaultdict[str, set[int]] = defaultdict(set)
    for spelling in sorted(fixtures, key=_fullness, reverse=True):
        own = words[spelling]
        equal = next((each for each in player if words[each] == own != []), None)
        fuller = [each for each in player if _may_stand_for(own, words[each])]
        players = list(dict.fromkeys(player[each] for each in fuller))
        is_sure = len(players) == 1 and any(_stands_for(own, words[each]) for each in fuller)
        if equal is not None:
            player[spelling] = player[equal]
        elif is_sure and not fixtures[spelling] & in_fixtures[players[0]]:
            player[spelling] = players[0]
        else:
            player[spelling] = spelling
            for other in players:
                may_be[spelling].append(other)
                may_be[other].append(spelling)
        in_fixtures[player[spelling]] |= fixtures[spelling]
    return SpelledPlayers(player, may_be)


def _fullness(spelling: str) -> tuple[int, int, int, str]:
    """What orders spellings, the longest last; of those of one length, those with more accents."""
    plain = normalised(spelling)
    return (
        len(plain.split()),
        len(plain),
        sum(not letter.isascii() for letter in spelling),
        spelling,
    )


def _may_stand_for(short: list[str], long: list[str]) -> bool:
    """Whether each word of a name is in another, or an initial there, and one of them in full."""
    return any(len(word) > 1 and word in long for word in short) and all(
        any(_is_same_or_initial(word, other) for other in long) for word in short
    )


def _stands_for(short: list[str], long: list[str]) -> bool:
    """Whether a name is the family name of another, or has the same one after initials of the given names."""
    if len(short) == len(long):
        return short[-1] == long[-1] and all(map(_is_same_or_initial, short, long))
    return long[-len(short) :] == short and short[0] not in _GENERATIONS


def _is_same_or_initial(word: str, other: str) -> bool:
    return word == other or (min(len(word), len(other)) == 1 and word[0] == other[0])


MOVED_WITHIN = 60 * DAY
"""How many seconds a fixture may move where a pair meets more than once at a venue."""

HALF_DAY = DAY // 2

NEXT_DAY = DAY * 3 // 2
"""Seconds between kickoffs of which one may be the other's: sources use the days of different time zones."""


class Told(NamedTuple):
    """What an input says of a meeting.

    input, source: their numbers. score: of ninety minutes, None if unknown. in_table: whether a table counts it; a
    play-off is never the league fixture of the same pair. key: the source and its own id of the fixture.
    """

    input: int
    kickoff_ts: int
    time_known: bool = True
    is_finished: bool = False
    score: tuple[int, int] | None = None
    in_table: bool = True
    source: int = 0
    key: tuple[int, str] | None = None


class Meeting:
    """A meeting of a pair at one venue, by the first record of it and those that joined.

    Attributes:
        days: the days on which inputs have it, input → days since 1970. keys: source → its own id.
    """

    __slots__ = ("days", "first", "is_finished", "keys", "score")

    def __init__(self, first: Told) -> None:
        self.first = first
        self.is_finished = first.is_finished
        self.score = first.score
        self.days: dict[int, set[int]] = {}
        self.keys: dict[int, str] = {}
        self.join(first)

    @property
    def kickoff_ts(self) -> int:
        """The kickoff by its first record."""
        return self.first.kickoff_ts

    def join(self, told: Told) -> None:
        """Add a record of the meeting."""
        self.days.setdefault(told.input, set()).add(told.kickoff_ts // DAY)
        if told.key is not None:
            self.keys.setdefault(*told.key)
        if told.is_finished and not self.is_finished:
            self.first, self.is_finished, self.score = told, True, told.score
        elif not told.is_finished and not self.is_finished and told.source == self.first.source:
            # What a source says later of a fixture to come replaces what it said before.
            self.first = told
        elif self.score is None:
            self.score = told.score

    def distance(self, told: Told) -> int:
        """Seconds between the kickoffs."""
        return abs(self.first.kickoff_ts - told.kickoff_ts)

    def is_same_day(self, told: Told) -> bool:
        """Whether both are of one day; of two with a time, at most half a day apart."""
        one = self.first
        if one.time_known and told.time_known:
            return self.distance(told) <= HALF_DAY
        return one.kickoff_ts // DAY == told.kickoff_ts // DAY

    def may_be(self, told: Told, *, meets_once: bool) -> bool:
        """Whether a record may be of this meeting; meets_once: whether the pairs of the season meet once at a venue."""
        if told.key is not None and self.keys.get(told.key[0], told.key[1]) != told.key[1]:
            return False
        days = self.days.get(told.input)
        if days is not None:
            return told.kickoff_ts // DAY in days
        if self.is_same_day(told):
            return True
        both = self.is_finished and told.is_finished
        differs = both and None not in (self.score, told.score) and self.score != told.score
        distance = self.distance(told)
        if distance <= NEXT_DAY:
            return not differs
        if self.first.in_table != told.in_table:
            return False
        if meets_once:
            return not differs
        if both:
            return False
        if not self.is_finished and not told.is_finished:
            return distance <= MOVED_WITHIN
        moved = self.kickoff_ts - told.kickoff_ts
        return 0 <= (moved if self.is_finished else -moved) <= MOVED_WITHIN


Met = TypeVar("Met", bound=Meeting)


def nearest(meetings: Iterable[Met], told: Told, *, meets_once: bool) -> Met | None:
    """The meeting that a record is of: the nearest that it may be, the first of several; None for a new one."""
    possible = [meeting for meeting in meetings if meeting.may_be(told, meets_once=meets_once)]
    return min(possible, key=lambda meeting: meeting.distance(told), default=None)


def exchanged_meeting(meetings: Iterable[Met], told: Told) -> Met | None:
    """The only meeting of other inputs on the day of a record that has the sides of neutral ground exchanged.

    Of two kickoffs without a time the day is the same; a time may be of the next day in UTC.
    """
    same_day = [
        meeting
        for meeting in meetings
        if told.input not in meeting.days
        and meeting.distance(told)
        <= (NEXT_DAY if (meeting.kickoff_ts % DAY or told.kickoff_ts % DAY) else 0)
    ]
    return same_day[0] if len(same_day) == 1 else None
