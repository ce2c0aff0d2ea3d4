"""An error is a class: its name gives the code, its docstring the message, `status` the HTTP status.

`ChatTimeout` → `CHAT_TIMEOUT`. Doors render an error in the envelope of their family and add nothing to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    field: str
    message: str


class ParleyError(Exception):
    """Something went wrong on our side."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "INTERNAL_SERVER_ERROR"

    def __init_subclass__(cls) -> None:
        if "code" not in cls.__dict__:
            cls.code = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).upper()

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        """`members`: what clients read of this error besides code, message and fields, where the envelope has room."""
        self.message = message or (type(self).__doc__ or "").strip().splitlines()[0]
        self.fields = tuple(fields)
        self.headers = dict(headers or {})
        self.members = dict(members or {})
        super().__init__(self.message)


class InternalServerError(ParleyError):
    """An unexpected error occurred. Quote the error id when you report it."""


class ValidationFailed(ParleyError):
    """The request is not valid."""

    status = 400
    code = "SCHEMA_VALIDATION_FAILED"


class NotFound(ParleyError):
    """There is nothing at this address."""

    status = 404


class MethodNotAllowed(ParleyError):
    """This address does not take that method."""

    status = 405


class PayloadTooLarge(ParleyError):
    """The request body is larger than this address takes."""

    status = 413


class UnsupportedMediaType(ParleyError):
    """This address takes a JSON body: send it with `Content-Type: application/json`."""

    status = 415


class ServiceUnavailable(ParleyError):
    """The service cannot answer at the moment. Try again shortly."""

    status = 503
