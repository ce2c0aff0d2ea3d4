"""The text messages of one process."""

from __future__ import annotations

from dataclasses import dataclass

from parley.kit.clock import Clock
from parley.runtime.texts.gateway import TextGateway
from parley.runtime.texts.outbound import Sending
from parley.runtime.texts.outlet import TextOutlet
from parley.storage.db import Database


@dataclass(frozen=True, slots=True)
class Texts:
    sending: Sending
    outlet: TextOutlet

    @classmethod
    def over(cls, db: Database, clock: Clock, gateway: TextGateway) -> Texts:
        return cls(Sending(db, clock, gateway), TextOutlet(db, clock))
