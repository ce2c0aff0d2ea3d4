"""Asks the other side of a silent call whether it is still there, on the SIP thread."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int, c_uint32, c_void_p
from typing import Any

from parley.telephony.sip.messages.native_message import status_of

_CALL = CFUNCTYPE(None, c_void_p, c_void_p)
_RESPONSE = CFUNCTYPE(None, c_int, c_void_p, c_void_p)
HEADERS = b"Accept: application/sdp\r\nContent-Length: 0\r\n\r\n"
FIRST_FINAL = 200

FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {"stream_metric_get_rx_n_packets": (c_uint32, (c_void_p,))}

Answered = Callable[[str, int | None], None]
"""Takes the Call-ID and the status; None when there was no answer in time."""


class MediaProbe:
    def __init__(self, lib: Any) -> None:
        self._lib = lib
        self._asked: dict[int, tuple[str, Answered]] = {}
        self._numbers = 0
        self._on_response = _RESPONSE(self._responded)

    def count_packets(self) -> dict[str, int]:
        """By Call-ID, what each call has received so far."""
        lib, found = self._lib, dict[str, int]()

        def seen(call: int, _argument: int) -> None:
            stream = lib.audio_strm(lib.call_audio(call))
            if stream:
                found[lib.call_id(call).decode(errors="replace")] = lib.stream_metric_get_rx_n_packets(stream)

        lib.uag_filter_calls(_CALL(seen), None, None)
        return found

    def ask(self, call_id: str, session: int, answered: Answered) -> None:
        """Raises `OSError`."""
        lib = self._lib
        self._numbers += 1
        number = self._numbers
        # The library hands the number back: the call may be gone by then.
        self._asked[number] = (call_id, answered)
        dialog, handler = c_void_p(lib.sipsess_dialog(session)), ctypes.cast(self._on_response, c_void_p)
        request = (None, lib.uag_sip(), True, b"OPTIONS", dialog, 0, None, None, handler, c_void_p(number))
        if error := lib.sip_drequestf(*request, b"%s", ctypes.c_char_p(HEADERS)):
            del self._asked[number]
            raise OSError(error, "the SIP library refused")

    def _responded(self, error: int, message: int, number: int) -> None:
        code = None if error or not message else status_of(message)
        if code is not None and code < FIRST_FINAL:
            return
        if asked := self._asked.pop(number, None):
            asked[1](asked[0], code)
