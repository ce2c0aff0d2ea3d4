"""Which model answers, with which parameters: the project's choice, then channel, variant, flow and step over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from parley.domain.projects.model import Project, Step
from parley.kit.values import value
from parley.runtime.agent.channels import family


@value
class Chosen:
    model: str | None
    parameters: Mapping[str, Any] = field(default_factory=dict)


def choose_model(
    project: Project, channel_type: str, variant: str | None, flow: str | None, step: Step | None
) -> Chosen:
    base = project.experimental.llm
    overrides = base.overrides
    # Most projects override nothing, and every request to a model asks.
    if not overrides and not (step and (step.model or step.reasoning_effort)):
        return Chosen(base.model, base.parameters)
    channels = overrides.get("channel_overrides", {})
    flows = overrides.get("flow_overrides", {})
    of_flow = _mapping(flows.get(flow or ""))
    layers = [
        channels.get(channel_type) or channels.get(family(channel_type)),
        overrides.get("variant_overrides", {}).get(variant or ""),
        of_flow,
        *((flows.get(step.name), _mapping(of_flow.get("steps")).get(step.name)) if step else ()),
    ]
    model, parameters = base.model, dict(base.parameters)
    for layer in map(_mapping, layers):
        model = layer.get("provider_model_id") or model
        parameters |= _mapping(layer.get("inference_parameters"))
        parameters |= {name: layer[name] for name in _DIRECT & layer.keys()}
    if step and step.model:
        model = step.model
    if step and step.reasoning_effort:
        parameters["reasoning_effort"] = step.reasoning_effort
    return Chosen(model, parameters)


def _mapping(written: Any) -> Mapping[str, Any]:
    """What a project wrote there, if it can be used."""
    return written if isinstance(written, Mapping) else {}


_DIRECT = {"max_tokens", "temperature", "top_p", "verbosity", "reasoning_effort"}
