"""`make responder-dialogues`: holds every written dialogue, and prints the share that reached its goal."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter

from parley.providers.local_model.catalogue import MODELS
from tests.journeys.dialogues.dialogue import AGENTS, SETS, Dialogue, Heard, read_dialogues
from tests.journeys.dialogues.holding import staged


def main() -> None:
    parser = argparse.ArgumentParser(prog="make responder-dialogues ARGS=…", description="Holds written dialogues.")
    parser.add_argument("sets", nargs="*", metavar="set", default=SETS, help=f"which: {', '.join(SETS)} (all)")
    parser.add_argument("--show", action="store_true", help="dialogues that did not reach their goal, word for word")
    parser.add_argument("--model", choices=MODELS, help="hold them with a model of `parley models` instead")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only each Nth dialogue: models take their time"
    )
    parser.add_argument("-k", default="", metavar="NAME", help="only dialogues with this in their name")
    arguments = parser.parse_args()
    if unknown := set(arguments.sets) - set(SETS):
        parser.error(f"there is no set {', '.join(sorted(unknown))}; there are {', '.join(SETS)}")
    asyncio.run(_run(arguments))


async def _run(wanted: argparse.Namespace) -> None:
    async with staged(wanted.model) as stage:
        for name in wanted.sets:
            dialogues = [one for one in read_dialogues(name) if wanted.k in f"{one.agent}: {one.name}"][:: wanted.every]
            held, reached = Counter(one.agent for one in dialogues), Counter[str]()
            for dialogue in dialogues:
                started = time.monotonic()
                heard = await stage.hold(dialogue)
                problems = heard.unmet(dialogue.goal)
                reached[dialogue.agent] += not problems
                if wanted.model:
                    seconds = (time.monotonic() - started) / len(heard.results)
                    outcome = "not reached" if problems else "reached"
                    print(f"{dialogue.agent}: {dialogue.name}: {outcome}, {seconds:.1f} s a turn", file=sys.stderr)
                if problems and wanted.show:
                    _show(dialogue, heard, problems)
            parts = ", ".join(f"{agent} {reached[agent]}/{held[agent]}" for agent in AGENTS if held[agent])
            total = len(dialogues)
            print(f"{name}: {reached.total()} of {total} ({reached.total() / max(total, 1):.0%}): {parts}")


def _show(dialogue: Dialogue, heard: Heard, problems: list[str]) -> None:
    lines = [f"--- {dialogue.agent}: {dialogue.name}"]
    for result in heard.results:
        lines += [f"    {line.role}: {line.text}" for line in result.lines]
        lines += [f"      {call.name} {dict(call.arguments)}" for call in result.trace.functions]
        lines += ["      (not understood)"] if result.output.is_ood else []
    lines += [f"  wanted {problem}" for problem in problems]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
