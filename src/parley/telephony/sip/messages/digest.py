"""Digest authentication of callers (RFC 3261, 22; RFC 8760): the challenge, and whether an answer to it is right.

The password never travels. A challenge is valid for a while and for one answer each. Its nonce is signed with a secret
of this process, so nothing is kept for callers who never answer.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

VALID_SECONDS = 60
MAX_USES = 10_000
"""Answers that are remembered, so that none is accepted twice (a replay)."""

LONGEST = 2048
"""Of what proves who somebody is: to take longer texts apart takes the square of their length."""
_PART = re.compile(r'([A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')
_ALGORITHMS: dict[str, Callable[[bytes], hashlib._Hash]] = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}


class Digest:
    def __init__(
        self,
        realm: str,
        algorithm: str = "MD5",
        *,
        secret: bytes | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._realm = realm
        self._algorithm = algorithm
        self._secret = secret or secrets.token_bytes(32)
        self._now = now
        self._uses: OrderedDict[tuple[str, str], None] = OrderedDict()

    def challenge(self, answer: str = "") -> str:
        """The value of `WWW-Authenticate`.

        `answer` is the one to an older challenge. If that was ours the caller hears that it was too old (stale), and
        need not ask a human for the password again."""
        issued = f"{int(self._now()):x}.{secrets.token_hex(8)}"
        parts = [
            f'realm="{self._realm}"',
            f'nonce="{issued}.{self._sign(issued)}"',
            f"algorithm={self._algorithm}",
            'qop="auth"',
        ]
        if self._age(_parse(answer).get("nonce", "")) is not None:
            parts.append("stale=true")
        return "Digest " + ", ".join(parts)

    def accepts(self, answer: str, method: str, user: str, password: str) -> bool:
        """Whether this value of `Authorization` proves that the caller knows the password, for the first time."""
        parts = _parse(answer)
        hashed = _ALGORITHMS.get(parts.get("algorithm", "MD5").upper())
        nonce = parts.get("nonce", "")
        age = self._age(nonce)
        if hashed is None or age is None or age > VALID_SECONDS:
            return False
        if parts.get("username") != user or parts.get("realm") != self._realm:
            return False
        right = expected_response(hashed, parts, method, password)
        if not hmac.compare_digest(right.encode(), parts.get("response", "").lower().encode()):
            return False
        return self._is_first_use(nonce, parts.get("nc", ""))

    def _sign(self, issued: str) -> str:
        return hmac.new(self._secret, issued.encode(), hashlib.sha256).hexdigest()[:32]

    def _age(self, nonce: str) -> float | None:
        """How many seconds ago we issued it; None if it was not us."""
        issued, _, signature = nonce.rpartition(".")
        if not hmac.compare_digest(self._sign(issued).encode(), signature.encode()):
            return None
        return self._now() - int(issued.partition(".")[0], 16)

    def _is_first_use(self, nonce: str, count: str) -> bool:
        if (nonce, count) in self._uses:
            return False
        self._uses[nonce, count] = None
        while len(self._uses) > MAX_USES:
            self._uses.popitem(last=False)
        return True


def expected_response(
    hashed: Callable[[bytes], hashlib._Hash], parts: dict[str, str], method: str, password: str
) -> str:
    """What somebody who knows the password answers (RFC 7616, 3.4.1)."""

    def hexed(*words: str) -> str:
        return hashed(":".join(words).encode()).hexdigest()

    ha1 = hexed(parts.get("username", ""), parts.get("realm", ""), password)
    ha2 = hexed(method, parts.get("uri", ""))
    nonce = parts.get("nonce", "")
    # Phones that know RFC 2069 only answer without.
    if "qop" not in parts:
        return hexed(ha1, nonce, ha2)
    return hexed(ha1, nonce, parts.get("nc", ""), parts.get("cnonce", ""), parts["qop"], ha2)


def _parse(answer: str) -> dict[str, str]:
    scheme, _, rest = answer.strip().partition(" ")
    if scheme.lower() != "digest":
        return {}
    found = _PART.findall(rest[:LONGEST])
    return {name.lower(): re.sub(r"\\(.)", r"\1", quoted) if quoted else bare for name, quoted, bare in found}
