"""agent_settings/experimental_config.json and real_time_configuration/."""

from __future__ import annotations

from parley.domain.projects.experimental import Retrieval
from parley.domain.projects.format.keys import (
    FormatFile,
    anything,
    count,
    flag,
    mapping,
    named,
    number,
    text,
    texts,
)
from parley.domain.projects.loading.experimental import FILLER_SECONDS, FOLDERS

_DEFAULT = Retrieval()

EXPERIMENTAL = FormatFile(
    "experimental_config",
    ("agent_settings/experimental_config.json",),
    "Finer settings. What is not described here is kept and not used.",
    (
        mapping(
            "ragdoll",
            "How topics are found. Thresholds are distances: a smaller one is stricter.",
            number("threshold", "How near a topic must be.", _DEFAULT.threshold),
            number("in_flow_threshold", "The same inside of flows.", _DEFAULT.in_flow_threshold),
            count("top_k", "How many topics a turn finds at most.", _DEFAULT.top_k),
            count("history_len", "How many topics of earlier turns stay in the prompt.", _DEFAULT.history_len),
            count(
                "previous_user_inputs_len", "How many earlier inputs are searched with.", _DEFAULT.previous_user_inputs
            ),
            number(
                "qa_metric_threshold",
                "How near a topic must be to count as an answer (metric `QA`).",
                _DEFAULT.qa_metric_threshold,
            ),
            texts("qa_metric_exclusions", "Topics that never count as one."),
            named("channel_topic_exclusions", "Topics that a channel does not have.", texts("", "Topics by channel.")),
        ),
        named(
            "prompts",
            "Texts of the platform in words of yours, by name (`silence`, `step_header` …).",
            text("", "The text."),
        ),
        mapping(
            "llm",
            "Which model answers.",
            text("provider_model_id", "Its name at the provider."),
            named(
                "inference_parameters",
                "`temperature`, `max_tokens`, `top_p`, `verbosity`, `reasoning_effort`.",
                anything("", "A value."),
            ),
            flag("include_kb_functions_in_flows", "Whether functions of topics can be called inside of flows."),
            named("channel_overrides", "Model and parameters by channel.", anything("", "As `llm`.")),
            named("flow_overrides", "The same by flow or step.", anything("", "As `llm`.")),
            named("variant_overrides", "The same by variant.", anything("", "As `llm`.")),
        ),
        mapping(
            "conversation_control",
            "Silence, and disclaimers by channel.",
            count("max_silence_count", "After so many silent turns in a row the agent hangs up.", 3),
            text("hangup_utterance", "What it says then.", by_language=True),
            named(
                "channel_overrides",
                "By channel.",
                mapping(
                    "",
                    "",
                    mapping(
                        "disclaimer_message",
                        "In the place of the channel's own.",
                        flag("is_enabled", "Whether there is one.", True),
                        text("message", "Its words."),
                    ),
                ),
            ),
        ),
        mapping(
            "handoff_api",
            "What is told to whom a conversation was handed over to.",
            texts("state_keys", "Values of `conv.state` that are told."),
            named("aliases", "Other names for them.", text("", "The name to tell it by.")),
            text("shared_id_state_key", "The one that holds the id shared with the other system."),
        ),
        mapping(
            "memory",
            "What is remembered of a caller for the next conversation.",
            text("identifier_source", "Who a caller is: `sip_headers:…`, `integration_attributes:…` or `state:…`."),
            mapping(
                "repeat_caller",
                "What is kept.",
                texts("state_keys", "Values of `conv.state` that are kept."),
                texts("identifier_blacklist", "Callers that nothing is kept of."),
                anything("analytics_enabled", "Accepted and not used."),
            ),
        ),
        mapping(
            "filler_utterances",
            "What is said on a call while the model takes long.",
            flag("is_enabled", "Whether anything is."),
            number("initial_interval_sec", "Seconds before the first one.", "interval_sec"),
            number("interval_sec", "Seconds between two.", FILLER_SECONDS),
            flag("randomize", "In a random order."),
            texts("utterances", "The words.", by_language=True),
        ),
        mapping(
            "webchat",
            "Web chats.",
            flag("llm_wrapped_utterances", "The model rephrases what functions say."),
            is_open=True,
        ),
        anything(
            "answering_machine",
            "Outbound calls that no person answers: `action`, `message`, `screening_message`, `wait_seconds`.",
        ),
        anything("language_switching", "`explicit_only`: the language is switched only when the user asks for it."),
    ),
    """\
{
  "ragdoll": {
    "threshold": 0.4, "in_flow_threshold": 0.35, "top_k": 5, "history_len": 7, "previous_user_inputs_len": 2,
    "qa_metric_threshold": 0.33, "qa_metric_exclusions": ["Small talk"],
    "channel_topic_exclusions": {"sms.polyai": ["Opening hours"]}
  },
  "prompts": {"silence": "(The visitor says nothing.)"},
  "llm": {
    "provider_model_id": "gpt-5-mini", "inference_parameters": {"temperature": 0.2},
    "include_kb_functions_in_flows": true,
    "channel_overrides": {"sms.polyai": {"inference_parameters": {"max_tokens": 100}}},
    "flow_overrides": {}, "variant_overrides": {}
  },
  "conversation_control": {
    "max_silence_count": 3, "hangup_utterance": {"en-GB": "Goodbye.", "es-ES": "Adiós."},
    "channel_overrides": {"sms.polyai": {"disclaimer_message": {"is_enabled": true, "message": "Automatic answers."}}}
  },
  "handoff_api": {"state_keys": ["card"], "aliases": {"card": "CardNumber"}, "shared_id_state_key": "card"},
  "memory": {
    "identifier_source": "sip_headers:X-Card",
    "repeat_caller": {"state_keys": ["branch"], "identifier_blacklist": ["anonymous"], "analytics_enabled": false}
  },
  "filler_utterances": {
    "is_enabled": true, "initial_interval_sec": 2, "interval_sec": 5, "randomize": false, "utterances": ["One moment."]
  },
  "webchat": {"llm_wrapped_utterances": false},
  "answering_machine": {"action": "hang_up"},
  "language_switching": {"explicit_only": true}
}
""",
    is_open=True,
)
_PLACES = tuple(f"real_time_configuration/{folder}" for folder in FOLDERS)
VALUES = FormatFile(
    "real_time_values",
    tuple(f"{place}/data.json" for place in _PLACES),
    "What `conv.real_time_config` holds in that environment: `draft_and_sandbox`, `pre_release` or `live`. It can be "
    "edited without a deployment.",
    (),
    '{"notice": "We are closed on Monday."}\n',
    values=anything("", "Any value."),
)
VALUES_SCHEMA = FormatFile(
    "real_time_schema",
    tuple(f"{place}/schema.json" for place in _PLACES),
    "The JSON Schema of those values.",
    (),
    '{"type": "object", "properties": {"notice": {"type": "string"}}}\n',
    values=anything("", "As JSON Schema has it."),
)

FILES = (EXPERIMENTAL, VALUES, VALUES_SCHEMA)
