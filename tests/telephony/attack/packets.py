"""Honest messages and packets to begin with."""

from __future__ import annotations

import struct

from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import Dialog, RawPhone, offer
from tests.telephony.torture import TORTURES

OFFER = (
    f"v=0\r\no=- 1 1 IN IP4 {LOOPBACK}\r\ns=-\r\nc=IN IP4 {LOOPBACK}\r\nb=AS:80\r\nt=0 0\r\n"
    "m=audio 49170 RTP/SAVP 0 8 9 96 101\r\na=rtpmap:96 opus/48000/2\r\na=fmtp:96 useinbandfec=1;stereo=0\r\n"
    "a=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-16\r\na=ptime:20\r\na=maxptime:60\r\na=sendrecv\r\n"
    "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:MTIzNDU2Nzg5QUJDREUwMTIzNDU2Nzg5QUJjZGVm|2^20|1:4\r\n"
    "a=rtcp:49171\r\na=candidate:1 1 UDP 2130706431 127.0.0.1 49170 typ host\r\na=ice-ufrag:abcd\r\n"
    "a=ice-pwd:0123456789\r\na=fingerprint:sha-256 4A:AD:B9:B1\r\na=setup:actpass\r\na=mid:0\r\n"
    "m=video 51372 RTP/AVP 99\r\na=rtpmap:99 h263-1998/90000\r\na=inactive\r\n"
)
"""Much that a session description can have."""

IN_CALLS = ("INVITE", "UPDATE", "INFO", "OPTIONS", "REFER", "NOTIFY", "PRACK", "MESSAGE", "SUBSCRIBE")
EXTRAS = {
    "REFER": {"Refer-To": "<sip:+4420@127.0.0.1;method=INVITE?Replaces=1%3Bto-tag%3D2>", "Referred-By": "<sip:a@b>"},
    "NOTIFY": {"Event": "refer;id=1", "Subscription-State": "active;expires=60"},
    "PRACK": {"RAck": "1 1 INVITE"},
    "SUBSCRIBE": {"Event": "dialog", "Expires": "60"},
    "INVITE": {"Session-Expires": "1800;refresher=uac", "Supported": "timer, 100rel, replaces", "Min-SE": "90"},
    "UPDATE": {"Session-Expires": "90"},
}


def sip_seeds(phone: RawPhone) -> list[bytes]:
    """Outside of calls."""
    here = f"{LOOPBACK}:{phone.port}"
    # Named the same in every run.
    dialogs = (Dialog(f"call-{number}", f"tag-{number}", branch=f"z9hG4bK-{number}") for number in range(1, 100))
    own = [
        _request(phone, method, dialog, OFFER if method == "INVITE" else "")
        for method, dialog in zip(("INVITE", *IN_CALLS), dialogs, strict=False)
    ]
    # Calls of their own: the stack remembers for a while which it has refused.
    renamed = ((one.as_bytes(here), one.name.encode()) for one in TORTURES)
    return own + [message.replace(name + b".", name + b"-attacked.") for message, name in renamed]


def call_seeds(phone: RawPhone, dialog: Dialog) -> list[bytes]:
    """Within a call."""
    return [
        _request(phone, method, dialog, body, cseq)
        for cseq, method in enumerate(IN_CALLS, start=3)
        for body in (offer(LOOPBACK, 9), OFFER if method in ("INVITE", "UPDATE") else "Signal=1\r\nDuration=100\r\n")
    ]


def _request(phone: RawPhone, method: str, dialog: Dialog, body: str, cseq: int = 1) -> bytes:
    return phone.written(method, dialog, EXTRAS.get(method), body, cseq=cseq)[1]


def media_seeds() -> list[bytes]:
    """RTP and RTCP."""
    sound = struct.pack("!BBHII", 0x80, 0, 1, 160, 7) + bytes(range(160))
    extended = (
        struct.pack("!BBHII", 0x9F, 0x80, 2, 320, 7)
        + bytes(60)
        + struct.pack("!HHI", 0xBEDE, 1, 0x10FF0000)
        + bytes(160)
    )
    padded = struct.pack("!BBHII", 0xA0, 8, 3, 480, 7) + bytes(159) + b"\x50"
    key = struct.pack("!BBHII", 0x80, 101, 4, 640, 7) + struct.pack("!BBH", 5, 0x8A, 800)
    noise = struct.pack("!BBHII", 0x80, 13, 5, 800, 7) + b"\x40"
    wide = struct.pack("!BBHII", 0x80, 96, 6, 960, 7) + b"\x78\x03" + bytes(40)
    block = struct.pack("!IIIIII", 7, 0, 65536, 10, 0, 0)
    sender = struct.pack("!BBHIQIII", 0x81, 200, 12, 7, 1 << 60, 160, 5, 800) + block
    receiver = struct.pack("!BBHI", 0x81, 201, 7, 7) + block
    name = struct.pack("!BBHI", 0x81, 202, 3, 7) + b"\x01\x05a@b.c\x00"
    bye = struct.pack("!BBHI", 0x81, 203, 2, 7) + b"\x03bye"
    feedback = struct.pack("!BBHIIHH", 0x81, 205, 3, 7, 7, 1, 0)
    picture = struct.pack("!BBHII", 0x81, 206, 2, 7, 7)
    binding = struct.pack("!HHI", 1, 8, 0x2112A442) + bytes(12) + struct.pack("!HHI", 0x24, 4, 1)
    reports = [sender, receiver, name, bye, feedback, picture]
    return [sound, extended, padded, key, noise, wide, *reports, sender + name + bye, binding]
