"""The columns of a list of bets, by its headers: their own names, those of tables of fixtures, and other words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from footydata.football.errors import InvalidArgument
from footydata.football.register import normalised
from footydata.football.wording import nearest
from footydata.sources.tables.header_words import candidates

ALWAYS = ("market", "side", "price")
BY_NAMES = ("date", "home", "away")
OPTIONAL = ("fixture", "league", "line", "stake", "bookmaker")
TEAMS = "teams"
"""The column of both teams in one cell, in place of home and away."""

NAMES = (*ALWAYS, *BY_NAMES, *OPTIONAL, TEAMS)

_KICKOFF = "kickoff"
"""What a header of a day and time means in a table of fixtures."""

NO_STAKES = "no column of stakes: each bet counts 1"

LISTED = 12
"""How many of the columns that are not read are named."""

NOTHING_NAMED: Mapping[str, str] = {}

_WORDS: dict[str, str] = {
    "fixture": "fixture id",
    "market": "bet type;type of bet;market name;wettart;wettmarkt;markt;mercado;tipo de apuesta;tipo de aposta;marche;"
    "type de pari;mercato;tipo scommessa;tipo di scommessa;soort weddenschap;rynek;marked;marknad;bahis turu",
    "side": "selection;pick;bet selection;tip;tipp;auswahl;seleccion;pronostico;selecao;palpite;selection;pronostic;"
    "selezione;selectie;keuze;typ;valg;secim;tahmin",
    "price": "odds;odd;decimal odds;odds decimal;odds taken;price taken;quote;wettquote;cuota;cuotas;cota;cote;quota;"
    "quotering;notering;kurs;oran",
    "line": "handicap;ah;asian handicap;spread;linie;linea;linha;ligne;lijn;linia;linje",
    "stake": "stakes;staked;stake amount;stake size;amount;amount staked;bet;bet amount;bet size;wager;wagered;"
    "unit;units;unit s;units staked;risk;amount risked;einsatz;wetteinsatz;importe;importe apostado;cantidad apostada;"
    "valor apostado;mise;importo;puntata;inzet;stawka;innsats;insats;indsats;bahis miktari",
    "bookmaker": "bookie;book;sportsbook;buchmacher;wettanbieter;casa de apuestas;casa de apostas;bukmacher",
}
"""Column of a bet → other headers of it; a meaning that tables of fixtures have may be one."""

_LOOSE = frozenset(("bet", "risk", "typ", "book"))
"""Headers that are left alone where another one means the same: a column `Bet` beside `Amount` says what is bet on."""

_CURRENCIES = (
    "eur;euro;euros;usd;dollar;dollars;gbp;pound;pounds;chf;sek;nok;dkk;pln;czk;huf;ron;try;brl;ars;mxn;aud;cad;nzd;jpy;"
    "inr;ngn;kes;zar"
)
UNITS = frozenset(
    (*_CURRENCIES.split(";"), "unit", "units", "u", "pt", "pts", "point", "points", "in")
)
"""What may stand after a header, as in `Stake (EUR)` and `Einsatz in Euro`, and does not change what it is."""


IGNORED = "ignore"
"""What a person names a column that is none of a bet."""


def columns_of_bets(
    headers: Sequence[str], named: Mapping[str, str] = NOTHING_NAMED
) -> tuple[str, ...]:
    """The columns of a bet under these headers; one that none has stays as it is. named: header → what a person says.

    A header that is the name of a column comes before others that mean it: those are then left alone, as is a kickoff
    beside a day.

    >>> columns_of_bets(["Date", "Home team", "Away team", "market", "price", "odds", "Stake (EUR)", "note"])
    ('date', 'home', 'away', 'market', 'price', 'odds', 'stake', 'note')
    >>> columns_of_bets(["Bet", "Stake"]), columns_of_bets(["Bet", "Selection", "Stake"])
    (('side', 'stake'), ('bet', 'side', 'stake'))
    >>> columns_of_bets(["Match date", "Kick-off"]), columns_of_bets(["Kick-off"]), columns_of_bets(["Day", "Time"])
    (('date', 'kickoff'), ('date',), ('date', 'time'))
    """
    plain = [named.get(header) or _plain(header) for header in headers]
    columns = [
        name
        if name in NAMES
        else next((each for each in _meanings(name, header) if each not in plain), name)
        for name, header in zip(plain, headers, strict=True)
    ]
    columns = [
        name if name in _LOOSE and columns.count(column) > 1 else column
        for name, column in zip(plain, columns, strict=True)
    ]
    if "bet" in columns and "side" not in columns:
        columns[columns.index("bet")] = "side"
    return tuple(
        "date" if column == _KICKOFF and "date" not in columns else column for column in columns
    )


def is_home_line(headers: Sequence[str], columns: Sequence[str]) -> bool:
    """Whether the lines stand under our own name for them, and so are the home side's; of no lines, too."""
    return all(
        _plain(header) == "line"
        for header, column in zip(headers, columns, strict=True)
        if column == "line"
    )


def _plain(header: str) -> str:
    """A header in small letters, with `fixture id` as the column `fixture`."""
    words = normalised(header.replace("_", " "))
    return "fixture" if words == "fixture id" else words


def _meanings(name: str, header: str) -> Iterator[str]:
    """The columns that a header may mean, the likelier ones first."""
    words = name.split()
    while len(words) > 1 and words[-1] in UNITS:
        words.pop()
    # What is rather a time of the day has no day.
    in_tables = takewhile(lambda each: each != "time", candidates(header))
    for word in ("".join(words), *(each for each in in_tables if isinstance(each, str))):
        meaning = _COLUMNS.get(word, word)
        if meaning in (*NAMES, _KICKOFF):
            yield meaning


def _columns_by_word() -> Iterator[tuple[str, str]]:
    for column, words in _WORDS.items():
        for word in words.split(";"):
            yield word.replace(" ", ""), column


_COLUMNS = dict(_columns_by_word())
"""Header without blanks → the column."""


def check_columns(path: Path | str, headers: Sequence[str], columns: Sequence[str]) -> None:
    """Raise InvalidArgument if a column is missing, or two headers mean the same.

    columns: of the headers, as of columns_of_bets.
    """
    missing = [name for name in ALWAYS if name not in columns]
    if "fixture" not in columns:
        missing += [
            name
            for name in BY_NAMES
            if name not in columns and (name == "date" or TEAMS not in columns)
        ]
    if missing:
        others = [name for name in columns if name and name not in NAMES]
        near = {other: name for name in missing for other in _like(name, others)}
        hint = "".join(f"; {other!r} may be {name}: rename it" for other, name in near.items())
        raise _bad_columns(
            f"{path} has no column {', '.join(missing)}{hint}; "
            f"it has {', '.join(filter(None, headers)) or 'none'}; "
            "bets need market, side, price and either fixture or date, home, away",
            headers,
        )
    if repeated := [name for name in NAMES if columns.count(name) > 1]:
        twice = [header for header, name in zip(headers, columns, strict=True) if name in repeated]
        raise _bad_columns(
            f"{path} has column {', '.join(repeated)} more than once ({', '.join(twice)}); "
            "rename those that are not of the bets",
            headers,
        )


def _like(name: str, others: Sequence[str]) -> list[str]:
    """The header that is most like the name of a column, or another word for it."""
    words = (name, *_WORDS.get(name, "").split(";"))
    return next((similar[:1] for word in words if (similar := nearest(word, others))), [])


def _bad_columns(message: str, headers: Sequence[str]) -> InvalidArgument:
    return InvalidArgument(
        message, parameter="bets", value=list(headers), choices=(*ALWAYS, *BY_NAMES, *OPTIONAL)
    )


def remarks_on_columns(headers: Sequence[str], columns: Sequence[str]) -> Iterator[str]:
    """What a person should know of how the columns are read: those that are not, and that there are no stakes."""
    unread = [
        header
        for header, name in zip(headers, columns, strict=True)
        if header.strip() and name not in NAMES
    ]
    if unread:
        more = f" and {len(unread) - LISTED} more" if len(unread) > LISTED else ""
        yield f"columns that are not read: {', '.join(unread[:LISTED])}{more}"
    if "stake" not in columns:
        yield NO_STAKES
