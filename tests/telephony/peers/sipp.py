"""sipp: plays a scenario and keeps every message, so that a test sees what was really on the wire."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.telephony.peers.process import LOOPBACK, end, free_ports, running
from tests.waiting import until

SCENARIOS = Path(__file__).parent / "scenarios"
SECONDS = 20.0

_BLOCK = re.compile(r"(?:UDP|TCP) message (sent|received) ?[^\n]*:\s*\n\n(.*?)(?=\n-{20,}|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Message:
    is_ours: bool
    """Sipp sent it."""
    text: str

    @property
    def start(self) -> str:
        return self.text.splitlines()[0]

    def header(self, name: str) -> str | None:
        for line in self.text.split("\n\n")[0].splitlines()[1:]:
            key, _, value = line.partition(":")
            if key.strip().lower() == name.lower():
                return value.strip()
        return None


@dataclass(frozen=True, slots=True)
class Sipp:
    port: int
    folder: Path
    process: asyncio.subprocess.Process

    def messages(self) -> list[Message]:
        file = self.folder / "messages"
        text = file.read_text(errors="replace").replace("\r\n", "\n") if file.exists() else ""
        return [Message(kind == "sent", body.strip("\n")) for kind, body in _BLOCK.findall(text)]

    def received(self, start: str) -> list[Message]:
        """What came in and begins with this."""
        return [message for message in self.messages() if not message.is_ours and message.text.startswith(start)]

    async def one(self, start: str, number: int = 1) -> Message:
        """The first message, or that of another number, that comes in and begins with this."""

        async def came() -> bool:
            return len(self.received(start)) >= number

        await until(came, SECONDS)
        return self.received(start)[number - 1]

    async def finished(self) -> int:
        """The exit code, once all calls are over: 0 when each went as the scenario says."""
        return await asyncio.wait_for(self.process.wait(), SECONDS)


@asynccontextmanager
async def called(scenario: str, *options: str, calls: int = 1) -> AsyncIterator[Sipp]:
    """A sipp that waits for calls."""
    with tempfile.TemporaryDirectory(prefix="sipp-") as name:
        folder, port = Path(name), free_ports()
        command = _command(scenario, port, calls, options)
        async with running(*command, folder=folder, port=port) as process:
            yield Sipp(port, folder, process)


@asynccontextmanager
async def calling(
    scenario: str, target: int, *options: str, number: str = "4912345", calls: int = 1
) -> AsyncIterator[Sipp]:
    """A sipp that calls a number at a port of this machine."""
    with tempfile.TemporaryDirectory(prefix="sipp-") as name:
        folder, port = Path(name), free_ports()
        command = _command(scenario, port, calls, ("-s", number, *options, f"{LOOPBACK}:{target}"))
        with (folder / "out").open("wb") as out:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=folder, stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=asyncio.subprocess.STDOUT
            )
        try:
            yield Sipp(port, folder, process)
        finally:
            await end(process)


def _command(scenario: str, port: int, calls: int, options: tuple[str, ...]) -> tuple[str, ...]:
    media = str(free_ports(4))
    return (
        *("sipp", "-sf", str(SCENARIOS / f"{scenario}.xml"), "-i", LOOPBACK, "-p", str(port), "-m", str(calls)),
        *("-mi", LOOPBACK, "-mp", media, "-trace_msg", "-message_file", "messages", "-nostdin", "-buff_size", "65535"),
        *("-timeout", str(int(SECONDS)), *options),
    )
