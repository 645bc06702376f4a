"""Which spellings of a team and season are surely one player, and which may be; judged by names and fixtures alone.

Surely one: names that differ in accents or case alone, a family name alone (Mbappé, Kylian Mbappé), and given names as
initials (E. Hazard, Eden Hazard), where only one fuller spelling fits and no fixture has both.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

from footydata.football.register.naming import normalised

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
