"""Kept answers: given out while the data stand still, dropped when they move."""

import gzip
import sqlite3

import pytest

from footydata.api import cache
from footydata.api.cache import AnswerCache, KeptAnswer

FREE = ("free", None)
ULTRA = ("ultra", None)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr("footydata.store.watching.EVERY", 0.0)
    monkeypatch.setattr(cache, "EVERY", 0.0)
    path = tmp_path / "football.db"
    _write(path, "create table t (a)")
    return path


@pytest.fixture
def answers(path):
    answers = AnswerCache(path)
    answers.find(asked(), 0)
    yield answers
    answers.close()


def asked(query=b"a=1&b=2", *, path=b"/v1/fixtures", rights=FREE):
    return path, query, rights


def kept(body=b"{}", *, good_until=100.0):
    return KeptAnswer.of(body, [(b"content-type", b"application/json")], good_until=good_until)


def keep(answers, answer, **which):
    answers.keep(asked(**which), answer, generation=answers.generation)


def _write(path, statement):
    connection = sqlite3.connect(path)
    connection.execute("pragma journal_mode = wal")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_kept_answer_is_found(answers):
    answer = kept()
    keep(answers, answer)
    assert answers.find(asked(), 0) is answer


@pytest.mark.parametrize("query", [b"b=2&a=1", b"a=1&b=2"])
def test_the_order_of_parameters_does_not_matter(answers, query):
    answer = kept()
    keep(answers, answer)
    assert answers.find(asked(query), 0) is answer
    assert answers.find(asked(query), 0) is answer


@pytest.mark.parametrize(
    "which",
    [{"query": b"a=1"}, {"query": b"a=1&b=2&b=2"}, {"query": b"a=1&b=3"}, {"path": b"/v1/teams"}, {"rights": ULTRA}],
    ids=["fewer", "repeated", "other value", "other path", "other rights"],
)
def test_another_request_is_another_answer(answers, which):
    keep(answers, kept())
    assert answers.find(asked(**which), 0) is None


def test_time_ends_an_answer(answers):
    keep(answers, kept(good_until=100.0))
    assert answers.find(asked(), 99.9) is not None
    assert answers.find(asked(), 100.0) is None


def test_a_newer_answer_takes_the_place_of_one_that_time_ended(answers):
    keep(answers, kept(good_until=100.0))
    newer = kept(good_until=200.0)
    keep(answers, newer, query=b"b=2&a=1")
    assert answers.find(asked(), 150) is newer


def test_a_write_by_another_connection_drops_all(answers, path):
    keep(answers, kept())
    _write(path, "insert into t values (1)")
    assert answers.find(asked(), 0) is None


def test_a_replaced_file_drops_all(answers, path, tmp_path):
    keep(answers, kept())
    _write(tmp_path / "new.db", "create table t (a)")
    (tmp_path / "new.db").replace(path)
    assert answers.find(asked(), 0) is None


def test_a_removed_file_drops_all(answers, path):
    keep(answers, kept())
    path.unlink()
    assert answers.find(asked(), 0) is None


def test_nothing_is_found_while_the_file_can_not_be_read(path, tmp_path, monkeypatch):
    monotonic = [100.0]
    monkeypatch.undo()
    monkeypatch.setattr("time.monotonic", lambda: monotonic[0])
    answers = AnswerCache(path)
    answers.find(asked(), 0)
    keep(answers, kept())
    (tmp_path / "other.db").write_bytes(b"no SQLite file" * 100)
    (tmp_path / "other.db").replace(path)
    monotonic[0] += 1
    for _ in range(2):
        with pytest.raises(sqlite3.DatabaseError):
            answers.find(asked(), 0)
    answers.close()


def test_a_file_that_stands_still_drops_nothing(answers):
    keep(answers, kept())
    assert [answers.find(asked(), 0) is None for _ in range(3)] == [False] * 3


def test_an_answer_that_was_read_before_a_write_is_not_kept_after_it(answers, path):
    generation = answers.generation
    _write(path, "insert into t values (1)")
    answers.find(asked(), 0)
    answers.keep(asked(), kept(), generation=generation)
    assert answers.find(asked(), 0) is None


def test_between_two_looks_the_file_is_left_alone(path, monkeypatch):
    monkeypatch.setattr(cache, "EVERY", 3600.0)
    answers = AnswerCache(path)
    answers.find(asked(), 0)
    keep(answers, kept())
    _write(path, "insert into t values (1)")
    assert answers.find(asked(), 0) is not None
    answers.close()


def test_memory_is_bounded_and_the_oldest_go_first(path):
    answers = AnswerCache(path, bound=30_000)
    answers.find(asked(), 0)
    for number in range(20):
        keep(answers, kept(b"x" * 1000), query=b"page=%d" % number)
    found = [number for number in range(20) if answers.find(asked(b"page=%d" % number), 0)]
    assert found == list(range(13, 20))
    answers.close()


def test_many_spellings_of_one_request_take_bounded_memory(answers):
    keep(answers, kept(), query=b"a=1")
    for number in range(500):
        assert answers.find(asked(b"a=1"), 0) is not None
        answers._remember(asked(b"&" * number + b"a=1"), kept())
    assert len(answers.by_request) < 200


def test_a_small_body_is_sent_as_it_is():
    headers, body = kept(b"{}").variant(packs=True)
    assert body == b"{}"
    assert (b"content-length", b"2") in headers


def test_a_large_body_is_packed_for_who_takes_gzip():
    answer = kept(b"football " * 500)
    headers, body = answer.variant(packs=True)
    assert gzip.decompress(body) == b"football " * 500
    assert (b"content-encoding", b"gzip") in headers
    assert (b"content-length", b"%d" % len(body)) in headers
    assert answer.variant(packs=True)[1] is body
    assert answer.variant(packs=False)[1] == b"football " * 500


def test_both_variants_have_one_tag_and_stay_private():
    answer = kept(b"football " * 500)
    plain, packed = (dict(answer.variant(packs=packs)[0]) for packs in (False, True))
    assert plain[b"etag"] == packed[b"etag"] == answer.etag
    assert plain[b"cache-control"].startswith(b"private")
    assert b"accept-encoding" in plain[b"vary"]


def test_another_body_has_another_tag():
    assert kept(b"{}").etag != kept(b"[]").etag


@pytest.mark.parametrize(
    ("match", "known"),
    [("{tag}", True), ("{strong}", True), ('"x", {tag}', True), ("*", True), ('"x"', False), ("", False)],
)
def test_a_client_tells_what_it_has(match, known):
    answer = kept(b"football")
    tag = answer.etag.decode()
    assert answer.is_known(match.format(tag=tag, strong=tag.removeprefix("W/")).encode()) is known
