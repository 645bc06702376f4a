"""The rules of competitions whose season divides, ends in play-offs or consists of two tournaments, by era.

Rules that could not be checked against an official text say so in their `source`.
"""

from dataclasses import replace

from footydata.rules.regulations import (
    AWAY_DIFFERENCE,
    AWAY_GOALS,
    DEFAULT,
    DIFFERENCE,
    DISCIPLINE,
    GOALS,
    HOME_DIFFERENCE,
    HOME_GOALS,
    MEETING_DIFFERENCE,
    MEETING_POINTS,
    MEETINGS_FIRST,
    UNCHECKED,
    WINS,
    CompetitionRules,
    Group,
    Halving,
    Regular,
    Split,
    two_points,
)

_ROUND_ROBIN = replace(DEFAULT, legs=2, regular=Regular(meetings=2))


def _halves(
    size: int, meetings: int, *, before: int, halving: Halving | None = None, by_regular: bool = False
) -> Split:
    """A split into two halves of `size` teams each; before: meetings of each pair before it."""
    names = ("Championship group", "Relegation group")
    return Split(before, tuple(Group(name, size, meetings, halving, by_regular) for name in names))


def _divided(rules: CompetitionRules, since: int, split: Split, source: str) -> CompetitionRules:
    """An era in which the season divides; fixtures after those of the groups are play-offs."""
    return replace(rules, since=since, split=split, regular=Regular(split.teams, split.meetings), source=source)


def _plain(rules: CompetitionRules, since: int, teams: int, meetings: int, source: str) -> CompetitionRules:
    """An era in which every pair meets `meetings` times; fixtures after these are play-offs."""
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
    last_resort="a coin toss",
)
_MLS_34 = replace(
    _MLS,
    since=2011,
    regular=Regular(fixtures=34),
    source=f"{_MLS.source}; 34 fixtures of each team from 2011 on, the play-offs after them",
)
_CHINA_BUBBLE = "the season was played in groups and two stages, which its list does not tell apart"

DIVIDED: dict[str, tuple[CompetitionRules, ...]] = {
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
            f"{_POLAND.source}; 2013-14 to 2016-17 two groups with half the points; {UNCHECKED}",
        ),
        _divided(
            _POLAND,
            2017,
            _halves(8, 1, before=2, by_regular=True),
            f"{_POLAND.source}; 2017-18 to 2019-20 two groups with all the points; {UNCHECKED}",
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
        _divided(DEFAULT, 2015, _ROMANIA_FROM_2015, f"{_ROMANIA}; fourteen teams from 2015-16; {UNCHECKED}"),
        _divided(DEFAULT, 2020, _ROMANIA_FROM_2020, f"{_ROMANIA}; sixteen teams from 2020-21; {UNCHECKED}"),
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
            source=f"AFA: two tournaments of each pair once to 2013-14; {UNCHECKED}",
        ),
        replace(
            DEFAULT,
            since=2014,
            legs=0,
            doubt="the format of the Argentine first division changed in nearly every year, and none is known for this",
            source=UNCHECKED,
        ),
    ),
    "super-league-greece": (
        *two_points(MEETINGS_FIRST, until=1992),
        _divided(MEETINGS_FIRST, 2019, _GREECE_FROM_2019, f"Super League Greece: groups of six and eight; {UNCHECKED}"),
        _divided(
            MEETINGS_FIRST, 2024, _GREECE_FROM_2024, f"Super League Greece: groups of four, four and six; {UNCHECKED}"
        ),
    ),
}
"""Key → the rules of each era, oldest first."""
