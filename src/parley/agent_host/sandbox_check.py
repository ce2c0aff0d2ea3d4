"""What would hold agent code back on this machine: one host is started, asked, and stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from parley.agent_host import messages
from parley.agent_host.parent_connection import ChildLost, ParentConnection
from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient

_SECONDS = 30.0


async def check_sandbox(policy: Policy, zygote_client: ZygoteClient) -> Report:
    """Raises SpawnFailed, with a line that says why, where no agent code may run."""
    number, connection = await zygote_client.spawn(ParentConnection, policy, "sandbox check")
    try:
        connection.send(messages.encode_hello({}, {}))
        async with asyncio.timeout(_SECONDS):
            return await connection.ready
    except (ChildLost, TimeoutError):
        how = await zygote_client.wait_for_end(number, 1.0)
        raise SpawnFailed(f"An agent host did not start: its process {how}.") from None
    finally:
        connection.close()
        zygote_client.kill(number)


def list_shortcomings(report: Report) -> Sequence[str]:
    """What a machine for other people's agents should not lack, each in one sentence."""
    found = []
    if report.get("user", "").startswith("root"):
        found.append("Agents' code runs as root: let everybody read the Python installation, and unset the setting.")
    if report.get("system calls") != "filtered":
        found.append("System calls are not filtered: this takes an x86-64 or ARM64 kernel with seccomp.")
    if not report.get("filesystem", "").startswith("landlock"):
        found.append(
            "Files are not restricted by Landlock: this takes a kernel from 5.13 on with Landlock switched on."
        )
    if report.get("visible files") != "its own tree":
        found.append("Names of files and processes can be seen: the kernel or the container allows no namespaces.")
    return found
