"""When a request is sent again, without a network: the generator that the client and mirroring drive."""

import pytest

from footydata.football.errors import TooManyRequests
from footydata.service.client.conversation import Policy, retried
from footydata.service.client.reading import Reply, ServiceUnreachable

AWAY = ServiceUnreachable("nobody is there")
REFUSED = TooManyRequests("come back later", retry_after=1)


def talk(policy, read=lambda reply: reply.body):
    return retried(
        "http://service/v1/leagues", read, policy=policy, limit=lambda: None, now=lambda: 0.0
    )


def test_waits_double_until_a_reply_is_read():
    asked = talk(lambda _: Policy(retries=3))
    waits = [next(asked).after, asked.throw(AWAY).after, asked.throw(AWAY).after]
    with pytest.raises(StopIteration) as end:
        asked.send(Reply(200, {}, b"rows"))
    assert (waits, end.value.value) == ([0.0, 0.5, 1.0], b"rows")


def test_the_failure_that_ends_the_patience_is_raised():
    asked = talk(lambda _: Policy(retries=1))
    next(asked)
    assert asked.throw(AWAY).failure is AWAY
    with pytest.raises(ServiceUnreachable, match="nobody"):
        asked.throw(AWAY)


def test_failures_of_two_kinds_are_counted_apart():
    kinds = {AWAY: Policy(retries=1), REFUSED: Policy(retries=2, kind="refusal")}
    asked = talk(kinds.__getitem__)
    next(asked)
    for failure in (REFUSED, AWAY, REFUSED):
        assert asked.throw(failure).failure is failure
    with pytest.raises(TooManyRequests):
        asked.throw(REFUSED)
