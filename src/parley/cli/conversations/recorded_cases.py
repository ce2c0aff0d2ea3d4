"""`parley conversations test-case`: a conversation as a case of a project's test suite."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from parley.cli.agents.check import read_project
from parley.cli.case_files import CaseExists, write_case
from parley.cli.operator import AsJson, Data, console, errors, fail, run, show_json
from parley.cli.suite.report import show_verdict
from parley.cli.suite.running import run_written
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.projects.model import Project
from parley.runtime.test_runs.recorded.case import Answers, PersonalData, RecordedCase, Wanted, recorded_case
from parley.runtime.test_runs.recorded.conversation_reader import read_conversation
from parley.runtime.test_runs.verdict import Verdict

Name = Annotated[str, typer.Option(help="Of the case (default: from the conversation's id).")]
ToFolder = Annotated[
    Path | None,
    typer.Option(
        "--into",
        metavar="FOLDER",
        help="The project to write it to, and to run it with (default: print it).",
        exists=True,
        file_okay=False,
    ),
]


def recorded_case_command(
    conversation: Annotated[str, typer.Argument(metavar="ID", help="The conversation's id: CONV-… or OUT-….")],
    to: ToFolder = None,
    name: Name = "",
    answers: Annotated[
        Answers, typer.Option(help="recorded: the model does what it did; own: the agent's model answers.")
    ] = Answers.RECORDED,
    personal_data: Annotated[
        PersonalData, typer.Option(help="Phone, card and mail: replace them by nobody's, or keep them.")
    ] = PersonalData.REPLACE,
    force: Annotated[bool, typer.Option("--force", help="Replace a case that is there.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make a test case from a conversation: what the user said, and what has to come of it again.

    With --into it is written into the project's test_suite/ and run once; the exit status is 1 when it does not pass
    there. Names, and numbers in words, are not recognised as personal data: read the case before you share it.

    Example: parley conversations test-case CONV-019b… --into my-agent
    """
    found = row_id(conversation)
    if found is None:
        fail(str(ConversationsNotFound()))
    held = run(data, lambda tx: read_conversation(tx, found))
    case = recorded_case(held, Wanted(name.strip(), answers, personal_data))
    passed = True if to is None else _kept(case, to, force, quiet=as_json)
    if as_json:
        shown = {"name": case.name, "path": case.path, "yaml": case.text, "remarks": list(case.remarks)}
        show_json(shown if to is None else {**shown, "passed": passed})
    elif to is None:
        console.print(case.text, end="", markup=False, highlight=False, soft_wrap=True)
    if not passed:
        raise typer.Exit(1)


def _kept(case: RecordedCase, folder: Path, force: bool, quiet: bool) -> bool:
    """Writes the case. Whether it passes with what is in the folder."""
    try:
        path = write_case(folder, _project(folder), case.name, case.path, case.text, force=force)
    except CaseExists as exists:
        fail(f"{exists} Give another --name, or --force to replace it.")
    if not quiet:
        console.print(f"Wrote {path}.", markup=False, highlight=False, soft_wrap=True)
        for remark in case.remarks:
            errors.print(remark, style="yellow", markup=False, highlight=False, soft_wrap=True)
    project = _project(folder)
    written = project.tests[case.name]
    verdicts = asyncio.run(run_written(project, [written], 1, False, _unheard if quiet else show_verdict))
    return not any(verdict.is_bad for verdict in verdicts)


def _project(folder: Path) -> Project:
    project, _bundle, problems = read_project(folder)
    if project is None:
        fail("; ".join(str(problem) for problem in problems if problem.fatal))
    return project


def _unheard(_verdict: Verdict) -> None:
    """Programs read the whole."""
