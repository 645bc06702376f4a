"""The columns of every frame, in order. What a column holds is declared in its record or in `views.meanings`.

Frames, exports, the guide and the docstrings of Database are made from these.
"""

from collections.abc import Collection
from typing import NamedTuple

from footydata.football.records import (
    BookmakerRecord,
    EventRecord,
    FairLine,
    PointsAdjustment,
    SeasonTeam,
    StatisticsRecord,
    TeamAlias,
)
from footydata.football.rows import LeagueRow, TeamRow
from footydata.football.terms import Period, TableType
from footydata.store.read.fixtures.details import FigureRow
from footydata.store.read.fixtures.export_rows import ExportedSeason, RefereeRow
from footydata.store.read.fixtures.preview import Form, Profile, RecordedLine, RefereeRate
from footydata.store.read.quality.contents import LoadSummary
from footydata.store.read.quality.disagreements import DifferingValue, Disagreement
from footydata.store.read.quality.who_says import SourceValue
from footydata.store.read.teams.teams import TeamMatch
from footydata.views.averages import averages_columns, counts_columns
from footydata.views.columns import Column, columns
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.lines import FAIR_LINE_COLUMNS, QUOTE
from footydata.views.outlook import CURRENT_RATING_COLUMNS, RATING_COLUMNS
from footydata.views.players import PLAYER_CARD_COLUMNS, SCORER_COLUMNS
from footydata.views.seasons import PROJECTION_COLUMNS
from footydata.views.tables import (
    BRACKET_COLUMNS,
    GOES_THROUGH_COLUMN,
    STAGE_COLUMN,
    TABLE_COLUMNS,
)

STATISTICS_COLUMNS = columns("statistics", StatisticsRecord._fields)
FIGURE_COLUMNS = columns("figures", FigureRow._fields)
EVENT_COLUMNS = columns("events", EventRecord._fields)
TICK_COLUMNS = columns(
    "odds_history",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market", "recorded_ts", "seq", "minute"),
        *(*QUOTE, "home_score", "away_score"),
    ),
)
ODDS_COLUMNS = columns(
    "odds",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market"),
        *(f"{period}_{name}" for period in Period for name in QUOTE),
    ),
)
MOVEMENT_COLUMNS = columns(
    "odds_movement",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market", "before", "after"),
        *("line_before", "line_after", "line", "chance_1", "chance_2", "chance_3"),
    ),
)
EXPORTED_LEAGUE_COLUMNS = columns("leagues", LeagueRow._fields, entity="league")
LEAGUE_COLUMNS = tuple(each for each in EXPORTED_LEAGUE_COLUMNS if each.name != "rules")
TEAM_COLUMNS = columns("teams", TeamRow._fields, entity="team")
MATCH_COLUMNS = columns("resolve_teams", TeamMatch._fields)
SOURCE_VALUE_COLUMNS = columns("sources", SourceValue._fields)
DISAGREEMENT_COLUMNS = columns("disagreements", Disagreement._fields)
DIFFERING_VALUE_COLUMNS = columns('disagreements(by="fixture")', DifferingValue._fields)
LOAD_COLUMNS = columns("loads", LoadSummary._fields, entity="load")
BOOKMAKER_COLUMNS = columns("bookmakers", BookmakerRecord._fields, entity="bookmaker")

_PRICED = ("fixture_id", "kickoff_ts", "league", "home", "away", "market")
"""The columns of the fixture and market of a price, with which fair lines, bets and backtests begin."""

BET_COLUMNS = columns(
    "bets",
    (
        *("row", *_PRICED, "line", "side", "price", "stake", "outcome", "profit"),
        *(
            "closing_bookmaker",
            "closing_line",
            "closing_price",
            "is_moved",
            "closing_value",
            "closing_reason",
        ),
    ),
)
QUOTE_COLUMNS = columns(
    "backtest quotes",
    (*_PRICED, "side", "line", "price", "bookmaker", "fair_price", "fitted_until"),
)
PLACED_COLUMNS = (*BET_COLUMNS, *columns("backtest bets", ("fair_price", "bankroll")))
SCORE_COLUMNS = columns(
    "evaluate scores",
    (
        *(
            "market",
            "against",
            "line",
            "forecaster",
            "fixtures",
            "log_loss",
            "rps",
            "behind",
            "error",
        ),
        *("clustered_error", "clusters"),
    ),
)
CALIBRATION_COLUMNS = columns(
    "evaluate calibration",
    ("market", "line", "selection", "low", "high", "fixtures", "chance", "share", "forecaster"),
)
FIXTURE_SCORE_COLUMNS = columns(
    "evaluate fixtures",
    (
        *("fixture_id", "kickoff_ts", "country", "league", "season", "home", "away", "market"),
        *("forecaster", "log_loss", "rps"),
        *("opening_line", "opening_log_loss", "closing_line", "closing_log_loss"),
    ),
)
COMPARISON_COLUMNS = columns(
    "evaluate comparison",
    (
        *(
            "market",
            "against",
            "line",
            "one",
            "other",
            "fixtures",
            "difference",
            "error",
            "statistic",
            "p_value",
        ),
        *("clustered_error", "clusters", "clustered_p_value"),
    ),
)
FAIR_PRICE_COLUMNS = columns(
    "evaluate fair", ("fixture_id", "side", "line", "fair_price", "fitted_until")
)
TEAM_FIXTURE_COLUMNS = columns(
    "team_fixtures",
    (
        *("id", "kickoff_ts", "status", "country", "league", "season", "team_id", "team", "venue"),
        *("opponent_id", "opponent"),
    ),
    entity="fixture",
)
FORM_COLUMNS = columns("preview forms", Form._fields)
PROFILE_COLUMNS = columns("preview profiles", Profile._fields)
REFEREE_RATE_COLUMNS = columns("preview referee", RefereeRate._fields)
RECORDED_LINE_COLUMNS = columns("preview recorded_lines", RecordedLine._fields)

PARTS = {"league": ("league_id", "league"), "season": ("season_id", "season")}
"""How a referee's fixtures may be divided → the columns that name the part."""


def referees_columns(by: Collection[str]) -> tuple[Column, ...]:
    """The columns of referees. by: `league` and `season` add their columns, and `season` those of its league."""
    parts = [
        name for part in PARTS for name in PARTS[part] if part in by or (by and part == "league")
    ]
    rates = [f"{side}{colour}" for colour in ("yellow", "red") for side in ("", "home_", "away_")]
    return columns(
        "referees",
        (
            *("referee", "country", *parts, "fixtures", "first_ts", "last_ts"),
            *("cards_known", *rates, "cards", "league_cards"),
            *("fouls_known", "fouls", "home_fouls", "away_fouls", "league_fouls"),
        ),
    )


ALL_STANDINGS_COLUMNS = (
    *columns("all_standings", ("season_id", "country", "league", "season", "stage")),
    *TABLE_COLUMNS[TableType.TOTAL],
)
POSITION_COLUMNS = {
    type: (*columns("positions", ("day_ts", "round")), *rows)
    for type, rows in TABLE_COLUMNS.items()
}
"""Type of table → the day and the round of a table, then the columns of its rows."""

STORED_LINE_COLUMNS = columns("stored fair lines", FairLine._fields)
SEASON_COLUMNS = columns("seasons", ExportedSeason._fields, entity="season")
MEMBER_COLUMNS = columns("members", SeasonTeam._fields)
DEDUCTION_COLUMNS = columns("deductions", PointsAdjustment._fields)
ALIAS_COLUMNS = columns("aliases", TeamAlias._fields)
REFEREE_COLUMNS = columns("exported referees", RefereeRow._fields)
_HEAD = columns(
    "exported standings", ("season_id", "league_id", "country", "league", "season", "stage")
)
EXPORTED_TABLE_COLUMNS = {type: (*_HEAD, *of_rows) for type, of_rows in TABLE_COLUMNS.items()}
"""Type of table → the season and its league, then the columns of the table's rows."""


class Frame(NamedTuple):
    """A frame: the call that returns it, what one row is, and its columns in order."""

    door: str
    row: str
    columns: tuple[Column, ...]


FRAMES: dict[str, Frame] = {
    "fixtures": Frame("db.fixtures()", "One row per fixture.", FIXTURE_COLUMNS),
    "head_to_head": Frame(
        "db.head_to_head()", "One row per finished fixture of two teams.", FIXTURE_COLUMNS
    ),
    "events": Frame("db.events()", "One row per event.", EVENT_COLUMNS),
    "statistics": Frame("db.statistics()", "One row per fixture.", STATISTICS_COLUMNS),
    "figures": Frame(
        "db.figures()", "One row per fixture, further figure and half.", FIGURE_COLUMNS
    ),
    "odds": Frame(
        "db.odds()",
        "One row per fixture, bookmaker and market; of one market, the prices are named by its selections.",
        ODDS_COLUMNS,
    ),
    "odds_history": Frame("db.odds_history()", "One row per recorded price.", TICK_COLUMNS),
    "odds_movement": Frame("db.odds_movement()", "One row per step of a market.", MOVEMENT_COLUMNS),
    "fair_lines": Frame("db.fair_lines()", "One row per fixture and market.", FAIR_LINE_COLUMNS),
    "team_fixtures": Frame(
        "db.team_fixtures()",
        "One row per team and fixture; then each figure for and against, with its averages before kickoff.",
        TEAM_FIXTURE_COLUMNS,
    ),
    "averages": Frame("db.averages()", "One row per team and figure.", averages_columns("team")),
    'averages(by="league")': Frame(
        'db.averages(by="league")', "One row per league and figure.", averages_columns("league")
    ),
    'averages(by="referee")': Frame(
        'db.averages(by="referee")', "One row per referee and figure.", averages_columns("referee")
    ),
    "averages(line=9.5)": Frame(
        "db.averages(line=9.5)",
        "One row per team, with the overs and unders of the figure.",
        averages_columns("team", has_line=True),
    ),
    'averages(market="corner")': Frame(
        'db.averages(market="corner")', "One row per team.", counts_columns("team")
    ),
    'averages(market="corner", by="referee")': Frame(
        'db.averages(market="corner", by="referee")',
        "One row per referee.",
        counts_columns("referee"),
    ),
    "referees": Frame("db.referees()", "One row per referee and country.", referees_columns(())),
    'referees(by="season")': Frame(
        'db.referees(by="season")',
        "One row per referee, league and season.",
        referees_columns(("season",)),
    ),
    "ratings": Frame("db.ratings()", "One row per team.", CURRENT_RATING_COLUMNS),
    "ratings(history=True)": Frame(
        "db.ratings(history=True)", "One row per team and fixture.", RATING_COLUMNS
    ),
    "project": Frame(
        "db.project()",
        "One row per team, then the chance of each zone and place, from 0 to 1.",
        PROJECTION_COLUMNS,
    ),
    "bets": Frame("db.bets()", "One row per bet.", BET_COLUMNS),
    "sources": Frame(
        "db.sources()",
        "One row per value of a fixture and source that gives it.",
        SOURCE_VALUE_COLUMNS,
    ),
    "disagreements": Frame(
        "db.disagreements()",
        "One row per season, figure and two sources that give it.",
        DISAGREEMENT_COLUMNS,
    ),
    'disagreements(by="fixture")': Frame(
        'db.disagreements(by="fixture")',
        "One row per value in which two sources differ.",
        DIFFERING_VALUE_COLUMNS,
    ),
    "loads": Frame("db.loads()", "One row per load.", LOAD_COLUMNS),
    "leagues": Frame("db.leagues()", "One row per league.", LEAGUE_COLUMNS),
    "teams": Frame("db.teams()", "One row per team.", TEAM_COLUMNS),
    "resolve_teams": Frame("db.resolve_teams()", "One row per name.", MATCH_COLUMNS),
    "bookmakers": Frame("db.bookmakers()", "One row per bookmaker.", BOOKMAKER_COLUMNS),
    "standings": Frame(
        "db.standings()",
        "One row per team: points. In a season of groups the first column is `stage`, the group that the table is of.",
        TABLE_COLUMNS[TableType.TOTAL],
    ),
    'standings(stage="Third places")': Frame(
        'db.standings(stage="Third places")',
        "One row per third of a group. All tables of a season with such thirds have these columns.",
        (STAGE_COLUMN, *TABLE_COLUMNS[TableType.TOTAL], GOES_THROUGH_COLUMN),
    ),
    'standings(type="corner")': Frame(
        'db.standings(type="corner")', "One row per team: corners.", TABLE_COLUMNS[TableType.CORNER]
    ),
    'standings(type="card")': Frame(
        'db.standings(type="card")', "One row per team: cards.", TABLE_COLUMNS[TableType.CARD]
    ),
    "bracket": Frame(
        "db.bracket()", "One row per tie, those that meet next together.", BRACKET_COLUMNS
    ),
    "all_standings": Frame(
        "db.all_standings()", "One row per team and season.", ALL_STANDINGS_COLUMNS
    ),
    "players": Frame("db.players()", "One row per player and team that scored.", SCORER_COLUMNS),
    'players(of="cards")': Frame(
        'db.players(of="cards")', "One row per player and team with a card.", PLAYER_CARD_COLUMNS
    ),
    "positions": Frame(
        "db.positions()", "One row per day (or round) and team.", POSITION_COLUMNS[TableType.TOTAL]
    ),
    "preview forms": Frame("db.preview().forms", "One row per side and venue.", FORM_COLUMNS),
    "preview profiles": Frame(
        "db.preview().profiles", "One row per figure, side and venue.", PROFILE_COLUMNS
    ),
    "preview referee": Frame("db.preview().referee", "One row per figure.", REFEREE_RATE_COLUMNS),
    "preview recorded_lines": Frame(
        "db.preview().recorded_lines", "One row per market.", RECORDED_LINE_COLUMNS
    ),
    "evaluate scores": Frame(
        "fd.evaluate().scores",
        "One row per market, what it was scored against, and forecaster.",
        SCORE_COLUMNS,
    ),
    "evaluate calibration": Frame(
        "fd.evaluate().calibration",
        "One row per model and bin of its chances.",
        CALIBRATION_COLUMNS,
    ),
    "evaluate fixtures": Frame(
        "fd.evaluate().fixtures",
        "One row per fixture and forecaster, by kickoff.",
        FIXTURE_SCORE_COLUMNS,
    ),
    "evaluate comparison": Frame(
        "fd.evaluate().compare()",
        "One row per thing that two forecasters were scored on.",
        COMPARISON_COLUMNS,
    ),
    "evaluate fair": Frame(
        "fd.evaluate().fair()", "One row per fixture, line and side.", FAIR_PRICE_COLUMNS
    ),
    "backtest quotes": Frame(
        "What a strategy of `fd.backtest` sees",
        "One row per fixture, market and side.",
        QUOTE_COLUMNS,
    ),
    "backtest bets": Frame("fd.backtest().bets", "One row per bet.", PLACED_COLUMNS),
}
"""Name → frame. A method of Database has the name of its frame."""

EXPORTED: dict[str, Frame] = {
    "seasons": Frame("seasons", "One row per season.", SEASON_COLUMNS),
    "members": Frame("members", "One row per team of a season.", MEMBER_COLUMNS),
    "deductions": Frame("deductions", "One row per decision on points.", DEDUCTION_COLUMNS),
    "aliases": Frame("aliases", "One row per alias of your own.", ALIAS_COLUMNS),
    "referees": Frame("referees", "One row per referee and country.", REFEREE_COLUMNS),
    "fair_lines": Frame(
        "fair_lines", "One row per fixture and market, as stored.", STORED_LINE_COLUMNS
    ),
}
"""Exported table that differs from every frame → its columns."""


def column_list(frame: Frame, *, has_name: bool) -> str:
    """The columns of a frame for a docstring: name, dtype, what each holds, its unit, and whether it may be <NA>.

    has_name: whether the list names its frame, as one of several.
    """
    width = max(len(column.name) for column in frame.columns)
    dtype_width = max(len(column.dtype) for column in frame.columns)
    lines = [f"Columns of {frame.door}:" if has_name else "Columns:"]
    for column in frame.columns:
        unit = "" if column.unit in column.text else column.unit
        notes = ", ".join(note for note in (unit, "or <NA>" if column.is_optional else "") if note)
        lines.append(
            f"    {column.name:{width}}  {column.dtype:{dtype_width}}  {column.text}{f' [{notes}]' if notes else ''}"
        )
    return "\n".join(lines)
