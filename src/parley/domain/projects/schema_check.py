"""Whether variables fit their JSON Schema. All problems at once, in a limited amount of work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from typing import Any

import orjson
from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator, FormatChecker
from jsonschema.exceptions import UnknownType, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import specification_with

from parley.domain.projects.model import Json
from parley.domain.projects.schema_keywords import WorkBudget, WorkExceeded, find_patterns, limited_keywords
from parley.kit.errors import FieldError
from parley.kit.patterns.errors import PatternInvalid, PatternRefused
from parley.kit.patterns.pattern import compile_pattern, is_pattern

DRAFTS = {
    "https://json-schema.org/draft/2019-09/schema": Draft201909Validator,
    "https://json-schema.org/draft/2020-12/schema": Draft202012Validator,
}
REFERENCE_ERRORS = (Unresolvable, UnknownType, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What `jsonschema` raises where a reference leads to nothing, or to something that was not checked to be a schema."""
MOST = 100
MOST_PATTERNS = 500
MOST_CHARACTERS = 50_000
"""Of all patterns of a schema together."""
LONGEST = 200
KEYWORDS_NAMING_KEYS = frozenset(
    {"required", "additionalProperties", "dependencies", "dependentRequired", "unevaluatedProperties"}
)
"""Keywords whose messages name keys; those of the others repeat values."""

# No format but this one, and by our own parser: `jsonschema` would compile patterns with `re`.
FORMATS = FormatChecker(formats=())
FORMATS.checks("regex", raises=PatternInvalid)(lambda text: not isinstance(text, str) or is_pattern(text))


def check_schema(schema: Mapping[str, Json]) -> list[FieldError]:
    """What keeps a schema from being one: of the draft that it names, else of draft 7."""
    texts = [text for _, text in find_patterns(schema, anywhere=True)]
    if len(texts) > MOST_PATTERNS or sum(map(len, texts)) > MOST_CHARACTERS:
        most = f"{MOST_PATTERNS} patterns, or {MOST_CHARACTERS} characters in them"
        return [FieldError("schema", f"has more than {most}")]
    draft = _draft(schema)
    meta: Any = _plain(draft.META_SCHEMA)
    work = WorkBudget(meta)
    # What the drafts refer to is crawled once (`_specifications`), so no name has to be searched for.
    work.crawled = True
    checker = _limited_validator(draft, work)
    return _problems("schema", checker(meta, registry=_specifications(), format_checker=FORMATS).iter_errors(schema))


def find_unusable_patterns(schema: Mapping[str, Json]) -> list[FieldError]:
    """Patterns that are regular expressions, but are not used: a schema that has them is not taken in any more."""
    found = []
    for path, text in find_patterns(schema):
        try:
            compile_pattern(text)
        except PatternRefused as refusal:
            found.append(
                FieldError(".".join(("schema", *path)), _shorten(f"has a pattern that cannot be used: {refusal}"))
            )
    return found[:MOST]


def find_misfits(schema: Mapping[str, Json], variables: Json) -> list[FieldError]:
    """Where variables do not fit. Nothing is fetched: a schema has all that it refers to inside."""
    if problems := check_schema(schema):
        return problems
    draft, plain = _draft(schema), _plain(schema)
    work = WorkBudget(plain)
    registry = _crawl(draft, plain)
    work.crawled = registry is not None
    return _problems(
        "variables", _limited_validator(draft, work)(plain, registry=registry or Registry()).iter_errors(variables)
    )


def _crawl(draft: type[Validator], schema: Any) -> Registry[Any] | None:
    """None for a schema that has something else than schemas where they belong."""
    resource = specification_with(str(draft.META_SCHEMA["$schema"])).create_resource(schema)
    try:
        found: Registry[Any] = Registry().with_resource(resource.id() or "", resource).crawl()
    except REFERENCE_ERRORS:
        return None
    return found


def _draft(schema: Mapping[str, Json]) -> type[Validator]:
    return DRAFTS.get(str(schema.get("$schema")).rstrip("#"), Draft7Validator)


def _limited_validator(draft: type[Validator], work: WorkBudget) -> type[Validator]:
    found: type[Validator] = extend(draft, limited_keywords(draft.VALIDATORS, work))  # type: ignore[no-untyped-call]
    return found


def _plain(schema: Any) -> Any:
    """Without the names of drafts inside: `jsonschema` would go on with its own keywords, which know no limits."""
    if isinstance(schema, Mapping):
        return {k: _plain(v) for k, v in schema.items() if not (k == "$schema" and isinstance(v, str))}
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema


@cache
def _specifications() -> Registry[Any]:
    """What the drafts themselves refer to."""
    known = ((uri, REGISTRY.contents(uri)) for uri in REGISTRY)
    plain = ((uri, _resource(found)) for uri, found in known)
    return Registry().with_resources(plain).crawl()


def _resource(specification: Mapping[str, Any]) -> Resource[Any]:
    return specification_with(str(specification["$schema"])).create_resource(_plain(specification))


def _problems(root: str, errors: Iterable[ValidationError]) -> list[FieldError]:
    try:
        # Errors are found one by one as they are asked for: no more are looked for than are shown.
        found = list(islice(errors, MOST))
    except WorkExceeded:
        return [FieldError("schema", "takes too much work to check; make it smaller, with fewer references")]
    except REFERENCE_ERRORS:
        return [FieldError("schema", "refers to what is no schema, or not in it")]
    except RecursionError:
        return [FieldError("schema", "refers to itself without end")]
    return [FieldError(_path(root, error), _message(error)) for error in found]


def _path(root: str, error: ValidationError) -> str:
    return ".".join(str(part) for part in (root, *error.absolute_path))


def _message(error: ValidationError) -> str:
    """The offending value is not repeated."""
    if error.validator in KEYWORDS_NAMING_KEYS:
        return _shorten(error.message[:1].lower() + error.message[1:])
    return _shorten(f"does not fit {_to_text({str(error.validator): error.validator_value})}")


def _to_text(rule: dict[str, Any]) -> str:
    return orjson.dumps(rule).decode()[1:-1]


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
