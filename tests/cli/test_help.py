"""Help, completion and names that do not exist: answered from `commands.json`, which says what the commands say."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest

from parley import __version__
from parley.cli import help as help_pages
from parley.cli.commands import load
from parley.cli.descriptions import declare, describe
from parley.cli.main import COMMANDS

DESCRIBED = help_pages.read()
PATHS = [
    [name, *([inner] if inner else [])]
    for name, command in DESCRIBED.items()
    for inner in ["", *command.get("commands", [])]
]


def answered(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int | None, str]:
    code = help_pages.answer(list(args))
    shown = capsys.readouterr()
    return code, shown.out + shown.err


@pytest.mark.slow
def test_the_descriptions_are_those_of_the_commands() -> None:
    assert {name: describe(load(name)) for name in DESCRIBED} == DESCRIBED, "run scripts/cli-commands"


@pytest.mark.slow
def test_a_description_becomes_the_same_command_again() -> None:
    assert {name: describe(declare(name, each)) for name, each in DESCRIBED.items()} == DESCRIBED


@pytest.mark.slow
def test_help_imports_neither_typer_nor_what_commands_work_with() -> None:
    """One process, because only a new one has nothing imported."""
    script = (
        "import sys\n"
        "from parley.cli import main\n"
        "sys.argv = ['parley', 'keys', 'issue', '--help']\n"
        "try:\n    main.main()\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "print([name for name in sys.modules if name.split('.')[0] not in sys.stdlib_module_names], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", script], env=apart(), capture_output=True, text=True, check=True)
    assert "Usage: parley keys issue" in done.stdout
    assert set(eval(done.stderr)) <= {"__main__", "parley", "parley.cli", "parley.cli.main", "parley.cli.help"}


def apart() -> dict[str, str]:
    """With the path of this process, which a start without `site` would not have."""
    return {"PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_explains_itself(path: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = answered(capsys, *path, "--help")
    assert code == 0
    assert shown.startswith(f"Usage: parley {' '.join(path)}")
    assert max(map(len, shown.splitlines())) <= 130


LEAVES = [path for path in PATHS if len(path) == 2 or "commands" not in DESCRIBED[path[0]]]


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_command_has_an_example_with_options_that_exist(path: list[str]) -> None:
    node = leaf(path)
    examples = help_pages.split_examples(node["help"])[1]
    shown = {name for param in node["params"] if "names" in param for name in help_pages.shown_names(param)}
    required = {param["names"][0] for param in node["params"] if "names" in param and param.get("required")}
    assert examples
    for example in examples:
        words = shlex.split(example.split(" && ")[0].split(" < ")[0])
        words = words[words.index("parley") :]
        assert words[1 : 1 + len(path)] == path
        given = {word for word in words if word.startswith("-")}
        assert required <= given <= shown


def test_one_thing_has_one_name() -> None:
    """What an option was called before goes on working, and is not shown."""
    environment = [path for path in LEAVES if "--environment" in help_pages.usage(path, leaf(path))]
    assert environment == []
    assert "--environment" in str(leaf(["seed-records"])["params"])


OTHER_MEANINGS = {"--voice"}
"""`call` is told which voice to speak with, `test` that cases are to be spoken."""
WITHOUT_JSON = {
    *("up", "serve", "worker", "voice", "completion", "backup archive"),  # their output is not data
    *("dev", "chat", "call", "texts phone", "desk chatwoot"),  # conversations
    *("models install", "models remove"),  # one value
}


def test_an_option_takes_the_same_kind_of_value_everywhere() -> None:
    kinds: dict[str, set[str]] = {}
    for path in LEAVES:
        for param in leaf(path)["params"]:
            for name in param.get("names", []):
                kinds.setdefault(name, set()).add(param.get("type", "str"))
    assert {name for name, each in kinds.items() if len(each) > 1} == OTHER_MEANINGS


def test_whatever_shows_data_shows_it_as_json_too() -> None:
    without = {
        " ".join(path)
        for path in LEAVES
        if not any("--json" in param.get("names", []) for param in leaf(path)["params"])
    }
    assert without == WITHOUT_JSON


def leaf(path: list[str]) -> help_pages.Description:
    node = DESCRIBED[path[0]]
    return node["commands"][path[1]] if len(path) == 2 else node


def test_the_list_of_commands_and_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = answered(capsys)
    assert code == 2  # nothing was done
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert answered(capsys, "--help") == (0, shown)
    assert answered(capsys, "--version") == (0, f"{__version__}\n")
    assert answered(capsys, "keys")[0] == 2


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chekc", "folder"], "There is no command 'parley chekc'. Did you mean 'check'?"),
        (["keys", "isue"], "There is no command 'parley keys isue'. Did you mean 'issue'?"),
        (["xyzzy"], "There is no command 'parley xyzzy'.\n"),
    ],
)
def test_a_name_that_does_not_exist(args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = answered(capsys, *args)
    assert code == 2
    assert words in shown


@pytest.mark.parametrize(
    "args",
    [
        ["check", "folder"],
        ["keys", "issue", "chat"],
        ["call", "--say", "--help"],  # a value
        ["chat", "--", "--help"],
        ["--show-completion"],
    ],
)
def test_the_rest_is_for_the_commands(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, *args) == (None, "")


def test_a_command_that_is_not_described_answers_itself() -> None:
    assert help_pages.answer(["new", "--help"], {"new"}) is None


def complete(line: str) -> list[str]:
    env = {"_PARLEY_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "parley.cli.main"], env=os.environ | env, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.io
def test_a_shell_completes_commands_options_and_values() -> None:
    assert complete("parley ch") == ["check", "chat"]
    assert complete("parley keys re") == ["revoke"]
    assert "--strict" in complete("parley check --")
    assert complete("parley serve m") == ["messaging"]
    assert complete("parley keys issue chat --env l") == ["live"]
