from __future__ import annotations

from parley.telephony.sip.messages.replaces import Replaces, parse_replaces


def test_replaces_is_parsed_whole_or_not_at_all() -> None:
    assert parse_replaces(" 7@x ; From-Tag=a;to-tag=b; early-only") == Replaces("7@x", "b", "a", early_only=True)
    for value in ("", "7", "7;to-tag=a", ";to-tag=a;from-tag=b", "7;to-tag=a;to-tag=a;from-tag=b"):
        assert parse_replaces(value) is None
