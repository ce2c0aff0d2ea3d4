"""A recorded case as a file of a project's folder."""

from __future__ import annotations

from pathlib import Path

from parley.domain.projects.model import Project
from parley.kit.errors import ParleyError


class CaseExists(ParleyError):
    """There is such a case already."""


def write_case(folder: Path, project: Project | None, name: str, path: str, text: str, *, force: bool = False) -> Path:
    """`path`: in the project. `force`: a file that is there is replaced. `project`: as it is now; None when
    it cannot be read."""
    file = folder / path
    if file.exists() and not force:
        raise CaseExists(f"There is a {file} already.")
    if project is not None and name in project.tests and not file.exists():
        raise CaseExists(f"A case named {name!r} is in the suite already, in another file.")
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
