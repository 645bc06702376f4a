"""/v1/teams, one team, and its fixtures."""

from dataclasses import replace

from footydata.api.call import Answer, EndpointCall
from footydata.api.fixture_lists import asked_fixtures, asked_page, fixture_list
from footydata.api.lookups import known_team, league_in_query, season_or_newest
from footydata.contract.languages import ENGLISH
from footydata.contract.terms import ALL_STATUSES, Order
from footydata.models import nesting
from footydata.queries.teams import teams as team_rows


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
    """Teams by id; of a league without a season, the teams of all its seasons."""
    season_id = None
    if league is not None:
        row = league_in_query(call, league)
        found = None if season is None else season_or_newest(call, row, season)
        season_id = found.id if found else None
    asked = asked_page(page, per_page)
    rows, pagination = asked.cut(
        team_rows(
            call.connection,
            league_id=league,
            season_id=season_id,
            country=country,
            search=search,
            lang=lang,
            limit=asked.limit,
            offset=asked.offset,
        )
    )
    return Answer([nesting.team(row) for row in rows], pagination)


def team(call: EndpointCall, team_id: int | None, *, lang: str = ENGLISH) -> Answer:
    """One team."""
    return Answer(nesting.team(known_team(call, team_id, lang=lang)))


def team_fixtures(
    call: EndpointCall,
    team_id: int | None,
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
    asked = asked_fixtures(call, status=status, start_time=start_time, end_time=end_time, include=include)
    row = known_team(call, team_id)
    narrowed = replace(asked, team_id=row.id, plans=call.seen_plans)
    return fixture_list(
        call, narrowed, page=asked_page(page, per_page, include=include), order=Order(order), include=include, lang=lang
    )
