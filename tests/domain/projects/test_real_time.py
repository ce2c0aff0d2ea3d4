"""Real-time configuration: edits over files, and variables that have to fit their schema."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects import store
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.real_time import LARGEST, ConfigLayer, RealTimeConfig, check_size, effective_variables
from parley.domain.projects.real_time_cache import RealTimeCache
from parley.domain.projects.schema_check import check_schema, find_misfits
from parley.kit.json_depth import DEEPEST

if TYPE_CHECKING:  # which half of Parley has to be imported for
    from parley.resources import Resources
    from tests.make import Make

EARLY = datetime(2026, 3, 1, tzinfo=UTC)
LATE = EARLY + timedelta(days=1)

ASTRAY = "refers to what is no schema, or not in it"

variables = st.dictionaries(
    st.sampled_from("abcd"), st.none() | st.integers(0, 2) | st.dictionaries(st.just("x"), st.none())
)


@given(files=variables, edits=variables)
def test_edits_stand_over_files_key_by_key(files: dict[str, Any], edits: dict[str, Any]) -> None:
    found = effective_variables(files, edits)
    for name in "abcd":
        if name in edits:
            assert found.get(name) == edits[name]
            assert (name in found) == (edits[name] is not None)
        else:
            assert (name in found, found.get(name)) == (name in files, files.get(name))


def test_a_page_says_what_is_in_force() -> None:
    files = ConfigLayer({"title": "files"}, {"a": 1, "b": {"deep": 1}, "c": None}, EARLY)
    edits = ConfigLayer(None, {"b": {"other": 2}, "a": None, "gone": None}, LATE)
    page = {"clientEnv": "live", "variables": {"b": {"other": 2}, "c": None}}
    assert RealTimeConfig("live", files, edits).to_json() == {
        **page,
        "schema": {"title": "files"},
        "lastUpdated": "2026-03-02T00:00:00.000Z",
    }
    assert RealTimeConfig("live", files, ConfigLayer({}, {}, None)).to_json()["schema"] == {}
    assert RealTimeConfig("live", ConfigLayer(None, {}, LATE), ConfigLayer(None, {}, EARLY)).updated_at == LATE
    empty: dict[str, Any] = {"clientEnv": "live", "schema": {}, "variables": {}, "lastUpdated": None}
    assert RealTimeConfig("live", ConfigLayer(), ConfigLayer()).to_json() == empty


def nested(levels: int) -> dict[str, Any]:
    return {"a": nested(levels - 1)} if levels else {}


def test_size_and_depth_are_bounded() -> None:
    assert check_size("variables", {"a": "x" * (LARGEST - 8)}) == []
    (problem,) = check_size("variables", {"a": "x" * LARGEST})
    assert (problem.field, problem.message) == ("variables", f"has more than {LARGEST} bytes")
    assert check_size("schema", nested(DEEPEST - 1)) == []
    for levels in (DEEPEST, 900):
        (problem,) = check_size("schema", nested(levels))
        assert (problem.field, problem.message) == ("schema", "is nested too deeply")


def found(schema: dict[str, Any], value: dict[str, Any]) -> dict[str, str]:
    return {problem.field: problem.message for problem in find_misfits(schema, value)}


def test_every_variable_that_does_not_fit_is_named_and_none_is_repeated() -> None:
    day = {"type": "object", "properties": {"from": {"type": "string", "pattern": "^[0-9:]+$"}}}
    schema = {
        "type": "object",
        "properties": {"notice": {}, "open": {"type": "boolean"}, "days": {"type": "array", "items": day}},
        "required": ["notice"],
        "additionalProperties": False,
    }
    value = {"open": "hunter2", "days": [{}, {"from": "hunter2"}], "more": 1}
    assert {(problem.field, problem.message) for problem in find_misfits(schema, value)} == {
        ("variables", "'notice' is a required property"),
        ("variables", "additional properties are not allowed ('more' was unexpected)"),
        ("variables.open", 'does not fit "type":"boolean"'),
        ("variables.days.1.from", 'does not fit "pattern":"^[0-9:]+$"'),
    }
    assert found(schema, {"open": True, "days": [{"from": "9:00"}], "notice": ""}) == {}
    assert found({}, value) == {}


def test_many_and_long_problems_are_cut_short() -> None:
    schema = {"additionalProperties": {"enum": ["x" * 1000]}}
    problems = find_misfits(schema, {str(number): number for number in range(1000)})
    assert len(problems) == 100
    assert all(len(problem.message) == 200 and problem.message.endswith("…") for problem in problems)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"$ref": "#/definitions/none"}, ASTRAY),
        ({"$ref": "http://127.0.0.1:9/schema.json"}, ASTRAY),
        ({"$ref": "#"}, "refers to itself without end"),
        ({"$ref": "http://["}, ASTRAY),
        ({"$ref": "#/$defs/a", "$defs": 1}, ASTRAY),
        ({"$ref": "#/default", "default": 1}, ASTRAY),
        ({"$ref": "#/default", "default": {"type": "text"}}, ASTRAY),
        ({"$ref": "#/default", "default": {"additionalProperties": {"pattern": "("}}}, ASTRAY),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_schema_that_leads_nowhere_is_to_blame(schema: dict[str, Any], words: str) -> None:
    assert check_schema(schema) == []
    assert found(schema, {"a": "x"}) == {"schema": words}


@pytest.mark.slow
@pytest.mark.parametrize(
    "draft",
    [None, "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "urn:other"],
)
def test_schemas_are_checked(draft: str | None) -> None:
    head = {"$schema": draft} if draft else {}
    good = {**head, "properties": {"a": {"type": "string", "format": "time"}}}
    assert check_schema(good) == []
    assert found(good, {"a": "half past nine"}) == {}, "formats are notes for people"
    bad = {**head, "minProperties": -1, "properties": {"a": {"type": "text"}, "b": {"pattern": "("}}}
    assert {problem.field for problem in check_schema(bad)} == {
        "schema.minProperties",
        "schema.properties.a.type",
        "schema.properties.b.pattern",
    }


@pytest.mark.parametrize("draft", [5, [], {}, None])
def test_a_schema_whose_draft_is_no_name(draft: object) -> None:
    expected = [("schema.$schema", 'does not fit "type":"string"')]
    for problems in (check_schema({"$schema": draft}), find_misfits({"$schema": draft}, {})):
        assert [(problem.field, problem.message) for problem in problems] == expected


async def test_what_was_not_edited_is_remembered_too(
    resources: Resources, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conversation that begins costs no query for it."""
    project_info: ProjectInfo = await make.project()
    asked = []

    async def find(*args: Any) -> ConfigLayer:
        asked.append(args)
        return ConfigLayer()

    monkeypatch.setattr(store, "find_edits", find)
    edited = RealTimeCache(resources.db, resources.signals)
    for _ in range(3):
        assert await edited.find_variables(project_info.id, "live") == {}
    assert len(asked) == 1
