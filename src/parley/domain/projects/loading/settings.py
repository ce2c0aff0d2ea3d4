"""project.yaml and agent_settings/: who the agent is and how it always behaves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Text
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Guardrail, Guardrails, SafetyFilters

CATEGORIES = ("violence", "hate", "sexual", "self_harm")
LEVELS = ("lenient", "medium", "strict")
RULES = "agent_settings/rules.txt"
LANGUAGES = "agent_settings/languages.yaml"

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Identity:
    project_id: str
    account_id: str
    name: str
    region: str | None


@dataclass(frozen=True, slots=True)
class Persona:
    adjectives: tuple[str, ...]
    personality: str
    role: str
    role_info: str


@dataclass(frozen=True, slots=True)
class Languages:
    default: str | None
    additional: tuple[str, ...]


def load_identity(source: Source) -> Identity:
    fields = source.yaml("project.yaml")
    project_id = fields.text("project_id").strip()
    if not fields.present:
        fields.problem("project_id", "project.yaml is missing", fatal=True)
    # Reported when it was parsed: one broken file is one problem.
    elif fields.path in source.findings.unreadable:
        pass
    elif not project_id:
        fields.problem("project_id", "'project_id' is missing", fatal=True)
    elif not fields.optional("account_id"):
        fields.problem("account_id", "'account_id' is missing", fatal=False)
    return Identity(
        project_id=project_id,
        account_id=fields.text("account_id").strip(),
        name=fields.text("project_name").strip() or project_id,
        region=fields.optional("region"),
    )


def load_persona(source: Source) -> Persona:
    personality = source.yaml("agent_settings/personality.yaml")
    adjectives = personality.inner("adjectives")
    enabled = [name for name in adjectives.entries if adjectives.flag(name)]
    # `Other` excludes the rest: `custom` is then all that describes the agent.
    describes_itself = any(name.lower() == "other" for name in enabled)
    role = source.yaml("agent_settings/role.yaml")
    return Persona(
        adjectives=() if describes_itself else tuple(enabled),
        personality=personality.prompt("custom"),
        role=_role_noun(role),
        role_info=role.prompt("additional_info"),
    )


def _role_noun(role: Fields) -> str:
    value = role.text("value").strip()
    custom = role.prompt("custom")
    if value.lower() in ("", "other"):
        return custom
    # A preset is a key in Pascal case, such as CustomerServiceRepresentative; the prompt wants words.
    return value if " " in value else _WORD_START.sub(" ", value)


def load_rules(source: Source) -> str:
    rules = source.text(RULES) or ""
    source.findings.texts.append(Text(RULES, 1, rules))
    return rules.strip()


def load_languages(source: Source) -> Languages:
    """An older spelling lists them together, the default first."""
    fields = source.yaml(LANGUAGES)
    together = [code.strip() for code in fields.texts("languages")]
    additional = [code.strip() for code in fields.texts("additional_languages")]
    default = fields.optional("default_language") or next(iter(together), None)
    return Languages(default, tuple(dict.fromkeys(code for code in (*together, *additional) if code != default)))


def load_safety(source: Source) -> dict[str, SafetyFilters]:
    """By channel: its own file wins when it is switched on, otherwise the project's file holds."""
    project_wide = source.yaml("agent_settings/safety_filters.yaml")
    project_wide.accept("enabled")
    general = _safety_levels(project_wide)
    resolved = {}
    for channel in ("voice", "chat"):
        fields = source.yaml(f"{channel}/safety_filters.yaml")
        own = _safety_levels(fields)
        resolved[channel] = own if fields.flag("enabled") else general
    return resolved


def _safety_levels(fields: Fields) -> SafetyFilters:
    categories = fields.inner("categories")
    levels = {}
    for name in CATEGORIES:
        category = categories.inner(name)
        level = category.choice("level", LEVELS, "medium")
        if category.flag("enabled"):
            levels[name] = level
    return SafetyFilters(levels)


def load_guardrails(source: Source) -> Guardrails:
    fields = source.yaml("agent_settings/guardrails.yaml")
    platform = {item.name(): item.flag("enabled", True) for item in fields.each("platform_guardrails")}
    custom = tuple(
        Guardrail(
            name=item.name(),
            prompt=item.text("prompt").strip(),
            action=item.prompt("action"),
            enabled=item.flag("enabled", True),
        )
        for item in fields.each("custom_guardrails")
    )
    return Guardrails(platform, custom)
