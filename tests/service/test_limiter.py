"""Windows: fixed, aligned to the epoch, per key, shared between processes. Contract 18."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import TooManyRequests
from footydata.football.terms import FREE, PRO, ULTRA, Rate
from footydata.service import keys
from footydata.service.keys import Accounts, KeyUsage, Window
from footydata.store.file.sqlite_files import DatabaseBusy

MINUTE = 1_773_502_200
"""The start of a minute, 2026-03-14 15:30 UTC."""
MIDNIGHT = 1_773_532_800
"""2026-03-15 00:00 UTC."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "football.accounts"


@pytest.fixture
def accounts(path):
    accounts = Accounts.open(path)
    yield accounts
    accounts.close()


def account_of(accounts, plan, **options):
    key = accounts.create(plan, now=MINUTE, **options)
    return accounts.identify(key.encode(), MINUTE)


def statements_of(accounts):
    seen = []
    accounts._file.connection.set_trace_callback(seen.append)
    return seen


@pytest.mark.parametrize(
    ("plan", "reset"),
    [(FREE, MINUTE + 1800), (PRO, MINUTE + 60), (ULTRA, MINUTE + 60)],
    ids=["free", "pro", "ultra"],
)
def test_the_first_request_of_a_window(accounts, plan, reset):
    account = account_of(accounts, plan)
    assert accounts.spend(account, MINUTE + 0.5) == Window(
        plan.rate.limit, plan.rate.limit - 1, reset
    )


@pytest.mark.parametrize("plan", [FREE, PRO, ULTRA], ids=str)
def test_the_allowance_is_exact(accounts, plan):
    account = account_of(accounts, plan)
    remaining = [accounts.spend(account, MINUTE).remaining for _ in range(plan.rate.limit)]
    assert remaining == list(range(plan.rate.limit - 1, -1, -1))
    with pytest.raises(TooManyRequests):
        accounts.spend(account, MINUTE)


@pytest.mark.parametrize(
    ("moment", "retry_after"),
    [(MINUTE, 60), (MINUTE + 0.5, 60), (MINUTE + 1, 59), (MINUTE + 59, 1), (MINUTE + 59.999, 1)],
)
def test_retry_after_is_whole_seconds_until_the_reset(accounts, moment, retry_after):
    account = account_of(accounts, PRO)
    for _ in range(10):
        accounts.spend(account, MINUTE)
    with pytest.raises(TooManyRequests) as refused:
        accounts.spend(account, moment)
    assert refused.value.retry_after == retry_after
    assert "10 requests in 60 seconds" in refused.value.message


def test_the_next_window_is_whole_again(accounts):
    account = account_of(accounts, PRO)
    for _ in range(10):
        accounts.spend(account, MINUTE)
    assert accounts.spend(account, MINUTE + 60) == Window(10, 9, MINUTE + 120)


def test_each_key_has_its_own_window(accounts):
    first, second = account_of(accounts, PRO), account_of(accounts, PRO)
    accounts.spend(first, MINUTE)
    assert accounts.spend(second, MINUTE).remaining == 9


def test_refused_requests_count_nothing(accounts):
    account = account_of(accounts, PRO)
    for _ in range(10):
        accounts.spend(account, MINUTE)
    for _ in range(5):
        with pytest.raises(TooManyRequests):
            accounts.spend(account, MINUTE)
    assert accounts.usage(account, MINUTE) == KeyUsage(10, 10, 0, MINUTE + 60)


def test_a_spent_window_costs_no_disk(accounts):
    account = account_of(accounts, PRO)
    for _ in range(10):
        accounts.spend(account, MINUTE)
    seen = statements_of(accounts)
    for _ in range(5):
        with pytest.raises(TooManyRequests):
            accounts.spend(account, MINUTE)
    assert seen == []


def test_a_large_allowance_is_leased_in_blocks(accounts):
    account = account_of(accounts, ULTRA, rate=Rate(6000, 60))
    seen = statements_of(accounts)
    remaining = [accounts.spend(account, MINUTE).remaining for _ in range(60)]
    assert remaining == list(range(5999, 5939, -1))
    assert sum("begin" in statement for statement in seen) == 1


def test_a_large_allowance_is_exact_to_its_end(accounts):
    account = account_of(accounts, ULTRA, rate=Rate(1000, 60))
    remaining = [accounts.spend(account, MINUTE).remaining for _ in range(1000)]
    assert remaining == list(range(999, -1, -1))
    with pytest.raises(TooManyRequests):
        accounts.spend(account, MINUTE)


def test_leases_of_two_holders_never_exceed_the_allowance(accounts, path):
    account = account_of(accounts, ULTRA, rate=Rate(1000, 60))
    other = Accounts.open(path)
    granted = 0
    for holder in (accounts, other) * 600:
        try:
            holder.spend(account, MINUTE)
            granted += 1
        except TooManyRequests:
            break
    other.close()
    assert granted == 1000


def test_threads_share_an_allowance_without_a_request_too_many_or_too_few(accounts):
    account = account_of(accounts, ULTRA, rate=Rate(8000, 60))

    def spent(_):
        return [accounts.spend(account, MINUTE).remaining for _ in range(1000)]

    with ThreadPoolExecutor(8) as threads:
        remaining = [number for numbers in threads.map(spent, range(8)) for number in numbers]
    assert sorted(remaining) == list(range(8000))


def test_what_was_leased_and_not_used_is_given_back_on_closing(accounts, path):
    account = account_of(accounts, ULTRA, rate=Rate(6000, 60))
    accounts.spend(account, MINUTE)
    accounts.close()
    again = Accounts.open(path)
    assert again.usage(account, MINUTE) == KeyUsage(1, 1, 5999, MINUTE + 60)
    again.close()


def test_what_can_not_be_given_back_is_lost_without_an_error(accounts, path, monkeypatch):
    monkeypatch.setattr("footydata.service.keys.BUSY_MS", 1)
    account = account_of(accounts, ULTRA, rate=Rate(6000, 60))
    accounts.spend(account, MINUTE)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("begin immediate")
        accounts.close()
    with closing(Accounts.open(path)) as after:
        assert after.usage(account, MINUTE).window == 60


def test_a_lease_that_ended_while_the_file_was_held_is_given_back_later(accounts, path):
    accounts._busy_ms = 0
    account = account_of(accounts, ULTRA, rate=Rate(6000, 60))
    accounts.spend(account, MINUTE)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("begin immediate")
        with pytest.raises(DatabaseBusy, match=r"football\.accounts is locked"):
            accounts.spend(account, MINUTE + 60)
    accounts.spend(account, MINUTE + 60)
    assert accounts.usage(account, MINUTE + 60).today == 2


def test_usage_is_exact_while_a_lease_is_held(accounts):
    account = account_of(accounts, ULTRA, rate=Rate(6000, 60))
    for _ in range(7):
        accounts.spend(account, MINUTE)
    assert accounts.usage(account, MINUTE) == KeyUsage(7, 7, 5993, MINUTE + 60)


def test_usage_counts_the_day_over_its_windows(accounts):
    account = account_of(accounts, PRO)
    for minute in range(3):
        accounts.spend(account, MINUTE + 60 * minute)
    assert accounts.usage(account, MINUTE + 120) == KeyUsage(3, 1, 9, MINUTE + 180)


def test_usage_of_a_key_that_asked_nothing(accounts):
    account = account_of(accounts, PRO)
    assert accounts.usage(account, MINUTE) == KeyUsage(0, 0, 10, MINUTE + 60)


def test_a_day_begins_at_midnight_in_the_middle_of_a_long_window(accounts):
    account = account_of(accounts, ULTRA, rate=Rate(10_000, 7 * 86_400))
    for _ in range(3):
        accounts.spend(account, MIDNIGHT - 1)
    window = accounts.spend(account, MIDNIGHT)
    assert window.remaining == 9_996
    today, in_window, remaining, _ = accounts.usage(account, MIDNIGHT)
    assert (today, in_window, remaining) == (1, 4, 9_996)


def test_a_clock_that_is_set_back_opens_the_window_of_its_time(accounts):
    account = account_of(accounts, PRO)
    accounts.spend(account, MINUTE)
    assert accounts.spend(account, MINUTE - 86_400) == Window(10, 9, MINUTE - 86_340)
    assert accounts.spend(account, MINUTE).remaining == 8


def test_old_windows_are_forgotten(accounts, monkeypatch):
    monkeypatch.setattr("footydata.store.file.accounts._MOST_WINDOWS", 5)
    account = account_of(accounts, PRO)
    for minute in range(20):
        accounts.spend(account, MINUTE + 60 * minute)
    count = accounts._file.connection.execute("select count(*) from rate_window").fetchone()[0]
    assert count == 5


def test_the_window_of_another_process_is_continued(accounts, path):
    account = account_of(accounts, PRO)
    accounts.spend(account, MINUTE)
    other = Accounts.open(path)
    assert other.spend(account, MINUTE).remaining == 8
    other.close()
    assert accounts.spend(account, MINUTE).remaining == 7


SPENDER = """
import sys
from pathlib import Path
from footydata.service.keys import Accounts
from footydata.football.errors import TooManyRequests
path, key, moment, tries = sys.argv[1:]
accounts = Accounts.open(Path(path))
account = accounts.identify(key.encode(), float(moment))
print("ready", flush=True)
sys.stdin.readline()
granted = 0
for _ in range(int(tries)):
    try:
        accounts.spend(account, float(moment))
        granted += 1
    except TooManyRequests:
        pass
accounts.close()
print(granted)
"""


def spent(accounts, account):
    try:
        accounts.spend(account, MINUTE)
    except TooManyRequests:
        return False
    return True


@pytest.mark.parametrize(
    ("rate", "tries"),
    [
        pytest.param(None, 30, id="each written", marks=pytest.mark.slow),
        pytest.param(Rate(600, 60), 400, id="leased"),
    ],
)
def test_processes_share_one_window(accounts, path, rate, tries):
    key = accounts.create(ULTRA, now=MINUTE, rate=rate)
    command = [sys.executable, "-c", SPENDER, str(path), key, str(MINUTE), str(tries)]
    processes = [
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    granted = sum(int(process.communicate(timeout=60)[0]) for process in processes)
    limit = (rate or ULTRA.rate).limit
    # A process that ends gives back what it had leased, maybe after the others were refused.
    account = accounts.identify(key.encode(), MINUTE)
    given_back = sum(spent(accounts, account) for _ in range(limit - granted))
    assert granted + given_back == limit
    assert rate is not None or not given_back
    assert not spent(accounts, account)


@pytest.mark.slow
def test_many_processes_may_make_the_file_at_once(path):
    script = (
        "import sys; from pathlib import Path; from footydata.service.keys import Accounts; "
        "from footydata.football.terms import FREE; sys.stdin.readline(); "
        "print(Accounts.open(Path(sys.argv[1])).create(FREE, now=1))"
    )
    command = [sys.executable, "-c", script, str(path)]
    processes = [
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(4)
    ]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = [process.communicate(timeout=30)[0].strip() for process in processes]
    accounts = Accounts.open(path)
    assert sorted(row.prefix for row in accounts.rows()) == sorted(key[:12] for key in keys)
    accounts.close()


def test_a_write_that_fails_counts_nothing(accounts):
    account = account_of(accounts, PRO)
    accounts._file.connection.execute("drop table day_usage")
    with pytest.raises(Exception, match="day_usage"):
        accounts.spend(account, MINUTE)
    taken = accounts._file.connection.execute("select count(*) from rate_window").fetchone()[0]
    assert taken == 0


def test_a_block_is_a_hundredth_of_the_allowance():
    assert keys.block_of(Rate(100_000, 60)) == 1000
