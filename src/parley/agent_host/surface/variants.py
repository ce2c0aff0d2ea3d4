"""The variant of a conversation, and what code has written over the attributes of variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.agent_host.surface.attributes import Variant
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.projection import project


class Variants:
    __slots__ = ("_all", "_context", "name")

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._all: dict[str, Variant] | None = None
        self.name = context.view.variant

    @property
    def all(self) -> dict[str, Variant]:
        """Made when somebody asks: most functions do not. Attributes that code wrote in an earlier call win over the
        project's."""
        if self._all is None:
            written = self._context.kept.get("variants") or {}
            self._all = {
                name: Variant({**variant["attributes"], **written.get(name, {})})
                for name, variant in self._context.section("variants").items()
            }
        return self._all

    @property
    def current(self) -> Variant | None:
        return self.all.get(self.name) if self.name else None

    def replace_current(self, attributes: Mapping[str, Any]) -> None:
        if self.name:
            self.all[self.name] = Variant(attributes)

    def select(self, name: str) -> None:
        """By name or id."""
        by_id = {entry["id"]: known for known, entry in self._context.section("variants").items()}
        name = by_id.get(name, name)
        if name not in self.all:
            self._context.recorder.log("warning", f"There is no variant named {name!r}.")
            return
        self.name = self._context.recorder.variant = name

    def record_changes(self) -> None:
        """Attributes that code has changed, now or before."""
        if self._all is None:
            return
        configured = self._context.section("variants")
        written = {}
        for name, attributes in self._all.items():
            original = configured[name]["attributes"] if name in configured else {}
            changed = {key: value for key, value in attributes.items() if original.get(key) != value}
            if changed:
                written[name] = project(changed)
        # Most calls change none: an effect that says nothing new is not sent.
        if written != self._context.kept.get("variants", {}):
            self._context.kept["variants"] = self._context.recorder.variant_attributes = written
