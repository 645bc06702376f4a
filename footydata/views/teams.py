"""Teams, leagues, referees and players, and whom a name means."""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Annotated, Literal, Unpack

from footydata.football.declared_types import PlayersName
from footydata.football.rows import LeagueRow, TeamRow
from footydata.football.terms import ENGLISH, Status
from footydata.football.wording import plural
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.counts import referee_cards
from footydata.store.read.evidence import (
    KnownTeam,
    Unmatched,
    known_teams,
    unmatched_teams,
)
from footydata.store.read.fixtures import count_fixtures, fixture_ids, fixtures, why_no_fixtures
from footydata.store.read.seasons.leagues import (
    league_and_season,
    leagues,
    season_of_league,
)
from footydata.store.read.seasons.players import (
    PlayerCards,
    PlayerGoals,
    PlayerList,
    cards,
    scorers,
)
from footydata.store.read.seasons.teams import (
    TeamMatch,
    team_matches,
    teams,
)
from footydata.store.typed_names import as_list, language
from footydata.views.arguments import (
    Clock,
    FixtureFilters,
    Lang,
    League,
    Says,
    Season,
)
from footydata.views.columns import Column, columns, row_of, undeclared
from footydata.views.doubts import stale_doubts
from footydata.views.view import Block, Shown, View, listed

_Parts = Literal["league", "season"]

EXPORTED_LEAGUE_COLUMNS = columns("leagues", LeagueRow._fields, entity="league")
LEAGUE_COLUMNS = tuple(each for each in EXPORTED_LEAGUE_COLUMNS if each.name != "rules")
TEAM_COLUMNS = columns("teams", TeamRow._fields, entity="team")
MATCH_COLUMNS = columns("resolve_teams", TeamMatch._fields)


def referees_columns(by: Collection[str]) -> tuple[Column, ...]:
    """The columns of referees. by: `league` and `season` add their columns, and `season` those of its league."""
    parts: tuple[str, ...] = ("league_id", "league") if by else ()
    parts += ("season_id", "season") if "season" in by else ()
    rates = [f"{side}{colour}" for colour in ("yellow", "red") for side in ("", "home_", "away_")]
    return columns(
        "referees",
        (
            *("referee", "country", *parts, "fixtures", "first_ts", "last_ts"),
            *("cards_known", *rates, "cards", "league_cards"),
            *("fouls_known", "fouls", "home_fouls", "away_fouls", "league_fouls"),
        ),
    )


def leagues_view(connection: sqlite3.Connection, clock: Clock, /, *, lang: Lang = ENGLISH) -> View:
    """One row per league."""
    rows = leagues(connection, lang=language(lang))
    values = [row_of(LEAGUE_COLUMNS, row._asdict()) for row in rows]
    return listed(LEAGUE_COLUMNS, values, reason="the database has no leagues")


def teams_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    league: League | None = None,
    season: Season | None = None,
    lang: Lang = ENGLISH,
) -> View:
    """One row per team: all, or those of a league or of a season of it."""
    league_id, season_id = league_and_season(connection, league, season)
    rows = teams(connection, league_id=league_id, season_id=season_id, lang=language(lang))
    has = "there are" if league_id is None else "the league has"
    has = has if season_id is None else "the season has"
    return listed(TEAM_COLUMNS, rows, reason=f"{has} no teams in the database")


_OnlyLeague = Annotated[
    int | str, Says("Only this league: an id or an unambiguous part of a name.")
]


def known_teams_view(
    connection: sqlite3.Connection, clock: Clock, /, *, league: _OnlyLeague | None = None
) -> View:
    """The teams: where they play, and how sources spell them."""
    league_id, _ = league_and_season(connection, league, None)
    rows = known_teams(connection, league_id=league_id)
    none = f"{'the database' if league_id is None else 'the league'} has no teams"
    return listed(undeclared(KnownTeam._fields), rows, reason=none, is_empty_fine=True)


def unmatched_view(
    connection: sqlite3.Connection, clock: Clock, /, *, league: _OnlyLeague | None = None
) -> View:
    """Only teams that may be another one, with the command that merges them."""
    league_id, _ = league_and_season(connection, league, None)
    rows = unmatched_teams(connection, league_id=league_id)
    count = plural(len({row.id for row in rows}), "team")
    guess = "nothing is merged on a guess"
    return listed(
        undeclared(Unmatched._fields),
        rows,
        spare=("leagues", "likeness", "fixtures", "country_code"),
        reason=f"every team is known by its name; {guess}",
        is_empty_fine=True,
        footer=f"{count} may stand twice, under two names; {guess}." if rows else "",
    )


def resolve_teams_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    names: Annotated[
        int | str | float | Iterable[int | str | float | None] | None,
        Says("As any source, language or alias has them, unambiguous parts of names, or ids."),
    ],
    *,
    league: Annotated[int | str, Says("Only teams of it.")] | None = None,
    country: Annotated[str, Says("Only teams of it: a name or a code.")] | None = None,
) -> View:
    """One row per different name, in order: the team that it means and how it was matched; made for joining a CSV.

    If none or several teams fit, team_id is <NA>, and suggestions names some.
    """
    league_id, _ = league_and_season(connection, league, None)
    rows = team_matches(connection, as_list(names) or [], league_id=league_id, country=country)
    return listed(MATCH_COLUMNS, rows, reason="no name was given")


def referees_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    by: Annotated[_Parts | Iterable[_Parts], Says("Also a row for each league, or season.")]
    | None = None,
    **filters: Unpack[FixtureFilters],
) -> View:
    """One row per referee and country, also per league or season if `by` names it: cards and fouls a fixture.

    Averages of finished fixtures, together and by side. league_cards, league_fouls: those under all referees in the
    same seasons. cards_known, fouls_known: how many fixtures they are based on, which may be few.
    """
    narrowed, parts = fixture_filter(connection, zone=clock.zone, **filters), as_list(by) or []
    rows, fields = referee_cards(connection, narrowed, by=parts), referees_columns(parts)
    reason = "no matching finished fixture has a referee recorded"
    if not rows and not count_fixtures(connection, narrowed, most=1):
        reason = why_no_fixtures(connection, narrowed)
    values = [row_of(fields, row._asdict()) for row in rows]
    return listed(fields, values, reason="" if rows else reason)


SCORER_COLUMNS = columns("players", PlayerGoals._fields)
PLAYER_CARD_COLUMNS = columns('players(of="cards")', PlayerCards._fields)


def _player(row: PlayerGoals | PlayerCards) -> str:
    return f"{row.player} ?" if row.doubt else row.player


_PLAYER = (
    Shown("#", "position", width=3),
    Shown("Player", _player, kind="text", is_needed=True, width=24),
    Shown("Team", "team_name", kind="text", link=("team", "team_id"), width=20),
)
_PLAYERS_SHOWN = {
    "goals": (*_PLAYER, Shown("Goals", "goals"), Shown("Penalties", "penalties", 56, width=9)),
    "cards": (*_PLAYER, Shown("Cards", "cards"), Shown("Yellow", "yellow"), Shown("Red", "red")),
}
_PLAYERS_READ = {"goals": (scorers, SCORER_COLUMNS), "cards": (cards, PLAYER_CARD_COLUMNS)}


def _why_no_players(players: PlayerList, of: str) -> str:
    if players.known < players.played:
        return f"No source of {players.league} {players.season} names the players of its {of}."
    return players.coverage(of)


def players_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    of: Annotated[PlayersName, Says("What is counted.", " ")] = "goals",
) -> View:
    """Who scored in a season, or was booked: the most first.

    Most goals first, then fewer penalties; most cards, then more red ones; then by name. Goals of extra time count,
    those of a shootout do not; own goals count for nobody. Spellings of a team and season that are surely one player
    count together, as Mbappé and Kylian Mbappé; those that may be one are marked with ?.
    """
    read, fields = _PLAYERS_READ[of]
    league_id, season_id = season_of_league(connection, league, season)
    players = read(connection, league_id=league_id, season_id=season_id)
    about = {name: getattr(players, name) for name in ("league", "season", "known", "played")}
    of_season = fixture_filter(connection, league=league, season=players.season)
    in_play = fixture_ids(connection, replace(of_season, statuses=(Status.LIVE,)))
    finished = fixtures(connection, replace(of_season, statuses=(Status.FINISHED,)))
    doubts = [*players.doubts]
    if players.known != players.played:
        doubts.append(
            f"the players are known of {players.known} of {players.played} finished fixtures"
        )
    if season is None:
        doubts += stale_doubts([row.kickoff_ts for row in finished], now=clock.now)
    if in_play:
        doubts.append(f"{of} of {plural(len(in_play), 'fixture')} still in play count too")
    return View(
        fields,
        players.rows,
        _PLAYERS_SHOWN[of],
        [Block("", players.rows)],
        f"{players.league} {players.season}, {players.coverage(of)}",
        players.notes,
        doubts,
        about=about,
        reason=_why_no_players(players, of),
        is_empty_fine=True,
        fixture_ids=[*(row.id for row in finished), *in_play],
        rests_on=players.known,
    )
