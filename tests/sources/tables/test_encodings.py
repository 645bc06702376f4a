"""Names in encodings of many scripts, found by their words."""

from pathlib import Path

import pytest

import footydata as fd
from tests.agreeing import load_agreed

NAMES = {
    "cp932": ("横浜F・マリノス", "川崎フロンターレ"),
    "euc_kr": ("울산 현대", "포항 스틸러스"),
    "cp1254": ("Göztepe", "Çaykur Rizespor"),
    "cp1250": ("Śląsk Wrocław", "Górnik Łęczna"),
    "mac_roman": ("Örebro", "Häcken"),
}


@pytest.mark.parametrize("encoding", NAMES)
def test_names_are_those_that_were_written(db: fd.Database, tmp_path: Path, encoding: str) -> None:
    home, away = NAMES[encoding]
    path = tmp_path / "names.csv"
    lines = f"Date,Home,Away,HG,AG\n2023-04-15,{home},{away},1,0\n2023-04-16,{away},{home},2,2\n"
    path.write_bytes(lines.encode(encoding))
    first = db.read_table(path, league="WORLD/Cup of Names").counted.examples[0]
    assert (first.home.name, first.away.name) == (home, away)


@pytest.mark.parametrize(
    ("encoding", "club"),
    [
        ("gbk", "武汉三镇"),
        ("gbk", "浙江"),
        ("big5", "台灣電力"),
        ("cp1251", "Искра"),
        ("cp1255", "מכבי"),
    ],
)
def test_an_encoding_without_a_known_club_is_refused_until_a_map_names_it(
    db: fd.Database, tmp_path: Path, encoding: str, club: str
) -> None:
    path = tmp_path / "names.csv"
    path.write_bytes(f"Date,Home,Away,HG,AG\n2023-04-15,{club},B,1,0\n".encode(encoding))
    assert load_agreed(db, path, league="WORLD/Cup of Names").rows_kept == 0
    columns = {"Date": "date", "Home": "home", "Away": "away"}
    db.load(path, league="WORLD/Cup of Names", map={"encoding": encoding, "columns": columns})
    assert list(db.fixtures()["home"]) == [club]


def test_an_encoding_that_is_none_is_refused_and_a_map_names_it(
    db: fd.Database, tmp_path: Path
) -> None:
    path = tmp_path / "names.csv"
    path.write_bytes("Date,Home,Away\n2023-04-15,Ötigheim,Ärzen\n".encode("cp037"))
    rows = b"Date,Home,Away,HG,AG\n2023-04-15,\xff\xfd\xfe\xb2,\xfa\xa5\xb0\xf1,1,0\n"
    path.write_bytes(rows)
    assert load_agreed(db, path, league="WORLD/Cup of Names").rows_kept == 0
    columns = {"Date": "date", "Home": "home", "Away": "away"}
    written = {"encoding": "cp1251", "columns": columns}
    assert db.load(path, league="WORLD/Cup of Names", map=written).rows_kept == 1


def test_a_letter_with_a_byte_85_ends_no_line(db: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "aafk.csv"
    rows = "".join(f"2023-04-{day:02},Ålesund,Molde,1,0\n" for day in (1, 8, 15))
    path.write_text(f"Date,Home,Away,HG,AG\n{rows}", encoding="utf-8")
    assert load_agreed(db, path, league="NO/Eliteserien").rows_read == 3


def test_a_nul_costs_its_row_alone(db: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "nul.csv"
    days = "".join(f"2023-04-{day:02},Viking,Molde,{day % 4},0\n" for day in range(1, 29))
    path.write_text(f"Date,Home,Away,HG,AG\n{days}2023-05-01,Vi\0king,Molde,1,0\n")
    report = load_agreed(db, path, league="NO/Eliteserien")
    assert [refusal.line for _, refusal in report.refusals] == [30]


def test_the_words_of_a_header_show_an_encoding(db: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "corners.csv"
    lines = "Journée;Date;Domicile;Extérieur;Buts dom.;Buts ext.\n1;2023-08-12;Lens;Metz;1;0\n"
    path.write_bytes(lines.encode("cp1252"))
    assert db.read_table(path, league="FR/Ligue 1").counted.fixtures == 1
