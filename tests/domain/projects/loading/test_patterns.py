"""Patterns in a project's files: what is wrong with them, where, and what that means for the project."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects import schema_keywords
from parley.domain.projects.loading import patterns
from parley.domain.projects.model import Problem, Project
from parley.domain.projects.schema_check import check_schema, find_misfits, find_unusable_patterns

Files = Mapping[str, str | bytes]
LoadFiles = Callable[[Files], tuple[Project | None, list[Problem]]]
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"

CORRECTIONS = "voice/speech_recognition/transcript_corrections.yaml"
PRONUNCIATIONS = "voice/response_control/pronunciations.yaml"
PHRASES = "voice/response_control/phrase_filtering.yaml"
ENTITIES = "config/entities.yaml"
SCHEMA = "real_time_configuration/live/schema.json"
BACK = "cannot be used and is ignored: it refers back to a group (\\1 or (?P=name)); write out what may be repeated"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        (
            CORRECTIONS,
            "corrections:\n- name: a\n  regular_expressions:\n  - regular_expression: (a)\\1\n    replacement: x\n",
            f":4: warning: 'regular_expression' {BACK}",
        ),
        (PRONUNCIATIONS, "pronunciations:\n- regex: (a)\\1\n  replacement: x\n", f":2: warning: 'regex' {BACK}"),
        (
            PHRASES,
            "phrase_filtering:\n- name: a\n  regular_expressions:\n  - ok\n  - (a)\\1\n",
            f":5: warning: 'regular_expressions' {BACK}",
        ),
        (
            ENTITIES,
            "entities:\n- name: e\n  entity_type: alphanumeric\n  config:\n    regular_expression: (a)\\1\n",
            f":5: warning: 'regular_expression' {BACK}",
        ),
        (SCHEMA, '{"properties":\n{"a": {"pattern": "(a)\\\\1"}}}', f":2: warning: 'pattern' {BACK}"),
        (SCHEMA, '{"patternProperties":\n{"(a)\\\\1": {}}}', f":2: warning: 'pattern' {BACK}"),
        (
            "test_suite/t.yaml",
            "name: t\nscript:\n- user: hi\n  expect:\n    says: (a)\\1\n",
            f":5: warning: 'says' {BACK}",
        ),
        (
            PRONUNCIATIONS,
            "pronunciations:\n- regex: (a{1000}){1000}\n  replacement: x\n",
            ":2: warning: 'regex' cannot be used and is ignored: it repeats something more than 1000 times"
            " (repeats inside repeats are multiplied)",
        ),
    ],
)
def test_a_pattern_that_cannot_be_used_is_named_and_ignored(
    load_files: LoadFiles, path: str, text: str, message: str
) -> None:
    project, problems = load_files({path: text})
    assert [str(problem) for problem in problems] == [path + message]
    assert project is not None
    assert (project.corrections, project.pronunciations) == ((), ())
    assert all(each.patterns == ("ok",) for each in project.phrase_filters)
    assert all(each.config["regular_expression"] is None for each in project.entities.values())


@pytest.mark.parametrize(
    "regex",
    [r"(?<!\d)\d{4}(?!\d)", r"\bdr\.?(?=\s+[A-Z])", r"(?<=\$)\d++", r"(?i)café\b", r"(?<n>\d)\Z", r"^(?=.*\d)\w{4,}$"],
)
def test_what_projects_use_goes_on_working(load_files: LoadFiles, regex: str) -> None:
    files = {PRONUNCIATIONS: f"pronunciations:\n- regex: '{regex}'\n  replacement: x\n"}
    project, problems = load_files(files)
    assert problems == []
    assert project is not None
    assert len(project.pronunciations) == 1


@pytest.mark.slow
def test_patterns_of_a_project_are_limited_together(load_files: LoadFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST", 50), ("MOST_CHARACTERS", 2_000), ("LARGEST", 5_000)):
        monkeypatch.setattr(patterns, name, value)

    def loaded(count: int, regex: str) -> tuple[int, set[str]]:
        rules = "".join(f"- regex: '{regex}'\n  replacement: x\n" for _ in range(count))
        project, problems = load_files({PRONUNCIATIONS: f"pronunciations:\n{rules}"})
        assert project is not None
        return len(project.pronunciations), {problem.message.partition("ignored: ")[2] for problem in problems}

    assert loaded(50, "a") == (50, set())
    assert loaded(52, "a") == (50, {"the project has more than 50 patterns"})
    assert loaded(5, "a" * 500) == (4, {"the patterns of the project have more than 2000 characters together"})
    used, messages = loaded(20, "(?:.{0,400}x)y")
    assert used < 10
    assert messages == {"the patterns of the project are too large together; write fewer or smaller repeats"}


def test_new_schemas_have_patterns_that_can_be_used() -> None:
    schema = {"properties": {"a": {"pattern": r"(x)\1"}, "b": {"pattern": "x"}}}
    assert check_schema(schema) == []
    (problem,) = find_unusable_patterns(schema)
    assert problem.field == "schema.properties.a.pattern"
    assert problem.message.startswith("has a pattern that cannot be used: it refers back to a group")
    assert [each.field for each in find_misfits(schema, {"a": "y", "b": "y"})] == ["variables.b"], "the rest holds"


UNUSABLE = {"pattern": r"(x)\1", "patternProperties": {r"(y)\1": {}}}


@pytest.mark.parametrize(
    "schema",
    [
        {"default": UNUSABLE},
        {"properties": {"a": {"examples": [UNUSABLE], "const": UNUSABLE, "enum": [UNUSABLE]}}},
        {"properties": {"patternProperties": {r"(x)\1": "no keyword"}}},
    ],
)
def test_what_is_data_or_a_name_in_a_schema_is_no_pattern(load_files: LoadFiles, schema: dict[str, object]) -> None:
    assert (check_schema(schema), find_unusable_patterns(schema)) == ([], [])
    _, problems = load_files({SCHEMA: json.dumps(schema)})
    assert problems == []


@pytest.mark.parametrize("keyword", ["properties", "definitions", "patternProperties"])
def test_a_property_may_have_the_name_of_a_keyword(load_files: LoadFiles, keyword: str) -> None:
    schema = {keyword: {"default": {"pattern": r"(x)\1"}}}
    assert [each.field for each in find_unusable_patterns(schema)] == [f"schema.{keyword}.default.pattern"]
    _, problems = load_files({SCHEMA: json.dumps(schema)})
    assert len(problems) == 1


def test_a_reference_into_data_does_not_get_around_the_limits() -> None:
    hidden = {"patternProperties": {"^(a+)+$": {}}, "unevaluatedProperties": False}
    schema = {"$schema": DRAFT_2020, "$ref": "#/default", "default": hidden}
    assert find_misfits(schema, {"a" * 40 + "!": 1}) == [], "checked with our own patterns, or not at all"
    crowd = [{"pattern": str(number)} for number in range(501)]
    assert "more than 500 patterns" in check_schema({"default": crowd})[0].message


def bomb(levels: int) -> dict[str, object]:
    steps = {f"a{n}": {"allOf": [{"$ref": f"#/definitions/a{n + 1}"}] * 2} for n in range(levels)}
    return {"$ref": "#/definitions/a0", "definitions": {**steps, f"a{levels}": {"type": "object"}}}


MIXED = [value for number in range(12_000) for value in (number, str(number), [number])]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "variables", "words"),
    [
        (bomb(40), {"a": 1}, "takes too much work to check"),
        ({"anyOf": [{"type": "string"}] * 1_000}, {"a": list(range(20_000))}, "takes too much work to check"),
        ({"allOf": [{"pattern": str(number)} for number in range(501)]}, {}, "has more than 500 patterns"),
        ({"additionalProperties": {"uniqueItems": True}}, {"a": MIXED}, ""),
        ({"required": MIXED}, {}, 'does not fit "type":"string"'),
        ({"$schema": DRAFT_2020, "$defs": {"q": {"$anchor": "q"}}, "allOf": [{"$ref": "#q"}] * 200}, {"a": 1}, ""),
    ],
)
def test_a_check_does_a_limited_amount_of_work(
    schema: dict[str, object], variables: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of these would take minutes without a limit, or longer than the world exists."""
    monkeypatch.setattr(schema_keywords, "ALLOWANCE", schema_keywords.ALLOWANCE // 10)
    problems = find_misfits(schema, variables)
    assert words in problems[0].message if words else problems == []


@pytest.mark.slow
@pytest.mark.parametrize("value", [[1, 1.0], ["a", "a"], [[1], [1]], [{"a": 1}, {"a": 1}], [None, None], [True, True]])
def test_what_is_the_same_is_not_unique(value: list[object]) -> None:
    assert len(find_misfits({"additionalProperties": {"uniqueItems": True}}, {"a": value})) == 1


@pytest.mark.parametrize("value", [[1, True], [0, False], ["1", 1], [[1], [True]], [{}, []], [None, 0]])
def test_what_only_looks_the_same_is_unique(value: list[object]) -> None:
    assert find_misfits({"additionalProperties": {"uniqueItems": True}}, {"a": value}) == []


def test_names_that_match_a_pattern_are_not_additional() -> None:
    schema = {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}
    assert find_misfits(schema, {"x-a": 1}) == []
    assert {(each.field, each.message) for each in find_misfits(schema, {"x-a": "1", "b": 1})} == {
        ("variables.x-a", 'does not fit "type":"integer"'),
        ("variables", "additional properties are not allowed ('b' was unexpected)"),
    }
