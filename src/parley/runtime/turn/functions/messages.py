"""Messages to users outside the conversation, rendered when they are sent: at the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from parley.agent_host.protocol import OutgoingMessage
from parley.domain.projects.model import SmsTemplate
from parley.runtime.agent.references import Scope, render

TEMPLATE_RETRIES = 0


def from_template(template: str, to: str) -> OutgoingMessage:
    return OutgoingMessage("sms", to, template=template, retry_count=TEMPLATE_RETRIES)


def sender(template: SmsTemplate, env: str) -> str | None:
    """The number that the environment sends from; a draft sends as the sandbox does."""
    numbers = template.phone_numbers
    return numbers.get("sandbox" if env == "draft" else env) or None


def rendered(
    messages: Sequence[OutgoingMessage], templates: Mapping[str, SmsTemplate], scope: Scope, env: str
) -> Iterator[OutgoingMessage]:
    """Text messages by template get their words and their sender; those of an unknown template are left out."""
    for message in messages:
        if message.kind != "sms" or not message.template:
            yield message
        elif template := templates.get(message.template):
            text = render(template.text, scope).text
            yield replace(message, body=text, sender=message.sender or sender(template, env))
