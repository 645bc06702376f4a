"""A database small enough to know by heart: what the API must answer on it stands in the golden files.

It is 2026-03-14 15:30 UTC, a Saturday. First League has a season behind it, one under way and one to come.
"""

from datetime import UTC, datetime
from pathlib import Path

from footydata.football.countries import ALL_CODES, KINDS
from footydata.football.records import (
    BookmakerRecord,
    CountryName,
    CountryRecord,
    EventRecord,
    ExternalId,
    FixtureRecord,
    LeagueName,
    LeagueRecord,
    OddsRecord,
    OddsTickRecord,
    RetiredLeague,
    SeasonRecord,
    SeasonTeam,
    SourceRecord,
    StatisticsRecord,
    TeamFixture,
    TeamName,
    TeamRecord,
)
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from tests.new_databases import new_database

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
DAY = int(datetime(2026, 3, 14, tzinfo=UTC).timestamp())
HOUR = 3600

FIRST, CUP, GOLD, PLATINUM, PIXEL, NEW, THIN = 10, 11, 12, 13, 14, 15, 16
ALDER, BIRCH, CEDAR, DUENEN, ERLE, PIXEL_ALDER, PIXEL_BIRCH, FRESNES, GAILLON = range(1, 10)
KESTREL, BLUEBIRD, MARLIN = 5, 2, 9

LEAGUES = [
    LeagueRecord(FIRST, "First League", "First", "GB-ENG"),
    LeagueRecord(CUP, "County Cup", None, "GB-ENG", has_standings=0),
    LeagueRecord(GOLD, "Gold League", "Gold", "DE", min_plan="pro"),
    LeagueRecord(PLATINUM, "Platinum League", "Platinum", "DE", min_plan="ultra"),
    LeagueRecord(PIXEL, "Pixel League", "Pixel", "WORLD", has_standings=0, esports=1),
    LeagueRecord(NEW, "New League", "New", "BR"),
    LeagueRecord(THIN, "Thin League", "Thin", "FR"),
]
RETIRED = [RetiredLeague(7, 8), RetiredLeague(8, FIRST), RetiredLeague(9, PLATINUM)]
SEASONS = [
    SeasonRecord(100, FIRST, "25/26", 2025, 1),
    SeasonRecord(101, FIRST, "24/25", 2024),
    SeasonRecord(102, FIRST, "26/27", 2026),
    SeasonRecord(110, CUP, "25/26", 2025, 1),
    SeasonRecord(120, GOLD, "2026", 2026, 1),
    SeasonRecord(130, PLATINUM, "25/26", 2025, 1),
    SeasonRecord(140, PIXEL, "2026", 2026, 1),
    SeasonRecord(160, THIN, "25/26", 2025, 1),
]
TEAMS = [
    TeamRecord(ALDER, "Alder Town", "GB-ENG"),
    TeamRecord(BIRCH, "Birch United", "GB-ENG"),
    TeamRecord(CEDAR, "Cedar Athletic", "GB-ENG"),
    TeamRecord(DUENEN, "Dünen SV", "DE"),
    TeamRecord(ERLE, "Erle 04", "DE"),
    TeamRecord(PIXEL_ALDER, "Pixel Alder"),
    TeamRecord(PIXEL_BIRCH, "Pixel Birch"),
    TeamRecord(FRESNES, "Fresnes", "FR"),
    TeamRecord(GAILLON, "Gaillon", "FR"),
]
MEMBERS = {
    100: (ALDER, BIRCH, CEDAR),
    101: (ALDER, BIRCH),
    102: (ALDER, BIRCH, DUENEN),
    110: (ALDER, BIRCH),
    120: (DUENEN, ERLE),
    130: (DUENEN, ERLE),
    140: (PIXEL_ALDER, PIXEL_BIRCH),
    160: (FRESNES, GAILLON),
}
LEAGUE_NAMES = [LeagueName(FIRST, "ja", "ファースト"), LeagueName(FIRST, "de", "Erste Liga")]
# A translation that is blank counts as none.
TEAM_NAMES = [
    TeamName(ALDER, "ja", "オルダー"),
    TeamName(ALDER, "zh-cn", "阿尔德"),
    TeamName(BIRCH, "ja", ""),
]
COUNTRY_NAMES = [
    CountryName("GB-ENG", "ja", "イングランド"),
    CountryName("DE", "de", "Deutschland"),
]
BOOKMAKERS = [
    BookmakerRecord(KESTREL, "Kestrel", "kestrel", 1),
    BookmakerRecord(BLUEBIRD, "Bluebird", "bluebird"),
    BookmakerRecord(MARLIN, "Marlin Exchange", "marlin"),
]

PLAYED = 1001
UNRECORDED = 1002
LIVE = 1003
TONIGHT = 1004
TOMORROW = 1005
AT_MIDNIGHT = 1006
POSTPONED = 1007
LAST_SEASON = 900
CUP_TIE = 1101
GOLD_LIVE = 1201
PLATINUM_LIVE = 1301
PIXEL_LIVE = 1401

FIXTURES = [
    FixtureRecord(
        PLAYED,
        FIRST,
        100,
        ALDER,
        BIRCH,
        DAY - 7 * 24 * HOUR + 15 * HOUR,
        status="finished",
        round=1,
        home_goals=2,
        away_goals=1,
        half_home_goals=1,
        half_away_goals=0,
        home_corners=6,
        away_corners=4,
        half_home_corners=3,
        half_away_corners=2,
        home_yellow=1,
        away_yellow=2,
        home_red=0,
        away_red=1,
    ),
    FixtureRecord(
        UNRECORDED,
        FIRST,
        100,
        BIRCH,
        CEDAR,
        DAY + 12 * HOUR,
        status="finished",
        round=2,
        home_goals=0,
        away_goals=0,
    ),
    FixtureRecord(
        LIVE,
        FIRST,
        100,
        ALDER,
        CEDAR,
        DAY + 15 * HOUR,
        status="live",
        round=3,
        home_goals=1,
        away_goals=0,
        home_corners=2,
        away_corners=0,
        home_yellow=0,
        away_yellow=1,
        home_red=0,
        away_red=0,
    ),
    FixtureRecord(TONIGHT, FIRST, 100, CEDAR, BIRCH, DAY + 20 * HOUR, round=3),
    FixtureRecord(TOMORROW, FIRST, 100, BIRCH, ALDER, DAY + 24 * HOUR, round=4),
    FixtureRecord(
        AT_MIDNIGHT,
        FIRST,
        100,
        CEDAR,
        ALDER,
        DAY,
        status="finished",
        round=2,
        home_goals=1,
        away_goals=1,
        half_home_goals=0,
        half_away_goals=1,
    ),
    FixtureRecord(
        POSTPONED, FIRST, 100, CEDAR, ALDER, DAY + 13 * HOUR, state_detail="postponed", round=4
    ),
    FixtureRecord(
        LAST_SEASON,
        FIRST,
        101,
        ALDER,
        BIRCH,
        DAY - 371 * 24 * HOUR + 15 * HOUR,
        status="finished",
        home_goals=3,
        away_goals=0,
        half_home_goals=2,
        half_away_goals=0,
        home_corners=10,
        away_corners=2,
        half_home_corners=4,
        half_away_corners=1,
        home_yellow=0,
        away_yellow=3,
        home_red=0,
        away_red=1,
    ),
    FixtureRecord(CUP_TIE, CUP, 110, ALDER, BIRCH, DAY + 18 * HOUR),
    FixtureRecord(
        GOLD_LIVE,
        GOLD,
        120,
        DUENEN,
        ERLE,
        DAY + 14 * HOUR,
        status="live",
        home_goals=0,
        away_goals=2,
    ),
    FixtureRecord(
        PLATINUM_LIVE, PLATINUM, 130, ERLE, DUENEN, DAY + 14 * HOUR + 1800, status="live"
    ),
    FixtureRecord(
        PIXEL_LIVE,
        PIXEL,
        140,
        PIXEL_ALDER,
        PIXEL_BIRCH,
        DAY + 15 * HOUR + 1200,
        status="live",
        esports=1,
        home_goals=3,
        away_goals=3,
    ),
    FixtureRecord(
        1601,
        THIN,
        160,
        FRESNES,
        GAILLON,
        DAY - 40 * 24 * HOUR,
        status="finished",
        home_goals=1,
        away_goals=0,
    ),
    FixtureRecord(1602, THIN, 160, GAILLON, FRESNES, DAY - 33 * 24 * HOUR),
]

STATISTICS = [
    StatisticsRecord(
        PLAYED,
        98,
        71,
        44,
        30,
        6,
        3,
        5,
        4,
        57,
        43,
        50,
        33,
        21,
        14,
        4,
        1,
        2,
        3,
        60,
        40,
    ),
    StatisticsRecord(LIVE, home_attacks=20, away_attacks=11),
]

EVENTS = [
    EventRecord(PLAYED, 1, "corner", 1, 4, None, "home", 1),
    EventRecord(PLAYED, 2, "yellow_card", 1, 17, None, "away", 1, "Ash"),
    EventRecord(PLAYED, 3, "goal", 1, 45, 2, "home", 1, "Moss"),
    EventRecord(PLAYED, 4, "period_score", 1, home_score=1, away_score=0),
    EventRecord(PLAYED, 5, "missed_penalty", 2, 51, None, "away", None, "Reed"),
    EventRecord(
        PLAYED, 6, "substitution", 2, 60, None, "home", player_in="Fern", player_out="Moss"
    ),
    EventRecord(PLAYED, 7, "substitution", 2, 61, None, "away"),
    EventRecord(PLAYED, 8, "red_card", 2, 70, None, "away", None, "Ash"),
    EventRecord(PLAYED, 9, "goal", 2, 78, None, "away", 1),
    EventRecord(PLAYED, 10, "goal", 2, 90, 3, "home", 2),
    EventRecord(PLAYED, 11, "period_score", 2, home_score=2, away_score=1),
]

ODDS = [
    OddsRecord(
        PLAYED, KESTREL, "1x2", None, 1.8, 3.6, 4.5, None, 1.75, 3.7, 4.75, None, 1.01, 17.0, 81.0
    ),
    OddsRecord(PLAYED, KESTREL, "asian_handicap", -0.75, 1.95, 1.95, None, -0.5, 1.85, 2.05, None),
    # A line without prices, as a mirror has it that fetched the summary alone.
    OddsRecord(PLAYED, KESTREL, "goal_line", 2.5, None, None, None, 2.75, 1.9, 2.0, None),
    OddsRecord(PLAYED, KESTREL, "corner_line", 10.0, 1.9, 1.9, None),
    OddsRecord(
        PLAYED,
        KESTREL,
        "corner_line_half",
        4.5,
        1.8,
        2.0,
        None,
        5.0,
        1.95,
        1.85,
        None,
        5.5,
        2.2,
        1.65,
        None,
    ),
    OddsRecord(PLAYED, KESTREL, "btts", None, None, None, None, None, 1.7, 2.1, None),
    OddsRecord(PLAYED, BLUEBIRD, "1x2", None, None, None, None, None, 1.8, 3.5, 4.6),
    OddsRecord(
        PLAYED,
        BLUEBIRD,
        "corner_line",
        closing_line=10.5,
        closing_price_1=1.91,
        closing_price_2=1.91,
    ),
    # Recorded, yet not among the four markets that other bookmakers carry.
    OddsRecord(
        PLAYED, BLUEBIRD, "card_line", closing_line=4.5, closing_price_1=1.91, closing_price_2=1.91
    ),
]

TICKS = [
    OddsTickRecord(
        PLAYED, KESTREL, "asian_handicap", DAY - 9 * 24 * HOUR, 0, None, -0.75, 1.95, 1.95
    ),
    OddsTickRecord(
        PLAYED, KESTREL, "asian_handicap", DAY - 8 * 24 * HOUR, 0, None, -0.5, 1.85, 2.05
    ),
    OddsTickRecord(
        PLAYED,
        KESTREL,
        "asian_handicap",
        DAY - 7 * 24 * HOUR + 15 * HOUR + 2700,
        0,
        45,
        -0.5,
        home_score=1,
        away_score=0,
    ),
    OddsTickRecord(PLAYED, KESTREL, "1x2", DAY - 9 * 24 * HOUR, 0, None, None, 1.8, 3.6, 4.5),
]


def build_small_football(path: Path) -> None:
    """Write the database to the path."""
    connection = open_database(new_database(path))
    tables = {
        "country": [CountryRecord(code, name, KINDS[code]) for code, name in ALL_CODES.items()],
        "league": LEAGUES,
        "retired_league": RETIRED,
        "season": SEASONS,
        "team": TEAMS,
        "season_team": [
            SeasonTeam(season, team) for season, teams in MEMBERS.items() for team in teams
        ],
        "league_name": LEAGUE_NAMES,
        "team_name": TEAM_NAMES,
        "country_name": COUNTRY_NAMES,
        "bookmaker": BOOKMAKERS,
        "fixture": FIXTURES,
        "team_fixture": [
            TeamFixture(team, fixture.kickoff_ts, fixture.id)
            for fixture in FIXTURES
            for team in (fixture.home_id, fixture.away_id)
        ],
        "statistics": STATISTICS,
        "event": EVENTS,
        "odds": ODDS,
        "odds_tick": TICKS,
        "source": [SourceRecord(1, "elsewhere", 10)],
        "external_id": [ExternalId(1, "fixture", "", "555", PLAYED)],
    }
    for table, rows in tables.items():
        upsert(connection, table, rows)
    connection.commit()
    connection.close()
