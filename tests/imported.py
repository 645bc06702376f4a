"""The programs that tests fork, imported before."""

import sys

import datasette_footydata
import sqlite_utils  # noqa: F401
from datasette.cli import cli
from datasette.plugins import pm

import footydata.faces.cli.load
import footydata.faces.cli.serve
import footydata.sources.football_data  # noqa: F401
from footydata.faces.cli import main

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")


def footydata_program() -> None:
    main()


def datasette_program() -> None:
    cli()


def python_program() -> None:
    """A program of Python that is given as the last word, as after `python -c`."""
    exec(sys.argv[-1], {"__name__": "__main__"})
