"""The ledger of sealed forecasts: what was changed is found, what was sealed too late is not scored."""

import json
import math
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.cli import forecast as forecast_module
from footydata.faces.cli.main import main
from footydata.football.errors import TooFewFixtures
from footydata.football.records import SealedForecast
from footydata.football.terms import DAY
from footydata.forecast.sealing import Scored, score, seal
from footydata.store.file.opening import open_database
from footydata.store.forecasts import FIRST, append_sealed, seal_of, sealed, verify
from footydata.store.write.changing_ids import change_id
from tests.conftest import NOW

KINDS = {"three prices": "1x2", "a handicap": "asian_handicap", "a total": "corner_line"}


@pytest.fixture(scope="module")
def ledger(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with a ledger of two days' sealings."""
    path = Path(shutil.copy(sample, tmp_path_factory.mktemp("ledger") / "football.db"))
    with closing(open_database(path)) as connection:
        seal(connection, now=NOW, days=1)
        seal(connection, now=NOW + 600, days=2)
    return path


@pytest.fixture
def football(ledger: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(ledger, tmp_path / "football.db"))


@pytest.fixture
def opened(football: Path) -> Iterator[sqlite3.Connection]:
    """The ledger without the triggers that keep it, as whoever has the file can open it."""
    with closing(open_database(football)) as connection:
        connection.execute("drop trigger sealed_forecast_stays")
        connection.execute("drop trigger sealed_forecast_is_kept")
        yield connection


def head_of(connection: sqlite3.Connection) -> str:
    return verify(connection).head


@pytest.mark.parametrize("column", SealedForecast._fields)
@pytest.mark.parametrize("market", KINDS.values(), ids=KINDS)
def test_a_change_of_any_field_is_found(opened: sqlite3.Connection, market: str, column: str) -> None:
    (seq,) = opened.execute("select max(seq) from sealed_forecast where market = ?", (market,)).fetchone()
    value = opened.execute(f"select {column} from sealed_forecast where seq = ?", (seq,)).fetchone()[0]
    other = {int: lambda: value + 1_000_000, float: lambda: value + 1e-6, str: lambda: value + "x"}
    changed = other.get(type(value), lambda: 1.5)()
    opened.execute(f"update sealed_forecast set {column} = ? where seq = ?", (changed, seq))
    assert f"entry {seq} " in verify(opened).fault


CUTS: dict[str, str] = {
    "taken out of the middle": "delete from sealed_forecast where seq = 5",
    "taken from the front": "delete from sealed_forecast where seq = 1",
    "two that changed places": "update sealed_forecast set seq = 2 - (seq = 2) - 10 * (seq = 1) where seq in (1, 2)",
    "put before the first": "insert into sealed_forecast select -1, " + ", ".join(SealedForecast._fields[1:])
    + " from sealed_forecast where seq = 1",
}  # fmt: skip


@pytest.mark.parametrize("change", CUTS.values(), ids=CUTS)
def test_an_entry_out_of_place_is_found(opened: sqlite3.Connection, change: str) -> None:
    opened.execute(change)
    assert verify(opened).fault


def test_a_tail_that_was_cut_is_found_by_the_head_alone(opened: sqlite3.Connection) -> None:
    head = head_of(opened)
    opened.execute("delete from sealed_forecast where seq > 40")
    assert verify(opened).fault == ""
    assert "entries were taken from the end, or the ledger was written anew" in verify(opened, head=head).fault


def test_a_ledger_that_was_written_anew_is_found_by_the_head_alone(opened: sqlite3.Connection) -> None:
    head, last = head_of(opened), FIRST
    rows = [row._replace(price_1=row.price_1 + 0.1) for row in sealed(opened)]
    opened.execute("delete from sealed_forecast")
    for row in rows:
        numbered = row._replace(previous=last)
        last = seal_of(last, numbered[:-2])
        opened.execute(
            f"insert into sealed_forecast values ({', '.join('?' * len(row))})", numbered._replace(hash=last)
        )
    assert verify(opened).fault == ""
    assert verify(opened, head=head).fault


def test_an_earlier_head_proves_what_was_there_then(football: Path) -> None:
    with closing(open_database(football)) as connection:
        head, entries = head_of(connection), verify(connection).entries
        later = seal(connection, now=NOW + 1200, days=1)
        found = verify(connection, head=head)
        assert (found.fault, found.proven, found.entries) == ("", entries, entries + later.entries)
        assert verify(connection, head=later.head.upper()).proven == entries + later.entries


@pytest.mark.parametrize("sql", ["update sealed_forecast set line = 1", "delete from sealed_forecast"])
def test_the_file_refuses_to_change_an_entry(football: Path, sql: str) -> None:
    with closing(open_database(football)) as connection, pytest.raises(sqlite3.IntegrityError, match="is never"):
        connection.execute(sql)


def test_nothing_that_takes_away_or_copies_touches_the_ledger(football: Path, tmp_path: Path) -> None:
    with fd.Database(football, clock=lambda: NOW) as db:
        before = list(sealed(db.connection))
        db.remove(league=39, backup=False)
        db.backup(tmp_path / "copy.db")
        db.export(tmp_path / "out", format="csv")
        assert list(sealed(db.connection)) == before
    with fd.Database(tmp_path / "copy.db") as copy:
        assert list(sealed(copy.connection)) == before
        assert verify(copy.connection, head=before[-1].hash).proven == len(before)


def entry(**fields: object) -> SealedForecast:
    """A forecast of Wexcombe Orient v Ravensholt City, 14 March 17:00."""
    values: dict[str, object] = {
        "seq": 0, "sealed_ts": NOW, "fixture_id": 880_437, "country": "England", "league": "Crown League",
        "season": "25/26", "kickoff_ts": NOW + 5400, "home": "Wexcombe Orient", "away": "Ravensholt City",
        "market": "1x2", "line": None, "price_1": 2.0, "price_2": 4.0, "price_3": 4.0, "ladder": None,
        "home_mean": 1.0, "away_mean": 1.0, "fixtures_used": 300, "model": "test", "data_state": "-",
        "previous": "", "hash": "",
    }  # fmt: skip
    return SealedForecast(**{**values, **fields})  # type: ignore[arg-type]  # the tests name the fields


CORNERS = {
    "market": "corner_line", "line": 10.5, "price_1": 1.9, "price_2": 1 / (1 - 1 / 1.9), "price_3": None,
    "ladder": json.dumps([[9.5, 1.6, 1.6 / 0.6], [10.5, 1.9, 1.9 / 0.9]]),
}  # fmt: skip


@pytest.fixture
def played(sample: Path, tmp_path: Path) -> Iterator[Callable[..., dict[str, Scored]]]:
    """Scores forecasts of a fixture that ended 2-1, with 11 corners and the closing line 9.5 at even prices."""
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(open_database(path)) as connection:
        connection.execute(
            "update fixture set status = 'finished', home_goals = 2, away_goals = 1, home_corners = 6, "
            "away_corners = 5 where id = 880437"
        )
        connection.execute("delete from odds where fixture_id = 880437")
        connection.execute(
            "insert into odds (fixture_id, bookmaker_id, market, closing_line, closing_price_1, closing_price_2) "
            "select 880437, id, 'corner_line', 9.5, 1.9, 1.9 from bookmaker where is_default = 1"
        )
        connection.commit()

        def scored(
            *entries: SealedForecast, change: Callable[[sqlite3.Connection], None] | None = None
        ) -> dict[str, Scored]:
            append_sealed(connection, entries)
            if change:
                change(connection)
                connection.commit()
            found = score(connection)
            return {row.market: row for row in found.rows} | {"left out": found.left_out}  # type: ignore[dict-item]  # beside the rows

        yield scored


def test_a_forecast_is_scored_by_what_happened(played: Callable[..., dict[str, Scored]]) -> None:
    found = played(entry())["1x2"]
    assert (found.forecasts, found.log_loss, found.with_close) == (1, pytest.approx(math.log(2)), 0)


def test_it_stands_beside_the_close_at_the_closing_line(played: Callable[..., dict[str, Scored]]) -> None:
    found = played(entry(**CORNERS))["corner"]
    assert found.log_loss == pytest.approx(math.log(1.9))
    assert (found.with_close, found.ours, found.closing) == (
        1,
        pytest.approx(math.log(1.6)),
        pytest.approx(math.log(2)),
    )
    assert found.difference == pytest.approx(math.log(1.6) - math.log(2))


def test_what_was_sealed_after_kickoff_is_not_scored(played: Callable[..., dict[str, Scored]]) -> None:
    late = entry(sealed_ts=NOW + 5400)
    moved = entry(sealed_ts=NOW + 5400, kickoff_ts=NOW + 9000)
    assert played(late, moved) == {"left out": {"sealed after kickoff": 2}}


def test_the_last_before_kickoff_counts(played: Callable[..., dict[str, Scored]]) -> None:
    found = played(entry(price_1=3.0, price_2=3.0, price_3=3.0), entry(sealed_ts=NOW + 60))
    assert found["1x2"].log_loss == pytest.approx(math.log(2))
    assert found["left out"] == {"sealed again later, before kickoff": 1}


def test_the_last_counts_of_a_fixture_that_was_put_off(played: Callable[..., dict[str, Scored]]) -> None:
    first = entry(price_1=3.0, price_2=3.0, price_3=3.0, kickoff_ts=NOW + 600)
    found = played(entry(sealed_ts=NOW + 60), first)
    assert found["1x2"] == played()["1x2"]
    assert (found["1x2"].forecasts, found["1x2"].log_loss) == (1, pytest.approx(math.log(3)))
    assert found["left out"] == {"sealed again later, before kickoff": 1}


def test_a_fixture_under_another_id_is_found_by_its_words(played: Callable[..., dict[str, Scored]]) -> None:
    def moved(connection: sqlite3.Connection) -> None:
        connection.execute("begin")
        change_id(connection, "fixture", 880_437, 77)

    found = played(entry(), change=moved)
    assert found["1x2"].forecasts == 1


def test_the_id_of_another_fixture_is_not_believed(played: Callable[..., dict[str, Scored]]) -> None:
    assert played(entry(fixture_id=880_432))["1x2"].log_loss == pytest.approx(math.log(2))


def test_what_has_no_fixture_to_come_can_not_be_sealed(football: Path) -> None:
    with closing(open_database(football)) as connection, pytest.raises(TooFewFixtures, match="0 are to come"):
        seal(connection, now=NOW + 900 * DAY)


def test_the_state_of_the_data_is_that_of_the_past_that_was_read(football: Path) -> None:
    with closing(open_database(football)) as connection:
        states = dict(connection.execute("select league, data_state from sealed_forecast where sealed_ts = ?", (NOW,)))
        connection.execute(
            "update fixture set home_corners = 1 where id = "
            "(select max(id) from fixture where league_id = 39 and status = 'finished' and kickoff_ts < 1773000000)"
        )
        connection.commit()
        seal(connection, now=NOW, days=1)
        again = dict(connection.execute("select league, data_state from sealed_forecast order by seq"))
    assert {league for league in states if states[league] != again[league]} == {"Crown League"}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], str]:
    with pytest.raises(SystemExit) as ended:
        main(["forecast", *map(str, arguments)])
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out.splitlines(), printed.err


def test_seal_prints_the_head_that_verify_asks_for(
    football: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast_module, "now", lambda: NOW)
    code, lines, _ = run(capsys, "seal", football, "--days", 1)
    assert (code, len(lines), len(lines[-1])) == (0, 1, 64)
    code, said, _ = run(capsys, "verify", football, "--head", lines[-1])
    assert (code, said[1].startswith("That head proves them all.")) == (0, True)
    code, said, _ = run(capsys, "verify", football)
    assert (code, said[1].startswith("Without a head noted elsewhere this can't show")) == (0, True)
    assert run(capsys, "verify", football, "--head", "ab" * 32)[0] == 1
    code, _, why = run(capsys, "verify", football, "--head", lines[-1][:12])
    assert (code, "is not a head: a head has 64 hexadecimal digits" in why) == (2, True)
    code, _, why = run(capsys, "score", football)
    assert (code, "Nothing to score yet: no fixture of a sealed forecast is over with what it needs" in why) == (
        0,
        True,
    )


def test_an_empty_ledger_says_that_nothing_is_sealed(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = run(capsys, "verify", sample)
    assert (code, lines) == (0, ["Nothing is sealed here yet: 'footydata forecast seal' does it."])
