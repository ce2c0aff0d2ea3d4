"""`parley call`: a phone call to an agent by a caller that is a program, over the same line that everyone uses."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.text import Text

from parley.cli import credentials
from parley.cli.agents.check import read_project
from parley.cli.operator import EXPECTED, Data, console, errors, fail, fail_because, settings_for
from parley.cli.up.demo_telephony import CALLER_ID, NUMBER
from parley.cli.voice.caller_options import (
    JitterOption,
    LineQuality,
    LossOption,
    NoiseOption,
    SnrOption,
    default_voice,
    surroundings,
)
from parley.cli.voice.command import MISSING, is_installed
from parley.kit import log
from parley.kit.ports import LOOPBACK, free_port
from parley.runtime.test_runs.caller_lines import CallerLine, parse_line
from parley.settings import Settings

URI = re.compile(r"(?P<scheme>sips?):(?P<number>[^@\s]+)@(?P<host>[^:\s]+)(?::(?P<port>\d+))?")
RING_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Caller:
    number: str
    surroundings: Any
    lines: Sequence[CallerLine]
    recording: Path | None


def call_command(
    whom: Annotated[
        str | None,
        typer.Argument(
            help="Whom to call: sip:NUMBER@HOST:PORT, sips:…, or an agent project's folder (default: the demo agent)."
        ),
    ] = None,
    say: Annotated[
        list[str] | None,
        typer.Option(
            help="What to say, in order. “[1.5] text” interrupts the agent after 1.5 seconds, “[after: 'table for']"
            " text” when it has said that; “#123” presses keys."
        ),
    ] = None,
    voice: Annotated[
        str | None, typer.Option(help="Who speaks: flite, espeak, hibari, one with a name (flite:rms), or an accent.")
    ] = None,
    language: Annotated[str, typer.Option(help="The language of the lines.")] = "en-US",
    caller: Annotated[str, typer.Option(help="The number to call from.")] = CALLER_ID,
    noise: NoiseOption = None,
    snr: SnrOption = 15.0,
    loss: LossOption = 0.0,
    jitter: JitterOption = 0.0,
    record: Annotated[
        Path | None, typer.Option(help="A WAV file for the call: the caller left, the agent right.")
    ] = None,
    data: Data = None,
) -> None:
    """Call an agent and speak with it. Afterwards the transcript is shown.

    The agent of a folder answers from an instance of its own, which goes away with the call.

    Example: parley call --say 'A table for two tomorrow at 7 pm, please.'
    """
    if not is_installed():
        fail(MISSING)
    settings = settings_for(data)
    lines = [parse_line(text) for text in say or []]
    listens = any(line.after_words for line in lines)
    quality = LineQuality(noise, snr, loss, jitter)
    around = surroundings(voice or default_voice(settings), language, quality, listens=listens)
    calling = Caller(caller, around, lines, record)
    log.configure("call", "error")  # what goes well is seen in the transcript
    if whom is not None and Path(whom).is_dir():
        _call_folder(settings, Path(whom), calling)
        return
    known = credentials.read(settings.data)
    target = URI.fullmatch(whom or _demo_uri(known))
    if target is None:
        fail("Name a folder, or an address like sip:+442079460100@127.0.0.1:5060.")
    _place_call(settings, target, calling)
    if whom is None:
        _show_record(known)


def _demo_uri(known: dict[str, Any]) -> str:
    if "sip" not in known:
        fail("There is no running instance that takes calls here. Start one with `parley up`, or give an address.")
    return f"sip:{NUMBER}@{known['sip']}"


def _place_call(settings: Settings, target: re.Match[str], calling: Caller) -> None:
    # Imported here and nowhere else: it needs the extra.
    simulation = importlib.import_module("parley.telephony.simulation.call")
    protocol = importlib.import_module("parley.telephony.sip.protocol")
    sip = importlib.import_module("parley.telephony.sip.settings")
    is_tls = target["scheme"] == "sips"
    peer = protocol.Peer(target["host"], int(target["port"] or (5061 if is_tls else 5060)), calling.number, LOOPBACK)
    request = protocol.DialRequest(target["number"], peer, tls=is_tls, srtp=is_tls)
    own_certificate = settings.data / "sip.pem"
    stack_settings = sip.SipSettings(
        host=LOOPBACK,
        udp_port=free_port(),
        tls_port=free_port(),
        authorities=own_certificate.absolute() if own_certificate.exists() else settings.sip_ca_file,
        max_calls=1,
    )

    async def lines(_caller: object) -> AsyncIterator[CallerLine]:
        for line in calling.lines:
            yield line

    work = simulation.call_and_speak(stack_settings, request, calling.surroundings, lines, ring_seconds=RING_SECONDS)
    try:
        caller = asyncio.run(work)
    except protocol.CallNotConnected as refused:
        fail(f"The call was not answered: {refused.reason}{f' ({refused.code})' if refused.code else ''}.")
    if calling.recording is not None:
        caller.save_recording(calling.recording)
        console.print(f"Recorded to {calling.recording}.")


def _call_folder(settings: Settings, folder: Path, calling: Caller) -> None:
    project, bundle, problems = read_project(folder)
    for problem in problems:
        errors.print(str(problem), markup=False, highlight=False, soft_wrap=True)
    if project is None or bundle is None:
        raise typer.Exit(1)
    spoken = importlib.import_module("parley.telephony.simulation.spoken_folder")
    work = spoken.call_folder(settings, bundle, calling.lines, calling.surroundings, calling.number, calling.recording)
    try:
        turns = asyncio.run(work)
    except spoken.CallFailed as failed:
        fail(f"The call did not work: {failed}.")
    except EXPECTED as error:
        fail_because(error)
    if calling.recording is not None:
        console.print(f"Recorded to {calling.recording}.")
    for turn in turns:
        _show_turn(turn.heard, turn.reply, turn.is_barge_in)


def _show_record(known: dict[str, Any]) -> None:
    """Of the newest call."""
    url = f"{known['platform_url']}/v3/{known['account_id']}/{known['project_id']}/conversations?limit=1"
    answer = httpx.get(url, headers={"x-api-key": known["keys"]["conversations"]}, trust_env=False, timeout=20)
    if answer.is_error or not answer.json()["conversations"]:
        fail(f"The record cannot be read ({answer.status_code}).")
    for turn in answer.json()["conversations"][0]["turns"]:
        _show_turn(turn["user_input"], turn["agent_response"], turn["barge_in"])


def _show_turn(said: str, reply: str, is_barge_in: bool) -> None:
    if said:
        console.print(Text.assemble(("caller", "bold"), " (interrupting)" if is_barge_in else "", " ", said))
    console.print(Text.assemble(("agent", "bold cyan"), "  ", reply))
