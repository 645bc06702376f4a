"""Countries, leagues, teams and bookmakers; league tables; and the caller's own status."""

from footydata.football.countries import ALL_CODES
from footydata.football.errors import StandingsNotAvailable
from footydata.football.moments import iso_utc
from footydata.football.terms import ENGLISH, TableType
from footydata.service import nesting
from footydata.service.call import (
    Answer,
    EndpointCall,
    PageRequest,
    bookmakers_of,
    league_in_path,
    league_in_query,
    season_or_newest,
    team_in_path,
)
from footydata.store.read.seasons.leagues import country_names, seasons
from footydata.store.read.seasons.leagues import leagues as league_rows
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import table_of
from footydata.store.read.seasons.teams import teams as team_rows
from footydata.store.typed_names import has_typed


def bookmakers(call: EndpointCall, *, page: PageRequest) -> Answer:
    """Every bookmaker, the default first, then by id."""
    rows, pagination = page.cut(bookmakers_of(call)[page.offset :])
    return Answer([nesting.bookmaker_record(row) for row in rows], pagination)


def countries(
    call: EndpointCall,
    *,
    search: str | None = None,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """All codes that `country` accepts, in order; search looks at the English name and the one in the language."""
    names = {} if lang == ENGLISH else country_names(call.connection, lang=lang)
    text = search or ""
    listed = [
        nesting.country(code, names.get(code, english))
        for code, english in ALL_CODES.items()
        if has_typed(english, text) or has_typed(names.get(code, ""), text)
    ]
    rows, pagination = page.cut(listed[page.offset :])
    return Answer(rows, pagination)


def leagues(
    call: EndpointCall,
    *,
    country: str | None = None,
    search: str | None = None,
    esports: bool = False,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """The competitions that the key's plan covers, by id."""
    rows, pagination = page.cut(
        league_rows(
            call.connection,
            country=country,
            search=search,
            esports=esports,
            plans=call.visible_plans,
            lang=lang,
            limit=page.limit,
            offset=page.offset,
        )
    )
    return Answer([nesting.league(row) for row in rows], pagination)


def league(call: EndpointCall, *, lang: str = ENGLISH) -> Answer:
    """One competition with its seasons, newest first."""
    row = league_in_path(call, lang=lang)
    return Answer(nesting.league_detail(row, seasons(call.connection, row.id)))


def teams(
    call: EndpointCall,
    *,
    league: int | None = None,
    season: str | None = None,
    country: str | None = None,
    search: str | None = None,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """Teams by id; with a league and no season, the teams of all its seasons."""
    season_id = None
    if league is not None:
        row = league_in_query(call, league)
        season_row = None if season is None else season_or_newest(call, row, season)
        season_id = season_row.id if season_row else None
    rows, pagination = page.cut(
        team_rows(
            call.connection,
            league_id=league,
            season_id=season_id,
            country=country,
            search=search,
            lang=lang,
            limit=page.limit,
            offset=page.offset,
        )
    )
    return Answer([nesting.team(row) for row in rows], pagination)


def team(call: EndpointCall, *, lang: str = ENGLISH) -> Answer:
    """One team."""
    return Answer(nesting.team(team_in_path(call, lang=lang)))


def standings(
    call: EndpointCall,
    *,
    league: int,
    season: str | None = None,
    type: str = TableType.TOTAL,
    lang: str = ENGLISH,
) -> Answer:
    """The table of a season, the newest that has fixtures unless one is named."""
    row = league_in_query(call, league, lang=lang)
    if not row.has_standings:
        raise StandingsNotAvailable(
            f"{row.name} has no league table; its other data are unaffected", param="league"
        )
    season_row = season_or_newest(call, row, season)
    if season_row is None:
        raise StandingsNotAvailable(f"{row.name} has no season with fixtures", param="league")
    league_season = LeagueSeason(call.connection, row.id, season_row.id, now=int(call.now))
    if league_season.head.last_ts is None:
        raise StandingsNotAvailable(
            f"{row.name} {season_row.label} has no fixtures", param="season"
        )
    try:
        table = table_of(league_season, TableLimits(TableType(type), lang=lang))
    except StandingsNotAvailable as error:
        # The parameter to blame: the season if one was sent, else the league.
        error.param = "league" if season is None else "season"
        raise
    # Whether the results are complete enough depends on the fixtures that should be over, of which time adds more.
    good_until = league_season.next_due_ts()
    return Answer(nesting.league_table(table._replace(league=row.name)), good_until=good_until)


def status(call: EndpointCall) -> Answer:
    """The key's plan, its own limits, and what it has used, this request included."""
    account, plan = call.account, call.plan
    data = {
        "plan": plan.name,
        "limits": {
            "rate_limit": account.rate.limit,
            "rate_window_seconds": account.rate.seconds,
            "history_months": plan.history_months,
            "history_start": call.history_start,
            "odds_on_lists": plan.odds_on_lists,
            "all_bookmakers": plan.all_bookmakers,
            "odds_history": plan.odds_history,
        },
        "usage": call.usage()._asdict(),
        "key": {
            "prefix": account.prefix,
            "expires_at": None if account.expires_ts is None else iso_utc(account.expires_ts),
        },
    }
    return Answer(data, good_until=0)
