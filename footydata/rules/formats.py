"""What of a season's fixtures its table counts, where a source lists play-offs among them without a word.

A competition's rules say how its regular season is played (`CompetitionRules.regular`, `tournaments`, `split`);
what comes beyond it is set apart, and what fits no known format is said beside the table.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from footydata.rules.regulations import CompetitionRules, Regular

STRANGER = 4
"""A team with at most so many fixtures, in excess of the teams of the table, came for a play-off alone."""

UNEVEN_FROM = 3
"""So many fixtures between two teams of a season that is over are no chance."""


class Listed(NamedTuple):
    """A fixture of a season's list, played or to come; kickoff_ts in unix seconds."""

    home_id: int
    away_id: int
    fixture_id: int
    kickoff_ts: int


class Apart(NamedTuple):
    """What a table leaves out of a season's list.

    fixtures: ids of play-offs; strangers: teams that came for a play-off alone; tournaments: fixture id → its
    tournament, where a season has several.
    """

    fixtures: frozenset[int]
    strangers: frozenset[int]
    tournaments: Mapping[int, str]


NOTHING = Apart(frozenset(), frozenset(), {})
"""Every fixture counts."""


def set_apart(listed: Sequence[Listed], rules: CompetitionRules, *, start_year: int) -> Apart:
    """The fixtures of a season that its table does not count. listed: in order of kickoff, called-off ones left out."""
    regular = rules.regular
    if regular is None:
        return NOTHING
    strangers = _strangers(listed, regular)
    own = [fixture for fixture in listed if not {fixture.home_id, fixture.away_id} & strangers]
    tournaments = _tournaments(own, rules.tournaments, start_year)
    met: Counter[tuple[object, ...]] = Counter()
    played: Counter[tuple[object, ...]] = Counter()
    counted: set[int] = set()
    for fixture in own:
        part = tournaments.get(fixture.fixture_id)
        pair = (part, *sorted((fixture.home_id, fixture.away_id)))
        sides = [(part, fixture.home_id), (part, fixture.away_id)]
        # What follows a split is known by its groups, which need the points (rules.splits).
        if rules.split is None and regular.meetings and met[pair] >= regular.meetings:
            continue
        if regular.fixtures and any(played[side] >= regular.fixtures for side in sides):
            continue
        met[pair] += 1
        played.update(sides)
        counted.add(fixture.fixture_id)
    left_out = frozenset(fixture.fixture_id for fixture in listed) - counted
    return Apart(left_out, frozenset(strangers), {key: name for key, name in tournaments.items() if key in counted})


def doubts(
    played: Mapping[int, int], names: Mapping[int, str], rules: CompetitionRules, *, is_over: bool
) -> tuple[str, ...]:
    """Why a table may be wrong, a sentence each; empty where the season fits its format.

    played: team → its counted fixtures; is_over: no fixture of the season is to come.
    """
    found = [rules.doubt] if rules.doubt else []
    if len(played) == 2:
        found.append("two teams alone: a play-off, not a league")
    teams = rules.regular.teams if rules.regular else 0
    split = rules.split if rules.split and rules.split.teams == len(played) else None
    is_split = split is not None and max(played.values()) > split.meetings * (split.teams - 1)
    if teams and len(played) > teams:
        fewest = sorted(played, key=lambda team: (played[team], names[team]))[: 2 * (len(played) - teams)]
        found.append(
            f"{len(played)} teams, where the competition has {teams}: a club may stand here under two names "
            f"({_shown(fewest, played, names)})"
        )
    elif is_over and split and not is_split:
        found.append("the season divided into groups, whose fixtures are not here: this is the table before it")
    elif not is_split and not rules.per_game and played:
        usual = Counter(played.values()).most_common(1)[0][0]
        other = sorted(
            (team for team in played if _is_uneven(played[team], usual, is_over=is_over)), key=names.__getitem__
        )
        if other:
            found.append(
                f"most teams have {usual} fixtures here, others not ({_shown(other, played, names)}): a club may "
                "stand here under two names, fixtures may be missing, or play-offs may be among them"
            )
    asked = rules.legs * (len(played) - 1)
    if asked and not rules.split and not rules.regular and max(played.values()) > asked:
        more = sorted((team for team in played if played[team] > asked), key=names.__getitem__)
        found.append(
            f"more fixtures than the {asked} of the season ({_shown(more, played, names)}): one may stand here twice, "
            "as it was put off and as it was played"
        )
    return tuple(found)


def _is_uneven(played: int, usual: int, *, is_over: bool) -> bool:
    """Whether a team's count of fixtures is no chance beside the usual one."""
    if is_over:
        return abs(played - usual) >= UNEVEN_FROM
    return usual >= 2 * STRANGER and played <= usual // 2


def _shown(teams: Sequence[int], played: Mapping[int, int], names: Mapping[int, str], most: int = 6) -> str:
    shown = ", ".join(f"{names[team]} {played[team]}" for team in teams[:most])
    return shown if len(teams) <= most else f"{shown} and {len(teams) - most} more"


def _strangers(listed: Sequence[Listed], regular: Regular) -> set[int]:
    """The teams beyond those of the table that came for a play-off alone: few fixtures, behind the regular season.

    A club under a second name plays before its opponents' regular season is over, and is none.
    """
    fixtures = Counter(team for fixture in listed for team in (fixture.home_id, fixture.away_id))
    surplus = len(fixtures) - regular.teams
    few = {team for team, count in fixtures.items() if count <= STRANGER}
    if not regular.teams or surplus <= 0 or len(few) != surplus:
        return set()
    asked = regular.meetings * (regular.teams - 1)
    played: Counter[int] = Counter()
    for fixture in listed:
        sides = {fixture.home_id, fixture.away_id}
        if sides & few and any(played[team] < asked for team in sides - few):
            return set()
        if not sides & few:
            played.update(sides)
    return few


def _tournaments(listed: Sequence[Listed], names: Sequence[str], start_year: int) -> dict[int, str]:
    """Fixture id → the tournament of its half of the year: the first in the year that the season starts in."""
    if not names:
        return {}
    first, second = names
    return {
        fixture.fixture_id: first if datetime.fromtimestamp(fixture.kickoff_ts, UTC).year == start_year else second
        for fixture in listed
    }
