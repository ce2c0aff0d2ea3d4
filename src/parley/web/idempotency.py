"""The `Idempotency-Key` header: what marks a request as one that was sent before."""

from __future__ import annotations

from typing import Any

from parley.domain.conversations.model import IdempotencyKey
from parley.kit.errors import FieldError, ValidationFailed
from parley.web.endpoint import ApiRequest

KEY_LIMIT = 255


def read_idempotency_key(request: ApiRequest[Any, Any]) -> IdempotencyKey | None:
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not 0 < len(key) <= KEY_LIMIT:
        problem = FieldError("Idempotency-Key", f"has between 1 and {KEY_LIMIT} characters")
        raise ValidationFailed(fields=[problem])
    # The body and the path belong to it: the same key with another request is a mistake of the client.
    return IdempotencyKey.for_request(request.key.id, key, request.http_request.scope["path"], request.raw)
