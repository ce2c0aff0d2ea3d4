"""Requests that the stack would take although they contradict themselves, or ask for what nobody here knows: answered
in front of it (RFC 3261, 8.2 and 18.3; RFC 4475)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence

from parley.telephony.sip.ingress.access_control import NO_ANSWER, Refusal

BAD_REQUEST = Refusal(400, "Bad Request")
UNSUPPORTED_SCHEME = Refusal(416, "Unsupported URI Scheme")
SCHEMES = frozenset({b"sip", b"sips", b"tel"})
OPTIONS = frozenset({b"100rel", b"timer", b"replaces", b"norefersub"})
"""Option tags that may be demanded."""
SINGLE = frozenset({b"from", b"to", b"call-id", b"cseq", b"max-forwards"})
"""Of two it would be open which is meant, and readers differ."""
MAX_CSEQ, MAX_FORWARDS = 2**31 - 1, 255
MAX_OPTION = 64

_TAG = re.compile(rb";[ \t]*tag[ \t]*=[ \t]*[^;,\s]", re.IGNORECASE)
_FOLD = re.compile(rb"\r\n[ \t]+")
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
_TOKEN = re.compile(rb"[A-Za-z0-9.!%*_+`'~-]+")
_LONG_NAMES = {b"f": b"from", b"t": b"to", b"i": b"call-id", b"l": b"content-length", b"v": b"via"}

Headers = Mapping[bytes, Sequence[bytes]]


def find_fault(packet: bytes, *, is_datagram: bool) -> Refusal | None:
    """Why this request is not to be taken; None when nothing is wrong with it."""
    head, _, body = packet.partition(b"\r\n\r\n")
    line, headers = read_head(head)
    words = line.split(b" ")
    fault = _length_fault(headers, len(body) if is_datagram else None) or _scalar_fault(headers)
    # The stack would fail (500) and go on with what it has given back already.
    if fault is None and words[0] == b"INVITE" and not _has_tag(headers.get(b"from", (b"",))[0]):
        fault = BAD_REQUEST
    if fault is None and len(words) > 1:
        fault = _address_fault(words[1]) or _option_fault(words[0], headers)
    return NO_ANSWER if fault and words[0] == b"ACK" else fault


def trim_datagram(packet: bytes) -> bytes:
    """Without what follows the body: it is no part of the message (RFC 3261, 18.3)."""
    head, gap, body = packet.partition(b"\r\n\r\n")
    _, headers = read_head(head)
    lengths = headers.get(b"content-length", ())
    if not lengths or not lengths[0].isdigit() or int(lengths[0][:9]) >= len(body):
        return packet
    return head + gap + body[: int(lengths[0])]


def read_head(head: bytes) -> tuple[bytes, Headers]:
    """The first line, and the values of all headers by their long names in lower case."""
    line, _, rest = _FOLD.sub(b" ", head).partition(b"\r\n")
    headers: dict[bytes, list[bytes]] = {}
    for entry in rest.split(b"\r\n"):
        name, colon, value = entry.partition(b":")
        if colon:
            name = name.strip().lower()
            headers.setdefault(_LONG_NAMES.get(name, name), []).append(value.strip())
    return line, headers


def _has_tag(address: bytes) -> bool:
    """Behind the address, not as a parameter of it."""
    return _TAG.search(address.rpartition(b">")[2]) is not None


def _length_fault(headers: Headers, received: int | None) -> Refusal | None:
    """`received`: how long the body is, where that is known by other means."""
    lengths = set(headers.get(b"content-length", ()))
    if not all(length.isdigit() for length in lengths) or len({int(length[:9]) for length in lengths}) > 1:
        return BAD_REQUEST
    is_short = received is not None and any(int(length[:9]) > received for length in lengths)
    return BAD_REQUEST if is_short else None


def _scalar_fault(headers: Headers) -> Refusal | None:
    if any(len(headers.get(name, ())) > 1 for name in SINGLE):
        return BAD_REQUEST
    cseq = headers.get(b"cseq", (b"",))[0].split()
    if cseq and _exceeds(cseq[0], MAX_CSEQ):
        return BAD_REQUEST
    forwards = headers.get(b"max-forwards", (b"",))[0]
    return BAD_REQUEST if forwards and _exceeds(forwards, MAX_FORWARDS) else None


def _exceeds(text: bytes, most: int) -> bool:
    return not text.isdigit() or len(text) > 10 or int(text) > most


def _address_fault(address: bytes) -> Refusal | None:
    scheme = _SCHEME.match(address)
    if scheme is None:
        return BAD_REQUEST
    return None if scheme[0].lower() in SCHEMES else UNSUPPORTED_SCHEME


def _option_fault(method: bytes, headers: Headers) -> Refusal | None:
    """CANCEL and ACK demand nothing (RFC 3261, 8.2.2.3)."""
    if method in (b"ACK", b"CANCEL"):
        return None
    wanted = [option.strip() for value in headers.get(b"require", ()) for option in value.split(b",")]
    unknown = [option for option in wanted if option and option.lower() not in OPTIONS]
    if not unknown:
        return None
    if not all(_TOKEN.fullmatch(option) for option in unknown):
        return BAD_REQUEST
    named = b", ".join(option[:MAX_OPTION] for option in unknown[:8])
    return Refusal(420, "Bad Extension", f"Unsupported: {named.decode()}\r\n")


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
