"""test_suite/: simulated conversations. A broken case never keeps the agent from running, so all is a warning here."""

from __future__ import annotations

from dataclasses import replace

from parley.domain.projects.loading.conversation_setup import (
    CHANNELS,
    read_api_mocks,
    read_attributes,
    read_language,
    read_moment,
    read_variant,
)
from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.patterns import check_pattern
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.tree import to_json
from parley.domain.projects.model import ExpectedCall, Json, TestCase
from parley.providers.llm import scripted

VALUE_TYPES = ("string", "integer", "number", "boolean")


def load_tests(source: Source, default_language: str) -> dict[str, TestCase]:
    cases: dict[str, TestCase] = {}
    for path in source.paths("test_suite", ".yaml", ".yml"):
        fields = source.yaml(path, strict=False)
        if path in source.findings.unreadable:
            continue
        case = _case(fields, path.rpartition("/")[2].rpartition(".")[0], default_language)
        # A key that the hosted service may have come to know since does no harm, but in a script: that is ours.
        unknown = source.findings.keys.unknown(path)
        mistakes = [f"line {each.line}: {each}" for each in unknown if each.meant or case.script]
        if _expects_nothing(case):
            mistakes.append("the script expects nothing: no entry has `expect`, and there are no assertions")
        case = replace(case, mistakes=tuple(mistakes))
        if case.name in cases:
            fields.problem("name", f"the test '{case.name}' is defined twice; this one is ignored")
            continue
        cases[case.name] = case
    return cases


def _expects_nothing(case: TestCase) -> bool:
    expects = any(isinstance(entry, dict) and entry.get("expect") for entry in case.script)
    return bool(case.script) and not (expects or case.prompt_assertions or case.function_call_assertions)


def _case(fields: Fields, fallback: str, default_language: str) -> TestCase:
    scenario = fields.text("scenario").strip()
    if not scenario and fields.get("script") is None:
        fields.problem("scenario", "'scenario' is missing")
    return TestCase(
        name=fields.name(fallback),
        scenario=scenario,
        channel=CHANNELS[fields.choice("channel", CHANNELS, "voice")],
        language=read_language(fields) or default_language,
        variant=read_variant(fields),
        simulated_at=read_moment(fields),
        tags=fields.texts("tags"),
        caller_number=fields.optional("caller_number"),
        sip_headers=fields.text_map("sip_headers"),
        integration_attributes=read_attributes(fields),
        prompt_assertions=fields.texts("prompt_assertions"),
        function_call_assertions=tuple(_expected_call(item) for item in fields.each("function_call_assertions")),
        script=tuple(_turn(item) for item in fields.each("script")),
        api_mocks=read_api_mocks(fields),
    )


def _turn(item: Fields) -> Json:
    item.text("user")
    for move in item.each("model"):
        _check_move(move)
    expected = item.inner("expect")
    expected.accept("ends", "state")
    for key in ("calls", "handoff", "flow", "step"):
        expected.text(key)
    for key in ("says", "not_says"):
        if text := expected.text(key):
            check_pattern(expected, key, text)
    return to_json(item.node)


def _check_move(move: Fields) -> None:
    move.accept(*scripted.KEYS)
    for key in ("say", "call", "error", "when"):
        move.text(key)
    move.number("delay", 0)
    move.flag("repeat")


def _expected_call(item: Fields) -> ExpectedCall:
    name = item.name()
    if name:
        item.mention("name", Target.ANY_FUNCTION, name)
    arguments = {}
    for argument in item.each("arguments"):
        parameter = argument.text("parameter_name").strip()
        if not parameter:
            argument.problem("parameter_name", "'parameter_name' is missing")
            continue
        arguments[parameter] = _expected_value(argument)
    return ExpectedCall(name, arguments)


def _expected_value(argument: Fields) -> Json:
    kind = argument.choice("value_type", VALUE_TYPES, "string")
    if kind == "integer":
        return argument.integer("expected_value", 0)
    if kind == "number":
        return argument.number("expected_value", 0)
    if kind == "boolean":
        return argument.flag("expected_value")
    return argument.text("expected_value")
