"""The guide is true: its pages are those that are listed, its tables are what is declared, its commands exist."""

import doctest
import inspect
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from inspect import get_annotations
from pathlib import Path

import click
import pytest

import footydata as fd
from footydata.faces.cli.main import COMMANDS, group
from footydata.football.records import TABLES as RECORDS
from footydata.football.records.meaning import MOMENT, meanings_of
from footydata.football.terms import ULTRA
from footydata.guide import TOPICS, Topic, page
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.views.columns import IN_RECORDS, MEANINGS
from tests.conftest import NOW
from tests.frames.declared_frames import EXPORTED, FRAMES
from tests.house.declared import DECLARED
from tests.house.test_readme import README
from tests.service.loopback import served

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "footydata" / "guide"
PAGES = {topic.name: (FOLDER / f"{topic.name}.md").read_text(encoding="utf-8") for topic in TOPICS}
ALL = "".join([README, *PAGES.values()])
SHOWN = re.compile(
    r"declared\.show\(\"(\w+)\"\)\n?\]* *\]*\]* *-->\n(.*?)<!-- \[\[\[end\]\]\] -->", re.DOTALL
)
COMMAND = re.compile(r"(?:^ *\$ |`)(footydata [^`\n|]+)", re.MULTILINE)
BLOCK = re.compile(r"^ *```python\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)

ADVICE = re.compile(r"pip install (-\w )?['\"]?footydata")


def block_of(name: str) -> str:
    """The one block of Python of a page, at the margin."""
    (found,) = BLOCK.findall(PAGES[name])
    return "\n".join(
        line.removeprefix("   ") if line.startswith("   ") else line for line in found.splitlines()
    )


def test_every_page_is_listed_and_every_topic_has_its_page() -> None:
    assert sorted(PAGES) == sorted(path.stem for path in FOLDER.glob("*.md"))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_page_begins_with_its_name_and_shows_nothing_of_its_making(topic: Topic) -> None:
    text = page(topic)
    assert text.startswith(f"# {topic.name.capitalize().replace('-', ' ')}\n")
    assert "<!--" not in text
    assert "[[[" not in text


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_is_short_ascii_and_its_line_a_sentence(topic: Topic) -> None:
    assert (topic.name.isascii(), topic.name.islower(), len(topic.name) <= 12) == (True, True, True)
    assert (len(topic.line) <= 70, topic.line[-1]) == (True, ".")


def test_no_text_advises_a_name_that_no_registry_has() -> None:
    texts = [path for ending in ("py", "md", "ipynb") for path in ROOT.glob(f"[!.]*/**/*.{ending}")]
    assert [
        path
        for path in (*texts, ROOT / "README.md")
        if ADVICE.search(path.read_text(encoding="utf-8"))
    ] == []


def test_what_is_declared_stands_in_the_guide_as_it_is_now() -> None:
    shown = [found for text in PAGES.values() for found in SHOWN.findall(text)]
    assert {name for name, _ in shown} == set(DECLARED)
    assert [name for name, lines in shown if lines != "\n".join([*DECLARED[name](), ""])] == []


def test_every_frame_is_in_the_guide() -> None:
    giving = {
        name
        for name, method in inspect.getmembers(fd.Database, inspect.isfunction)
        if get_annotations(method).get("return") == "pd.DataFrame" and not name.startswith("_")
    }
    # A ladder's columns are a line and the selections of its market, those of a query are the statement's.
    assert giving - {"ladder", "query"} == {name for name in FRAMES if name.isidentifier()}


def test_every_column_says_what_it_holds() -> None:
    shown = [column for frame in (*FRAMES.values(), *EXPORTED.values()) for column in frame.columns]
    assert [column.name for column in shown if not column.text] == []
    assert [
        column.name for column in shown if column.dtype == MOMENT and column.unit != "UTC"
    ] == []


@pytest.mark.parametrize("name", [name for name in FRAMES if name.isidentifier()])
def test_the_help_of_a_method_lists_its_columns_with_their_units(name: str) -> None:
    shown = re.sub(" +", " ", inspect.getdoc(getattr(fd.Database, name)) or "")
    for column in FRAMES[name].columns:
        (line,) = re.findall(
            rf"^ {column.name} {re.escape(column.dtype)} .*$", shown, re.MULTILINE
        )[:1]
        assert column.text in line
        assert column.unit in line
        assert ("or <NA>" in line) is column.is_optional


def test_every_meaning_is_of_a_column() -> None:
    shown = [column for frame in (*FRAMES.values(), *EXPORTED.values()) for column in frame.columns]
    texts = "\n".join(column.text for column in shown)
    meanings = [*IN_RECORDS.items(), *MEANINGS.items()]
    assert [name for name, means in meanings if means.text not in texts] == []


def test_what_a_column_holds_is_said_once() -> None:
    said = [
        *(name for frame, name in MEANINGS if not frame),
        *(name for record in dict.fromkeys(RECORDS.values()) for name, _ in meanings_of(record)),
    ]
    assert [name for name, times in Counter(said).items() if times > 1] == []


def test_the_help_of_every_command_names_its_page() -> None:
    for name, (_, _, topic) in COMMANDS.items():
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for each in (command, *getattr(command, "commands", {}).values()):
            shown = each.get_help(click.Context(each, help_option_names=["-h", "--help"]))
            assert shown.count(f"More on this: footydata guide {topic}") == 1, name


def test_the_page_of_every_command_is_there() -> None:
    assert {topic for _, _, topic in COMMANDS.values()} <= {topic.name for topic in TOPICS}


def test_every_page_that_is_named_is_there() -> None:
    assert set(re.findall(r"footydata guide ([a-z-]+)", ALL)) <= {topic.name for topic in TOPICS}


def test_every_command_and_option_that_is_named_exists() -> None:
    wrong = [text for text in COMMAND.findall(ALL) if not is_right(text)]
    assert wrong == []
    assert set(COMMANDS) <= {text.split()[1] for text in COMMAND.findall(ALL)}


def is_right(text: str) -> bool:
    """Whether a command line that is shown names a command and its options; COMMAND and TOPIC stand for any."""
    words = shlex.split(text.split(" | ")[0].removesuffix("2>&1"))[1:]
    name, *rest = words
    if name == "COMMAND":
        return True
    command = group.get_command(click.Context(group), name)
    if command is None:
        return False
    if isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command = command.commands[rest[0]]
    known = [command, *(getattr(command, "commands", {}).values())]
    options = {option for one in known for param in one.params for option in param.opts} | {
        "--help"
    }
    return {word for word in rest if word.startswith("--")} <= options


def test_every_public_name_that_is_named_is_public() -> None:
    assert set(re.findall(r"\bfd\.([A-Za-z_]+)", ALL)) <= {
        *fd.__all__,
        "columns",
        "forecast",
        "plots",
    }


def test_every_link_of_a_page_leads_to_a_file() -> None:
    links = [
        link
        for text in PAGES.values()
        for link in re.findall(r"\]\(([^)]+)\)", text)
        if "://" not in link
    ]
    assert [link for link in links if not (FOLDER / link).exists()] == []


@pytest.mark.usefixtures("beside_the_sample")
@pytest.mark.filterwarnings("ignore:1 row left out, as no bet")
@pytest.mark.parametrize("name", ["start", "columns", "lines"])
def test_the_python_of_a_page_runs(name: str) -> None:
    namespace: dict[str, object] = {}
    exec(block_of(name), namespace)
    database = namespace["db"]
    assert isinstance(database, fd.Database)
    database.close()


def test_the_python_of_the_client_prints_what_is_in_play(
    beside_the_sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = beside_the_sample / "sample.db"
    with closing(Accounts.open(accounts_path(database))) as accounts:
        key = accounts.create(ULTRA, now=NOW, name="guide")
        with served(database, accounts, now=NOW) as address:
            exec(block_of("service").replace("http://127.0.0.1:8001", address), {"key": key})
    assert len(capsys.readouterr().out.splitlines()) == 10


@pytest.mark.parametrize("name", [name for name, text in PAGES.items() if "```pycon" in text])
def test_what_the_interpreter_shows_is_what_it_gives(name: str) -> None:
    examples = "\n".join(
        re.findall(r"^```pycon\n(.*?)^```$", PAGES[name], re.DOTALL | re.MULTILINE)
    )
    test = doctest.DocTestParser().get_doctest(examples, {}, name, name, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("NO_COLOR", "1")
    yield
