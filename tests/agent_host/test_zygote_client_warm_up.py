"""The zygote may be started before the first child is wanted."""

from __future__ import annotations

import pytest

from parley.agent_host.zygote_client import ZygoteClient

pytestmark = pytest.mark.io


async def test_it_is_there_before_anybody_wants_a_child() -> None:
    client = ZygoteClient(private=False)
    try:
        await client.warm_up()
        process = client._process
        assert process is not None
        assert process.poll() is None
        await client.warm_up()
        assert client._process is process, "once"
    finally:
        await client.aclose()
