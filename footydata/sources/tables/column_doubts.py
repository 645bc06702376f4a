"""Finds what the columns of a table leave doubtful: contradictions, scores passed over, prices that are none.

Each function opens columns, leaves them out, or returns settings; what it can't decide is asked.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from statistics import median

from footydata.football.register.leagues import league_of_code, registered_league_called
from footydata.football.register.naming import normalised
from footydata.football.register.teams import registered_team
from footydata.football.terms import Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.football_data_columns import BOOKMAKERS
from footydata.sources.tables.columns import RecognisedColumns, plain
from footydata.sources.tables.header_words import (
    candidates,
    has_odds_word,
    is_home_line,
    tells_goals,
)
from footydata.sources.tables.meanings import (
    IGNORE,
    LINE,
    TEAM_COLUMNS,
    CellKind,
    OddsColumn,
    meanings,
)
from footydata.sources.tables.profiles import RESULTS, is_blank, read_decimal, two_teams
from footydata.sources.tables.questions import Question
from footydata.sources.tables.scores import has_odd_brackets, written_score
from footydata.sources.tables.table_map import CHOICES, OPEN

MOST_CONTRADICTIONS = 0.02
"""The share of rows in which two columns may contradict each other: half time and full time, goals and result."""

MOST_REPEATED = 0.2
"""The share of rows that may name the day and the teams of another row, with other cells."""

LEAST_KNOWN = 0.3
"""The share of a competition's teams that the register must know in the country of its name."""

LEAST_EVIDENCE = 10
"""The rows that must show whose handicap a line is."""

ALWAYS_SO = 0.9
BOOK = (0.9, 1.4)
"""The sum of the chances of a quote, which for prices of one market lies a little above one."""

_OF_ANY_TABLE = frozenset(
    (
        IGNORE,
        *TEAM_COLUMNS,
        "date",
        "kickoff",
        "time",
        "country",
        "city",
        "venue_country",
        "season",
        "status",
        "key",
    )
)
"""Meanings of columns that tables of other things than football have too."""

_SHORT_DAY = re.compile(r"(\d{2})[./-](\d{2})[./-](\d{2})(?!\d)", re.ASCII)
_KNOWN_BOOKMAKERS = frozenset(bookmaker.slug for bookmaker in BOOKMAKERS.values())
_GOALS = ("score", "home_goals", "away_goals", "half_score", "final_home_goals", "extra_home_goals")


def why_no_fixtures(columns: RecognisedColumns) -> str | None:
    """Why rows are not of a fixture each, None if they may be: many name the same day and teams."""
    names = [columns.name(meaning) for meaning in ("kickoff", "date", "home", "away", "teams")]
    keys = zip(*(columns.texts(name) for name in names if name), strict=True)
    rows = dict.fromkeys(zip(keys, map(tuple, columns.rows), strict=True))
    times = Counter(key for key, _ in rows)
    repeated = sum(count - 1 for count in times.values())
    if len(rows) < 2 or repeated <= MOST_REPEATED * len(rows):
        return None
    return f"its rows are not of a fixture each: {repeated} of {len(rows)} name the day and teams of another one"


def why_no_days(columns: RecognisedColumns) -> str | None:
    """Why days can't be read, None if they can: a year of two digits seems to stand first."""
    name = columns.name("kickoff") or columns.name("date")
    parts = (
        [match.groups() for text in columns.texts(name) if (match := _SHORT_DAY.match(text))]
        if name
        else []
    )
    firsts, lasts = ({each[place] for each in parts} for place in (0, 2))
    if (
        len(parts) < LEAST_EVIDENCE
        or len(firsts) > len(("year", "next year"))
        or len(lasts) <= len(firsts) + 2
    ):
        return None
    return f"the days in {name!r} seem to begin with a year of two digits; write it with four"


def check_pairs(columns: RecognisedColumns) -> None:
    """Open columns that contradict one another: half time above full time, or the letter of the result."""
    full = columns.scores("home_goals", "away_goals", "score")
    half = columns.scores("half_home_goals", "half_away_goals", "half_score")
    above = [
        half[row][0] > full[row][0] or half[row][1] > full[row][1]
        for row in half.keys() & full.keys()
    ]
    if _too_many(above):
        _doubt(
            columns,
            ("half_home_goals", "half_away_goals", "half_score"),
            "it is above full time in many rows",
        )
    wrong = [
        letter != _result(*full[row]) for row, letter in _letters(columns).items() if row in full
    ]
    if _too_many(wrong) and columns.name("score") is None:
        _doubt(
            columns,
            ("result", "home_goals", "away_goals"),
            "goals and results contradict in many rows",
        )
    score = columns.name("score")
    if score is not None and any(map(has_odd_brackets, columns.profiles[score].texts)):
        why = "of some scores the brackets are above the score, so that they may not be half time"
        columns.open((score,), f"{score!r} looks like score, but {why}")


def check_goals(columns: RecognisedColumns) -> None:
    """Open columns that may be the score where none is taken, as a fixture without one would count as coming."""
    sides = [columns.name(meaning) for meaning in ("home_goals", "away_goals")]
    if (sides[0] is None) != (sides[1] is None) and columns.name("score") is None:
        columns.open(
            [name for name in sides if name], "no other column has the goals of the other side"
        )
    if any(columns.name(meaning) for meaning in _GOALS):
        return
    for name, meaning in list(columns.chosen.items()):
        texts = columns.profiles[name].texts
        if meaning == IGNORE and texts and tells_goals(plain(name)):
            columns.open(
                (name,), f"{name!r} tells of goals, but {texts[0]!r} is no score that can be read"
            )
    shots = [columns.name(meaning) for meaning in ("home_shots", "away_shots")]
    if all(name is not None and len(name) == len("HS") for name in shots):
        columns.open(
            [name for name in shots if name],
            "without a column of goals it may be shots or the score",
        )


def check_football(columns: RecognisedColumns) -> None:
    """Open the columns of both sides of a table that has nothing of football but them: moves from home, hotels.

    Coming fixtures without another column are known by a team that plays at home and away, or that the register knows.
    """
    if not {each for each in columns.chosen.values() if each not in _OF_ANY_TABLE} <= {OPEN}:
        return
    sides = [columns.name(side) for side in TEAM_COLUMNS]
    names = [set(columns.texts(name)) - {""} for name in sides if name]
    if len(names) < len(TEAM_COLUMNS) or names[0] & names[1]:
        return
    if not are_known_teams(names[0] | names[1]):
        why = "nothing else in the table is of football, and no team of it is known or stands on both sides"
        columns.open([name for name in sides if name], why)


def are_known_teams(names: Collection[str]) -> bool:
    """Whether the register knows enough of some names as those of teams."""
    return sum(registered_team(None, name) is not None for name in names) >= LEAST_KNOWN * len(
        names
    )


def order_of_scores(columns: RecognisedColumns) -> str | None:
    """Whose goals stand first in a score: None for the home side's; OPEN if the away team's column does and no letter
    of a result decides."""
    both = [
        name for name, each in columns.chosen.items() if isinstance(each, str) and _is_of_both(each)
    ]
    home, away = (columns.name(side) for side in TEAM_COLUMNS)
    if not both or home is None or away is None or columns.places[home] < columns.places[away]:
        return None
    letters = _letters(columns)
    name = columns.name("score")
    if name is not None and letters:
        scores = {row: written_score(text) for row, text in enumerate(columns.texts(name))}
        known = {
            row: each.score for row, each in scores.items() if each is not None and row in letters
        }
        as_home = sum(letters[row] == _result(*score) for row, score in known.items())
        as_away = sum(letters[row] == _result(*reversed(score)) for row, score in known.items())
        if as_home != as_away and max(as_home, as_away) >= (1 - MOST_CONTRADICTIONS) * len(known):
            return Side.AWAY.value if as_away > as_home else None
    why = f"the away team stands first, and nothing shows whose goals do in {both[0]!r}"
    columns.questions.append(Question("first", why, CHOICES["first"]))
    return OPEN


def settle_country(columns: RecognisedColumns, *, has_league: bool) -> None:
    """Whether a country is the competition's or the venue's, and whether a competition is that of its name."""
    country, league = columns.name("country"), columns.name("league")
    if country is not None and (league is None or _is_of_venue(columns, country, league)):
        columns.chosen[country] = "venue_country"
        country = None
    if league is None or country is not None:
        return
    doubtful = [
        name
        for name in dict.fromkeys(columns.profiles[league].texts)
        if _is_elsewhere(columns, league, name)
    ]
    if not doubtful:
        return
    if has_league:
        columns.chosen[league] = IGNORE
    else:
        known = registered_league_called(doubtful[0])
        where = known.country if known else ""
        why = f"{doubtful[0]!r} is known in {where}, where few of its teams are: give `league`, and ignore the column"
        columns.open((league,), why)


def _is_of_venue(columns: RecognisedColumns, country: str, league: str) -> bool:
    left = columns.chosen.get(columns.left_of(columns.places[country]))
    if left in ("city", "ground"):
        return True
    pairs = set(zip(columns.texts(league), columns.texts(country), strict=True))
    return len(pairs) > len({name for name, _ in pairs})


def _is_elsewhere(columns: RecognisedColumns, league: str, name: str) -> bool:
    """Whether a competition that the register knows by name has teams that are not known in its country."""
    known = None if league_of_code(name) else registered_league_called(name)
    if known is None or known.side == "national":
        return False
    rows = [row for row, text in enumerate(columns.texts(league)) if text == name]
    teams = {text for text in _teams(columns, rows) if text}
    found = sum(registered_team(known.country, text, side=known.side) is not None for text in teams)
    return found < LEAST_KNOWN * len(teams)


def _teams(columns: RecognisedColumns, rows: Sequence[int]) -> list[str]:
    if both := columns.name("teams"):
        texts = columns.texts(both)
        return [name for row in rows for name in two_teams(texts[row]) or ()]
    sides = [columns.texts(name) for side in TEAM_COLUMNS if (name := columns.name(side))]
    return [texts[row] for texts in sides for row in rows]


def odds_settings(columns: RecognisedColumns) -> dict[str, str]:
    """How prices are written, and whose handicap a line is; OPEN where it is asked."""
    _leave_no_prices(columns)
    settings = form_of_prices(columns)
    if not settings:
        _check_books(columns)
        _pair_handicaps(columns)
        settings = side_of_handicaps(columns)
    return settings


def form_of_prices(columns: RecognisedColumns) -> dict[str, str]:
    """That it is asked how prices are written, if they look American or fractional; else nothing."""
    settings: dict[str, str] = {}
    prices = [columns.profiles[name] for names in columns.quotes().values() for name in names]
    for form in ("american", "fractional"):
        if any(getattr(profile, f"is_{form}") for profile in prices):
            columns.questions.append(Question("odds", f"prices look {form}", CHOICES["odds"]))
            settings["odds"] = OPEN
    return settings


def side_of_handicaps(columns: RecognisedColumns) -> dict[str, str]:
    """Whose handicap a line is, if it is not the home side's; OPEN where it is asked."""
    settings: dict[str, str] = {}
    lines = [name for name, each in columns.chosen.items() if _is_handicap(each) and _is_line(each)]
    if lines and (side := _side_of_lines(columns, lines)) != Side.HOME:
        if side is None and all(map(is_home_line, lines)):
            return settings
        settings["handicap"] = side or OPEN
        if side is None:
            why = f"nothing shows whose handicap {lines[0]!r} is"
            columns.questions.append(Question("handicap", why, CHOICES["handicap"]))
    return settings


def _leave_no_prices(columns: RecognisedColumns) -> None:
    """Leave out numbers that only an unknown word makes prices: of some selections alone, or no book."""
    for quote, names in columns.quotes().items():
        is_told = quote.bookmaker in _KNOWN_BOOKMAKERS or any(
            has_odds_word(plain(name)) for name in names
        )
        selections = MARKET_BY_KEY[quote.market].shape.selections
        if not is_told and (len(names) < len(selections) or not _is_book(columns, names)):
            columns.chosen |= dict.fromkeys(names, IGNORE)


def _check_books(columns: RecognisedColumns) -> None:
    """Open the prices of a quote that can't be of one market, by the sum of their chances."""
    for quote, names in columns.quotes().items():
        selections = MARKET_BY_KEY[quote.market].shape.selections
        if len(names) == len(selections) and not _is_book(columns, names):
            columns.open(
                names, f"the chances of {', '.join(names)} don't add up to those of one market"
            )


def _is_book(columns: RecognisedColumns, names: Sequence[str]) -> bool:
    """Whether the chances of the prices add up to a little above one; also if no row has all of them, or no decimal."""
    if any(
        columns.profiles[name].is_american or columns.profiles[name].is_fractional for name in names
    ):
        return True
    selections = MARKET_BY_KEY[_odds(columns, names[0]).market].shape
    sums = [
        sum(1 / price for price in prices if price) / selections.winners
        for texts in zip(*map(columns.texts, names), strict=True)
        if all(prices := [read_decimal(text) for text in texts])
    ]
    return not sums or BOOK[0] <= median(sums) <= BOOK[1]


def _pair_handicaps(columns: RecognisedColumns) -> None:
    """Give both sides' prices at a line in their headers the home side's line; open those whose signs don't tell it."""
    fixed = {
        name: each
        for name, each in columns.chosen.items()
        if isinstance(each, OddsColumn) and _is_handicap(each) and each.line is not None
    }
    homes = {each: name for name, each in fixed.items() if each.selection == Side.HOME}
    done: set[str] = set()
    for name, each in fixed.items():
        if each.selection == Side.AWAY:
            line = 0.0 if each.line is None else -each.line
            home = homes.get(each._replace(selection=Side.HOME.value, line=line))
            if home is not None and not (name in done or home in done):
                columns.chosen[name] = each._replace(line=line)
                done |= {name, home}
    left = [name for name in fixed if name not in done]
    if left:
        columns.open(left, f"nothing shows whose handicap the line in {left[0]!r} is")


def _side_of_lines(columns: RecognisedColumns, lines: Sequence[str]) -> str | None:
    """Whose handicap the lines are: as the header says, else as the favourite gives goals; None if neither shows.

    The home side's is below nought where the home side's price to win is the lower one.
    """
    headers = {side for name in lines for side in _sides_in(name)}
    if len(headers) == 1:
        return headers.pop()
    results = [columns.price("1x2", side) for side in TEAM_COLUMNS]
    if None in results:
        return None
    cells = [
        [read_decimal(text) for text in columns.texts(name)]
        for name in (lines[0], *filter(None, results))
    ]
    votes = [
        (line < 0) == (home < away)
        for line, home, away in zip(*cells, strict=True)
        if line and home and away and home != away
    ]
    if len(votes) < LEAST_EVIDENCE:
        return None
    share = sum(votes) / len(votes)
    return (
        Side.HOME.value
        if share >= ALWAYS_SO
        else Side.AWAY.value
        if share <= 1 - ALWAYS_SO
        else None
    )


def _sides_in(header: str) -> list[str]:
    """The sides that the header of a line names."""
    words = [
        word
        for word in normalised(header).split()
        if word not in ("line", "handicap", "ah", "asian", "hcap")
    ]
    return [str(each) for each in candidates(" ".join(words)) if each in TEAM_COLUMNS]


def _odds(columns: RecognisedColumns, name: str) -> OddsColumn:
    meaning = columns.chosen[name]
    assert isinstance(meaning, OddsColumn)
    return meaning


def _is_handicap(meaning: object) -> bool:
    return (
        isinstance(meaning, OddsColumn) and MARKET_BY_KEY[meaning.market].shape.name == "handicap"
    )


def _is_line(meaning: object) -> bool:
    return isinstance(meaning, OddsColumn) and meaning.selection == LINE


def _is_of_both(meaning: str) -> bool:
    return meaning != OPEN and meanings()[meaning] in (CellKind.SCORE, CellKind.PAIR)


def _letters(columns: RecognisedColumns) -> Mapping[int, str]:
    """Place of a row → the result that its letter says."""
    name = columns.name("result")
    texts = [] if name is None else [text.upper() for text in columns.texts(name)]
    return {
        row: RESULTS[text]
        for row, text in enumerate(texts)
        if not is_blank(text) and text in RESULTS
    }


def _doubt(columns: RecognisedColumns, doubtful: Sequence[str], why: str) -> None:
    for meaning in doubtful:
        if name := columns.name(meaning):
            columns.open((name,), f"{name!r} looks like {meaning}, but {why}")


def _too_many(contradictions: Sequence[bool]) -> bool:
    return bool(contradictions) and sum(contradictions) > MOST_CONTRADICTIONS * len(contradictions)


def _result(home: float, away: float) -> str:
    return "home" if home > away else "away" if away > home else "draw"
