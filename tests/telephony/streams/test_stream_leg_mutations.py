"""Frames of carriers, changed by chance: each is read or refused, and a stream holds no more than it may."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import islice
from random import Random

import pytest

from parley.telephony.streams.plivo import Plivo
from parley.telephony.streams.provider import Audio, MarkReturned, Provider, Started
from parley.telephony.streams.stream_leg import BYTES_PER_SECOND, StreamLeg
from parley.telephony.streams.telnyx import Telnyx
from parley.telephony.streams.twilio import Twilio
from tests.telephony.attack.mutation import mutants
from tests.telephony.streams.dialects import DIALECTS, Dialect

FRAMES = int(os.environ.get("SIP_ATTACK_MESSAGES", "400"))
SEED = int(os.environ.get("SIP_ATTACK_SEED", "1"))
PROVIDERS: dict[str, Provider] = {one.name: one for one in (Twilio(), Telnyx(), Plivo())}
MOST_HELD_SECONDS = 2.1


def frames(dialect: Dialect) -> list[bytes]:
    """All that a stream of this carrier says."""
    call, stream = dialect.new_call_id(), "MZ1"
    messages = [
        *dialect.start(stream, call),
        *(dialect.media(stream, number, bytes(range(160))) for number in range(4)),
        dialect.key(stream, "5"),
        dialect.mark(stream, "m1"),
        dialect.stop(stream, call) or dialect.mark(stream, "m2"),
    ]
    return [json.dumps(message).encode() for message in messages]


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.name)
async def test_changed_frames(dialect: type[Dialect]) -> None:
    provider = PROVIDERS[dialect.name]
    seeds = frames(dialect())
    started = next(one for seed in seeds if isinstance(one := provider.read_message(seed.decode()), Started))
    assert started.audio is not None
    leg, seen = StreamLeg(provider, started.stream_id, started.audio), Counter[str]()
    for frame in islice(mutants(seeds, Random(SEED)), FRAMES):
        try:
            # What is no text at all, the WebSocket itself refuses.
            message = provider.read_message(frame.decode(errors="surrogateescape"))
        except ValueError:
            seen["refused"] += 1
            continue
        seen[type(message).__name__] += 1
        if isinstance(message, Audio):
            leg.receive_audio(message)
        if isinstance(message, MarkReturned):
            leg.mark_returned(message.name)
    assert len(leg.read_audio()) <= MOST_HELD_SECONDS * BYTES_PER_SECOND
    assert seen["refused"] > FRAMES * 0.1
    assert seen["Audio"] > FRAMES * 0.05
