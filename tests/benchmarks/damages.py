"""One file of football-data.co.uk damaged in 31 ways: what is stored falsely, and whether a doubt is shown.

    python tests/benchmarks/damages.py FILE

Each damaged file is read as a load reads it: by its source, else as a table whose reading gets a yes where one is enough.
"""

import csv
import io
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from footydata.football.moments import day_of
from footydata.football.register.leagues import leagues_by_code
from footydata.sources.parsed import LeagueKey, ParsedFixture, Remark, UnreadableFile
from footydata.sources.plausible import Checker
from footydata.sources.protocol import Sources
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.reading import reading_of
from tests.benchmarks.ways import FIGURES, day

Rows = list[list[str]]
Table = tuple[list[str], Rows]
Damage = Callable[[list[str], Rows], Table | bytes]

PRICES = ("B365H", "B365D", "B365A")


def cells(change: Callable[[dict[str, str], int], None]) -> Damage:
    """A change of the cells of each row."""

    def damaged(header: list[str], rows: Rows) -> Table:
        changed = []
        for number, row in enumerate(rows):
            named = dict(zip(header, row, strict=True))
            change(named, number)
            changed.append([named[name] for name in header])
        return header, changed

    return damaged


def priced(write: Callable[[float], str]) -> Damage:
    """All 1x2 prices of one bookmaker in another form."""

    def change(row: dict[str, str], _: int) -> None:
        for name in PRICES:
            if row[name]:
                row[name] = write(float(row[name]))

    return cells(change)


def swapped(*pairs: tuple[str, str], each: int = 1) -> Damage:
    """Cells of columns exchanged, in each so manieth row."""

    def change(row: dict[str, str], number: int) -> None:
        if number % each == 0:
            for one, other in pairs:
                row[one], row[other] = row[other], row[one]

    return cells(change)


def dated(form: str, *, years: int = 0) -> Damage:
    """Days in another form."""

    def change(row: dict[str, str], _: int) -> None:
        found = day({"Date": row["Date"]})
        row["Date"] = format(found.replace(year=found.year + years) if years else found, form)

    return cells(change)


def day_and_month(header: list[str], rows: Rows) -> Table:
    """Day and month exchanged in one row of ten, where both can be."""

    def change(row: dict[str, str], number: int) -> None:
        first, second, year = row["Date"].split("/")
        if number % 10 == 0 and int(first) <= 12:
            row["Date"] = f"{second}/{first}/{year}"

    return cells(change)(header, rows)


def half_above(header: list[str], rows: Rows) -> Table:
    """Half time above full time."""

    def change(row: dict[str, str], _: int) -> None:
        row["HTHG"] = str(int(row["FTHG"] or 0) + 1)

    return cells(change)(header, rows)


def letters_below(header: list[str], rows: Rows) -> Table:
    """The letters of results of the row before."""
    place = header.index("FTR")
    letters = [row[place] for row in rows]
    moved = [*letters[1:], letters[0]]
    return header, [
        [*row[:place], letter, *row[place + 1 :]] for row, letter in zip(rows, moved, strict=True)
    ]


def pairs_of(header: list[str]) -> list[tuple[str, str]]:
    """The columns of both sides of all data."""
    sides = [("FTHG", "FTAG"), ("HTHG", "HTAG"), ("HS", "AS"), ("HST", "AST"), ("HC", "AC")]
    sides += [("HF", "AF"), ("HY", "AY"), ("HR", "AR"), ("B365H", "B365A")]
    return [pair for pair in sides if set(pair) <= set(header)]


def all_exchanged(header: list[str], rows: Rows) -> Table:
    """All columns of data exchanged in pairs, letters too."""
    turned = {"H": "A", "A": "H", "D": "D", "": ""}

    def change(row: dict[str, str], _: int) -> None:
        for one, other in pairs_of(header):
            row[one], row[other] = row[other], row[one]
        for name in ("FTR", "HTR"):
            row[name] = turned[row[name]]

    return cells(change)(header, rows)


def sides_exchanged(header: list[str], rows: Rows) -> Table:
    """Home and away teams exchanged, with all that is theirs."""
    exchanged = all_exchanged(header, rows)
    return swapped(("HomeTeam", "AwayTeam"))(*exchanged)  # type: ignore[return-value]


def shifted(each: int) -> Damage:
    """Data shifted by one cell after the teams."""

    def damaged(header: list[str], rows: Rows) -> Table:
        start = header.index("AwayTeam") + 1
        return header, [
            [*row[:start], "", *row[start:-1]] if number % each == 0 else row
            for number, row in enumerate(rows)
        ]

    return damaged


def two_seasons(header: list[str], rows: Rows) -> Table:
    """The two halves of a season pasted in the other order, as of two files."""
    return header, rows[len(rows) // 2 :] + rows[: len(rows) // 2]


def glued(header: list[str], rows: Rows) -> bytes:
    """Two files of other columns pasted together."""
    first, second = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    fewer = [name for name in header if name not in ("HS", "AS", "Referee")]
    places = [header.index(name) for name in fewer]
    return written(header, first) + written(fewer, [[row[p] for p in places] for row in second])


def shuffled(header: list[str], rows: Rows) -> Table:
    """Rows in another order."""
    other = list(rows)
    random.Random(1).shuffle(other)
    return header, other


def written(header: list[str], rows: Rows) -> bytes:
    """The bytes of a file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue().encode()


def american(price: float) -> str:
    """An American price."""
    return f"+{(price - 1) * 100:.0f}" if price >= 2 else f"-{100 / (price - 1):.0f}"


DAMAGES: dict[str, Damage] = {
    "point lost": priced(lambda price: f"{price * 100:.0f}"),
    "American": priced(american),
    "fractions": priced(lambda price: f"{round((price - 1) * 20)}/20"),
    "per cent": priced(lambda price: f"{100 / price:.1f}%"),
    "goals exchanged": swapped(("FTHG", "FTAG")),
    "half-times exchanged": swapped(("HTHG", "HTAG")),
    "half above full": half_above,
    "letters of another row": letters_below,
    "all data exchanged": all_exchanged,
    "shifted": shifted(1),
    "shifted, one in three": shifted(3),
    "a cell more": lambda header, rows: (header, [[*row, "x"] for row in rows]),
    "a header cell lost": lambda header, rows: written([*header[:6], *header[7:]], rows),
    "a column twice": lambda header, rows: ([*header, "FTHG"], [[*row, "9"] for row in rows]),
    "header in the middle": lambda header, rows: (header, [*rows[:50], header, *rows[50:]]),
    "two seasons": two_seasons,
    "two files": glued,
    "rows twice": lambda header, rows: (header, [row for row in rows for _ in (0, 1)]),
    "shuffled": shuffled,
    "a row cut off": lambda header, rows: (header, [*rows[:50], rows[50][:4], *rows[51:]]),
    "no end": lambda header, rows: written(header, rows)[:-1],
    "month first": dated("%m/%d/%Y"),
    "day and month": day_and_month,
    "two digits": dated("%d/%m/%y"),
    "year off": dated("%d/%m/%Y", years=1),
    "sides exchanged": sides_exchanged,
    "corners and shots": swapped(("HC", "HS"), ("AC", "AS")),
    "n/a for empty": cells(lambda row, n: row.update({k: v or "n/a" for k, v in row.items()})),
    "decimal comma": priced(lambda price: f"{price:.2f}".replace(".", ",")),
    "UTF-16": lambda header, rows: written(header, rows).decode().encode("utf-16"),
    "a NUL": lambda header, rows: written(header, rows).replace(b",Arsenal,", b",Ars\0enal,", 1),
}


def read(path: Path, league: LeagueKey) -> tuple[str, list[ParsedFixture], list[str]]:
    """How a file is read, the fixtures that are stored, and the doubts that are shown."""
    source = Sources(None).of(path)
    try:
        if source is not None:
            how, records = source.name, list(Checker().passed(source.records(path)))
        else:
            reading = reading_of(tables_in(path)[0], path.name, league=league)
            how = f"table, {reading.outcome}"
            if reading.outcome in ("no", "open"):
                return how, [], [*reading.contradictions]
            records = list(Checker().passed(reading.records()))
            return how, fixtures_in(records), reading.looks
    except UnreadableFile as error:
        return "refused", [], [error.reason]
    doubts = [record.reason for record in records if isinstance(record, Remark)]
    return how, fixtures_in(records), doubts


def fixtures_in(records: list[object]) -> list[ParsedFixture]:
    """The fixtures of records."""
    return [record for record in records if isinstance(record, ParsedFixture)]


def falsehoods(
    fixtures: list[ParsedFixture], truth: dict[tuple[object, str, str], dict[str, str]]
) -> int:
    """How many fixtures say something false."""
    count = 0
    for fixture in fixtures:
        row = truth.get((day_of(fixture.kickoff_ts), fixture.home.name, fixture.away.name))
        if row is None:
            count += 1
            continue
        values = [
            (getattr(fixture.figures, name), row.get(column)) for name, column in FIGURES.items()
        ]
        false = any(value is not None and text and value != int(text) for value, text in values)
        for quote in fixture.odds:
            if quote.bookmaker.slug == "bet365" and quote.market == "1x2":
                prices = zip(
                    (quote.opening_price_1, quote.opening_price_2, quote.opening_price_3),
                    PRICES,
                    strict=True,
                )
                false |= any(p and abs(p - float(row[name])) > 0.03 * p for p, name in prices)
        count += false
    return count


def main(path: Path) -> None:
    """Damage, read and judge."""
    lines = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    width = len([name for name in lines[0] if name])
    header, rows = lines[0][:width], [row[:width] for row in lines[1:] if row and row[0]]
    truth = {}
    for row in rows:
        named = dict(zip(header, row, strict=True))
        truth[day(named), named["HomeTeam"], named["AwayTeam"]] = named
    code = leagues_by_code().get(path.stem.casefold())
    assert code is not None
    with tempfile.TemporaryDirectory() as folder:
        for name, damage in DAMAGES.items():
            damaged = damage(header, [list(row) for row in rows])
            file = Path(folder) / path.name
            file.write_bytes(damaged if isinstance(damaged, bytes) else written(*damaged))
            how, fixtures, doubts = read(file, LeagueKey(*code))
            false = falsehoods(fixtures, truth)
            mark = "FALSE" if false and not doubts else "shown" if false else "right"
            print(f"{mark:6} {name:24} {how:18} {len(fixtures)} read, {false} false; {doubts[:2]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
