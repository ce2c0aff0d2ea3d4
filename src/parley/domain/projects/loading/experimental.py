"""agent_settings/experimental_config.json and real_time_configuration/."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from parley.domain.projects.experimental import (
    Experimental,
    Fillers,
    HandoffApi,
    MemorySettings,
    ModelChoice,
    Retrieval,
)
from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.patterns import check_schema_patterns
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.tree import to_json
from parley.domain.projects.model import Json

T = TypeVar("T")

OVERRIDES = ("channel_overrides", "flow_overrides", "variant_overrides")
FILLER_SECONDS = 5.0
# Of two spellings of an environment the first counts, and those of the format stand first.
FOLDERS = {
    "draft_and_sandbox": "sandbox",
    "sandbox": "sandbox",
    "pre_release": "pre-release",
    "pre-release": "pre-release",
    "live": "live",
}


def load_experimental(source: Source) -> Experimental:
    fields = source.json("agent_settings/experimental_config.json", strict=False)
    fields.accept_all()  # features that only the hosted service has are kept as they are
    control = fields.inner("conversation_control")
    prompts = fields.inner("prompts")
    return Experimental(
        retrieval=_retrieval(fields.inner("ragdoll")),
        prompts={name: prompts.noted_text(name) for name in prompts.entries},
        llm=_model_choice(fields.inner("llm")),
        max_silence_count=control.count("max_silence_count", 3),
        hangup_utterance=_by_language(control, "hangup_utterance", Fields.prompt),
        channel_disclaimers=_disclaimers(control.inner("channel_overrides")),
        handoff_api=_handoff_api(fields.inner("handoff_api")),
        memory=_memory(fields.inner("memory")),
        fillers=_fillers(fields.inner("filler_utterances")),
        wrap_utterances_on_webchat=fields.inner("webchat").flag("llm_wrapped_utterances"),
        raw=to_json(fields.node),
    )


def _retrieval(fields: Fields) -> Retrieval:
    default = Retrieval()
    exclusions = fields.inner("channel_topic_exclusions")
    return Retrieval(
        threshold=fields.number("threshold", default.threshold),
        in_flow_threshold=fields.number("in_flow_threshold", default.in_flow_threshold),
        top_k=fields.count("top_k", default.top_k),
        history_len=fields.count("history_len", default.history_len),
        previous_user_inputs=fields.count("previous_user_inputs_len", default.previous_user_inputs),
        qa_metric_threshold=fields.number("qa_metric_threshold", default.qa_metric_threshold),
        qa_metric_exclusions=fields.texts("qa_metric_exclusions"),
        channel_exclusions={channel: exclusions.texts(channel) for channel in exclusions.entries},
    )


def _model_choice(fields: Fields) -> ModelChoice:
    return ModelChoice(
        model=fields.optional("provider_model_id"),
        parameters=fields.json_map("inference_parameters"),
        kb_functions_in_flows=fields.flag("include_kb_functions_in_flows"),
        overrides={key: fields.json_map(key) for key in OVERRIDES if fields.get(key) is not None},
    )


def _by_language(fields: Fields, key: str, read: Callable[[Fields, str], T]) -> dict[str, T]:
    """One for all languages, or a mapping of languages to such."""
    node = fields.get(key)
    if node is None:
        return {}
    if isinstance(node.value, Mapping):
        inner = fields.inner(key)
        return {language: read(inner, language) for language in inner.entries}
    return {"": read(fields, key)}


def _disclaimers(channels: Fields) -> dict[str, str]:
    """Texts by channel: empty where switched off, absent where the channel keeps the base disclaimer."""
    found = {}
    for channel in channels.entries:
        message = channels.inner(channel).inner("disclaimer_message")
        text = message.prompt("message")
        if not message.flag("is_enabled", True):
            found[channel] = ""
        elif text:
            found[channel] = text
    return found


def _handoff_api(fields: Fields) -> HandoffApi | None:
    if not fields.present:
        return None
    aliases = fields.text_map("aliases")
    return HandoffApi(fields.texts("state_keys"), aliases, fields.optional("shared_id_state_key"))


def _memory(fields: Fields) -> MemorySettings | None:
    if not fields.present:
        return None
    repeat = fields.inner("repeat_caller")
    repeat.accept("analytics_enabled")
    return MemorySettings(
        identifier_source=fields.text("identifier_source").strip(),
        state_keys=repeat.texts("state_keys"),
        identifier_blacklist=repeat.texts("identifier_blacklist"),
    )


def _fillers(fields: Fields) -> Fillers | None:
    fields.accept("utterances", "initial_interval_sec", "interval_sec", "randomize")
    if not fields.flag("is_enabled"):
        return None
    interval = fields.number("interval_sec", FILLER_SECONDS)
    return Fillers(
        _by_language(fields, "utterances", Fields.texts),
        first_after=fields.number("initial_interval_sec", interval),
        interval=interval,
        randomize=fields.flag("randomize"),
    )


def load_schemas(source: Source) -> dict[str, Mapping[str, Json]]:
    """As `load_real_time`, and looks at their patterns."""
    for folder in FOLDERS:
        schema = source.json(f"real_time_configuration/{folder}/schema.json")
        schema.accept_all()
        check_schema_patterns(schema)
    return load_real_time(source, "schema.json")


def load_real_time(source: Source, file: str) -> dict[str, Mapping[str, Json]]:
    """``data.json`` or ``schema.json`` by environment."""
    found: dict[str, Mapping[str, Json]] = {}
    for folder, environment in FOLDERS.items():
        fields = source.json(f"real_time_configuration/{folder}/{file}")
        fields.accept_all()
        if fields.present and environment not in found:
            found[environment] = to_json(fields.node)
    return found
