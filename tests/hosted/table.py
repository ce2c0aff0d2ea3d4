"""The table of operations in docs/compatibility.md. `python -m tests.hosted.table` writes it anew."""

from __future__ import annotations

from pathlib import Path

from tests.hosted.facts import BEHIND, OPERATIONS, TESTS, Operation

PAGE = Path(__file__).parents[2] / "docs/compatibility.md"
BEGIN, END = "<!-- operations -->\n", "<!-- end of operations -->\n"


def file_of_test(operation: Operation) -> str:
    return next(file for part, file in TESTS.items() if part in operation.path)


def table() -> str:
    rows = ["| operation | state | test |", "|---|---|---|"]
    for each in OPERATIONS:
        state = next((state for state in ("absent", "partly") if each.title in BEHIND[state]), "there")
        test = "`tests/hosted/test_operations.py`" if state == "absent" else f"`{file_of_test(each)}`"
        rows.append(f"| `{each.title}` | {state} | {test} |")
    return "\n".join(rows) + "\n"


def split(page: str) -> tuple[str, str, str]:
    """What stands before the table, the table, and the rest."""
    before, _, rest = page.partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before, inside.strip("\n") + "\n", after


if __name__ == "__main__":
    before, _, after = split(PAGE.read_text())
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}")
