"""What a function call did to the conversation: state, variant, language, entities, metrics, the end."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from parley.agent_host.protocol import Effects, EntityValue, HandoffRequest, Json, Outcome
from parley.runtime.agent.channels import choose_language
from parley.runtime.turn.dialog import METRIC_EVENTS, METRIC_NAMES, DialogState
from parley.runtime.turn.output import NO_OUTPUT, EndReason, TurnOutput
from parley.runtime.turn.state import TurnState

CSAT_METRIC = "CSAT_SCORE"
"""What a user gave in a survey: the only way for integrators to see it."""

PASSED_ON = ("messages", "new_events", "attachments", "suggestions", "other", "api_errors")
"""Of the effects of a call: what the turn hands out as it is."""
_passed_on = attrgetter(*PASSED_ON)


def apply_effects(turn: TurnState, outcome: Outcome) -> None:
    """State and side effects. They hold even when the call failed afterwards."""
    effects, dialog = outcome.effects, turn.dialog
    # A child that was killed has not told its state: the one from before the call stands.
    if outcome.state_known:
        dialog.state, dialog.state_json, dialog.prefill = outcome.state, outcome.state_json, {}
    if effects.variant is not None:
        switch_variant(turn, effects.variant)
    if effects.variant_attributes is not None:
        dialog.variant_attributes = {name: _as_texts(values) for name, values in effects.variant_attributes.items()}
    if effects.language is not None:
        dialog.language = turn.compiled.language(effects.language)
    if effects.voice is not None:
        dialog.voice = effects.voice
    if effects.disabled_topics is not None:
        dialog.disabled_topics = tuple(effects.disabled_topics)
    if effects.asr_biasing is not None:
        dialog.asr_biasing = effects.asr_biasing or None
    if effects.csat:
        dialog.csat = {**dialog.csat, **effects.csat}
    if effects.entities:
        dialog.entities = _changed_entities(turn, effects.entities)
    dialog.discard_recording = dialog.discard_recording or effects.discard_recording
    for name, value, once in effects.metrics:
        write_metric(turn, name, value, once=once)
    if "score" in effects.csat:
        write_metric(turn, CSAT_METRIC, effects.csat["score"])


def output_of(effects: Effects, dialog: DialogState) -> TurnOutput:
    """What a function call leaves for others, besides metrics, which some write only once in a conversation."""
    found: dict[str, Any] = {name: value for name, value in zip(PASSED_ON, _passed_on(effects), strict=True) if value}
    if effects.csat:
        found["other"] = {"csat": dialog.csat, **effects.other}
    return TurnOutput(**found) if found else NO_OUTPUT


def _as_texts(attributes: Mapping[str, Json]) -> dict[str, str]:
    return {name: "" if value is None else str(value) for name, value in attributes.items()}


def _changed_entities(turn: TurnState, changes: Mapping[str, str | None]) -> dict[str, EntityValue]:
    entities = dict(turn.dialog.entities)
    for name, value in changes.items():
        if value is None:
            entities.pop(name, None)
        else:
            entities[name] = EntityValue(name, turn.compiled.entity(name).type, value)
    return entities


def switch_language(turn: TurnState, wanted: str) -> None:
    """At the client's wish. One that the project does not have changes nothing. Functions find the new one where they
    found the first."""
    dialog = turn.dialog
    language = choose_language(wanted, turn.compiled.languages, dialog.language)
    if language == dialog.language:
        return
    dialog.language = language
    told = {"asr_lang_code": language, "tts_lang_code": language}
    dialog.state_json, dialog.prefill = {**dialog.state_json, **told}, {**dialog.prefill, **told}


def switch_variant(turn: TurnState, key: str) -> None:
    variant = turn.compiled.variant(key)
    if variant is None:
        turn.trace.notes.append(f"unknown variant: {key}")
    else:
        turn.dialog.variant = variant.name


def write_metric(turn: TurnState, name: str, value: Json, *, once: bool = False) -> None:
    dialog = turn.dialog
    if once and name in dialog.metric_names:
        return
    dialog.metric_events = (*dialog.metric_events, (name, value))[-METRIC_EVENTS:]
    # Names are agent code's own, and the dialog state is written with every turn.
    if len(dialog.metric_names) < METRIC_NAMES:
        dialog.metric_names |= {name}
    turn.add(TurnOutput(metrics=((name, value),)))


def hand_off(turn: TurnState, request: HandoffRequest) -> None:
    """Ends the agent's part. A bare ``bye`` to nowhere is a goodbye, not a handoff."""
    if not request.destination and (request.method == "bye" or "bye" in request.details):
        turn.end(EndReason.HANGUP)
        return
    turn.dialog.handoff = _configured(turn, request)
    turn.end(EndReason.HANDOFF)


def _configured(turn: TurnState, request: HandoffRequest) -> HandoffRequest:
    """What the project configures for the destination, with the request's own details over it."""
    name = turn.compiled.handoff_name(request.destination or "default")
    if name is None:
        destination = request.destination or "default"
        return replace(request, destination=destination, reason=request.reason or destination)
    handoff = turn.compiled.project.handoffs[name]
    headers = {key: filled for key, value in handoff.sip_headers if (filled := turn.resolve_for_machines(value))}
    given = request.details.get("sip_headers")
    details: dict[str, Json] = {
        "phone_number": handoff.phone_number,
        "outbound_endpoint": handoff.outbound_endpoint,
        "outbound_encryption": handoff.outbound_encryption,
        **request.details,
        "sip_headers": {**headers, **(given if isinstance(given, Mapping) else {})},
    }
    return replace(
        request,
        destination=name,
        reason=request.reason or name,
        method=request.method or handoff.method,
        details={key: value for key, value in details.items() if value not in ("", {})},
    )
