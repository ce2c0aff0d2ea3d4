"""That the tests of operations would notice: facts that our documents or answers do not meet are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hosted.facts import OPERATIONS, differences, misfits

KNOWN = {each.title: each for each in OPERATIONS}
AGENT = "/v1/agents/{agent}"


@pytest.mark.slow
def test_what_a_document_does_not_say_is_told() -> None:
    listed, made = KNOWN[f"GET {AGENT}/deployments"], KNOWN["POST /v1/accounts/{account}/agents"]
    assert differences(replace(listed, status=201)) == ["status: 201 is not answered"]
    assert differences(replace(listed, errors=(418,))) == ["status: 418 is not answered"]
    assert differences(replace(listed, query={**listed.query, "since": "s"})) == ["query.since: is not known"]
    optional = {"(environment)": "ENV", "(limit)": "i"}
    assert differences(replace(listed, query=optional)) == ["query.environment: is required"]
    assert differences(replace(listed, query={**optional, "limit": "i"})) == [
        "query.environment: is required",
        "query.limit: may be missing",
    ]
    assert differences(replace(listed, reply={"deployments": [{"id": "i"}]})) == [
        "reply.deployments[].id: is string, not integer"
    ]
    assert differences(replace(listed, reply={"deployments": [{"more": "s"}]})) == [
        "reply.deployments[].more: is missing"
    ]
    assert differences(replace(made, limits={"name": "2..100"})) == ["request.name: is not a text of 2..100 letters"]
    assert differences(replace(made, limits={"name": "1..50"})) == ["request.name: is not a text of 1..50 letters"]
    assert differences(replace(made, request={"(name)": "s"})) == [
        "request.name: is required",
        "request.responseSettings: is required",
    ]


@pytest.mark.parametrize(
    ("fact", "value", "problem"),
    [
        ("s", 1, "reply: is 1, not s"),
        ("i", True, "reply: is True, not i"),
        ("s", None, "reply: is None, not s"),
        ("a|b", "c", "reply: is 'c', not a|b"),
        (["s"], {}, "reply: is {}, no list"),
        ({"name": "s"}, {}, "reply.name: is missing"),
        ({"*": "s"}, {"one": 1}, "reply.one: is 1, not s"),
        ({"inner": [{"id": "s"}]}, {"inner": [{"id": None}]}, "reply.inner[0].id: is None, not s"),
    ],
)
def test_what_an_answer_does_not_have_is_told(fact: object, value: object, problem: str) -> None:
    assert list(misfits(fact, value, "reply")) == [problem]


@pytest.mark.parametrize(
    ("fact", "value"), [("s|null", None), ({"(name)": "s"}, {}), ("a|b", "b"), ({"*": ["s"]}, {"x": ["y"]}), ("n", 1)]
)
def test_what_fits_is_not(fact: object, value: object) -> None:
    assert list(misfits(fact, value, "reply")) == []
