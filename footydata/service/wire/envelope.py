"""The envelopes of answers, and what each endpoint's `data` holds."""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import WithJsonSchema

from footydata.football.errors import ApiError
from footydata.service import wire as models
from footydata.service.endpoints import ENDPOINTS
from footydata.service.wire.wire import Pagination, Part, WireModel, known

DataT = TypeVar("DataT")


class Envelope(WireModel, Generic[DataT]):
    """A successful answer."""

    success: int
    """Always 1"""
    data: DataT
    """The resource, or the rows of a list"""


class PagedEnvelope(Envelope[DataT], Generic[DataT]):
    """A successful answer with one page of a list."""

    pagination: Pagination
    """Where the page stands"""


_TYPES = [kind.type for kind in ApiError.__subclasses__()]


class ErrorDetail(WireModel):
    """What went wrong."""

    type: Annotated[str, known(*_TYPES)]
    """Machine-readable class"""
    code: str
    """Stable, safe to branch on"""
    message: str = ""
    """For humans; names the offending detail"""
    param: Part[str] = None
    """The offending input, where one is to blame"""
    doc_url: str = ""
    """The entry in the error reference"""
    request_id: str = ""
    """To quote to support; equals X-Request-Id"""
    canonical_id: Part[int] = None
    """The surviving id: league_moved alone"""


class ErrorBody(WireModel):
    """An answer that tells an error."""

    success: Annotated[int, WithJsonSchema({"type": "integer", "enum": [0]})]
    """Always 0"""
    error: ErrorDetail
    """What went wrong"""


DATA: dict[str, Any] = {
    endpoint.name: list[model] if endpoint.is_list else model  # type: ignore[valid-type]  # a type found by its name
    for endpoint in ENDPOINTS
    for model in [getattr(models, endpoint.model)]
}
"""Endpoint → the type of its `data`."""
