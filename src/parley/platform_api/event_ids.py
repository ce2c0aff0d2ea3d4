"""Where the id of an external event stands in what was posted. Pure: text in, id out, whatever a stranger wrote."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl
from xml.etree.ElementTree import Element, ParseError

import orjson
from defusedxml import DefusedXmlException, ElementTree

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
XML = ("application/xml", "text/xml")
TEXT = "text/plain"
MEDIA_TYPES = (JSON, FORM, *XML, TEXT)

MOST_PAIRS = 2000
CHARSETS = frozenset({"utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16"})
_IN_HEADER = re.compile(r"charset\s*=\s*\"?([\w-]+)", re.IGNORECASE)
_IN_XML = re.compile(r"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w-]+)")
_XML_DECLARATION = 200
"""Bytes that it has at most."""


class UnreadableBody(Exception):
    """The body is not what its type says."""


def decode_body(raw: bytes, content_type: str) -> str:
    """A body as text. What its encoding does not know is replaced; U+0000, which the database cannot hold, is left
    out."""
    return raw.decode(_charset(raw, content_type), "replace").replace("\x00", "").removeprefix("\ufeff")


def detect_media_type(declared: str, text: str) -> str:
    """A body that does not say what it is is JSON if it reads as such, and text if not."""
    if declared:
        return declared
    try:
        _read_json(text)
    except UnreadableBody:
        return TEXT
    return JSON


def find_id(media_type: str, text: str, path: str) -> str | None:
    """The id at the path: dotted in JSON and XML, a key of `key=value` pairs in forms and plain text."""
    if media_type == JSON:
        found = _find_in_json(_read_json(text), path.split("."))
    elif media_type in XML:
        found = _find_in_xml(_read_xml(text), path.split("."))
    else:
        found = _find_in_pairs(text if media_type == FORM else "&".join(text.splitlines()), path)
    return (found or "").strip() or None


def _charset(raw: bytes, content_type: str) -> str:
    """As its own mark, the header or the XML says; UTF-8 if none does or what they say is unusual."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # latin-1 reads any bytes, and what is looked for is ASCII.
    said = _IN_HEADER.search(content_type) or _IN_XML.match(raw[:_XML_DECLARATION].decode("latin-1"))
    name = said[1].lower() if said else ""
    return name if name in CHARSETS else "utf-8"


def _read_json(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        raise UnreadableBody from None


def _find_in_json(value: Any, path: list[str]) -> str | None:
    """A number in the path is a place in a list, from 0 on."""
    for name in path:
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else None


def _read_xml(text: str) -> Element:
    """A document type is refused altogether: it is where entities are declared and files and addresses are named."""
    try:
        root: Element = ElementTree.fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException):
        raise UnreadableBody from None
    return root


def _find_in_xml(root: Element, path: list[str]) -> str | None:
    """Names from the root's children on, without their namespaces. A number takes that one of several of the same name,
    from 0 on; `@name` at the end is an attribute."""
    attribute = path[-1][1:] if path[-1].startswith("@") else None
    found = [root]
    for name in path if attribute is None else path[:-1]:
        children = [child for child in found[0] if _local(child.tag) == name]
        found = found[int(name) :] if name.isdecimal() else children
        if not found:
            return None
    if attribute is None:
        return found[0].text
    return next((value for key, value in found[0].items() if _local(key) == attribute), None)


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _find_in_pairs(text: str, name: str) -> str | None:
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_PAIRS)
    except ValueError:
        raise UnreadableBody from None
    return next((value for key, value in pairs if key == name), None)
