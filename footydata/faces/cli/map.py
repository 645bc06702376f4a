"""footydata map: how the columns of a table that no source knows would be read; and asking what is open."""

from dataclasses import replace
from pathlib import Path

import click

from footydata.faces.cli.exits import DONE, NOT_AS_ASKED
from footydata.faces.cli.printing import say, say_lines
from footydata.football.errors import InvalidArgument
from footydata.ingest.planning import check_paths
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.meanings import IGNORE, read_meaning
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.proposing import Proposal, propose
from footydata.sources.tables.questions import Question
from footydata.sources.tables.table_map import SETTINGS, TableMap, check, check_setting, to_toml
from footydata.store.file.sqlite_files import A_DATABASE, is_sqlite_file

THE_WAY = "give the columns their meaning in a map; 'footydata guide own-file' has its words"


@click.command(name="map")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--sheet",
    metavar="NAME",
    help="The sheet of a workbook; by default the first one with fixtures.",
)
def map(file: Path, sheet: str | None) -> int:
    """Print how the columns of a table would be read, as TOML: a map for `footydata load DB FILE --map MAP.toml`.

    What neither header nor cells decide is written as a ?, to be answered, and named on stderr. The words of a map are
    those of the guide's page own-file.

    \b
    Examples:
      footydata map results.csv
      footydata map results.csv > results.toml
      footydata map season.xlsx --sheet Results
    """
    check_paths([file])
    if is_sqlite_file(file):
        say(f"Error: {file.name} is {A_DATABASE}, not a table", err=True)
        return NOT_AS_ASKED
    try:
        tables = tables_in(file)
    except UnreadableFile as error:
        say(f"Error: {file.name}: {error}", err=True)
        return NOT_AS_ASKED
    chosen = [table for table in tables if sheet is None or table.name == sheet]
    if not chosen:
        there = ", ".join(str(table.name) for table in tables if table.name is not None)
        say(
            f"Error: {file.name} has no sheet {sheet!r}; {f'there are {there}' if there else 'it is no workbook'}",
            err=True,
        )
        return NOT_AS_ASKED
    proposals = [propose(table) for table in chosen]
    by_columns = max(proposals, key=lambda each: len(each.map.columns))
    proposal = next((each for each in proposals if each.missing is None), by_columns)
    if sheet is not None:
        proposal = proposal._replace(map=replace(proposal.map, sheet=sheet))
    print_map(file, proposal)
    if proposal.missing:
        sheets = ("" if each.sheet is None else f"the sheet {each.sheet!r}: " for each in proposals)
        reasons = "; ".join(
            f"{sheet}{each.missing}" for sheet, each in zip(sheets, proposals, strict=True)
        )
        say(f"Error: {file.name}: {reasons}; {THE_WAY}", err=True)
    for question in proposal.questions:
        words = (
            ""
            if question.setting in SETTINGS or not question.choices
            else f": {', '.join(question.choices)}"
        )
        say(f"open: {_words(question)}{words}", err=True)
    return NOT_AS_ASKED if proposal.missing else DONE


def print_map(file: Path, proposal: Proposal) -> None:
    """Print a map to stdout, with the command that loads by it."""
    how = f"footydata load DB {file.name} --map FILE.toml"
    answer = (
        "Answer each ?, write it to a file, and load by it"
        if proposal.questions
        else "To load by it"
    )
    where = file.name if proposal.sheet is None else f"the sheet {proposal.sheet!r} of {file.name}"
    title = f"How footydata reads {where}. {answer}: {how}"
    say_lines(to_toml(proposal.map, title, proposal.questions).splitlines())


def answered(file: Path, proposal: Proposal) -> TableMap:
    """The map with what a person answers on the terminal. Raises Abort if the person gives up."""
    say(f"{file.name} is a table that no source knows. Its columns would be read so:", err=True)
    say_lines(to_toml(proposal.map, file.name, proposal.questions).splitlines(), err=True)
    table_map = proposal.map
    for question in proposal.questions:
        table_map = _with_answer(table_map, question)
    check(table_map)
    return table_map


def _with_answer(table_map: TableMap, question: Question) -> TableMap:
    while True:
        answer = str(
            click.prompt(
                _words(question),
                type=click.Choice(question.choices) if question.choices else str,
                default=None if question.setting in SETTINGS else IGNORE,
                err=True,
            )
        )
        try:
            if question.setting in SETTINGS:
                check_setting(question.setting, answer)
                return replace(table_map, **{question.setting: answer})  # type: ignore[arg-type]  # a setting is a text
            meaning = read_meaning(question.setting, answer)
            return replace(table_map, columns={**table_map.columns, question.setting: meaning})
        except InvalidArgument as error:
            say(str(error), err=True)


def _words(question: Question) -> str:
    return f"{question.setting} ({question.why})"
