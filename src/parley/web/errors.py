"""Errors as bytes: the envelopes of the families, and what pydantic found as field errors, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field
from pydantic_core import ErrorDetails

from parley.kit.errors import FieldError, ParleyError

Envelope = Callable[[ParleyError, str], dict[str, Any]]


class StandardError(BaseModel):
    success: bool = Field(description="Always false.")
    error: str
    error_id: str = Field(description="Equal to the X-PolyAI-Correlation-Id header.")
    error_code: str
    error_message: str
    data: None = None


class OutboundError(StandardError):
    code: str = Field(description="Equal to `error_code`.")


class DniError(StandardError):
    message: str


class DetailError(BaseModel):
    detail: str


class FieldProblem(BaseModel):
    field: str
    message: str


class MonitoringError(BaseModel):
    message: str
    errors: list[FieldProblem]


class MessagingError(StandardError):
    message: str


class AgentsError(StandardError):
    message: str
    errors: list[FieldProblem]


def standard(error: ParleyError, error_id: str) -> dict[str, Any]:
    text = message_with_fields(error)
    # Clients of different age read different members: `error_message` alone, or `error` with its code.
    return {
        "success": False,
        "error": text,
        "error_id": error_id,
        "error_code": error.code,
        "error_message": text,
        "data": None,
    }


def outbound(error: ParleyError, error_id: str) -> dict[str, Any]:
    return {**standard(error, error_id), "code": error.code}


def detail(error: ParleyError, _error_id: str) -> dict[str, Any]:
    return {"detail": message_with_fields(error)}


def dni(error: ParleyError, error_id: str) -> dict[str, Any]:
    return {
        **standard(error, error_id),
        "error": HTTPStatus(error.status).phrase,
        "message": message_with_fields(error),
    }


KNOWN_TEXTS = {
    "AUTH_USER_UNAUTHORISED": "Missing authentication headers",
    "AUTH_USER_INVALID_TOKEN": "Failed to validate connector",
    "SCHEMA_VALIDATION_FAILED": "Error parsing request",
    "INTERNAL_SERVER_ERROR": "Error creating session",
}
"""By code, what clients of the messaging service look for."""


def messaging(error: ParleyError, error_id: str) -> dict[str, Any]:
    text = message_with_fields(error)
    known = KNOWN_TEXTS.get(error.code)
    return {**standard(error, error_id), "message": f"{known}: {text}" if known else text}


def monitoring(error: ParleyError, _error_id: str) -> dict[str, Any]:
    return {"message": error.message, "errors": _field_list(error.fields)}


def agents(error: ParleyError, error_id: str) -> dict[str, Any]:
    shown = {**standard(error, error_id), "message": error.message, "errors": _field_list(error.fields)}
    return {**shown, **error.members}


def message_with_fields(error: ParleyError) -> str:
    """The message with every field error behind it, for envelopes that have no list of their own."""
    if not error.fields:
        return error.message
    return f"{error.message} " + "; ".join(f"{problem.field}: {problem.message}" for problem in error.fields)


def field_errors(details: Iterable[ErrorDetails]) -> list[FieldError]:
    """What pydantic found, in words for the caller; the offending value is never repeated."""
    return [FieldError(_field_path(detail["loc"]), _problem_text(detail)) for detail in details]


def _field_list(fields: Sequence[FieldError]) -> list[dict[str, str]]:
    return [{"field": problem.field, "message": problem.message} for problem in fields]


def _field_path(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) or "body"


def _problem_text(detail: ErrorDetails) -> str:
    if detail["type"] == "missing":
        return "is required"
    if detail["type"] == "extra_forbidden":
        return "is not a known field"
    if detail["type"] in ("model_type", "dict_type", "model_attributes_type"):
        return "must be an object"
    if detail["type"] == "json_invalid":  # all else of what is no JSON was refused when it was parsed
        return "is nested too deeply"
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    message = detail["msg"]
    return message[0].lower() + message[1:]
