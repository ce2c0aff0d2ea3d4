"""The `Idempotency-Key` header: what marks a request as one that was sent before."""

from __future__ import annotations

from typing import Any

from parley.domain.conversations.model import IdempotencyKey
from parley.kit.errors import FieldError, ValidationFailed
from parley.web.endpoint import Call

KEY_LIMIT = 255


def read_idempotency_key(call: Call[Any, Any]) -> IdempotencyKey | None:
    key = call.headers.get("idempotency-key")
    if key is None:
        return None
    if not 0 < len(key) <= KEY_LIMIT:
        problem = FieldError("Idempotency-Key", f"has between 1 and {KEY_LIMIT} characters")
        raise ValidationFailed(fields=[problem])
    return IdempotencyKey.for_request(call.key.id, key, call.request.scope["path"], call.raw)
