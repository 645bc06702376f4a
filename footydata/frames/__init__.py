"""A pandas DataFrame for every query, its columns and dtypes declared; the only importer of pandas.

Integers are nullable (Int64), times are datetime64[us, UTC], yes/no is boolean; pd.NA means unknown.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import pandas as pd

from footydata.contract.errors import FootydataError
from footydata.contract.languages import ENGLISH
from footydata.contract.markets import Market
from footydata.contract.terms import Part
from footydata.frames.backtest import cells_of as cells_of
from footydata.frames.columns import (
    ALL_STANDINGS_COLUMNS,
    BET_COLUMNS,
    BOOKMAKER_COLUMNS,
    CALIBRATION_COLUMNS,
    EVENT_COLUMNS,
    FAIR_LINE_COLUMNS,
    FIGURE_COLUMNS,
    FIXTURE_COLUMNS,
    LEAGUE_COLUMNS,
    LOAD_COLUMNS,
    MATCH_COLUMNS,
    MOVEMENT_COLUMNS,
    NUMBER,
    ODDS_COLUMNS,
    PROJECTION_COLUMNS,
    RATING_COLUMNS,
    SCORE_COLUMNS,
    STATISTICS_COLUMNS,
    TABLE_COLUMNS,
    TEAM_COLUMNS,
    TICK_COLUMNS,
    averages_columns,
    column,
    referees_columns,
)
from footydata.frames.framing import frame_of, framed, framed_or_reason
from footydata.frames.reading import fixture_columns
from footydata.frames.team_fixtures import team_fixtures
from footydata.queries import bookmakers as bookmakers_of
from footydata.queries import details
from footydata.queries.counts import Average, count_fixtures
from footydata.queries.fixtures import FixtureFilter, FixtureRow
from footydata.queries.further_figures import FigureRow, figure_rows
from footydata.queries.leagues import leagues as select_leagues
from footydata.queries.loads import LoadSummary
from footydata.queries.loads import loads as select_loads
from footydata.queries.projections import Projection
from footydata.queries.provenance import fetched_parts
from footydata.queries.reasons import why_no_history, why_nothing_recorded
from footydata.queries.referee_rates import RefereeCards, referee_cards
from footydata.queries.shown_bookmakers import ShownBookmakers
from footydata.queries.team_matches import TeamMatch
from footydata.queries.teams import teams as select_teams
from footydata.records import BookmakerRecord, EventRecord, OddsRecord, OddsTickRecord, StatisticsRecord
from footydata.register.figures import FurtherFigure
from footydata.rules import prices
from footydata.rules.settlement import market_of
from footydata.tables import Table

_Row = TypeVar("_Row")


def fixtures(connection: sqlite3.Connection, narrowed: FixtureFilter, *, lang: str) -> pd.DataFrame:
    """One row per fixture by kickoff; figures are of regulation time, <NA> where unknown.

    Cards are yellow and red as the source counts them: football-data.co.uk's red column counts a second
    yellow as one red; a v1 service's as well.
    """
    return frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=lang))


def fixture(row: FixtureRow) -> pd.DataFrame:
    """The frame of one fixture."""
    return framed(FIXTURE_COLUMNS, [row], FixtureRow._fields)


def events(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per event, by fixture and order; `count` runs by team and type, `minute` has no stoppage.

    attrs["not_fetched"]: the ids of which no timeline was ever fetched; the others without a row had no event.
    """
    found = _paged(fixture_ids, lambda ids: details.events(connection, ids).values())
    frame = framed(EVENT_COLUMNS, [event for timeline in found for event in timeline], EventRecord._fields)
    return _with_not_fetched(frame, connection, fixture_ids, Part.EVENTS, what="events are")


def statistics(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> pd.DataFrame:
    """One row per fixture that was asked for; half_ columns are of the first half, possession in per cent.

    attrs["not_fetched"]: the ids of which no statistics were ever fetched.
    """
    found = _paged(fixture_ids, lambda ids: details.statistics(connection, ids).values())
    frame = framed(STATISTICS_COLUMNS, list(found), StatisticsRecord._fields)
    return _with_not_fetched(frame, connection, fixture_ids, Part.STATISTICS, what="statistics are")


def figures(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], wanted: Sequence[FurtherFigure]
) -> pd.DataFrame:
    """One row per fixture, further figure and half (full or first), with the source; a figure without sides is home's.

    attrs["units"]: what each figure is counted in; attrs["not_fetched"]: the ids of which none was ever fetched.
    """
    rows = list(_paged(fixture_ids, lambda ids: figure_rows(connection, ids, wanted)))
    frame = framed(FIGURE_COLUMNS, rows, FigureRow._fields)
    frame.attrs["units"] = {figure.name: figure.unit for figure in wanted}
    what = f"{', '.join(figure.name.replace('_', ' ') for figure in wanted)} are"
    return _with_not_fetched(frame, connection, fixture_ids, Part.FURTHER_FIGURES, what=what)


class NotAWindow(FootydataError):
    """A number is no count of fixtures that an average can be of."""


def rolling_frame(
    connection: sqlite3.Connection, asked: FixtureFilter, figures: Sequence[str], windows: Sequence[int]
) -> pd.DataFrame:
    """One row per team and fixture, as frames.team_fixtures has them. Raises UnknownFigure, NotAWindow."""
    for window in windows:
        if not isinstance(window, int) or window < 1:
            raise NotAWindow(f"an average is of 1 fixture or more, not of {window!r}")
    columns, lengths = list(dict.fromkeys(figures)), list(dict.fromkeys(windows))
    return team_fixtures(connection, asked, columns, rolling=lengths, lang=ENGLISH)


def averages(figures: Sequence[str], rows: Sequence[Sequence[Average]], *, by: str) -> pd.DataFrame:
    """One row per team, league or referee and figure, the highest first, in the order of the figures; both: both sides.

    rows: of each figure, those of queries.counts. own, other: of a team and its opponents, else home and away.
    """
    named = [(row.name, figure, *row[2:]) for figure, found in zip(figures, rows, strict=True) for row in found]
    columns = averages_columns(by)
    return framed(columns, named, [each.field for each in columns])


def referees(connection: sqlite3.Connection, asked: FixtureFilter, *, by: Collection[str]) -> pd.DataFrame:
    """One row per referee and country, of each league or season where parted so, by name. Raises NotAPart."""
    rows = referee_cards(connection, asked, by=by)
    frame = framed(referees_columns(by), rows, RefereeCards._fields)
    if not rows and count_fixtures(connection, asked, most=1):
        frame.attrs["reason"] = "no finished fixture as asked has a referee recorded"
    return frame


def odds(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], *, market: str | None, bookmaker: str | None
) -> pd.DataFrame:
    """One row per fixture, bookmaker and market: lines and decimal prices at opening, closing and in play.

    price_1, price_2, price_3 are the market's selections in order; with one market they are named by them.
    attrs["not_fetched"]: the ids of which no odds were ever fetched. Raises UnknownMarket.
    """
    wanted, maker = _asked(connection, market, bookmaker)
    rows, slugs = _odds_rows(connection, fixture_ids, wanted, maker)
    with_slugs = [(*row, slug) for row, slug in zip(rows, slugs, strict=True)]
    frame = framed(ODDS_COLUMNS, with_slugs, (*OddsRecord._fields, "bookmaker"))
    named = _named_by_selections(frame, wanted) if wanted else frame
    what = f"odds{_words(wanted, maker)} are"
    return _with_not_fetched(named, connection, fixture_ids, Part.ODDS | Part.ODDS_SUMMARY, what=what)


def odds_movement(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    market: str | None,
    bookmaker: str | None,
    method: str,
) -> pd.DataFrame:
    """One row per step between two recorded quotes: opening to closing, closing to in play.

    line, chance_1 to chance_3: by how much the line moved, and at an unmoved line the margin-free chances of the
    market's selections. Raises UnknownMarket, UnknownMethod.
    """
    wanted, maker = _asked(connection, market, bookmaker)
    rows, slugs = _odds_rows(connection, fixture_ids, wanted, maker)
    steps = [
        (row, slug, *step)
        for row, slug in zip(rows, slugs, strict=True)
        for step in pairwise(prices.quotes(row).items())
    ]
    moved = prices.movements([(before, after) for _, _, (_, before), (_, after) in steps], method=method)
    moves = [
        (*row[:2], slug, row.market, start, end, before.line, after.line, line, *(chances or ()), None, None, None)[:12]
        for (row, slug, (start, before), (end, after)), (line, chances) in zip(steps, moved, strict=True)
    ]
    frame = framed(MOVEMENT_COLUMNS, moves, [column.field for column in MOVEMENT_COLUMNS])
    what = f"odds{_words(wanted, maker)} at two moments are"
    return _with_not_fetched(frame, connection, fixture_ids, Part.ODDS | Part.ODDS_SUMMARY, what=what)


def _asked(
    connection: sqlite3.Connection, market: str | None, bookmaker: str | None
) -> tuple[Market | None, BookmakerRecord | None]:
    """The market and the bookmaker that are named, None where none is. Raises UnknownMarket, UnknownBookmaker."""
    return (
        market_of(market) if market is not None else None,
        bookmakers_of.find_bookmaker(connection, bookmaker) if bookmaker is not None else None,
    )


def _words(market: Market | None, bookmaker: BookmakerRecord | None) -> str:
    return (f" of {market.param}" if market else "") + (f" at {bookmaker.slug}" if bookmaker else "")


def _odds_rows(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], market: Market | None, bookmaker: BookmakerRecord | None
) -> tuple[list[OddsRecord], list[str]]:
    """The odds of fixtures, of one market and one bookmaker where asked for, with each row's slug."""
    slugs = {maker.id: maker.slug for maker in bookmakers_of.bookmakers(connection)}
    asked = [bookmaker.id] if bookmaker else list(slugs)
    found = _paged(fixture_ids, lambda ids: details.odds(connection, ids, bookmaker_ids=asked).values())
    rows = [row for of_fixture in found for row in of_fixture if market is None or row.market == market.key]
    return rows, [slugs[row.bookmaker_id] for row in rows]


def odds_history(
    connection: sqlite3.Connection, fixture_id: int, *, bookmaker: str | None, market: str
) -> pd.DataFrame:
    """One row per recorded tick, oldest first; prices <NA>: the market was suspended.

    Of the default bookmaker where none is named; where it recorded none, of the one with most fixtures in the market.
    Raises UnknownMarket, UnknownBookmaker.
    """
    wanted = market_of(market)
    _, asked = _asked(connection, None, bookmaker)
    makers = bookmakers_of.ticking(connection, fixture_id, market=wanted.key)
    shown = asked or (ShownBookmakers(connection).choose(wanted.key, makers) if makers else None)
    ticks = details.odds_ticks(connection, fixture_id, bookmaker_id=shown.id, market=wanted.key) if shown else []
    with_slug = [(*tick, shown.slug if shown else "") for tick in ticks]
    frame = framed(TICK_COLUMNS, with_slug, (*OddsTickRecord._fields, "bookmaker"))
    named = _named_by_selections(frame, wanted)
    if not ticks:
        named.attrs["reason"] = why_no_history(connection, fixture_id, f"history{_words(wanted, asked)}")
    return named


def leagues(connection: sqlite3.Connection, *, lang: str) -> pd.DataFrame:
    """One row per league, by id."""
    rows = select_leagues(connection, lang=lang)
    return framed_or_reason(
        "the database has no leagues",
        LEAGUE_COLUMNS,
        rows,
        rows[0]._fields if rows else [column.field for column in LEAGUE_COLUMNS],
    )


def teams(connection: sqlite3.Connection, *, league_id: int | None, season_id: int | None, lang: str) -> pd.DataFrame:
    """One row per team, by id."""
    rows = select_teams(connection, league_id=league_id, season_id=season_id, lang=lang)
    whose = "the season has" if season_id is not None else "the league has" if league_id is not None else "there are"
    return framed_or_reason(
        f"{whose} no teams in the database",
        TEAM_COLUMNS,
        rows,
        rows[0]._fields if rows else [column.field for column in TEAM_COLUMNS],
    )


def team_matches(rows: Sequence[TeamMatch]) -> pd.DataFrame:
    """One row per name that was asked for, in order."""
    return framed_or_reason("no name is asked for", MATCH_COLUMNS, rows, TeamMatch._fields)


def loads(connection: sqlite3.Connection) -> pd.DataFrame:
    """One row per load, the newest first; unload: yes, or why it can't be taken back."""
    return framed_or_reason("nothing was loaded", LOAD_COLUMNS, select_loads(connection), LoadSummary._fields)


def bookmakers(connection: sqlite3.Connection) -> pd.DataFrame:
    """One row per bookmaker, the default first."""
    rows = bookmakers_of.bookmakers(connection)
    return framed_or_reason(
        "the database has no bookmakers: no odds were loaded",
        BOOKMAKER_COLUMNS,
        rows,
        [column.field for column in BOOKMAKER_COLUMNS],
    )


def standings(table: Table) -> pd.DataFrame:
    """One row per team in the table's order, position first; the table itself is queries.standings'.

    attrs: country, league and season by name; notes: what the table leaves out of its season's list; doubts: why it
    may be wrong.
    """
    columns = TABLE_COLUMNS[table.type]
    frame = framed(columns, table.rows, [each.field for each in columns])
    frame.attrs |= {"country": table.country, "league": table.league, "season": table.season}
    frame.attrs |= {"notes": list(table.notes), "doubts": list(table.doubts)}
    return frame


def fair_lines(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per fixture and market: the fair line, the recorded quote, our fair prices there; rows of pricing."""
    return framed(FAIR_LINE_COLUMNS, rows, fields)


def ladder(rungs: prices.Ladder, market: Market) -> pd.DataFrame:
    """One row per quarter line, lowest first: the fair prices of both sides, named by the market's selections."""
    named = zip(market.shape.selections, rungs.prices.T, strict=True)
    return pd.DataFrame(
        {"line": pd.Series(rungs.lines, dtype=NUMBER)}
        | {selection: pd.Series(fair, dtype=NUMBER) for selection, fair in named}
    )


def ratings(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per team and fixture, oldest first: the team's rating after it; rows of rating."""
    frame = framed(RATING_COLUMNS, rows, fields)
    if frame.empty:
        frame.attrs["reason"] = "no finished fixture with a score on which a rating could rest"
    return frame


def bets(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per bet in the order of the file, with its end and the fair closing price; rows of betting."""
    return framed(BET_COLUMNS, rows, fields)


def projection(found: Projection) -> pd.DataFrame:
    """One row per team as the table stands: points at the end, the chance of each zone, of each place."""
    zones = [zone.replace(" ", "_").replace("-", "_") for zone in found.zones]
    places = [f"place_{place}" for place in range(1, len(found.teams) + 1)]
    rows = [
        (
            *(team.position, team.team_id, team.team, team.played, team.points),
            *(team.mean_points, team.low_points, team.high_points),
            *(team.zones.get(zone, 0.0) for zone in found.zones),
            *team.places,
        )
        for team in found.teams
    ]
    columns = [*PROJECTION_COLUMNS, *(column(name, NUMBER) for name in (*zones, *places))]
    frame = framed(columns, rows, [each.field for each in columns])
    frame.attrs |= {
        **{name: getattr(found, name) for name in ("league", "season", "runs", "model", "fixtures_used", "to_come")},
        "as_of": pd.Timestamp(found.as_of_ts, unit="s", tz="UTC").isoformat(),
        "notes": list(found.notes),
        "zones": zones,
    }
    return frame


def head_to_head(rows: Sequence[FixtureRow], one: tuple[int, str], other: str) -> pd.DataFrame:
    """The finished fixtures of two teams by kickoff; attrs["record"]: who won how many. one: the id and name of one."""
    frame = framed(FIXTURE_COLUMNS, list(reversed(rows)), FixtureRow._fields)
    margins = [
        (row.home_goals - row.away_goals) * (1 if row.home_id == one[0] else -1)
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]
    ends = {one[1]: 1, "drawn": 0, other: -1}
    frame.attrs["record"] = {
        name: sum((margin > 0) - (margin < 0) == end for margin in margins) for name, end in ends.items()
    }
    if frame.empty:
        frame.attrs["reason"] = f"no finished fixture of {one[1]} and {other} is stored"
    return frame


def all_standings(tables: Iterable[Table]) -> pd.DataFrame:
    """One row per team and season: the points tables of many seasons, in their order, then by position.

    attrs["doubts"]: country, league and season as one text → why its table may be wrong, of those that may.
    """
    rows: list[tuple[object, ...]] = []
    # Texts, for Parquet keeps attrs as JSON: pandas raises TypeError at any other key.
    doubts: dict[str, list[str]] = {}
    for table in tables:
        season = (table.season_id, table.country, table.league, table.season)
        rows += [(*season, *row) for row in table.rows]
        if table.doubts:
            doubts[f"{table.country}: {table.league} {table.season}"] = list(table.doubts)
    frame = framed(ALL_STANDINGS_COLUMNS, rows, [each.field for each in ALL_STANDINGS_COLUMNS])
    frame.attrs["doubts"] = doubts
    if frame.empty:
        frame.attrs["reason"] = "no season of a league with tables has reliable results"
    return frame


def scores(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per what was scored and forecaster; rows of evaluation."""
    return framed(SCORE_COLUMNS, rows, fields)


def calibration(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per bin of a model's chances; rows of evaluation."""
    return framed(CALIBRATION_COLUMNS, rows, fields)


def _named_by_selections(frame: pd.DataFrame, market: Market) -> pd.DataFrame:
    names = {f"price_{place}": name for place, name in enumerate(market.shape.selections, start=1)}
    renamed = {
        column: column.replace(price, name)
        for column in frame.columns
        for price, name in names.items()
        if price in column
    }
    unused = [column for column in frame.columns if "price_" in column and column not in renamed]
    lines = [] if market.shape.has_line else [column for column in frame.columns if column.endswith("line")]
    return frame.drop(columns=[*unused, *lines]).rename(columns=renamed)


def _with_not_fetched(
    frame: pd.DataFrame, connection: sqlite3.Connection, fixture_ids: Sequence[int], part: Part, *, what: str
) -> pd.DataFrame:
    """The frame with the ids of which a part was never fetched in its attrs: empty and not fetched differ."""
    fetched = _paged(fixture_ids, lambda ids: fetched_parts(connection, ids).items())
    not_fetched = [fixture_id for fixture_id, parts in fetched if not parts & part]
    frame.attrs["not_fetched"] = not_fetched
    if frame.empty and fixture_ids:
        frame.attrs["reason"] = why_nothing_recorded(what, fixture_ids, not_fetched)
    return frame


def _paged(ids: Sequence[int], read: Callable[[Sequence[int]], Iterable[_Row]]) -> Iterator[_Row]:
    for page in details.pages(ids):
        yield from read(page)
