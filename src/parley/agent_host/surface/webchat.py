"""Extras on the next message of a web chat."""

from __future__ import annotations

from typing import Any

from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.projection import project


class Attachment:
    def __init__(
        self,
        content_url: str,
        content_type: str = "unspecified",
        title: str | None = None,
        preview_image_url: str | None = None,
        call_to_action: str | None = None,
    ) -> None:
        self.content_url = content_url
        self.content_type = content_type
        self.title = title
        self.preview_image_url = preview_image_url
        self.call_to_action = call_to_action

    def to_dict(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value is not None}


class ChatCallAction:
    def __init__(self, contact_number: str, title: str | None = None) -> None:
        self.contact_number = contact_number
        self.title = title

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


class WebchatInterface:
    def __init__(self, recorder: EffectsRecorder) -> None:
        self._recorder = recorder
        self._actions: list[ChatCallAction] = []

    @property
    def chat_call_actions(self) -> list[ChatCallAction]:
        return self._actions

    def set_chat_call_actions(self, actions: list[ChatCallAction]) -> None:
        self._actions = list(actions)
        self._recorder.other["chat_call_actions"] = [project(to_plain(action)) for action in self._actions]


def to_plain(value: Any) -> Any:
    """Attachments and actions may come as our objects or as plain dictionaries."""
    return value.to_dict() if hasattr(value, "to_dict") else value
