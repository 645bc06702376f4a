"""Faults on purpose: how it is written, and that a seed repeats it."""

from datetime import UTC, datetime

import pytest

from footydata.football.errors import InternalError, InvalidArgument, TooManyRequests
from footydata.football.terms import ULTRA
from footydata.service.exchange import Request, Response
from footydata.service.failures import DrawnFault, Fault, Faults, read_fault
from footydata.service.keys import Accounts, OneAccount
from footydata.service.reader import ResponseCache
from footydata.service.service import Service

HOUR = int(datetime(2026, 3, 14, 15, tzinfo=UTC).timestamp())


@pytest.fixture
def faulty(sample):
    made = []

    def make(*specs, seed=0, accounts=None):
        faults = Faults([read_fault(spec) for spec in specs], seed=seed)
        made.append(
            Service(
                sample,
                accounts or OneAccount(ULTRA),
                faults=faults,
                clock=lambda: HOUR,
            )
        )
        return made[-1]

    yield make
    for service in made:
        service.close()


def get(path="/v1/bookmakers"):
    return Request("GET", path, "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("429:0.05", Fault("429", 0.05)),
        ("500:1", Fault("500", 1.0)),
        ("drop:.5", Fault("drop", 0.5)),
        ("drop:0", Fault("drop", 0.0)),
        ("slow:2s", Fault("slow", 1.0, 2.0)),
        ("slow:1.5s", Fault("slow", 1.0, 1.5)),
        ("slow:200ms:0.1", Fault("slow", 0.1, 0.2)),
    ],
)
def test_a_fault_is_read(text, fault):
    read = read_fault(text)
    assert (read.kind, read.rate) == (fault.kind, fault.rate)
    assert read.delay == pytest.approx(fault.delay)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "429",
        "429:",
        "429:2",
        "429:-1",
        "404:0.1",
        "slow",
        "slow:2",
        "slow:s",
        "slow:2s:",
        "slow:2s:3",
        "drop:1:1",
    ],
)
def test_another_text_is_no_fault(text):
    with pytest.raises(InvalidArgument, match="write 429"):
        read_fault(text)


def test_the_same_seed_meets_the_same_faults():
    faults = [read_fault(text) for text in ("429:0.2", "500:0.2", "slow:1s:0.3", "drop:0.1")]
    first, second = Faults(faults, seed=7), Faults(faults, seed=7)
    assert [first.draw() for _ in range(200)] == [second.draw() for _ in range(200)]


def test_another_seed_meets_others():
    first, second = (Faults([read_fault("429:0.5")], seed=seed) for seed in (1, 2))
    assert [first.draw() for _ in range(50)] != [second.draw() for _ in range(50)]


def test_a_share_of_requests_is_met():
    faults = Faults([read_fault("429:0.1")], seed=3)
    met = sum(isinstance(faults.draw().error, TooManyRequests) for _ in range(2000))
    assert 150 < met < 250


def test_one_more_fault_leaves_the_others_draws_of_a_first_request():
    one = Faults([read_fault("429:1")], seed=3).draw()
    two = Faults([read_fault("429:1"), read_fault("500:1"), read_fault("slow:1s")], seed=3).draw()
    assert isinstance(one.error, TooManyRequests)
    assert (one.delay, two) == (0, one._replace(delay=1.0))


def test_of_a_drop_and_an_error_the_first_given_happens():
    assert Faults([read_fault("drop:1"), read_fault("500:1")]).draw() == DrawnFault(0, None, True)
    other = Faults([read_fault("500:1"), read_fault("drop:1")]).draw()
    assert (type(other.error), other.drop) == (InternalError, False)


def test_a_refusal_on_purpose_looks_like_one_in_earnest(faulty):
    answer = faulty("429:1").answer(get())
    headers = dict(answer.all_headers)
    assert answer.status == 429
    assert b"too_many_requests" in answer.body.content
    assert (headers[b"retry-after"], headers[b"x-ratelimit-remaining"]) == (b"1", b"0")
    assert headers[b"x-ratelimit-reset"] == b"%d" % (HOUR + 1)


def test_a_failure_on_purpose_looks_like_one_in_earnest(faulty):
    answer = faulty("500:1").answer(get())
    assert answer.status == 500
    assert b"internal_error" in answer.body.content
    assert dict(answer.all_headers)[b"x-request-id"] in answer.body.content


def test_a_slow_answer_is_whole(faulty):
    answer = faulty("slow:2s").answer(get())
    assert (answer.status, answer.delay, answer.is_dropped) == (200, 2.0, False)


def test_a_dropped_connection_is_left_to_the_transport(faulty):
    answer = faulty("drop:1", "slow:1s").answer(get())
    assert (answer.delay, answer.is_dropped) == (1.0, True)


@pytest.mark.parametrize("spec", ["429:1", "500:1", "drop:1", "slow:1s"])
def test_a_server_and_an_embedded_service_meet_the_same_fault(faulty, spec):
    whole = faulty(spec).answer(get())
    served = faulty(spec)
    admitted = served.admit(get())
    stepped = admitted if isinstance(admitted, Response) else served.respond(admitted)
    fields = ("status", "delay", "is_dropped")
    assert [getattr(stepped, name) for name in fields] == [getattr(whole, name) for name in fields]


def test_a_cached_body_is_late_too(sample):
    faults = Faults([read_fault("slow:1s")])
    accounts = OneAccount(ULTRA)
    service = Service(
        sample, accounts, faults=faults, clock=lambda: HOUR, cache=ResponseCache(sample)
    )
    first, again = service.answer(get()), service.answer(get())
    assert again.body is first.body
    assert [response.delay for response in (first, again)] == [1.0, 1.0]
    service.close()


def test_a_request_that_is_not_let_in_meets_no_fault(faulty):
    answer = faulty("drop:1", accounts=Accounts.in_memory()).answer(get())
    assert (answer.status, answer.is_dropped) == (401, False)
