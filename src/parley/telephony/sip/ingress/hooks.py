"""Hooks in the SIP library: every datagram passes here before it is parsed, every request before anything is done about
it.

The library asks its listeners one after the other; ours is put first, before the one for transactions. Datagrams come
through a helper of the socket, so that what cannot be parsed, or nobody wants to read, costs next to nothing. All of it
happens on the SIP thread.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint16, c_void_p
from typing import Any

from parley.kit.log import logger
from parley.telephony.sip.ingress.access_control import NO_ANSWER, Refusal, Request
from parley.telephony.sip.ingress.request_faults import find_fault, trim_datagram
from parley.telephony.sip.messages import native_message
from parley.telephony.sip.messages.far_contact import reachable_contact
from parley.telephony.sip.messages.native_message import NativeMessage
from parley.telephony.sip.messages.sdp import SDP, find_sdp
from parley.telephony.sip.messages.sent_message import Message

log = logger(__name__)

UDP, TLS = 0, 2
KEPT_CONTACTS = 4096
"""Repaired ones. The library reads a Contact when it takes up the message, long before so many others came."""
RECEIVE_BUFFER = 1 << 20
"""Of each UDP socket, in bytes: a burst of others must not crowd out a trunk's datagrams."""

AdmitsSource = Callable[[str], bool]
AnswerUnreadable = Callable[[str, bytes], bytes | None]
"""Given the IP address that it came from: what is sent back, if anything."""
CheckRequest = Callable[[Request], Refusal | None]
InspectRequest = Callable[[bytes, Request], Refusal | None]
RequestPassed = Callable[[bytes, Request], None]
MessageSeen = Callable[[bytes, bool, bool, str], None]
"""A message, whether we sent it, whether over TLS, and the IP address of the other side."""

INCOMPLETE = Refusal(400, "Bad Request")
BAD_SDP = Refusal(488, "Not Acceptable Here")
NO_SDP = Refusal(415, "Unsupported Media Type", "Accept: application/sdp\r\n")
OFFER_METHODS = frozenset({"INVITE", "UPDATE"})

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
    "udp_send": (c_int, (c_void_p, c_void_p, c_void_p)),
    "udp_sockbuf_set": (c_int, (c_void_p, c_int)),
    "udp_local_get": (c_int, (c_void_p, c_void_p)),
    "sa_port": (c_uint16, (c_void_p,)),
    "sa_struct_get_size": (c_size_t, ()),
    **native_message.FUNCTIONS,
}


class Link(ctypes.Structure):
    """An element of a list of the library."""

    _fields_ = (("before", c_void_p), ("after", c_void_p), ("list", c_void_p), ("data", c_void_p))


class _Transport(ctypes.Structure):
    """What follows the link and the address of a transport."""

    _fields_ = (("sip", c_void_p), ("certificates", c_void_p), ("tls", c_void_p), ("socket", c_void_p), ("kind", c_int))


class IngressHooks:
    def __init__(self, lib: Any) -> None:
        self._lib = lib
        self._references: list[object] = []
        """What the library knows by address alone: it must live as long as the library does."""
        self._address_text = ctypes.create_string_buffer(64)
        self._packet = b""
        """The last message that came in; the library handles one after the other."""
        self._far = ""
        self._is_tls = False
        self._port = 0
        self._far_port = 0
        self._is_passed = False
        self._edits: list[Callable[[str, Message], bool]] = []
        self._kept = deque[object](maxlen=KEPT_CONTACTS)

    def trace_messages(self, seen: MessageSeen) -> None:
        """Responses, and whatever we send, go to `seen` from now on; requests are recorded when they have passed."""

        def traced(sent: bool, transport: int, source: int, to: int, packet: int, size: int, _argument: int) -> None:
            far, data = self._address(to if sent else source), ctypes.string_at(packet, size)
            if sent:
                data = self._edit(far, packet, data)
            if sent or data.startswith(b"SIP/"):
                seen(data, sent, transport == TLS, far)
            if not sent:
                # The trace comes just before the message is handled, on the same thread.
                self._packet, self._far, self._is_tls = data, far, transport == TLS
                self._far_port = self._lib.sa_port(source)
                self._port = 0 if transport == UDP else self._far_port

        tracer = _TRACE(traced)
        self._references.append(tracer)
        self._lib.sip_set_trace_handler(self._lib.uag_sip(), ctypes.cast(tracer, c_void_p))

    def check_requests(self, check: CheckRequest, inspect: InspectRequest, passed: RequestPassed) -> None:
        """No request reaches the stack unless `check` and then `inspect` have nothing against it. Raises `OSError`."""
        native_message.check_layout(self._lib)

        def on_request(pointer: int, _argument: int) -> bool:
            self._is_passed = False
            message = NativeMessage(self._lib, pointer)
            request = Request(
                message.method,
                self._far,
                self._is_tls,
                message.call_id,
                message.from_tag,
                message.to_tag,
                message.pop_replaces(),
                self._port,
            )
            refusal = check(request) or self._find_fault(message) or inspect(self._packet, request)
            if refusal is None:
                passed(self._packet, request)
                self._repair_contact(message)
                if message.method == "INVITE":
                    message.hide_reliable_responses()
                self._is_passed = True
            else:
                self._refuse(pointer, refusal)
            return not self._is_passed

        def on_response(pointer: int, _argument: int) -> bool:
            # An answer in several parts would fail a call that we placed.
            message = NativeMessage(self._lib, pointer)
            _repair_body(message)
            self._repair_contact(message)
            return False

        # A callback that raises counts as "not handled", and the stack would go on with the request. This second one,
        # behind the first, then takes it: whatever goes wrong in the check, nothing passes unchecked.
        self._listen_first(lambda _message, _argument: not self._is_passed, is_request=True)
        self._listen_first(on_request, is_request=True)
        self._listen_first(on_response, is_request=False)

    def edit_sent(self, edit: Callable[[str, Message], bool]) -> None:
        """`edit` is given every message that is sent, and the IP address of whom; True if it changed it."""
        self._edits.append(edit)

    def filter_datagrams(self, admits: AdmitsSource, answer: AnswerUnreadable) -> None:
        """Datagrams are parsed when `admits` says so about where they come from. Raises `OSError`."""

        def on_datagram(source: int, buffer: int, socket: int) -> bool:
            far = self._address(source)
            if not admits(far):
                return True
            if self._is_parsable(buffer):
                return False
            read = native_message.Buffer.from_address(buffer)
            packet = ctypes.string_at((read.start or 0) + read.position, read.end - read.position)
            if reply := answer(far, packet):
                self._send(socket, source, reply)
            return True

        handler = _DATAGRAM(on_datagram)
        self._references.append(handler)
        for socket in self._udp_sockets():
            helper = c_void_p()
            self._references.append(helper)
            self._lib.udp_sockbuf_set(socket, RECEIVE_BUFFER)  # as much of it as the system grants
            _check(self._lib.udp_register_helper(byref(helper), socket, 0, None, handler, socket))

    def refuse_unhandled(self) -> None:
        """Requests that no part of the stack takes. Left to itself it would print who wanted what, into our log."""
        lib = self._lib

        def on_unhandled(message: int, _argument: int) -> bool:
            if self._packet.startswith(b"CANCEL "):
                lib.sip_reply(lib.uag_sip(), message, 481, b"Transaction Does Not Exist")
            elif not self._packet.startswith(b"ACK "):
                lib.sip_reply(lib.uag_sip(), message, 501, b"Not Implemented")
            return True

        self._listen(on_unhandled, is_request=True)
        self._listen(lambda _message, _argument: True, is_request=False)

    def _listen(self, handle: Callable[[int, int], bool], *, is_request: bool) -> c_void_p:
        """Adds a listener behind all others so far."""
        listener, handler = c_void_p(), _MESSAGE(handle)
        # The library writes to `listener` at its own end.
        self._references += [handler, listener]
        _check(self._lib.sip_listen(byref(listener), self._lib.uag_sip(), is_request, handler, None))
        return listener

    def _listen_first(self, handle: Callable[[int, int], bool], *, is_request: bool) -> None:
        listener = self._listen(handle, is_request=is_request)
        others = Link.from_address(listener.value or 0).list
        # A listener can only be added at the end; so it is moved.
        self._lib.list_unlink(listener)
        self._lib.list_prepend(others, listener, listener)

    def _refuse(self, pointer: int, refusal: Refusal) -> None:
        lib, reason = self._lib, refusal.reason.encode()
        if refusal.headers:
            lines = f"{refusal.headers}Content-Length: 0\r\n\r\n".encode()
            lib.sip_replyf(lib.uag_sip(), pointer, refusal.code, reason, b"%s", c_char_p(lines))
        elif refusal is not NO_ANSWER:
            lib.sip_reply(lib.uag_sip(), pointer, refusal.code, reason)

    def _edit(self, far: str, packet: int, data: bytes) -> bytes:
        message = Message(data)
        # All of them, not only the first that has something to change.
        if True not in [edit(far, message) for edit in self._edits]:
            return data
        edited = message.to_bytes()
        if edited is None or len(edited) != len(data):
            log.warning("sip_message_too_long_to_edit")
            return data
        # The trace comes just before the message is sent, from where it lies.
        ctypes.memmove(packet, edited, len(edited))
        return edited

    def _repair_contact(self, message: NativeMessage) -> None:
        if (contact := message.contact) is None:
            return
        repaired = reachable_contact(contact, self._packet, self._far, self._far_port)
        if repaired is not None:
            self._kept.append(message.replace_contact(repaired))

    def _address(self, pointer: int) -> str:
        self._lib.sa_ntop(pointer, self._address_text, len(self._address_text))
        return self._address_text.value.decode()

    def _find_fault(self, message: NativeMessage) -> Refusal | None:
        fault = find_fault(self._packet, is_datagram=not self._port)
        if fault is None and not self._port:
            trimmed = trim_datagram(self._packet)
            message.cut(len(self._packet) - len(trimmed))
            self._packet = trimmed
        return fault or _repair_body(message)

    def _send(self, socket: int, to: int, packet: bytes) -> None:
        """A datagram past the library's transactions, to where another one came from."""
        lib = self._lib
        buffer = lib.mbuf_alloc(len(packet))
        lib.mbuf_write_mem(buffer, packet, len(packet))
        lib.mbuf_set_posend(buffer, 0, len(packet))
        lib.udp_send(socket, to, buffer)  # one that cannot be sent is lost, as datagrams are
        lib.mem_deref(buffer)

    def _is_parsable(self, buffer: int) -> bool:
        """The stack would complain about what is no message, in our log."""
        lib, message, read = self._lib, c_void_p(), native_message.Buffer.from_address(buffer)
        # Parsing moves the position: the stack must find the buffer as it was.
        position, end = read.position, read.end
        error = lib.sip_msg_decode(byref(message), buffer)
        lib.mem_deref(message)
        read.position, read.end = position, end
        return not error

    def _udp_sockets(self) -> list[int]:
        """The UDP sockets that the stack listens on."""
        lib, sip, found = self._lib, self._lib.uag_sip(), list[int]()
        # The library has no function for this: its list of transports is walked, and checked on the way.
        after_address = ctypes.sizeof(Link) + (lib.sa_struct_get_size() + 7) // 8 * 8
        address = ctypes.create_string_buffer(256)
        link = c_void_p.from_address(sip).value
        while link:
            element = Link.from_address(link)
            transport = _Transport.from_address((element.data or 0) + after_address)
            if transport.sip != sip:
                raise OSError("the SIP library is not the one that this code was written for")
            if transport.kind == UDP:
                _check(lib.udp_local_get(transport.socket, address))
                found.append(transport.socket)
            link = element.after
        return found


def _repair_body(message: NativeMessage) -> Refusal | None:
    """Leaves a body that the stack can parse, or says why there is none: the stack itself would answer that it failed
    (5xx)."""
    if message.method == "INVITE" and not message.has_contact:
        # Without a Contact nothing could be sent within the call (RFC 3261, 8.1.1.8).
        return INCOMPLETE
    body = message.body
    if not body.strip():
        return None
    kind, is_offer = message.content_type, message.method in OFFER_METHODS
    if kind.startswith("multipart/"):
        sdp = find_sdp(message.content_parameters, body)
        message.replace_body(sdp or b"")
        if sdp is None:
            return BAD_SDP if is_offer else None
    elif kind not in ("", SDP):
        return NO_SDP if is_offer else None
    if not is_offer or message.has_readable_sdp():
        return None
    # One stream may have what the library cannot read although nobody wants that stream.
    return None if message.hide_bad_formats() and message.has_readable_sdp() else BAD_SDP


def _check(error: int) -> None:
    if error:
        raise OSError(error, "the SIP library refused")
