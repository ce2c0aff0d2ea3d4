"""Dictionaries whose members are also attributes."""

from __future__ import annotations

from typing import Any, NoReturn


class Attributes(dict[str, Any]):
    """A missing attribute is None, as agents expect; names that Python itself looks up do not exist."""

    def __getattr__(self, name: str) -> Any:
        # copy, pickle and inspect ask for such names, and would take None for an implementation.
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        self.pop(name, None)


class ReadOnlyDict(dict[str, Any]):
    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this dictionary is read-only")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> Any:
        # Unpickling sets item by item, which is refused here: a state gets a plain copy.
        return (dict, (dict(self),))


class RealtimeConfig(ReadOnlyDict):
    """The values that an operator edits without a deployment."""


class Variant(Attributes):
    """The attributes of one variant."""


class Entities(Attributes):
    """What was collected, by entity name."""


class MetricEvent(Attributes):
    """A metric that was written: `name` and `value`."""

    def __init__(self, name: str, value: Any = None) -> None:
        super().__init__(name=name, value=value)

    def __reduce__(self) -> Any:
        return (MetricEvent, (self["name"], self["value"]))


class GenericExternalEvent(Attributes):
    """ext_event_id, send_to_llm, created_at, data, content_type."""
