"""linphone on the console: another SIP stack, another media stack. Told what to do as a person would, by typing."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.telephony.peers.process import free_ports, running
from tests.telephony.peers.sound import read_wav, tone, write_wav

TONE_HERTZ = 600.0


@dataclass(frozen=True, slots=True)
class Linphone:
    port: int
    folder: Path
    process: asyncio.subprocess.Process

    async def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()

    def heard(self) -> bytes:
        file = self.folder / "heard.wav"
        return read_wav(file) if file.exists() else b""

    def said(self) -> str:
        return (self.folder / "out").read_text(errors="replace")


@asynccontextmanager
async def linphone(*, srtp: bool = False) -> AsyncIterator[Linphone]:
    """Plays a tone, records what it hears. With `srtp` it insists on encrypted media. It calls over UDP or TLS, as the
    address that it calls says, and believes any certificate."""
    with tempfile.TemporaryDirectory(prefix="linphone-") as name:
        folder, port = Path(name), free_ports()
        (folder / ".local/share/linphone").mkdir(parents=True)
        write_wav(folder / "tone.wav", tone(30, TONE_HERTZ))
        (folder / "linphonerc").write_text(_config(port, srtp=srtp))
        command = ("linphonec", "-c", str(folder / "linphonerc"))
        async with running(*command, folder=folder, port=port, talks=True) as process:
            phone = Linphone(port, folder, process)
            await phone.type("soundcard use files")
            await phone.type(f"play {folder}/tone.wav")
            await phone.type(f"record {folder}/heard.wav")
            yield phone


def _config(port: int, *, srtp: bool) -> str:
    return f"""[sip]
sip_port={port}
sip_tcp_port=0
sip_tls_port=-1
guess_hostname=0
contact=sip:linphone@127.0.0.1
verify_server_certs=0
verify_server_cn=0
media_encryption={"srtp" if srtp else "none"}
media_encryption_mandatory={int(srtp)}
use_rfc2833=1
use_ipv6=0
ipv6_migration_done=1
[net]
bind_address=127.0.0.1
[rtp]
audio_rtp_port=-1
bind_address=127.0.0.1
"""
