"""The contract's shapes, as clients read them and the OpenAPI document describes them: `__all__` of these modules."""

from footydata.service.wire.catalogue import *  # noqa: F403  # the `__all__` of the module
from footydata.service.wire.fixture import *  # noqa: F403  # the `__all__` of the module
from footydata.service.wire.odds import *  # noqa: F403  # the `__all__` of the module
from footydata.service.wire.wire import *  # noqa: F403  # the `__all__` of the module
