"""`make bench`: runs the benchmarks, prints a table; `--write` puts it into docs/benchmarks.md too."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import chat, frame, hosts, start
from benchmarks.table import Row, markdown

ALL = {"frame": frame.run, "start": start.run, "hosts": hosts.run, "chat": chat.run}
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- table -->", "<!-- /table -->"


def main() -> None:
    wanted = [name for name in sys.argv[1:] if not name.startswith("-")] or list(ALL)
    rows: list[Row] = []
    for name in wanted:
        print(f"{name} …", file=sys.stderr, flush=True)
        rows += ALL[name]()
    print(markdown(rows))
    if "--write" in sys.argv:
        _write(rows)
    if not all(row.is_kept for row in rows):
        sys.exit(1)


def _write(rows: list[Row]) -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    made = f"Measured {datetime.now(UTC):%Y-%m-%d} on {machine}, load {os.getloadavg()[0]:.1f}."
    PAGE.write_text(f"{before}{BEGIN}\n\n{made}\n\n{markdown(rows)}\n\n{END}{after}")


if __name__ == "__main__":
    main()
