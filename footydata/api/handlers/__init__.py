"""The handlers: one module a group of endpoints, one function an endpoint, named after it in contract.endpoints.

A handler takes the call, the id of its path (None where it is not an id) and, by keyword, the parameters of its
endpoint that were sent and could be read; its defaults are the contract's. It checks what is left to check in
the order of decisions 1, then reads.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

from footydata.api.call import Answer
from footydata.contract.endpoints import BY_NAME

Handler: TypeAlias = Callable[..., Answer]


@cache
def handlers() -> dict[str, Handler]:
    """Endpoint → its handler: the function of its name in one of the modules here. Raises KeyError where one lacks."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    found = {
        name: function
        for module in modules
        for name, function in vars(module).items()
        # A handler may import a query of its own name.
        if name in BY_NAME and function.__module__ == module.__name__
    }
    return {name: found[name] for name in BY_NAME}
