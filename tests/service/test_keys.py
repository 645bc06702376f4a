"""Keys: who is let in, who is not, and what stands in the accounts file. Contract 17."""

import hashlib
import sqlite3
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.football.errors import (
    ExpiredApiKey,
    FootydataError,
    InvalidApiKey,
    MissingApiKey,
    NotFound,
)
from footydata.football.terms import FREE, PRO, ULTRA, Rate
from footydata.service import keys
from footydata.service.exchange import key_of
from footydata.service.keys import Accounts, OneAccount
from footydata.store.file.accounts import AccountsFile, accounts_path
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError, is_accounts_file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "football.accounts"


@pytest.fixture
def accounts(path):
    accounts = Accounts.open(path)
    yield accounts
    accounts.close()


@pytest.fixture
def impatient(monkeypatch):
    """Every request looks at the file, so that no test waits for the next look."""
    monkeypatch.setattr(keys, "EVERY", 0.0)


def test_a_new_key_identifies_its_account(accounts, now):
    key = accounts.create(PRO, now=now, name="laptop")
    account = accounts.identify(key.encode(), now)
    assert (account.plan, account.rate, accounts.rows()[0].name) == (PRO, PRO.rate, "laptop")
    assert account.prefix == key[:12]
    assert key.startswith("fd_")


def test_the_file_holds_the_digest_alone(accounts, path, now):
    key = accounts.create(FREE, now=now)
    accounts.close()
    content = path.read_bytes()
    assert hashlib.sha256(key.encode()).digest() in content
    assert key.encode() not in content
    assert key[12:].encode() not in content


def test_the_file_is_its_owners_alone(accounts, path, now):
    accounts.create(FREE, now=now)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name(path.name + "-wal").stat().st_mode) == 0o600


def test_nothing_is_written_before_the_first_key(accounts, path, now):
    with pytest.raises(InvalidApiKey):
        accounts.identify(b"fd_x", now)
    assert accounts.rows() == []
    assert not path.exists()


def test_the_mark_is_readable_while_the_file_is_open(accounts, path, now):
    accounts.create(FREE, now=now)
    assert is_accounts_file(path)


def test_the_mark_of_a_football_database_is_another(tmp_path):
    database = tmp_path / "football.db"
    open_database(database).close()
    assert not is_accounts_file(database)
    assert not is_accounts_file(tmp_path / "absent")


def test_accounts_live_beside_the_database():
    assert accounts_path(Path("x/football.db")) == Path("x/football.accounts")


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({}, None),
        ({"authorization": "Bearer a"}, "a"),
        ({"authorization": "BEARER a"}, "a"),
        ({"authorization": "Bearer   a  "}, "a"),
        ({"x-api-key": "b"}, "b"),
        ({"authorization": "Bearer a", "x-api-key": "b"}, "a"),
        ({"authorization": "Basic dTpw", "x-api-key": "b"}, "b"),
        ({"authorization": "Basic dTpw"}, None),
        ({"authorization": "a"}, None),
        ({"authorization": "Bearer"}, None),
        ({"authorization": "Bearer "}, None),
        ({"authorization": "Bearer ", "x-api-key": "b"}, "b"),
        ({"x-api-key": "  "}, None),
    ],
)
def test_the_key_of_a_request(headers, key):
    raw = {name.encode(): value.encode() for name, value in headers.items()}
    assert key_of(raw.items()) == (None if key is None else key.encode())


def test_no_key_is_a_missing_key(accounts, now):
    with pytest.raises(MissingApiKey):
        accounts.identify(None, now)


@pytest.mark.parametrize("wrong", ["fd_nobody", "ключ", "x" * 10_000, "fd_"])
def test_a_key_of_nobody_is_invalid(accounts, now, wrong):
    accounts.create(FREE, now=now)
    with pytest.raises(InvalidApiKey):
        accounts.identify(wrong.encode(), now)


def test_an_invalid_key_stands_in_no_message(accounts, now):
    accounts.create(FREE, now=now)
    with pytest.raises(InvalidApiKey) as error:
        accounts.identify(b"fd_secretsecret", now)
    assert "secret" not in str(error.value)


def test_a_key_expires_at_its_end_and_the_message_names_the_date(accounts, now):
    end = int(datetime(2026, 3, 20, tzinfo=UTC).timestamp())
    key = accounts.create(FREE, now=now, expires_ts=end)
    assert accounts.identify(key.encode(), end - 0.001).expires_ts == end
    with pytest.raises(ExpiredApiKey, match="2026-03-20"):
        accounts.identify(key.encode(), end)


def test_a_key_without_an_end_date_never_expires(accounts, now):
    key = accounts.create(FREE, now=now)
    assert accounts.identify(key.encode(), now + 10**9).expires_ts is None


def test_a_revoked_key_is_invalid_at_once(accounts, now):
    key = accounts.create(FREE, now=now)
    accounts.identify(key.encode(), now)
    accounts.revoke(key[:12], now)
    with pytest.raises(InvalidApiKey):
        accounts.identify(key.encode(), now)


def test_a_key_that_expired_and_was_revoked_is_invalid(accounts, now):
    key = accounts.create(FREE, now=now, expires_ts=now - 1)
    accounts.revoke(key[:12], now)
    with pytest.raises(InvalidApiKey):
        accounts.identify(key.encode(), now)


def test_only_a_live_key_can_be_revoked(accounts, now):
    key = accounts.create(FREE, now=now)
    accounts.revoke(key[:12], now)
    with pytest.raises(NotFound, match=key[:12]):
        accounts.revoke(key[:12], now)
    with pytest.raises(NotFound):
        accounts.revoke("fd_nobody123", now)


def test_a_key_may_carry_its_own_allowance_and_history(accounts, now):
    key = accounts.create(ULTRA, now=now, rate=Rate(6000, 60), history_from_ts=0)
    account = accounts.identify(key.encode(), now)
    assert (account.plan, account.rate, account.history_from_ts) == (ULTRA, Rate(6000, 60), 0)


def test_another_holder_of_the_file_notices_new_and_revoked_keys(accounts, path, now, impatient):
    server = Accounts.open(path)
    with pytest.raises(InvalidApiKey):
        server.identify(b"fd_x", now)
    key = accounts.create(FREE, now=now)
    assert server.identify(key.encode(), now).plan is FREE
    accounts.revoke(key[:12], now)
    with pytest.raises(InvalidApiKey):
        server.identify(key.encode(), now)
    server.close()


def test_a_replaced_file_is_noticed(accounts, path, tmp_path, now, impatient):
    key = accounts.create(FREE, now=now)
    other = Accounts.open(tmp_path / "other.accounts")
    new_key = other.create(PRO, now=now)
    other.close()
    accounts.identify(key.encode(), now)
    accounts._file.connection.execute("pragma wal_checkpoint(truncate)")
    (tmp_path / "other.accounts").replace(path)
    assert accounts.identify(new_key.encode(), now).plan is PRO
    with pytest.raises(InvalidApiKey):
        accounts.identify(key.encode(), now)


def test_a_file_that_is_swapped_while_it_is_opened_is_noticed(
    accounts, path, tmp_path, now, impatient, monkeypatch
):
    other = Accounts.open(tmp_path / "other.accounts")
    new_key = other.create(PRO, now=now)
    other.close()
    accounts.create(FREE, now=now)
    accounts.close()
    open_file = AccountsFile._open

    def opened_then_swapped(file):
        opened = open_file(file)
        if (tmp_path / "other.accounts").exists():
            (tmp_path / "other.accounts").replace(path)
        return opened

    monkeypatch.setattr(AccountsFile, "_open", opened_then_swapped)
    server = Accounts.open(path)
    assert server.identify(new_key.encode(), now).plan is PRO
    server.close()


def test_a_removed_file_lets_nobody_in(accounts, path, now, impatient):
    key = accounts.create(FREE, now=now)
    account = accounts.identify(key.encode(), now)
    path.unlink()
    with pytest.raises(InvalidApiKey):
        accounts.identify(key.encode(), now)
    with pytest.raises(InvalidApiKey):
        accounts.spend(account, now)
    with pytest.raises(InvalidApiKey):
        accounts.usage(account, now)


def test_the_first_key_is_known_at_once_where_there_was_no_file(accounts, now):
    with pytest.raises(InvalidApiKey):
        accounts.identify(b"fd_x", now)
    accounts._next_look = 0.0
    key = accounts.create(FREE, now=now)
    assert accounts.identify(key.encode(), now).plan is FREE


@pytest.mark.parametrize(
    "content", [b"no SQLite file" * 100, None], ids=["garbage", "a football database"]
)
def test_a_file_that_can_not_be_read_lets_nobody_in_until_it_can(
    accounts, path, tmp_path, now, monkeypatch, content
):
    monotonic = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: monotonic[0])
    key = accounts.create(FREE, now=now)
    accounts.identify(key.encode(), now)
    accounts._file.connection.execute("pragma wal_checkpoint(truncate)")
    other = tmp_path / "other.db"
    open_database(other).close() if content is None else other.write_bytes(content)
    path.rename(tmp_path / "away")
    other.replace(path)
    monotonic[0] += 1
    for _ in range(2):
        with pytest.raises((sqlite3.DatabaseError, DatabaseError)):
            accounts.identify(key.encode(), now)
    (tmp_path / "away").replace(path)
    monotonic[0] += 1
    assert accounts.identify(key.encode(), now).plan is FREE


def test_a_key_that_another_process_made_counts_at_once(path, now):
    first, second = Accounts.open(path), Accounts.open(path)
    first.identify(first.create(FREE, now=now).encode(), now)
    key = second.create(ULTRA, now=now)
    assert first.identify(key.encode(), now).plan is ULTRA
    first.close()
    second.close()


def test_the_list_names_keys_by_prefix_and_keeps_revoked_ones(accounts, now):
    first = accounts.create(FREE, now=now, name="one")
    second = accounts.create(ULTRA, now=now, expires_ts=now + 9, rate=Rate(5, 7), history_from_ts=3)
    accounts.revoke(first[:12], now + 1)
    rows = accounts.rows()
    assert [(row.prefix, row.name, row.plan, row.revoked_ts) for row in rows] == [
        (first[:12], "one", "free", now + 1),
        (second[:12], None, "ultra", None),
    ]
    assert rows[1][4:9] == (5, 7, now + 9, 3, now)


def test_a_prefix_that_is_taken_is_drawn_again(accounts, now, monkeypatch):
    letters = iter("a" * 40 + "a" * 9 + "b" * 31 + "c" * 40)
    monkeypatch.setattr(keys.secrets, "choice", lambda _: next(letters))
    accounts.create(FREE, now=now)
    assert accounts.create(FREE, now=now) == "fd_" + "c" * 40


def test_accounts_never_share_a_file_with_football(tmp_path):
    database = tmp_path / "football.db"
    open_database(database).close()
    with pytest.raises(DatabaseError, match="football"):
        Accounts.open(database)


def test_a_file_of_another_kind_is_refused(tmp_path):
    text = tmp_path / "notes.accounts"
    text.write_text("not a database, and longer than a header of one hundred bytes " * 9)
    with pytest.raises(DatabaseError, match="not a SQLite file"):
        Accounts.open(text)


@pytest.mark.parametrize("schema", [1, 2, 99])
def test_accounts_of_another_schema_are_refused_and_left_as_they_are(accounts, path, now, schema):
    accounts.create(FREE, now=now)
    accounts.close()
    connection = sqlite3.connect(path)
    connection.execute(f"pragma user_version = {schema}")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(DatabaseError, match="another version"):
        Accounts.open(path)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path, now):
    accounts = Accounts.open(tmp_path / "nowhere" / "football.accounts")
    with pytest.raises(FootydataError, match="can't be made"):
        accounts.create(FREE, now=now)


def test_accounts_in_memory_have_keys_and_windows(now):
    accounts = Accounts.in_memory()
    key = accounts.create(PRO, now=now)
    account = accounts.identify(key.encode(), now)
    assert accounts.spend(account, now).remaining == 9
    with pytest.raises(MissingApiKey):
        accounts.identify(None, now)
    accounts.close()


def test_accounts_without_limits_take_everyone_and_count_nothing(now):
    accounts = OneAccount(ULTRA)
    account = accounts.identify(None, now)
    assert accounts.identify(b"anything", now) is account
    windows = {accounts.spend(account, now) for _ in range(100)}
    assert [window.remaining for window in windows] == [40]
    assert (account.plan, len(account.prefix)) == (ULTRA, 12)
    assert accounts.usage(account, now)[:3] == (0, 0, 40)
    accounts.close()


def test_closed_accounts_in_memory_make_no_keys(now):
    accounts = Accounts.in_memory()
    accounts.close()
    with pytest.raises(FootydataError, match="closed"):
        accounts.create(FREE, now=now)


def test_a_file_that_another_holds_is_waited_for_a_second_at_most(accounts, now):
    accounts.create(FREE, now=now)
    assert accounts._file.connection.execute("pragma busy_timeout").fetchone() == (1_000,)


def test_a_file_that_another_holds_is_reported_in_a_sentence(path, now, monkeypatch):
    monkeypatch.setattr("footydata.store.file.accounts.BUSY_MS", 1)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("begin exclusive")
    with pytest.raises(FootydataError, match="locked"):
        Accounts.open(path)
    holder.close()
