"""Project and conversation → what the model is asked, and the tools that it may use for the answer.

Order of the messages: who the agent is and its rules; the topics found; the conversation; in a flow, the current step
last, so that it weighs most and earlier steps are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

from parley.domain.projects.model import Step, Topic
from parley.kit.values import dataclass
from parley.providers.llm.protocol import Message, Passage, Request, Situation, Tool
from parley.runtime import collecting
from parley.runtime.model_choice import choose_model
from parley.runtime.references import Rendered, Scope, render
from parley.runtime.retrieval import earlier_topics
from parley.runtime.texts import fill, language_name
from parley.runtime.tools import Binding, localized
from parley.runtime.work import Work

FARTHEST = 1.0


@dataclass(frozen=True, slots=True)
class Question:
    """A request and, by name, what stands behind the tools that it offers."""

    request: Request
    bindings: dict[str, Binding]
    characters: int


def compose(work: Work) -> Question:
    mind, step, scope = work.mind, work.step, work.scope()
    rules = render(work.compiled.rules, scope)
    prompt = render(step.prompt, scope) if step else Rendered("")
    passages = _passages(work, scope)
    head = [Message("system", _system(work, scope, rules.text))]
    if passages:
        head.append(Message("system", _context(work, passages)))
    text = _step_text(work, step, prompt.text) if step else ""
    tail = [Message("system", text)] if text else []
    added = work.window[len(mind.window) :]
    characters = mind.window.characters + sum([len(message.content) for message in (*head, *added, *tail)])
    from_topics = [tool for passage in passages for tool in passage.tools]
    named = (*rules.tools, *prompt.tools, *from_topics, *work.offered, *mind.offered)
    tools, bindings = _tools(work, scope, named, step)
    chosen = choose_model(work.compiled.project, mind.setting.channel_type, mind.variant, mind.flow, step)
    situation = _situation(work, step, prompt.text, passages)
    messages = [*head, *work.window, *tail]
    request = Request(messages, tools, chosen.model, chosen.parameters, situation=situation)
    return Question(request, bindings, characters)


def _system(work: Work, scope: Scope, rules: str) -> str:
    compiled, project, texts = work.compiled, work.compiled.project, work.compiled.texts
    named = language_name(work.mind.language)
    parts = [
        render(compiled.introduction, scope).text,
        render(project.role_info, scope).text,
        render(compiled.channel(work.family).style_prompt, scope).text,
        texts.get(f"{work.family}_decorator", ""),
        f"{texts['rules_heading']}\n{rules.strip()}" if rules.strip() else "",
        fill(texts["non_english_system"], language_name=named) if named != "English" else "",
        compiled.language_switching,
    ]
    return "\n\n".join(part for part in parts if part.strip())


def _context(work: Work, passages: Iterable[Passage]) -> str:
    texts, named = work.compiled.texts, language_name(work.mind.language)
    topics = "\n\n".join(_entry(passage) for passage in passages)
    parts = [
        texts["context_information_precursor"],
        fill(texts["context_information"], topics_prompt=topics),
        fill(texts["non_english_rag"], language_name=named) if named != "English" else "",
    ]
    return "\n\n".join(part for part in parts if part.strip())


def _entry(passage: Passage) -> str:
    lines = [f"id: {passage.name}"]
    if passage.example_queries:
        lines.append(f"example questions: {' | '.join(passage.example_queries)}")
    if passage.content:
        lines.append(f"description: {passage.content}")
    if passage.actions:
        lines.append(f"instructions: {passage.actions}")
    return "\n".join(lines)


def _passages(work: Work, scope: Scope) -> tuple[Passage, ...]:
    """This turn's topics, then those of earlier turns, which never count as the nearest."""
    hits = work.findings.hits
    callable_here = work.mind.flow is None or work.compiled.project.experimental.llm.kb_functions_in_flows
    found = [(hit.topic, hit.distance) for hit in hits]
    found += [(topic, FARTHEST) for topic in earlier_topics(work.compiled, work.mind, hits)]
    return tuple(_passage(topic, distance, scope, callable_here) for topic, distance in found)


def _passage(topic: Topic, distance: float, scope: Scope, callable_here: bool) -> Passage:
    content, actions = render(topic.content, scope), render(topic.actions, scope)
    tools = actions.tools if callable_here else ()
    return Passage(topic.name, content.text, actions.text, distance, tools, topic.example_queries)


def _step_text(work: Work, step: Step, prompt: str) -> str:
    more = collecting.instructions(work, step) if collecting.is_collecting(step) else ""
    body = "\n\n".join(part for part in (prompt, more) if part.strip())
    if not body:
        return ""
    texts = work.compiled.texts
    header = fill(texts["step_header"], flow=work.mind.flow or "", step=step.name)
    return "\n".join(part for part in (header, body, texts["step_footer"]) if part)


def _tools(work: Work, scope: Scope, named: Iterable[str], step: Step | None) -> tuple[list[Tool], dict[str, Binding]]:
    bindings: dict[str, Binding] = {}
    for name in named:
        if name not in bindings and (binding := work.compiled.binding(work.mind.flow, name)):
            bindings[name] = binding
    if step and collecting.is_collecting(step):
        bindings |= {binding.tool.name: binding for binding in collecting.bindings(work, step)}
    if switch := work.compiled.language_switch:
        bindings.setdefault(switch.tool.name, switch)
    return [localized(binding, scope) for binding in bindings.values()], bindings


def _situation(work: Work, step: Step | None, prompt: str, passages: tuple[Passage, ...]) -> Situation:
    mind = work.mind
    collects = step if step and collecting.is_collecting(step) else None
    return Situation(
        user_text=work.user_text,
        is_silence=work.is_silence,
        is_woken=work.is_woken,
        language=mind.language,
        passages=passages,
        flow=mind.flow,
        step=mind.step,
        step_prompt=prompt,
        slots=collecting.slots(work, collects) if collects else (),
        choices=collecting.choices(work, collects) if collects else (),
        tool_result=work.tool_result,
        last_agent_text=work.last_agent_text(),
        now=work.now().isoformat(),
    )
