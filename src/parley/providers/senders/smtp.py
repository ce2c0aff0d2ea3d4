"""Mail through an SMTP server."""

from __future__ import annotations

import asyncio
import smtplib
from email.message import EmailMessage

from parley.kit.tls import mail_authorities
from parley.providers.senders.protocol import Outgoing, SendingFailed


class SmtpSender:
    def __init__(self, host: str, port: int, user: str, password: str, sender: str) -> None:
        self._server = (host, port)
        self._login = (user, password)
        self._sender = sender

    async def send(self, message: Outgoing) -> str:
        await asyncio.to_thread(self._send, message)
        return "sent"

    def _send(self, message: Outgoing) -> None:
        mail = EmailMessage()
        try:
            mail["From"], mail["To"], mail["Subject"] = message.sender or self._sender, message.to, message.subject
        # The library refuses line breaks in headers, by which somebody could add headers and recipients.
        except ValueError:
            raise SendingFailed("an address or the subject is not valid", final=True) from None
        mail.set_content(message.body)
        try:
            with smtplib.SMTP(*self._server, timeout=20) as server:
                server.ehlo()
                if server.has_extn("starttls"):
                    # The library's own context would take any certificate, and so anybody's who is in between.
                    server.starttls(context=mail_authorities())
                if self._login[0]:
                    server.login(*self._login)
                server.send_message(mail)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused) as error:
            raise SendingFailed(type(error).__name__, final=_is_permanent(error)) from None
        except (OSError, smtplib.SMTPException) as error:
            raise SendingFailed(type(error).__name__, final=False) from None


def _is_permanent(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPSenderRefused) -> bool:
    """By the first digit of the codes: 4 is a refusal for now (greylisting, a full mailbox), 5 one for ever."""
    if isinstance(error, smtplib.SMTPSenderRefused):
        return error.smtp_code >= 500
    return any(code >= 500 for code, _ in error.recipients.values())
