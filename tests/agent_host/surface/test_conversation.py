"""Every member of `conv`, as agent code meets it."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import EntityValue, HostServiceError, OutgoingMessage, TranscriptLine
from tests.agent_host.in_process import HEADER, PROJECT, VIEW, evaluate, run_body, run_in_process, view_with

FULL = view_with(
    caller_number="+15550100",
    callee_number="+15550199",
    sip_headers={"X-A": "1"},
    integration_attributes={"shared_id": "s", "n": 1},
    current_flow="Book a table (V2)",
    current_step="Ask",
    recent=[TranscriptLine("agent", "Hello"), TranscriptLine("user", ""), TranscriptLine("user", "A table")],
    transcript_alternatives=["A table", "A cable"],
    language="es-ES",
    real_time_config={"flags": {"on": True}},
    memory={"cheese": "brie"},
    metric_events=[("QA", "Fees"), ("N", 3)],
    external_events=[
        {
            "ext_event_id": "e1",
            "send_to_llm": False,
            "created_at": "2025",
            "data": "{}",
            "content_type": "application/json",
        }
    ],
    started_at="2025-01-01T00:00:00Z",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[conv.id, conv.account_id, conv.project_id, conv.env]", ["conv-1", "acc", "proj", "sandbox"]),
        ("conv.channel_type", "webchat.polyai"),
        ("[conv.caller_number, conv.callee_number]", ["+15550100", "+15550199"]),
        ("conv.sip_headers.get('X-A')", "1"),
        ("conv.integration_attributes", {"shared_id": "s", "n": 1}),
        ("[conv.current_flow, conv.current_step]", ["Book a table (V2)", "Ask"]),
        ("[e.to_string() for e in conv.history]", ["Agent: Hello", "User: ", "User: A table"]),
        ("[isinstance(e, UserInput) for e in conv.history]", [False, True, True]),
        ("conv.history[-1].to_dict()['type']", "user"),
        ("conv.transcript_alternatives", ["A table", "A cable"]),
        ("conv.language", "es-ES"),
        ("[conv.variant_name, conv.variant.city, conv.variant.nothing]", ["north", "York", None]),
        ("sorted(conv.variants)", ["north", "south"]),
        ("conv.real_time_config.get('flags', {}).get('on')", True),
        ("[conv.memory.get('cheese'), 'x' in conv.memory, len(conv.memory)]", ["brie", False, 1]),
        ("conv.memory.fields()", {"cheese": "brie"}),
        ("[(m.name, m['value']) for m in conv.metric_events]", [["QA", "Fees"], ["N", 3]]),
        ("[conv.generic_external_events[0].data, conv.generic_external_events[0]['ext_event_id']]", ["{}", "e1"]),
        ("conv.translations.hello", "Hola"),
        ("conv.translations.only", "Only"),
        ("conv.sms_templates['confirm'].phone_number", "+44"),
        ("'nope' in conv.sms_templates or conv.sms_templates.get('nope')", None),
        ("conv.handoffs['T1 Skill'].sip_config", {"phone_number": "100"}),
        ("[conv.num_turns, conv.started_at, conv.metadata]", [2, "2025-01-01T00:00:00Z", {}]),
        ("[conv._analytics_events, conv.attachments, conv.sms_queue]", [[], [], []]),
        ("[conv.timezone, conv.voice_change, conv.provider_voice_id]", [None, None, ""]),
        ("conv.clock.timezone", "UTC"),
    ],
)
def test_reading(expression: str, expected: Any) -> None:
    assert evaluate(expression, FULL) == expected


def test_what_is_absent() -> None:
    found = evaluate("[conv.integration_attributes, conv.sip_headers, conv.entities.zip, conv.caller_number]", VIEW)
    assert found == [None, {}, None, None]
    assert evaluate("conv.variant", view_with(variant=None)) is None


@pytest.mark.parametrize("write", ["conv.real_time_config['a'] = 1", "conv.memory['a'] = 1", "conv.memory.a = 1"])
def test_read_only_members(write: str) -> None:
    failure = run_body(write).failure
    assert failure is not None
    assert failure.kind == "TypeError"


def test_a_long_history_is_fetched_once() -> None:
    lines = [{"role": "user", "text": str(n)} for n in range(40)]
    source = f"{HEADER}def f(conv):\n    return f'{{len(conv.history)}} {{conv.history[3].text}}'\n"
    with run_in_process({"functions/f.py": source}, history=lines) as harness:
        outcome = harness.call(view=view_with(recent=[TranscriptLine("user", "39")], earlier=True))
    assert (outcome.reply.content, harness.connection.requests) == ("40 3", [("history", {})])


def test_entities_can_be_read_and_emptied() -> None:
    view = view_with(
        entities={
            "zip": EntityValue("zip", "alphanumeric", "12345"),
            "name": EntityValue("name", "name", "Bo"),
            "age": EntityValue("age", "numeric", "x", False, "it is not a number"),
        }
    )
    outcome = run_body(
        """
        assert conv.entities.zip.value == "12345" and conv.entities["zip"].valid
        assert not conv.entities.age.valid and conv.entities.age.error
        conv.entities.zip.value = None
        del conv.entities["age"]
        """,
        view,
    )
    assert outcome.failure is None
    assert outcome.effects.entities == {"zip": None, "age": None}


def test_metrics() -> None:
    outcome = run_body(
        """
        conv.write_metric("A")
        conv.write_metric("B", 1.5)
        conv.write_metric("B", 2, write_once=True)
        conv.write_metric("C", {"x": {1}}, write_once=True)
        conv.write_metric("C", 9, write_once=True)
        conv.write_metric("QA", "again", write_once=True)
        conv.state.all = [m.name for m in conv.metric_events]
        """,
        FULL,
    )
    assert outcome.effects.metrics == (("A", None, False), ("B", 1.5, False), ("C", {"x": [1]}, True))
    assert outcome.state_json["all"] == ["QA", "N", "A", "B", "C"]


def test_logs_take_anything() -> None:
    outcome = run_body(
        """
        import plog
        try:
            1 / 0
        except ZeroDivisionError as error:
            conv.log.error("failed", exc_info=True, where=object, lock=__import__("threading").Lock())
            plog.exception("also", error=error)
        conv.log.info({"a": 1}, is_pii=True, n=float("nan"))
        conv.log.warning("w", level=3, message="m", content="c")
        conv.log.debug(content="named")
        """
    )
    error, also, info, warning, named = outcome.effects.logs
    assert "functions/f.py" in error.fields["exc_info"]
    assert "ZeroDivisionError" in also.fields["exc_info"]
    assert also.fields["error"] == "division by zero"
    assert (info.message, info.is_pii, info.fields) == ("{'a': 1}", True, {"n": "nan"})
    assert (warning.level, warning.fields) == ("warning", {"level": 3, "message": "m", "content": "c"})
    assert (named.level, named.message, named.fields) == ("debug", "named", {})


@pytest.mark.slow
def test_no_more_logs_than_anybody_reads() -> None:
    lines = run_body("for n in range(5000):\n    conv.log.info('x' * 100_000, more='y' * 100_000)").effects.logs
    assert len(lines) < 1000
    assert "dropped" in lines[-1].message
    assert sum(len(line.message) + len(str(line.fields)) for line in lines) < 1_100_000


def test_a_return_value_beyond_all_bounds_costs_the_call() -> None:
    outcome = run_body("conv.state.a = 1\nreturn 'x' * 9_000_000")
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.reply.content, outcome.state_json) == ("too_large", None, {"a": 1})


def test_plog_binds() -> None:
    outcome = run_body(
        """
        import plog

        @plog.tmp_bind(api="opentable")
        def inner(x):
            plog.info("in", is_pii=True, x=x)
            return x

        inner(1)
        with plog.tmp_bind(step=2):
            plog.warning("with")
        plog.bind(user=3).debug("bound")
        plog.error("out")
        """
    )
    found = [(line.level, line.message, line.fields, line.is_pii) for line in outcome.effects.logs]
    assert found == [
        ("info", "in", {"api": "opentable", "x": 1}, True),
        ("warning", "with", {"step": 2}, False),
        ("debug", "bound", {"user": 3}, False),
        ("error", "out", {}, False),
    ]


def test_messages_are_queued() -> None:
    outcome = run_body(
        """
        conv.send_sms_template(to_number=conv.caller_number, template="confirm", retry_count=2)
        conv.send_sms("+1", "+2", "text")
        conv.send_whatsapp("+1", "+2", "HX1", content="c")
        conv.send_content_template("MG1", "+1", "HX2", whatsapp=True, content_variables={"1": "a"})
        conv.send_email(to="a@b.c", body="b", subject="s")
        conv.state.queue = [type(m).__name__ for m in conv.sms_queue]
        """,
        FULL,
    )
    assert outcome.effects.messages == (
        OutgoingMessage("sms", "+15550100", template="confirm", retry_count=2),
        OutgoingMessage("sms", "+1", "text", "+2"),
        OutgoingMessage("whatsapp", "+1", "c", "+2", template="HX1"),
        OutgoingMessage(
            "content_template",
            "+1",
            sender="MG1",
            template="HX2",
            details={"whatsapp": True, "content_variables": {"1": "a"}},
        ),
        OutgoingMessage("email", "a@b.c", "b", subject="s"),
    )
    assert outcome.state_json["queue"] == ["OutgoingSMSTemplate", "OutgoingSMS", "OutgoingSMS", "OutgoingSMS"]


def test_an_unknown_template_is_missing() -> None:
    assert evaluate("1", before=lambda: _caught("conv.send_sms_template('+1', 'nope')", "MissingTemplate")) == 1


def _caught(statement: str, error: str) -> str:
    return f"try:\n    {statement}\n    raise AssertionError\nexcept {error}:\n    pass"


def test_variant_and_language() -> None:
    outcome = run_body(
        """
        conv.set_variant("VARIANTS-2")
        conv.set_language("ES-es")
        conv.state.now = [conv.variant_name, conv.variant.phone, conv.language, conv.translations.hello]
        """
    )
    assert outcome.state_json["now"] == ["south", "+2", "es-ES", "Hola"]
    assert (outcome.effects.variant, outcome.effects.language) == ("south", "es-ES")
    assert run_body("conv.set_language('fr-FR')").effects.language == "en-GB"
    assert run_body("conv.variant = {'city': 'Bath'}\nreturn conv.variant.city").reply.content == "Bath"


@pytest.mark.parametrize(
    "voice",
    [
        "ElevenLabsVoice('v', stability=0.5, anything=1)",
        "CartesiaVoice('v', 0.1, [Emotion(EmotionKind.ANGER, EmotionIntensity.LOW)])",
        "RimeVoice(provider_voice_id='v')",
        "PlayHTVoice('v', 1)",
        "MinimaxVoice('speech-02-hd', 'v', pitch=2)",
        "HumeVoice('v', provider='HUME_AI')",
        "GoogleVoice('v', gender='male')",
        "CustomVoice('mine', 'v', extra=[1])",
        "TTSVoice('mine', 'v', {'a': 1})",
    ],
)
def test_voices_take_any_arguments(voice: str) -> None:
    outcome = run_body(f"conv.set_voice({voice})\nconv.state.same = conv.voice_change.provider_voice_id")
    assert outcome.failure is None
    assert outcome.effects.voice is not None
    assert outcome.effects.voice["provider_voice_id"] == outcome.state_json["same"] == "v"
    assert outcome.effects.voice["provider"]


def test_a_voice_by_lot() -> None:
    outcome = run_body(
        "conv.randomize_voice([VoiceWeighting(ElevenLabsVoice('a'), 0.0), VoiceWeighting(ElevenLabsVoice('b'))])"
    )
    assert outcome.effects.voice is not None
    assert outcome.effects.voice["provider_voice_id"] == "b"


def test_external_events_have_unguessable_ids() -> None:
    outcome = run_body("return conv.generate_external_event(send_to_llm=True) + conv.generate_external_event()")
    first, second = outcome.effects.new_events
    assert outcome.reply.content == first.id + second.id
    assert len({first.id, second.id}) == 2
    assert len(first.id) == 32
    assert (first.send_to_llm, second.send_to_llm) == (True, False)


def test_an_external_event_is_expected_before_the_code_has_its_id() -> None:
    expected: list[dict[str, Any]] = []
    outcome = run_body(
        "return conv.generate_external_event(send_to_llm=True)", answers={"external_event": expected.append}
    )
    assert expected == [{"id": outcome.reply.content, "send_to_llm": True}]


def test_everything_else_that_is_recorded() -> None:
    effects = run_body(
        """
        conv.set_asr_biasing(keywords=["a"], custom_biases={"b": 2.0})
        conv.disable_kb_topics(["T"])
        conv.add_attachments([Attachment("https://x", "image", title="t"), {"url": "u"}])
        conv.set_response_suggestions(["Yes", "No"])
        conv.webchat.set_chat_call_actions([ChatCallAction("+1", "Call")])
        conv.agentic_dial.destinations.add(name="d", phone_number="+2")
        conv.agentic_dial.send_to_child("d", "hi")
        conv.set_csat_eligibility(True, "r")
        conv.set_csat_score(5)
        conv.goto_csat_flow()
        conv.set_background_track("office")
        conv.external_events.listen_for_sms_next_turn()
        conv.discard_recording()
        """
    ).effects
    assert effects.asr_biasing == {"keywords": ["a"], "custom_biases": {"b": 2.0}}
    assert effects.disabled_topics == ("T",)
    assert effects.attachments == ({"content_url": "https://x", "content_type": "image", "title": "t"}, {"url": "u"})
    assert effects.suggestions == ("Yes", "No")
    assert effects.csat == {"eligible": True, "reason": "r", "score": 5, "flow_requested": True}
    assert effects.discard_recording
    assert effects.other["chat_call_actions"] == [{"contact_number": "+1", "title": "Call"}]
    assert effects.other["agentic_dial"]["messages"] == [{"to": "d", "content": "hi"}]
    assert effects.other["listen_for_sms"] == 20
    assert run_body("conv.clear_asr_biasing()\nconv.clear_disabled_kb_topics()").effects.disabled_topics == ()


def test_a_number_that_json_libraries_refuse_is_recorded_as_text() -> None:
    outcome = run_body(
        """
        conv.external_events.listen_for_sms_next_turn(10 ** 30)
        conv.agentic_dial.destinations.add(name="d", phone_number=10 ** 30)
        conv.webchat.set_chat_call_actions([ChatCallAction(10 ** 30), {"n": 10 ** 30}])
        """
    )
    other, number = outcome.effects.other, "1" + "0" * 30
    assert other["listen_for_sms"] == number
    assert other["agentic_dial"]["destinations"][0]["phone_number"] == number
    assert other["chat_call_actions"] == [{"contact_number": number, "title": None}, {"n": number}]


def test_api_responses_count_when_they_are_errors() -> None:
    outcome = run_body(
        """
        import requests
        for status in (200, 404, 500):
            response = requests.Response()
            response.status_code = status
            conv.log_api_response(response, override_url="https://x")
        conv.log_api_response(requests.Timeout("slow"))
        conv.log_api_response(None)
        """
    )
    assert outcome.effects.api_errors == 3
    assert [line.level for line in outcome.effects.logs] == ["info", "error", "error", "error", "info"]


def test_functions_of_the_project_share_the_conversation() -> None:
    files = {
        "functions/f.py": HEADER
        + "def f(conv):\n    conv.functions.note('a', twice=True)\n    return conv.functions['note']('b')\n",
        "functions/note.py": HEADER
        + "def note(conv: Conversation, what: str, twice: bool = False):\n"
        + "    conv.state.notes = (conv.state.notes or []) + [what] * (2 if twice else 1)\n"
        + "    conv.goto_flow(what)\n    return {'utterance': what}\n",
        "flows/slug/functions/g.py": HEADER
        + "def g(conv: Conversation, flow: Flow, n: int):\n    return flow.functions.h(n=n + 1)\n",
        "flows/slug/functions/h.py": HEADER
        + "def h(conv: Conversation, flow: Flow, n: int):\n    flow.goto_step(f'{flow.current_step} {n}')\n",
    }
    with run_in_process(files, PROJECT) as harness:
        outcome = harness.call()
        assert outcome.state_json["notes"] == ["a", "a", "b"]
        assert (outcome.reply.utterance, outcome.reply.transition.goto_flow) == ("b", "b")  # type: ignore[union-attr]
        nested = harness.call("flows/slug/functions/g.py", view=FULL, n=1)
        assert nested.reply.transition is not None
        assert nested.reply.transition.goto_step == "Ask 2"
        missing = harness.call("functions/f.py", view=view_with(current_flow=None))
        assert missing.failure is None
    failure = run_body("conv.functions.nothing()").failure
    assert failure is not None
    assert (failure.kind, failure.where) == ("AttributeError", "functions/f.py:5")


@pytest.mark.parametrize(
    ("arguments", "kind", "content"),
    [
        ({"name": "Bo", "size": 2, "unknown": 1}, None, "Bo 2"),
        ({"name": "Bo"}, "arguments", None),
    ],
)
def test_arguments(arguments: dict[str, Any], kind: str | None, content: str | None) -> None:
    source = f"{HEADER}def f(conv: Conversation, name: str, size: int):\n    return f'{{name}} {{size}}'\n"
    with run_in_process({"functions/f.py": source}) as harness:
        outcome = harness.call(**arguments)
    assert outcome.reply.content == content
    assert (outcome.failure.kind if outcome.failure else None) == kind
    if outcome.failure:
        assert outcome.failure.message == "missing required argument: size"


@pytest.mark.parametrize(
    "signature",
    ["conv", "c", "conv, flow", "conv, *, flow", "conv, **rest", "conv, x=1", "*args, **kwargs", ""],
)
def test_signatures(signature: str) -> None:
    with run_in_process({"functions/f.py": f"def f({signature}):\n    return 'ok'"}) as harness:
        assert harness.call().reply.content == "ok"


def test_errors_of_host_services_have_names() -> None:
    answers = {
        "secret": HostServiceError("SecretNotFound", "no"),
        "prompt_llm": HostServiceError("timeout", "slow"),
    }
    outcome = run_body(
        _caught("conv.utils.get_secret('k')", "SecretNotFound")
        + "\n"
        + _caught("conv.utils.prompt_llm('p')", "ChatCompletionError"),
        answers=answers,
    )
    assert outcome.failure is None
