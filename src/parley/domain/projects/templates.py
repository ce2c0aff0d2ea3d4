"""Small agents that work, to begin with. They are folders that come with the package."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import parley


class Template(StrEnum):
    empty = "empty"
    booking = "booking"
    support = "support"
    reminder = "reminder"


ABOUT = {
    Template.empty: "one topic",
    Template.booking: "a flow that collects and confirms",
    Template.support: "answers, looks up and hands over",
    Template.reminder: "an agent that calls people",
}


def template_files(template: Template, project: str, name: str) -> Iterator[tuple[str, str]]:
    """Each file's path and text. `name` is what the agent answers for, `project` the id in its `project.yaml`."""
    root = _folder() / template
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text().replace("{{project}}", project).replace("{{name}}", name)
            yield path.relative_to(root).as_posix(), text


def _folder() -> Path:
    """Beside the package when it is installed; at the root of a working copy."""
    package = Path(parley.__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parents[1] / "templates"
