"""baresip as Debian ships it: an older version, another OpenSSL, a process of its own."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.telephony.peers.process import LOOPBACK, free_ports, running
from tests.telephony.peers.sound import RATE, read_wav, tone, write_wav
from tests.waiting import until

TONE_HERTZ = 700.0
HIGH_TONE_HERTZ = 5_600.0
"""Quieter, beside the other, where the codec has room for it."""
MODULES = ("g711", "aufile", "aubridge", "sndfile", "srtp", "account", "menu", "ctrl_tcp")


@dataclass(slots=True)
class Softphone:
    port: int
    """For UDP; TLS has the next one."""
    folder: Path
    _reader: asyncio.StreamReader
    _writer: asyncio.StreamWriter
    rate: int = RATE
    """Samples a second of its codec."""
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def tls_port(self) -> int:
        return self.port + 1

    async def command(self, command: str, parameters: str = "") -> None:
        body = json.dumps({"command": command, "params": parameters})
        self._writer.write(f"{len(body)}:{body},".encode())
        await self._writer.drain()

    async def dial(self, uri: str) -> None:
        await self.command("dial", uri)

    async def press(self, keys: str) -> None:
        """Once the phone itself knows that somebody answered: until then it has no line to send keys on."""
        await self.event("CALL_ESTABLISHED")
        for key in keys:
            await self.command("sndcode", key)

    def heard(self) -> bytes:
        """What came over the line so far, as 8 kHz PCM."""
        sound = b"".join(read_wav(file) for file in sorted((self.folder / "sound").glob("*-dec.wav")))
        return np.frombuffer(sound[: len(sound) // 2 * 2], "<i2")[:: self.rate // RATE].tobytes()

    async def event(self, kind: str) -> dict[str, Any]:
        """The first of this kind that happens."""

        async def happened() -> bool:
            return any(event.get("type") == kind for event in self.events)

        await until(happened)
        return next(event for event in self.events if event.get("type") == kind)

    async def listen(self) -> None:
        while size := await self._reader.readuntil(b":"):
            message = json.loads(await self._reader.readexactly(int(size[:-1])))
            await self._reader.readexactly(1)
            if message.get("event"):
                self.events.append(message)


@asynccontextmanager
async def softphone(
    *,
    tls: bool = False,
    srtp: bool = False,
    certificate: Path | None = None,
    password: str = "",
    codec: str = "",
    says: bytes = b"",
) -> AsyncIterator[Softphone]:
    """Answers every call, plays a tone, records what it hears.

    With `srtp` it insists on encrypted media; without, it offers and takes none. With a `codec` it knows no other;
    `says` is played instead of the tone, at its rate."""
    with tempfile.TemporaryDirectory(prefix="softphone-") as name:
        folder, port, control = Path(name), free_ports(2), free_ports()
        (folder / "sound").mkdir()
        rate = int(codec.split("/")[1]) if codec else RATE
        sound = np.frombuffer(tone(30, TONE_HERTZ, rate=rate), np.int16)
        if rate > RATE:
            sound = sound + np.frombuffer(tone(30, HIGH_TONE_HERTZ, volume=0.1, rate=rate), np.int16)
        write_wav(folder / "tone.wav", says or sound.tobytes(), rate)
        (folder / "config").write_text(_config(folder, port, control, certificate, codec))
        (folder / "accounts").write_text(_account(port, tls=tls, srtp=srtp, password=password, codec=codec))
        async with running("baresip", "-f", str(folder), folder=folder, port=control, kind="tcp"):
            reader, writer = await asyncio.open_connection(LOOPBACK, control)
            phone = Softphone(port, folder, reader, writer, rate)
            listening = asyncio.create_task(phone.listen())
            try:
                yield phone
            finally:
                listening.cancel()
                writer.close()


def _config(folder: Path, port: int, control: int, certificate: Path | None, codec: str) -> str:
    lines = [
        f"sip_listen {LOOPBACK}:{port}",
        f"net_interface {LOOPBACK}",
        "call_max_calls 4",
        f"audio_source aufile,{folder}/tone.wav",
        "audio_player aubridge,nowhere",
        "audio_alert aubridge,nowhere",
        "rtp_ports 40000-48000",
        f"snd_path {folder}/sound",
        f"ctrl_tcp_listen {LOOPBACK}:{control}",
        "module_path /usr/lib/baresip/modules",
        *(f"module {name}.so" for name in MODULES if name not in {"account", "menu", "ctrl_tcp"}),
        *([f"module {codec.partition('/')[0]}.so", "opus_stereo no", "opus_sprop_stereo no"] if codec else []),
        "module_tmp account.so",
        "module_app menu.so",
        "module_app ctrl_tcp.so",
    ]
    if certificate is not None:
        lines.append(f"sip_certificate {certificate}")
    return "\n".join(lines) + "\n"


def _account(port: int, *, tls: bool, srtp: bool, password: str, codec: str) -> str:
    transport, where = ("tls", port + 1) if tls else ("udp", port)
    parts = [
        f"<sip:phone@{LOOPBACK}:{where};transport={transport}>",
        "regint=0",
        "answermode=auto",
        f"audio_codecs={codec or 'pcmu,pcma'}",
        f"auth_pass={password or 'none'}",
    ]
    if srtp:
        parts.append("mediaenc=srtp-mand")
    return ";".join(parts) + "\n"
