"""The base of all shapes of the contract, the shapes that several of them have, and the envelopes of answers.

A shape accepts what it does not know: additional fields are preserved, and statuses and event types may be any text.
Absent fields stay absent and null stays null, so that `as_sent` returns the same JSON.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from footydata.football.errors import ApiError

__all__ = ["Pagination", "WireModel"]

Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
"""A JSON number; 10 stays 10 and 10.0 stays 10.0."""


UtcText = Annotated[
    str, WithJsonSchema({"type": "string", "format": "date-time", "pattern": r"\+00:00$"})
]
"""A moment as ISO-8601 text, with the offset +00:00."""


@dataclass(frozen=True, slots=True)
class Absent:
    """Marks a key that an answer may leave out; in Python it is then None. nullable: it may also be null."""

    nullable: bool = False

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        schema = handler(core)
        kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
        return schema if self.nullable or len(kinds) != 1 else kinds[0]


T = TypeVar("T")
DataT = TypeVar("DataT")

Part = Annotated[T | None, Absent()]
"""A key that an answer may leave out, in Python then None; it is never null."""

NullablePart = Annotated[T | None, Absent(nullable=True)]
"""A key that an answer may leave out or send as null."""


def known(*values: str) -> WithJsonSchema:
    """The JSON Schema of a text with these values; a model accepts any text."""
    return WithJsonSchema({"type": "string", "enum": [str(value) for value in values]})


def _contract_schema(schema: dict[str, Any], model: type["WireModel"]) -> None:
    """Change the schema to what a service sends: the contract allows no defaults and no additional keys."""
    schema.pop("additionalProperties", None)
    for field in schema.get("properties", {}).values():
        field.pop("default", None)
    schema["required"] = model.required_keys()


class WireModel(BaseModel):
    """A shape of the contract."""

    model_config = ConfigDict(
        extra="allow",
        frozen=True,
        populate_by_name=True,
        serialize_by_alias=True,
        json_schema_extra=_contract_schema,
    )

    def as_sent(self) -> dict[str, Any]:
        """The JSON object that this was read from, with the same keys."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        return (
            (name, value)
            for name, value in super().__repr_args__()
            if name in self.model_fields_set
        )

    @classmethod
    def required_keys(cls) -> list[str]:
        """The keys that a service always sends, null where unknown."""
        return [
            field.alias or name
            for name, field in cls.model_fields.items()
            if not any(isinstance(mark, Absent) for mark in field.metadata)
        ]


class HomeAway(WireModel):
    """A figure of each side."""

    home: int | None = None
    """The home side's"""
    away: int | None = None
    """The away side's"""


class Pagination(WireModel):
    """Where a page stands in its list."""

    page: int
    """This page, from 1"""
    per_page: int
    """The most rows of a page, after clamping"""
    count: int
    """Rows on this page"""
    has_more: bool
    """Whether a further page has rows"""


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
