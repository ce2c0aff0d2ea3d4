from __future__ import annotations

import json

import pytest

from parley.providers.llm.error_details import ErrorDetails, error_in, error_of_body

OPTIONAL = ("max_tokens", "temperature", "reasoning_effort", "verbosity", "response_format")


@pytest.mark.parametrize(
    ("error", "parameter"),
    [
        ({"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'"
                     " instead.", "code": "unsupported_parameter", "param": "max_tokens"}, "max_tokens"),
        ({"message": "Unsupported value: 'temperature' does not support 0.2", "code": "unsupported_value",
          "param": "temperature"}, "temperature"),
        ({"message": "Unrecognized request argument supplied: reasoning_effort"}, "reasoning_effort"),
        ({"message": "Unknown parameter: 'verbosity'.", "param": "verbosity"}, "verbosity"),
        ({"message": "temperature: extra inputs are not permitted"}, "temperature"),
        ({"message": "max_tokens is too large: 99999", "param": "max_tokens"}, None),
        ({"message": "messages: unknown role"}, None),
        ({"message": "not supported"}, None),
    ],
)  # fmt: skip
def test_the_refused_parameter_is_found(error: dict[str, str], parameter: str | None) -> None:
    details = error_in({"error": error}, OPTIONAL)
    assert details is not None
    assert details.refused_parameter == parameter


def test_a_validation_detail_names_its_parameter_too() -> None:
    detail = [{"loc": ["body", "verbosity"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]
    assert error_of_body(json.dumps({"detail": detail}).encode(), OPTIONAL).refused_parameter == "verbosity"


@pytest.mark.parametrize(
    ("value", "details"),
    [
        ({"choices": []}, None),
        ({"error": None, "choices": []}, None),
        ({"error": {"message": "x", "type": "overloaded_error"}}, ErrorDetails("overloaded_error", is_transient=True)),
        ({"error": {"message": "x", "code": 503}}, ErrorDetails(None, 503)),
        ({"object": "error", "message": "x", "code": "429"}, ErrorDetails(None, 429)),
        ({"error": {"message": "x", "status": "50²"}}, ErrorDetails()),
        ({"error": {"message": "x", "status": "9" * 5_000}}, ErrorDetails()),
        ({"error": "try later: server overloaded"}, ErrorDetails(is_transient=True)),
        ({"error": {"message": "sk-123 is wrong", "code": "my words: 'sk-123'"}}, ErrorDetails()),
        ({"error": {"message": "The model `x` does not exist"}}, ErrorDetails(is_unknown_model=True)),
    ],
)
def test_only_short_tokens_are_kept(value: object, details: ErrorDetails | None) -> None:
    assert error_in(value) == details


@pytest.mark.parametrize("body", [b"", b"<html>502</html>", b"[]", b'["x"]', b'[{"error": {"code": "bad"}}]'])
def test_any_body_can_be_read(body: bytes) -> None:
    assert error_of_body(body).code in (None, "bad")
