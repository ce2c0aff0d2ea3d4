"""Every resource of the format, read from the kitchen sink, which has no problem at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from parley.domain.projects.experimental import Fillers, HandoffApi, MemorySettings, ModelChoice, Retrieval
from parley.domain.projects.model import (
    ApiOperation,
    ApiTarget,
    Channel,
    Condition,
    Correction,
    DelayResponse,
    ExpectedCall,
    FunctionKind,
    Guardrail,
    Guardrails,
    Handoff,
    LatencyControl,
    PhraseFilter,
    Project,
    Pronunciation,
    StepKind,
    Topic,
    Variant,
)

Files = Mapping[str, str | bytes]
ProjectOf = Callable[[Files], Project]


@pytest.fixture
def project(loaded_kitchen_sink: Project) -> Project:
    return loaded_kitchen_sink


def test_identity_and_persona(project: Project) -> None:
    assert (project.project_id, project.account_id) == ("PROJECT-1", "acme")
    assert (project.name, project.region) == ("Kitchen sink", "uk-1")
    assert project.adjectives == ("Polite", "Kind")
    assert project.personality == "Speaks like {{attr:city}}."
    assert project.role == "Customer Service Representative"
    assert project.role_info == "Works in a hotel."
    assert project.rules == "Call {{fn:transfer}} or {{ho:front desk}}.\n{{twilio_sms:link}} {{tn:bye}}"
    assert (project.default_language, project.additional_languages) == ("en-GB", ("fr-FR", "de-DE"))


def test_safety_filters_are_resolved_by_channel(project: Project) -> None:
    assert project.safety["voice"].levels == {"hate": "strict"}
    assert project.safety["chat"].levels == {"violence": "strict", "sexual": "lenient", "self_harm": "medium"}


def test_guardrails(project: Project) -> None:
    assert project.guardrails == Guardrails(
        {"jailbreak_defence": True, "ai_identity": False},
        (Guardrail("No advice", "The user wants medical advice.", "Call {{fn:transfer}}."),),
    )


def test_topics(project: Project) -> None:
    assert project.topics == {
        "Hours": Topic(
            name="Hours",
            example_queries=("When are you open?", "24/7?"),
            content="Open at {{attr:opening}}.",
            actions="Call {{fn:transfer}}('x').",
            tags=("opening",),
        ),
        "Metro": Topic("Metro", enabled=False, content="Line 4.", variant="Paris (Nord)"),
    }


def test_experimental(project: Project) -> None:
    knobs = project.experimental
    assert knobs.retrieval == Retrieval(0.5, 0.3, 7, 2, 1, 0.2, ("Hours",), {"webchat.polyai": ("Hours",)})
    assert knobs.prompts == {"silence": "The user is silent."}
    overrides = {"flow_overrides": {"Booking": {"provider_model_id": "other"}}}
    assert knobs.llm == ModelChoice("raven", {"temperature": 0.2}, True, overrides)
    assert knobs.max_silence_count == 10
    assert knobs.hangup_utterance == {"en-GB": "Bye!", "fr-FR": "Salut !"}
    assert knobs.channel_disclaimers == {"webchat.polyai": "", "sip.polyai": "Recorded."}
    assert knobs.handoff_api == HandoffApi(("a", "b"), {"a": "A"}, "b")
    assert knobs.memory == MemorySettings("sip_headers:X-Id", ("name",), ("anonymous",))
    assert knobs.wrap_utterances_on_webchat
    assert knobs.raw["vad"] == {"vad_end": 1600}


def test_experimental_defaults(project_of: ProjectOf) -> None:
    knobs = project_of(
        {"agent_settings/experimental_config.json": '{"conversation_control": {"hangup_utterance": "x"}}'}
    )
    assert knobs.experimental.retrieval == Retrieval()
    assert knobs.experimental.hangup_utterance == {"": "x"}
    assert knobs.experimental.max_silence_count == 3
    assert knobs.experimental.memory is None
    assert knobs.experimental.handoff_api is None
    assert knobs.experimental.fillers is None


def test_fillers(project_of: ProjectOf) -> None:
    def found(**settings: Any) -> Fillers | None:
        config = json.dumps({"filler_utterances": settings})
        return project_of({"agent_settings/experimental_config.json": config}).experimental.fillers

    for_all = found(is_enabled=True, interval_sec=3, randomize=True, utterances=["Hm.", "Well."])
    assert for_all == Fillers({"": ("Hm.", "Well.")}, first_after=3, interval=3, randomize=True)
    by_language = found(is_enabled=True, initial_interval_sec=1.5, utterances={"en": ["Hm."], "es": ["A ver."]})
    assert by_language == Fillers({"en": ("Hm.",), "es": ("A ver.",)}, first_after=1.5, interval=5)
    assert found(is_enabled=False, utterances=["Hm."]) is None


def test_entities(project: Project) -> None:
    assert {name: entity.type for name, entity in project.entities.items()} == {
        "party_size": "numeric",
        "reference": "alphanumeric",
        "meal": "enum",
        "day": "date",
        "phone": "phone_number",
        "arrival": "time",
        "home": "address",
        "note": "free_text",
        "full_name": "name_config",
    }
    configs = {name: entity.config for name, entity in project.entities.items()}
    assert configs["party_size"] == {"has_decimal": False, "has_range": True, "min": 1, "max": 20}
    assert configs["reference"]["regular_expression"] == r"[A-Z]{3}\d+"
    assert configs["meal"] == {"options": ["yes", "no", "12"]}
    assert configs["phone"]["country_codes"] == ["GB", "NO"]
    assert configs["arrival"] == {"enabled": True, "start_time": "09:00", "end_time": "17:30"}
    assert project.entities["party_size"].description == "How many guests"


def test_variants(project: Project) -> None:
    london = {"city": "London", "opening": "09:00", "rooms": "12"}
    paris = {"city": "Paris", "opening": "Monday: 10:00\nTuesday: 11:00", "rooms": ""}
    assert project.variants == {
        "London": Variant("London", "VARIANTS-11aa22bb", True, london),
        "Paris (Nord)": Variant("Paris (Nord)", "VARIANT-b3f08934", False, paris),
    }
    assert project.default_variant == project.variants["London"]


def test_handoffs(project: Project) -> None:
    assert project.handoffs["front desk"] == Handoff(
        "front desk", "The desk", True, "refer", "+442071234567", sip_headers=(("X-Reason", "$reason"),)
    )
    assert project.handoffs["security"].outbound_encryption == "TLS/SRTP"
    assert project.handoffs["goodbye"].method == "bye"
    assert project.default_handoff == project.handoffs["front desk"]


def test_messages_and_integrations(project: Project) -> None:
    assert project.sms_templates["link"].text == "Hi {{vrbl:guest}}: ${variant_city} $ref"
    assert project.sms_templates["link"].phone_numbers == {"pre-release": "+1", "live": "+2"}
    assert project.translations == {"bye": {"en-GB": "Goodbye", "fr-FR": "Au revoir"}}
    bookings = project.api_integrations["bookings"]
    assert bookings.environments["pre-release"] == ApiTarget("https://pre.example.com", "apiKey")
    assert bookings.operations["create"] == ApiOperation("create", "POST", "/bookings")


def test_channels(project: Project) -> None:
    assert project.voice == Channel(
        "Welcome to {{attr:city}}!", "en-GB", "Be brief.", "This call is recorded.", "en-GB"
    )
    assert project.chat == Channel("Hi, {{vrbl:guest}}", "en-GB", "Write.")


def test_speech(project: Project) -> None:
    assert project.speech == {
        "asr_settings": {"barge_in": True, "interaction_style": "swift"},
        "keyphrases": [{"keyphrase": "Parley", "level": "maximum"}, {"keyphrase": "12", "level": "default"}],
    }
    assert project.corrections == (
        Correction("at gmail dot com", "@gmail.com", whole=True),
        Correction(r"\bdouble (\d)\b", r"\1\1", whole=False),
        Correction("h back", "HVAC", whole=False),
    )
    assert project.pronunciations == (
        Pronunciation(r"\bDr\.", "Doctor", case_sensitive=True, language="en-GB"),
        Pronunciation("hmm", ""),
    )
    assert project.phrase_filters == (
        PhraseFilter("goodbye", ("([Gg]ood)?[Bb]ye",), True, "en-GB", "transfer"),
        PhraseFilter("ids", ("faq_id",)),
    )


def test_flow_and_steps(project: Project) -> None:
    flow = project.flows["Booking (V2)"]
    assert (flow.slug, flow.description, flow.start_step) == ("booking_v2", "Books a room", "entry")
    assert {name: step.kind for name, step in flow.steps.items()} == {
        "Collect, details": StepKind.DEFAULT,
        "Confirm": StepKind.ADVANCED,
        "entry": StepKind.FUNCTION,
    }
    collect = flow.steps["Collect, details"]
    assert collect.extracted_entities == ("party_size", "day")
    assert collect.conditions == (
        Condition("has all", "Everything is there", False, "Confirm", ("party_size",)),
        Condition("check", "Check it", False, "entry"),
        Condition("gives up", "The user gives up", True),
    )
    confirm = flow.steps["Confirm"]
    assert (confirm.model, confirm.reasoning_effort) == ("raven-big", "high")
    assert confirm.prompt == "Confirm with {{ft:confirmed}} or {{fn:transfer}}, $guest."
    assert confirm.settings == {
        "asr_biasing": {"is_enabled": True, "yes_no": True, "custom_keywords": ["Parley"]},
        "dtmf_config": {"is_enabled": True, "inter_digit_timeout": 3.0, "max_digits": 0, "end_key": "#"},
        "barge_in": {"is_enabled": False},
    }


def test_function_step_and_transition_function(project: Project) -> None:
    flow = project.flows["Booking (V2)"]
    entry = flow.steps["entry"].function
    assert entry is not None
    assert (entry.kind, entry.flow) == (FunctionKind.STEP, "Booking (V2)")
    assert entry.path == "flows/booking_v2/function_steps/entry.py"
    assert entry.latency == LatencyControl(1, 2, (DelayResponse("One moment", 3), DelayResponse("[Ring]", 2)), True)
    confirmed = flow.functions["confirmed"]
    assert (confirmed.kind, confirmed.flow, confirmed.line) == (FunctionKind.TRANSITION, "Booking (V2)", 6)
    assert [parameter.name for parameter in confirmed.parameters] == ["note"]


def test_global_functions(project: Project) -> None:
    assert {name: function.kind for name, function in project.functions.items()} == {
        "start_function": FunctionKind.START,
        "end_function": FunctionKind.END,
        "transfer": FunctionKind.GLOBAL,
    }
    transfer = project.functions["transfer"]
    assert transfer.description == "Transfers the call."
    assert [(p.name, p.type, p.description) for p in transfer.parameters] == [
        ("reason", "string", "Why"),
        ("amount", "number", ""),
        ("urgent", "boolean", "Is it urgent?"),
        ("count", "integer", ""),
        ("other", "string", ""),
    ]


def test_python_files_without_the_stubs(project: Project) -> None:
    assert "_gen/__init__.py" not in project.files
    assert project.files["helpers/shared.py"] == "X = 1\n"
    assert "functions/utils.py" in project.files


def test_real_time_configuration(project: Project) -> None:
    assert project.real_time_config == {
        "sandbox": {"open": True},
        "pre-release": {"open": False},
        "live": {"open": None, "emoji": "😀"},
    }
    assert project.real_time_schemas == {"sandbox": {"type": "object"}}


def test_test_suite(project: Project) -> None:
    case = project.tests["Happy path"]
    assert (case.channel, case.language, case.variant) == ("webchat", "fr-FR", "London")
    assert case.simulated_at == "2026-01-15T09:30:00Z"
    assert case.caller_number == "+447700900000"
    assert case.sip_headers == {"x-dnis": "441234", "x-flag": "true"}
    assert case.integration_attributes == {
        "tier": "gold",
        "retries": 2,
        "vip": True,
        "expiry": "2026-08-12",
        "deep": {"a": [None, 1.5]},
    }
    assert case.prompt_assertions == ("The agent confirms",)
    assert case.function_call_assertions == (
        ExpectedCall("transfer", {"reason": "ABC", "count": -4, "amount": 1.5, "urgent": True}),
        ExpectedCall("confirmed", {}),
    )
    assert case.script == (
        {"user": "hello", "model": [{"call": "transfer", "arguments": {"reason": "x"}}, {"say": "Bye"}]},
    )
    assert case.api_mocks["bookings"]["get"] == [{"respond": {"status": 503}, "repeat": 1}]
    assert case.tags == ("smoke",)


def test_only_project_yaml_is_needed(project_of: ProjectOf) -> None:
    project = project_of({})
    assert project == Project("PROJECT-1", "acme", "PROJECT-1", safety=project.safety)
    assert project.safety["voice"].levels == project.safety["chat"].levels == {}
