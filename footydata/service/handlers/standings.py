"""/v1/standings."""

from footydata.football.errors import StandingsNotAvailable
from footydata.football.languages import ENGLISH
from footydata.football.terms import TableType
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall
from footydata.service.lookups import league_in_query, season_or_newest
from footydata.store.read.seasons.leagues import has_fixtures
from footydata.store.read.seasons.results import next_due_ts
from footydata.store.read.seasons.standings import standings as season_table


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
        raise StandingsNotAvailable(f"{row.name} has no league table; its other data are unaffected", param="league")
    season_row = season_or_newest(call, row, season)
    if season_row is None:
        raise StandingsNotAvailable(f"{row.name} has no season with fixtures", param="league")
    if season is not None and not has_fixtures(call.connection, season_row.id):
        raise StandingsNotAvailable(f"{row.name} {season_row.label} has no fixtures", param="season")
    try:
        table = season_table(
            call.connection,
            league_id=row.id,
            season_id=season_row.id,
            type=TableType(type),
            lang=lang,
            now=int(call.now),
        )
    except StandingsNotAvailable as error:
        # The parameter to blame: the season if one was sent, else the league.
        raise StandingsNotAvailable(error.message, param="league" if season is None else "season") from error
    # Whether the results are complete enough depends on the fixtures that should be over, of which time adds more.
    good_until = next_due_ts(call.connection, season_row.id, now=int(call.now))
    return Answer(nesting.league_table(table._replace(league=row.name)), good_until=good_until)
