"""Why a call came to nothing, in words that stay the same whatever the other side writes.

The trunk's network says it best, in a Reason header (RFC 3326) with a cause of Q.850; otherwise the SIP status does.
"""

from __future__ import annotations

import re

from parley.telephony.sip.protocol import CallNotConnected

BUSY = "busy"
NO_ANSWER = "no answer"
DECLINED = "declined"
UNAVAILABLE = "unavailable"
UNREACHABLE = "unreachable"
NOT_IN_SERVICE = "number not in service"
INCOMPLETE = "number incomplete"
CONGESTION = "network congestion"
REFUSED_BY_TRUNK = "refused by the trunk"
NOTHING_IN_COMMON = "no codec or encryption in common"
REDIRECTED = "redirected"
CANCELLED = "cancelled"
OTHER_FAILED = "the other side failed"
REFUSED = "refused"

BY_CODE = {
    401: REFUSED_BY_TRUNK,
    402: REFUSED_BY_TRUNK,
    403: REFUSED_BY_TRUNK,
    404: NOT_IN_SERVICE,
    407: REFUSED_BY_TRUNK,
    408: NO_ANSWER,
    410: NOT_IN_SERVICE,
    415: NOTHING_IN_COMMON,
    480: UNAVAILABLE,
    484: INCOMPLETE,
    486: BUSY,
    487: CANCELLED,
    488: NOTHING_IN_COMMON,
    502: UNREACHABLE,
    503: UNREACHABLE,
    504: UNREACHABLE,
    600: BUSY,
    603: DECLINED,
    604: NOT_IN_SERVICE,
    606: NOTHING_IN_COMMON,
    607: DECLINED,
    608: DECLINED,
}
BY_CAUSE = {
    1: NOT_IN_SERVICE,
    2: UNREACHABLE,
    3: UNREACHABLE,
    17: BUSY,
    18: NO_ANSWER,
    19: NO_ANSWER,
    20: UNAVAILABLE,
    21: DECLINED,
    22: NOT_IN_SERVICE,
    27: UNREACHABLE,
    28: INCOMPLETE,
    34: CONGESTION,
    38: UNREACHABLE,
    41: UNREACHABLE,
    42: CONGESTION,
    44: CONGESTION,
    47: CONGESTION,
}
"""The causes that say more than that something went wrong."""
LOCAL = {
    "Protocol error [71]": "the encrypted connection failed: it speaks no TLS, or its certificate is not trusted",
    "Connection refused [111]": "nobody listens there",
    "Connection timed out [110]": "it cannot be reached",
    "Rejected by user": CANCELLED,
    "the stack died": "the stack died",
}
"""What the stack itself says when there was no answer at all."""

LAST_CAUSE = 127
_STATUS = re.compile(r"\s*([1-6][0-9]{2})\b\s*")
_CAUSE = re.compile(r"\bq\.850\s*;(?:[^,]*;)?\s*cause\s*=\s*([0-9]{1,3})\b", re.IGNORECASE)


def read_failure(text: str) -> CallNotConnected:
    """Of what the stack says about a call that nobody answered: a status line, perhaps with the Reason header behind
    it, or what went wrong here."""
    found = _STATUS.match(text)
    code = int(found[1]) if found else None
    cause = _cause_of(text)
    if code is None and cause is None:
        return CallNotConnected(None, LOCAL.get(text.strip(), UNREACHABLE) if text.strip() else NO_ANSWER)
    return CallNotConnected(code, BY_CAUSE.get(cause or 0) or _reason_of(code), cause)


def _cause_of(text: str) -> int | None:
    found = _CAUSE.search(text)
    return int(found[1]) if found and int(found[1]) <= LAST_CAUSE else None


def _reason_of(code: int | None) -> str:
    if code is None:
        return NO_ANSWER
    if code in BY_CODE:
        return BY_CODE[code]
    # By the class of the status (RFC 3261, 21).
    return {3: REDIRECTED, 5: OTHER_FAILED}.get(code // 100, REFUSED)
