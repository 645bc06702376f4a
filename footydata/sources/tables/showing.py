"""A reading as text for a person: the header, what each column means, what is open, and some rows as they are read."""

from collections.abc import Iterator
from html import escape

from footydata.football.moments import day_of
from footydata.football.wording import plural
from footydata.sources.parsed import ParsedFixture
from footydata.sources.tables.columns import CELLS, PLACE
from footydata.sources.tables.meanings import IGNORE, OddsColumn, meaning_text
from footydata.sources.tables.reading import NO, Reading
from footydata.sources.tables.table_map import OPEN, SETTINGS, to_toml

MOST_COLUMNS = 16
"""The columns that are shown one by one; of a wide table the prices are counted."""

MOST_LOOKS = 8
_WIDTH = 78
_NAMES = 22

HOW_TO_AGREE = "y to load it so, n to leave it, or NAME = VALUE to change a column or setting: "


def text_of_reading(reading: Reading, width: int = _WIDTH) -> str:
    """What is understood of a table, in a few lines of a width."""
    lines = [_title(reading), *_lines(reading)]
    return "\n".join(line if len(line) <= width else f"{line[: width - 3]}..." for line in lines)


def html_of_reading(reading: Reading) -> str:
    """The same for a notebook."""
    return f"<pre>{escape(text_of_reading(reading, 120))}</pre>"


def toml_of_reading(reading: Reading) -> str:
    """The map of a reading, with what may stand in the place of each `?`."""
    where = reading.name
    if reading.table.name is not None:
        where = f"the sheet {reading.table.name!r} of {where}"
    answer = "Answer each ?, write it to a file, and load by it" if reading.questions else "To load"
    title = (
        f"How footydata reads {where}. {answer}: footydata load DB {reading.name} --map FILE.toml"
    )
    answers = {question.name: question.choices for question in reading.questions}
    return to_toml(
        reading.map,
        title,
        {column.name: column.example for column in reading.understood.columns},
        answers,
    )


def _title(reading: Reading) -> str:
    if reading.outcome == NO:
        return f"{reading.name} can't be read: a table, but {reading.missing}"
    what = "is a table that no source knows. It was understood so:"
    sheet = "" if reading.table.name is None else f", sheet {reading.table.name!r},"
    return f"{reading.name}{sheet} {what}"


def _lines(reading: Reading) -> Iterator[str]:
    header = reading.understood.header
    if reading.outcome == NO:
        yield f"  header   {_row_of_header(reading)}: {', '.join(header.names)}"
        return
    for question in reading.questions:
        choices = f": {', '.join(question.choices)}" if question.choices else ""
        yield f"  open     {question.name}: {question.why}{choices}"
    for words in reading.contradictions:
        yield f"  NOT SO   {words}: change the column that is wrong, or ignore it"
    looks = list(reading.looks)
    yield from (f"  look     {words}" for words in looks[:MOST_LOOKS])
    if len(looks) > MOST_LOOKS:
        yield f"  look     and {len(looks) - MOST_LOOKS} more like these"
    yield f"  header   {_row_of_header(reading)}: {', '.join(filter(None, header.names))}"
    yield from _columns(reading)
    yield from _summary(reading)


def _row_of_header(reading: Reading) -> str:
    header = reading.understood.header
    above = f", {plural(header.above, 'row')} above it left out" if header.above else ""
    if header.is_missing:
        return "none"
    return f"row {header.last_row}{above}" if header.last_row else "of the format"


def _columns(reading: Reading) -> Iterator[str]:
    shown = 0
    prices: dict[str, int] = {}
    for column in reading.understood.columns:
        meaning = column.meaning
        if meaning == IGNORE:
            continue
        mark = "?" if meaning == OPEN else "*" if column.by in (CELLS, PLACE) else " "
        if shown >= MOST_COLUMNS and mark == " " and isinstance(meaning, OddsColumn):
            prices[meaning.market] = prices.get(meaning.market, 0) + 1
            continue
        shown += 1
        name = column.name if len(column.name) <= _NAMES else f"{column.name[: _NAMES - 1]}…"
        yield f" {mark} {name:{_NAMES}} {meaning_text(meaning):20} {column.example}"
    if prices:
        counts = ", ".join(f"{count} of {market}" for market, count in prices.items())
        yield f"   and columns of prices: {counts}"
    left = [name for name, meaning in reading.map.columns.items() if meaning == IGNORE]
    if left:
        yield f"  not read {', '.join(left)}"


def _summary(reading: Reading) -> Iterator[str]:
    counted, table_map = reading.counted, reading.map
    for name in SETTINGS:
        value = getattr(table_map, name)
        if value is not None and value != OPEN:
            yield f"  {name:8} {value}"
    for code, name in table_map.leagues.items():
        yield f"  leagues  {code} = {name}"
    yield from (f"  note     {note.reason}" for note in reading.table.notes)
    yield from (f"  mended   {words}" for words in reading.mended)
    if not counted.rows:
        return
    league = reading.league
    if league is not None and table_map.league is None and "league" not in table_map.taken.values():
        yield f"  of       {league.country}/{league.name}"
    ignored = f", {counted.ignored} left out" if counted.ignored else ""
    yield (
        f"  rows     {counted.rows}: {counted.fixtures} read{_days(reading)}, "
        f"{counted.results} with a result, {counted.refused} refused{ignored}; "
        f"{plural(sum(counted.aside.values()), 'cell')} set aside"
    )
    if reading.has_local_times:
        yield '  times    are not taken: nothing tells their zone; zone = "Europe/London" takes them'
    yield from (f"  as       {_example(fixture)}" for fixture in counted.examples)


def _days(reading: Reading) -> str:
    days = [day for day, _ in reading.counted.days]
    return f", {min(days)} to {max(days)}" if days else ""


def _example(fixture: ParsedFixture) -> str:
    day = day_of(fixture.kickoff_ts)
    figures, end = fixture.figures, fixture.knockout
    score = "no result"
    if figures.home_goals is not None:
        score = f"{figures.home_goals}-{figures.away_goals}"
    elif end is not None and end.final_home_goals is not None:
        score = f"{end.final_home_goals}-{end.final_away_goals}"
    state = f" ({fixture.state_detail})" if fixture.state_detail else ""
    return f"{day:%a} {day} {fixture.home.name} {score} {fixture.away.name}{state}"
