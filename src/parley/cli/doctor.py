"""`parley doctor`: what holds agents' code back on this machine, whom it understands, and what is missing."""

from __future__ import annotations

import asyncio

from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox_check import check_sandbox, list_shortcomings
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient
from parley.cli.operator import AsJson, console, errors, fail, settings_for, show_json
from parley.providers.recognition.selection import describe_recognition
from parley.providers.turn_end.selection import describe_turn_end_model
from parley.resources import host_limits


def doctor_command(as_json: AsJson = False) -> None:
    """Start one agent host as a service would, and say which layers of the sandbox hold; and which languages callers
    are understood in without a service. Exits with 1 when agents
    cannot run here.

    Example: parley doctor
    """
    settings = settings_for(None)
    try:
        report = asyncio.run(_examine(host_limits(settings).policy))
    except SpawnFailed as error:
        fail(str(error))
    lacking = list_shortcomings(report)
    heard = describe_recognition(settings.recognition)
    turn_model = describe_turn_end_model(settings.turn_model)
    if as_json:
        show_json(
            {
                "sandbox": dict(report),
                "agents_as_root": settings.agent_as_root,
                "shortcomings": list(lacking),
                "recognition": heard,
                "turn_model": turn_model,
            }
        )
        return
    for layer, holds in report.items():
        console.print(f"{layer:<20}{holds}", markup=False, highlight=False, soft_wrap=True)
    for what, how in {**heard, "end of turns": turn_model}.items():
        console.print(f"{what:<20}{how}", markup=False, highlight=False, soft_wrap=True)
    if settings.agent_as_root:
        errors.print("PARLEY_AGENT_AS_ROOT is set: agents' code may run as root.", style="yellow", highlight=False)
    for sentence in lacking:
        errors.print(sentence, style="yellow", markup=False, highlight=False, soft_wrap=True)


async def _examine(policy: Policy) -> Report:
    zygote_client = ZygoteClient()
    try:
        return await check_sandbox(policy, zygote_client)
    finally:
        await zygote_client.aclose()
