"""Text messages and mail: queued during the call, and sent when the turn ends. What becomes of them never reaches the
code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parley.agent_host.allowance import MESSAGE_CHARACTERS, json_size
from parley.agent_host.protocol import Json, OutgoingMessage
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.errors import MissingTemplate, TooLarge
from parley.agent_host.surface.projection import bounded_text


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


class MessageQueue:
    def __init__(self, context: CallContext) -> None:
        self._context = context

    def templates(self, env: str) -> dict[str, SMSTemplate]:
        # Projects configure no number for drafts.
        sender = "sandbox" if env == "draft" else env
        return {
            name: SMSTemplate(name, template["text"], template["phone_numbers"].get(sender, ""))
            for name, template in self._context.section("sms_templates").items()
        }

    def queued(self) -> list[OutgoingSMS | OutgoingSMSTemplate]:
        found: list[OutgoingSMS | OutgoingSMSTemplate] = []
        for message in self._context.recorder.messages:
            if message.template and message.kind == "sms":
                found.append(OutgoingSMSTemplate(message.to, message.template))
            elif message.kind != "email":
                found.append(OutgoingSMS(message.to, message.sender or "", message.body, message.template))
        return found

    def add_template(self, to: str | None, template: str, retry_count: int | None) -> None:
        if template not in self._context.section("sms_templates"):
            raise MissingTemplate(f"There is no SMS template named {template!r}.")
        self.add("sms", to, template=template, retry_count=retry_count)

    def add(
        self,
        kind: str,
        to: str | None,
        body: object = "",
        sender: str | None = None,
        *,
        subject: str | None = None,
        template: str | None = None,
        retry_count: int | None = None,
        details: Mapping[str, Json] | None = None,
    ) -> None:
        message = OutgoingMessage(
            kind,
            str(to or ""),
            bounded_text(body, MESSAGE_CHARACTERS, "The message"),
            None if sender is None else str(sender),
            subject,
            template,
            retry_count or 0,
            details or {},
        )
        # The text is bounded already; the address, the template and the variables are not.
        if json_size(message, 2 * MESSAGE_CHARACTERS) > 2 * MESSAGE_CHARACTERS:
            raise TooLarge(f"The message has more than {MESSAGE_CHARACTERS:,} characters")
        self._context.recorder.add_message(message)
