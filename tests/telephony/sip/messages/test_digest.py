from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.messages.digest import VALID_SECONDS, Digest, _parse, expected_response

SECRET = b"of this process"
HASHES = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}


class Moment:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def answer_to(challenge: str, password: str, *, user: str = "alice", count: str = "00000001", **changed: str) -> str:
    """As a telephone does it."""
    asked = _parse(challenge)
    parts = {
        "username": user,
        "realm": asked["realm"],
        "nonce": asked["nonce"],
        "uri": "sip:+4930@example.org",
        "qop": "auth",
        "nc": count,
        "cnonce": "0a4f113b",
        "algorithm": asked["algorithm"],
    }
    parts["response"] = expected_response(HASHES[asked["algorithm"]], parts, "INVITE", password)
    parts |= changed
    bare = {"qop", "nc", "algorithm"}
    return "Digest " + ", ".join(f"{k}={v}" if k in bare else f'{k}="{v}"' for k, v in parts.items())


@pytest.mark.parametrize("algorithm", ["MD5", "SHA-256"])
def test_who_knows_the_password_is_accepted_once(algorithm: str) -> None:
    digest = Digest("parley", algorithm)
    answer = answer_to(digest.challenge(), "wonder")
    assert digest.accepts(answer, "INVITE", "alice", "wonder")
    assert not digest.accepts(answer, "INVITE", "alice", "wonder"), "somebody repeats what they overheard"
    again = answer_to(digest.challenge(), "wonder", count="00000002")
    assert digest.accepts(again, "INVITE", "alice", "wonder")


def test_the_example_of_the_rfc() -> None:
    """RFC 2617, 3.5."""
    parts = {
        "username": "Mufasa",
        "realm": "testrealm@host.com",
        "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093",
        "uri": "/dir/index.html",
        "qop": "auth",
        "nc": "00000001",
        "cnonce": "0a4f113b",
    }
    assert expected_response(hashlib.md5, parts, "GET", "Circle Of Life") == "6629fae49393a05397450978507c4ef1"


def test_whoever_does_not_is_not() -> None:
    digest = Digest("parley")
    challenge = digest.challenge()
    wrong = [
        answer_to(challenge, "guess"),
        answer_to(challenge, "wonder", user="bob"),
        answer_to(challenge, "wonder", uri="sip:+49900@example.org"),
        answer_to(challenge, "wonder", algorithm="SHA-512"),
        answer_to(challenge, "wonder", realm="elsewhere"),
        answer_to(challenge, "wonder", nc="00000009"),
        answer_to(Digest("parley").challenge(), "wonder"),
        "",
        "Basic YWxpY2U6d29uZGVy",
        "Digest",
    ]
    assert [digest.accepts(answer, "INVITE", "alice", "wonder") for answer in wrong] == [False] * len(wrong)
    assert not digest.accepts(answer_to(challenge, "wonder"), "BYE", "alice", "wonder")
    assert digest.accepts(answer_to(challenge, "wonder"), "INVITE", "alice", "wonder")


def test_an_old_question_is_asked_anew() -> None:
    moment = Moment()
    digest = Digest("parley", secret=SECRET, now=moment)
    answer = answer_to(digest.challenge(), "wonder")
    moment.now += VALID_SECONDS + 1
    assert not digest.accepts(answer, "INVITE", "alice", "wonder")
    assert "stale=true" in digest.challenge(answer)
    assert "stale" not in digest.challenge()
    assert "stale" not in digest.challenge(answer_to(Digest("parley").challenge(), "wonder"))


def test_a_telephone_that_knows_no_quality_of_protection() -> None:
    digest = Digest("parley")
    asked = _parse(digest.challenge())
    parts = {"username": "alice", "realm": "parley", "nonce": asked["nonce"], "uri": "sip:1@b"}
    response = expected_response(hashlib.md5, parts, "INVITE", "wonder")
    answer = "Digest " + ",".join(f'{k}="{v}"' for k, v in (parts | {"response": response}).items())
    assert digest.accepts(answer, "INVITE", "alice", "wonder")


@given(st.text())
def test_nothing_from_the_network_breaks_it(text: str) -> None:
    digest = Digest("parley")
    for answer in (text, f"Digest {text}", f'Digest username="alice", realm="parley", nonce="{text}"'):
        assert not digest.accepts(answer, "INVITE", "alice", "wonder")
        digest.challenge(answer)
