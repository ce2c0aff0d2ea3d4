"""What a function call did, carried over into the conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.runtime.events import EndReason
from parley.runtime.host.protocol import Effects, EntityValue, HandoffRequest, Json, Outcome
from parley.runtime.mind import METRIC_EVENTS, METRIC_NAMES
from parley.runtime.work import Work

CSAT_METRIC = "CSAT_SCORE"
"""What a user gave in a survey: the only way for integrators to see it."""


def apply_effects(work: Work, outcome: Outcome) -> None:
    """State and side effects. They hold even when the call failed afterwards."""
    effects, mind = outcome.effects, work.mind
    if outcome.state_known:
        mind.state, mind.state_json, mind.prefill = outcome.state, outcome.state_json, {}
    if effects.variant is not None:
        switch_variant(work, effects.variant)
    if effects.variant_attributes is not None:
        mind.variant_attributes = {name: _as_texts(values) for name, values in effects.variant_attributes.items()}
    if effects.language is not None:
        mind.language = work.compiled.language(effects.language)
    if effects.voice is not None:
        mind.voice = effects.voice
    if effects.disabled_topics is not None:
        mind.disabled_topics = tuple(effects.disabled_topics)
    if effects.asr_biasing is not None:
        mind.asr_biasing = effects.asr_biasing or None
    if effects.csat:
        mind.csat = work.other["csat"] = {**mind.csat, **effects.csat}
    if effects.entities:
        mind.entities = _changed_entities(work, effects.entities)
    mind.discard_recording = mind.discard_recording or effects.discard_recording
    for name, value, once in effects.metrics:
        write_metric(work, name, value, once=once)
    if "score" in effects.csat:
        write_metric(work, CSAT_METRIC, effects.csat["score"])
    _collect(work, effects)


def _as_texts(attributes: Mapping[str, Json]) -> dict[str, str]:
    return {name: "" if value is None else str(value) for name, value in attributes.items()}


def _changed_entities(work: Work, changes: Mapping[str, str | None]) -> dict[str, EntityValue]:
    entities = dict(work.mind.entities)
    for name, value in changes.items():
        if value is None:
            entities.pop(name, None)
        else:
            entities[name] = EntityValue(name, work.compiled.entity(name).type, value)
    return entities


def _collect(work: Work, effects: Effects) -> None:
    work.messages.extend(effects.messages)
    work.new_events.extend(effects.new_events)
    work.attachments.extend(effects.attachments)
    work.suggestions.extend(effects.suggestions)
    work.other.update(effects.other)
    work.api_errors += effects.api_errors


def switch_variant(work: Work, key: str) -> None:
    variant = work.compiled.variant(key)
    if variant is None:
        work.trace.notes.append(f"unknown variant: {key}")
    else:
        work.mind.variant = variant.name


def write_metric(work: Work, name: str, value: Json, *, once: bool = False) -> None:
    mind = work.mind
    if once and name in mind.metric_names:
        return
    mind.metric_events = (*mind.metric_events, (name, value))[-METRIC_EVENTS:]
    if len(mind.metric_names) < METRIC_NAMES:
        mind.metric_names |= {name}
    work.metrics.append((name, value))


def hand_off(work: Work, request: HandoffRequest) -> None:
    """Ends the agent's part. A bare ``bye`` to nowhere is a goodbye, not a handoff."""
    if not request.destination and (request.method == "bye" or "bye" in request.details):
        work.end(EndReason.HANGUP)
        return
    work.mind.handoff = _configured(work, request)
    work.end(EndReason.HANDOFF)


def _configured(work: Work, request: HandoffRequest) -> HandoffRequest:
    """What the project configures for the destination, with the request's own details over it."""
    name = work.compiled.handoff_name(request.destination or "default")
    if name is None:
        destination = request.destination or "default"
        return replace(request, destination=destination, reason=request.reason or destination)
    handoff = work.compiled.project.handoffs[name]
    headers = {key: filled for key, value in handoff.sip_headers if (filled := work.filled(value))}
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
