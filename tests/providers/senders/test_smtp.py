"""Mails, sent to a real server on this machine."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.kit.tls import mail_authorities
from parley.providers.senders.protocol import Outgoing, SendingFailed
from parley.providers.senders.smtp import SmtpSender
from tests.certificates import Authority

pytestmark = pytest.mark.io


class Postman:
    """A mail server that takes everything, but for what it has other answers to."""

    def __init__(self, answers: dict[bytes, bytes] | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.mails: list[str] = []
        self._answers = answers or {}
        self._tls = tls

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
            if verb == b"EHLO" and self._tls is not None:
                writer.write(b"250-mail.example.com\r\n250 STARTTLS\r\n")
            elif verb == b"STARTTLS" and self._tls is not None:
                writer.write(b"220 go ahead\r\n")
                try:
                    await writer.start_tls(self._tls)
                except OSError:  # the client does not like our certificate
                    break
            else:
                writer.write(self._answers.get(verb, b"250 fine") + b"\r\n")
        writer.close()


async def send_to(postman: Postman) -> str:
    async with await asyncio.start_server(postman.talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        sender = SmtpSender("127.0.0.1", port, "", "", "agent@example.com")
        return await sender.send(Outgoing("email", "ada@example.com", "Grüße", subject="Your visit"))


async def test_a_mail() -> None:
    postman = Postman()
    assert await send_to(postman) == "sent"
    mail = postman.mails[0]
    assert "From: agent@example.com" in mail
    assert "To: ada@example.com" in mail
    assert "Subject: Your visit" in mail


async def test_a_subject_cannot_smuggle_headers() -> None:
    sender = SmtpSender("127.0.0.1", 9, "", "", "agent@example.com")
    with pytest.raises(SendingFailed) as failure:
        await sender.send(Outgoing("email", "a@example.com", "x", subject="Hi\r\nBcc: everyone@example.com"))
    assert failure.value.final is True


@pytest.mark.parametrize("verb", [b"MAIL", b"RCPT"])
@pytest.mark.parametrize(("answer", "is_final"), [(b"451 greylisted, come back", False), (b"550 no such user", True)])
async def test_a_refusal_for_now_is_not_final(verb: bytes, answer: bytes, is_final: bool) -> None:
    with pytest.raises(SendingFailed) as failure:
        await send_to(Postman({verb: answer}))
    assert failure.value.final is is_final


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Authority]:
    """The only one that is trusted."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    mail_authorities.cache_clear()
    yield made
    mail_authorities.cache_clear()


async def test_a_mail_over_tls(authority: Authority) -> None:
    postman = Postman(tls=authority.server("127.0.0.1"))
    assert await send_to(postman) == "sent"
    assert len(postman.mails) == 1


async def test_a_server_of_another_name_gets_no_mail(authority: Authority) -> None:
    postman = Postman(tls=authority.server("elsewhere.example.com"))
    with pytest.raises(SendingFailed, match="CertVerification"):
        await send_to(postman)


@pytest.mark.usefixtures("authority")
async def test_a_certificate_of_nobody_that_is_trusted_gets_no_mail(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    postman = Postman(tls=Authority(tmp_path / "other").server("127.0.0.1"))
    with pytest.raises(SendingFailed, match="CertVerification"):
        await send_to(postman)
    assert postman.mails == []
