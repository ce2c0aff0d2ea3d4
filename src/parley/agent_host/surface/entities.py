"""Entities as agent code sees them: what was collected, and configurations to check a value against."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from typing import Any, ClassVar

import phonenumbers

from parley.agent_host.protocol import EntityValue
from parley.agent_host.surface.attributes import Attributes, Entities
from parley.domain.projects.entities import Context, check
from parley.domain.projects.model import Entity


class EntityType(StrEnum):
    ADDRESS = "address"
    ALPHANUMERIC = "alphanumeric"
    DATE = "date"
    EMAIL = "email"
    NUMERIC = "numeric"
    PHONE_NUMBER = "phone_number"
    TIME = "time"
    ENUM = "enum"
    CURRENCY = "currency"
    QUANTITY = "quantity"
    NAME = "name"
    FREE_TEXT = "free_text"


class NumericType(StrEnum):
    INT = "int"
    FLOAT = "float"


@dataclass
class EntityValidationResult:
    id: str
    name: str
    valid: bool
    value: str | None
    type: str
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> EntityValidationResult:
        return cls(**d)


def wrap_collected(values: Mapping[str, EntityValue]) -> Entities:
    return Entities(
        {
            name: EntityValidationResult(name, value.name, value.valid, value.value, value.type, value.error)
            for name, value in values.items()
        }
    )


def find_changes(before: Mapping[str, EntityValue], after: Mapping[str, Any]) -> dict[str, str | None]:
    """Entities whose value the code replaced; one that it removed or emptied is to be collected again."""
    found: dict[str, str | None] = {}
    for name, entity in after.items():
        value = getattr(entity, "value", entity)
        if name not in before or before[name].value != value:
            found[str(name)] = None if value is None else str(value)
    return found | {name: None for name in before if name not in after}


class EntityConfig(Attributes):
    """Takes any keyword; the ones that each kind knows are its own business."""

    entity_type: ClassVar[str] = EntityType.FREE_TEXT

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)


class NumericConfig(EntityConfig):
    entity_type = EntityType.NUMERIC


class QuantityConfig(EntityConfig):
    entity_type = EntityType.QUANTITY


class CurrencyConfig(EntityConfig):
    entity_type = EntityType.CURRENCY


class NameConfig(EntityConfig):
    entity_type = EntityType.NAME


class FreeTextConfig(EntityConfig):
    entity_type = EntityType.FREE_TEXT


class AlphanumericConfig(EntityConfig):
    entity_type = EntityType.ALPHANUMERIC


class DateConfig(EntityConfig):
    entity_type = EntityType.DATE


class EmailConfig(EntityConfig):
    entity_type = EntityType.EMAIL


class TimeConfig(EntityConfig):
    entity_type = EntityType.TIME


class PhoneNumberConfig(EntityConfig):
    entity_type = EntityType.PHONE_NUMBER


class EnumConfig(EntityConfig):
    entity_type = EntityType.ENUM


@dataclass
class EntityValidationResponse:
    is_valid: bool
    message: str | None = None
    normalized_value: str | None = None
    country_code: str | None = None
    number: str | None = None

    def __bool__(self) -> bool:
        return self.is_valid


def read_config(config: Any) -> EntityConfig:
    """A configuration, its class, or a plain dictionary."""
    found = config() if isinstance(config, type) else config
    return found if isinstance(found, EntityConfig) else EntityConfig(**found)


_EMAIL = r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+"


def validate(value: object, config: EntityConfig, context: Context) -> EntityValidationResponse:
    kind = str(config.get("entity_type") or type(config).entity_type)
    checked = check(Entity("value", "", _PLAIN_KINDS.get(kind, kind), _project_config(kind, config)), value, context)
    error = checked.error or _range_error(kind, checked.value, config)
    if error:
        return EntityValidationResponse(False, error)
    found = EntityValidationResponse(True, None, checked.value)
    if kind == EntityType.PHONE_NUMBER:
        number = phonenumbers.parse(checked.value)
        found.country_code, found.number = str(number.country_code), str(number.national_number)
    return found


_PLAIN_KINDS = {"quantity": "numeric", "currency": "numeric", "email": "alphanumeric"}


def _project_config(kind: str, config: EntityConfig) -> dict[str, Any]:
    """The same wishes in the words of an entity in a project's files."""
    if kind in ("numeric", "quantity", "currency"):
        decimal = config.get("numeric_type") == NumericType.FLOAT or (
            kind != "quantity" and not config.get("numeric_type")
        )
        low = config.get("min_inclusive", None if kind == "numeric" else 0)
        return {"has_decimal": decimal, "has_range": True, "min": low, "max": config.get("max_inclusive")}
    if kind in ("alphanumeric", "email"):
        pattern = config.get("custom_regex") or (_EMAIL if kind == "email" else "")
        return {"enabled": True, "validation_type": "custom", "regular_expression": pattern}
    if kind == "phone_number":
        return {"enabled": True, "country_codes": _sorted_texts(config.get("regions"))}
    if kind == "enum":
        return {"options": _sorted_texts(config.get("allowed_vals"))}
    return {}


def _sorted_texts(values: Iterable[Any] | None) -> list[str]:
    return sorted(str(value) for value in values or ())


def _range_error(kind: str, value: str, config: EntityConfig) -> str | None:
    noun = {"date": "date", "time": "time"}.get(kind)
    if noun is None:
        return None
    earliest, latest = (
        _to_text(config.get(f"earliest_{noun}_inclusive")),
        _to_text(config.get(f"latest_{noun}_inclusive")),
    )
    if earliest and value < earliest:
        return f"it must not be before {earliest}"
    if latest and value > latest:
        return f"it must not be after {latest}"
    return None


def _to_text(limit: Any) -> str:
    """Limits may be given as text or as Python's dates and times; both forms sort as text."""
    if isinstance(limit, time):
        return f"{limit:%H:%M}"
    if isinstance(limit, date):
        return limit.isoformat()[:10]
    found = str(limit or "")
    return found.zfill(5) if re.fullmatch(r"\d:\d\d", found) else found
