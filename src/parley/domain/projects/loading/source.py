"""The files of a bundle as texts, trees and fields."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass, field

from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Findings
from parley.domain.projects.loading.tree import Node, Tree, TreeError, parse_json, parse_yaml

_NOT_WORDS = re.compile(r"[\W_]+")


def slug(name: str) -> str:
    """How a resource's name becomes a file or folder name."""
    return _NOT_WORDS.sub("_", name.lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Source:
    bundle: Bundle
    findings: Findings = field(default_factory=Findings)

    def paths(self, folder: str, *suffixes: str) -> list[str]:
        """Files directly in or below a folder, by path."""
        return [path for path in self.bundle.files if path.startswith(folder + "/") and path.endswith(suffixes or "")]

    def direct(self, folder: str, *suffixes: str) -> list[str]:
        """Files directly in a folder."""
        depth = folder.count("/") + 1
        return [path for path in self.paths(folder, *suffixes) if path.count("/") == depth]

    def text(self, path: str) -> str | None:
        """The text with plain newlines, without a byte order mark; None when there is no such file."""
        data = self.bundle.files.get(path)
        if data is None:
            return None
        if path.endswith(".py"):
            text = _decode_python(data)
        elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            text = _decode(data, "utf-16")
        else:
            text = _decode(data, "utf-8-sig")
        if text is None:
            self.findings.warning(path, _first_bad_line(data), "not valid UTF-8; read as Latin-1")
            text = data.decode("latin-1")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def yaml(self, path: str, strict: bool = True) -> Fields:
        """The mapping that a YAML file holds; an absent one when there is no such file."""
        return self._fields(self.spelling(path), strict)

    def yaml_list(self, path: str, key: str) -> Fields:
        """Like `yaml`, for a file that holds one list under `key`; a bare list is accepted."""
        return self._fields(self.spelling(path), True, key)

    def json(self, path: str, strict: bool = True) -> Fields:
        return self._fields(path, strict)

    def spelling(self, path: str) -> str:
        """The path as the project has it, which may end in `yml`."""
        other = path.removesuffix("yaml") + "yml"
        return other if path not in self.bundle.files and other in self.bundle.files else path

    def _fields(self, path: str, strict: bool, list_key: str | None = None) -> Fields:
        root = self._parse(path, strict)
        if root is None or root.is_null:
            return Fields(self.findings, path, present=path in self.bundle.files, strict=strict)
        if isinstance(root.value, tuple) and list_key is not None:
            root = Node(root.line, {list_key: root}, keys={list_key: root.line})
        if not isinstance(root.value, Mapping):
            self.findings.problem(path, root.line, "the file must hold a mapping", strict)
            self.findings.unreadable.add(path)
            return Fields(self.findings, path, strict=strict)
        return Fields(self.findings, path, root, strict=strict)

    def _parse(self, path: str, strict: bool) -> Node | None:
        text = self.text(path)
        if text is None:
            return None
        try:
            tree = parse_json(text) if path.endswith(".json") else parse_yaml(text)
        except TreeError as error:
            self.findings.problem(path, error.line, error.message, strict or path.endswith(".json"))
            self.findings.unreadable.add(path)
            return None
        self._report_repeated(path, tree, strict)
        return tree.root

    def _report_repeated(self, path: str, tree: Tree, strict: bool) -> None:
        # YAML forbids a key that appears twice, JSON does not.
        fatal = strict and not path.endswith(".json")
        for line, message in tree.repeated:
            self.findings.problem(path, line, message, fatal)


def _decode(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (ValueError, LookupError):
        return None


def _decode_python(data: bytes) -> str | None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError:
        encoding = "utf-8-sig"
    return _decode(data, encoding)


def _first_bad_line(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return 1
