"""footydata keys: what it prints, what it refuses."""

import json

import pytest

from footydata.football.terms import FREE, PRO, ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path


@pytest.fixture
def database(tmp_path):
    return tmp_path / "football.db"


@pytest.fixture
def keys(ended):
    """Runs a command of keys: exit code, stdout, stderr."""
    return lambda *arguments: ended("keys", *arguments)


def account_of(path, key, now):
    accounts = Accounts.open(path)
    account = accounts.identify(key.encode(), now)
    accounts.close()
    return account


def test_the_key_stands_alone_on_the_last_line(keys, database, now):
    code, output, _ = keys("create", database, "--plan", "pro", "--name", "laptop")
    key = output.splitlines()[-1]
    account = account_of(accounts_path(database), key, now)
    assert code == 0
    assert account.plan is PRO


def test_a_key_is_free_by_default(keys, database, now):
    _, output, _ = keys("create", database)
    assert account_of(accounts_path(database), output.strip(), now).plan is FREE


def test_a_key_takes_its_options(keys, database, tmp_path, now):
    elsewhere = tmp_path / "elsewhere"
    options = (
        "--rate",
        "6000/60",
        "--expires",
        "2030-01-01",
        "--history-from",
        "1990-01-01T00:00:00+00:00",
    )
    _, output, _ = keys("create", database, "--plan", "ultra", *options, "--accounts", elsewhere)
    account = account_of(elsewhere, output.strip(), now)
    assert (account.plan, account.rate) == (ULTRA, Rate(6000, 60))
    assert (account.expires_ts, account.history_from_ts) == (1_893_456_000, 631_152_000)
    assert not accounts_path(database).exists()


@pytest.mark.parametrize("rate", ["60", "0/60", "60/0", "-1/60", "a/b", "1.5/60", "٦/60"])
def test_a_malformed_rate_is_wrong_usage(keys, database, rate):
    code, _, errors = keys("create", database, "--rate", rate)
    assert code == 2
    assert "6000/60" in errors
    assert not accounts_path(database).exists()


@pytest.mark.parametrize(
    "option", [("--plan", "gold"), ("--expires", "soon"), ("--history-from", "2026-13-01")]
)
def test_a_malformed_option_is_wrong_usage(keys, database, option):
    assert keys("create", database, *option)[0] == 2


def test_the_list_shows_no_key_whole(keys, database):
    _, output, _ = keys("create", database, "--name", "one")
    key = output.strip()
    code, listed, _ = keys("list", database)
    assert code == 0
    assert key[:12] in listed
    assert key not in listed


def test_the_list_tells_live_expired_and_revoked_keys(keys, database):
    keys("create", database, "--name", "live")
    keys("create", database, "--name", "old", "--expires", "2020-01-01", "--rate", "5/7")
    _, output, _ = keys("create", database, "--name", "gone")
    keys("revoke", database, output.strip()[:12])
    _, listed, _ = keys("list", database, "--format", "json")
    rows = json.loads(listed)
    assert [(row["name"], row["state"]) for row in rows] == [
        ("live", "live"),
        ("old", "expired"),
        ("gone", "revoked"),
    ]
    assert (rows[1]["expires_utc"], rows[1]["rate"]) == ("2020-01-01T00:00:00+00:00", "5/7")


def test_a_database_without_keys_has_an_empty_list(keys, database):
    assert keys("list", database, "--format", "csv")[1].splitlines() == [
        "prefix,name,plan,rate,created_utc,expires_utc,history_from_utc,state"
    ]
    assert not accounts_path(database).exists()


def test_a_list_without_keys_names_the_accounts_file(keys, database, tmp_path):
    assert keys("list", database)[2] == (
        f"There is no key in {accounts_path(database)} yet; make one with: footydata keys create {database}\n"
    )
    mine = tmp_path / "mine.accounts"
    assert keys("list", database, "--accounts", mine)[2] == (
        f"There is no key in {mine} yet; make one with: footydata keys create {database} --accounts {mine}\n"
    )


def test_a_prefix_of_nobody_is_not_as_asked(keys, database):
    code, _, errors = keys("revoke", database, "fd_nobody1234")
    assert code == 1
    assert f"no live key of {accounts_path(database)} starts with 'fd_nobody123'" in errors


def test_a_football_database_is_no_accounts_file(keys, sample):
    code, _, errors = keys("list", sample, "--accounts", sample)
    assert code == 1
    assert "not an accounts file" in errors
