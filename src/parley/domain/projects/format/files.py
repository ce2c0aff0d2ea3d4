"""All files of the format that have keys, in the order in which they are shown."""

from __future__ import annotations

from fnmatch import fnmatchcase

from parley.domain.projects.format import channels, dialog, evaluations, experimental, resources, settings, suites
from parley.domain.projects.format.keys import FormatFile

FILES: tuple[FormatFile, ...] = (
    *settings.FILES,
    *experimental.FILES,
    *dialog.FILES,
    *resources.FILES,
    *channels.FILES,
    *suites.FILES,
    *evaluations.FILES,
)


def file_of(path: str) -> FormatFile | None:
    """What a path relative to the project's folder is; None for what has no keys."""
    return next((each for each in FILES if any(_fits(path, pattern) for pattern in each.spellings)), None)


def _fits(path: str, pattern: str) -> bool:
    wanted, found = pattern.split("/"), path.split("/")
    if "**" in wanted:
        at = wanted.index("**")
        wanted[at : at + 1] = ["*"] * (len(found) - len(wanted) + 1)
    return len(wanted) == len(found) and all(map(fnmatchcase, found, wanted))
