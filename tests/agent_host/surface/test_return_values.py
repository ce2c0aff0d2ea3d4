"""What functions return, and what it means."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import HandoffRequest, Reply, Transition
from tests.agent_host.in_process import PROJECT, run_body, run_in_process


def reply(body: str) -> Reply:
    outcome = run_body(body)
    assert outcome.failure is None, outcome.failure
    return outcome.reply


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 'Tell them no'", Reply(content="Tell them no")),
        ("return ''", Reply(content="")),
        ("return None", Reply()),
        ("pass", Reply()),
        ("return {}", Reply()),
        ("return {'content': 'x'}", Reply(content="x")),
        ("return {'utterance': ''}", Reply(utterance="")),
        ("return {'utterance': 'u', 'content': 'c'}", Reply(content="c", utterance="u")),
        ("return {'utterance': 'u', 'end_turn': False}", Reply(utterance="u", end_turn=False)),
        ("return {'utterance': 5}", Reply(utterance="5")),
        ("return {'hangup': True}", Reply(hangup=True)),
        (
            "return {'utterance': 'u', 'listen': {'asr': {'timeout': 0.1}}}",
            Reply(utterance="u", listen={"asr": {"timeout": 0.1}}),
        ),
        (
            "return {'transition': {'goto_flow': 'F', 'goto_step': 'S'}}",
            Reply(transition=Transition(goto_flow="F", goto_step="S")),
        ),
        ("return {'transition': {'exit_flow': True}}", Reply(transition=Transition(exit_flow=True))),
        ("return {'utterance': '12', 'utterance_channel': 'DTMF'}", Reply(utterance="12", utterance_channel="DTMF")),
        ("conv.say('now')\nreturn 'later'", Reply(content="later", utterance="now")),
        ("conv.say('a')\nconv.say('b')", Reply(utterance="b")),
        ("conv.say('a')\nreturn {'utterance': 'b'}", Reply(utterance="b")),
    ],
)
def test_return_values(body: str, expected: Reply) -> None:
    assert reply(body) == expected


@pytest.mark.parametrize(
    "value", ["5", "True", "['a']", "(1, 2)", "object()", "3.5", "(n for n in [])", "Conversation"]
)
def test_other_types_are_invalid_but_what_was_asked_for_counts(value: str) -> None:
    found = reply(f"conv.goto_flow('F')\nreturn {value}")
    assert found.invalid
    assert found.transition == Transition(goto_flow="F")


@pytest.mark.parametrize(
    ("value", "unknown"),
    [
        ("{'uterance': 'Hello'}", "uterance"),
        ("{'utterance': 'Hello', 'contents': 'x'}", "contents"),
        ("{'found': True, 'when': None}", "found, when"),
        ("{5: 'x'}", "5"),
    ],
)
def test_a_dictionary_with_a_key_that_the_format_does_not_know_is_invalid(value: str, unknown: str) -> None:
    found = reply(f"return {value}")
    assert (found.utterance, found.content) == (None, None)
    assert found.invalid is not None
    assert f"unknown key {unknown};" in found.invalid
    assert "utterance" in found.invalid


def test_a_return_value_that_bites_is_invalid() -> None:
    body = """
    class Trap(dict):
        def get(self, *a):
            raise SystemExit("bite")
    return Trap(utterance="x")
    """
    assert "bite" in (reply(body).invalid or "")


def test_a_returned_variant_is_an_effect() -> None:
    assert run_body("return {'variant': 'south'}").effects.variant == "south"
    unknown = run_body("return {'variant': 'nowhere'}")
    assert (unknown.effects.variant, unknown.effects.logs[0].level) == (None, "warning")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("conv.goto_flow('A')\nflow.goto_step('S')", Transition("A", "S")),
        ("flow.goto_step('S', 'label')\nconv.goto_flow('A')", Transition("A", "S")),
        ("flow.goto_step('S')\nflow.goto_step('T')", Transition(goto_step="T")),
        ("conv.goto_flow('A')\nconv.goto_flow('B')", Transition("B")),
        ("conv.goto_flow('A')\nflow.goto_step('S')\nconv.goto_flow('B')", Transition("B")),
        ("conv.goto_flow('A')\nconv.exit_flow()\nflow.goto_step('S')", Transition("A", "S")),
        ("flow.goto_step('S')\nconv.exit_flow()", Transition(goto_step="S")),
        ("conv.exit_flow()", Transition(exit_flow=True)),
        ("conv.goto_flow('A')\nreturn {'transition': {'goto_step': 'T'}}", Transition(goto_step="T")),
        ("conv.goto_flow('A')\nreturn {'transition': {}}", Transition(goto_flow="A")),
    ],
)
def test_navigation_precedence(body: str, expected: Transition) -> None:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    path = "flows/slug/functions/f.py"
    with run_in_process(
        {path: f"from _gen import *\ndef f(conv: Conversation, flow: Flow):\n{lines}\n"}, PROJECT
    ) as harness:
        assert harness.call(path).reply.transition == expected


DEFAULT = {"refer": {"phone_number": "100", "sip_headers": {"X-Team": "one"}}}
"""The project also has ``X-Reason: $why``: a header whose variable is not set is not sent."""


@pytest.mark.parametrize("name", ["'default'", "'DEFAULT'", "'t1 skill'", "'T1 Skill'"])
def test_call_handoff_finds_the_destination(name: str) -> None:
    expected = HandoffRequest("T1 Skill", "T1 Skill", None, "refer", DEFAULT)
    assert reply(f"conv.call_handoff({name})").handoff == expected
    assert reply(f"return conv.call_handoff({name})").handoff == expected


def test_call_handoff_with_everything() -> None:
    found = reply(
        "conv.state.why = 'angry'\n"
        "return conv.call_handoff('default', reason='R', utterance='Hold on', sip_headers={'X-Team': 'two'}, route='9')"
    )
    blocks = {"refer": {"phone_number": "9", "sip_headers": {"X-Reason": "angry", "X-Team": "two"}}}
    assert found == Reply(utterance="Hold on", handoff=HandoffRequest("T1 Skill", "R", "Hold on", "refer", blocks))


def test_an_unknown_destination_is_missing_only_when_there_are_others() -> None:
    failure = run_body("conv.call_handoff('nobody')").failure
    assert failure is not None
    assert failure.kind == "MissingHandoff"
    caught = reply("try:\n    conv.call_handoff('nobody')\nexcept MissingHandoff as error:\n    return str(error)")
    assert "nobody" in (caught.content or "")
    with run_in_process(
        {"functions/f.py": "def f(conv):\n    return conv.call_handoff('DEFAULT', 'why')"}, {}
    ) as harness:
        assert harness.call().reply.handoff == HandoffRequest("DEFAULT", "why")


@pytest.mark.parametrize(
    ("handoff", "expected"),
    [
        (True, HandoffRequest("T1 Skill", "T1 Skill", None, "refer", DEFAULT)),
        ("Billing", HandoffRequest("Billing", "Billing", None, "bye", {"bye": {"sip_headers": {}}})),
        (
            {"type": "SALES", "reason": "R", "refer": {"phone_number": "5"}},
            HandoffRequest("SALES", "R", None, "refer", {"refer": {"phone_number": "5"}}),
        ),
        (
            {"type": "T1 Skill", "refer": {"phone_number": "5", "sip_headers": {"X-Team": "z"}}},
            HandoffRequest(
                "T1 Skill",
                "T1 Skill",
                None,
                "refer",
                {"refer": {"phone_number": "5", "sip_headers": {"X-Team": "z"}}},
            ),
        ),
        (
            {"type": "CARE", "reason": "R", "cxone": {"contactId": 1}},
            HandoffRequest("CARE", "R", None, None, {"cxone": {"contactId": 1}}),
        ),
        (
            {"invite": {"phone_number": "7"}},
            HandoffRequest("7", "7", None, "invite", {"invite": {"phone_number": "7"}}),
        ),
    ],
)
def test_returned_handoffs(handoff: Any, expected: HandoffRequest) -> None:
    assert reply(f"return {{'utterance': 'u', 'handoff': {handoff!r}}}") == Reply(utterance="u", handoff=expected)


def test_a_nested_utterance_is_said_unless_there_is_another() -> None:
    nested = {"type": "A", "utterance": "inner"}
    assert reply(f"return {{'handoff': {nested}}}").utterance == "inner"
    assert reply(f"return {{'utterance': 'outer', 'handoff': {nested}}}").utterance == "outer"


def test_a_bare_bye_is_a_goodbye() -> None:
    outcome = run_body("return {'utterance': 'Bye', 'handoff': {'bye': {'sip_headers': {'X-Outcome': 'done'}}}}")
    assert outcome.reply == Reply(utterance="Bye", hangup=True)
    assert outcome.effects.other["goodbye"] == {"bye": {"sip_headers": {"X-Outcome": "done"}}}


@pytest.mark.parametrize("nothing", [None, False, {}, ""])
def test_no_handoff(nothing: object) -> None:
    assert reply(f"return {{'content': 'c', 'handoff': {nothing!r}}}") == Reply(content="c")
