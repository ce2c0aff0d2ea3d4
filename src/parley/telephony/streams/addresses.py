"""Our own addresses, as carriers are told them."""

from __future__ import annotations

from dataclasses import dataclass

from parley.telephony.streams.stream_call import StreamCall


@dataclass(frozen=True, slots=True)
class OwnAddresses:
    public_url: str
    """Where carriers reach this process: `https://…`, without a slash at the end."""

    def webhook(self, connector_id: str, what: str) -> str:
        return f"{self.public_url}/streams/{connector_id}/{what}"

    def of_call(self, call: StreamCall, what: str) -> str:
        return f"{self.public_url}/streams/{call.connector_id}/calls/{call.reference}/{what}/{call.step}"

    def media(self, ticket: str) -> str:
        scheme, _, rest = self.public_url.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/streams/media/{ticket}"
