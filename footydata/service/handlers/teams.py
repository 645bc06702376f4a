"""/v1/teams, one team, and its fixtures."""

from dataclasses import replace

from footydata.football.languages import ENGLISH
from footydata.football.terms import ALL_STATUSES, Order
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.service.fixture_lists import fixture_filter, fixture_list
from footydata.service.lookups import league_in_query, season_or_newest, team_in_path
from footydata.store.read.teams.teams import teams as team_rows


def teams(
    call: EndpointCall,
    *,
    league: int | None = None,
    season: str | None = None,
    country: str | None = None,
    search: str | None = None,
    lang: str = ENGLISH,
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """Teams by id; with a league and no season, the teams of all its seasons."""
    season_id = None
    if league is not None:
        row = league_in_query(call, league)
        season_row = None if season is None else season_or_newest(call, row, season)
        season_id = season_row.id if season_row else None
    page_request = PageRequest.of(page, per_page)
    rows, pagination = page_request.cut(
        team_rows(
            call.connection,
            league_id=league,
            season_id=season_id,
            country=country,
            search=search,
            lang=lang,
            limit=page_request.limit,
            offset=page_request.offset,
        )
    )
    return Answer([nesting.team(row) for row in rows], pagination)


def team(call: EndpointCall, *, lang: str = ENGLISH) -> Answer:
    """One team."""
    return Answer(nesting.team(team_in_path(call, lang=lang)))


def team_fixtures(
    call: EndpointCall,
    *,
    order: str = Order.DESC,
    status: str = ALL_STATUSES,
    include: tuple[str, ...] = (),
    start_time: int | None = None,
    end_time: int | None = None,
    lang: str = ENGLISH,
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """One team's fixtures."""
    narrowed = fixture_filter(call, status=status, start_time=start_time, end_time=end_time, include=include)
    row = team_in_path(call)
    narrowed = replace(narrowed, team_ids=(row.id,), plans=call.visible_plans)
    return fixture_list(
        call,
        narrowed,
        page=PageRequest.of(page, per_page, include=include),
        order=Order(order),
        include=include,
        lang=lang,
    )
