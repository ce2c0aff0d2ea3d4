"""`make bench`: runs the benchmarks, prints a table; `--write` puts what was measured into docs/benchmarks.md too."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import (
    alerts,
    calls,
    chat,
    commits,
    console,
    frame,
    hosts,
    messaging,
    nodes,
    overview,
    recognition,
    records,
    speech,
    start,
    synthesis,
    turn_taking,
    webhooks,
)
from benchmarks.plot import drawn
from benchmarks.table import Row, markdown

ALL = {
    "frame": frame.run,
    "start": start.run,
    "hosts": hosts.run,
    "chat": chat.run,
    "nodes": nodes.run,
    "commits": commits.run,
    "records": records.run,
    "console": console.run,
    "overview": overview.run,
    "alerts": alerts.run,
    "webhooks": webhooks.run,
    "messaging": messaging.run,
    "calls": calls.run,
    "turn_taking": turn_taking.run,
    "synthesis": synthesis.run,
    "speech": speech.run,
    "recognition": recognition.run,
}
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
PLOTS = PAGE.with_suffix("")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description="Measures promises.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"which to run (all): {', '.join(ALL)}")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    arguments = parser.parse_args()
    wanted, writes = arguments.names or list(ALL), arguments.write
    if unknown := set(wanted) - set(ALL):
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    for name in wanted if writes else ():  # rather now than after minutes of measuring
        with_table(PAGE.read_text(), name, "")
    rows: list[Row] = []
    for name in wanted:
        print(f"{name} …", file=sys.stderr, flush=True)
        measured = ALL[name]()
        rows += measured
        if writes:
            _write(name, measured)
    print(markdown(rows))
    if not all(row.is_kept for row in rows):
        sys.exit(1)


def _write(name: str, rows: list[Row]) -> None:
    PAGE.write_text(with_table(PAGE.read_text(), name, _dated(rows)))
    for plot, text in drawn.items():
        PLOTS.mkdir(exist_ok=True)
        (PLOTS / f"{plot}.svg").write_text(text)


def with_table(page: str, name: str, table: str) -> str:
    """The page with another table of that benchmark; everything else stays."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = page.partition(begin)
    after = rest.partition(end)[2]
    if not found or end not in rest:
        raise ValueError(f"the page has no place for the table of {name}: {begin} … {end}")
    return f"{before}{begin}\n\n{table}\n\n{end}{after}"


def _dated(rows: list[Row]) -> str:
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    made = f"Measured {datetime.now(UTC):%Y-%m-%d} on {machine}, load {os.getloadavg()[0]:.1f}."
    return f"{made}\n\n{markdown(rows)}"


if __name__ == "__main__":
    main()
