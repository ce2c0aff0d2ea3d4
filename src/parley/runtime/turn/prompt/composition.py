"""Project and conversation → what the model is asked, and the tools that it may use for the answer.

Order of the messages: who the agent is and its rules; the topics found; the conversation; in a flow, the current step
last, so that it weighs most and earlier steps are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from parley.domain.projects.model import Project, Step, Topic
from parley.kit.values import value
from parley.providers.llm.protocol import Message, Passage, Request, Situation, Tool
from parley.runtime.agent.channels import family
from parley.runtime.agent.references import Rendered, Scope, render
from parley.runtime.agent.texts import fill, language_name
from parley.runtime.agent.tools import Binding, localized
from parley.runtime.turn.flows import default_steps
from parley.runtime.turn.prompt.retrieval import earlier_topics
from parley.runtime.turn.state import TurnState

FARTHEST = 1.0


@value
class Question:
    """A request and, by name, what stands behind the tools that it offers."""

    request: Request
    bindings: dict[str, Binding]
    characters: int


def compose(turn: TurnState) -> Question:
    dialog, step, scope = turn.dialog, turn.step(), turn.scope()
    rules = render(turn.compiled.rules, scope)
    prompt = render(step.prompt, scope) if step else Rendered("")
    passages = _passages(turn, scope)
    head = [Message("system", _system(turn, scope, rules.text))]
    if passages:
        head.append(Message("system", _context(turn, passages)))
    text = _step_text(turn, step, prompt.text) if step else ""
    tail = [Message("system", text)] if text else []
    added = turn.transcript.added_messages
    characters = dialog.window.characters + sum([len(message.content) for message in (*head, *added, *tail)])
    from_topics = [tool for passage in passages for tool in passage.tools]
    # Those that functions named stay visible for this turn and the next.
    named = (*rules.tools, *prompt.tools, *from_topics, *turn.offered, *dialog.offered)
    tools, bindings = _tools(turn, scope, named, step)
    chosen = choose_model(turn.compiled.project, dialog.context.channel_type, dialog.variant, dialog.flow, step)
    situation = _situation(turn, step, prompt.text, passages)
    messages = [*head, *turn.transcript.window, *tail]
    request = Request(messages, tools, chosen.model, chosen.parameters, situation=situation)
    return Question(request, bindings, characters)


def _system(turn: TurnState, scope: Scope, rules: str) -> str:
    compiled, project, texts = turn.compiled, turn.compiled.project, turn.compiled.texts
    named = language_name(turn.dialog.language)
    parts = [
        render(compiled.introduction, scope).text,
        render(project.role_info, scope).text,
        render(compiled.channel(turn.family).style_prompt, scope).text,
        texts.get(f"{turn.family}_decorator", ""),
        f"{texts['rules_heading']}\n{rules.strip()}" if rules.strip() else "",
        fill(texts["non_english_system"], language_name=named) if named != "English" else "",
        compiled.language_switching,
    ]
    return "\n\n".join(filter(str.strip, parts))


def _context(turn: TurnState, passages: Iterable[Passage]) -> str:
    texts, named = turn.compiled.texts, language_name(turn.dialog.language)
    topics = "\n\n".join(_entry(passage) for passage in passages)
    parts = [
        texts["context_information_precursor"],
        fill(texts["context_information"], topics_prompt=topics),
        fill(texts["non_english_rag"], language_name=named) if named != "English" else "",
    ]
    return "\n\n".join(filter(str.strip, parts))


def _entry(passage: Passage) -> str:
    lines = [f"id: {passage.name}"]
    if passage.example_queries:
        lines.append(f"example questions: {' | '.join(passage.example_queries)}")
    if passage.content:
        lines.append(f"description: {passage.content}")
    if passage.actions:
        lines.append(f"instructions: {passage.actions}")
    return "\n".join(lines)


def _passages(turn: TurnState, scope: Scope) -> tuple[Passage, ...]:
    """This turn's topics, then those of earlier turns, which never count as the nearest."""
    hits = turn.findings.hits
    if not hits and not turn.dialog.topics:
        return ()
    # In a flow the step decides which functions there are, unless the project says otherwise.
    callable_here = turn.dialog.flow is None or turn.compiled.project.experimental.llm.kb_functions_in_flows
    found = [(hit.topic, hit.distance) for hit in hits]
    found += [(topic, FARTHEST) for topic in earlier_topics(turn.compiled, turn.dialog, hits)]
    return tuple(_passage(topic, distance, scope, callable_here) for topic, distance in found)


def _passage(topic: Topic, distance: float, scope: Scope, callable_here: bool) -> Passage:
    content, actions = render(topic.content, scope), render(topic.actions, scope)
    tools = actions.tools if callable_here else ()
    return Passage(topic.name, content.text, actions.text, distance, tools, topic.example_queries)


def _step_text(turn: TurnState, step: Step, prompt: str) -> str:
    more = default_steps.instructions(turn, step) if default_steps.is_collecting(step) else ""
    body = "\n\n".join(filter(str.strip, (prompt, more)))
    if not body:
        return ""
    texts = turn.compiled.texts
    header = fill(texts["step_header"], flow=turn.dialog.flow or "", step=step.name)
    return "\n".join(part for part in (header, body, texts["step_footer"]) if part)


def _tools(
    turn: TurnState, scope: Scope, named: Iterable[str], step: Step | None
) -> tuple[list[Tool], dict[str, Binding]]:
    bindings: dict[str, Binding] = {}
    for name in named:
        if name not in bindings and (binding := turn.compiled.binding(turn.dialog.flow, name)):
            bindings[name] = binding
    if step and default_steps.is_collecting(step):
        bindings |= {binding.tool.name: binding for binding in default_steps.bindings(turn, step)}
    if switch := turn.compiled.language_switch:
        bindings.setdefault(switch.tool.name, switch)
    tools = [each.tool if each.is_static else localized(each, scope) for each in bindings.values()]
    return tools, bindings


def _situation(turn: TurnState, step: Step | None, prompt: str, passages: tuple[Passage, ...]) -> Situation:
    dialog = turn.dialog
    collects = step if step and default_steps.is_collecting(step) else None
    return Situation(
        user_text=turn.input.text,
        is_silence=turn.input.is_silence,
        is_woken=turn.input.is_external_event,
        language=dialog.language,
        passages=passages,
        flow=dialog.flow,
        step=dialog.step,
        step_prompt=prompt,
        slots=default_steps.slots(turn, collects) if collects else (),
        choices=default_steps.choices(turn, collects) if collects else (),
        tool_result=dialog.pending_content,
        last_agent_text=turn.transcript.last_agent_text(),
        now=turn.now().isoformat(),
    )


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
