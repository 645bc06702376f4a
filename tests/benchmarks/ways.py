"""Seasons of football-data.co.uk written as people write tables: how many are right after one yes, and stored falsely.

    python tests/benchmarks/ways.py FOLDER [SEASONS]

Each season is written in WAYS and read; who reads it says yes where a yes is enough, and nothing else. FOLDER is that of
the files of football-data.co.uk, by season and division.
"""

import csv
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from footydata.football.moments import day_of
from footydata.football.register.leagues import leagues_by_code
from footydata.sources.parsed import LeagueKey, ParsedFixture
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.reading import reading_of

COLUMNS = "Date HomeTeam AwayTeam FTHG FTAG FTR HTHG HTAG HTR HC AC HY AY HR AR B365H B365D B365A"
NAMES = COLUMNS.split()

GERMAN = (
    "Datum Heim Gast Tore_Heim Tore_Gast Ergebnis HZ_Tore_Heim HZ_Tore_Gast HZ_Ergebnis Ecken_Heim Ecken_Gast "
    "Gelbe_Karten_Heim Gelbe_Karten_Gast Rote_Karten_Heim Rote_Karten_Gast Quote_1 Quote_X Quote_2"
)
SPANISH = (
    "Fecha Local Visitante Goles_Local Goles_Visitante Resultado Goles_Local_Descanso Goles_Visitante_Descanso "
    "Resultado_Descanso Corners_Local Corners_Visitante Amarillas_Local Amarillas_Visitante Rojas_Local Rojas_Visitante "
    "Cuota_1 Cuota_X Cuota_2"
)
PORTUGUESE = (
    "Data Mandante Visitante Gols_Mandante Gols_Visitante Resultado Gols_Mandante_Intervalo "
    "Gols_Visitante_Intervalo Resultado_Intervalo Escanteios_Mandante Escanteios_Visitante Amarelos_Mandante "
    "Amarelos_Visitante Vermelhos_Mandante Vermelhos_Visitante Odd_1 Odd_X Odd_2"
)
NONSENSE = (
    "blorp frim quax zib wost nerp jalu kreb vost tamb gruk pell onz dreck miffle snad rupp yent"
)

Rows = list[dict[str, str]]


def season_of(path: Path) -> Rows:
    """The fixtures of a season that have all of NAMES."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    return [row for row in csv.DictReader(text.splitlines()) if all(row.get(n) for n in NAMES)]


def day(row: dict[str, str]) -> date:
    """The day of a row."""
    text = row["Date"]
    return datetime.strptime(f"{text} +0000", f"%d/%m/%{'Y' if len(text) == 10 else 'y'} %z").date()


def label(rows: Rows, shift: int = 0) -> str:
    """The label of a season; shift: by so many years."""
    year = min(map(day, rows)).year + shift
    return f"{year}/{(year + 1) % 100:02}"


def delimited(names: list[str], rows: list[list[str]], mark: str = ",") -> str:
    """Lines of cells under names, None without them."""
    lines = [mark.join(names)] if names else []
    return "\n".join([*lines, *(mark.join(row) for row in rows)]) + "\n"


def plain(rows: Rows) -> list[list[str]]:
    """The cells of NAMES, days as 17.08.2024."""
    return [[f"{day(row):%d/%m/%Y}", *(row[name] for name in NAMES[1:])] for row in rows]


def named(words: str) -> Callable[[Rows], str]:
    """A header of other words."""
    return lambda rows: delimited([word.replace("_", " ") for word in words.split()], plain(rows))


def titled(rows: Rows) -> str:
    """Two lines of title above the header."""
    return f"Results {label(rows)}\ncollected by hand, no warranty\n" + delimited(
        NAMES, plain(rows)
    )


def scored(mark: str, *, half: bool) -> Callable[[Rows], str]:
    """The score in one cell, with half time in brackets or without."""

    def written(rows: Rows) -> str:
        lines = []
        for row in rows:
            score = f"{float(row['FTHG']):.0f}{mark}{float(row['FTAG']):.0f}"
            score += f" ({float(row['HTHG']):.0f}{mark}{float(row['HTAG']):.0f})" if half else ""
            lines.append([f"{day(row):%d/%m/%Y}", row["HomeTeam"], row["AwayTeam"], score])
        return delimited(["Date", "Home", "Away", "Score"], lines)

    return written


def exchanged(rows: Rows) -> str:
    """The goals of both sides exchanged."""
    turned = [{**row, "FTHG": row["FTAG"], "FTAG": row["FTHG"]} for row in rows]
    return delimited(NAMES, plain(turned))


def month_first(rows: Rows) -> str:
    """Days with the month first."""
    cells = [
        [f"{day(row):%m/%d/%Y}", *rest[1:]] for row, rest in zip(rows, plain(rows), strict=True)
    ]
    return delimited(NAMES, cells)


def without_year(rows: Rows) -> str:
    """Days without a year beside a column of the season."""
    cells = [
        [label(rows), f"{day(row):%d/%m}", *rest[1:]]
        for row, rest in zip(rows, plain(rows), strict=True)
    ]
    return delimited(["Season", *NAMES], cells)


def shifted(rows: Rows) -> str:
    """A column of the season that is one year off."""
    return delimited(["Season", *NAMES], [[label(rows, -1), *cells] for cells in plain(rows)])


def with_commas(rows: Rows) -> str:
    """Decimal commas and semicolons."""
    cells = [[cell.replace(".", ",") for cell in row] for row in plain(rows)]
    return delimited(NAMES, cells, ";")


def pointless(rows: Rows) -> str:
    """Prices whose decimal point is lost."""
    cells = [
        [*row[:-3], *(f"{float(price) * 100:.0f}" for price in row[-3:])] for row in plain(rows)
    ]
    return delimited(NAMES, cells)


def american(rows: Rows) -> str:
    """American prices."""

    def of(price: float) -> str:
        return f"+{(price - 1) * 100:.0f}" if price >= 2 else f"-{100 / (price - 1):.0f}"

    cells = [[*row[:-3], *(of(float(price)) for price in row[-3:])] for row in plain(rows)]
    return delimited(NAMES, cells)


def by_team(rows: Rows) -> str:
    """A team a row."""
    cells = []
    for row in rows:
        for side, other, goals, against in (
            ("Home", "Away", "FTHG", "FTAG"),
            ("Away", "Home", "FTAG", "FTHG"),
        ):
            names = row[f"{side}Team"], row[f"{other}Team"]
            cells.append(
                [f"{day(row):%d/%m/%Y}", names[0], names[1], side[0], row[goals], row[against]]
            )
    return delimited(["Date", "Team", "Opponent", "Venue", "GF", "GA"], cells)


def nested(rows: Rows) -> str:
    """Nested JSON."""
    return json.dumps(
        [
            {
                "date": f"{day(row)}",
                "homeTeam": {"name": row["HomeTeam"]},
                "awayTeam": {"name": row["AwayTeam"]},
                "score": {
                    "fullTime": {"home": int(float(row["FTHG"])), "away": int(float(row["FTAG"]))},
                    "halfTime": {"home": int(float(row["HTHG"])), "away": int(float(row["HTAG"]))},
                },
                "corners": {"home": int(float(row["HC"])), "away": int(float(row["AC"]))},
                "odds": {
                    "home": float(row["B365H"]),
                    "draw": float(row["B365D"]),
                    "away": float(row["B365A"]),
                },
            }
            for row in rows
        ]
    )


WAYS: dict[str, Callable[[Rows], str]] = {
    "1 German": named(GERMAN),
    "2 Spanish": named(SPANISH),
    "3 Portuguese": named(PORTUGUESE),
    "4 nonsense": named(NONSENSE),
    "5 no header": lambda rows: delimited([], plain(rows)),
    "6 titles": titled,
    "7 score 2-1": scored("-", half=False),
    "8 score 2:1 (1:0)": scored(":", half=True),
    "9 goals exchanged": exchanged,
    "10 month first": month_first,
    "11 no year": without_year,
    "12 season off": shifted,
    "13 commas": with_commas,
    "14 point lost": pointless,
    "15 American": american,
    "16 a team a row": by_team,
    "17 JSON": nested,
}


def judged(path: Path, rows: Rows, league: LeagueKey) -> str:
    """What becomes of a table: clear, yes (right after one), open, no, or FALSE with what is."""
    (table,) = tables_in(path)
    reading = reading_of(table, path.name, league=league)
    if reading.outcome in ("open", "no"):
        return "contradiction" if reading.contradictions else reading.outcome
    fixtures = [record for record in reading.records() if isinstance(record, ParsedFixture)]
    truth = {(day(row), row["HomeTeam"], row["AwayTeam"]): row for row in rows}
    for fixture in fixtures:
        row = truth.get((day_of(fixture.kickoff_ts), fixture.home.name, fixture.away.name))
        if row is None:
            return "FALSE fixture"
        if wrong := wrong_value(fixture, row, label(rows)):
            return f"FALSE {wrong}"
    if len(fixtures) < len(rows):
        return "FALSE lost"
    return "clear" if reading.outcome == "clear" else "yes"


FIGURES = {
    "home_goals": "FTHG", "away_goals": "FTAG", "half_home_goals": "HTHG", "half_away_goals": "HTAG",
    "home_corners": "HC", "away_corners": "AC", "home_yellow": "HY", "away_yellow": "AY",
    "home_red": "HR", "away_red": "AR",
}  # fmt: skip


FIGURES_NEEDED = ("home_goals", "away_goals")


def wrong_value(fixture: ParsedFixture, row: dict[str, str], season: str) -> str | None:
    """What a fixture says falsely, None if nothing: an unknown value is not false, but goals must be known."""
    for name, column in FIGURES.items():
        value = getattr(fixture.figures, name)
        if value != int(float(row[column])) and (value is not None or name in FIGURES_NEEDED):
            return name
    if fixture.figures.home_goals is None:
        return "no goals"
    if fixture.season is not None and fixture.season.start_year != int(season[:4]):
        return "season"
    if fixture.statistics is not None or fixture.further:
        return "figures that the file has not"
    for quote in fixture.odds:
        if quote.market != "1x2":
            return "market"
        for place, name in enumerate(("B365H", "B365D", "B365A"), start=1):
            price = getattr(quote, f"opening_price_{place}")
            if price is not None and abs(price - float(row[name])) > 0.011 * price:
                return "price"
    return None


def main(folder: Path, most: int) -> None:
    """Write, read and judge."""
    seasons = [
        (path, rows)
        for path in sorted(folder.glob("[0-9][0-9][0-9][0-9]/*.csv"))
        if (rows := season_of(path)) and len(rows) > 150
    ][:most]
    counts: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    with tempfile.TemporaryDirectory() as place:
        for path, rows in seasons:
            code = leagues_by_code().get(path.stem.casefold())
            assert code is not None
            for number, (way, write) in enumerate(WAYS.items()):
                file = Path(place) / f"{path.parent.name}{path.stem}{number}.txt"
                file.write_text(write(rows), encoding="utf-8")
                counts[way][judged(file, rows, LeagueKey(*code))] += 1
    for way, outcomes in counts.items():
        print(f"{way:20} {dict(outcomes)}")
    total = sum(counts.values(), Counter())
    print(f"{len(seasons)} seasons: {dict(total)}; right {total['clear'] + total['yes']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 24)
