"""Cross-checks: does every name that a file mentions exist?

What keeps the agent from running (a flow whose start step does not exist) is fatal. A stale reference in a text is a
warning: it stays in the text as it is written, and the conversation goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from parley.domain.projects.loading.config import (
    API_INTEGRATIONS,
    ENTITIES,
    HANDOFFS,
    SMS_TEMPLATES,
    TRANSLATIONS,
)
from parley.domain.projects.loading.findings import Target, Text
from parley.domain.projects.loading.settings import LANGUAGES
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.loading.variants import VARIANTS
from parley.domain.projects.model import Flow, Problem, Project
from parley.domain.projects.references import find_references, state_names

PREFILLED_STATE = frozenset(
    (
        *("from_", "to", "call_sid", "shared_id", "handoff", "listen_for_sms"),
        *("asr_lang_code", "asr_provider", "asr_config", "tts_lang_code", "use_tts_for_responses"),
        *("disable_recordings", "stop_recording"),
    )
)
"""What the runtime puts into every conversation's state."""

MOST_STALE = 500
"""More stale references than this are not looked up: the project is somebody's mistake as a whole."""

FUNCTIONS = (Target.FUNCTION, Target.ANY_FUNCTION)
_REFERENCED = {
    "fn": Target.FUNCTION,
    "ft": Target.FLOW_FUNCTION,
    "entity": Target.ENTITY,
    "attr": Target.ATTRIBUTE,
    "va": Target.ATTRIBUTE,
    "ho": Target.HANDOFF,
    "handoff": Target.HANDOFF,
    "twilio_sms": Target.SMS_TEMPLATE,
    "sms": Target.SMS_TEMPLATE,
    "tn": Target.TRANSLATION,
    "translation": Target.TRANSLATION,
    "vrbl": Target.VARIABLE,
    "var": Target.VARIABLE,
}
_DEFINED_IN = {
    Target.ENTITY: ENTITIES,
    Target.ATTRIBUTE: VARIANTS,
    Target.VARIANT: VARIANTS,
    Target.HANDOFF: HANDOFFS,
    Target.SMS_TEMPLATE: SMS_TEMPLATES,
    Target.TRANSLATION: TRANSLATIONS,
    Target.LANGUAGE: LANGUAGES,
    Target.API_INTEGRATION: API_INTEGRATIONS,
}


def check_project(project: Project, source: Source) -> list[Problem]:
    """The problems that only the whole project shows. `source` remembers what loading it came across."""
    names = _Names(project, source)
    return [*_find_missing(source, names), *islice(_find_stale(source, names), MOST_STALE)]


def _find_missing(source: Source, names: _Names) -> Iterator[Problem]:
    for mention in source.findings.mentions:
        if not names.has(mention.target, mention.name, mention.flow):
            message = f"'{mention.what}' names '{mention.name}', but there is no such {mention.target}"
            near = names.near(mention.target, mention.name, mention.flow)
            yield Problem(mention.path, mention.line, message + near, mention.fatal)


def _find_stale(source: Source, names: _Names) -> Iterator[Problem]:
    # Texts come file by file, so few files have to be kept in lines.
    lines_of = lru_cache(maxsize=8)(lambda path: (source.text(path) or "").split("\n"))
    for text in source.findings.texts:
        # Sorted, so that the cut at MOST_STALE falls on the same references in every run.
        for reference in sorted(set(find_references(text.content)), key=lambda found: found.written):
            target = _REFERENCED.get(reference.kind)
            if target is None or (text.path.endswith(".py") and reference.written.startswith("$")):
                continue
            if not names.has(target, reference.name, text.flow):
                near = names.near(target, reference.name, text.flow)
                message = f"{reference.written} points to nothing: there is no such {target}{near}"
                yield Problem(text.path, _line(lines_of(text.path), text, reference.written), message, fatal=False)


def _line(lines: Sequence[str], text: Text, written: str) -> int:
    """Where the reference stands: the first line from the text's own on that contains it."""
    for number in range(text.line, len(lines) + 1):
        if written in lines[number - 1]:
            return number
    return text.line


class _Names:
    """Everything that a project defines, by kind."""

    def __init__(self, project: Project, source: Source) -> None:
        self.unreadable = source.findings.unreadable
        self.flows = project.flows
        flow_functions = {name for flow in project.flows.values() for name in flow.functions}
        configured = {project.default_language, *project.additional_languages}
        self.global_names: dict[Target, set[str]] = {
            Target.FUNCTION: set(project.functions),
            Target.FLOW_FUNCTION: flow_functions,
            Target.ANY_FUNCTION: {*project.functions, *flow_functions},
            Target.ENTITY: set(project.entities),
            Target.ATTRIBUTE: {name for variant in project.variants.values() for name in variant.attributes},
            Target.VARIANT: set(project.variants),
            Target.HANDOFF: set(project.handoffs),
            Target.SMS_TEMPLATE: set(project.sms_templates),
            Target.TRANSLATION: set(project.translations),
            Target.API_INTEGRATION: set(project.api_integrations),
            Target.LANGUAGE: configured,
        }
        self.languages_are_listed = LANGUAGES in source.bundle.files
        self.project = project
        self._variables: set[str] | None = None

    def has(self, target: Target, name: str, flow: str | None) -> bool:
        # One broken file is one problem: what it would have defined is not reported missing name by name.
        if _DEFINED_IN.get(target) in self.unreadable:
            return True
        owner = self.flows.get(flow or "")
        if target is Target.STEP:
            return owner is None or self._has_step(owner, name)
        if target is Target.FLOW_FUNCTION and owner is not None:
            return name in owner.functions
        # Without that file there is no list that a language could be missing from.
        if target is Target.LANGUAGE and not self.languages_are_listed:
            return True
        if target is Target.VARIABLE:
            return name in self.variables
        # In any case it means the handoff that is marked as the default, whatever that is called.
        if target is Target.HANDOFF and name.lower() == "default":
            return bool(self.project.handoffs)
        return name in self.global_names[target]

    def near(self, target: Target, name: str, flow: str | None) -> str:
        """What the author may have meant, as the end of a message."""
        if target in FUNCTIONS and f"functions/{name}.py" in self.project.files:
            return f"; functions/{name}.py defines no '{name}'"
        owner = self.flows.get(flow or "")
        if target is Target.STEP:
            return did_you_mean(name, owner.steps if owner is not None else ())
        if target is Target.FLOW_FUNCTION and owner is not None:
            return did_you_mean(name, owner.functions)
        return did_you_mean(name, self.variables if target is Target.VARIABLE else self.global_names[target])

    def _has_step(self, flow: Flow, name: str) -> bool:
        return name in flow.steps or any(path.startswith(f"flows/{flow.slug}/") for path in self.unreadable)

    @property
    def variables(self) -> set[str]:
        # Only once somebody asks: few texts name variables, and all code has to be searched for them.
        if self._variables is None:
            code = "\n".join(self.project.files.values())
            # The runtime writes validated entities into the state under their own names.
            self._variables = state_names(code) | PREFILLED_STATE | set(self.project.entities)
        return self._variables
