"""Facts about the hosted service (operations.yaml), and where our own OpenAPI documents differ from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.contract import documents

ANY_NAME = "*"
"""As a field: whatever its name is."""
FOLDER = Path(__file__).parent
PLAIN = {"s": "string", "i": "integer", "n": "number", "b": "boolean", "o": "object"}
Json = dict[str, Any]
_TYPES: dict[str, Any] = {"s": str, "i": int, "n": (int, float), "b": bool, "o": dict}


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    query: Mapping[str, Any]
    request: Any
    status: int
    reply: Any
    errors: Sequence[int]
    """Statuses that clients know of it besides."""
    refusal: Mapping[str, Any]
    """Status and body of an error of which clients read more than its code."""
    limits: Mapping[str, str]
    """Of texts that it takes, by the path of the field: how short and how long."""

    @property
    def title(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def route(self) -> str:
        return f"{self.method} {_anonymous(self.path)}"


@cache
def _read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text())


def _method_and_path(title: str) -> tuple[str, str]:
    method, _, path = title.partition(" ")
    return method, path


SHAPES: Json = _read("operations.yaml")["shapes"]
TESTS: dict[str, str] = _read("operations.yaml")["tests"]
"""Where an operation is tried, by what its path holds: the first that fits."""
CODES: dict[int, list[str]] = _read("operations.yaml")["codes"]
OPERATIONS = [
    Operation(
        *_method_and_path(title),
        facts.get("query", {}),
        facts.get("request"),
        facts.get("status", 200),
        facts.get("reply"),
        _read("operations.yaml")["errors"].get(title, ()),
        _read("operations.yaml")["refusals"].get(title, {}),
        _read("operations.yaml")["limits"].get(title, {}),
    )
    for title, facts in _read("operations.yaml")["operations"].items()
]
BEHIND: dict[str, list[str]] = _read("behind.yaml")


def _anonymous(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "{}", path)


@cache
def _ours() -> dict[str, tuple[Json, Json]]:
    """Our operations by route, each with the document that it is in."""
    return {
        f"{method.upper()} {_anonymous(path)}": (content, operation)
        for content in documents("build")
        for path, methods in content["paths"].items()
        for method, operation in methods.items()
    }


def our_codes() -> set[tuple[int, str]]:
    """Each status that a route may answer with an error, and the code of it."""
    return {
        (int(status), code)
        for _content, operation in _ours().values()
        for status, answer in operation["responses"].items()
        for code in re.findall(r"`([A-Z0-9_]+)`: ", answer["description"])
    }


def is_there(operation: Operation) -> bool:
    return operation.route in _ours()


def differences(operation: Operation) -> list[str]:
    """What a client that knows the facts would stumble over, as far as our document tells."""
    content, ours = _ours()[operation.route]
    found = list(_query_differences(operation.query, ours))
    wanted = _schema_of(ours.get("requestBody"))
    if operation.request is not None:
        found += _wanting(operation.request, wanted, content, "request") if wanted else ["request: is not taken"]
    elif wanted is not None and ours["requestBody"]["required"] and operation.method != "GET":
        found.append("request: is required")
    answer = ours["responses"].get(str(operation.status))
    if answer is None:
        return [*found, f"status: {operation.status} is not answered"]
    everywhere = (401, 403, *([404] if "{" in operation.path else []))
    found += [f"status: {each} is not answered" for each in (*everywhere, *operation.errors)
              if str(each) not in ours["responses"]]  # fmt: skip
    found += [
        each for path, limit in operation.limits.items() for each in _limit_differences(path, limit, wanted, content)
    ]
    if operation.reply is not None:
        given = _schema_of(answer)
        found += _giving(operation.reply, given, content, "reply") if given else ["reply: is empty"]
    return found


def _limit_differences(path: str, limit: str, schema: Json | None, content: Json) -> Iterator[str]:
    for name in path.split("."):
        ways = [way for way in _ways(schema or {}, content) if way.get("type") == "object"]
        schema = ways[0].get("properties", {}).get(name) if ways else None
    shortest, longest = (int(each) if each else None for each in limit.split(".."))
    known = [way for way in _ways(schema or {}, content) if way.get("type") == "string"]
    # Where nothing is said of how long it may be, there is a limit of ours.
    if not known or known[0].get("minLength") != shortest or (longest and known[0].get("maxLength") != longest):
        yield f"request.{path}: is not a text of {limit} letters"


def _schema_of(described: Json | None) -> Json | None:
    content = (described or {}).get("content", {})
    found: Json | None = content.get("application/json", content.get("multipart/form-data", {})).get("schema")
    return found


def _query_differences(query: Mapping[str, Any], ours: Json) -> Iterator[str]:
    known = {each["name"]: each for each in ours["parameters"] if each["in"] == "query"}
    expected = {name.strip("()"): name for name in query}
    yield from (f"query.{name}: is not known" for name in expected if name not in known)
    for name, parameter in known.items():
        if parameter["required"] and expected.get(name, "(").startswith("("):
            yield f"query.{name}: is required"
        if not parameter["required"] and not expected.get(name, "(").startswith("("):
            yield f"query.{name}: may be missing"


def _resolve(schema: Json, content: Json) -> Json:
    while "$ref" in schema:
        schema = content["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _ways(schema: Json, content: Json) -> list[Json]:
    """The kinds of value that a schema allows, null among them."""
    schema = _resolve(schema, content)
    for way in ("anyOf", "oneOf"):
        if way in schema:
            return [each for one in schema[way] for each in _ways(one, content)]
    return [schema]


def _fact(fact: Any) -> tuple[Any, bool]:
    """Without its shape's name, and whether null is one of its values."""
    if isinstance(fact, str):
        names = fact.split("|")
        rest = [each for each in names if each != "null"]
        if len(rest) == 1:
            meant = SHAPES.get(rest[0], rest[0])
            return (meant, len(rest) < len(names)) if meant == rest[0] else (_fact(meant)[0], len(rest) < len(names))
    return fact, False


def _kind(fact: Any) -> str:
    if isinstance(fact, list):
        return "array"
    if isinstance(fact, dict):
        return "object"
    return PLAIN.get(fact, "string")


def _giving(fact: Any, schema: Json, content: Json, at: str) -> Iterator[str]:
    """Where an answer of ours might be none that the client expects."""
    meant, may_be_null = _fact(fact)
    if meant == "any":
        return
    for way in _ways(schema, content):
        kind = way.get("type", "string" if "const" in way or "enum" in way else None)
        if kind == "null":
            if not may_be_null:
                yield f"{at}: may be null"
            continue
        wanted = _kind(meant)
        if kind != wanted and (wanted, kind) != ("number", "integer"):
            yield f"{at}: is {kind or 'anything'}, not {wanted}"
        elif isinstance(meant, list):
            yield from _giving(meant[0], way.get("items", {}), content, f"{at}[]")
        elif isinstance(meant, dict):
            yield from _giving_fields(meant, way, content, at)


def _giving_fields(fact: Json, schema: Json, content: Json, at: str) -> Iterator[str]:
    for name, meant in fact.items():
        if name == ANY_NAME:
            yield from _giving(meant, schema.get("additionalProperties", {}), content, f"{at}.{name}")
            continue
        plain = name.strip("()")
        given = schema.get("properties", {}).get(plain)
        if given is None:
            if plain == name:
                yield f"{at}.{plain}: is missing"
            continue
        if plain == name and plain not in schema.get("required", ()):
            yield f"{at}.{plain}: may be missing"
        yield from _giving(meant, given, content, f"{at}.{plain}")


def _wanting(fact: Any, schema: Json, content: Json, at: str) -> Iterator[str]:
    """Where we would refuse what the client sends."""
    meant, may_be_null = _fact(fact)
    ways = _ways(schema, content)
    if may_be_null and not any(way.get("type") == "null" for way in ways):
        yield f"{at}: may not be null"
    if meant == "any":
        return
    wanted = _kind(meant)
    fitting = [way for way in ways if way.get("type", "string") == wanted]
    if not fitting:
        yield f"{at}: is not taken as {wanted}"
    elif isinstance(meant, list):
        yield from _wanting(meant[0], fitting[0].get("items", {}), content, f"{at}[]")
    elif isinstance(meant, dict):
        yield from _wanting_fields(meant, fitting[0], content, at)


def _wanting_fields(fact: Json, schema: Json, content: Json, at: str) -> Iterator[str]:
    sent = {name.strip("()"): name for name in fact}
    yield from (
        f"{at}.{each}: is required" for each in schema.get("required", ()) if sent.get(each, "(").startswith("(")
    )
    for plain, name in sent.items():
        given = schema.get("properties", {}).get(plain)
        if given is None:
            yield f"{at}.{plain}: is not taken"
        else:
            yield from _wanting(fact[name], given, content, f"{at}.{plain}")


def misfits(fact: Any, value: Any, at: str) -> Iterator[str]:
    """Where a value is not what the fact says."""
    meant, may_be_null = _fact(fact)
    if meant == "any" or (value is None and may_be_null):
        return
    if isinstance(meant, list):
        if not isinstance(value, list):
            yield f"{at}: is {value!r:.60}, no list"
            return
        for index, each in enumerate(value):
            yield from misfits(meant[0], each, f"{at}[{index}]")
    elif isinstance(meant, dict):
        yield from _misfitting_fields(meant, value, at)
    elif not _is_of(meant, value):
        yield f"{at}: is {value!r:.60}, not {meant}"


def _misfitting_fields(fact: Json, value: Any, at: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{at}: is {value!r:.60}, no object"
        return
    for name, meant in fact.items():
        plain = name.strip("()")
        if name == ANY_NAME:
            for each, inner in value.items():
                yield from misfits(meant, inner, f"{at}.{each}")
        elif plain in value:
            yield from misfits(meant, value[plain], f"{at}.{plain}")
        elif plain == name:
            yield f"{at}.{plain}: is missing"


def _is_of(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "b"
    if kind in PLAIN:
        return isinstance(value, _TYPES[kind])
    return value in kind.split("|")
