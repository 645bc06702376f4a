"""The handlers: one module per group of endpoints, one function per endpoint, with its name in contract.endpoints.

A handler takes the call and, by keyword, the values of the parameters that were sent; its defaults are the contract's.
It does the remaining checks in the order of Contract 3, then reads the database.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

from footydata.service.call import Answer
from footydata.service.endpoints import BY_NAME

Handler: TypeAlias = Callable[..., Answer]


@cache
def handlers() -> dict[str, Handler]:
    """Endpoint → its handler: the function of that name in one of these modules. Raises KeyError if there is none."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    handlers = {
        name: function
        for module in modules
        for name, function in vars(module).items()
        # A handler may import a query of the same name.
        if name in BY_NAME and function.__module__ == module.__name__
    }
    return {name: handlers[name] for name in BY_NAME}
