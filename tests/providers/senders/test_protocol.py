from __future__ import annotations

from parley.providers.senders.protocol import Outgoing, Recorder, Senders


async def test_without_senders_messages_are_recorded() -> None:
    senders = Senders()
    for kind in ("sms", "email"):
        message = Outgoing(kind, "x", "y")
        assert isinstance(senders.of(message), Recorder)
        assert await senders.of(message).send(message) == "recorded"
