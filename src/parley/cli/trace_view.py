"""What a turn did, as lines for a terminal: in short, and in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from rich.text import Text

LONGEST = 300
"""Characters of a value that are shown in short."""
DIM = "dim"
BAD = "red"

Trace = Mapping[str, Any]


def in_short(trace: Trace) -> list[Text]:
    """A line for each function, for a move in the flows, and for whatever went wrong."""
    lines = [_function(function) for function in trace["functions"]]
    if trace["in_flow"] != trace["out_flow"] or trace["in_step"] != trace["out_step"]:
        lines.append(Text(f"→ {_place(trace['out_flow'], trace['out_step'])}", DIM))
    lines += _problems(trace)
    return lines


def mishaps(trace: Trace) -> list[Text]:
    """Functions that failed, and whatever else went wrong."""
    return [_function(function) for function in trace["functions"] if function["error"]] + _problems(trace)


def in_full(trace: Trace) -> list[Text]:
    """Everything that the instance has kept of the turn."""
    lines = [Text(f"{_place(trace['in_flow'], trace['in_step'])} → {_place(trace['out_flow'], trace['out_step'])}")]
    if topics := trace["topics"]:
        lines.append(Text("topics: " + ", ".join(f"{topic['name']} ({topic['distance']:.2f})" for topic in topics)))
    lines += [Text(_request(request), BAD if request["error"] else "") for request in trace["model_requests"]]
    for function in trace["functions"]:
        lines.append(_function(function, LONGEST * 10))
        lines += [Text(f"    {line}", DIM) for line in _inside(function)]
    lines += _problems(trace)
    return lines


def _function(function: Trace, longest: int = LONGEST) -> Text:
    arguments = ", ".join(f"{name}={_json(value)}" for name, value in function["arguments"].items())
    line = Text.assemble((function["name"], "bold"), (f"({arguments[:longest]})", DIM))
    if function["error"]:
        return line.append(f"  {function['error']}", BAD)
    for name in ("result", "utterance"):
        if function[name] is not None:
            line.append(f"  {name}: {_cut(str(function[name]), longest)}", DIM)
    return line.append(f"  {function['duration_ms']:.0f} ms", DIM)


def _inside(function: Trace) -> Iterator[str]:
    if function["in_flow"]:
        yield f"in {_place(function['in_flow'], function['in_step'])}"
    if function.get("confirmation"):
        yield f"confirmation by the user: {function['confirmation']}"
    changes = function["state_changes"]
    yield from (f"state + {name} = {_json(value)}" for name, value in changes["added"].items())
    yield from (f"state ~ {name} = {_json(value)}" for name, value in changes["updated"].items())
    yield from (f"state - {name}" for name in changes["removed"])
    yield from map(_api_call, function.get("api_calls", ()))
    yield from (f"{line['level']}: {line['message']}" for line in function["logs"])
    yield from function["stdout"].splitlines()
    for name in ("transition", "handoff"):
        if function[name]:
            yield f"{name}: {_json(function[name])}"
    if function["hangup"]:
        yield "hangs up"


def _api_call(call: Trace) -> str:
    body = "(too large to be kept)" if call.get("is_cut") else _json(call.get("body"))
    answer = call.get("error") or f"{call['status']} {body}"
    return f"api {call['integration']}.{call['operation']}: {answer}, {call['duration_ms']:.0f} ms"


def _request(request: Trace) -> str:
    first = "" if request["first_piece_ms"] is None else f", first piece after {request['first_piece_ms']:.0f} ms"
    calls = f", calls {', '.join(request['calls'])}" if request["calls"] else ""
    tools = f", may call {', '.join(request['tools'])}" if request["tools"] else ""
    error = f": {request['error']}" if request["error"] else ""
    sent = f"{request['messages']} messages, {request['prompt_characters']} characters{tools}"
    came = f"{request['characters']} characters back{calls}, {request['duration_ms']:.0f} ms{first}{error}"
    return f"model {request['model'] or '(default)'}: {sent}; {came}"


def _problems(trace: Trace) -> list[Text]:
    failed = [request["error"] for request in trace["model_requests"] if request["error"]]
    shown: Sequence[tuple[str, str]] = (
        *((f"limit: {cap}", BAD) for cap in trace["caps"]),
        *((f"model: {error}", BAD) for error in failed),
        *((note, "yellow") for note in trace["notes"]),
    )
    return [Text(words, style) for words, style in shown]


def _place(flow: str | None, step: str | None) -> str:
    return f"{flow} / {step}" if flow else "no flow"


def _json(value: Any) -> str:
    return _cut(orjson.dumps(value, default=str).decode(), LONGEST)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text)} characters)"
