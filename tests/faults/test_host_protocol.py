"""A child that says anything at all: nothing is raised but our own errors, nothing grows without bound, all calls end.

`make test-faults` tries many thousands of conversations with such children, an ordinary test run (without
`HOST_PROTOCOL_EXAMPLES`) a hundred.
"""

from __future__ import annotations

import asyncio
import os
import random
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.agent_host.allowance import NOTHING
from parley.agent_host.framing import encode_frame
from parley.agent_host.messages import MAX_HEADER, MAX_STATE, FunctionResult
from parley.agent_host.outcomes import accept_result
from parley.agent_host.parent_connection import MAX_FRAMES
from parley.agent_host.protocol import Invocation, Outcome
from tests.agent_host.conftest import MakePool
from tests.agent_host.conftest import make_pool as make_pool
from tests.agent_host.conftest import zygote_client as zygote_client
from tests.agent_host.hostile_child import HostileChild, outcome_of
from tests.agent_host.in_process import VIEW

IS_LONG = "HOST_PROTOCOL_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("HOST_PROTOCOL_EXAMPLES", "100"))
CHILDREN = EXAMPLES // 20
pytestmark = [pytest.mark.io, pytest.mark.timeout(120 + EXAMPLES // 10)]

words = st.sampled_from(
    ["", "x", "request", "result", "ready", "history", "prompt_llm", "secret", "api", "external_event", "é\x00"]
)
numbers = st.sampled_from([-1, 0, 1, 2, 3, 2**31, 2**53, 2**63 - 1]) | st.integers(-5, 5)
scalars = st.none() | st.booleans() | numbers | words | st.floats(allow_nan=False)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4), max_leaves=12
)
MEMBERS = (
    "reply",
    "effects",
    "state_json",
    "changes",
    "failure",
    "stdout",
    "state_kept",
    "state_known",
    "worn",
    "arguments",
)
INNER = (
    "content",
    "utterance",
    "hangup",
    "handoff",
    "listen",
    "logs",
    "metrics",
    "messages",
    "kind",
    "message",
    "added",
    "id",
)
inner = st.dictionaries(st.sampled_from(INNER), values, max_size=4)
headers = st.fixed_dictionaries(
    {},
    optional={
        "t": st.sampled_from(["request", "result", "ready", "response", "call", "hello"]) | values,
        "call": numbers | values,
        "id": numbers | values,
        "service": words | values,
        "sandbox": st.dictionaries(words, words, max_size=3) | values,
        **dict.fromkeys(MEMBERS, inner | values),
    },
)
SOUND = [
    encode_frame({"t": "ready", "sandbox": {"network": "off"}}),
    *(encode_frame({"t": "request", "id": n, "call": n, "service": "history"}) for n in (1, 2)),
    encode_frame({"t": "request", "id": 3, "call": 1, "service": "prompt_llm", "arguments": {"prompt": "x"}}),
    encode_frame(
        {"t": "request", "id": 4, "call": 1, "service": "api", "arguments": {"integration": "a", "operation": "b"}}
    ),
    *(encode_frame({"t": "result", "call": n, "reply": {"content": "hi"}, "stdout": ""}, b"state") for n in (1, 2)),
]
sound = st.sampled_from(SOUND)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(sound))
    for _ in range(draw(st.integers(1, 4))):
        project = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.integers(0, 3)):
            case 0 if data:
                data[project] ^= 1 << draw(st.integers(0, 7))
            case 1:
                del data[project : project + draw(st.integers(1, 9))]
            case 2:
                data[project:project] = draw(st.binary(min_size=1, max_size=9))
            case _:
                data += data[project:]
    return bytes(data)


spoken = st.one_of(
    st.binary(max_size=64),
    sound,
    mutated(),
    st.builds(encode_frame, headers, st.binary(max_size=16)),
    st.builds(struct.pack, st.just("!II"), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
    st.builds(lambda each, times: each * times, sound | mutated(), st.integers(2, 3000)),
)
BEGIN, PAUSE = "a call begins", "the loop turns"
acts = st.lists(spoken | spoken | st.sampled_from([BEGIN, PAUSE]), max_size=25)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as found:
        yield found


async def run_body(script: list[bytes | str], cut: int) -> list[FunctionResult | str]:
    """What became of each call. `cut`: how the stream arrives."""
    troubles: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: troubles.append(context))
    child, calls, current = HostileChild(), [], None
    for act in [SOUND[0], BEGIN, *script]:
        if isinstance(act, bytes):
            for start in range(0, len(act), cut):
                child.says(act[start : start + cut])
                assert len(child.connection._frames._buffer) <= MAX_HEADER + MAX_STATE + cut + 8
        elif act == BEGIN and child.connection.is_alive and (current is None or current.done()):
            calls.append(current := child.begin())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert child.connection._meter.frames <= MAX_FRAMES + 2
    child.leaves()
    found = [await outcome_of(call) for call in calls]
    await asyncio.sleep(0)
    assert troubles == []
    return found


@settings(max_examples=EXAMPLES, derandomize=not IS_LONG, suppress_health_check=list(HealthCheck), database=None)
@given(script=acts, cut=st.sampled_from([1, 7, 64, 4096, 1 << 18]))
def test_whatever_a_child_says_every_call_ends(runner: asyncio.Runner, script: list[bytes | str], cut: int) -> None:
    cut = max(cut, sum(len(act) for act in script) // 5000)
    for end in runner.run(run_body(script, cut)):
        if isinstance(end, FunctionResult):
            read = accept_result(end, b"", Invocation("f.py", {}, VIEW), NOTHING, 0.0)
            assert isinstance(read, Outcome)
            assert len(read.effects.messages) <= 20


HOSTILE = """
import os, random, struct, time

def f(conv, seed):
    chance = random.Random(seed)
    kinds = ["request", "result", "ready", "response", "x"]
    def piece():
        form = chance.randrange(4)
        if form == 0:
            return chance.randbytes(chance.randrange(1, 200))
        service = chance.choice(["history", "y"])
        header = {"t": chance.choice(kinds), "call": chance.randrange(4), "id": 1, "service": service}
        text = repr(header).replace("'", '"').encode()
        data = struct.pack("!II", len(text), 0) + text
        if form == 1:
            return data
        if form == 2:
            return data * chance.randrange(1, 500)
        return data[: chance.randrange(len(data))]
    for _ in range(chance.randrange(1, 20)):
        os.write(3, piece())
    if chance.random() < 0.5:
        return "through"
    time.sleep(0.2)
"""


async def test_real_children_that_write_to_their_socket(make_pool: MakePool) -> None:
    harness = make_pool({"functions/f.py": HOSTILE, "good": "return 'fine'"}, maximum=2)
    seeds = random.Random(7)
    for number in range(CHILDREN):
        outcome = await harness.call("functions/f.py", timeout=2.0, seed=seeds.randrange(2**32))
        assert outcome.failure is None or outcome.failure.kind in ("crash", "timeout"), outcome.failure
        if number % 5 == 0:
            assert (await harness.call("good")).reply.content == "fine"
    assert len(harness.pool.status().failures) <= 3
