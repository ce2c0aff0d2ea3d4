"""`parley call`: a phone call to an agent by a caller that is a program, over the same line that everyone uses."""

from __future__ import annotations

import asyncio
import importlib
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.text import Text

from parley.cli import credentials
from parley.cli.demo_telephony import CALLER_ID, NUMBER
from parley.cli.operator import Data, console, fail, settings_for
from parley.cli.voice import MISSING, is_installed
from parley.kit import log
from parley.runtime.test_runs.caller_lines import CallerLine, parse_line
from parley.settings import Settings

URI = re.compile(r"(?P<scheme>sips?):(?P<number>[^@\s]+)@(?P<host>[^:\s]+)(?::(?P<port>\d+))?")
RING_SECONDS = 20.0
LOOPBACK = "127.0.0.1"
VOICES = ("flite", "espeak", "hibari")


@dataclass(frozen=True, slots=True)
class Speaker:
    number: str
    language: str
    voice: Mapping[str, str]
    recording: Path | None


def call_command(
    uri: Annotated[
        str | None, typer.Argument(help="Whom to call, sip:NUMBER@HOST:PORT or sips: (default: the demo agent).")
    ] = None,
    say: Annotated[
        list[str] | None,
        typer.Option(
            help="What to say, in order. “[1.5] text” interrupts the agent after 1.5 seconds; “#123” presses keys."
        ),
    ] = None,
    voice: Annotated[
        str, typer.Option(help=f"Who speaks: {', '.join(VOICES)}, or one with a name: flite:rms.")
    ] = "flite",
    language: Annotated[str, typer.Option(help="The language of the lines.")] = "en-US",
    caller: Annotated[str, typer.Option(help="The number to call from.")] = CALLER_ID,
    record: Annotated[
        Path | None, typer.Option(help="A WAV file for the call: the caller left, the agent right.")
    ] = None,
    data: Data = None,
) -> None:
    """Call an agent and speak with it. Afterwards the transcript is shown, as the record of the call has it."""
    if not is_installed():
        fail(MISSING)
    settings = settings_for(data)
    known = credentials.read(settings.data)
    target = URI.fullmatch(uri or _demo_uri(known))
    if target is None:
        fail("The address is to be like sip:+442079460100@127.0.0.1:5060.")
    engine, _, name = voice.partition(":")
    if engine not in VOICES:
        fail(f"The voice is to be one of: {', '.join(VOICES)}.")
    speaker = Speaker(caller, language, {"provider": engine, "provider_voice_id": name}, record)
    _place_call(settings, target, [parse_line(text) for text in say or []], speaker)
    if uri is None:
        _show_record(known)


def _demo_uri(known: dict[str, Any]) -> str:
    if "sip" not in known:
        fail("There is no running instance that takes calls here. Start one with `parley up`, or give an address.")
    return f"sip:{NUMBER}@{known['sip']}"


def _place_call(settings: Settings, target: re.Match[str], lines: list[CallerLine], speaker: Speaker) -> None:
    log.configure("call", "warning")  # what goes well is seen in the transcript
    # Imported here and nowhere else: it needs the extra.
    telephony = importlib.import_module("parley.telephony.simulated_call")
    protocol = importlib.import_module("parley.telephony.sip.protocol")
    sip = importlib.import_module("parley.telephony.sip.settings")
    is_tls = target["scheme"] == "sips"
    peer = protocol.Peer(target["host"], int(target["port"] or (5061 if is_tls else 5060)), speaker.number, LOOPBACK)
    request = protocol.DialRequest(target["number"], peer, tls=is_tls, srtp=is_tls)
    own_certificate = settings.data / "sip.pem"
    stack_settings = sip.SipSettings(
        host=LOOPBACK,
        udp_port=_free_port(),
        tls_port=_free_port(),
        authorities=own_certificate.absolute() if own_certificate.exists() else settings.sip_ca_file,
        max_calls=1,
    )
    work = telephony.call_and_speak(
        stack_settings,
        request,
        lines,
        ring_seconds=RING_SECONDS,
        language=speaker.language,
        voice=speaker.voice,
    )
    try:
        caller = asyncio.run(work)
    except protocol.CallNotConnected as refused:
        fail(f"The call was not answered: {refused.reason}{f' ({refused.code})' if refused.code else ''}.")
    if speaker.recording is not None:
        caller.save_recording(speaker.recording)
        console.print(f"Recorded to {speaker.recording}.")


def _free_port() -> int:
    """For UDP and TCP."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _show_record(known: dict[str, Any]) -> None:
    """Of the newest call."""
    url = f"{known['platform_url']}/v3/{known['account_id']}/{known['project_id']}/conversations?limit=1"
    answer = httpx.get(url, headers={"x-api-key": known["keys"]["conversations"]}, trust_env=False, timeout=20)
    if answer.is_error or not answer.json()["conversations"]:
        fail(f"The record cannot be read ({answer.status_code}).")
    for turn in answer.json()["conversations"][0]["turns"]:
        interrupted = " (interrupting)" if turn["barge_in"] else ""
        if said := turn["user_input"]:
            console.print(Text.assemble(("caller", "bold"), interrupted, " ", said))
        console.print(Text.assemble(("agent", "bold cyan"), "  ", turn["agent_response"]))
