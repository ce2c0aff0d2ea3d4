"""JUnit's XML, which CI systems read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from parley.cli.operator import printable
from parley.cli.suite.report import explanation
from parley.runtime.test_runs.trials import Trials
from parley.runtime.test_runs.verdict import Status, Verdict

TAGS = {Status.FAILED: "failure", Status.ERRORED: "error", Status.TIMED_OUT: "error", Status.PENDING: "skipped"}


def write_junit(path: Path, project: str, trials: Sequence[Trials], seconds: float) -> None:
    verdicts = [verdict for each in trials for verdict in each.verdicts]
    tags = [TAGS.get(verdict.status) for verdict in verdicts]
    suite = Element(
        "testsuite",
        name=printable(project),
        tests=str(len(verdicts)),
        failures=str(tags.count("failure")),
        errors=str(tags.count("error")),
        skipped=str(tags.count("skipped")),
        time=f"{seconds:.3f}",
    )
    for each in trials:
        for number, verdict in enumerate(each.verdicts, start=1):
            _add_case(suite, verdict, f" [run {number}]" if len(each.verdicts) > 1 else "")
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)


def _add_case(suite: Element, verdict: Verdict, suffix: str) -> None:
    case = SubElement(
        suite,
        "testcase",
        classname=suite.get("name", ""),
        name=printable(verdict.case) + suffix,
        time=f"{verdict.seconds:.3f}",
    )
    if tag := TAGS.get(verdict.status):
        trouble = SubElement(case, tag, message=printable(_message(verdict)))
        trouble.text = "\n".join(line.plain for line in explanation(verdict))


def _message(verdict: Verdict) -> str:
    reasons = (
        verdict.reason,
        *verdict.script_failures,
        *(f"{failure.name}: {failure.failure_reason}" for failure in verdict.call_failures),
        *(f"{result.prompt}: {result.reason}" for result in verdict.prompt_results if not result.is_pass),
    )
    return next((reason for reason in reasons if reason), verdict.status.value)
