"""Finding the id of an external event in whatever was posted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parley.platform_api.event_ids import (
    FORM,
    JSON,
    MEDIA_TYPES,
    TEXT,
    UnreadableBody,
    decode_body,
    detect_media_type,
    find_id,
)

XML = "application/xml"
DOCUMENT = """<?xml version="1.0"?>
<p:root xmlns:p="urn:p" xmlns="urn:other">
  <!-- the id --><cid> abc </cid>
  <order kind="card" p:no="7"><item>one</item><item ref="x">two</item><note><![CDATA[<raw>]]></note></order>
</p:root>"""


@pytest.mark.parametrize(
    ("body", "path", "found"),
    [
        ({"id": "abc"}, "id", "abc"),
        ({"a": {"b": {"c": "abc"}}}, "a.b.c", "abc"),
        ({"a": [{"id": "x"}, {"id": "abc"}]}, "a.1.id", "abc"),
        ([["x", "abc"]], "0.1", "abc"),
        ({"0": "abc"}, "0", "abc"),
        ({"id": "  abc\n"}, "id", "abc"),
        ({"id": 17}, "id", "17"),
        ({"id": True}, "id", None),
        ({"id": None}, "id", None),
        ({"id": ""}, "id", None),
        ({"id": " "}, "id", None),
        ({"id": {"id": "x"}}, "id", None),
        ({"a": ["x"]}, "a.1", None),
        ({"a": ["x"]}, "a.-1", None),
        ({"a": ["x"]}, "a.²", None),
        ({"a": "text"}, "a.0", None),
        ({"a.b": "x"}, "a.b", None),
        ({"ID": "x"}, "id", None),
        ("abc", "id", None),
        (None, "id", None),
    ],
)
def test_in_json(body: Any, path: str, found: str | None) -> None:
    assert find_id(JSON, json.dumps(body), path) == found


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("cid", "abc"),
        ("order.item", "one"),
        ("order.item.0", "one"),
        ("order.item.1", "two"),
        ("order.item.2", None),
        ("order.item.1.@ref", "x"),
        ("order.@kind", "card"),
        ("order.@no", "7"),
        ("order.@missing", None),
        ("order.note", "<raw>"),
        ("@kind", None),
        ("order", None),
        ("root.cid", None),
        ("p:root", None),
        ("order.@kind.x", None),
        ("..", None),
    ],
)
def test_in_xml(path: str, found: str | None) -> None:
    assert find_id(XML, DOCUMENT, path) == find_id("text/xml", DOCUMENT, path) == found


@pytest.mark.parametrize(
    "document",
    [
        '<!DOCTYPE r [<!ENTITY a "abc">]><r><cid>&a;</cid></r>',
        '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r><cid>&a;</cid></r>',
        '<!DOCTYPE r [<!ENTITY % a SYSTEM "http://127.0.0.1/x"> %a;]><r><cid>abc</cid></r>',
        '<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd"><r><cid>abc</cid></r>',
        "<!DOCTYPE r><r><cid>abc</cid></r>",
        '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><r>&c;</r>',
        "<r><cid>&undeclared;</cid></r>",
        "<r><cid>abc</r>",
        "<r/><r/>",
        "abc",
        "",
    ],
)
def test_xml_with_entities_or_references_is_not_read(document: str) -> None:
    with pytest.raises(UnreadableBody):
        find_id(XML, document, "cid")


def test_included_files_stay_outside() -> None:
    document = (
        '<r xmlns:xi="http://www.w3.org/2001/XInclude"><cid><xi:include href="/etc/hostname" parse="text"/></cid></r>'
    )
    assert find_id(XML, document, "cid") is None


@pytest.mark.slow
def test_deep_and_wide_documents_do_no_harm() -> None:
    depth = 30_000
    assert find_id(XML, "<a>" * depth + "</a>" * depth, "a.a") is None
    assert find_id(XML, f"<a>{'<b/>' * depth}<cid>abc</cid></a>", "cid") == "abc"
    with pytest.raises(UnreadableBody):
        find_id(JSON, "[" * depth + "]" * depth, "0.0")


@pytest.mark.parametrize(
    ("media_type", "text", "path", "found"),
    [
        (FORM, "a=1&id=abc", "id", "abc"),
        (FORM, "data%5Bid%5D=abc", "data[id]", "abc"),
        (FORM, "a.b=abc", "a.b", "abc"),
        (FORM, "id=&id=abc", "id", None),
        (FORM, "id", "id", None),
        (FORM, "ID=abc", "id", None),
        (FORM, "", "id", None),
        (TEXT, "status=paid&id=abc", "id", "abc"),
        (TEXT, "status=paid\r\nid=abc\r\n", "id", "abc"),
        (TEXT, "id = abc", "id", None),
        (TEXT, "nothing of the kind", "id", None),
    ],
)
def test_in_pairs(media_type: str, text: str, path: str, found: str | None) -> None:
    assert find_id(media_type, text, path) == found


def test_too_many_pairs_are_not_read() -> None:
    with pytest.raises(UnreadableBody):
        find_id(FORM, "a=1&" * 5000 + "id=abc", "id")


@pytest.mark.parametrize(
    ("raw", "content_type", "text"),
    [
        ("é".encode(), "text/plain", "é"),
        ("é".encode("latin-1"), "text/plain; charset=ISO-8859-1", "é"),
        ("é".encode("latin-1"), 'text/plain; charset="iso-8859-1"', "é"),
        ("é".encode("latin-1"), "text/plain", "\ufffd"),
        ("é".encode(), "text/plain; charset=utf-7", "é"),
        ("é".encode(), "text/plain; charset=no-such", "é"),
        ("é".encode("utf-8-sig"), "", "é"),
        ("é".encode("utf-16"), "", "é"),
        (b"a\x00b", "text/plain", "ab"),
        (b"", "", ""),
    ],
)
def test_a_body_as_text(raw: bytes, content_type: str, text: str) -> None:
    assert decode_body(raw, content_type) == text


def test_xml_says_itself_how_it_is_written() -> None:
    raw = '<?xml version="1.0" encoding="ISO-8859-1"?><r><cid>abc</cid><n>é</n></r>'.encode("latin-1")
    text = decode_body(raw, "application/xml")
    assert "<n>é</n>" in text
    assert find_id(XML, text, "cid") == "abc"


@pytest.mark.parametrize(
    ("text", "expected"), [('{"id": 1}', JSON), ("17", JSON), ("id=abc", TEXT), ("", TEXT), ("<r/>", TEXT)]
)
def test_what_a_body_is_that_does_not_say_so(text: str, expected: str) -> None:
    assert detect_media_type("", text) == expected
    assert detect_media_type("text/xml", text) == "text/xml"


NAME = st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True)
ID = st.from_regex(r"[0-9a-f]{32}", fullmatch=True)


@pytest.mark.slow
@given(st.lists(NAME, min_size=1, max_size=6), ID, st.dictionaries(NAME, st.text(max_size=5), max_size=3))
def test_an_id_is_found_wherever_it_was_put(path: list[str], event_id: str, others: dict[str, str]) -> None:
    value: Any = event_id
    document = event_id
    for name in reversed(path):
        value = {**others, name: value}
        document = f"<other>x</other><{name}>{document}</{name}>"
    assert find_id(JSON, json.dumps(value), ".".join(path)) == event_id
    if "other" not in path:
        assert find_id(XML, f"<root>{document}</root>", ".".join(path)) == event_id


@pytest.mark.slow
@given(st.sampled_from(MEDIA_TYPES), st.text(max_size=200), st.text(min_size=1, max_size=20))
@example(JSON, "[1]", "٣")
@example(JSON, "[1]", "9" * 500)
@example(XML, "<a><b/></a>", "b." + "9" * 500)
def test_whatever_was_posted_is_read_or_refused(media_type: str, text: str, path: str) -> None:
    try:
        found = find_id(media_type, text, path)
    except UnreadableBody:
        return
    assert found is None or (isinstance(found, str) and found == found.strip() != "")
