"""YAML documents in the files of a branch, read, and written so that what did not change keeps its text. Pure."""

from __future__ import annotations

from parley.domain.branches.model import BranchFilesInvalid
from parley.domain.branches.tree_merge import Json
from parley.domain.branches.yaml_edits import MARK, read_yaml, rewrite, write_yaml
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.tree import TreeError
from parley.kit.errors import FieldError

YAML = (".yaml", ".yml")


def decode_text(content: bytes) -> str | None:
    """None: it is no text. Line ends stay, and so does the mark that some editors begin a file with."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def read_document(files: Bundle, path: str) -> dict[str, Json] | None:
    """None: there is no such file, or it holds no mapping that can be read."""
    text = decode_text(files.files.get(path, b""))
    try:
        found = None if not text else read_yaml(text.removeprefix(MARK))
    except TreeError:
        return None
    return found if isinstance(found, dict) else None


def write_document(files: Bundle, path: str, wanted: Json) -> bytes:
    """Raises for a file that is there and cannot be read: who writes over it would lose it."""
    content = files.files.get(path)
    if not content:
        return write_yaml(wanted).encode()
    text = decode_text(content)
    try:
        if text is not None:
            mark = MARK if text.startswith(MARK) else ""
            return (mark + rewrite(text.removeprefix(MARK), wanted)).encode()
    except TreeError:
        pass
    raise BranchFilesInvalid(fields=[FieldError(path, "cannot be read: correct it in the folder first")])


def spelling(files: Bundle, path: str) -> str:
    """The path as the project has it, which may end in `yml`."""
    other = path.removesuffix("yaml") + "yml"
    return other if path not in files.files and other in files.files else path
