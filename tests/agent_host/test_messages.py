"""Messages arrive as they were sent."""

from __future__ import annotations

from parley.agent_host import messages
from parley.agent_host.allowance import PER_CALL, Allowance
from parley.agent_host.framing import FrameReader
from parley.agent_host.messages import Call
from parley.agent_host.protocol import Invocation
from tests.agent_host.in_process import VIEW


def test_the_rest_of_the_turns_allowance_reaches_the_child() -> None:
    for allowance in (PER_CALL, Allowance(messages=3, logs=7)):
        sent = messages.encode_call(1, Invocation("f", {}, VIEW, allowance=allowance))
        ((call, state),) = FrameReader(messages.decode_parent_message, 10_000, 0).feed(sent)
        assert isinstance(call, Call)
        assert messages.decode_call(call, state).allowance == allowance
