"""Project modules import each other in every way that projects use, and fail alone."""

from __future__ import annotations

import pytest

from tests.agent_host.in_process import HEADER, PROJECT, run_in_process

FILES = {
    "functions/f.py": HEADER
    + "from functions.lib import word\nfrom .lib import other\nfrom flows.my_flow.functions.step import number\n"
    + "from flows.my_flow.function_steps.deep import deep\nimport functions.lib as lib\n"
    + "def f(conv):\n    return f'{word} {other} {number} {lib.word} {deep.__name__}'\n",
    "functions/lib.py": "word = 'w'\nother = 'o'\n",
    "flows/my_flow/functions/step.py": "from functions.lib import word\nnumber = 5\n"
    "def step(conv, flow):\n    return word\n",
    "flows/my_flow/function_steps/deep.py": "def deep(conv, flow):\n    pass\n",
}


def test_the_three_forms_of_import() -> None:
    with run_in_process(FILES) as harness:
        assert harness.call().reply.content == "w o 5 w deep"
        assert harness.call("flows/my_flow/functions/step.py").reply.content == "w"


@pytest.mark.parametrize(
    "header",
    [
        "from _gen import *",
        "from imports import *",
        "from _gen import Conversation, Flow",
        "from _gen.conversation import Conversation",
        "import _gen\nConversation = _gen.Conversation",
        "from polyai.voice import ElevenLabsVoice\nfrom _gen import Conversation",
        "from _gen.decorators import func_description\nfrom imports import Conversation",
        "from _gen import Address, Conversation, Handoff, HandoffConfig, SMSObj\nSMSObj('a', key='b').key",
    ],
)
def test_headers(header: str) -> None:
    with run_in_process({"functions/f.py": f"{header}\ndef f(conv: Conversation):\n    return 'ok'\n"}) as harness:
        outcome = harness.call()
    assert (outcome.reply.content, outcome.failure) == ("ok", None)


def test_the_projects_own_stubs_are_shadowed() -> None:
    files = {
        "_gen/__init__.py": "raise RuntimeError('a stub was imported')",
        "_gen/conversation.py": "raise RuntimeError('a stub was imported')",
        "functions/f.py": "from _gen import *\nfrom _gen.conversation import State\n"
        "def f(conv):\n    return State.__name__\n",
    }
    with run_in_process(files) as harness:
        assert harness.call().reply.content == "State"


def test_a_star_brings_nothing_that_is_ours_alone() -> None:
    code = (
        "from _gen import *\ndef f(conv):\n    return ' '.join(sorted({'Goodbye', 'Directory'} & globals().keys()))\n"
    )
    with run_in_process({"functions/f.py": code}) as harness:
        assert harness.call().reply.content == ""


def test_circles_are_broken_by_lazy_imports() -> None:
    files = {
        "functions/f.py": "def f(conv):\n    from functions.g import g\n    return g(conv)\n",
        "functions/g.py": "from functions.f import f\ndef g(conv):\n    return f.__name__\n",
    }
    with run_in_process(files) as harness:
        assert harness.call().reply.content == "f"


@pytest.mark.parametrize(
    ("source", "message", "where"),
    [
        ("from functions.flow_123 import x\ndef f(conv): pass", "ModuleNotFoundError", "functions/f.py:1"),
        ("from functions.ok import nothing\ndef f(conv): pass", "ImportError", "functions/f.py:1"),
        ("\n\ndef f(conv)\n    pass", "SyntaxError", "functions/f.py:3"),
        ("x = 1\nraise SystemExit(3)", "SystemExit", "functions/f.py:2"),
        ("import functions.bad\ndef f(conv): pass", "ZeroDivisionError", "functions/bad.py:2"),
        ("def other(conv): pass", "defines no function named f", ""),
    ],
)
def test_a_module_that_cannot_be_imported_breaks_only_itself(source: str, message: str, where: str) -> None:
    files = {
        "functions/f.py": source,
        "functions/ok.py": "def ok(conv):\n    return 'fine'\n",
        "functions/bad.py": "\nx = 1 / 0\n",
    }
    with run_in_process(files) as harness:
        failure = harness.call().failure
        assert failure is not None
        assert (failure.kind, failure.where) == ("import", where)
        assert message in failure.message
        assert harness.call("functions/ok.py").reply.content == "fine"


def test_a_file_that_is_not_there() -> None:
    with run_in_process({}) as harness:
        failure = harness.call("functions/gone.py").failure
    assert failure is not None
    assert failure.kind == "import"


def test_module_globals_live_as_long_as_the_child() -> None:
    source = "count = 0\ndef f(conv):\n    global count\n    count += 1\n    return str(count)\n"
    with run_in_process({"functions/f.py": source}) as harness:
        assert [harness.call().reply.content for _ in range(3)] == ["1", "2", "3"]
    with run_in_process({"functions/f.py": source}) as harness:
        assert harness.call().reply.content == "1"


def test_decorators_leave_the_function_and_others_still_apply() -> None:
    source = (
        "import plog\nfrom _gen import *\n"
        "@func_description('d')\n@func_parameter('x', 'p')\n"
        "@func_latency_control(delay_before_responses_start=1, delay_responses=[('wait', 2)])\n"
        "@plog.tmp_bind(api='a')\ndef f(conv: Conversation, x: str):\n    plog.info(x)\n    return x\n"
    )
    with run_in_process({"functions/f.py": source}) as harness:
        outcome = harness.call(x="X")
    assert outcome.reply.content == "X"
    assert outcome.effects.logs[0].fields == {"api": "a"}


def test_tracebacks_show_the_projects_lines() -> None:
    source = (
        "import traceback\ndef f(conv):\n    try:\n        secret_call()\n"
        "    except NameError:\n        return traceback.format_exc()\n"
    )
    with run_in_process({"functions/f.py": source}) as harness:
        found = harness.call().reply.content
    assert found is not None
    assert 'File "functions/f.py", line 4, in f\n    secret_call()' in found


def test_other_folders_of_the_project_do_not_hide_installed_packages() -> None:
    files = {
        "json/__init__.py": "x = 'theirs'",
        "lib/__init__.py": "x = 'package'",
        "lib/part.py": "y = 'part'",
        "functions/f.py": "import json, lib\nfrom lib.part import y\ndef f(conv):\n    return json.dumps([lib.x, y])\n",
    }
    with run_in_process(files) as harness:
        assert harness.call().reply.content == '["package", "part"]'


def test_the_example_function_of_a_flow_called_with_its_flow() -> None:
    files = {"flows/slug/function_steps/s.py": "def s(conv, flow):\n    flow.goto_step('Next')\n    return {}\n"}
    with run_in_process(files, PROJECT) as harness:
        reply = harness.call("flows/slug/function_steps/s.py").reply
    assert reply.transition is not None
    assert reply.transition.goto_step == "Next"
