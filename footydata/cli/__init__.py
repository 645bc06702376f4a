"""The command line: `footydata COMMAND`. Each group of commands is a module, imported when it is asked for."""

from footydata.cli.main import main

__all__ = ["main"]
