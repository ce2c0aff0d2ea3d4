"""Whether variables fit their JSON Schema. All problems at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import orjson
from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator
from jsonschema.exceptions import UnknownType, ValidationError
from jsonschema.protocols import Validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from parley.domain.projects.model import Json
from parley.kit.errors import FieldError

DRAFTS = {
    "https://json-schema.org/draft/2019-09/schema": Draft201909Validator,
    "https://json-schema.org/draft/2020-12/schema": Draft202012Validator,
}
ASTRAY = (Unresolvable, UnknownType, re.error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What `jsonschema` raises where a reference leads to nothing, or to something that was not checked to be a schema."""
MOST = 100
LONGEST = 200
NAMING = frozenset({"required", "additionalProperties", "dependencies", "dependentRequired", "unevaluatedProperties"})
"""Keywords whose messages name keys; those of the others repeat values."""


def schema_problems(schema: Mapping[str, Json]) -> list[FieldError]:
    """What keeps a schema from being one: of the draft that it names, else of draft 7."""
    draft = _draft(schema)
    return _problems("schema", draft(draft.META_SCHEMA, format_checker=draft.FORMAT_CHECKER).iter_errors(schema))


def misfits(schema: Mapping[str, Json], variables: Json) -> list[FieldError]:
    """Where variables do not fit. Nothing is fetched: a schema has all that it refers to inside."""
    if problems := schema_problems(schema):
        return problems
    return _problems("variables", _draft(schema)(schema, registry=Registry()).iter_errors(variables))


def _draft(schema: Mapping[str, Json]) -> type[Validator]:
    return DRAFTS.get(str(schema.get("$schema")).rstrip("#"), Draft7Validator)


def _problems(root: str, errors: Iterable[ValidationError]) -> list[FieldError]:
    try:
        found = list(islice(errors, MOST))
    except ASTRAY:
        return [FieldError("schema", "refers to what is no schema, or not in it")]
    except RecursionError:
        return [FieldError("schema", "refers to itself without end")]
    return [FieldError(_path(root, error), _words(error)) for error in found]


def _path(root: str, error: ValidationError) -> str:
    return ".".join(str(part) for part in (root, *error.absolute_path))


def _words(error: ValidationError) -> str:
    """The offending value is not repeated."""
    if error.validator in NAMING:
        return _short(error.message[:1].lower() + error.message[1:])
    return _short(f"does not fit {_written({str(error.validator): error.validator_value})}")


def _written(rule: dict[str, Any]) -> str:
    return orjson.dumps(rule).decode()[1:-1]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
