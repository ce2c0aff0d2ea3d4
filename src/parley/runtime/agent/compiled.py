"""A project prepared for turns: everything that depends on the project alone, worked out once and never per turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from parley.domain.projects.model import Channel, Correction, Entity, Flow, FunctionKind, Project, Step, Variant
from parley.runtime.agent import texts
from parley.runtime.agent.channels import VOICE, choose_language, language_matches, settings_side
from parley.runtime.agent.phrase_filters import Phrase, compile_phrase
from parley.runtime.agent.references import Names
from parley.runtime.agent.replacements import Rule, rewritten, rule
from parley.runtime.agent.tools import Binding, bind_function, bind_handoff, bind_language_switch, bind_sms, tool_names

_MAIN_FUNCTIONS = (FunctionKind.START, FunctionKind.END)


class CompiledProject:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.texts: Mapping[str, str] = texts.effective_variables(project.experimental.prompts)
        self.languages = (project.default_language, *project.additional_languages)
        handoff_tools = tool_names("transfer_to_", project.handoffs)
        sms_tools = tool_names("send_sms_", project.sms_templates)
        callables = {name: f for name, f in project.functions.items() if f.kind not in _MAIN_FUNCTIONS}
        default = project.default_handoff
        self.names = Names(
            functions=callables,
            handoff_tools={**({"default": handoff_tools[default.name]} if default else {}), **handoff_tools},
            sms_tools=sms_tools,
            entities=frozenset(project.entities),
            translations=project.translations,
            default_language=project.default_language,
        )
        self.introduction = _introduction(project)
        guardrails = (f"{g.prompt} → {g.action}" for g in project.guardrails.custom if g.enabled and g.prompt)
        self.rules = "\n\n".join(part for part in (project.rules, *guardrails) if part)
        self.defends_against_jailbreaks = project.guardrails.platform.get("jailbreak_defence", True)
        # The last of a name wins: a project's own function over a tool of ours.
        self.bindings: Mapping[str, Binding] = {
            **{
                sms_tools[name]: bind_sms(template, sms_tools[name]) for name, template in project.sms_templates.items()
            },
            **{handoff_tools[name]: bind_handoff(h, handoff_tools[name]) for name, h in project.handoffs.items()},
            **{name: bind_function(function) for name, function in callables.items()},
        }
        self._flow_bindings = {
            flow.name: {name: bind_function(function) for name, function in flow.functions.items()}
            for flow in project.flows.values()
        }
        self.language_switch = bind_language_switch(self.languages) if project.additional_languages else None
        self.language_switching = _language_switching(project, self.languages, self.texts)
        self._phrases = tuple(phrase for f in project.phrase_filters if (phrase := compile_phrase(f)))
        self._phrases_by_language: dict[str, tuple[Phrase, ...]] = {}
        self._corrections = tuple(_corrections(project.corrections))
        self._pronunciations = tuple(_pronunciations(project))
        self._handoffs = {name.lower(): name for name in project.handoffs}

    def binding(self, flow: str | None, name: str) -> Binding | None:
        """A flow's own function wins over a global one of the same name while the conversation is in that flow."""
        if flow is not None and (own := self._flow_bindings.get(flow, {}).get(name)):
            return own
        return self.bindings.get(name)

    def has_tool(self, name: str) -> bool:
        """Whether it is a tool anywhere in the project, offered or not."""
        return name in self.bindings or any(name in own for own in self._flow_bindings.values())

    def flow(self, name: str | None) -> Flow | None:
        return self.project.flows.get(name) if name is not None else None

    def step(self, flow: str | None, step: str | None) -> Step | None:
        found = self.flow(flow)
        return found.steps.get(step) if found and step is not None else None

    def entity(self, name: str) -> Entity:
        return self.project.entities.get(name) or Entity(name, "", "free_text")

    def variant(self, key: str | None) -> Variant | None:
        """By name, else by id."""
        variants = self.project.variants
        if key is None:
            return None
        return variants.get(key) or next((v for v in variants.values() if v.id and v.id == key), None)

    def channel(self, channel_family: str) -> Channel:
        if channel_family == VOICE or self.project.chat is None:
            return self.project.voice
        return self.project.chat

    def safety_levels(self, channel_family: str) -> Mapping[str, str]:
        found = self.project.safety.get(settings_side(channel_family))
        return found.levels if found else {}

    def language(self, wanted: str) -> str:
        return choose_language(wanted, self.languages, self.project.default_language)

    def handoff_name(self, wanted: str) -> str | None:
        """The configured handoff that a destination means; ``default`` in any case is the default one."""
        if wanted.lower() in self._handoffs:
            return self._handoffs[wanted.lower()]
        default = self.project.default_handoff
        return default.name if default and wanted.lower() in ("default", "true") else None

    def phrases(self, language: str) -> tuple[Phrase, ...]:
        found = self._phrases_by_language.get(language)
        if found is None:
            found = tuple(
                p for p in self._phrases if p.filter.language is None or language_matches(p.filter.language, language)
            )
            # Bounded: a conversation only ever speaks one of the project's languages.
            self._phrases_by_language[language] = found
        return found

    async def corrected(self, transcript: str) -> str:
        return await rewritten(transcript, self._corrections)

    async def pronounced(self, text: str, language: str) -> str:
        """For speech synthesis only: what users read and records hold keeps its spelling."""
        fitting = [
            each for wanted, each in self._pronunciations if wanted is None or language_matches(wanted, language)
        ]
        return await rewritten(text, fitting)


def _introduction(project: Project) -> str:
    """The opening sentence of the system prompt, references still in it."""
    adjectives = [adjective.lower() for adjective in project.adjectives]
    described = ", ".join(adjectives[:-1]) + " and " + adjectives[-1] if len(adjectives) > 1 else "".join(adjectives)
    role = re.sub(r"^(?:an?|the)\s+", "", project.role.strip(), flags=re.IGNORECASE).rstrip(".")
    words = " ".join(part for part in (described, role or "assistant") if part)
    article = "an" if words[:1].lower() in set("aeiou") else "a"
    return " ".join(part for part in (f"You are {article} {words}.", project.personality.strip()) if part)


def _language_switching(project: Project, languages: Sequence[str], words: Mapping[str, str]) -> str:
    if not project.additional_languages:
        return ""
    settings = project.experimental.raw.get("language_switching")
    explicit = isinstance(settings, Mapping) and settings.get("explicit_only")
    text = words["language_switching_explicit" if explicit else "language_switching_instructions"]
    named = ", ".join(f"{code} ({texts.language_name(code)})" for code in languages)
    return texts.fill(text, available_languages=named)


def _corrections(corrections: tuple[Correction, ...]) -> Iterator[Rule]:
    for each in corrections:
        if found := rule(each.pattern, each.replacement, ignore_case=True, whole=each.whole):
            yield found


def _pronunciations(project: Project) -> Iterator[tuple[str | None, Rule]]:
    for each in project.pronunciations:
        if found := rule(each.pattern, each.replacement, ignore_case=not each.case_sensitive):
            yield each.language, found
