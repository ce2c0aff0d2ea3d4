"""Sends media to where the other side's comes from: looks at a packet of each call now and then, on the SIP thread.

To look at each packet would cost more than the rest of the call. A helper of the socket sees one (behind decryption, so
that what is encrypted is also authentic) and takes itself away again, unless what it saw is news.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from ctypes import CFUNCTYPE, byref, c_bool, c_int, c_void_p
from typing import Any

from parley.telephony.sip.media.media_source import MediaSource, Packet
from parley.telephony.sip.messages.native_message import Buffer

LAYER = 77
"""Packets pass lower layers first; decryption is below."""
RTP_HEADER_BYTES = 12

_DATAGRAM = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p)
_CALL = CFUNCTYPE(None, c_void_p, c_void_p)

FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "call_audio": (c_void_p, (c_void_p,)),
    "audio_strm": (c_void_p, (c_void_p,)),
    "stream_rtp_sock": (c_void_p, (c_void_p,)),
    "stream_raddr": (c_void_p, (c_void_p,)),
    "stream_sdpmedia": (c_void_p, (c_void_p,)),
    "stream_is_secure": (c_bool, (c_void_p,)),
    "sdp_media_raddr": (c_void_p, (c_void_p,)),
    "rtp_sock": (c_void_p, (c_void_p,)),
    "sa_isset": (c_bool, (c_void_p, c_int)),
    "udp_helper_find": (c_void_p, (c_void_p, c_int)),
}
SA_ALL = 3


class SymmetricRtp:
    def __init__(self, lib: Any, now: Callable[[], float] = time.monotonic) -> None:
        self._lib = lib
        self._now = now
        self._sources: dict[int, MediaSource] = {}
        """By the stream, while there is one."""
        self._text = ctypes.create_string_buffer(64)
        self._on_packet = _DATAGRAM(self._packet)
        self._on_call = _CALL(self._look_at)
        self._seen: set[int] = set()

    def look(self) -> None:
        """Has the next packet of every call looked at, and sends media to where it should go."""
        self._seen = set()
        self._lib.uag_filter_calls(self._on_call, None, None)
        for stream in self._sources.keys() - self._seen:
            del self._sources[stream]

    def _look_at(self, call: int, _argument: int) -> None:
        lib = self._lib
        stream = lib.audio_strm(lib.call_audio(call))
        signalled = lib.sdp_media_raddr(lib.stream_sdpmedia(stream)) if stream else None
        socket = lib.rtp_sock(lib.stream_rtp_sock(stream)) if stream else None
        if not socket or not signalled or not lib.sa_isset(signalled, SA_ALL):
            return
        self._seen.add(stream)
        address = self._address(signalled)
        source = self._sources.get(stream)
        if source is None:
            source = self._sources[stream] = MediaSource(*address, self._now())
        source.signal(*address, self._now())
        self._direct(stream, source)
        # The library frees the helper with the socket: it is found again by its layer, never kept.
        if not lib.udp_helper_find(socket, LAYER):
            helper = c_void_p()
            lib.udp_register_helper(byref(helper), socket, LAYER, None, self._on_packet, stream)

    def _packet(self, origin: int, buffer: int, stream: int) -> bool:
        """True would keep the packet from the stack."""
        source, lib = self._sources.get(stream), self._lib
        if source is not None:
            read = Buffer.from_address(buffer)
            data = ctypes.string_at((read.start or 0) + read.position, min(RTP_HEADER_BYTES, read.end - read.position))
            # RTCP, STUN and the like may come to the same port.
            if len(data) < RTP_HEADER_BYTES or data[0] >> 6 != 2 or 192 <= data[1] <= 223:
                return False
            packet = Packet(*self._address(origin), int.from_bytes(data[8:12], "big"))
            source.receive(packet, self._now(), is_authentic=lib.stream_is_secure(stream))
            self._direct(stream, source)
        if source is None or not source.wants_more:
            lib.mem_deref(lib.udp_helper_find(lib.rtp_sock(lib.stream_rtp_sock(stream)), LAYER))
        return False

    def _direct(self, stream: int, source: MediaSource) -> None:
        """The stack goes back to the signalled address whenever both sides agree anew."""
        lib, (host, port) = self._lib, source.target
        current = lib.stream_raddr(stream)
        if self._address(current) != (host, port):
            lib.sa_set_str(current, host.encode(), port)

    def _address(self, pointer: int) -> tuple[str, int]:
        self._lib.sa_ntop(pointer, self._text, len(self._text))
        return self._text.value.decode(), self._lib.sa_port(pointer)
