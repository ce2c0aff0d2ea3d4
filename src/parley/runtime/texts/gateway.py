"""Sends messages through the carrier of a connector, and looks for those that may have been sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.texts.model import Channel, Thread
from parley.kit.encryption import Encryptor
from parley.kit.outbound.connection import NoAnswer, Reason
from parley.kit.outbound.egress import Egress, Fetched
from parley.providers.senders import twilio_messages as wire
from parley.providers.senders.twilio_messages import SentMessage

REQUEST_SECONDS = 10.0
LARGEST_ANSWER = 512 * 1024
NEVER_SENT = frozenset({Reason.NAME, Reason.ADDRESS, Reason.REQUEST, Reason.TLS})
"""Reasons why there was no answer that leave no doubt: the carrier never saw the request."""


class NotTaken(Exception):
    """The carrier did not take it, for certain. The text carries no message content."""

    def __init__(self, reason: str, *, final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.final = final


class Unknown(Exception):
    """Nobody can tell whether the carrier took it."""


class TextGateway:
    def __init__(self, egress: Egress, encryptor: Encryptor, url: str, public_url: str | None) -> None:
        """`url` is the carrier's, `public_url` ours, as the carrier reaches it."""
        self._egress = egress
        self._encryptor = encryptor
        self._url = url.rstrip("/")
        self._public_url = public_url

    async def send(self, connector: Connector, thread: Thread, body: str, reference: str) -> SentMessage:
        """Raises `NotTaken` or `Unknown`. Receipts will name the `reference`."""
        status_url = f"{self._public_url}/texts/{connector.id}/messages/{reference}" if self._public_url else ""
        whatsapp = thread.channel is Channel.WHATSAPP
        own, other, service = thread.our_number, thread.user_number, thread.service_sid
        form = wire.send_form(own, other, body, status_url, whatsapp=whatsapp, service_sid=service)
        try:
            answer = await self._ask("POST", connector, data=form)
        except NoAnswer as failed:
            if failed.reason in NEVER_SENT:
                raise NotTaken(failed.reason, final=False) from None
            raise Unknown from None
        if answer.status >= 500 or answer.status == 408:
            raise Unknown
        content = _read(answer)
        if answer.status >= 300:
            code = content.get("code")
            reason = str(code) if isinstance(code, int) else f"status {answer.status}"
            raise NotTaken(reason, final=answer.status != 429)
        sent = wire.read_message(content)
        if sent is None:
            raise Unknown
        return sent

    async def search(self, connector: Connector, thread: Thread) -> list[SentMessage]:
        """The newest messages that the carrier has of this thread. Raises `Unknown`."""
        if thread.service_sid:
            found = [await self._search(connector, query) for query in wire.service_queries(thread.user_number)]
            return [message for each in found for message in each]
        whatsapp = thread.channel is Channel.WHATSAPP
        return await self._search(
            connector, wire.search_query(thread.our_number, thread.user_number, whatsapp=whatsapp)
        )

    async def _search(self, connector: Connector, query: Mapping[str, str]) -> list[SentMessage]:
        try:
            answer = await self._ask("GET", connector, params=query)
        except NoAnswer:
            raise Unknown from None
        if answer.status != 200:
            raise Unknown
        return wire.read_messages(_read(answer))

    async def _ask(self, method: str, connector: Connector, **content: Any) -> Fetched:
        account = connector.trunk.account_sid
        token = decrypt_passwords(self._encryptor, connector).auth_token
        return await self._egress.fetch(
            method,
            self._url + wire.messages_path(account),
            headers={"Authorization": wire.authorization(account, token), "Accept": "application/json"},
            seconds=REQUEST_SECONDS,
            largest=LARGEST_ANSWER,
            **content,
        )


def _read(answer: Fetched) -> Mapping[str, Any]:
    try:
        found = orjson.loads(answer.text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
