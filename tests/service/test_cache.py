"""Cached bodies: given out while the data stand still, dropped when they move."""

from contextlib import closing

import pytest

from footydata.service import reader
from footydata.service.exchange import Body, Request
from footydata.service.reader import ResponseCache
from footydata.store.file.opening import open_database
from footydata.store.file.sqlite_files import DatabaseError

FREE = ("free", None)
ULTRA = ("ultra", None)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "EVERY", 0.0)
    path = tmp_path / "football.db"
    open_database(path).close()
    return path


@pytest.fixture
def answers(path):
    answers = ResponseCache(path)
    answers.get(*asked(), 0)
    yield answers
    answers.close()


def asked(query="a=1&b=2", *, path="/v1/fixtures", rights=FREE):
    return Request("GET", path, query), rights


def body_of(content=b"{}"):
    return Body(content, [(b"content-type", b"application/json")])


def keep(answers, body, *, since=0.0, good_until=100.0, **which):
    answers.put(
        *asked(**which), body, since=since, good_until=good_until, generation=answers.generation
    )


def _write(path):
    with closing(open_database(path)) as connection, connection:
        connection.execute("insert into country values ('XX', 'New', 'country')")


def test_a_cached_answer_is_found(answers):
    answer = body_of()
    keep(answers, answer)
    assert answers.get(*asked(), 0) is answer


@pytest.mark.parametrize("query", ["b=2&a=1", "a=1&b=2"])
def test_the_order_of_parameters_does_not_matter(answers, query):
    answer = body_of()
    keep(answers, answer)
    assert answers.get(*asked(query), 0) is answer
    assert answers.get(*asked(query), 0) is answer


@pytest.mark.parametrize(
    "which",
    [
        {"query": "a=1"},
        {"query": "a=1&b=2&b=2"},
        {"query": "a=1&b=3"},
        {"path": "/v1/teams"},
        {"rights": ULTRA},
    ],
    ids=["fewer", "repeated", "other value", "other path", "other rights"],
)
def test_another_request_is_another_answer(answers, which):
    keep(answers, body_of())
    assert answers.get(*asked(**which), 0) is None


def test_time_ends_an_answer(answers):
    keep(answers, body_of(), good_until=100.0)
    assert answers.get(*asked(), 99.9) is not None
    assert answers.get(*asked(), 100.0) is None


def test_an_answer_is_not_found_before_the_moment_it_was_made_for(answers):
    keep(answers, body_of(), since=50.0)
    assert answers.get(*asked(), 49.9) is None
    assert answers.get(*asked(), 50.0) is not None


def test_a_newer_answer_takes_the_place_of_one_that_time_ended(answers):
    keep(answers, body_of(), good_until=100.0)
    newer = body_of()
    keep(answers, newer, query="b=2&a=1", good_until=200.0)
    assert answers.get(*asked(), 150) is newer


def test_a_write_by_another_connection_drops_all(answers, path):
    keep(answers, body_of())
    _write(path)
    assert answers.get(*asked(), 0) is None


def test_a_replaced_file_drops_all(answers, path, tmp_path):
    keep(answers, body_of())
    open_database(tmp_path / "new.db").close()
    (tmp_path / "new.db").replace(path)
    assert answers.get(*asked(), 0) is None


def test_a_removed_file_drops_all(answers, path):
    keep(answers, body_of())
    path.unlink()
    assert answers.get(*asked(), 0) is None


def test_nothing_is_found_while_the_file_can_not_be_read(path, tmp_path, monkeypatch):
    monotonic = [100.0]
    monkeypatch.undo()
    monkeypatch.setattr("time.monotonic", lambda: monotonic[0])
    answers = ResponseCache(path)
    answers.get(*asked(), 0)
    keep(answers, body_of())
    (tmp_path / "other.db").write_bytes(b"no SQLite file" * 100)
    (tmp_path / "other.db").replace(path)
    monotonic[0] += 1
    for _ in range(2):
        with pytest.raises(DatabaseError):
            answers.get(*asked(), 0)
    answers.close()


def test_a_file_that_stands_still_drops_nothing(answers):
    keep(answers, body_of())
    assert [answers.get(*asked(), 0) is None for _ in range(3)] == [False] * 3


def test_an_answer_that_was_read_before_a_write_is_not_cached_after_it(answers, path):
    generation = answers.generation
    _write(path)
    answers.get(*asked(), 0)
    answers.put(*asked(), body_of(), since=0.0, good_until=100.0, generation=generation)
    assert answers.get(*asked(), 0) is None


def test_between_two_looks_the_file_is_left_alone(path, monkeypatch):
    monkeypatch.setattr(reader, "EVERY", 3600.0)
    answers = ResponseCache(path)
    answers.get(*asked(), 0)
    keep(answers, body_of())
    _write(path)
    assert answers.get(*asked(), 0) is not None
    answers.close()


def test_memory_is_bounded_and_the_oldest_go_first(path):
    answers = ResponseCache(path, bound=30_000)
    answers.get(*asked(), 0)
    for number in range(20):
        keep(answers, body_of(b"x" * 1000), query=f"page={number}")
    found = [number for number in range(20) if answers.get(*asked(f"page={number}"), 0)]
    assert found == list(range(13, 20))
    answers.close()
