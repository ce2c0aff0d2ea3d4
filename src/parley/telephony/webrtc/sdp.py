"""What an offer of a browser says, as far as a call needs it, and the answer to it (RFC 8829, RFC 8866). Pure.

Candidates of the other side are not even read: nobody is contacted who has not reached us first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

LONGEST = 32 * 1024
MOST_LINES = 1000
MOST_SECTIONS = 8
MOST_FINGERPRINTS = 4
PROTOCOLS = ("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP")
DIGEST_BYTES = {"sha-256": 32, "sha-384": 48, "sha-512": 64}

_SECTION = re.compile(r"([a-z]{1,16}) [0-9]{1,5}(?:/[0-9]{1,5})? ([A-Za-z0-9/]{1,64})((?: [A-Za-z0-9.-]{1,32}){1,64})")
_MID = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`{|}~-]{1,32}")
_USER = re.compile(r"[A-Za-z0-9+/]{4,256}")
_PASSWORD = re.compile(r"[A-Za-z0-9+/]{22,256}")
_FINGERPRINT = re.compile(r"([A-Za-z0-9-]{1,16}) ([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})*)")
_CODEC = re.compile(r"([0-9]{1,3}) ([A-Za-z0-9.-]{1,32})/([0-9]{1,6})(?:/([0-9]{1,2}))?")


class OfferInvalid(ValueError):
    """The message is for whoever wrote the client."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    algorithm: str
    value: str


@dataclass(frozen=True, slots=True)
class Section:
    """A media section that there is, answered or not."""

    kind: str
    protocol: str
    formats: tuple[str, ...]
    mid: str


@dataclass(frozen=True, slots=True)
class Offer:
    sections: tuple[Section, ...]
    audio: int
    """Which of them is answered."""
    user: str = field(repr=False)
    password: str = field(repr=False)
    fingerprints: tuple[Fingerprint, ...]
    is_client: bool
    """Of the encryption's handshake: the other side begins it."""
    opus: int
    """Its payload type."""
    keys: int | None = None
    """That of keys (RFC 4733), if they come in packets."""
    keys_rate: int = 8000


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What of an answer does not follow from the offer."""

    addresses: Sequence[Address]
    user: str = field(repr=False)
    password: str = field(repr=False)
    fingerprint: Fingerprint
    session: int
    ssrc: int


def read_offer(text: str) -> Offer:
    """Raises `OfferInvalid`."""
    session, blocks = _split(text)
    sections = tuple(_section(block) for block in blocks)
    audio = next((at for at, one in enumerate(sections) if one.kind == "audio" and one.protocol in PROTOCOLS), None)
    if audio is None:
        raise OfferInvalid("The offer has no section for encrypted audio.")
    # What is said for all sections holds where a section says nothing itself.
    given = {**_attributes(session), **_attributes(blocks[audio])}
    if "rtcp-mux" not in given:
        raise OfferInvalid("The offer does not put RTP and RTCP on one port.")
    if any(name in given for name in ("sendonly", "recvonly", "inactive")):
        raise OfferInvalid("The offer does not send and receive audio.")
    user, password = _one(given, "ice-ufrag"), _one(given, "ice-pwd")
    if not (_USER.fullmatch(user) and _PASSWORD.fullmatch(password)):
        raise OfferInvalid("The offer has no credentials for ICE.")
    codecs = _codecs(given.get("rtpmap", ()), sections[audio].formats)
    opus = next((number for number, (name, rate) in codecs.items() if (name, rate) == ("opus", 48000)), None)
    if opus is None:
        raise OfferInvalid("The offer has no Opus.")
    # At the rate of the audio, if there is a choice: their clocks are one.
    keys = sorted((rate, number) for number, (name, rate) in codecs.items() if name == "telephone-event" and rate)
    return Offer(
        sections=sections,
        audio=audio,
        user=user,
        password=password,
        fingerprints=_fingerprints(given.get("fingerprint", ())),
        is_client=_setup(_one(given, "setup")),
        opus=opus,
        keys=keys[-1][1] if keys else None,
        keys_rate=keys[-1][0] if keys else 8000,
    )


def write_answer(offer: Offer, answer: Answer) -> str:
    """Candidates are all in it; there are no more to come."""
    lines = [
        "v=0",
        f"o=- {answer.session} 1 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        f"a=group:BUNDLE {offer.sections[offer.audio].mid}".rstrip(),
    ]
    for at, section in enumerate(offer.sections):
        lines += _answered(offer, answer) if at == offer.audio else _refused(section)
    return "\r\n".join([*lines, ""])


def _answered(offer: Offer, answer: Answer) -> list[str]:
    section, first = offer.sections[offer.audio], answer.addresses[0]
    payloads = [offer.opus, *([offer.keys] if offer.keys is not None else [])]
    lines = [
        f"m=audio {first.port} {section.protocol} {' '.join(map(str, payloads))}",
        f"c=IN {'IP6' if ':' in first.host else 'IP4'} {first.host}",
        *([f"a=mid:{section.mid}"] if section.mid else []),
        "a=sendrecv",
        "a=rtcp-mux",
        f"a=rtpmap:{offer.opus} opus/48000/2",
        f"a=fmtp:{offer.opus} minptime=10;useinbandfec=1;maxplaybackrate=16000",
        "a=ptime:20",
    ]
    if offer.keys is not None:
        lines += [f"a=rtpmap:{offer.keys} telephone-event/{offer.keys_rate}", f"a=fmtp:{offer.keys} 0-15"]
    lines += [
        f"a=ice-ufrag:{answer.user}",
        f"a=ice-pwd:{answer.password}",
        f"a=fingerprint:{answer.fingerprint.algorithm} {answer.fingerprint.value}",
        f"a=setup:{'passive' if offer.is_client else 'active'}",
        "a=msid:parley audio",
        f"a=ssrc:{answer.ssrc} cname:parley",
    ]
    for number, address in enumerate(answer.addresses, 1):
        # Preference falls with their order (RFC 8445, 5.1.2.1).
        priority = (126 << 24) | ((65535 - number) << 8) | 255
        lines.append(f"a=candidate:{number} 1 udp {priority} {address.host} {address.port} typ host")
    return [*lines, "a=end-of-candidates"]


def _refused(section: Section) -> list[str]:
    refused = f"m={section.kind} 0 {section.protocol} {' '.join(section.formats)}"
    return [refused, "c=IN IP4 0.0.0.0", *([f"a=mid:{section.mid}"] if section.mid else []), "a=inactive"]


def _split(text: str) -> tuple[list[str], list[list[str]]]:
    if len(text) > LONGEST:
        raise OfferInvalid("The offer is too long.")
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise OfferInvalid("The offer has too many lines.")
    if not lines[0].startswith("v=0"):
        raise OfferInvalid("The offer is no session description.")
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("m="):
            blocks.append([])
        blocks[-1].append(line)
    if len(blocks) - 1 > MOST_SECTIONS:
        raise OfferInvalid("The offer has too many sections.")
    return blocks[0], blocks[1:]


def _section(block: list[str]) -> Section:
    found = _SECTION.fullmatch(block[0].removeprefix("m="))
    if found is None:
        raise OfferInvalid("A section of the offer cannot be read.")
    mid = next((line.removeprefix("a=mid:") for line in block if line.startswith("a=mid:")), "")
    if mid and not _MID.fullmatch(mid):
        raise OfferInvalid("A section of the offer has no proper name.")
    return Section(found[1], found[2], tuple(found[3].split()), mid)


def _attributes(block: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in block:
        if line.startswith("a="):
            name, _, value = line[2:].partition(":")
            found.setdefault(name, []).append(value)
    return found


def _one(given: dict[str, list[str]], name: str) -> str:
    return given.get(name, [""])[0]


def _codecs(lines: Sequence[str], formats: Sequence[str]) -> dict[int, tuple[str, int]]:
    """In the order of the offer's preference."""
    known: dict[str, tuple[str, int]] = {}
    for line in lines:
        if found := _CODEC.fullmatch(line):
            known.setdefault(found[1], (found[2].lower(), int(found[3])))
    return {int(number): known[number] for number in formats if number in known and int(number) < 128}


def _fingerprints(lines: Sequence[str]) -> tuple[Fingerprint, ...]:
    if len(lines) > MOST_FINGERPRINTS:
        raise OfferInvalid("The offer has too many fingerprints.")
    found = []
    for line in lines:
        parts = _FINGERPRINT.fullmatch(line)
        size = DIGEST_BYTES.get(parts[1].lower()) if parts else None
        if parts and size and len(parts[2]) == size * 3 - 1:
            found.append(Fingerprint(parts[1].lower(), parts[2].upper()))
    if not found:
        raise OfferInvalid("The offer has no fingerprint of a certificate.")
    return tuple(found)


def _setup(role: str) -> bool:
    if role not in ("actpass", "active", "passive"):
        raise OfferInvalid("The offer does not say who begins the encryption.")
    return role == "active"
