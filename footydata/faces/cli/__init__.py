"""The command line: `footydata COMMAND`. The module of a command is imported when the command is run."""

from footydata.faces.cli.main import main

__all__ = ["main"]
