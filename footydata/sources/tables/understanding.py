"""What is understood of a table: its header, what each column means and how that is known, and what is open.

How prices are written, and whose handicap a line is, is believed where the rows bear it out, else asked.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import islice
from statistics import median

from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, TOTAL
from footydata.football.register import normalised
from footydata.football.register.leagues import RegisteredLeague, registered_league_called
from footydata.football.register.teams import OF_WOMEN, registered_team
from footydata.football.wording import some_of
from footydata.odds.markets import LEAST_CHANCES, MARKET_BY_KEY, MOST_CHANCES
from footydata.sources.cells import read_number, written_score
from footydata.sources.days import SERIAL
from footydata.sources.parsed import Refusal
from footydata.sources.tables.cell_readers import (
    FORMS,
    is_blank,
    read_line,
    two_teams,
)
from footydata.sources.tables.columns import (
    CELLS,
    MAP,
    WORD,
    YEAR_FIRST,
    Columns,
    Question,
    TableColumn,
    header_in,
    plain,
)
from footydata.sources.tables.header_words import has_odds_word, is_home_line, parts_in
from footydata.sources.tables.meanings import (
    IGNORE,
    LINE,
    TEAM_COLUMNS,
    OddsColumn,
    football_data_names,
    meanings,
    pairs,
)
from footydata.sources.tables.recognising import USUAL_GOALS, by_cells, by_words
from footydata.sources.tables.table import Row, TextTable
from footydata.sources.tables.table_map import OPEN, TableMap, league_named

LEAST_OF_TWO = 0.95
"""The sum of the chances of two prices from which on they are of a market without a draw."""

MOST_BOOKS = 0.9
"""The share of rows whose prices must make a book, where they are of another form."""


Reader = Callable[[str], float | None]


def settle_prices(columns: Columns) -> None:
    """Leave out what can't be prices, and settle or ask for their form and whose handicaps lines are."""
    _join_lines(columns)
    quotes = _quotes(columns)
    _settle_form(columns, quotes)
    form = columns.agreed.odds or columns.settings.get("odds", "decimal")
    read = FORMS.get(form, FORMS["decimal"])
    for quote, members in quotes.items():
        is_whole, sums = _is_whole(quote, members), _sums(quote, members, read)
        # A quote of which no row has all prices may be one.
        is_book = is_whole and (not sums or _may_be_book(median(sums)))
        is_named = quote.bookmaker in football_data_names("bookmaker").values() or any(
            has_odds_word(plain(column.name)) for column in members
        )
        if any(column.by != WORD for column in members):
            continue
        mixed = [column for column in members if {".", ","} <= set("".join(column.texts))]
        columns.ask(mixed, "its prices have decimal points and decimal commas", (IGNORE,))
        if not is_named and not is_book:
            for column in members:
                column.meaning = IGNORE
        elif quote.market == "1x2" and len(members) == 2 and form != OPEN:
            if sums and median(sums) > LEAST_OF_TWO:
                columns.ask(
                    members,
                    "as the chances of these two add up to one, none is left for a draw",
                    (IGNORE,),
                )
            else:
                columns.looks.append(f"{members[0].name!r} has one other price beside it, not two")
        elif is_whole and not is_book and form != OPEN:
            names = ", ".join(column.name for column in members)
            columns.ask(members, f"the chances of {names} don't add up to those of one market")
    _settle_lines(columns)


def _join_lines(columns: Columns) -> None:
    """Prices over and under without a line are of the market whose line stands in the only column of lines."""
    meant = [(column, meaning) for column, meaning in columns.odds() if column.by != MAP]
    totals = {meaning.market for _, meaning in meant if meaning.selection == LINE}
    if len(totals) != 1 or MARKET_BY_KEY[next(iter(totals))].shape is not TOTAL:
        return
    for column, meaning in meant:
        if meaning.market == "goal_line" and meaning.selection != LINE and meaning.line is None:
            column.meaning = meaning._replace(market=next(iter(totals)))


def _quotes(columns: Columns) -> dict[OddsColumn, list[TableColumn]]:
    """The columns of prices of each quote, which is an OddsColumn without selection."""
    quotes: dict[OddsColumn, list[TableColumn]] = {}
    for column, meaning in columns.odds():
        if meaning.selection != LINE and column.texts:
            quotes.setdefault(meaning._replace(selection=""), []).append(column)
    return quotes


def _is_whole(quote: OddsColumn, members: Sequence[TableColumn]) -> bool:
    return len(members) == len(MARKET_BY_KEY[quote.market].shape.selections)


def _settle_form(columns: Columns, quotes: Mapping[OddsColumn, list[TableColumn]]) -> None:
    """The form of prices that are not decimal: looked at where nearly all rows make a book, else asked."""
    for form in ("american", "fractional"):
        read = FORMS[form]
        if not any(column.are(read) for members in quotes.values() for column in members):
            continue
        books = [_sums(*each, read) for each in quotes.items() if _is_whole(*each)]
        if books and all(sum(map(_may_be_book, sums)) >= MOST_BOOKS * len(sums) for sums in books):
            columns.looks.append(f"prices are {form}")
            columns.settings["odds"] = form
        else:
            columns.ask_setting("odds", f"prices look {form}")
        return


def _sums(quote: OddsColumn, members: Sequence[TableColumn], read: Reader) -> list[float]:
    """The sums of the chances of a quote's prices, of rows that have all of them."""
    winners = MARKET_BY_KEY[quote.market].shape.winners
    return [
        sum(1 / price if price else 0 for price in map(read, row)) / winners
        for row in zip(*(column.cells for column in members), strict=True)
        if not any(map(is_blank, row))
    ]


def _may_be_book(chances: float) -> bool:
    return LEAST_CHANCES <= chances <= MOST_CHANCES


def _settle_lines(columns: Columns) -> None:
    """Leave out lines that no price needs, as they are counts, and ask whose handicap the others are."""
    markets = {quote.market for quote in _quotes(columns) if quote.line is None}
    for column, meaning in columns.odds():
        is_handicap = MARKET_BY_KEY[meaning.market].shape is HANDICAP
        if meaning.selection != LINE:
            if is_handicap and meaning.line is not None and column.by != MAP:
                why = "nothing shows whose handicap the line in its header is"
                columns.ask((column,), why, (IGNORE,))
        elif meaning.market not in markets and column.by != MAP:
            column.meaning, column.by = IGNORE, ""
        elif is_handicap and not is_home_line(column.name):
            why = f"nothing shows whose handicap {column.name!r} is"
            columns.ask_setting("handicap", why)
        elif meaning.market == "goal_line":
            lines = [line for line in map(read_line, column.texts) if line is not None]
            if lines and median(lines) > USUAL_GOALS[1]:
                columns.looks.append(f"{column.name!r} has lines that are high for goals")


FIRST, LAST = 1_000, 200
"""The rows of a table by which its columns are understood; its days and competitions are all looked at."""

_NO_LEAGUE = "no column tells the competition; league = COUNTRY/NAME does"
MOST_COMPETITIONS = 40
_OF_GOALS = frozenset((("figure", "goals"), ("score", "score")))


def understood(
    table: TextTable, agreed: TableMap | None, *, is_whole: bool, has_league: bool
) -> Columns:
    """What is understood of a table.

    agreed: what a person said of columns with this header. is_whole: whether that is all of it, so that its other
    columns are not read. has_league: whether the load has a competition.
    """
    rows = rows_of(table)
    first = list(islice(rows, FIRST))
    header = header_in(first, table.header, None if agreed is None else agreed.header)
    below = [
        row.cells for row in (*first, *deque(rows, maxlen=LAST)) if row.number > header.last_row
    ]
    every = [
        TableColumn(name, place, [row[place].strip() if place < len(row) else "" for row in below])
        for place, name in enumerate(header.names)
        if name
    ]
    columns = Columns(every, header, agreed or TableMap({}))
    for column in columns.columns:
        if column.name in columns.agreed.columns:
            column.meaning, column.by = columns.agreed.columns[column.name], MAP
    names = {column.name for column in columns.columns}
    columns.is_own = (
        not is_whole
        and {"home", "away"} <= names <= meanings().keys()
        and all(column.fits(column.name) for column in columns.columns)
    )
    for column in columns.columns if columns.is_own else ():
        if not column.by:
            column.meaning, column.by = column.name, WORD
    if not is_whole and not columns.is_own:
        by_words(columns)
        by_cells(columns)
    columns.missing = _missing(columns) or (None if is_whole else _other_table(columns))
    alone = [text for row in below if sum(map(bool, row)) == 1 for text in row if text.strip()]
    if alone:
        columns.looks.append(f"rows of one cell, which may be headings, as {alone[0][:60]!r}")
    if table.header is None:
        columns.settings["header"] = header.last_row
    if columns.missing is None:
        if not columns.is_own:
            settle_prices(columns)
            _ask_for_order(columns)
            _check_brackets(columns)
            _ask_for_goals(columns)
            _settle_country(columns)
        if columns.agreed.league is None:
            _settle_leagues(columns, table, has_league=has_league)
        times = columns.of("time") or columns.of("kickoff")
        words = normalised(times.name.replace("_", " ")).split() if times else ()
        if {"utc", "gmt", "utcdate"} & set(words):
            columns.settings["zone"] = "UTC"
    return columns


def rows_of(table: TextTable) -> Iterator[Row]:
    return (row for row in table.rows() if not isinstance(row, Refusal))


def _missing(columns: Columns) -> str | None:
    """Why the columns are of no table of fixtures, None if they are."""
    if not columns.columns:
        return "no row of it has two cells"
    if not columns.columns[0].cells:
        return "its header has no rows"
    choices = {choice for question in columns.questions for choice in question.choices}
    lacking = [] if columns.has_day or "date" in choices else ["the day"]
    if not columns.has_sides and "home" not in choices:
        lacking += [f"the {side} team" for side in TEAM_COLUMNS if columns.of(side) is None]
    if not lacking or (columns.questions and len(lacking) == 1 and lacking != ["the day"]):
        return None
    for column in columns.free():
        if not columns.has_day and column.are(YEAR_FIRST.match):
            return f"{column.texts[0]} can be read two ways: the years of its days need four digits"
    names = some_of(filter(None, columns.header.names), 8)
    return f"no column is {' nor '.join(lacking)}, of {names}"


def _other_table(columns: Columns) -> str | None:
    """What a table is that has no fixture in each row, None if it may be one."""
    words = {
        word for name in columns.header.names for word in normalised(name.replace("_", " ")).split()
    }
    if {"opponent"} & words and ({"team", "squad", "venue", "club"} & words):
        return "each row is of one team, not of a fixture"
    if words >= {"winner", "loser"}:
        return "each row has the winner first, not the home team"
    if "leg" in words and {"agg", "aggregate"} & words:
        return "each row is of two legs, not of a fixture"
    if {"selection", "runner"} & words and not columns.has_sides:
        return "each row is of a selection, not of a fixture"
    first = columns.columns[0]
    across = columns.columns[1:]
    if len(across) > 1 and first.fits("home") and all(column.fits("score") for column in across):
        return "a grid of results, home teams down and away teams across"
    return _repeated(columns)


MOST_REPEATED = 0.2
"""The share of rows that may name the day and the teams of another row, with other cells."""


def _repeated(columns: Columns) -> str | None:
    """Why rows are of no fixture each, whichever side of a fixture each names first; a look where only a few are so."""
    names = ("kickoff", "date", *TEAM_COLUMNS, "teams")
    keyed = [column for name in names if (column := columns.of(name))]
    if len(keyed) < 2:
        return None
    whole = set(zip(*(column.cells for column in columns.columns), strict=True))
    keys = {frozenset(row[columns.columns.index(column)] for column in keyed) for row in whole}
    again = len(whole) - len(keys)
    if len(whole) < 2 or not again:
        return None
    words = f"{again} of {len(whole)} rows have the day and teams of another one"
    if again > MOST_REPEATED * len(whole):
        return f"its rows are not of a fixture each: {words}"
    columns.looks.append(words)
    return None


def _ask_for_order(columns: Columns) -> None:
    """Ask whose goals stand first in a cell of both sides', where the away team's column does.

    Look at another order of teams than of goals, and at days of which a spreadsheet may have exchanged some.
    """
    names = ("score", *pairs())
    both = [column for column in columns.columns if column.meaning in names]
    home, away = (columns.of(side) for side in TEAM_COLUMNS)
    if both and home is not None and away is not None and home.place > away.place:
        columns.ask_setting(
            "first",
            f"the away team stands first, and nothing shows whose goals do in {both[0].name!r}",
        )
    goals = [columns.of(f"{side}_goals") for side in TEAM_COLUMNS]
    places = [each.place for each in (home, away, *goals) if each]
    if len(places) == 4 and (places[0] < places[1]) != (places[2] < places[3]):
        columns.looks.append("the teams stand in another order than their goals")
    days = columns.of("date") or columns.of("kickoff")
    texts = days.texts if days else []
    if any(map(SERIAL.fullmatch, texts)):
        columns.looks.append("days are numbers, taken for days since 30 December 1899")
    # Spreadsheets read 08/10/2023 as a day of August, and leave 13/10/2023 a text.
    whole = [text for text in texts if text[4:5] == "-"]
    written = [text for text in texts if text[:1].isdigit()]
    if 0 < len(whole) < len(written) and all(text[8:10] <= "12" for text in whole):
        columns.looks.append(
            f"days are written in two ways: day and month may be exchanged in those as {whole[0]}"
        )


def _check_brackets(columns: Columns) -> None:
    """Ask for a score beside one in brackets that is above it, so that it can't be half time."""
    score = columns.of("score")
    parts = [(text, *text.partition("(")) for text in score.texts] if score else []
    if score and any(
        written_score(full) and written_score(inside.strip("() ")) and not written_score(text)
        for text, full, _, inside in parts
    ):
        columns.ask(
            (score,),
            "in some cells the brackets are above the score, so that they may not be half time",
            ("score", IGNORE),
        )


def _ask_for_goals(columns: Columns) -> None:
    """Ask for columns that may be goals where none is taken, as a fixture without them would count as coming."""
    sides = [columns.of(name) for name in ("home_goals", "away_goals")]
    if any(sides) and not all(sides) and columns.of("score") is None:
        column = next(filter(None, sides))
        columns.ask((column,), "no column has the goals of the other side", (IGNORE,))
    if columns.has_goals or any(column.meaning == OPEN for column in columns.columns):
        return
    for column in columns.free():
        if _OF_GOALS & parts_in(column.name):
            why = f"it tells of goals, but {column.texts[0][:30]!r} is no score"
            columns.ask((column,), why, ("score", "home_goals", "away_goals", IGNORE))
    shots = [columns.of(name) for name in ("home_shots", "away_shots")]
    if all(column is not None and len(column.name) == len("HS") for column in shots):
        columns.ask(
            [column for column in shots if column],
            "without a column of goals it may be shots or the score",
            ("home_goals", "away_goals", "home_shots", "away_shots", IGNORE),
        )


def _settle_country(columns: Columns) -> None:
    """Whether a country is the competition's or the venue's."""
    country, league = columns.of("country"), columns.of("league")
    if country is None:
        return
    left = next((each for each in columns.columns if each.place == country.place - 1), None)
    is_beside_venue = left is not None and left.meaning in ("city", "ground")
    countries = set(zip(league.cells, country.cells, strict=True)) if league else set()
    if league is None or is_beside_venue or len(countries) > len(dict(countries)):
        country.meaning = "venue_country"


def _settle_leagues(columns: Columns, table: TextTable, *, has_league: bool) -> None:
    """The competition of the rows: of a column, of the load, or asked."""
    column = columns.of("league") or (None if columns.is_own else _competitions(columns))
    if column is None:
        if not has_league:
            columns.ask_setting("league", _NO_LEAGUE)
        return
    cells = (
        row.cells[column.place].strip()
        for row in rows_of(table)
        if row.number > columns.header.last_row and column.place < len(row.cells)
    )
    codes = [code for code in dict.fromkeys(cells) if code and code != column.name]
    known, teams = columns.agreed.leagues, _teams_by(columns, column)
    unknown = [
        code
        for code in codes
        if code not in known and not _resolves(columns, code, teams.get(code, set()))
    ]
    if len(codes) == 1 and has_league and (unknown or column.meaning == IGNORE):
        column.meaning = IGNORE
    elif column.meaning != IGNORE or unknown:
        column.meaning, column.by = "league", column.by or CELLS
        columns.settings["leagues"] = {**known, **dict.fromkeys(unknown, OPEN)}
        why = "which competition each is: COUNTRY/NAME, or ignore"
        columns.questions += [Question(f"leagues.{code}", why) for code in unknown]
    elif not has_league:
        columns.ask_setting("league", _NO_LEAGUE)


def _competitions(columns: Columns) -> TableColumn | None:
    """A column of few repeating codes that seems to say the competition: by its name, or as no club has two."""
    for column in columns.free():
        codes = set(column.texts)
        is_few = len(codes) <= MOST_COMPETITIONS and len(codes) < len(column.texts)
        if not is_few or column.is_letters or column.are(read_number):
            continue
        if ("league", "league") in parts_in(column.name) and len(codes) > 1:
            return column
        teams = _teams_by(columns, column)
        every = [name for names in teams.values() for name in names]
        if len(teams) > 1 and min(map(len, teams.values())) >= 4 and len(set(every)) == len(every):
            return column
    return None


def _teams_by(columns: Columns, column: TableColumn) -> dict[str, set[str]]:
    """Code → the names of the teams in its rows."""
    both, sides = columns.of("teams"), [columns.of(side) for side in TEAM_COLUMNS]
    teams: dict[str, set[str]] = {}
    for row, code in enumerate(column.cells):
        names = two_teams(both.cells[row]) if both else [side.cells[row] for side in sides if side]
        if code:
            teams.setdefault(code, set()).update(filter(None, names or ()))
    return teams


def _resolves(columns: Columns, code: str, teams: set[str]) -> bool:
    """Whether a text names one competition, whose teams the register has in its country."""
    if columns.of("country") is not None or columns.is_own:
        return True
    with suppress(InvalidArgument):
        league_named(code)
        return True
    known = registered_league_called(code)
    return known is not None and (
        known.side == "national" or len(strangers(known, teams)) <= MOST_STRANGERS * len(teams)
    )


MOST_STRANGERS = 0.7
"""The share of names that the register may not know in the country of their competition."""


def strangers(league: RegisteredLeague, names: Set[str]) -> list[str]:
    """The names of no team in the country of a competition, sorted."""
    return [
        name
        for name in sorted(names)
        if (team := registered_team(league.country, name, side=league.side)) is None
        or (team.side in OF_WOMEN) != (league.side in OF_WOMEN)
    ]
