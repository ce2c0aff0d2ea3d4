"""Text messages and other mail as agent code handles them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from parley.agent_host.protocol import OutgoingMessage


@dataclass
class SMSTemplate:
    name: str
    content: str
    phone_number: str


@dataclass
class OutgoingSMS:
    to_number: str
    from_number: str
    content: str
    content_id: str | None = None


@dataclass
class OutgoingSMSTemplate:
    to_number: str
    template: str


def templates(configured: Mapping[str, Any], env: str) -> dict[str, SMSTemplate]:
    sender = "sandbox" if env == "draft" else env
    return {
        name: SMSTemplate(name, template["text"], template["phone_numbers"].get(sender, ""))
        for name, template in configured.items()
    }


def queued(messages: Iterable[OutgoingMessage]) -> list[OutgoingSMS | OutgoingSMSTemplate]:
    found: list[OutgoingSMS | OutgoingSMSTemplate] = []
    for message in messages:
        if message.template and message.kind == "sms":
            found.append(OutgoingSMSTemplate(message.to, message.template))
        elif message.kind != "email":
            found.append(OutgoingSMS(message.to, message.sender or "", message.body, message.template))
    return found
