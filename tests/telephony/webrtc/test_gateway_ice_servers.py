from __future__ import annotations

from parley.telephony.webrtc.gateway import ice_servers

STUN, TURN, TURNS = "stun:stun.example.com", "turn:turn.example.com:3478", "turns:turn.example.com:5349?transport=tcp"


def test_without_servers_there_are_none() -> None:
    assert ice_servers([], "", 0) == {"iceServers": []}


def test_relays_come_with_credentials_that_end() -> None:
    stun, turn = ice_servers([STUN, TURN, TURNS], "secret", 1_800_000_000)["iceServers"]
    assert stun == {"urls": [STUN]}
    assert turn["urls"] == [TURN, TURNS]
    assert turn["username"] == "1800000000:parley"
    # printf 1800000000:parley | openssl dgst -sha1 -hmac secret -binary | base64
    assert turn["credential"] == "6tXVfLGKhmTq0XYj/CPBcALupAU="
