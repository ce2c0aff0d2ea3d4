"""Mails, sent to a real server on this machine."""

from __future__ import annotations

import asyncio

import pytest

from parley.providers.senders.protocol import Outgoing, SendingFailed
from parley.providers.senders.smtp import SmtpSender

pytestmark = pytest.mark.io


class Postman:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.mails: list[str] = []

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while line := await reader.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"DATA":
                writer.write(b"354 go on\r\n")
                self.mails.append((await reader.readuntil(b"\r\n.\r\n")).decode())
            if verb == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            writer.write(b"250 fine\r\n")
        writer.close()


async def test_a_mail() -> None:
    postman = Postman()
    async with await asyncio.start_server(postman.talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        sender = SmtpSender("127.0.0.1", port, "", "", "agent@example.com")
        assert await sender.send(Outgoing("email", "ada@example.com", "Grüße", subject="Your visit")) == "sent"
    mail = postman.mails[0]
    assert "From: agent@example.com" in mail
    assert "To: ada@example.com" in mail
    assert "Subject: Your visit" in mail


async def test_a_subject_cannot_smuggle_headers() -> None:
    sender = SmtpSender("127.0.0.1", 9, "", "", "agent@example.com")
    with pytest.raises(SendingFailed) as failure:
        await sender.send(Outgoing("email", "a@example.com", "x", subject="Hi\r\nBcc: everyone@example.com"))
    assert failure.value.final is True
