"""What would hold agents' code back here: one host is started as a service would."""

from __future__ import annotations

from collections.abc import Iterator

from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox_check import check_sandbox, list_shortcomings
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient
from parley.cli.doctor.finding import Finding, Level

AS_ROOT = "PARLEY_AGENT_AS_ROOT is set: agents' code may run as root."
WHY = "Agents' code is written by others: this is one of the layers that keep it from the machine and from each other."
GUIDE = "docs/sandbox.md says what each machine offers."


async def examine(policy: Policy, may_be_root: bool) -> list[Finding]:
    client = ZygoteClient()
    try:
        report = await check_sandbox(policy, client)
    except SpawnFailed as failed:
        return [Finding("sandbox", "agent hosts", str(failed), Level.PROBLEM, "No function of any agent runs.", GUIDE)]
    finally:
        await client.aclose()
    return list(judge(report, may_be_root))


def judge(report: Report, may_be_root: bool) -> Iterator[Finding]:
    for layer, holds in report.items():
        yield Finding("sandbox", layer, holds)
    for sentence in list_shortcomings(report):
        what, _, todo = sentence.partition(": ")
        yield Finding("sandbox", "lacking", f"{what}.", Level.WARNING, WHY, f"{todo[:1].upper()}{todo[1:]} {GUIDE}")
    if may_be_root:
        why = "A mistake in the kernel or in the sandbox would give an agent the whole machine."
        yield Finding("sandbox", "root", AS_ROOT, Level.WARNING, why, "Unset it anywhere but on a development machine.")
