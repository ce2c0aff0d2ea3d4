"""config/: the named things that everything else points at, except variants."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol, TypeVar

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.patterns import check_pattern
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import (
    ApiIntegration,
    ApiOperation,
    ApiTarget,
    Entity,
    Handoff,
    Json,
    SmsTemplate,
)

ENTITIES = "config/entities.yaml"
HANDOFFS = "config/handoffs.yaml"
SMS_TEMPLATES = "config/sms_templates.yaml"
TRANSLATIONS = "config/translations.yaml"
API_INTEGRATIONS = "config/api_integrations.yaml"

ENTITY_TYPES = (
    *("numeric", "alphanumeric", "enum", "date", "phone_number"),
    *("time", "address", "free_text", "name_config"),
)
SIP_METHODS = ("invite", "refer", "bye")
ENCRYPTIONS = ("TLS/SRTP", "UDP/RTP")
AUTH_TYPES = ("none", "basic", "apiKey", "oauth2")
HTTP_METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_INTEGRATION_NAME = re.compile(r"[a-z_][a-z0-9_]*")


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Resource = TypeVar("Resource", bound=_Named)


def environment(key: str) -> str:
    """The environment's name as the interface spells it (``pre-release``)."""
    # SMS templates spell it with an underscore, API integrations with a hyphen.
    return key.replace("_", "-")


def load_entities(source: Source) -> dict[str, Entity]:
    return _named(source.yaml_list(ENTITIES, "entities"), "entities", _entity)


def load_handoffs(source: Source) -> dict[str, Handoff]:
    handoffs = _named(source.yaml_list(HANDOFFS, "handoffs"), "handoffs", _handoff)
    defaults = sum(handoff.is_default for handoff in handoffs.values())
    if handoffs and defaults != 1:
        source.findings.warning(HANDOFFS, 1, f"exactly one handoff should be the default; {defaults} are")
    return handoffs


def load_sms_templates(source: Source) -> dict[str, SmsTemplate]:
    return _named(source.yaml_list(SMS_TEMPLATES, "sms_templates"), "sms_templates", _sms_template)


def load_translations(source: Source) -> dict[str, dict[str, str]]:
    fields = source.yaml_list(TRANSLATIONS, "translations")
    if not fields.present:
        fields = source.yaml_list("voice/translations.yaml", "translations")
    translations: dict[str, dict[str, str]] = {}
    for item in fields.each("translations"):
        name = item.name()
        if name in translations:
            item.problem("name", f"'{name}' is defined twice; the second is ignored", fatal=False)
        texts = item.inner("translations")
        translations.setdefault(name, {code: texts.prompt(code) for code in texts.entries})
    return translations


def load_api_integrations(source: Source) -> dict[str, ApiIntegration]:
    return _named(source.yaml_list(API_INTEGRATIONS, "api_integrations"), "api_integrations", _integration)


def _named(fields: Fields, key: str, read: Callable[[Fields], Resource]) -> dict[str, Resource]:
    """The list's resources by name; of two with one name the first is kept."""
    found: dict[str, Resource] = {}
    for item in fields.each(key):
        resource = read(item)
        if resource.name in found:
            item.problem("name", f"'{resource.name}' is defined twice; the second is ignored", fatal=False)
        elif resource.name:
            found[resource.name] = resource
    return found


def _entity(item: Fields) -> Entity:
    name = item.name()
    written = _CAMEL.sub("_", item.text("entity_type").strip()).lower()
    kind = "name_config" if written == "name" else written
    if kind not in ENTITY_TYPES:
        known = f"{', '.join(ENTITY_TYPES)}{did_you_mean(kind, ENTITY_TYPES)}"
        item.problem("entity_type", f"'entity_type' is '{written}', but must be one of: {known}")
        kind = "free_text"
    return Entity(name, item.text("description").strip(), kind, _entity_config(item))


def _entity_config(item: Fields) -> dict[str, Json]:
    """As written, with the documented keys in their documented types."""
    settings = item.inner("config")
    config = item.json_map("config")
    for key in config:
        if settings.get(key) is None:
            continue
        if key in ("has_decimal", "has_range", "enabled", "relative_date"):
            config[key] = settings.flag(key)
        elif key in ("min", "max"):
            number = settings.number(key, 0)
            config[key] = int(number) if number == int(number) else number
        elif key in ("validation_type", "start_time", "end_time"):
            config[key] = settings.text(key).strip()
        elif key in ("options", "country_codes"):
            config[key] = list(settings.texts(key))
        elif key == "regular_expression":
            config[key] = check_pattern(settings, key, settings.text(key), ignore_case=False, whole=True)
    return config


def _handoff(item: Fields) -> Handoff:
    sip = item.inner("sip_config")
    headers = tuple((header.text("key"), header.prompt("value")) for header in item.each("sip_headers"))
    return Handoff(
        name=item.name(),
        description=item.text("description").strip(),
        is_default=item.flag("is_default"),
        method=sip.choice("method", SIP_METHODS, "bye"),
        phone_number=sip.text("phone_number").strip(),
        outbound_endpoint=sip.text("outbound_endpoint").strip(),
        outbound_encryption=sip.choice("outbound_encryption", ENCRYPTIONS, fatal=False),
        sip_headers=tuple((key, value) for key, value in headers if key),
    )


def _sms_template(item: Fields) -> SmsTemplate:
    numbers = item.text_map("env_phone_numbers")
    return SmsTemplate(
        name=item.name(),
        text=item.prompt("text"),
        phone_numbers={environment(key): number.strip() for key, number in numbers.items() if number.strip()},
    )


def _integration(item: Fields) -> ApiIntegration:
    name = item.name()
    if name and not _INTEGRATION_NAME.fullmatch(name):
        item.problem("name", f"'{name}' cannot be used as conv.api.<name>", fatal=False)
    environments = item.inner("environments")
    return ApiIntegration(
        name=name,
        description=item.text("description").strip(),
        environments={environment(key): _target(environments.inner(key)) for key in environments.entries},
        operations=_named(item, "operations", _operation),
    )


def _target(fields: Fields) -> ApiTarget:
    return ApiTarget(fields.text("base_url").strip(), fields.choice("auth_type", AUTH_TYPES, "none"))


def _operation(item: Fields) -> ApiOperation:
    return ApiOperation(item.name(), item.choice("method", HTTP_METHODS, "GET"), item.text("resource").strip())
