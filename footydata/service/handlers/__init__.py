"""The handlers: one function per endpoint, with its name in service.endpoints.

A handler takes the call and, by keyword, the values of the parameters that were sent; its defaults are the contract's.
It does the remaining checks in the order of Contract 3, then reads the database.
"""

from collections.abc import Callable
from typing import TypeAlias

from footydata.service.call import Answer
from footydata.service.endpoints import BY_NAME
from footydata.service.handlers import catalogue, fixtures

Handler: TypeAlias = Callable[..., Answer]

HANDLERS: dict[str, Handler] = {
    name: function
    for module in (fixtures, catalogue)
    for name, function in vars(module).items()
    # A module may import a query of the same name.
    if name in BY_NAME and function.__module__ == module.__name__
}
"""Endpoint → its handler."""
