"""JSON as a table: lists of objects, lines of objects, objects within objects, and what is refused."""

import gzip
import json
from pathlib import Path

import pytest

from footydata.sources.parsed import Refusal, Remark, UnreadableFile
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.table import Row, TextTable


def tables(folder: Path, text: str) -> list[TextTable]:
    path = folder / "mine.txt"
    path.write_text(text, encoding="utf-8")
    return tables_in(path)


def table(folder: Path, text: str) -> TextTable:
    (only,) = tables(folder, text)
    return only


def test_a_list_of_objects_has_the_columns_of_all_of_them(tmp_path: Path) -> None:
    one = table(tmp_path, '[{"home": "Ajax", "hg": 2}, {"home": "PSV", "ag": null, "xg": 1.50}]')
    assert (one.name, one.header) == (None, ["home", "hg", "ag", "xg"])
    assert list(one.rows()) == [Row(1, ["Ajax", "2", "", ""]), Row(2, ["PSV", "", "", "1.5"])]


def test_objects_and_lists_of_values_within_a_record_are_columns(tmp_path: Path) -> None:
    record = {
        "score": {"ft": [2, 1], "ht": {"home": 0}},
        "goals": [{"at": 5}, {"at": 90}],
        "events": [],
        "live": False,
    }
    one = table(tmp_path, json.dumps({"matches": [record, {"score": None}]}))
    assert one.header == ["score.ft.0", "score.ft.1", "score.ht.home", "goals", "live"]
    assert list(one.rows()) == [
        Row(1, ["2", "1", "0", '[{"at": 5}, {"at": 90}]', "false"]),
        Row(2, ["", "", "", "", ""]),
    ]


def test_values_beside_the_records_are_remarked_on(tmp_path: Path) -> None:
    one = table(
        tmp_path,
        '{"source": "feed", "paging": {"page": 1}, "data": {"matches": [{"home": "Ajax"}]}}',
    )
    assert one.notes == (Remark("values beside the records are not read", text="source,paging"),)


def test_several_lists_are_tables_named_by_their_keys(tmp_path: Path) -> None:
    both = tables(
        tmp_path, '{"teams": [{"name": "Ajax"}], "data": {"matches": [{"home": "Ajax"}]}}'
    )
    assert [(one.name, one.header) for one in both] == [
        ("teams", ["name"]),
        ("data.matches", ["home"]),
    ]
    assert [list(one.rows()) for one in both] == [[Row(1, ["Ajax"])], [Row(1, ["Ajax"])]]


def test_each_line_may_be_an_object_and_a_broken_one_costs_itself(tmp_path: Path) -> None:
    one = table(tmp_path, '{"home": "Ajax"}\n{"home": \n\n{"away": "PSV"}\n7\n')
    assert one.header == ["home", "away"]
    first, broken, third, number = one.rows()
    assert (first, third) == (Row(1, ["Ajax", ""]), Row(4, ["", "PSV"]))
    assert (
        isinstance(broken, Refusal) and broken.line == 2 and broken.reason.startswith("not JSON: ")
    )
    assert number == Refusal("no object of JSON", 5, "7")


def test_ids_keep_their_digits(tmp_path: Path) -> None:
    assert list(table(tmp_path, '[{"id": 90071992547409931234}]').rows()) == [
        Row(1, ["90071992547409931234"])
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        pytest.param(
            '{"a":' * 30 + "1" + "}" * 30, "JSON that is nested too deeply", id="too deep"
        ),
        pytest.param(
            json.dumps({"a": list(range(2000))}),
            "a record of more than 1,000 values",
            id="too wide",
        ),
    ],
)
def test_a_record_that_is_wrong_is_refused_alone(tmp_path: Path, record: str, reason: str) -> None:
    refused, good = table(tmp_path, f'[{record}, {{"home": "Ajax"}}]').rows()
    assert isinstance(refused, Refusal) and refused[:2] == (reason, 1)
    assert good == Row(2, ["Ajax"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param('[{"home": "Ajax"}', "not JSON, or cut short", id="cut short"),
        pytest.param('{"error": "no such season"}', "JSON without a list of records", id="no list"),
        pytest.param("[[1, 2], [3, 4]]", "JSON without a list of records", id="lists"),
        pytest.param("[" * 100_000, "JSON that is nested too deeply", id="too deep"),
    ],
)
def test_json_that_is_no_table_says_so(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason):
        tables(tmp_path, text)


def test_packed_json_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(gzip.compress('\ufeff[{"home": "Köln"}]'.encode()))
    (one,) = tables_in(path)
    assert list(one.rows()) == [Row(1, ["Köln"])]
