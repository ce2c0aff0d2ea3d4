"""The C interface of libre and libbaresip, beside baresip-python.

baresip-python drives the stack, and lacks a few things that a PBX needs: refusing a call with a code of our choice, a
caller's number for each call, headers on a BYE, whole INVITEs, ports of our choice. Its extension
exports the whole of both libraries. Everything here happens on the SIP thread and nowhere else (`sip_thread`).

What is used: https://github.com/baresip/re and https://github.com/baresip/baresip at version 4.10, pinned with
baresip-python in `pyproject.toml`.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint16, c_uint32, c_void_p

from baresip import _native

from parley.telephony.sip.ingress.hooks import FUNCTIONS, IngressHooks, Link
from parley.telephony.sip.media import media_probe, symmetric_rtp
from parley.telephony.sip.media.media_probe import Answered, MediaProbe
from parley.telephony.sip.media.symmetric_rtp import SymmetricRtp
from parley.telephony.sip.messages.headers import check_headers, render_headers

UDP, TCP, TLS = 0, 1, 2
VIDEO_OFF = 0
ADDRESS_BYTES = 256
"""More than a `struct sa` has."""

_ADDRESS = CFUNCTYPE(c_bool, c_char_p, c_void_p, c_void_p)
_CALL = CFUNCTYPE(None, c_void_p, c_void_p)
_RESPONSE = CFUNCTYPE(None, c_int, c_void_p, c_void_p)


class _Text(ctypes.Structure):
    """A `struct pl`: bytes and how many."""

    _fields_ = (("start", c_char_p), ("length", c_size_t))

    @classmethod
    def of(cls, text: str) -> _Text:
        raw = text.encode()
        return cls(raw, len(raw))


_FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "uag_sip": (c_void_p, ()),
    "uag_tls": (c_void_p, ()),
    "uag_sipsess_sock": (c_void_p, ()),
    "uag_filter_calls": (None, (_CALL, c_void_p, c_void_p)),
    "baresip_vidcodecl": (c_void_p, ()),
    "baresip_aufiltl": (c_void_p, ()),
    "list_append": (None, (c_void_p, c_void_p, c_void_p)),
    "list_clear": (None, (c_void_p,)),
    "baresip_network": (c_void_p, ()),
    "net_laddr_apply": (c_bool, (c_void_p, _ADDRESS, c_void_p)),
    "net_add_address": (c_int, (c_void_p, c_void_p)),
    "sa_set_str": (c_int, (c_void_p, c_char_p, c_uint16)),
    "sa_cpy": (None, (c_void_p, c_void_p)),
    "sa_set_port": (None, (c_void_p, c_uint16)),
    "sa_ntop": (c_int, (c_void_p, c_char_p, c_int)),
    "sip_transp_flush": (None, (c_void_p,)),
    "sip_transp_add": (c_int, (c_void_p, c_int, c_void_p)),
    "tls_ssl_ctx": (c_void_p, (c_void_p,)),
    "SSL_CTX_get0_param": (c_void_p, (c_void_p,)),
    "X509_VERIFY_PARAM_set1_ip_asc": (c_int, (c_void_p, c_char_p)),
    "X509_VERIFY_PARAM_set1_ip": (c_int, (c_void_p, c_char_p, c_size_t)),
    "ua_alloc": (c_int, (POINTER(c_void_p), c_char_p)),
    "ua_account": (c_void_p, (c_void_p,)),
    "account_set_auth_user": (c_int, (c_void_p, c_char_p)),
    "account_set_auth_pass": (c_int, (c_void_p, c_char_p)),
    "ua_add_custom_hdr": (c_int, (c_void_p, POINTER(_Text), POINTER(_Text))),
    "ua_set_custom_hdrs": (c_int, (c_void_p, c_void_p)),
    "ua_connect": (c_int, (c_void_p, POINTER(c_void_p), c_char_p, c_char_p, c_int)),
    "ua_hangupf": (None, (c_void_p, c_void_p, c_uint16, c_char_p, c_char_p)),
    "call_set_custom_hdrs": (None, (c_void_p, c_void_p)),
    "call_get_ua": (c_void_p, (c_void_p,)),
    "call_id": (c_char_p, (c_void_p,)),
    "bp_call_handle_find": (c_uint32, (c_void_p,)),
    "mem_deref": (c_void_p, (c_void_p,)),
    "mbuf_alloc": (c_void_p, (c_size_t,)),
    "mbuf_write_mem": (c_int, (c_void_p, c_char_p, c_size_t)),
    "mbuf_set_posend": (None, (c_void_p, c_size_t, c_size_t)),
    "sip_msg_decode": (c_int, (POINTER(c_void_p), c_void_p)),
    "sipsess_find": (c_void_p, (c_void_p, c_void_p)),
    "sipsess_dialog": (c_void_p, (c_void_p,)),
    "sip_drequestf": (
        c_int,
        (
            *(c_void_p, c_void_p, c_bool, c_char_p, c_void_p, c_uint32),
            *(c_void_p, c_void_p, c_void_p, c_void_p, c_char_p),
        ),
    ),
    "call_modify": (c_int, (c_void_p,)),
    "uag_list": (c_void_p, ()),
    "ua_add_extension": (None, (c_void_p, c_char_p)),
    "sipsess_set_close_headers": (c_int, (c_void_p, c_char_p)),
    **FUNCTIONS,
    **symmetric_rtp.FUNCTIONS,
    **media_probe.FUNCTIONS,
}


class Native:
    def __init__(self) -> None:
        self._lib = ctypes.CDLL(_native.__file__)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._lib, name)
            function.restype, function.argtypes = result, arguments
        self.hooks = IngressHooks(self._lib)
        self.media = SymmetricRtp(self._lib)
        self.probe = MediaProbe(self._lib)
        self._ignore_response = _RESPONSE(lambda _error, _message, _argument: None)
        self._extensions: list[bytes] = []

    def add_local_address(self, address: str) -> None:
        """The stack may send from this address of ours, besides those that it found. Raises `OSError`."""
        local = ctypes.create_string_buffer(ADDRESS_BYTES)
        _check(self._lib.sa_set_str(local, address.encode(), 0))
        _check(self._lib.net_add_address(self._lib.baresip_network(), local))

    def listen(self, port: int, tls_port: int) -> None:
        """Closes all ports and listens on these, on every address that the stack uses. Raises `OSError`."""
        lib, sip = self._lib, self._lib.uag_sip()
        addresses: list[ctypes.Array[ctypes.c_char]] = []

        def found(_interface: bytes, address: int, _argument: int) -> bool:
            copy = ctypes.create_string_buffer(ADDRESS_BYTES)
            lib.sa_cpy(copy, address)
            addresses.append(copy)
            return False

        lib.net_laddr_apply(lib.baresip_network(), _ADDRESS(found), None)
        lib.sip_transp_flush(sip)
        for address in addresses:
            lib.sa_set_port(address, port)
            _check(lib.sip_transp_add(sip, UDP, address))
            _check(lib.sip_transp_add(sip, TCP, address))
            lib.sa_set_port(address, tls_port)
            _check(lib.sip_transp_add(sip, TLS, address, c_void_p(lib.uag_tls())))

    def disable_video(self) -> None:
        """Without a video codec every offer of video is declined."""
        self._lib.list_clear(self._lib.baresip_vidcodecl())

    def create_user_agent(self, account: str, extension: bytes) -> int:
        """The stack keeps it until it ends. Raises `OSError`."""
        agent = c_void_p()
        lib = self._lib
        _check(lib.ua_alloc(byref(agent), account.encode()))
        # Like baresip-python does it: its table of handles holds the one reference that stays.
        lib.mem_deref(agent)
        self._extensions.append(extension)
        lib.ua_add_extension(agent, extension)
        return agent.value or 0

    def set_credentials(self, agent: int, user: str, password: str) -> None:
        """The name and password that the agent gives when it is asked; without a name it gives none."""
        lib = self._lib
        account = lib.ua_account(agent)
        _check(lib.account_set_auth_user(account, user.encode() or None))
        _check(lib.account_set_auth_pass(account, password.encode() if user else None))

    def send_invite(self, agent: int, caller: str, uri: str, headers: Mapping[str, str]) -> tuple[int, str]:
        """The handle of the call and its Call-ID. Raises `OSError`."""
        lib = self._lib
        call = c_void_p()
        try:
            for name, value in check_headers(headers):
                _check(lib.ua_add_custom_hdr(agent, byref(_Text.of(name)), byref(_Text.of(value))))
            _check(lib.ua_connect(agent, byref(call), caller.encode(), uri.encode(), VIDEO_OFF))
        finally:
            lib.ua_set_custom_hdrs(agent, None)
        # They are on their way. Left on the call they would come back with each of its events.
        lib.call_set_custom_hdrs(call, None)
        return lib.bp_call_handle_find(call), lib.call_id(call).decode()

    @contextmanager
    def verifying_ip(self, ip: str) -> Iterator[None]:
        """Connections that are opened meanwhile need a certificate that names this address.

        For a host that is called by its name the stack itself sees to that, for an address it does not.
        """
        lib = self._lib
        parameters = lib.SSL_CTX_get0_param(lib.tls_ssl_ctx(lib.uag_tls()))
        if not lib.X509_VERIFY_PARAM_set1_ip_asc(parameters, ip.encode()):
            raise OSError("the address cannot be checked")
        try:
            yield
        finally:
            lib.X509_VERIFY_PARAM_set1_ip(parameters, None, 0)

    @property
    def library(self) -> ctypes.CDLL:
        return self._lib

    def with_call(self, handle: int, work: Callable[[int], None]) -> None:
        """Gives the call to `work`. Raises `OSError` when it is gone."""
        call = self._find_call(handle)
        _check(0 if call else errno.ESRCH)
        work(call)

    def refuse_call(self, handle: int, code: int, reason: str, headers: Mapping[str, str]) -> None:
        """Answers an INVITE with this code; one that is gone is fine."""
        # With headers of ours the stack leaves the end of the message to us.
        lines = render_headers({**headers, "Content-Length": "0"}).encode() + b"\r\n"
        lib = self._lib
        if call := self._find_call(handle):
            lib.ua_hangupf(lib.call_get_ua(call), call, code, reason.encode(), b"%s", c_char_p(lines))

    def set_bye_headers(self, call_id: str, local_tag: str, remote_tag: str, headers: Mapping[str, str]) -> bool:
        """The BYE of this call, when we send one, carries these headers. False when there is no such call."""
        lines = render_headers(headers).encode()
        with self._session(call_id, local_tag, remote_tag) as session:
            return bool(session) and self._lib.sipsess_set_close_headers(session, b"%s", c_char_p(lines)) == 0

    def send_update(self, call_id: str, local_tag: str, remote_tag: str, headers: Mapping[str, str]) -> None:
        """An UPDATE without a body, in a call that is answered. Raises `OSError`."""
        lib, lines = self._lib, render_headers({**headers, "Content-Length": "0"}).encode() + b"\r\n"
        with self._session(call_id, local_tag, remote_tag) as session:
            if session:
                dialog, answered = c_void_p(lib.sipsess_dialog(session)), ctypes.cast(self._ignore_response, c_void_p)
                request = (None, lib.uag_sip(), True, b"UPDATE", dialog, 0, None, None, answered, None)
                _check(lib.sip_drequestf(*request, b"%s", c_char_p(lines)))

    def ask_for_life(self, call_id: str, local_tag: str, remote_tag: str, answered: Answered) -> None:
        """An OPTIONS in a call that is answered. Raises `OSError`."""
        with self._session(call_id, local_tag, remote_tag) as session:
            _check(0 if session else errno.ESRCH)
            self.probe.ask(call_id, session or 0, answered)

    def send_reinvite(self, handle: int) -> None:
        """With the session description as it is. Raises `OSError`."""
        if call := self._find_call(handle):
            _check(self._lib.call_modify(call))

    def add_extension(self, name: bytes) -> None:
        """Every user agent that there is supports this, and says so. `name` is kept by its address."""
        self._extensions.append(name)
        link = c_void_p.from_address(self._lib.uag_list()).value
        while link:
            element = Link.from_address(link)
            self._lib.ua_add_extension(element.data, name)
            link = element.after

    @contextmanager
    def _session(self, call_id: str, local_tag: str, remote_tag: str) -> Iterator[int | None]:
        """The library finds a session by a message that belongs to it, so we write one."""
        text = (
            "BYE sip:parley SIP/2.0\r\nVia: SIP/2.0/UDP parley;branch=z9hG4bKparley\r\n"
            f"From: <sip:parley>;tag={remote_tag}\r\nTo: <sip:parley>;tag={local_tag}\r\n"
            f"Call-ID: {call_id}\r\nCSeq: 1 BYE\r\nContent-Length: 0\r\n\r\n"
        ).encode()
        message = c_void_p()
        lib = self._lib
        buffer = lib.mbuf_alloc(len(text))
        try:
            _check(lib.mbuf_write_mem(buffer, text, len(text)))
            lib.mbuf_set_posend(buffer, 0, len(text))
            _check(lib.sip_msg_decode(byref(message), buffer))
            yield lib.sipsess_find(lib.uag_sipsess_sock(), message)
        finally:
            lib.mem_deref(message)
            lib.mem_deref(buffer)

    def _find_call(self, handle: int) -> int:
        """The call of a handle; 0 when it is gone."""
        # The extension gives the handle of a call, not the call of a handle.
        found: list[int] = []

        def seen(call: int, _argument: int) -> None:
            if self._lib.bp_call_handle_find(call) == handle:
                found.append(call)

        self._lib.uag_filter_calls(_CALL(seen), None, None)
        return found[0] if found else 0


def _check(error: int) -> None:
    if error:
        raise OSError(error, os.strerror(error))
