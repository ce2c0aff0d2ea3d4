"""What may be asked of a call."""

from __future__ import annotations

from base64 import b64encode

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.calls.outbound_request import METADATA_LIMIT, check_metadata, invite_headers, to_e164

MOST_BYTES = 19_965
"""Of compact JSON: one more, and its base64 has 26 KB."""


@pytest.mark.parametrize(
    ("number", "country", "expected"),
    [
        ("+14155550100", None, "+14155550100"),
        ("+14155550100", "GB", "+14155550100"),
        ("+14155550100", "nonsense", "+14155550100"),
        (" +44 (0)20 7123 4567 ", None, "+442071234567"),
        ("020 7123 4567", "GB", "+442071234567"),
        ("020 7123 4567", "gb", "+442071234567"),
        ("(415) 555-0100", "US", "+14155550100"),
        ("0041 44 668 18 00", "GB", "+41446681800"),
        ("06 12345678", "IT", "+390612345678"),
    ],
)
def test_numbers_become_e164(number: str, country: str | None, expected: str) -> None:
    assert to_e164(number, country) == expected


@pytest.mark.parametrize(
    ("number", "country"),
    [
        ("020 7123 4567", None),
        ("020 7123 4567", ""),
        ("020 7123 4567", "England"),
        ("020 7123 4567", "ZZ"),
        ("", "GB"),
        ("+", None),
        ("+abc", None),
        ("call me", "GB"),
        ("+12", None),
        ("+999123456789", None),
        ("+4420712345678901", None),
        ("555 0100", "US"),
        ("+1 555 0100", None),
        ("+1 415 555 0100 ext. 7", None),
        ("sip:+14155550100@example.com", "US"),
    ],
)
def test_what_is_no_number_is_refused(number: str, country: str | None) -> None:
    with pytest.raises(ValueError, match=r"^(is|has|does|cannot)"):
        to_e164(number, country)


@pytest.mark.slow
@given(st.text(max_size=40), st.none() | st.sampled_from(["US", "GB", "de", "x"]))
def test_any_text_is_a_number_or_refused(text: str, country: str | None) -> None:
    try:
        number = to_e164(text, country)
    except ValueError:
        return
    assert to_e164(number, None) == number


@pytest.mark.parametrize("name", ["customer_id", "X-Plan", "a", "Date", "priority", "x.y!z%*+`'~"])
def test_keys_are_names_of_headers(name: str) -> None:
    assert check_metadata({name: "väl ue\twith everything: ,;=<>"}) == {name: "väl ue\twith everything: ,;=<>"}


@pytest.mark.parametrize("name", ["", "two words", "a:b", "ключ", "a\r\nVia", "a@b", "a/b", "a\n", '"a"'])
def test_other_keys_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a SIP header"):
        check_metadata({name: "x"})


@pytest.mark.parametrize(
    "name",
    ["Via", "FROM", "to", "Contact", "call-id", "CSeq", "Content-Length", "content-type", "Max-Forwards", "Route",
     "Record-Route", "Authorization", "Proxy-Authorization", "P-Asserted-Identity", "Require", "Identity"],
)  # fmt: skip
def test_headers_of_sip_itself_are_for_the_agent_alone(name: str) -> None:
    metadata = {"fine": "x", name: "y"}
    assert invite_headers(check_metadata(metadata)) == {"fine": "x"}


@pytest.mark.parametrize("character", ["\r", "\n", "\0", "\x1b", "\x7f", "\x0b"])
def test_values_have_no_control_characters(character: str) -> None:
    with pytest.raises(ValueError, match="control character, such as a line break, in note"):
        check_metadata({"note": f"a{character}b"})


@given(st.sampled_from(["x", "é", "😀", '"', "\\"]), st.integers(MOST_BYTES - 20, MOST_BYTES + 20))
def test_metadata_is_as_large_as_its_base64(character: str, size: int) -> None:
    whole = (size - len(b'{"k":""}')) // (len(orjson.dumps(character)) - 2)
    metadata = {"k": character * whole}
    text = b64encode(orjson.dumps(metadata))
    if len(text) < METADATA_LIMIT:
        assert check_metadata(metadata) == metadata
    else:
        with pytest.raises(ValueError, match=f"has {len(text)} characters in base64"):
            check_metadata(metadata)


def test_the_limit_is_exact() -> None:
    check_metadata({"k": "x" * (MOST_BYTES - 8)})
    with pytest.raises(ValueError, match="has 26624 characters"):
        check_metadata({"k": "x" * (MOST_BYTES - 7)})


def test_abbreviations_are_not_sent() -> None:
    metadata = {"i": "would be the Call-ID", "K": "would be Supported", "ii": "1", "_": "2", "X-Plan": "gold"}
    assert invite_headers(check_metadata(metadata)) == {"ii": "1", "_": "2", "X-Plan": "gold"}
