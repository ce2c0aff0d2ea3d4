"""SMS and WhatsApp through a Twilio-compatible address."""

from __future__ import annotations

import httpx
import orjson

from parley.providers.senders.protocol import Outgoing, SendingFailed


class TwilioSender:
    def __init__(self, base_url: str, account: str, token: str, client: httpx.AsyncClient) -> None:
        self._url = f"{base_url.rstrip('/')}/2010-04-01/Accounts/{account}/Messages.json"
        self._auth = (account, token)
        self._client = client

    async def send(self, message: Outgoing) -> str:
        try:
            answer = await self._client.post(self._url, data=_form(message), auth=self._auth, timeout=20)
        except httpx.HTTPError as error:
            raise SendingFailed(type(error).__name__, final=False) from None
        if answer.is_success:
            return "sent"
        # A refusal stays one; a server that is down, slow or busy may take the message later.
        final = answer.status_code < 500 and answer.status_code not in (408, 429)
        raise SendingFailed(f"status {answer.status_code}", final=final)


def _form(message: Outgoing) -> dict[str, str]:
    whatsapp = "whatsapp:" if message.kind == "whatsapp" or message.details.get("whatsapp") else ""
    form = {"To": whatsapp + message.to}
    # The id of a messaging service, which picks the sender itself.
    if message.sender.startswith("MG"):
        form["MessagingServiceSid"] = message.sender
    elif message.sender:
        form["From"] = whatsapp + message.sender
    if message.kind != "sms" and (content := message.details.get("template")):
        form["ContentSid"] = str(content)
        form["ContentVariables"] = orjson.dumps(message.details.get("content_variables") or {}).decode()
    else:
        form["Body"] = message.body
    return form
