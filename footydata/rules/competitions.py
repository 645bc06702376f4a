"""The rules of competitions as data: what a win is worth, how ties are broken, how a season splits; by era.

`league.rules` in the database holds a key of COMPETITIONS, `season_rules.rules` that of a season which followed
others. Source of the order after points: design notes of the project, ANALYTICS section 1; what could not be
checked against an official text says so in its `source`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from footydata.contract.errors import FootydataError
from footydata.rules.tallies import Measure


class UnknownCompetition(FootydataError):
    """No competition rules have that key; the message lists the keys."""


class Scope(StrEnum):
    """Which fixtures a tie-breaker reads."""

    OWN = "own"
    HEAD_TO_HEAD = "head to head"
    OPPONENTS = "opponents"
    CARDS = "cards"


class TieBreaker(NamedTuple):
    """A step between teams that are level.

    two_only: taken between two teams alone. decisive: taken only where a place of `decisive_after` hangs on it.
    """

    measure: Measure
    scope: Scope = Scope.OWN
    two_only: bool = False
    decisive: bool = False


class Halving(StrEnum):
    """What becomes of half a point where the points brought into a group are halved."""

    UP = "up"
    DOWN = "down"


class Group(NamedTuple):
    """A part of the table after a split.

    meetings: how often each pair of its teams meets after the split; halving: how the points brought along are
    halved, None where they count whole. Level teams of a group whose start was rounded stand in the order of the
    unrounded points. by_regular: level teams stand in the order of the regular season.
    ranks: the regular season's places that make the group, the next ones where it is empty.
    """

    name: str
    teams: int
    meetings: int
    halving: Halving | None = None
    by_regular: bool = False
    ranks: tuple[int, ...] = ()


class Split(NamedTuple):
    """A season that divides: after so many meetings of each pair, the groups from the top down.

    A team can't leave its group.
    """

    meetings: int
    groups: tuple[Group, ...]

    @property
    def teams(self) -> int:
        """How many teams the season has."""
        return sum(group.teams for group in self.groups)


class Regular(NamedTuple):
    """The part of a season that its table counts, where a source may list play-offs behind it.

    teams: of the table, 0 where that changes; meetings: of each pair, 0 where they are not alike for all;
    fixtures: of each team, where the meetings don't say it.
    """

    teams: int = 0
    meetings: int = 0
    fixtures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRules:
    """The rules of a competition in an era.

    Attributes:
        tie_breakers: the order after points; each separation starts again for those still level.
        source: where the rule comes from, and whether it was checked.
        since: start year of the first season.
        win: points for a win; a draw is worth one.
        legs: fixtures between two teams in a season, 0 where that is not the same for all or not known; the
            head-to-head counts once all of them are played.
        per_game: the order is by points per game (a season that was cut short).
        split: how the season divides, None where it does not.
        regular: what the table counts of the season's list, None where that is all of it.
        tournaments: the two of a season of two halves of the year, each with a table of its own.
        doubt: why results alone can't tell the table, a sentence; else empty.
        decisive_after: the positions after which a title, a place in Europe or relegation is decided.
        beyond: what the regulations go on with and results can't tell.
    """

    tie_breakers: tuple[TieBreaker, ...]
    source: str
    since: int = 0
    win: int = 3
    legs: int = 2
    per_game: bool = False
    split: Split | None = None
    regular: Regular | None = None
    tournaments: tuple[str, ...] = ()
    doubt: str = ""
    decisive_after: tuple[int, ...] = ()
    beyond: str = ""


_UNCHECKED = "not checked against an official text"

DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE)
GOALS = TieBreaker(Measure.GOALS)
WINS = TieBreaker(Measure.WINS)
AVERAGE = TieBreaker(Measure.GOAL_AVERAGE)
AWAY_GOALS = TieBreaker(Measure.AWAY_GOALS)
AWAY_WINS = TieBreaker(Measure.AWAY_WINS)
AWAY_DIFFERENCE = TieBreaker(Measure.AWAY_DIFFERENCE)
HOME_DIFFERENCE = TieBreaker(Measure.HOME_DIFFERENCE)
HOME_GOALS = TieBreaker(Measure.HOME_GOALS)
MEETING_POINTS = TieBreaker(Measure.POINTS, Scope.HEAD_TO_HEAD)
MEETING_DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE, Scope.HEAD_TO_HEAD)
MEETING_GOALS = TieBreaker(Measure.GOALS, Scope.HEAD_TO_HEAD)
MEETING_AWAY_GOALS = TieBreaker(Measure.AWAY_GOALS, Scope.HEAD_TO_HEAD)
OPPONENTS_POINTS = TieBreaker(Measure.POINTS, Scope.OPPONENTS)
OPPONENTS_DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE, Scope.OPPONENTS)
OPPONENTS_GOALS = TieBreaker(Measure.GOALS, Scope.OPPONENTS)
FEWER_REDS = TieBreaker(Measure.FEWER_REDS, Scope.CARDS)
FEWER_YELLOWS = TieBreaker(Measure.FEWER_YELLOWS, Scope.CARDS)
DISCIPLINE = TieBreaker(Measure.DISCIPLINE, Scope.CARDS)

DEFAULT = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS), legs=0, source="goal difference, goals: the commonest order"
)
"""The rules of a league that names none."""


def _two_points(rules: CompetitionRules, *, until: int) -> tuple[CompetitionRules, ...]:
    """The era of two points for a win, then the rules from the season that starts in `until` on."""
    return replace(rules, win=2, source=f"{rules.source}; two points for a win"), replace(rules, since=until)


_ENGLISH = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS),
    source="English leagues: goal average to 1975-76, goal difference since; three points for a win since 1981-82",
)
_TO_1991 = (
    replace(_ENGLISH, win=2, tie_breakers=(AVERAGE,)),
    replace(_ENGLISH, win=2, since=1976),
    replace(_ENGLISH, since=1981),
)
_EFL = replace(
    _ENGLISH,
    since=1999,
    tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, WINS),
    source=f"EFL regulations: goal difference, goals, head-to-head, wins; {_UNCHECKED}",
)
_PREMIER_LEAGUE = replace(
    _ENGLISH,
    since=2019,
    tie_breakers=(
        DIFFERENCE,
        GOALS,
        MEETING_POINTS._replace(decisive=True),
        MEETING_AWAY_GOALS._replace(decisive=True),
    ),
    decisive_after=(1, 4, 5, 6, 7, 17),
    source="Premier League handbook, rule C.17: goal difference, goals; head-to-head where a place hangs on it",
    beyond="a play-off",
)
_LA_LIGA = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS),
    source=f"La Liga: head-to-head once all its legs are played; {_UNCHECKED}",
    beyond="fair play",
)
_SERIE_A = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS),
    since=2005,
    source="Serie A: classifica avulsa; its use from 2005-06 is not checked against an official text",
    beyond="lots; title and relegation: a play-off",
)
_BUNDESLIGA = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS, AWAY_GOALS),
    source=f"DFL Spielordnung; {_UNCHECKED}",
    beyond="a play-off",
)
_LIGUE_1 = CompetitionRules(
    tie_breakers=(
        DIFFERENCE,
        MEETING_POINTS,
        MEETING_DIFFERENCE,
        MEETING_GOALS,
        MEETING_AWAY_GOALS,
        GOALS,
        AWAY_GOALS,
    ),
    source="LFP, règlement des compétitions",
    beyond="fair play",
)
_BELGIUM = CompetitionRules(
    tie_breakers=(WINS, DIFFERENCE, GOALS, AWAY_GOALS, AWAY_WINS),
    source="Pro League: wins, goal difference, goals, away goals, away wins",
)
_BELGIUM_FROM_2023 = Split(
    2,
    (
        Group("Champions' play-offs", 6, 2, Halving.UP),
        Group("Europe play-offs", 6, 2, Halving.UP),
        Group("Relegation play-offs", 4, 2),
    ),
)
_BELGIUM_FROM_2020 = Split(
    2,
    (
        Group("Champions' play-offs", 4, 2, Halving.UP),
        Group("Europe play-offs", 4, 2, Halving.UP),
        Group("Regular season", 10, 0),
    ),
)
_BELGIUM_FROM_2009 = Split(2, (Group("Champions' play-offs", 6, 2, Halving.UP), Group("Regular season", 10, 0)))
_SCOTLAND = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS),
    source=f"SPFL: goal difference, goals; a team can't leave its half after the split; {_UNCHECKED}",
    legs=4,
)
_SCOTLAND_SPLIT = replace(_SCOTLAND, split=Split(3, (Group("Top six", 6, 1), Group("Bottom six", 6, 1))))
_ROUND_ROBIN = replace(DEFAULT, legs=2, regular=Regular(meetings=2))


def _halves(
    size: int, meetings: int, *, before: int, halving: Halving | None = None, by_regular: bool = False
) -> Split:
    """A league of twice so many teams that parts in the middle."""
    names = ("Championship group", "Relegation group")
    return Split(before, tuple(Group(name, size, meetings, halving, by_regular) for name in names))


def _divided(rules: CompetitionRules, since: int, split: Split, source: str) -> CompetitionRules:
    """An era in which the season divides; what follows its groups is a play-off."""
    return replace(rules, since=since, split=split, regular=Regular(split.teams, split.meetings), source=source)


def _plain(rules: CompetitionRules, since: int, teams: int, meetings: int, source: str) -> CompetitionRules:
    """An era in which every pair meets so often, and what follows is a play-off."""
    return replace(rules, since=since, split=None, legs=meetings, regular=Regular(teams, meetings), source=source)


_AUSTRIA = "Austrian Bundesliga: goal difference, goals"
_POLAND = replace(
    DEFAULT, tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS), source="Ekstraklasa: head-to-head"
)
_DENMARK = "Danish Superliga: goal difference, goals"
_DANISH_GROUPS = Split(
    2,
    (
        Group("Championship group", 6, 2),
        Group("Relegation group 1", 4, 2, ranks=(7, 10, 11, 14)),
        Group("Relegation group 2", 4, 2, ranks=(8, 9, 12, 13)),
    ),
)
_ROMANIA = "Liga I: points halved and rounded up before the play-offs"
_ROMANIA_FROM_2015 = Split(
    2, (Group("Championship group", 6, 2, Halving.UP), Group("Relegation group", 8, 2, Halving.UP))
)
_ROMANIA_FROM_2020 = Split(
    2, (Group("Championship group", 6, 2, Halving.UP), Group("Relegation group", 10, 1, Halving.UP))
)
_GREECE_FROM_2019 = Split(2, (Group("Championship group", 6, 2), Group("Relegation group", 8, 1)))
_GREECE_FROM_2024 = Split(
    2,
    (
        Group("Championship group", 4, 2),
        Group("Europe group", 4, 2, Halving.UP),
        Group("Relegation group", 6, 2),
    ),
)
_MLS = CompetitionRules(
    tie_breakers=(WINS, DIFFERENCE, GOALS, DISCIPLINE, AWAY_DIFFERENCE, AWAY_GOALS, HOME_DIFFERENCE, HOME_GOALS),
    since=2000,
    legs=0,
    source="MLS competition guidelines: wins, goal difference, goals; earlier seasons had shoot-outs",
    beyond="a coin toss",
)
_MLS_34 = replace(
    _MLS,
    since=2011,
    regular=Regular(fixtures=34),
    source=f"{_MLS.source}; 34 fixtures of each team from 2011 on, the play-offs after them",
)
_CHINA_BUBBLE = "the season was played in groups and two stages, which its list does not tell apart"

_MEETINGS_FIRST = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, MEETING_GOALS, DIFFERENCE, GOALS),
    source=f"head-to-head, then goal difference; {_UNCHECKED}",
)
_LEAGUE_PHASE = CompetitionRules(
    tie_breakers=(
        DIFFERENCE,
        GOALS,
        AWAY_GOALS,
        WINS,
        AWAY_WINS,
        OPPONENTS_POINTS,
        OPPONENTS_DIFFERENCE,
        OPPONENTS_GOALS,
        DISCIPLINE,
    ),
    since=2024,
    legs=1,
    source="UEFA regulations of the league phase, article 18",
    beyond="the club coefficient",
)
_CUT_SHORT = "points per game, the season of 2019-20 that was cut short"

COMPETITIONS: dict[str, tuple[CompetitionRules, ...]] = {
    "premier-league": (*_TO_1991, _PREMIER_LEAGUE),
    "efl": (
        *_TO_1991,
        replace(_ENGLISH, since=1992, tie_breakers=(GOALS, DIFFERENCE), source=f"goals first to 1998-99; {_UNCHECKED}"),
        _EFL,
    ),
    "efl-points-per-game": (replace(_EFL, per_game=True, source=f"EFL clubs' decision of 9 June 2020: {_CUT_SHORT}"),),
    "national-league": (replace(_EFL, since=0, source=f"National League; {_UNCHECKED}"),),
    "national-league-points-per-game": (
        replace(_EFL, per_game=True, source=f"National League's decision of 17 June 2020: {_CUT_SHORT}"),
    ),
    "la-liga": _two_points(_LA_LIGA, until=1995),
    "serie-a": (
        replace(DEFAULT, legs=2, win=2, source="Serie A: two points for a win to 1993-94"),
        replace(DEFAULT, legs=2, since=1994, source=f"Serie A: goal difference to 2004-05; {_UNCHECKED}"),
        _SERIE_A,
    ),
    "bundesliga": _two_points(_BUNDESLIGA, until=1995),
    "ligue-1": _two_points(_LIGUE_1, until=1994),
    "ligue-1-points-per-game": (
        replace(
            _LIGUE_1,
            per_game=True,
            tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS, AWAY_GOALS),
            source=f"LFP board of 30 April 2020: {_CUT_SHORT}; level teams by their meetings where both were played",
        ),
    ),
    "eredivisie": _two_points(
        CompetitionRules(
            tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS),
            source=f"Eredivisie: goal difference, goals; the head-to-head after them {_UNCHECKED}",
        ),
        until=1995,
    ),
    "primeira-liga": _two_points(
        CompetitionRules(
            tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS, DIFFERENCE, WINS, GOALS),
            source="Liga Portugal, regulamento de competições 2023/24; earlier seasons not checked",
        ),
        until=1995,
    ),
    "belgium": (
        *_two_points(_BELGIUM, until=1995),
        replace(_BELGIUM, since=2009, split=_BELGIUM_FROM_2009, source=f"{_BELGIUM.source}; halved starts"),
        replace(_BELGIUM, since=2020, split=_BELGIUM_FROM_2020, source=f"{_BELGIUM.source}; halved starts"),
        replace(_BELGIUM, since=2023, split=_BELGIUM_FROM_2023, source=f"{_BELGIUM.source}; halved starts"),
    ),
    "scotland": (*_two_points(_SCOTLAND, until=1994), replace(_SCOTLAND_SPLIT, since=2000)),
    "scotland-points-per-game": (
        replace(_SCOTLAND, per_game=True, source=f"SPFL board of 18 May 2020 (lower divisions 15 April): {_CUT_SHORT}"),
    ),
    "mls": (
        _MLS,
        _MLS_34,
        replace(
            _MLS,
            since=2020,
            per_game=True,
            doubt="the season of 2020 was cut short and held a tournament, whose knock-out rounds and the play-offs "
            "stand among its fixtures",
        ),
        replace(_MLS_34, since=2021),
    ),
    "austria": (
        _plain(DEFAULT, 0, 10, 4, f"{_AUSTRIA}; ten teams meet four times"),
        _divided(
            DEFAULT,
            2018,
            _halves(6, 2, before=2, halving=Halving.DOWN),
            f"{_AUSTRIA}; from 2018-19 two groups with half the points, rounded down",
        ),
    ),
    "poland": (
        replace(_POLAND, regular=Regular(meetings=2)),
        _divided(
            _POLAND,
            2013,
            _halves(8, 1, before=2, halving=Halving.UP, by_regular=True),
            f"{_POLAND.source}; 2013-14 to 2016-17 two groups with half the points; {_UNCHECKED}",
        ),
        _divided(
            _POLAND,
            2017,
            _halves(8, 1, before=2, by_regular=True),
            f"{_POLAND.source}; 2017-18 to 2019-20 two groups with all the points; {_UNCHECKED}",
        ),
        replace(_POLAND, since=2020, regular=Regular(meetings=2)),
    ),
    "denmark": (
        _plain(DEFAULT, 0, 12, 3, f"{_DENMARK}; twelve teams meet three times"),
        _divided(DEFAULT, 2016, _DANISH_GROUPS, f"{_DENMARK}; 2016-17 to 2019-20 three groups of fourteen teams"),
        _divided(DEFAULT, 2020, _halves(6, 2, before=2), f"{_DENMARK}; from 2020-21 two groups of six"),
    ),
    "switzerland": (
        _plain(DEFAULT, 0, 10, 4, "Swiss Super League: goal difference, goals; ten teams meet four times"),
        _divided(
            DEFAULT, 2023, _halves(6, 1, before=3), "Swiss Super League: from 2023-24 two groups of six for five rounds"
        ),
    ),
    "finland": (
        _plain(DEFAULT, 0, 12, 3, "Veikkausliiga: goal difference, goals; twelve teams meet three times"),
        _divided(DEFAULT, 2019, _halves(6, 1, before=2), "Veikkausliiga: from 2019 two groups of six"),
        _plain(DEFAULT, 2020, 12, 2, "Veikkausliiga: in 2020 twelve teams meet twice"),
        _divided(DEFAULT, 2021, _halves(6, 1, before=2), "Veikkausliiga: from 2021 two groups of six"),
    ),
    "ireland": (
        _plain(DEFAULT, 0, 12, 3, "League of Ireland: goal difference, goals; twelve teams meet three times"),
        _plain(DEFAULT, 2018, 10, 4, "League of Ireland: from 2018 ten teams meet four times"),
        _plain(DEFAULT, 2020, 10, 2, "League of Ireland: in 2020 ten teams meet twice"),
        _plain(DEFAULT, 2021, 10, 4, "League of Ireland: from 2021 ten teams meet four times"),
    ),
    "romania": (
        _ROUND_ROBIN,
        _divided(DEFAULT, 2015, _ROMANIA_FROM_2015, f"{_ROMANIA}; fourteen teams from 2015-16; {_UNCHECKED}"),
        _divided(DEFAULT, 2020, _ROMANIA_FROM_2020, f"{_ROMANIA}; sixteen teams from 2020-21; {_UNCHECKED}"),
    ),
    "japan": (
        _plain(DEFAULT, 0, 18, 2, "J1: goal difference, goals; eighteen teams"),
        _plain(DEFAULT, 2021, 20, 2, "J1: twenty teams in 2021"),
        _plain(DEFAULT, 2022, 18, 2, "J1: eighteen teams"),
        _plain(DEFAULT, 2024, 20, 2, "J1: twenty teams from 2024"),
    ),
    "china": (
        _plain(DEFAULT, 0, 16, 2, "Chinese Super League: sixteen teams"),
        replace(DEFAULT, since=2020, legs=0, doubt=_CHINA_BUBBLE),
        _plain(DEFAULT, 2022, 18, 2, "Chinese Super League: eighteen teams in 2022"),
        _plain(DEFAULT, 2023, 16, 2, "Chinese Super League: sixteen teams"),
    ),
    "nordic": (
        _plain(DEFAULT, 0, 16, 2, "Allsvenskan (from 2008), Eliteserien (from 2009): sixteen teams meet twice"),
    ),
    "liga-mx": (
        replace(
            DEFAULT,
            legs=0,
            regular=Regular(meetings=1),
            tournaments=("Apertura", "Clausura"),
            source="Liga MX: two tournaments a season, each pair meets once in each; the liguilla follows each",
        ),
    ),
    "argentina": (
        replace(
            DEFAULT,
            legs=0,
            regular=Regular(meetings=1),
            tournaments=("Inicial", "Final"),
            source=f"AFA: two tournaments of each pair once to 2013-14; {_UNCHECKED}",
        ),
        replace(
            DEFAULT,
            since=2014,
            legs=0,
            doubt="the format of the Argentine first division changed in nearly every year, and none is known for this",
            source=_UNCHECKED,
        ),
    ),
    "brasileirao": _two_points(
        CompetitionRules(
            tie_breakers=(
                WINS,
                DIFFERENCE,
                GOALS,
                MEETING_POINTS._replace(two_only=True),
                MEETING_DIFFERENCE._replace(two_only=True),
                FEWER_REDS,
                FEWER_YELLOWS,
            ),
            source="CBF, regulamento específico da Série A",
            beyond="lots",
        ),
        until=1995,
    ),
    "uefa-league-phase": (_LEAGUE_PHASE,),
    "uefa": (
        replace(
            _MEETINGS_FIRST,
            tie_breakers=(
                *_MEETINGS_FIRST.tie_breakers[:3],
                MEETING_AWAY_GOALS,
                *_MEETINGS_FIRST.tie_breakers[3:],
                AWAY_GOALS,
                WINS,
                AWAY_WINS,
            ),
            source=f"UEFA group stages to 2020/21, away goals between level teams; {_UNCHECKED}",
        ),
        replace(
            _MEETINGS_FIRST,
            since=2021,
            tie_breakers=(*_MEETINGS_FIRST.tie_breakers, AWAY_GOALS, WINS, AWAY_WINS, DISCIPLINE),
            source=f"UEFA group stages to 2023/24; {_UNCHECKED}",
        ),
        _LEAGUE_PHASE,
    ),
    "world-cup": (
        replace(
            DEFAULT,
            tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_GOALS, DISCIPLINE),
            legs=1,
            source=f"FIFA World Cup groups to 2022; {_UNCHECKED}",
        ),
    ),
    "super-lig": _two_points(_MEETINGS_FIRST, until=1987),
    "super-league-greece": (
        *_two_points(_MEETINGS_FIRST, until=1992),
        _divided(
            _MEETINGS_FIRST, 2019, _GREECE_FROM_2019, f"Super League Greece: groups of six and eight; {_UNCHECKED}"
        ),
        _divided(
            _MEETINGS_FIRST, 2024, _GREECE_FROM_2024, f"Super League Greece: groups of four, four and six; {_UNCHECKED}"
        ),
    ),
}
"""Key → the rules of each era, oldest first."""


def rules_of(key: str | None, start_year: int) -> CompetitionRules:
    """The rules of a competition in the season that starts in a year; DEFAULT where the key is None.

    Raises UnknownCompetition.

    >>> rules_of("premier-league", 1980).win, rules_of("premier-league", 2025).win
    (2, 3)
    """
    if key is None:
        return DEFAULT
    eras = COMPETITIONS.get(key)
    if eras is None:
        raise UnknownCompetition(f"no competition rules are called {key!r}; there are: {', '.join(COMPETITIONS)}")
    found = eras[0]
    for era in eras:
        if era.since <= start_year:
            found = era
    return found
