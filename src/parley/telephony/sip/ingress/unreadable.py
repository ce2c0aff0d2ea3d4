"""Requests that the SIP library cannot parse: a trunk that sends one is told, instead of repeating it."""

from __future__ import annotations

import re
import zlib

from parley.telephony.sip.ingress.request_faults import read_head

MAX_HEAD = 4096
"""Of an answer: what echoes more is no phone's."""
_REQUEST = re.compile(rb"([!-~]{1,64}) .* SIP/([0-9]{1,3}\.[0-9]{1,3}) *")
_ECHOED = (b"via", b"from", b"to", b"call-id", b"cseq")
_NAMES = {b"via": b"Via", b"from": b"From", b"to": b"To", b"call-id": b"Call-ID", b"cseq": b"CSeq"}


def answer_unreadable(packet: bytes) -> bytes | None:
    """The answer, without any state of its own; None to what is no request, or cannot be answered."""
    line, headers = read_head(packet.partition(b"\r\n\r\n")[0])
    found = _REQUEST.fullmatch(line)
    if found is None or found[1] == b"ACK" or not all(headers.get(name) for name in _ECHOED):
        return None
    is_ours = found[2] == b"2.0"
    echoed = [
        _NAMES[name] + b": " + value
        for name in _ECHOED
        for value in (headers[name] if name == b"via" else [_tagged(name, headers[name][0])])
    ]
    status = b"SIP/2.0 400 Bad Request" if is_ours else b"SIP/2.0 505 Version Not Supported"
    answer = b"\r\n".join([status, *echoed, b"Content-Length: 0", b"", b""])
    return answer if len(answer) <= MAX_HEAD else None


def _tagged(name: bytes, value: bytes) -> bytes:
    """Whoever asks again gets the same tag (RFC 3261, 8.2.7)."""
    if name != b"to" or re.search(rb";\s*tag\s*=", value):
        return value
    return value + b";tag=%08x" % zlib.crc32(value)
