"""The programs that tests fork, imported before."""

import datasette_footydata
from datasette.cli import cli
from datasette.plugins import pm

import footydata.faces.cli.load
import footydata.faces.cli.serve  # noqa: F401
from footydata.faces.cli import main

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")


def footydata_program() -> None:
    main()


def datasette_program() -> None:
    cli()
