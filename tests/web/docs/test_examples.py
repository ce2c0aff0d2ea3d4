"""Examples in the documents are what a client may send and may get."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parley.settings import Settings
from parley.web.docs.example_values import PATH_PARAMETERS
from parley.web.docs.examples import example_of, example_value
from tests.contract import SERVICES, documents


def test_what_a_field_says_itself_comes_first() -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string", "examples": ["Hello"]}}}
    assert example_of(schema, {}) == {"text": "Hello"}


def test_a_request_names_what_it_must_and_what_has_an_example() -> None:
    properties = {
        "text": {"type": "string"},
        "turn": {"type": "integer"},
        "channel": {"type": "string", "examples": ["SMS"]},
    }
    schema = {"type": "object", "properties": properties, "required": ["text"]}
    assert set(example_of(schema, {}, sparse=True)) == {"text", "channel"}
    assert set(example_of(schema, {})) == {"text", "turn", "channel"}


def test_what_contains_itself_comes_to_an_end() -> None:
    node = {"type": "object", "properties": {"inside": {"anyOf": [{"$ref": "#/x/Node"}, {"type": "null"}]}}}
    assert "inside" in example_of({"$ref": "#/x/Node"}, {"Node": node})


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 60}, 60),
        ({"type": "integer", "exclusiveMinimum": 1}, 2),
        ({"type": "integer", "maximum": 0}, 0),
        ({"type": "string", "minLength": 9}, "textxxxxx"),
        ({"type": "string", "pattern": "^ar_[A-Za-z0-9]+$"}, "ar_7Hk2Lm9QxZ"),
        ({"anyOf": [{"type": "null"}, {"enum": ["live"]}]}, "live"),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [False, False]),
        ({"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "null"}]}, [False, None]),
    ],
)
def test_a_value_keeps_to_its_limits(schema: dict[str, Any], expected: Any) -> None:
    assert example_value(schema, {}, "unheard_of") == expected


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_every_example_of_an_answer_and_of_a_request_is_valid(service: str) -> None:
    problems = {}
    for content in documents(service):
        for path, methods in content["paths"].items():
            for method, operation in methods.items():
                bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
                given = [kind for each in bodies for kind in each.get("content", {}).values() if "example" in kind]
                for each in given:
                    whole = {**each["schema"], "components": content["components"]}
                    found = [problem.message for problem in Draft202012Validator(whole).iter_errors(each["example"])]
                    if found:
                        problems[f"{method} {path}"] = found
    assert problems == {}


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_every_body_and_every_answer_in_json_has_an_example(service: str) -> None:
    for content in documents(service):
        for methods in content["paths"].values():
            for operation in methods.values():
                for each in (operation.get("requestBody", {}), *operation["responses"].values()):
                    kind = each.get("content", {}).get("application/json", {})
                    assert "example" in kind or kind == {}, operation["operationId"]


@pytest.mark.slow
def test_every_example_of_a_request_is_accepted_by_its_model() -> None:
    """Whose validators ask for more than a schema can say."""
    settings = Settings(database_url="postgresql://nowhere")
    for endpoints, _regions in SERVICES.values():
        for endpoint in endpoints:
            if endpoint.body is not None:
                schema = endpoint.body.model_json_schema()
                example = example_of(schema, schema.get("$defs", {}), sparse=True)
                endpoint.body.model_validate(example, context=settings)


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_and_every_name_in_a_path_is_described(service: str) -> None:
    for content in documents(service):
        for path, methods in content["paths"].items():
            for operation in methods.values():
                assert operation.get("description"), f"{operation['operationId']} has a summary alone"
                named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
                assert named <= PATH_PARAMETERS.keys(), path
