"""Reading request bodies: bounded in size, of the announced type, free of what the database cannot hold."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import orjson
from pydantic import BaseModel
from starlette.types import Message, Receive

from parley.kit.errors import FieldError, PayloadTooLarge, ServiceUnavailable, UnsupportedMediaType, ValidationFailed
from parley.web.headers import Headers
from parley.web.server.protocol_errors import MalformedRequest

MOST_VALUES = 20_500
"""Of a JSON body, counted by the signs between them, so that a message of nothing but commas is still let in. Reading
them takes a millisecond; a megabyte of empty lists would take fifty, in which nobody else is served."""
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A backslash that is not itself escaped, and the escape of U+0000."""


class BodyMemory:
    """Memory for bodies that come in pieces, shared by all that are being read."""

    def __init__(self, size: int) -> None:
        self._left = size

    def reserve(self, size: int) -> None:
        if size > self._left:
            raise ServiceUnavailable("Too many large bodies are being sent at the moment. Try again shortly.")
        self._left -= size

    def release(self, size: int) -> None:
        self._left += size


async def read_body(receive: Receive, headers: Headers, limit: int, memory: BodyMemory) -> bytes:
    # Announced sizes are refused unread; one that was not announced, or is a lie, is counted as it comes.
    # A number for certain: the parser refuses any other Content-Length.
    if int(headers.get("content-length", "0") or 0) > limit:
        raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
    message = await receive()
    chunk: bytes = message.get("body", b"")
    if message.get("more_body", False):
        return await _read_pieces(receive, chunk, limit, memory)
    _refuse_cut_off(message)
    if len(chunk) > limit:
        raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
    return chunk


async def _read_pieces(receive: Receive, chunk: bytes, limit: int, memory: BodyMemory) -> bytes:
    whole = bytearray()
    taken = 0
    try:
        while True:
            # Only bodies in pieces are counted: one that came whole is in memory already, and small.
            memory.reserve(len(chunk))
            taken += len(chunk)
            if taken > limit:
                raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
            whole += chunk
            message = await receive()
            _refuse_cut_off(message)
            chunk = message.get("body", b"")
            if not message.get("more_body", False):
                if taken + len(chunk) > limit:
                    raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
                return bytes(whole + chunk)
    finally:
        memory.release(taken)


def _refuse_cut_off(message: Message) -> None:
    """What was cut off may look like something whole: nobody meant that."""
    if message["type"] == "http.disconnect":
        raise MalformedRequest("The request ended before its body did.")


def media_type(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def parse_json(raw: bytes, headers: Headers, most_values: int | None = MOST_VALUES) -> Any:
    """The JSON value of a body; a body without a declared type is taken for JSON."""
    kind = media_type(headers)
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMediaType
    # Counted before it is read: reading is what holds the loop.
    if most_values is not None and raw.count(b",") + raw.count(b"[") + raw.count(b"{") > most_values:
        problem = FieldError("body", f"holds more than {most_values} values")
        raise ValidationFailed("The request body holds too many values.", fields=[problem])
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        problem = FieldError("body", f"is not valid JSON (line {error.lineno}, column {error.colno})")
        raise ValidationFailed("The request body is not valid JSON.", fields=[problem]) from None
    if b"\\u0000" in raw and _NUL.search(raw):
        problem = FieldError("body", "contains the character U+0000")
        raise ValidationFailed("Text may not contain the character U+0000.", fields=[problem])
    return value


def text_for(model: type[BaseModel], value: Any, raw: bytes) -> bytes:
    """What `parse_json` read of `raw`, as a text that a model can be validated from.

    Two readers differ in what they make of a number of thirty digits: a model gets what everybody else got. Values of
    names that it does not know are left out, because reading them once more would hold the loop.
    """
    names = _known_names(model)
    if names is not None and isinstance(value, dict):
        value = {name: each if name in names else None for name, each in value.items()}
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:  # too deep to be written; the model's reader says so
        return raw


@cache
def _known_names(model: type[BaseModel]) -> frozenset[str] | None:
    """None where any name may be given."""
    if model.model_config.get("extra") == "allow" or "root" in model.model_fields:
        return None
    return frozenset(
        name
        for key, field in model.model_fields.items()
        for name in (key, field.alias, field.validation_alias)
        if isinstance(name, str)
    )
