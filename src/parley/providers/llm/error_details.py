"""What a model server said went wrong, reduced to what is safe to keep: no text that could quote a conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

_SAFE_TOKEN = re.compile(r"[A-Za-z][\w.\-]{0,59}")
_REFUSAL_OF_PARAMETER = re.compile(
    r"unsupported|not supported|(?:does not|doesn't) support|unrecogni[sz]ed|unknown|unexpected|not permitted|"
    r"not allowed|extra (?:inputs|fields)|invalid (?:parameter|argument)|cannot be used|deprecated|not available",
    re.IGNORECASE,
)
_UNKNOWN_MODEL = re.compile(
    r"model_not_found|unknown_model|invalid_model|"
    r"model\b.{0,120}(?:not found|does not exist|doesn't exist|not exist|unknown|not available|not supported)",
    re.IGNORECASE | re.DOTALL,
)
_TRANSIENT_WORDS = re.compile(r"overload|rate.?limit|server.?error|unavailable|timeout|capacity|internal", re.I)


@dataclass(frozen=True, slots=True)
class ErrorDetails:
    code: str | None = None
    """A short token such as `model_not_found`, fit for logs."""
    status: int | None = None
    """An HTTP status that an error inside a 200 stream carries."""
    refused_parameter: str | None = None
    is_transient: bool = False
    is_unknown_model: bool = False


def error_in(value: Any, optional_parameters: Collection[str] = ()) -> ErrorDetails | None:
    """The error a decoded body or chunk reports, or None when it is none."""
    if not isinstance(value, dict):
        return None
    error = value.get("error")
    # vLLM has written `object: error` at the top; FastAPI names what it does not take in `detail`.
    if not error and value.get("object") != "error":
        return ErrorDetails(refused_parameter=_refused(value, optional_parameters)) if "detail" in value else None
    details = error if isinstance(error, dict) else value
    message = error if isinstance(error, str) else str(details.get("message") or "")
    tokens = [token for key in ("code", "type") if (token := _token(details.get(key)))]
    status = next(
        (int(details[key]) for key in ("status", "code", "status_code") if _is_status(details.get(key))), None
    )
    return ErrorDetails(
        code=tokens[0] if tokens else None,
        status=status,
        refused_parameter=_refused({**details, "message": message}, optional_parameters),
        is_transient=any(map(_TRANSIENT_WORDS.search, [*tokens, message])),
        is_unknown_model=bool(_UNKNOWN_MODEL.search(" ".join([*tokens, message]))),
    )


def error_of_body(body: bytes, optional_parameters: Collection[str] = ()) -> ErrorDetails:
    try:
        value = json.loads(body)
    except ValueError:
        value = {"error": body[:2000].decode("utf-8", "replace")}
    # Google's servers put the error into a list.
    if isinstance(value, list) and value:
        value = value[0]
    return error_in(value, optional_parameters) or ErrorDetails()


def _refused(details: dict[str, Any], optional_parameters: Collection[str]) -> str | None:
    """The optional parameter of our request that the server does not take."""
    named = str(details.get("param") or "").split(".")[0]
    message = json.dumps(details["detail"]) if "detail" in details else str(details.get("message") or "")
    complaint = f"{details.get('code') or ''} {message}"
    if not _REFUSAL_OF_PARAMETER.search(complaint):
        return None
    if named in optional_parameters:
        return named
    mentioned = (re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) for name in optional_parameters)
    first = min((match for match in mentioned if match), key=lambda match: match.start(), default=None)
    return first[0] if first else None


def _token(value: Any) -> str | None:
    return value if isinstance(value, str) and _SAFE_TOKEN.fullmatch(value) else None


def _is_status(value: Any) -> bool:
    is_number = isinstance(value, int) or (isinstance(value, str) and value.isdecimal() and len(value) == 3)
    return is_number and 400 <= int(value) <= 599
