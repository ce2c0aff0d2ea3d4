"""`/record NAME`: the conversation so far as a case of the folder's test suite."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.text import Text

from parley.cli.agents.check import read_project
from parley.cli.case_files import CaseExists, write_case
from parley.cli.dev.conversation import Conversation, WrittenCase

COMMAND = "/record"


async def record(conversation: Conversation, folder: Path | None, name: str) -> list[Text]:
    """What came of it. Raises RequestFailed."""
    if folder is None:
        return [Text(f"{COMMAND} needs a folder to write to: parley chat FOLDER.", "red")]
    if not name:
        return [Text(f"{COMMAND} NAME: what is the case called?", "red")]
    case = await conversation.as_case(name)
    try:
        path = await asyncio.to_thread(_write, folder, case)
    except (CaseExists, OSError) as refused:
        return [Text(f"{refused} Give it another name.", "red")]
    return [Text(f"Wrote {path}.", "green"), *(Text(remark, "yellow") for remark in case.remarks)]


def _write(folder: Path, case: WrittenCase) -> Path:
    project, _bundle, _problems = read_project(folder)
    return write_case(folder, project, case.name, case.path, case.text)
