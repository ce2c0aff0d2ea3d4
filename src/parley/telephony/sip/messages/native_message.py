"""A SIP message as the library has it in memory, while it is handled: looked into and repaired in place, on the SIP
thread.

Fields are found at the offsets of libre 4.10. `check_layout` reads a message that we know before any other, so that
another version fails at the start and not in a call.
"""

from __future__ import annotations

import ctypes
import re
from ctypes import c_char_p, c_size_t, c_void_p
from typing import Any

REPLACES_ID, CONTACT_ID = 2534, 229
"""How the library finds headers: by a short hash of their names, which other names share."""

_METHOD, _TO_TAG, _FROM_TAG, _CALL_ID = 248, 776, 960, 1096
_TYPE, _SUBTYPE, _PARAMETERS, _BUFFER = 1048, 1064, 1080, 1168
_SECOND_LINK, _NAME, _VALUE = 32, 64, 80
"""Inside a header: where it hangs in the second of two lists, and what it says."""

_SDP = (ctypes.create_string_buffer(b"application"), ctypes.create_string_buffer(b"sdp"))

_SAMPLE = (
    b"INVITE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP c;branch=z9hG4bKd\r\nFrom: <sip:e@f>;tag=from-1\r\n"
    b"To: <sip:g@h>;tag=to-2\r\nCall-ID: call-3\r\nCSeq: 4 INVITE\r\nMax-Forwards: 70\r\nrEPLACES: five\r\n"
    b"Content-Type: multipart/mixed;boundary=six\r\nContent-Length: 5\r\n\r\nseven"
)


class _Text(ctypes.Structure):
    _fields_ = (("start", c_void_p), ("length", c_size_t))

    @property
    def bytes(self) -> bytes:
        return ctypes.string_at(self.start, self.length) if self.start else b""


class Buffer(ctypes.Structure):
    _fields_ = (("start", c_void_p), ("size", c_size_t), ("position", c_size_t), ("end", c_size_t))


_SUPPORTED = re.compile(rb"\r\n(?:supported|k)[ \t]*:([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)", re.IGNORECASE)
_RELIABLE, _NOTHING = re.compile(rb"(?<![^ \t\r\n,])100rel(?![^ \t\r\n,])", re.IGNORECASE), b"norely"
"""An option that nobody knows takes its place: a message keeps its length."""
_BAD_FORMAT = re.compile(rb"^a=(r)tpmap:(?![0-9]{1,3} [^/\s]+/[0-9]+)", re.MULTILINE)


class NativeMessage:
    def __init__(self, lib: Any, pointer: int) -> None:
        self._lib = lib
        self._pointer = pointer

    @property
    def method(self) -> str:
        return self._text(_METHOD).decode(errors="replace")

    @property
    def call_id(self) -> str:
        return self._text(_CALL_ID).decode(errors="replace")

    @property
    def from_tag(self) -> str:
        return self._text(_FROM_TAG).decode(errors="replace")

    @property
    def to_tag(self) -> str:
        return self._text(_TO_TAG).decode(errors="replace")

    @property
    def content_type(self) -> str:
        """In lower case; empty when none is named."""
        kind, detail = self._text(_TYPE), self._text(_SUBTYPE)
        return f"{kind.decode(errors='replace')}/{detail.decode(errors='replace')}".lower() if kind else ""

    @property
    def content_parameters(self) -> str:
        return self._text(_PARAMETERS).decode(errors="replace")

    @property
    def body(self) -> bytes:
        buffer = self._buffer()
        return ctypes.string_at((buffer.start or 0) + buffer.position, max(0, buffer.end - buffer.position))

    @property
    def has_contact(self) -> bool:
        return bool(self._lib.sip_msg_hdr(self._pointer, CONTACT_ID))

    @property
    def contact(self) -> str | None:
        header = self._lib.sip_msg_hdr(self._pointer, CONTACT_ID)
        if not header or _text(header + _NAME).lower() not in (b"contact", b"m"):
            return None
        return _text(header + _VALUE).decode(errors="replace")

    def replace_contact(self, contact: str) -> object:
        """Its new value must be kept as long as the library may look at the message: it is returned."""
        text = ctypes.create_string_buffer(contact.encode())
        header = self._lib.sip_msg_hdr(self._pointer, CONTACT_ID)
        value = _Text.from_address(header + _VALUE)
        value.start, value.length = ctypes.addressof(text), len(text.value)
        return text

    def pop_replaces(self) -> list[str]:
        """The values of the Replaces headers, which are removed: the stack would act on them without asking anybody."""
        lib, values = self._lib, list[str]()
        while header := lib.sip_msg_hdr(self._pointer, REPLACES_ID):
            if _text(header + _NAME).lower() == b"replaces":
                values.append(_text(header + _VALUE).decode(errors="replace"))
            for link in (header, header + _SECOND_LINK):
                lib.list_unlink(link)
            for _ in range(2):  # each of the lists held it
                lib.mem_deref(header)
        return values

    def hide_reliable_responses(self) -> None:
        """The sender does not say any more that it could take provisional responses reliably (RFC 3262): the stack
        would send them so, and breaks down when the call is answered before they are acknowledged. Who demands them
        gets them."""
        buffer = self._buffer()
        for found in _SUPPORTED.finditer(ctypes.string_at(buffer.start or 0, buffer.position)):
            for name in _RELIABLE.finditer(found[1]):
                ctypes.memmove((buffer.start or 0) + found.start(1) + name.start(), _NOTHING, len(_NOTHING))

    def replace_body(self, sdp: bytes) -> None:
        """The body is this SDP from now on: a part of what it was, or nothing.

        It is moved to the end of the message, which stays where it is: the next one on a connection begins there.
        """
        buffer = self._buffer()
        start = buffer.end - len(sdp)
        ctypes.memmove((buffer.start or 0) + start, sdp, len(sdp))
        buffer.position = start
        for offset, text in zip((_TYPE, _SUBTYPE), _SDP, strict=True):
            self._put(offset, ctypes.addressof(text), len(text.value))
        self._put(_PARAMETERS, None, 0)

    def cut(self, count: int) -> None:
        """So many bytes at the end are not part of it."""
        buffer = self._buffer()
        buffer.end = max(buffer.position, buffer.end - count)

    def hide_bad_formats(self) -> bool:
        """Descriptions of formats that name no clock rate become attributes that nobody knows; whether there were
        any."""
        start = (self._buffer().start or 0) + self._buffer().position
        found = list(_BAD_FORMAT.finditer(self.body))
        for one in found:
            ctypes.memmove(start + one.start(1), b"x", 1)
        return bool(found)

    def has_readable_sdp(self) -> bool:
        """Whether the stack can parse the body: to what it cannot it would answer that it failed (5xx)."""
        lib, buffer, session = self._lib, self._buffer(), c_void_p()
        position, end = buffer.position, buffer.end
        address = ctypes.create_string_buffer(256)
        lib.sa_set_str(address, b"127.0.0.1", 0)
        if lib.sdp_session_alloc(ctypes.byref(session), address):
            return False
        try:
            return not lib.sdp_decode(session, ctypes.c_void_p.from_address(self._pointer + _BUFFER), True)
        finally:
            lib.mem_deref(session)
            buffer.position, buffer.end = position, end

    def _buffer(self) -> Buffer:
        return Buffer.from_address(c_void_p.from_address(self._pointer + _BUFFER).value or 0)

    def _text(self, offset: int) -> bytes:
        return _text(self._pointer + offset)

    def _put(self, offset: int, start: int | None, length: int) -> None:
        text = _Text.from_address(self._pointer + offset)
        text.start, text.length = start, length


def status_of(pointer: int) -> int:
    """The status of a response; 0 when it cannot be read. Of a message in a buffer of its own: it begins there."""
    buffer = Buffer.from_address(c_void_p.from_address(pointer + _BUFFER).value or 0)
    found = re.match(rb"SIP/2\.0 ([1-6][0-9]{2})", ctypes.string_at(buffer.start, min(buffer.end, 12)))
    return int(found[1]) if found else 0


FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "sip_msg_hdr": (c_void_p, (c_void_p, ctypes.c_int)),
    "list_unlink": (None, (c_void_p,)),
    "sdp_session_alloc": (ctypes.c_int, (c_void_p, c_char_p)),
    "sdp_decode": (ctypes.c_int, (c_void_p, c_void_p, ctypes.c_bool)),
}


def check_layout(lib: Any) -> None:
    """Raises `OSError` when messages are laid out in another way than this code expects."""
    buffer, pointer = lib.mbuf_alloc(len(_SAMPLE)), c_void_p()
    try:
        lib.mbuf_write_mem(buffer, _SAMPLE, len(_SAMPLE))
        lib.mbuf_set_posend(buffer, 0, len(_SAMPLE))
        error = lib.sip_msg_decode(ctypes.byref(pointer), buffer)
        if error or not _is_as_expected(lib, NativeMessage(lib, pointer.value or 0), buffer):
            raise OSError("the SIP library is not the one that this code was written for")
    finally:
        lib.mem_deref(pointer)
        lib.mem_deref(buffer)


def _is_as_expected(lib: Any, message: NativeMessage, buffer: int) -> bool:
    if c_void_p.from_address(message._pointer + _BUFFER).value != buffer:
        return False
    header = lib.sip_msg_hdr(message._pointer, REPLACES_ID)
    read = (message.method, message.call_id, message.from_tag, message.to_tag, message.content_type)
    if not header or read != ("INVITE", "call-3", "from-1", "to-2", "multipart/mixed") or message.body != b"seven":
        return False
    if message.content_parameters != ";boundary=six" or message.pop_replaces() != ["five"]:
        return False
    message.replace_body(b"v=0")
    return (message.body, message.content_type) == (b"v=0", "application/sdp")


def _text(address: int) -> bytes:
    return _Text.from_address(address).bytes
