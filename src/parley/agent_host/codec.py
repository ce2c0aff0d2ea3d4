"""Values of the protocol as JSON, and from JSON that nobody vouches for: the types of the dataclasses are the schema.

A member that is missing takes its default, one that we do not know is ignored, a wrong type is Malformed.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from parley.agent_host.framing import Malformed

T = TypeVar("T")
Reader = Callable[[Any], Any]


def decode(kind: type[T], data: object) -> T:
    reader = _reader(typing.cast(Any, kind))
    return typing.cast(T, reader(data))


def encode_sparse(value: object) -> dict[str, Any]:
    """A dataclass as JSON without the members that hold their default: most of an ordinary result is left out."""
    found: dict[str, Any] = {}
    for name, default in _defaults(typing.cast(Any, type(value))):
        member = getattr(value, name)
        if member != default:
            found[name] = _encode_member(member)
    return found


def _encode_member(value: Any) -> Any:
    kind: Any = type(value)
    if _is_dataclass(kind):
        return encode_sparse(value)
    if isinstance(value, list | tuple) and value and _is_dataclass(typing.cast(Any, type(value[0]))):
        return [encode_sparse(item) for item in value]
    return value


@cache
def _is_dataclass(kind: Any) -> bool:
    return is_dataclass(kind)


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (member.name, member.default_factory() if member.default_factory is not MISSING else member.default)
        for member in fields(kind)
    )


@cache
def _reader(kind: Any) -> Reader:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return _read_anything
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    if origin in (typing.Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        return _optional(_reader(inner))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _tuple_reader([_reader(argument) for argument in arguments])
    if origin in (Sequence, tuple):
        return _list_reader(_reader(arguments[0]))
    if origin is Mapping:
        return _mapping_reader(_reader(arguments[1]))
    return _scalar_reader(kind)


def _read_anything(data: Any) -> Any:
    return data


def _scalar_reader(kind: type) -> Reader:
    accepted = (int, float) if kind is float else (kind,)

    def scalar(data: Any) -> Any:
        # The exact type: for isinstance, True is a number.
        if type(data) not in accepted:
            raise Malformed(f"expected {kind.__name__}")
        return data

    return scalar


def _optional(inner: Reader) -> Reader:
    return lambda data: None if data is None else inner(data)


def _list_reader(inner: Reader) -> Reader:
    def items(data: Any) -> tuple[Any, ...]:
        if type(data) is not list:
            raise Malformed("expected a list")
        return tuple([inner(item) for item in data])

    return items


def _tuple_reader(inner: list[Reader]) -> Reader:
    def items(data: Any) -> tuple[Any, ...]:
        if type(data) is not list or len(data) != len(inner):
            raise Malformed(f"expected {len(inner)} items")
        return tuple([reader(item) for reader, item in zip(inner, data, strict=True)])

    return items


def _mapping_reader(inner: Reader) -> Reader:
    def members(data: Any) -> dict[str, Any]:
        if type(data) is not dict:
            raise Malformed("expected an object")
        return data if inner is _read_anything else {key: inner(value) for key, value in data.items()}

    return members


def _dataclass_reader(kind: Any) -> Reader:
    hints = typing.get_type_hints(kind)
    readers = {member.name: _reader(hints[member.name]) for member in fields(kind)}
    # Made once for each class: reading a frame looks at no type hints.
    required = {member.name for member in fields(kind) if member.default is member.default_factory is MISSING}

    def value(data: Any) -> Any:
        if type(data) is not dict:
            raise Malformed(f"expected {kind.__name__} as an object")
        if not required <= data.keys():
            raise Malformed(f"{kind.__name__} is incomplete")
        return kind(**{name: readers[name](member) for name, member in data.items() if name in readers})

    return value
