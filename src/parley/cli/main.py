"""Where the `parley` command begins: what needs no command is answered at once, everything else by its command."""

from __future__ import annotations

import importlib
import os
import sys

from parley.cli import help as help_pages

COMPLETING = "_PARLEY_COMPLETE"
"""What shells set when they ask for what a word could become."""


def main() -> None:
    code = None if COMPLETING in os.environ else help_pages.answer(sys.argv[1:])
    if code is not None:
        sys.exit(code)
    importlib.import_module("parley.cli.commands").app(prog_name="parley")


if __name__ == "__main__":
    main()
