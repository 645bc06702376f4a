"""Bodies as they are sent, with their tag and packed; request ids."""

import gzip
import os
import re
import subprocess
import sys

import pytest

from footydata.service.exchange import Body, new_request_id


def body_of(content):
    return Body(content, [(b"content-type", b"application/json")], is_shared=True)


def test_a_small_body_is_sent_as_it_is():
    headers, body = body_of(b"{}").gzipped
    assert body == b"{}"
    assert (b"content-length", b"2") in headers


def test_a_large_body_is_packed_for_who_takes_gzip():
    answer = body_of(b"football " * 500)
    headers, body = answer.gzipped
    assert gzip.decompress(body) == b"football " * 500
    assert (b"content-encoding", b"gzip") in headers
    assert (b"content-length", b"%d" % len(body)) in headers
    assert answer.gzipped[1] is body
    assert answer.plain[1] == b"football " * 500


def test_both_variants_have_one_tag_and_stay_private():
    answer = body_of(b"football " * 500)
    plain, packed = (dict(sent[0]) for sent in (answer.plain, answer.gzipped))
    assert plain[b"etag"] == packed[b"etag"] == answer.tag
    assert plain[b"cache-control"].startswith(b"private")
    assert b"accept-encoding" in plain[b"vary"]


def test_another_body_has_another_tag():
    assert body_of(b"{}").tag != body_of(b"[]").tag


@pytest.mark.parametrize(
    ("match", "known"),
    [
        ("{tag}", True),
        ("{strong}", True),
        ('"x", {tag}', True),
        ("*", True),
        ('"x"', False),
        ("", False),
    ],
)
def test_a_client_tells_what_it_has(match, known):
    answer = body_of(b"football")
    tag = answer.tag.decode()
    assert answer.matches(match.format(tag=tag, strong=tag.removeprefix("W/")).encode()) is known


def test_a_request_id_has_one_shape_and_is_new_each_time():
    ids = [new_request_id() for _ in range(100)]
    assert all(re.fullmatch(r"req_[0-9a-f]{16}", id_) for id_ in ids)
    assert len(set(ids)) == len(ids)


FORKS = """
import os
from footydata.service.exchange import new_request_id
new_request_id()
child = os.fork()
if child:
    os.waitpid(child, 0)
print(*(new_request_id() for _ in range(300)), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_process_gives_out_ids_of_its_own():
    printed = subprocess.run(
        [sys.executable, "-c", FORKS], capture_output=True, text=True, check=True
    ).stdout
    ids = printed.split()
    assert len(ids) == len(set(ids)) == 600
