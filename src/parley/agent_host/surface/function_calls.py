"""Calling the project's functions: the entry function of a file, and one function from inside another."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parley.agent_host.surface.context import CallContext


class MissingArguments(Exception):
    """Required parameters for which the caller gave nothing."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(f"missing required argument{'s' * (len(names) > 1)}: {', '.join(names)}")


def call_entry(function: Any, conv: object, flow: Flow, arguments: Mapping[str, Any]) -> Any:
    """Unknown arguments are dropped; `conv` and `flow` are found by their names, `conv` else by being first."""
    parameters = _parameters(function)
    named = {parameter.name for parameter in parameters}
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    missing: list[str] = []
    for index, parameter in enumerate(parameters):
        if parameter.kind is parameter.VAR_KEYWORD:
            keywords |= {name: value for name, value in arguments.items() if name not in named}
        elif parameter.kind is parameter.VAR_POSITIONAL:
            continue
        elif (found := _find_argument(parameter, index, named, conv, flow, arguments)) is not _NOTHING:
            _add_argument(parameter, found, positional, keywords)
        elif parameter.default is parameter.empty:
            missing.append(parameter.name)
    if missing:
        raise MissingArguments(missing)
    return function(*positional, **keywords)


_NOTHING = object()


def _find_argument(
    parameter: inspect.Parameter,
    index: int,
    named: set[str],
    conv: object,
    flow: Flow,
    arguments: Mapping[str, Any],
) -> Any:
    if parameter.name == "conv" or (index == 0 and "conv" not in named and parameter.name not in arguments):
        return conv
    if parameter.name == "flow" and parameter.name not in arguments:
        return flow
    return arguments.get(parameter.name, _NOTHING)


def _add_argument(parameter: inspect.Parameter, value: Any, positional: list[Any], keywords: dict[str, Any]) -> None:
    if parameter.kind is parameter.POSITIONAL_ONLY:
        positional.append(value)
    else:
        keywords[parameter.name] = value


class Flow:
    def __init__(self, context: CallContext, conv: object, folder: str) -> None:
        self._context = context
        self._conv = conv
        self._folder = folder

    @property
    def current_step(self) -> str | None:
        return self._context.view.current_step

    @property
    def functions(self) -> FunctionExecutor:
        folders = (f"{self._folder}/functions", f"{self._folder}/function_steps", "functions")
        return FunctionExecutor(self._context, self._conv, self, folders)

    def goto_step(self, step_name: str, label: str | None = None) -> None:
        self._context.recorder.go_to_step(str(step_name))

    def __reduce__(self) -> Any:
        raise TypeError("flow cannot be kept in the state")


class FunctionExecutor:
    """`conv.functions.n(…)` and `flow.functions.n(…)`: the same conversation, `conv` and `flow` given by us."""

    def __init__(
        self, context: CallContext, conv: object, flow: Flow, folders: tuple[str, ...] = ("functions",)
    ) -> None:
        self._context = context
        self._conv = conv
        self._flow = flow
        self._folders = folders

    def __getattr__(self, name: str) -> Any:
        for folder in self._folders:
            path = f"{folder}/{name}.py"
            if self._context.functions.has_file(path):
                return _BoundFunction(self._context.functions.load_function(path), self._conv, self._flow)
        raise AttributeError(f"There is no function named {name!r}.")

    __getitem__ = __getattr__

    def __contains__(self, name: str) -> bool:
        return any(self._context.functions.has_file(f"{folder}/{name}.py") for folder in self._folders)


class _BoundFunction:
    """A function of the project whose first parameters are filled in."""

    def __init__(self, function: Any, conv: object, flow: Flow) -> None:
        self._function = function
        self._conv = conv
        self._flow = flow

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        names = [parameter.name for parameter in _parameters(self._function)]
        while args and (args[0] is self._conv or isinstance(args[0], Flow)):
            args = args[1:]
        kwargs.pop("conv", None)
        given: list[Any] = [self._conv] if names else []
        if names[1:2] == ["flow"]:
            given.append(kwargs.pop("flow", self._flow))
        return self._function(*given, *args, **kwargs)


# Reading a signature is slow, and the same few functions are called again and again.
@lru_cache(maxsize=4096)
def _parameters(function: Any) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())
