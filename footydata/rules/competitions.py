"""The rules of competitions as data: what a win is worth, how ties are broken, how a season splits; by era.

`league.rules` in the database holds a key of COMPETITIONS, `season_rules.rules` that of a season with other rules.
Each era names the source of its order after points; rules that could not be checked
against an official text say so in their `source`.
"""

from dataclasses import replace

from footydata.football.errors import InvalidArgument
from footydata.rules.divided import DIVIDED
from footydata.rules.regulations import (
    AVERAGE,
    AWAY_GOALS,
    AWAY_WINS,
    DEFAULT,
    DIFFERENCE,
    DISCIPLINE,
    FEWER_REDS,
    FEWER_YELLOWS,
    GOALS,
    MEETING_AWAY_GOALS,
    MEETING_DIFFERENCE,
    MEETING_GOALS,
    MEETING_POINTS,
    MEETINGS_FIRST,
    OPPONENTS_DIFFERENCE,
    OPPONENTS_GOALS,
    OPPONENTS_POINTS,
    UNCHECKED,
    WINS,
    CompetitionRules,
    Group,
    Halving,
    Split,
    two_points,
)

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
    source=f"EFL regulations: goal difference, goals, head-to-head, wins; {UNCHECKED}",
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
    last_resort="a play-off",
)
_LA_LIGA = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS),
    source=f"La Liga: head-to-head once all its legs are played; {UNCHECKED}",
    last_resort="fair play",
)
_SERIE_A = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS),
    since=2005,
    source="Serie A: classifica avulsa; its use from 2005-06 is not checked against an official text",
    last_resort="lots; title and relegation: a play-off",
)
_BUNDESLIGA = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS, AWAY_GOALS),
    source=f"DFL Spielordnung; {UNCHECKED}",
    last_resort="a play-off",
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
    last_resort="fair play",
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
    source=f"SPFL: goal difference, goals; a team can't leave its half after the split; {UNCHECKED}",
    legs=4,
)
_SCOTLAND_SPLIT = replace(_SCOTLAND, split=Split(3, (Group("Top six", 6, 1), Group("Bottom six", 6, 1))))
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
    last_resort="the club coefficient",
)
_CUT_SHORT = "points per game, the season of 2019-20 that was cut short"

COMPETITIONS: dict[str, tuple[CompetitionRules, ...]] = {
    "premier-league": (*_TO_1991, _PREMIER_LEAGUE),
    "efl": (
        *_TO_1991,
        replace(_ENGLISH, since=1992, tie_breakers=(GOALS, DIFFERENCE), source=f"goals first to 1998-99; {UNCHECKED}"),
        _EFL,
    ),
    "efl-points-per-game": (replace(_EFL, per_game=True, source=f"EFL clubs' decision of 9 June 2020: {_CUT_SHORT}"),),
    "national-league": (replace(_EFL, since=0, source=f"National League; {UNCHECKED}"),),
    "national-league-points-per-game": (
        replace(_EFL, per_game=True, source=f"National League's decision of 17 June 2020: {_CUT_SHORT}"),
    ),
    "la-liga": two_points(_LA_LIGA, until=1995),
    "serie-a": (
        replace(DEFAULT, legs=2, win=2, source="Serie A: two points for a win to 1993-94"),
        replace(DEFAULT, legs=2, since=1994, source=f"Serie A: goal difference to 2004-05; {UNCHECKED}"),
        _SERIE_A,
    ),
    "bundesliga": two_points(_BUNDESLIGA, until=1995),
    "ligue-1": two_points(_LIGUE_1, until=1994),
    "ligue-1-points-per-game": (
        replace(
            _LIGUE_1,
            per_game=True,
            tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, DIFFERENCE, GOALS, AWAY_GOALS),
            source=f"LFP board of 30 April 2020: {_CUT_SHORT}; level teams by their meetings where both were played",
        ),
    ),
    "eredivisie": two_points(
        CompetitionRules(
            tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS),
            source=f"Eredivisie: goal difference, goals; the head-to-head after them {UNCHECKED}",
        ),
        until=1995,
    ),
    "primeira-liga": two_points(
        CompetitionRules(
            tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, MEETING_AWAY_GOALS, DIFFERENCE, WINS, GOALS),
            source="Liga Portugal, regulamento de competições 2023/24; earlier seasons not checked",
        ),
        until=1995,
    ),
    "belgium": (
        *two_points(_BELGIUM, until=1995),
        replace(_BELGIUM, since=2009, split=_BELGIUM_FROM_2009, source=f"{_BELGIUM.source}; halved starts"),
        replace(_BELGIUM, since=2020, split=_BELGIUM_FROM_2020, source=f"{_BELGIUM.source}; halved starts"),
        replace(_BELGIUM, since=2023, split=_BELGIUM_FROM_2023, source=f"{_BELGIUM.source}; halved starts"),
    ),
    "scotland": (*two_points(_SCOTLAND, until=1994), replace(_SCOTLAND_SPLIT, since=2000)),
    "scotland-points-per-game": (
        replace(_SCOTLAND, per_game=True, source=f"SPFL board of 18 May 2020 (lower divisions 15 April): {_CUT_SHORT}"),
    ),
    **DIVIDED,
    "brasileirao": two_points(
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
            last_resort="lots",
        ),
        until=1995,
    ),
    "uefa-league-phase": (_LEAGUE_PHASE,),
    "uefa": (
        replace(
            MEETINGS_FIRST,
            tie_breakers=(
                *MEETINGS_FIRST.tie_breakers[:3],
                MEETING_AWAY_GOALS,
                *MEETINGS_FIRST.tie_breakers[3:],
                AWAY_GOALS,
                WINS,
                AWAY_WINS,
            ),
            source=f"UEFA group stages to 2020/21, away goals between level teams; {UNCHECKED}",
        ),
        replace(
            MEETINGS_FIRST,
            since=2021,
            tie_breakers=(*MEETINGS_FIRST.tie_breakers, AWAY_GOALS, WINS, AWAY_WINS, DISCIPLINE),
            source=f"UEFA group stages to 2023/24; {UNCHECKED}",
        ),
        _LEAGUE_PHASE,
    ),
    "world-cup": (
        replace(
            DEFAULT,
            tie_breakers=(DIFFERENCE, GOALS, MEETING_POINTS, MEETING_DIFFERENCE, MEETING_GOALS, DISCIPLINE),
            legs=1,
            source=f"FIFA World Cup groups to 2022; {UNCHECKED}",
        ),
    ),
    "super-lig": two_points(MEETINGS_FIRST, until=1987),
}
"""Key → the rules of each era, oldest first."""


def rules_of(key: str | None, start_year: int) -> CompetitionRules:
    """The rules of a competition in the season that starts in a year; DEFAULT if the key is None.

    Raises InvalidArgument.

    >>> rules_of("premier-league", 1980).win, rules_of("premier-league", 2025).win
    (2, 3)
    """
    if key is None:
        return DEFAULT
    eras = COMPETITIONS.get(key)
    if eras is None:
        raise InvalidArgument(
            f"no competition rules are called {key!r}; there are: {', '.join(COMPETITIONS)}",
            parameter="rules",
            value=key,
            choices=tuple(COMPETITIONS),
        )
    current = eras[0]
    for era in eras:
        if era.since <= start_year:
            current = era
    return current
