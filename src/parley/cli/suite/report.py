"""What `parley test` prints: a line for each case, and why one did not pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import orjson
from rich.text import Text

from parley.cli import trace_view
from parley.cli.operator import console, printable
from parley.cli.suite.voice import show_spoken
from parley.runtime.test_runs.expectations import Unmet
from parley.runtime.test_runs.trials import Trials, mean_pass_all
from parley.runtime.test_runs.verdict import Status, TakenTurn, Verdict

MARKS = {
    Status.PASSED: ("passed", "green"),
    Status.FAILED: ("failed", "red"),
    Status.ERRORED: ("errored", "red"),
    Status.TIMED_OUT: ("timed out", "red"),
    Status.PENDING: ("not run", "yellow"),
}
DIM = "dim"


def show_verdict(verdict: Verdict, traces: bool = False) -> None:
    """The line of a case; of one that did not pass what led to it, and what was expected beside what happened."""
    mark = MARKS[verdict.status]
    line = Text.assemble(mark, "  ", printable(verdict.case), (f"  {verdict.seconds:.1f} s", DIM))
    _print(line.append(f"  {printable(verdict.reason)}" if verdict.reason else ""))
    show_spoken(verdict)
    if verdict.is_bad:
        for each in explanation(verdict, traces):
            _print(Text("    ").append_text(each))
    else:
        for error in function_errors(verdict):
            _print(Text(f"    {error}", "yellow"))


def function_errors(verdict: Verdict) -> Iterator[str]:
    """Of a case that passed all the same: it may mean to try them, and should not hide any."""
    calls = (call for turn in verdict.turns for call in turn.result.trace.functions if call.error)
    yield from dict.fromkeys(printable(f"{call.name}: {call.error}") for call in calls)


def explanation(verdict: Verdict, traces: bool = False) -> Iterator[Text]:
    view = trace_view.in_full if traces else trace_view.in_short
    for turn in verdict.turns_to_failure:
        yield from _turn(turn, view(turn.result.trace.to_json()))
    if not verdict.turns_to_failure:
        yield from (Text(f"{line.role}: {printable(line.text)}", DIM) for line in verdict.transcript)
    first = verdict.first_unmet
    for each in verdict.unmet:
        if each.turn == first:
            yield from _unmet(each)
    for failure in verdict.call_failures:
        yield Text(f"function_call_assertions: {failure.name} {failure.failure_reason}", "red")
        if failure.error:
            yield Text(f"    {failure.error}", "red")
    for result in verdict.prompt_results:
        if not result.is_pass:
            yield Text(f"prompt_assertions: {printable(result.prompt)}", "red")
            yield Text(f"    the judge: {printable(result.reason)}")
    if later := [str(each.turn) for each in verdict.unmet if each.turn != first]:
        turns = f"turn{'s' if len(set(later)) > 1 else ''} {', '.join(dict.fromkeys(later))}"
        yield Text(f"and {len(later)} more after that, in {turns}", DIM)
    yield from (Text(printable(line), DIM) for line in verdict.details.splitlines())


def show_summary(trials: Sequence[Trials], seconds: float, repeat: int) -> None:
    verdicts = [verdict for each in trials for verdict in each.verdicts]
    counts = {status: sum(verdict.status is status for verdict in verdicts) for status in Status}
    words = ", ".join(f"{count} {MARKS[status][0]}" for status, count in counts.items() if count)
    console.print(f"{words} in {seconds:.1f} s", highlight=False)
    if repeat > 1:
        _show_repetition(trials, repeat)


def _show_repetition(trials: Sequence[Trials], repeat: int) -> None:
    for each in trials:
        if each.counted:
            style = "green" if each.passed == each.counted else "red"
            _print(Text.assemble((f"{each.passed} of {each.counted}", style), f"  {printable(each.name)}"))
    shares = [(k, mean_pass_all(trials, k)) for k in range(1, repeat + 1)]
    figures = [f"pass^{k} {share:.1%}" for k, share in shares if share is not None]
    if figures:
        first = figures[0].replace("pass^1", "pass@1")
        console.print(", ".join([first, *figures[1:]]), highlight=False)


def _turn(turn: TakenTurn, trace: Sequence[Text]) -> Iterator[Text]:
    user, reply = turn.result.input.text, turn.result.reply
    if not (turn.number or reply or trace):
        return
    if user or turn.number:
        yield Text.assemble(("you    ", "bold"), printable(user) or Text("(silence)", DIM))
    yield Text.assemble(("agent  ", "bold cyan"), printable(reply) or Text("(says nothing)", DIM))
    yield from (Text("       ").append_text(line) for line in trace)


def _unmet(unmet: Unmet) -> Iterator[Text]:
    if unmet.expectation == "user":
        yield Text(printable(str(unmet)), "red")
        yield Text(f"    the user was to say  {printable(str(unmet.wanted))}")
        return
    yield Text(f"turn {unmet.turn}: {_HEADINGS.get(unmet.expectation, unmet.expectation)}", "red")
    if unmet.expectation == "model":
        yield Text(f"    {unmet.words}")
        return
    yield Text.assemble("    wanted  ", (_value(unmet.wanted), "green"))
    yield Text.assemble("    got     ", (_value(unmet.got), "red"))


_HEADINGS = {
    "says": "says: no such words in the answer",
    "not_says": "not_says: the answer has these words",
    "calls": "calls: the function was not called",
    "ends": "ends",
    "handoff": "handoff",
    "model": "model: moves are left over",
}


def _value(value: Any) -> str:
    if value is None or value == []:
        return "(nothing)"
    return printable(value if isinstance(value, str) else orjson.dumps(value, default=str).decode())


def _print(line: Text) -> None:
    console.print(line, highlight=False, soft_wrap=True)
