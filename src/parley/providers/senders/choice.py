"""Which sender takes which kind of message."""

from __future__ import annotations

from dataclasses import dataclass, field

from parley.providers.senders.protocol import Outgoing, Recorder, Sender


@dataclass(frozen=True, slots=True)
class Senders:
    text: Sender = field(default_factory=Recorder)
    mail: Sender = field(default_factory=Recorder)

    def of(self, message: Outgoing) -> Sender:
        return self.mail if message.kind == "email" else self.text
