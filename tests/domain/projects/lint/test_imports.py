"""What an agent host can import, and what a file of the project defines."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

FoundIn = Callable[[str], list[str]]
LintOf = Callable[[Mapping[str, str]], list[str]]

LACKED = (
    "agent hosts have no module '{}', so this import fails; besides the standard library there are requests, urllib3"
)
WRONG = {
    "import pandas as pd": LACKED.format("pandas"),
    "import json, reqests": "jsonschema, pydantic, phonenumbers; did you mean 'requests'?",
    "from sqlalchemy.orm import Session": LACKED.format("sqlalchemy"),
    "from functions.helpers import colected": "defines no 'colected', so this import fails; did you mean 'collected'?",
    "from .helpers import colected": "functions/helpers.py defines no 'colected'",
    "from flows.booking.functions.done import finish": "flows/booking/functions/done.py defines no 'finish'",
}
RIGHT = (
    "from _gen import *",
    "from imports import Conversation",
    "from polyai.voice import ElevenLabsVoice",
    "import plog, requests, pydantic, urllib3.util, phonenumbers, zoneinfo, shared.words",
    "from functions.helpers import collected, *",
    "from functions import helpers",
    "from . import helpers",
    "from .stars import anything",
    "from functions.lazy import anything",
    "try:\n    import pandas\nexcept ImportError:\n    pandas = None",
)
MODULES = {
    "shared/words.py": "",
    "functions/stars.py": "from functions.helpers import *\n",
    "functions/lazy.py": "def __getattr__(name):\n    return name\n",
}
CODE = "{}\ndef f(conv):\n    return ''\n"


@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_an_import_that_fails_is_found(found_in: FoundIn, line: str, message: str) -> None:
    (found,) = found_in(CODE.format(line))
    assert found.startswith("1 ")
    assert message in found


@pytest.mark.slow
@pytest.mark.parametrize("line", RIGHT)
def test_what_can_be_imported_is_right(lint_of: LintOf, line: str) -> None:
    assert lint_of({**MODULES, "functions/f.py": CODE.format(line.replace(", *", ""))}) == []
