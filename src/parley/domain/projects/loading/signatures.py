"""What the decorators and the signature of an entry function say, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from parley.domain.projects.model import DelayResponse, LatencyControl, Parameter

Entry = ast.FunctionDef | ast.AsyncFunctionDef

_JSON_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
WRAPPERS = frozenset({"Optional", "Union", "Annotated", "Literal", "Final"})
_GIVEN_NAMES = frozenset({"conv", "flow"})
_GIVEN_TYPES = frozenset({"Conversation", "Flow"})
_LONGEST_DELAY_SECONDS = 60
"""A longer pause between two delay responses was written in milliseconds."""

# A few lines of constants that are made of each other can come to gigabytes.
_LONGEST_TEXT = 100_000
# A quoted annotation may hold another one, each of which is parsed anew.
_DEEPEST_ANNOTATION = 20

LATENCY_ORDER = ("delay_before_responses_start", "silence_after_each_response", "delay_responses", "randomize")


class _Unknown(Exception):
    """The expression's value is only known when the code runs."""


def description(entry: Entry, constants: Mapping[str, ast.expr]) -> str:
    """The decorator's text; the docstring when there is none."""
    for arguments in _decorations(entry, "func_description", ("description",), constants):
        return str(arguments.get("description", "")).strip()
    return (ast.get_docstring(entry) or "").strip()


def parameters(entry: Entry, constants: Mapping[str, ast.expr]) -> tuple[Parameter, ...]:
    """The parameters that the model fills in: the signature's, in its order, without conv and flow."""
    described = {
        str(arguments.get("name", "")): str(arguments.get("description", "")).strip()
        for arguments in _decorations(entry, "func_parameter", ("name", "description"), constants)
    }
    found = [
        Parameter(argument.arg, json_type(argument.annotation), described.get(argument.arg, ""), required)
        for argument, required in _arguments(entry.args)
        if not is_given(argument)
    ]
    # Only `**kwargs` can take what is described but not in the signature.
    if entry.args.kwarg is not None:
        known = {parameter.name for parameter in found}
        found += [Parameter(name, "string", text) for name, text in described.items() if name and name not in known]
    return tuple(found)


def latency(entry: Entry, constants: Mapping[str, ast.expr]) -> LatencyControl | None:
    for arguments in _decorations(entry, "func_latency_control", LATENCY_ORDER, constants):
        before, silence, responses, randomize = (arguments.get(name) for name in LATENCY_ORDER)
        items = responses if isinstance(responses, list | tuple) else ()
        return LatencyControl(
            delay_before=_seconds(before),
            silence_after=_seconds(silence),
            responses=tuple(_delay_response(item) for item in items),
            randomize=bool(randomize),
        )
    return None


def json_type(annotation: ast.expr | None, depth: int = 0) -> str:
    if depth > _DEEPEST_ANNOTATION:
        return "string"
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _JSON_TYPES.get(name, "string")
        case ast.Constant(value=str(text)):
            return json_type(_unquoted(text), depth + 1)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return json_type(right if _is_none(left) else left, depth + 1)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner) if name in WRAPPERS:
            options = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            first = next((option for option in options if not _is_none(option)), None)
            if name == "Literal" and isinstance(first, ast.Constant):
                return _JSON_TYPES.get(type(first.value).__name__, "string")
            return json_type(first, depth + 1)
    return "string"


def _unquoted(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body if len(text) < 200 else None
    except (SyntaxError, ValueError):
        return None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_given(argument: ast.arg) -> bool:
    """Whether the runtime passes it: named or annotated as the conversation or the flow."""
    annotation = argument.annotation
    if isinstance(annotation, ast.Constant):
        name = annotation.value
    else:
        name = getattr(annotation, "attr", None) or getattr(annotation, "id", None)
    return argument.arg in _GIVEN_NAMES or name in _GIVEN_TYPES


def _arguments(args: ast.arguments) -> Iterator[tuple[ast.arg, bool]]:
    positional = [*args.posonlyargs, *args.args]
    first_default = len(positional) - len(args.defaults)
    for index, argument in enumerate(positional):
        yield argument, index < first_default
    for argument, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield argument, default is None


def _decorations(
    entry: Entry, decorator: str, order: tuple[str, ...], constants: Mapping[str, ast.expr]
) -> Iterator[dict[str, Any]]:
    """The arguments of every such decorator by name; those that cannot be known here are left out."""
    for call in entry.decorator_list:
        if not isinstance(call, ast.Call):
            continue
        if (getattr(call.func, "id", None) or getattr(call.func, "attr", None)) != decorator:
            continue
        given = [*zip(order, call.args, strict=False), *((word.arg, word.value) for word in call.keywords if word.arg)]
        arguments: dict[str, Any] = {}
        for name, expression in given:
            try:
                arguments[name] = _Evaluator(constants).value(expression)
            except _Unknown:
                continue
        yield arguments


class _Evaluator:
    """Works out literal expressions; gives up early, because module constants can be nested without end."""

    def __init__(self, constants: Mapping[str, ast.expr]) -> None:
        self.constants = constants
        self.steps = 0

    def value(self, node: ast.expr, depth: int = 0) -> Any:
        self.steps += 1
        if depth > 50 or self.steps > 1_000:
            raise _Unknown
        match node:
            case ast.Constant(value=value):
                return value
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self.value(item, depth + 1) for item in items]
            case ast.Name(id=name) if name in self.constants:
                return self.value(self.constants[name], depth + 1)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([left, right], depth)
            case ast.JoinedStr(values=values):
                return self._joined(values, depth)
        raise _Unknown

    def _joined(self, nodes: list[ast.expr], depth: int) -> str:
        parts = [self.value(node, depth + 1) for node in nodes]
        if not all(isinstance(part, str) for part in parts) or sum(map(len, parts)) > _LONGEST_TEXT:
            raise _Unknown
        return "".join(parts)


def _delay_response(item: Any) -> DelayResponse:
    if isinstance(item, list) and item:
        return DelayResponse(str(item[0]), _seconds(item[1] if len(item) > 1 else 0))
    return DelayResponse(str(item), 0.0)


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        return 0.0
    return float(value) / 1000 if value > _LONGEST_DELAY_SECONDS else float(value)
