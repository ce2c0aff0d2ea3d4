"""The report as a page of its own, which needs nothing else: pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

Json = Mapping[str, Any]

STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid #8884; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.good { background: #2a93; } .some { background: #da03; } .bad { background: #d333; }
details { border-bottom: 1px solid #8884; padding: .3rem 0; }
summary { cursor: pointer; }
.user::before { content: "user "; font-weight: 600; } .agent::before { content: "agent "; font-weight: 600; }
.wrap { overflow-x: auto; }
"""


def page(report: Json) -> str:
    title = f"Evaluation of {report['project'] or 'a project'}"
    facts = f"{report['at']} · seed {report['seed']} · {report['repeat']} of each · users: {report['users']} · judge: "
    facts += "a model" if report["judge"] else "none"
    body = "".join(
        (
            f"<h1>{escape(title)}</h1><p>{escape(facts)}</p>",
            _summary(report["configurations"], report["repeat"]),
            *(_matrix(each) for each in report["configurations"]),
            "<h2>Conversations</h2><p>Those that did not pass come first.</p>",
            *(_trial(each) for each in sorted(report["trials"], key=lambda each: each["status"] == "passed")),
        )
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def _summary(configurations: Sequence[Json], repeat: int) -> str:
    heads = (
        "Configuration",
        "Passed",
        f"pass^{repeat}",
        "Latency, median",
        "95 %",
        "Tokens",
        "Cost",
        "Turns",
        "Word error",
        "Not run",
    )
    rows = []
    for each in configurations:
        latency = each["latency_ms"] or {}
        share = each["share"]
        cost = each["cost_per_conversation"]
        cells = (
            _cell(f"{each['passed']} of {each['trials']}" + (f" ({share:.0%})" if share is not None else ""), share),
            _cell(_percent(each["pass_all"][str(repeat)])),
            _cell(_number(latency.get("median"), " ms")),
            _cell(_number(latency.get("p95"), " ms")),
            _cell(_number(each["tokens_per_conversation"])),
            _cell("–" if cost is None else f"{cost:.5f}"),
            _cell(_number(each["turns_per_conversation"])),
            _cell(_word_error(each.get("voice"))),
            _cell(str(each["not_run"])),
        )
        rows.append(f"<th scope='row'>{escape(each['name'])}</th>{''.join(cells)}")
    note = "<p>Tokens, cost and turns are of the agent, for one conversation; tokens are estimated.</p>"
    return f"<h2>Configurations</h2>{_table(heads, rows)}{note}"


def _matrix(configuration: Json) -> str:
    cells = {(each["goal"], each["persona"]): each for each in configuration["cells"]}
    goals, personas = dict.fromkeys(goal for goal, _ in cells), dict.fromkeys(persona for _, persona in cells)
    rows = [
        f"<th scope='row'>{escape(goal)}</th>" + "".join(_tried(cells.get((goal, persona))) for persona in personas)
        for goal in goals
    ]
    return f"<h2>{escape(configuration['name'])}</h2>{_table(('Goal', *personas), rows)}"


def _tried(cell: Json | None) -> str:
    if cell is None:
        return "<td class='n'>–</td>"
    return _cell(f"{cell['passed']} of {cell['trials']}", cell["passed"] / cell["trials"])


def _trial(trial: Json) -> str:
    parts = (trial["status"], trial["goal"], trial["persona"], trial["configuration"], f"#{trial['number']}")
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in trial["reasons"])
    # The class is a role, so one of two words.
    said = "".join(
        f"<p class='{'user' if line['role'] == 'user' else 'agent'}'>{escape(line['text'])}</p>"
        for line in trial["transcript"]
    )
    heard = "".join(
        f"<p>said: {escape(turn['said'])}<br>heard: {escape(turn['heard'] or '(nothing)')}</p>"
        for turn in (trial.get("voice") or {}).get("turns", ())
        if turn["word_errors"]
    )
    called = f"<p>Functions: {escape(', '.join(trial['functions']))}</p>" if trial["functions"] else ""
    heading = escape(" · ".join(parts))
    return f"<details><summary>{heading}</summary><ul>{reasons}</ul>{called}{heard}{said}</details>"


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    top = "".join(f"<th scope='col'>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<div class='wrap'><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def _cell(text: str, share: float | None = None) -> str:
    colour = "" if share is None else " good" if share == 1 else " some" if share else " bad"
    return f"<td class='n{colour}'>{escape(text)}</td>"


def _word_error(voice: Json | None) -> str:
    return "–" if voice is None else f"{voice['word_error']:.1%}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _number(number: float | None, unit: str = "") -> str:
    return "–" if number is None else f"{number:,.0f}{unit}"
