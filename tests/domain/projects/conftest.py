"""A project is written as a mapping of paths to texts; `kitchen_sink` is one that uses every resource."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from textwrap import dedent

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Problem, Project

Files = Mapping[str, str | bytes]

IDENTITY = "project_id: PROJECT-1\naccount_id: acme\n"


def _load_files(files: Files) -> tuple[Project | None, list[Problem]]:
    contents = {"project.yaml": IDENTITY, **files}
    encoded = {
        path: content if isinstance(content, bytes) else dedent(content).encode() for path, content in contents.items()
    }
    bundle, problems = bundle_files(encoded)
    assert bundle is not None, problems
    return load_project(bundle)


@pytest.fixture(scope="session")
def load_files() -> Callable[[Files], tuple[Project | None, list[Problem]]]:
    """Loads a project of these files; project.yaml is added."""
    return _load_files


@pytest.fixture(scope="session")
def project_of() -> Callable[[Files], Project]:
    """The project of these files, which must load without any problem."""

    def made(files: Files) -> Project:
        project, problems = _load_files(files)
        assert problems == []
        assert project is not None
        return project

    return made


@pytest.fixture(scope="session")
def problems_of() -> Callable[[Files], list[str]]:
    """The problems of these files as ``path:line: message``, warnings marked."""

    def found(files: Files) -> list[str]:
        return [str(problem) for problem in _load_files(files)[1]]

    return found


@pytest.fixture
def kitchen_sink() -> dict[str, str | bytes]:
    return _kitchen_sink()


@pytest.fixture(scope="session")
def loaded_kitchen_sink(project_of: Callable[[Files], Project]) -> Project:
    """Once for all who only look at it: loading it takes some hundredths of a second."""
    return project_of(_kitchen_sink())


def _kitchen_sink() -> dict[str, str | bytes]:
    snapshot = {
        "resources": {"variants": {"VARIANTS-11aa22bb": {"name": "London", "resource_id": "VARIANTS-11aa22bb"}}}
    }
    files: dict[str, str | bytes] = {
        "project.yaml": "project_id: PROJECT-1\naccount_id: acme\nregion: uk-1\nproject_name: Kitchen sink\n",
        "_gen/.agent_studio_config": base64.b64encode(json.dumps(snapshot).encode()),
        "_gen/__init__.py": "raise RuntimeError('never imported')\n",
        "context/CONTEXT.MD": "{{fn:nothing}} is inert here",
        "CLAUDE.md": "prose",
    }
    return {**files, **_settings(), **_config(), **_voice(), **_flows(), **_code(), **_tests(), **_real_time()}


def _settings() -> dict[str, str | bytes]:
    return {
        "agent_settings/personality.yaml": """\
            adjectives:
              Polite: true
              Calm: false
              Kind: true
            custom: Speaks like {{attr:city}}.
            """,
        "agent_settings/role.yaml": """\
            value: CustomerServiceRepresentative
            additional_info: Works in a hotel.
            custom: ''
            """,
        "agent_settings/rules.txt": "Call {{fn:transfer}} or {{ho:front desk}}.\r\n{{twilio_sms:link}} {{tn:bye}}\r\n",
        "agent_settings/languages.yaml": "default_language: en-GB\nadditional_languages: [fr-FR, de-DE]\n",
        "agent_settings/safety_filters.yaml": """\
            categories:
              violence: {enabled: true, level: strict}
              hate: {enabled: false, level: medium}
              sexual: {enabled: true, level: lenient}
              self_harm: {enabled: true, level: medium}
            """,
        "agent_settings/guardrails.yaml": """\
            platform_guardrails:
              - {name: jailbreak_defence, enabled: true}
              - {name: ai_identity, enabled: false}
            custom_guardrails:
              - {name: No advice, prompt: The user wants medical advice., action: "Call {{fn:transfer}}."}
            """,
        "agent_settings/experimental_config.json": """\
            {
              "ragdoll": {
                "threshold": 0.5, "in_flow_threshold": 0.3, "top_k": 7, "history_len": 2, "previous_user_inputs_len": 1,
                "qa_metric_threshold": 0.2, "qa_metric_exclusions": ["Hours"],
                "channel_topic_exclusions": {"webchat.polyai": ["Hours"]}
              },
              "prompts": {"silence": "The user is silent."},
              "llm": {
                "provider_model_id": "raven", "inference_parameters": {"temperature": 0.2},
                "include_kb_functions_in_flows": true, "flow_overrides": {"Booking": {"provider_model_id": "other"}}
              },
              "conversation_control": {
                "max_silence_count": 10, "hangup_utterance": {"en-GB": "Bye!", "fr-FR": "Salut !"},
                "channel_overrides": {
                  "webchat.polyai": {"disclaimer_message": {"is_enabled": false}},
                  "sip.polyai": {"disclaimer_message": {"message": "Recorded."}},
                  "sms.polyai": {"disclaimer_message": {"is_enabled": true}}
                }
              },
              "handoff_api": {"state_keys": ["a", "b"], "aliases": {"a": "A"}, "shared_id_state_key": "b"},
              "memory": {
                "identifier_source": "sip_headers:X-Id",
                "repeat_caller": {"state_keys": ["name"], "identifier_blacklist": ["anonymous"]}
              },
              "webchat": {"llm_wrapped_utterances": true},
              "vad": {"vad_end": 1600}
            }
            """,
        "topics/hours.yaml": """\
            name: Hours
            enabled: true
            tags: [opening]
            example_queries:
              - When are you open?
              - 24/7?
            content: |-
              Open at {{attr:opening}}.
            actions: |
              Call {{fn:transfer}}('x').
            """,
        "child_topics/paris_nord/metro.yaml": "name: Metro\nenabled: false\ncontent: Line 4.\n",
    }


def _config() -> dict[str, str | bytes]:
    return {
        "config/entities.yaml": """\
            entities:
              - name: party_size
                description: How many guests
                entity_type: numeric
                config: {has_decimal: false, has_range: true, min: 1, max: 20}
              - name: reference
                entity_type: alphanumeric
                config: {enabled: true, validation_type: custom, regular_expression: '[A-Z]{3}\\d+'}
              - name: meal
                description: Meal
                entity_type: enum
                config: {options: [yes, no, 12]}
              - {name: day, entity_type: date, config: {relative_date: true}}
              - {name: phone, entity_type: phone_number, config: {enabled: true, country_codes: [GB, NO]}}
              - {name: arrival, entity_type: time, config: {enabled: true, start_time: 09:00, end_time: "17:30"}}
              - {name: home, entity_type: address, config: {}}
              - {name: note, entity_type: free_text}
              - {name: full_name, entity_type: name_config, config: null}
            """,
        "config/variant_attributes.yaml": """\
            variants:
              - name: London
                is_default: true
              - name: Paris (Nord)
            attributes:
              - name: city
                values: {London: London, Paris (Nord): Paris}
              - name: opening
                values:
                  London: 09:00
                  Paris (Nord): |-
                    Monday: 10:00
                    Tuesday: 11:00
              - name: rooms
                values: {London: 12}
            """,
        "config/handoffs.yaml": """\
            handoffs:
              - name: front desk
                description: The desk
                is_default: true
                sip_config: {method: refer, phone_number: +442071234567}
                sip_headers:
                  - {key: X-Reason, value: $reason}
              - name: security
                sip_config: {method: invite, phone_number: "+331", outbound_encryption: TLS/SRTP}
              - {name: goodbye, sip_config: {method: bye}}
            """,
        "config/sms_templates.yaml": """\
            sms_templates:
              - name: link
                text: "Hi {{vrbl:guest}}: ${variant_city} $ref"
                env_phone_numbers: {sandbox: '', pre_release: '+1', live: +2}
            """,
        "config/translations.yaml": """\
            translations:
              - name: bye
                translations: {en-GB: Goodbye, fr-FR: Au revoir}
            """,
        "config/api_integrations.yaml": """\
            api_integrations:
              - name: bookings
                description: The booking system
                environments:
                  sandbox: {base_url: https://test.example.com, auth_type: none}
                  pre-release: {base_url: https://pre.example.com, auth_type: apiKey}
                  live: {base_url: https://example.com, auth_type: oauth2}
                operations:
                  - {name: get, method: GET, resource: "/bookings/{id}"}
                  - {name: create, method: post, resource: /bookings}
            """,
    }


def _voice() -> dict[str, str | bytes]:
    return {
        "voice/configuration.yaml": """\
            greeting:
              welcome_message: "Welcome to {{attr:city}}!"
              language_code: en-GB
            style_prompt:
              prompt: Be brief.
            disclaimer_messages: {message: This call is recorded., enabled: true, language_code: en-GB}
            """,
        "voice/safety_filters.yaml": "enabled: true\ncategories:\n  hate: {enabled: true, level: strict}\n",
        "voice/speech_recognition/asr_settings.yaml": "barge_in: true\ninteraction_style: swift\n",
        "voice/speech_recognition/keyphrase_boosting.yaml": """\
            keyphrases:
              - {keyphrase: Parley, level: maximum}
              - keyphrase: 12
            """,
        "voice/speech_recognition/transcript_corrections.yaml": """\
            corrections:
              - name: mail
                regular_expressions:
                  - {regular_expression: at gmail dot com, replacement: "@gmail.com", replacement_type: full}
                  - {regular_expression: '\\bdouble (\\d)\\b', replacement: '\\1\\1', replacement_type: partial}
                  - {regular_expression: h back, replacement: HVAC, replacement_type: substring}
            """,
        "voice/response_control/pronunciations.yaml": """\
            pronunciations:
              - {regex: '\\bDr\\.', replacement: Doctor, case_sensitive: true, language_code: en-GB}
              - {regex: hmm, replacement: ''}
            """,
        "voice/response_control/phrase_filtering.yaml": """\
            phrase_filtering:
              - {name: goodbye, regular_expressions: '([Gg]ood)?[Bb]ye', say_phrase: true, language_code: en-GB,
                 function: transfer}
              - name: ids
                regular_expressions: [faq_id]
            """,
        "chat/configuration.yaml": """\
            greeting: {welcome_message: 'Hi, {{vrbl:guest}}', language_code: en-GB}
            style_prompt: {prompt: Write.}
            """,
        "chat/safety_filters.yaml": "enabled: false\ncategories:\n  hate: {enabled: true, level: strict}\n",
    }


def _flows() -> dict[str, str | bytes]:
    return {
        "flows/booking_v2/flow_config.yaml": "name: Booking (V2)\ndescription: Books a room\nstart_step: entry\n",
        "flows/booking_v2/steps/collect.yaml": """\
            step_type: default_step
            name: Collect, details
            extracted_entities: [party_size, day]
            conditions:
              - name: has all
                condition_type: step_condition
                description: Everything is there
                child_step: Confirm
                required_entities: [party_size]
              - name: check
                condition_type: step_condition
                description: Check it
                child_step: entry
              - name: gives up
                condition_type: exit_flow_condition
                description: The user gives up
                required_entities: []
            prompt: |-
              Ask for {{entity:party_size}}.
            """,
        "flows/booking_v2/steps/confirm.yaml": """\
            step_type: advanced_step
            name: Confirm
            asr_biasing: {is_enabled: true, yes_no: true, custom_keywords: [Parley]}
            dtmf_config: {is_enabled: true, inter_digit_timeout: 3000, max_digits: 0, end_key: '#'}
            barge_in: {is_enabled: false}
            llm: {provider_model_id: raven-big, reasoning_effort: high}
            prompt: |-
              Confirm with {{ft:confirmed}} or {{fn:transfer}}, $guest.
            """,
        "flows/booking_v2/functions/confirmed.py": """\
            from _gen import *  # <AUTO GENERATED>


            @func_description("The user confirmed.")
            @func_parameter("note", "A note or NA")
            def confirmed(conv: Conversation, flow: Flow, note: str):
                conv.state.guest = note
                flow.goto_step("entry")
            """,
        "flows/booking_v2/function_steps/entry.py": """\
            from _gen import *  # <AUTO GENERATED>


            @func_latency_control(
                delay_before_responses_start=1,
                silence_after_each_response=2,
                delay_responses=[("One moment", 3), ("[Ring]", 2000)],
                randomize=True,
            )
            def entry(conv: Conversation, flow: Flow):
                flow.goto_step("Confirm")
            """,
    }


def _code() -> dict[str, str | bytes]:
    return {
        "functions/start_function.py": "def start_function(conv):\n    conv.state.guest = None\n",
        "functions/end_function.py": "def end_function(conv):\n    pass\n",
        "functions/transfer.py": """\
            from imports import *  # <AUTO GENERATED>
            from .utils import helper
            import plog


            @func_description("Transfers "
                              "the call.")
            @func_parameter("reason", "Why")
            @func_parameter("urgent", "Is it urgent?")
            @func_parameter("gone", "No longer in the signature")
            @plog.tmp_bind(a=1)
            def transfer(conv: Conversation, reason: str, amount: float, urgent: bool, count: int, other):
                return helper()
            """,
        "functions/utils.py": "def helper():\n    return {'content': '{{fn:transfer}}'}\n",
        "helpers/shared.py": "X = 1\n",
    }


def _tests() -> dict[str, str | bytes]:
    return {
        "test_suite/happy.yaml": """\
            name: Happy path
            scenario: Book a room.
            channel: webchat
            language: fr-FR
            variant: London
            simulated_at: 2026-01-15T09:30:00Z
            tags: [smoke]
            caller_number: +447700900000
            sip_headers: {x-dnis: 441234, x-flag: true}
            integration_attributes: {tier: gold, retries: 2, vip: true, expiry: "2026-08-12", deep: {a: [null, 1.5]}}
            api_mocks:
              bookings:
                get:
                  - {respond: {status: 503}, repeat: 1}
            prompt_assertions:
              - The agent confirms
            function_call_assertions:
              - name: transfer
                arguments:
                  - {parameter_name: reason, expected_value: ABC, value_type: string}
                  - {parameter_name: count, expected_value: "-4", value_type: integer}
                  - {parameter_name: amount, expected_value: "1.5", value_type: number}
                  - {parameter_name: urgent, expected_value: "true", value_type: boolean}
              - name: confirmed
            script:
              - user: hello
                model:
                  - call: transfer
                    arguments: {reason: x}
                  - say: Bye
            """,
    }


def _real_time() -> dict[str, str | bytes]:
    return {
        "real_time_configuration/draft_and_sandbox/data.json": '{"open": true}',
        "real_time_configuration/draft_and_sandbox/schema.json": '{"type": "object"}',
        "real_time_configuration/pre_release/data.json": '{"open": false}',
        "real_time_configuration/live/data.json": '{"open": null, "emoji": "\\ud83d\\ude00"}',
    }
