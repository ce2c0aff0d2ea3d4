"""Reading request bodies: bounded in size, of the announced type, free of what the database cannot hold."""

from __future__ import annotations

import re
from typing import Any

import orjson
from starlette.types import Receive

from parley.kit.errors import FieldError, PayloadTooLarge, UnsupportedMediaType, ValidationFailed
from parley.web.headers import Headers

MOST_VALUES = 20_500
"""Of a JSON body, counted by the signs between them, so that a message of nothing but commas is still let in. Reading
them takes a millisecond; a megabyte of empty lists would take fifty, in which nobody else is served."""
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A backslash that is not itself escaped, and the escape of U+0000."""


async def read(receive: Receive, headers: Headers, limit: int) -> bytes:
    if int(headers.get("content-length", "0") or 0) > limit:
        raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise PayloadTooLarge(f"The request body is larger than {limit} bytes.")
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)


def media_type(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def parse_json(raw: bytes, headers: Headers, most_values: int | None = MOST_VALUES) -> Any:
    """The JSON value of a body; a body without a declared type is taken for JSON."""
    kind = media_type(headers)
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMediaType
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
