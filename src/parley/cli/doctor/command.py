"""`parley doctor`: looks at everything, and says what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import httpx
import typer
from rich.text import Text

from parley.cli.doctor import addresses, database, machine, models, ports, replicas, speech
from parley.cli.doctor.finding import Finding, Level
from parley.cli.operator import AsJson, Data, console, settings_for, show_json
from parley.kit import log
from parley.providers.recognition.selection import describe_recognition
from parley.providers.turn_end.selection import describe_turn_end_model
from parley.resources import host_limits
from parley.settings import Settings
from parley.storage.embedded import owner_pid

STYLES = {Level.OK: "green", Level.WARNING: "yellow", Level.PROBLEM: "bold red"}


def doctor_command(
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Look at an installation: ports, sandbox, database, models, speech, clock, limits, addresses and certificates.

    Says of everything that is wrong what it is, why it matters and what to do. Exits with 1 when there is a problem,
    that is, something that does not work; warnings are about what a machine for other people should not lack.

    Example: parley doctor
    Example: parley doctor --strict --json
    """
    log.configure("doctor", "error")
    settings = settings_for(data)
    findings = asyncio.run(_examine(settings))
    failing = (Level.PROBLEM, Level.WARNING) if strict else (Level.PROBLEM,)
    is_well = not any(finding.level in failing for finding in findings)
    if as_json:
        show_json({"ok": is_well, "findings": [each.to_json() for each in findings], **_facts(settings, findings)})
    else:
        _show(findings)
    if not is_well:
        raise typer.Exit(1)


async def _examine(settings: Settings) -> list[Finding]:
    return [finding async for finding in _findings(settings)]


async def _findings(settings: Settings) -> AsyncIterator[Finding]:
    found = [*machine.examine_environment(), *machine.examine_data_folder(settings.data)]
    found += [*machine.examine_files(settings.http_connections), *machine.examine_memory()]
    found += [*machine.examine_disk(settings.data), *machine.examine_clock()]
    owner = owner_pid(settings.data)
    own = ports.family_of({owner}) if owner is not None else set()
    found += ports.examine(ports.ports_of(settings.sip_port, settings.sip_tls_port), own)
    found += await machine.examine_sandbox(host_limits(settings).policy, settings.agent_as_root)
    found += await database.examine(settings)
    found += await replicas.examine(settings)
    for finding in found:
        yield finding
    async with httpx.AsyncClient() as client:
        async for finding in models.examine(settings, client):
            yield finding
        async for finding in addresses.examine(settings, client):
            yield finding
    for finding in speech.examine(settings):
        yield finding


def _facts(settings: Settings, findings: list[Finding]) -> dict[str, object]:
    """What scripts read from it before there were findings."""
    layers = [each for each in findings if each.area == "sandbox" and each.level is Level.OK]
    return {
        "sandbox": {each.subject: each.what for each in layers},
        "agents_as_root": settings.agent_as_root,
        "shortcomings": [each.what for each in findings if each.subject == "lacking"],
        "recognition": describe_recognition(settings.recognition),
        "turn_model": describe_turn_end_model(settings.turn_model),
    }


def _show(findings: list[Finding]) -> None:
    area = ""
    for finding in findings:
        if finding.area != area:
            area = finding.area
            console.print(Text(f"\n{area}", "bold"))
        mark = "" if finding.level is Level.OK else f"{finding.level}: "
        line = Text.assemble(f"  {finding.subject:<22}  ", (mark, STYLES[finding.level]), finding.what)
        console.print(line, soft_wrap=True)
        for title, text in (("why", finding.why), ("do", finding.todo)):
            if text:
                console.print(Text.assemble(" " * 26, (f"{title}: ", "dim"), text), soft_wrap=True)
    counts = {level: sum(1 for each in findings if each.level is level) for level in (Level.PROBLEM, Level.WARNING)}
    said = [f"{number} {level}{'s' if number != 1 else ''}" for level, number in counts.items() if number]
    console.print(f"\n{', '.join(said) or 'Nothing is wrong'}.")
