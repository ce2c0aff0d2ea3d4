from __future__ import annotations

from typing import Any

import pytest
from prometheus_client import REGISTRY

from parley.providers.llm import token_counts
from parley.providers.llm.token_counts import MODELS, OTHER, TokenUsage, count_tokens, usage_in


def counted(provider: str, model: str, kind: str) -> float:
    labels = {"provider": provider, "model": model, "kind": kind}
    return REGISTRY.get_sample_value("parley_model_tokens_total", labels) or 0


@pytest.mark.parametrize(
    ("chunk", "usage"),
    [
        ({"usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}}, TokenUsage(12, 3)),
        ({"usage": {"prompt_tokens": 12}}, TokenUsage(12, 0)),
        ({"usage": {"prompt_tokens": -1, "completion_tokens": True}}, TokenUsage(0, 0)),
        ({"usage": {"prompt_tokens": 10**30, "completion_tokens": "3"}}, TokenUsage(0, 0)),
        ({"usage": None}, None),
        ({"choices": []}, None),
        ("nonsense", None),
    ],
)
def test_what_an_answer_says_of_its_tokens(chunk: Any, usage: TokenUsage | None) -> None:
    assert usage_in(chunk) == usage


def test_models_beyond_so_many_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_counts, "_known", set())
    before = counted(OTHER, OTHER, "completion")
    for number in range(MODELS + 2):
        count_tokens("tokens.test", f"model-{number}", TokenUsage(10, 5))
    count_tokens("tokens.test", "model-0", TokenUsage(1, 1))
    count_tokens("tokens.test", "model-0", None)
    assert counted("tokens.test", "model-0", "prompt") == 11
    assert counted("tokens.test", f"model-{MODELS}", "prompt") == 0
    assert counted(OTHER, OTHER, "completion") == before + 10
