"""What every sender looks like, and which one takes which kind of message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Outgoing:
    kind: str
    """sms, whatsapp, content_template or email."""
    to: str
    body: str
    sender: str = ""
    subject: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


class SendingFailed(Exception):
    """It was not sent; `final` when trying again cannot help. The text carries no message content."""

    def __init__(self, reason: str, *, final: bool) -> None:
        super().__init__(reason)
        self.final = final


class Sender(Protocol):
    async def send(self, message: Outgoing) -> str:
        """→ how it ended: `sent` or `recorded`. Raises SendingFailed."""
        ...


class Recorder:
    """The default: the message is kept in the database and goes nowhere."""

    async def send(self, message: Outgoing) -> str:
        return "recorded"


@dataclass(frozen=True, slots=True)
class Senders:
    text: Sender = field(default_factory=Recorder)
    mail: Sender = field(default_factory=Recorder)

    def of(self, message: Outgoing) -> Sender:
        return self.mail if message.kind == "email" else self.text
