"""Edits of YAML that keep its comments, quotes and order. Pure.

What a change touches is written anew, the smallest entry that can be; the result is read back, and where it does not
say what it should, larger entries are written anew, in the end the whole text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

import orjson
import yaml

from parley.domain.branches.tree_merge import Json, item_name, same
from parley.domain.deployments.diff import MOST_COMPARISONS, count_comparisons
from parley.domain.projects.loading.tree import TreeError, parse_yaml, to_json

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEPTHS = (40, 3, 2, 1)
"""How deep entries are looked into, one attempt after the other."""
WIDE = 1 << 30
MARK = "\ufeff"
"""What some editors begin a file with."""


class _Whole(Exception):
    """This node cannot be changed in part."""


def read_yaml(text: str) -> Json:
    """What a file says. Raises `TreeError` for what is no YAML, and for what says something twice."""
    tree = parse_yaml(text)
    if tree.repeated:
        raise TreeError(tree.repeated[0][0], tree.repeated[0][1])
    return None if tree.root is None else to_json(tree.root)


def rewrite(text: str, wanted: Json) -> str:
    """Raises `TreeError` where the text cannot be read."""
    known = read_yaml(text)
    if same(known, wanted):
        return text
    for depth in DEPTHS:
        made = _attempt(text, known, wanted, depth)
        if made is not None and _says(made, wanted):
            return made
    return write_yaml(wanted)


def write_yaml(value: Json) -> str:
    return _dump(value)


def _says(text: str, wanted: Json) -> bool:
    try:
        return same(read_yaml(text), wanted)
    except TreeError:
        return False


def _attempt(text: str, known: Json, wanted: Json, depth: int) -> str | None:
    root = yaml.compose(text, Loader=_Loader)
    # An anchor stands for more than one place: such a text is written anew.
    if root is None or any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_Loader)):
        return None
    rewriting = _Edits(text, "\r\n" if "\r\n" in text else "\n")
    try:
        rewriting.change(root, known, wanted, depth)
    except _Whole:
        return None
    return rewriting.result()


@dataclass(slots=True)
class _Edits:
    text: str
    newline: str
    edits: list[tuple[int, int, str]] = field(default_factory=list)

    def result(self) -> str:
        made, at = [], 0
        for start, end, new in sorted(self.edits, key=lambda edit: edit[:2]):
            made += [self.text[at:start], new]
            at = end
        return "".join([*made, self.text[at:]])

    def change(self, node: yaml.Node, known: Json, wanted: Json, depth: int) -> None:
        """Raises `_Whole` where the parent has to write the entry anew; then no edit of it is kept."""
        if same(known, wanted):
            return
        kept = len(self.edits)
        try:
            self._change(node, known, wanted, depth)
        except _Whole:
            del self.edits[kept:]
            raise

    def _change(self, node: yaml.Node, known: Json, wanted: Json, depth: int) -> None:
        if isinstance(node, yaml.ScalarNode) or (isinstance(node, yaml.CollectionNode) and node.flow_style):
            self._replace_in_line(node, wanted)
        elif depth <= 0 or not wanted:
            raise _Whole
        elif isinstance(node, yaml.MappingNode) and isinstance(wanted, dict):
            self._change_mapping(node, known, wanted, depth - 1)
        elif isinstance(node, yaml.SequenceNode) and isinstance(wanted, list):
            self._change_sequence(node, known, wanted, depth - 1)
        else:
            raise _Whole

    def _replace_in_line(self, node: yaml.Node, wanted: Json) -> None:
        start, end = node.start_mark.index, node.end_mark.index
        is_block = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
        if is_block or start == end or "\n" in self.text[start:end]:
            raise _Whole
        if isinstance(wanted, dict | list) and not (isinstance(node, yaml.CollectionNode) and node.flow_style):
            raise _Whole
        style = node.style if isinstance(node, yaml.ScalarNode) and isinstance(wanted, str) else None
        new = _dump(wanted, flow=True, style=style).removesuffix("\n").removesuffix("\n...")
        if "\n" in new:
            raise _Whole
        self.edits.append((start, end, new))

    def _change_mapping(
        self, node: yaml.MappingNode, known: dict[str, Json], wanted: dict[str, Json], depth: int
    ) -> None:
        entries = {key.value: (key, value) for key, value in node.value}
        if len(entries) != len(known) or not known.keys() & wanted.keys():
            raise _Whole
        column = node.value[0][0].start_mark.column
        for name, (key, value) in entries.items():
            if name not in wanted:
                self._take_away(key, value)
                continue
            try:
                self.change(value, known[name], wanted[name], depth)
            except _Whole:
                self._write_anew(key.start_mark.index, value, {name: wanted[name]}, column)
        before: str | None = None
        for name in wanted:
            if name not in known:
                place = self._line_end(entries[before][1]) if before is not None else None
                self._add({name: wanted[name]}, place, column, node)
            else:
                before = name

    def _change_sequence(self, node: yaml.SequenceNode, known: list[Json], wanted: list[Json], depth: int) -> None:
        name = item_name([*known, *wanted]) or item_name(known)
        if name is not None and item_name(wanted) != name:
            name = None
        olds, news = ([_token(item, name) for item in side] for side in (known, wanted))
        column = node.start_mark.column
        # Comparing many items that are alike would take long.
        if count_comparisons(olds, news) > MOST_COMPARISONS:
            raise _Whole
        place: int | None = None
        for kind, i, j, k, m in SequenceMatcher(None, olds, news).get_opcodes():
            pairs = min(j - i, m - k) if kind == "equal" or name is None else 0
            for old, new in zip(range(i, i + pairs), range(k, k + pairs), strict=True):
                try:
                    self.change(node.value[old], known[old], wanted[new], depth)
                except _Whole:
                    self._write_anew(self._dash(node, old), node.value[old], [wanted[new]], column)
            for old in range(i + pairs, j):
                self._take_line_away(self._dash(node, old), node.value[old])
            place = self._line_end(node.value[j - 1]) if j > 0 else None
            for new in range(k + pairs, m):
                self._add([wanted[new]], place, column, node)

    def _dash(self, node: yaml.SequenceNode, number: int) -> int:
        """Where an item's dash is: alone before it on its line, in the column of the list."""
        start = node.value[number].start_mark.index
        line = self.text.rfind("\n", 0, start) + 1
        at = line + node.start_mark.column
        if self.text[at : at + 1] != "-" or self.text[at + 1 : start].strip(" "):
            raise _Whole
        return at

    def _take_away(self, key: yaml.Node, value: yaml.Node) -> None:
        self._take_line_away(key.start_mark.index, value)

    def _take_line_away(self, start: int, value: yaml.Node) -> None:
        line = self.text.rfind("\n", 0, start) + 1
        if self.text[line:start].strip(" "):
            raise _Whole
        self.edits.append((line, self._line_end(value), ""))

    def _write_anew(self, start: int, value: yaml.Node, entry: Json, column: int) -> None:
        end = self._line_end(value)
        new = self._indented(_dump(entry), column)
        self.edits.append((start, end, new))

    def _add(self, entry: Json, place: int | None, column: int, node: yaml.Node) -> None:
        if place is None:
            start = node.start_mark.index
            line = self.text.rfind("\n", 0, start) + 1
            if self.text[line:start].strip(" "):
                raise _Whole
            place = line
        missing = self.newline if place and self.text[place - 1] != "\n" else ""
        self.edits.append((place, place, f"{missing}{' ' * column}{self._indented(_dump(entry), column)}"))

    def _indented(self, dumped: str, column: int) -> str:
        """All lines but the first, which stands behind what is there already."""
        first, *rest = dumped.splitlines()
        lines = [first, *(" " * column + line if line else line for line in rest)]
        return "".join(line + self.newline for line in lines)

    def _line_end(self, node: yaml.Node) -> int:
        """After the last line of an entry: comments that follow belong to what follows."""
        end = self._content_end(node)
        found = self.text.find("\n", end)
        # What ends with its line ends there.
        if end and self.text[end - 1] == "\n":
            return end
        return len(self.text) if found < 0 else found + 1

    def _content_end(self, node: yaml.Node) -> int:
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._content_end(last[1] if isinstance(last, tuple) else last)
        end: int = node.end_mark.index
        if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
            start: int = node.start_mark.index
            head = self.text[start : self.text.find("\n", start)]
            # With a plus all lines belong to it, empty ones too.
            return end if "+" in head else start + len(self.text[start:end].rstrip())
        return end


def _token(item: Json, name: str | None) -> str:
    return str(item[name]) if name is not None else orjson.dumps(item, option=orjson.OPT_SORT_KEYS).decode()


class _Dumper(yaml.SafeDumper):
    """Texts of more than one line as blocks, lists indented as people write them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def _dump(value: Json, *, flow: bool = False, style: str | None = None) -> str:
    """`flow`: on one line, whatever is in it."""
    made: str = yaml.dump(
        value,
        Dumper=yaml.SafeDumper if flow else _Dumper,
        default_flow_style=flow,
        default_style=style,
        allow_unicode=True,
        sort_keys=False,
        width=WIDE,
    )
    return made
