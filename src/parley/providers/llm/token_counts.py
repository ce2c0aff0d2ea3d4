"""Tokens of requests to language models, counted for Prometheus as their endpoints tell them."""

from __future__ import annotations

from typing import Any, NamedTuple

from prometheus_client import Counter

MODELS = 50
"""So many are counted apart: projects choose names of models, and must not fill memory with counters."""
OTHER = "other"
_LONGEST_NAME = 100
_MOST = 10**9
"""In one answer. What is more is no count."""

_tokens = Counter(
    "parley_model_tokens",
    "Tokens of requests to language models, as their endpoints count them.",
    ["provider", "model", "kind"],
)
_known: set[tuple[str, str]] = set()


class TokenUsage(NamedTuple):
    prompt: int
    completion: int


def usage_in(chunk: Any) -> TokenUsage | None:
    """What a chunk says of the whole request, if it says anything."""
    usage = chunk.get("usage") if isinstance(chunk, dict) else None
    if not isinstance(usage, dict):
        return None
    return TokenUsage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def count_tokens(provider: str, model: str, usage: TokenUsage | None) -> None:
    if usage is None:
        return
    labels = provider[:_LONGEST_NAME], model[:_LONGEST_NAME]
    if labels not in _known and len(_known) >= MODELS:
        labels = OTHER, OTHER
    else:
        _known.add(labels)
    for kind, count in usage._asdict().items():
        _tokens.labels(*labels, kind).inc(count)


def _count(value: Any) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
    return value if is_count else 0
