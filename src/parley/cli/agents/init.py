"""`parley init`: a folder with a small agent that works, to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import parley
from parley.cli.output import AsJson, fail, tell
from parley.domain.projects.files import bundle_files
from parley.domain.projects.format.editors import editor_files, with_schema_line
from parley.domain.projects.loader import load_project
from parley.domain.projects.loading.source import slug

SAFE_NAME = re.compile(r"\w[\w &'.-]{0,59}")


class Template(StrEnum):
    empty = "empty"
    booking = "booking"
    support = "support"
    reminder = "reminder"


def templates_folder() -> Path:
    """Beside the package when it is installed; at the root of a working copy."""
    package = Path(parley.__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parents[1] / "templates"


def init_command(
    folder: Annotated[Path, typer.Argument(help="Where to write it; made if it does not exist, else empty.")],
    template: Annotated[
        Template,
        typer.Option(
            help="empty: one topic; booking: a flow that collects and confirms; support: answers, looks up and hands "
            "over; reminder: an agent that calls people."
        ),
    ] = Template.empty,
    name: Annotated[str | None, typer.Option(help="What the agent answers for (default: the folder's name).")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a small agent that works, with a test suite.

    Example: parley init my-agent --template booking && parley dev my-agent
    """
    project = slug(folder.resolve().name).replace("_", "-")
    shown = name or project.replace("-", " ").title()
    if not project or not SAFE_NAME.fullmatch(shown):
        fail("Name it with letters, digits and spaces, 60 characters at most (--name).")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            fail(f"{folder} is not empty: nothing was written.")
        for path, content in files_of(template, project, shown):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
    except OSError as error:
        fail(f"Cannot write to {folder}: {error.strerror}.")
    lines = [
        f"{folder}: {shown}, from the template '{template}'.",
        "",
        f"  parley dev {folder}     talk to it while you change its files",
        f"  parley test {folder}    run its test suite",
        f"  parley push {folder}    deploy it",
    ]
    tell("\n".join(lines), as_json, folder=str(folder), name=shown, template=template.value)


def files_of(template: Template, project: str, name: str) -> Iterator[tuple[str, str]]:
    """Each file's path and text: the template's, and those for editors."""
    written = dict(_template_files(template, project, name))
    yield from written.items()
    bundle, _ = bundle_files({path: text.encode() for path, text in written.items()})
    loaded = load_project(bundle)[0] if bundle is not None else None
    if loaded is not None:
        yield from editor_files(loaded)


def _template_files(template: Template, project: str, name: str) -> Iterator[tuple[str, str]]:
    root = templates_folder() / template
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text().replace("{{project}}", project).replace("{{name}}", name)
            name_inside = path.relative_to(root).as_posix()
            yield name_inside, with_schema_line(name_inside, text)
