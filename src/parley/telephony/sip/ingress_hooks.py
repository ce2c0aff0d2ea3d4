"""In front of the stack: every datagram before it is read, every request before anything is done about it.

The stack asks its listeners one after the other; ours is put first, before the one for transactions. Datagrams come
through a helper of the socket, so that what cannot be read, or nobody wants to hear, costs next to nothing. All of it
happens on the SIP thread.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint16, c_void_p
from typing import Any

from parley.telephony.sip import native_message as messages
from parley.telephony.sip.access_control import SILENCE, Refusal, Request
from parley.telephony.sip.native_message import NativeMessage
from parley.telephony.sip.sdp import SDP, find_sdp

UDP, TLS = 0, 2
QUEUE_BYTES = 1 << 20
"""For datagrams that wait to be read: a burst of others must not crowd out a trunk's."""

Hears = Callable[[str], bool]
Judge = Callable[[Request], Refusal | None]
LetIn = Callable[[bytes, Request], None]
Noted = Callable[[bytes, bool, bool, str], None]
"""A message, whether we sent it, whether over TLS, and the IP address of the other side."""

NOT_WHOLE = Refusal(400, "Bad Request")
UNREADABLE = Refusal(488, "Not Acceptable Here")
NO_SDP = Refusal(415, "Unsupported Media Type")
OFFERING = frozenset({"INVITE", "UPDATE"})

_MESSAGE = CFUNCTYPE(c_bool, c_void_p, c_void_p)
_DATAGRAM = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p)
_TRACE = CFUNCTYPE(None, c_bool, c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p)

FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "sip_set_trace_handler": (None, (c_void_p, c_void_p)),
    "sip_listen": (c_int, (POINTER(c_void_p), c_void_p, c_bool, _MESSAGE, c_void_p)),
    "sip_reply": (c_int, (c_void_p, c_void_p, c_uint16, c_char_p)),
    "sip_replyf": (c_int, (c_void_p, c_void_p, c_uint16, c_char_p, c_char_p)),
    "list_prepend": (None, (c_void_p, c_void_p, c_void_p)),
    "udp_register_helper": (c_int, (POINTER(c_void_p), c_void_p, c_int, c_void_p, _DATAGRAM, c_void_p)),
    "udp_sockbuf_set": (c_int, (c_void_p, c_int)),
    "udp_local_get": (c_int, (c_void_p, c_void_p)),
    "sa_port": (c_uint16, (c_void_p,)),
    "sa_struct_get_size": (c_size_t, ()),
    **messages.FUNCTIONS,
}


class _Link(ctypes.Structure):
    """An element of a list of the library."""

    _fields_ = (("before", c_void_p), ("after", c_void_p), ("list", c_void_p), ("data", c_void_p))


class _Transport(ctypes.Structure):
    """What follows the link and the address of a transport."""

    _fields_ = (("sip", c_void_p), ("certificates", c_void_p), ("tls", c_void_p), ("socket", c_void_p), ("kind", c_int))


class IngressHooks:
    def __init__(self, lib: Any) -> None:
        self._lib = lib
        self._kept: list[object] = []
        """What the library knows by address alone: it must live as long as the library does."""
        self._name = ctypes.create_string_buffer(64)
        self._latest = b""
        self._far = ""
        self._is_tls = False
        self._port = 0
        self._is_let_in = False

    def trace(self, note: Noted) -> None:
        """Answers, and whatever we send, go to `note` from now on; requests are noted when they were let in."""

        def traced(sent: bool, transport: int, source: int, to: int, packet: int, size: int, _argument: int) -> None:
            far, data = self._address(to if sent else source), ctypes.string_at(packet, size)
            if sent or data.startswith(b"SIP/"):
                note(data, sent, transport == TLS, far)
            if not sent:
                # What is handled next is what was traced just before.
                self._latest, self._far, self._is_tls = data, far, transport == TLS
                self._port = 0 if transport == UDP else self._lib.sa_port(source)

        tracer = _TRACE(traced)
        self._kept.append(tracer)
        self._lib.sip_set_trace_handler(self._lib.uag_sip(), ctypes.cast(tracer, c_void_p))

    def guard(self, judge: Judge, let_in: LetIn) -> None:
        """No request reaches the stack unless `judge` has nothing against it. Raises `OSError`."""
        messages.check(self._lib)

        def asked(pointer: int, _argument: int) -> bool:
            self._is_let_in = False
            message = NativeMessage(self._lib, pointer)
            request = Request(
                message.method,
                self._far,
                self._is_tls,
                message.call_id,
                message.from_tag,
                message.to_tag,
                message.take_replaces(),
                self._port,
            )
            refusal = judge(request) or _mend(message)
            if refusal is None:
                let_in(self._latest, request)
                self._is_let_in = True
            else:
                self._refuse(pointer, refusal)
            return not self._is_let_in

        def answered(pointer: int, _argument: int) -> bool:
            _mend(NativeMessage(self._lib, pointer))
            return False

        # Behind the other, for when that fails: whatever goes wrong in asking, nobody is let in.
        self._listen_first(lambda _message, _argument: not self._is_let_in, is_request=True)
        self._listen_first(asked, is_request=True)
        self._listen_first(answered, is_request=False)

    def filter(self, hears: Hears) -> None:
        """Datagrams are read when `hears` says so about where they come from. Raises `OSError`."""

        def came(source: int, buffer: int, _argument: int) -> bool:
            return not (hears(self._address(source)) and self._is_readable(buffer))

        handler = _DATAGRAM(came)
        self._kept.append(handler)
        for socket in self._sockets():
            helper = c_void_p()
            self._kept.append(helper)
            self._lib.udp_sockbuf_set(socket, QUEUE_BYTES)  # as much of it as the system grants
            _check(self._lib.udp_register_helper(byref(helper), socket, 0, None, handler, None))

    def answer_the_rest(self) -> None:
        """What nobody is there for is turned down. Left to itself the stack would print who wanted what."""
        lib = self._lib

        def asked(message: int, _argument: int) -> bool:
            if self._latest.startswith(b"CANCEL "):
                lib.sip_reply(lib.uag_sip(), message, 481, b"Transaction Does Not Exist")
            elif not self._latest.startswith(b"ACK "):
                lib.sip_reply(lib.uag_sip(), message, 501, b"Not Implemented")
            return True

        self._listen(asked, is_request=True)
        self._listen(lambda _message, _argument: True, is_request=False)

    def _listen(self, heard: Callable[[int, int], bool], *, is_request: bool) -> c_void_p:
        """After all others so far."""
        listener, handler = c_void_p(), _MESSAGE(heard)
        # The library clears `listener` at its own end.
        self._kept += [handler, listener]
        _check(self._lib.sip_listen(byref(listener), self._lib.uag_sip(), is_request, handler, None))
        return listener

    def _listen_first(self, heard: Callable[[int, int], bool], *, is_request: bool) -> None:
        listener = self._listen(heard, is_request=is_request)
        others = _Link.from_address(listener.value or 0).list
        self._lib.list_unlink(listener)
        self._lib.list_prepend(others, listener, listener)

    def _refuse(self, pointer: int, refusal: Refusal) -> None:
        lib, reason = self._lib, refusal.reason.encode()
        if refusal is NO_SDP:
            accept = b"Accept: application/sdp\r\nContent-Length: 0\r\n\r\n"
            lib.sip_replyf(lib.uag_sip(), pointer, refusal.code, reason, accept)
        elif refusal is not SILENCE:
            lib.sip_reply(lib.uag_sip(), pointer, refusal.code, reason)

    def _address(self, pointer: int) -> str:
        self._lib.sa_ntop(pointer, self._name, len(self._name))
        return self._name.value.decode()

    def _is_readable(self, buffer: int) -> bool:
        """What is not a message the stack would complain about, in our log."""
        lib, message, read = self._lib, c_void_p(), messages.Buffer.from_address(buffer)
        position, end = read.position, read.end
        error = lib.sip_msg_decode(byref(message), buffer)
        lib.mem_deref(message)
        read.position, read.end = position, end
        return not error

    def _sockets(self) -> list[int]:
        """The UDP sockets that the stack listens on."""
        lib, sip, found = self._lib, self._lib.uag_sip(), list[int]()
        after_address = ctypes.sizeof(_Link) + (lib.sa_struct_get_size() + 7) // 8 * 8
        place = ctypes.create_string_buffer(256)
        link = c_void_p.from_address(sip).value
        while link:
            element = _Link.from_address(link)
            transport = _Transport.from_address((element.data or 0) + after_address)
            if transport.sip != sip:
                raise OSError("the SIP library is not the one that this code was written for")
            if transport.kind == UDP:
                _check(lib.udp_local_get(transport.socket, place))
                found.append(transport.socket)
            link = element.after
        return found


def _mend(message: NativeMessage) -> Refusal | None:
    """Leaves a body that the stack can read, or says why there is none: what the stack trips over it calls a failure of
    ours."""
    if message.method == "INVITE" and not message.has_contact:
        return NOT_WHOLE
    body = message.body
    if not body.strip():
        return None
    kind, is_offer = message.content_type, message.method in OFFERING
    if kind.startswith("multipart/"):
        sdp = find_sdp(message.content_parameters, body)
        message.put_sdp(sdp or b"")
        if sdp is None:
            return UNREADABLE if is_offer else None
    elif kind not in ("", SDP):
        return NO_SDP if is_offer else None
    return UNREADABLE if is_offer and not message.has_readable_sdp() else None


def _check(error: int) -> None:
    if error:
        raise OSError(error, "the SIP library refused")
