"""A table is booked by voice from the widget, in a real browser: its own WebRTC, its own Opus."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest

from parley.providers.speech.protocol import RATE, Synthesizer
from parley.providers.speech.synthesizer import create_synthesizer
from tests.browser.chromium import Page, chromium
from tests.browser.window import ROOT, Window
from tests.conftest import private_folder
from tests.journeys import spoken_booking
from tests.journeys.calls import DEMO, Switchboard, spoken_switchboard
from tests.journeys.instance import parley
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(400)]

FLITE = {"provider": "flite", "provider_voice_id": "slt"}
CALLER = (
    "A table for five people on Friday, please.",
    "At seven, please.",
    "Five, five, five, one, two, three, four.",
    # Said only if something was not understood: the agent hangs up when it knows everything.
    "A table for five people on Friday, please.",
    "At seven, please.",
    "Five, five, five, one, two, three, four.",
)
SECONDS = 40.0
SITE = "http://localhost/"
# In place of the microphone: what a test says. And an ear at the loudspeaker, which knows since when it is quiet.
HEADSET = """
(() => {
  let context, mouth, loudAt = performance.now();
  const begin = () => {
    context ??= new AudioContext();
    mouth ??= context.createMediaStreamDestination();
    return context;
  };
  navigator.mediaDevices.getUserMedia = async () => { await begin().resume(); return mouth.stream; };
  window.say = (text, rate) => new Promise((resolve) => {
    const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
    const samples = Float32Array.from(new Int16Array(bytes.buffer), (each) => each / 32768);
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(mouth);
    source.onended = resolve;
    source.start();
  });
  window.quietFor = () => performance.now() - loudAt;
  const Peer = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => {
        const ear = begin().createAnalyser();
        context.createMediaStreamSource(new MediaStream([track])).connect(ear);
        const heard = new Float32Array(ear.fftSize);
        setInterval(() => {
          ear.getFloatTimeDomainData(heard);
          if (heard.some((each) => Math.abs(each) > 0.02)) loudAt = performance.now();
        }, 20);
      });
    }
  };
})();
"""


async def test_a_table_is_booked_from_the_widget(tmp_path: Path) -> None:
    synthesizer = create_synthesizer("auto")
    with private_folder() as folder:
        async with spoken_switchboard(folder, spoken_booking.answer) as board, chromium() as browser:
            code = await code_of(board, tmp_path)
            page = await browser.page(await browser.context())
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=HEADSET)
            messaging = board.instance.credentials["messaging_url"]
            tag = f'<script src="{messaging}/widget/{code}.js" async data-auto-open></script>'
            await page.make_up(SITE, f"<!doctype html><title>Restaurant</title>{tag}")
            for line in ("Good evening to you.",):  # models are loaded with the first call
                await hold(page, synthesizer, [line])
            lines = await hold(page, synthesizer, CALLER)
            record = await booked(board)
    await synthesizer.aclose()
    assert record["state"]["booking"] == {"people": 5, "day": "friday", "hour": 7, "phone": "5551234"}, lines
    assert record["channel"] == "VOICE-WEBRTC"
    assert lines[-1] == "It is booked. Goodbye.", "what is said can be read"


async def code_of(board: Switchboard, folder: Path) -> str:
    made = await done(board, "connectors", "create", "Site", *DEMO, "--carrier", "webrtc")
    file = folder / "widget.json"
    file.write_text(json.dumps({"calls": True}))
    options = ("--connector", str(made["connectorId"]), "--host", "localhost", "--widget", str(file))
    return str((await done(board, "keys", "issue", "messaging", *DEMO, *options))["token"])


async def done(board: Switchboard, *command: str) -> Any:
    found = await asyncio.to_thread(parley, board.instance.data, *command, "--json")
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


async def hold(page: Page, synthesizer: Synthesizer, lines: tuple[str, ...] | list[str]) -> list[str]:
    """What both sides said, as the widget shows it."""
    await page.open(SITE)
    window = Window(page)
    await window.click(".tool.phone")
    state = f"{ROOT}.querySelector('.callstate').textContent"
    await page.until(f"{state} === 'In a call'", SECONDS)
    said = f"{ROOT}.querySelectorAll('.callview .row').length"
    for line in lines:
        before = await page.run(f"{ROOT}.querySelectorAll('.callview .agent').length")
        await page.until(f"quietFor() > 1500 || {state} !== 'In a call'", SECONDS)
        if await page.run(state) != "In a call":
            break
        pcm = b"".join(
            [piece async for piece in synthesizer.synthesize(line, "en-US", FLITE) if isinstance(piece, bytes)]
        )
        await page.run(f"say({base64.b64encode(pcm).decode()!r}, {RATE})")
        answered = f"{ROOT}.querySelectorAll('.callview .agent').length > {before}"
        await page.until(f"({answered} && {said} > 0) || {state} !== 'In a call'", SECONDS)
    texts = await window.texts(".callview .bubble")
    if await page.run(state) == "In a call" and len(lines) == 1:
        await window.click(".hangup")
    await page.until(f"{state} === 'Call ended'", SECONDS)
    return await window.texts(".callview .bubble") or texts


async def booked(board: Switchboard) -> dict[str, Any]:
    async def find() -> list[dict[str, Any]]:
        answer = await board.platform("GET", "/v3/demo/restaurant/conversations?limit=200", "conversations")
        return [one for one in answer.json()["conversations"] if "booking" in (one.get("state") or {})]

    async def is_there() -> bool:
        return bool(await find())

    await until(is_there, SECONDS)
    return (await find())[0]
