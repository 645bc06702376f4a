"""A database small enough to know by heart: what the API must answer on it stands in the golden files.

It is 2026-03-14 15:30 UTC, a Saturday. First League has a season behind it, one under way and one to come.
"""

from datetime import UTC, datetime
from pathlib import Path

from footydata.contract.countries import ALL_CODES, kind_of
from footydata.records import (
    Bookmaker,
    Country,
    CountryName,
    Event,
    ExternalId,
    Fixture,
    League,
    LeagueName,
    Odds,
    OddsTick,
    RetiredLeague,
    Season,
    SeasonTeam,
    Source,
    Statistics,
    Team,
    TeamFixture,
    TeamName,
)
from footydata.store.database import open_database
from footydata.store.writing import upsert

NOW = int(datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp())
DAY = int(datetime(2026, 3, 14, tzinfo=UTC).timestamp())
HOUR = 3600

FIRST, CUP, GOLD, PLATINUM, PIXEL, NEW, THIN = 10, 11, 12, 13, 14, 15, 16
ALDER, BIRCH, CEDAR, DUENEN, ERLE, PIXEL_ALDER, PIXEL_BIRCH, FRESNES, GAILLON = range(1, 10)
KESTREL, BLUEBIRD, MARLIN = 5, 2, 9

LEAGUES = [
    League(FIRST, "First League", "First", "GB-ENG"),
    League(CUP, "County Cup", None, "GB-ENG", has_standings=0),
    League(GOLD, "Gold League", "Gold", "DE", min_plan="pro"),
    League(PLATINUM, "Platinum League", "Platinum", "DE", min_plan="ultra"),
    League(PIXEL, "Pixel League", "Pixel", "WORLD", has_standings=0, esports=1),
    League(NEW, "New League", "New", "BR"),
    League(THIN, "Thin League", "Thin", "FR"),
]
RETIRED = [RetiredLeague(7, 8), RetiredLeague(8, FIRST), RetiredLeague(9, PLATINUM)]
SEASONS = [
    Season(100, FIRST, "25/26", 2025, 1),
    Season(101, FIRST, "24/25", 2024),
    Season(102, FIRST, "26/27", 2026),
    Season(110, CUP, "25/26", 2025, 1),
    Season(120, GOLD, "2026", 2026, 1),
    Season(130, PLATINUM, "25/26", 2025, 1),
    Season(140, PIXEL, "2026", 2026, 1),
    Season(160, THIN, "25/26", 2025, 1),
]
TEAMS = [
    Team(ALDER, "Alder Town", "GB-ENG"),
    Team(BIRCH, "Birch United", "GB-ENG"),
    Team(CEDAR, "Cedar Athletic", "GB-ENG"),
    Team(DUENEN, "Dünen SV", "DE"),
    Team(ERLE, "Erle 04", "DE"),
    Team(PIXEL_ALDER, "Pixel Alder"),
    Team(PIXEL_BIRCH, "Pixel Birch"),
    Team(FRESNES, "Fresnes", "FR"),
    Team(GAILLON, "Gaillon", "FR"),
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
COUNTRY_NAMES = [CountryName("GB-ENG", "ja", "イングランド"), CountryName("DE", "de", "Deutschland")]
BOOKMAKERS = [
    Bookmaker(KESTREL, "Kestrel", "kestrel", 1),
    Bookmaker(BLUEBIRD, "Bluebird", "bluebird"),
    Bookmaker(MARLIN, "Marlin Exchange", "marlin"),
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
    Fixture(
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
    Fixture(
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
    Fixture(
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
    Fixture(TONIGHT, FIRST, 100, CEDAR, BIRCH, DAY + 20 * HOUR, round=3),
    Fixture(TOMORROW, FIRST, 100, BIRCH, ALDER, DAY + 24 * HOUR, round=4),
    Fixture(
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
    Fixture(POSTPONED, FIRST, 100, CEDAR, ALDER, DAY + 13 * HOUR, state_detail="postponed", round=4),
    Fixture(
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
    Fixture(CUP_TIE, CUP, 110, ALDER, BIRCH, DAY + 18 * HOUR),
    Fixture(GOLD_LIVE, GOLD, 120, DUENEN, ERLE, DAY + 14 * HOUR, status="live", home_goals=0, away_goals=2),
    Fixture(PLATINUM_LIVE, PLATINUM, 130, ERLE, DUENEN, DAY + 14 * HOUR + 1800, status="live"),
    Fixture(
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
    Fixture(1601, THIN, 160, FRESNES, GAILLON, DAY - 40 * 24 * HOUR, status="finished", home_goals=1, away_goals=0),
    Fixture(1602, THIN, 160, GAILLON, FRESNES, DAY - 33 * 24 * HOUR),
]

STATISTICS = [
    Statistics(
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
    Statistics(LIVE, home_attacks=20, away_attacks=11),
]

EVENTS = [
    Event(PLAYED, 1, "corner", 1, 4, None, "home", 1),
    Event(PLAYED, 2, "yellow_card", 1, 17, None, "away", 1, "Ash"),
    Event(PLAYED, 3, "goal", 1, 45, 2, "home", 1, "Moss"),
    Event(PLAYED, 4, "period_score", 1, home_score=1, away_score=0),
    Event(PLAYED, 5, "missed_penalty", 2, 51, None, "away", None, "Reed"),
    Event(PLAYED, 6, "substitution", 2, 60, None, "home", player_in="Fern", player_out="Moss"),
    Event(PLAYED, 7, "substitution", 2, 61, None, "away"),
    Event(PLAYED, 8, "red_card", 2, 70, None, "away", None, "Ash"),
    Event(PLAYED, 9, "goal", 2, 78, None, "away", 1),
    Event(PLAYED, 10, "goal", 2, 90, 3, "home", 2),
    Event(PLAYED, 11, "period_score", 2, home_score=2, away_score=1),
]

ODDS = [
    Odds(PLAYED, KESTREL, "1x2", None, 1.8, 3.6, 4.5, None, 1.75, 3.7, 4.75, None, 1.01, 17.0, 81.0),
    Odds(PLAYED, KESTREL, "asian_handicap", -0.75, 1.95, 1.95, None, -0.5, 1.85, 2.05, None),
    # A line without prices, as a mirror has it that fetched the summary alone.
    Odds(PLAYED, KESTREL, "goal_line", 2.5, None, None, None, 2.75, 1.9, 2.0, None),
    Odds(PLAYED, KESTREL, "corner_line", 10.0, 1.9, 1.9, None),
    Odds(PLAYED, KESTREL, "corner_line_half", 4.5, 1.8, 2.0, None, 5.0, 1.95, 1.85, None, 5.5, 2.2, 1.65, None),
    Odds(PLAYED, KESTREL, "btts", None, None, None, None, None, 1.7, 2.1, None),
    Odds(PLAYED, BLUEBIRD, "1x2", None, None, None, None, None, 1.8, 3.5, 4.6),
    Odds(PLAYED, BLUEBIRD, "corner_line", closing_line=10.5, closing_price_1=1.91, closing_price_2=1.91),
    # Recorded, yet not among the four markets that other bookmakers carry.
    Odds(PLAYED, BLUEBIRD, "card_line", closing_line=4.5, closing_price_1=1.91, closing_price_2=1.91),
]

TICKS = [
    OddsTick(PLAYED, KESTREL, "asian_handicap", DAY - 9 * 24 * HOUR, 0, None, -0.75, 1.95, 1.95),
    OddsTick(PLAYED, KESTREL, "asian_handicap", DAY - 8 * 24 * HOUR, 0, None, -0.5, 1.85, 2.05),
    OddsTick(
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
    OddsTick(PLAYED, KESTREL, "1x2", DAY - 9 * 24 * HOUR, 0, None, None, 1.8, 3.6, 4.5),
]


def build_small_football(path: Path) -> None:
    """Write the database to the path."""
    connection = open_database(path)
    tables = {
        "country": [Country(code, name, kind_of(code)) for code, name in ALL_CODES.items()],
        "league": LEAGUES,
        "retired_league": RETIRED,
        "season": SEASONS,
        "team": TEAMS,
        "season_team": [SeasonTeam(season, team) for season, teams in MEMBERS.items() for team in teams],
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
        "source": [Source(1, "elsewhere", 10)],
        "external_id": [ExternalId(1, "fixture", "", "555", PLAYED)],
    }
    for table, rows in tables.items():
        upsert(connection, table, rows)
    connection.commit()
    connection.close()
