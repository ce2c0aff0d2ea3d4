"""The tree keeps its shape: small files, short functions, few broad excepts, no imports inside functions."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import tomllib
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parley.kit.files import write_atomically

pytestmark = pytest.mark.xdist_group("shape")

SOURCE = Path(__file__).parent.parent / "src" / "parley"
FILES = sorted(SOURCE.rglob("*.py"))
TEXTS = {path: path.read_text() for path in FILES}
KEPT = SOURCE.parents[1] / ".pytest_cache" / "shapes.json"
OURSELVES = sys.version.encode() + Path(__file__).read_bytes()

FILE_LIMIT = 400
FUNCTION_LIMIT = 60
SHELLS = {
    "kit/tasks.py",
    "chatwoot/adapter.py",
    "messaging/server.py",
    "runtime/messaging/verbs.py",
    "local_responder/processes/child.py",
    "providers/local_model/child.py",
    "providers/recognition/worker.py",
    "providers/speech/vendor_worker.py",
    "worker/run.py",
    "worker/deliveries.py",
    "telephony/call_handler.py",
    "agent_host/parent_connection.py",
    "web/router.py",
}
"""Where whatever happens must be survived: the only places that may catch everything."""
CONNECTING_MODULES = ("urllib.request", "http.client", "smtplib", "ftplib", "imaplib", "poplib", "xmlrpc", "telnetlib")
CONNECTING_CALLS = {"create_connection", "open_connection", "sock_connect", "connect_ex", "create_datagram_endpoint"}
WAYS_OUT = {
    "kit/child_process.py",  # a socket pair with its own child
    "kit/outbound/client.py",  # checks the address
    "providers/senders/smtp.py",  # the operator's mail server
    "providers/speech/vendor_worker.py",  # a socket pair with its own parent
    "storage/embedded/running.py",  # a socket in the data folder
    "telephony/webrtc/ice.py",  # sockets that answer whoever has the password of a call
    "telephony/simulation/caller_process.py",  # a socket pair with its own parent
}
"""Where connections may be made with the standard library; for HTTP clients see the contract in pyproject.toml."""

PATTERNS = "kit/patterns/"
"""The only place that runs patterns which are not written in our own source."""
TEMPTING = {PATTERNS: {"re2", "_parser", "_constants"}, "domain/projects/": {"jsonschema"}}
"""Modules that would run a pattern of a tenant, and who may import them."""
OURS = {"local_responder/dates.py: _pattern"}
"""Functions that get patterns, but are called for constants of their module alone."""
SQL = re.compile(
    r"""\s*\(?\s*(
        (select|SELECT)\s | (insert|INSERT)\s+(into|INTO)\s | (delete|DELETE)\s+(from|FROM)\s |
        (update|UPDATE)\s+[\w.]+\s+(as\s+\w+\s+)?(set|SET)\s | with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s |
        (create|CREATE|alter|ALTER|drop|DROP)\s+(table|database|role|index|TABLE|DATABASE|ROLE|INDEX)\b |
        set\s+(local|session)\s | (lock|truncate|copy|merge|vacuum|analyze|listen|notify|declare)\s+\w+
    )""",
    re.VERBOSE,
)
"""How a statement begins. Help texts begin with a capital letter, statements are of one case."""
STORAGE_SQL = {
    "storage/additive.py",  # the first words of statements that only add
    "storage/db.py",  # asks whether the database is there
    "storage/embedded/cluster.py",  # roles and databases of the embedded server
    "storage/embedded/readiness.py",  # asks whether the embedded server takes connections
    "storage/migrate.py",  # the table of migrations
    "storage/partitions.py",  # the catalogue of months
    "storage/queue.py",  # jobs and periods
    "storage/signals.py",  # notifications
    "storage/write_probe.py",  # the probe
}
"""What has to do with the database itself and not with a noun: each is a small store under a name of its own."""

MATCHING = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}


@dataclass(frozen=True, slots=True)
class Shape:
    docstring: str | None
    functions: dict[str, int]
    """Their lengths, by name and line."""
    catches_everything: bool
    connects: bool
    foreign_patterns: list[str]
    """Functions that call `re` with something else than our own words."""
    imports: set[str]
    has_sql: bool
    raw_tasks: list[str]
    """Tasks that are started without `kit.tasks`."""
    randomness: list[str]
    """Chance that nobody hands in."""


@cache
def shapes() -> dict[str, Shape]:
    """Of every file. Each is parsed and walked when a test first wants it after a change: nothing here takes longer."""
    known = kept_shapes()
    keys = {path: key_of(text) for path, text in TEXTS.items()}
    found = {keys[path]: known.get(keys[path]) or shape(ast.parse(text)) for path, text in TEXTS.items()}
    if found.keys() - known.keys():
        with suppress(OSError):
            KEPT.parent.mkdir(exist_ok=True)
            write_atomically(KEPT, msgspec.json.encode(found))
    return {relative(path): found[keys[path]] for path in TEXTS}


def kept_shapes() -> dict[str, Shape]:
    try:
        return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Shape])
    except (OSError, msgspec.DecodeError):
        return {}


def key_of(text: str) -> str:
    """Of what a shape depends on: the file, the Python that parses it, and what is asked of it here."""
    return hashlib.blake2b(OURSELVES + text.encode(), digest_size=16).hexdigest()


def shape(tree: ast.Module) -> Shape:
    nodes = nodes_by_type(tree)
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = [*nodes[ast.FunctionDef], *nodes[ast.AsyncFunctionDef]]
    imports = [*nodes[ast.Import], *nodes[ast.ImportFrom]]
    matching = [node.lineno for node in nodes[ast.Attribute] if is_matching(node)]
    return Shape(
        ast.get_docstring(tree),
        {f"{each.name}, line {each.lineno}": (each.end_lineno or 0) - each.lineno + 1 for each in functions},
        any(is_broad(handler) for handler in nodes[ast.ExceptHandler]),
        any(is_connecting(node) for node in (*imports, *nodes[ast.Attribute])),
        [each.name for each in functions if holds_any(each, matching) for _ in foreign_patterns(each)],
        {name for node in imports for name in imported(node)},
        any(is_sql(node) for node in nodes[ast.Constant]),
        raw_tasks(nodes),
        randomness(nodes),
    )


def is_sql(node: ast.Constant) -> bool:
    """Whether a text is a statement, or the beginning of one that is put together."""
    return isinstance(node.value, str) and SQL.match(node.value) is not None


def nodes_by_type(tree: ast.Module) -> dict[type[ast.AST], list[Any]]:
    """What `ast.walk` gives, sorted, in half the time: it makes up most of what these tests take."""
    found: dict[type[ast.AST], list[Any]] = defaultdict(list)
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        found[type(node)].append(node)
        for name, value in vars(node).items():
            if type(value) is list:
                waiting += [each for each in value if isinstance(each, ast.AST)]
            # Whether a name is read or written is a node too, a third of all, and nothing is asked of it.
            elif name != "ctx" and isinstance(value, ast.AST):
                waiting.append(value)
    return found


def holds_any(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[int]) -> bool:
    return any(function.lineno <= line <= (function.end_lineno or 0) for line in lines)


def imported(node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {(node.module or "").partition(".")[0], *(alias.name for alias in node.names if node.module == "re")}


def foreign_patterns(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """What runs when a module is imported has no words but ours; what runs in functions must begin with a constant."""
    known: set[str] = set()
    for _ in range(2):
        for node in ast.walk(function):
            if isinstance(node, ast.For | ast.comprehension) and is_ours(node.iter, known):
                known |= {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
            elif isinstance(node, ast.Assign) and is_ours(node.value, known):
                known |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    harmless = {
        id(call.func)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and call.args and is_ours(call.args[0], known)
    }
    return [node for node in ast.walk(function) if is_matching(node) and id(node) not in harmless]


def is_matching(node: ast.AST) -> bool:
    """Whether it is `re.search` or another of them, called or passed on."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "re"
        and node.attr in MATCHING
    )


def is_ours(node: ast.expr, known: set[str]) -> bool:
    """A literal, a constant by its name, what is put together from them, or words of others that `re.escape` tamed."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper() or name in known
        case ast.Attribute(attr=name):
            return name.isupper()
        case ast.JoinedStr(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return all(is_ours(part, known) for part in parts)
        case ast.FormattedValue(value=inner) | ast.Subscript(value=inner):
            return is_ours(inner, known)
        case ast.BinOp(left=left, right=right):
            return is_ours(left, known) and is_ours(right, known)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="escape")):
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr="join"), args=args):
            return is_ours(owner, known) and all(is_ours(arg, known) for arg in args)
        case ast.Call(func=ast.Attribute(value=owner, attr="items" | "values" | "split" | "get")):
            return is_ours(owner, known)
        case ast.Call(func=ast.Name(id="dict"), args=[inner]):
            return is_ours(inner, known)
        case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner):
            return is_ours(inner, known)
    return False


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Catches whatever happens, alone or among others. What is raised again was not caught."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {each.id for each in caught if isinstance(each, ast.Name)}
    raises_again = any(isinstance(node, ast.Raise) and node.exc is None for node in ast.walk(handler))
    return None in caught or "Exception" in names or ("BaseException" in names and not raises_again)


def is_connecting(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(is_connecting_module(alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        named = [f"{node.module}.{alias.name}" for alias in node.names]
        called = any(alias.name in CONNECTING_CALLS for alias in node.names)
        return called or any(map(is_connecting_module, [node.module or "", *named]))
    return isinstance(node, ast.Attribute) and node.attr in CONNECTING_CALLS


def is_connecting_module(name: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in CONNECTING_MODULES)


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def percentile(sizes: list[int], share: float) -> int:
    return sorted(sizes)[int(len(sizes) * share)]


def test_files_are_small() -> None:
    assert [relative(path) for path in FILES if TEXTS[path].count("\n") > FILE_LIMIT] == []


def test_functions_are_short() -> None:
    lengths = {f"{path}: {name}": lines for path, shape in shapes().items() for name, lines in shape.functions.items()}
    assert [name for name, lines in lengths.items() if lines > FUNCTION_LIMIT] == []


def test_only_the_shells_catch_everything() -> None:
    broad = {path for path, shape in shapes().items() if shape.catches_everything}
    assert {path for path in broad - SHELLS if not path.startswith("agent_host/")} == set()


@pytest.mark.parametrize(
    ("caught", "then", "seen"),
    [
        ("", "pass", True),
        (" Exception", "pass", True),
        (" Exception as error", "raise", True),
        (" (ValueError, Exception)", "pass", True),
        (" BaseException", "pass", True),
        (" BaseException", "raise", False),
        (" (ValueError, KeyError)", "pass", False),
    ],
)
def test_a_broad_except_is_seen(caught: str, then: str, seen: bool) -> None:
    assert shape(ast.parse(f"try:\n    f()\nexcept{caught}:\n    {then}")).catches_everything is seen


def test_connections_are_made_where_addresses_are_checked_or_the_operators_own() -> None:
    assert {path for path, shape in shapes().items() if shape.connects} == WAYS_OUT


@pytest.mark.parametrize(
    "source",
    [
        "import http.client",
        "import urllib.request as r",
        "from urllib import request",
        "from http.client import HTTPConnection",
        "from socket import create_connection",
        "import socket\nsocket.create_connection(('a', 1))",
        "import asyncio\nasync def f():\n    await asyncio.open_connection('a', 1)",
    ],
)
def test_a_new_way_out_would_be_noticed(source: str) -> None:
    assert shape(ast.parse(source)).connects
    assert not shape(ast.parse("from urllib.parse import quote\nimport http\nimport socket")).connects


def test_patterns_of_tenants_run_in_linear_time() -> None:
    """`re` takes exponential time for `(a+)+$`. It only ever gets patterns of ours."""
    found = {f"{path}: {name}" for path, shape in shapes().items() for name in shape.foreign_patterns}
    assert {name for name in found if not name.startswith(PATTERNS)} == set()
    for home, modules in TEMPTING.items():
        strangers = {path for path, shape in shapes().items() if modules & shape.imports}
        assert {path for path in strangers if not path.startswith(home)} == set()


@pytest.mark.parametrize(
    ("source", "is_foreign"),
    [
        ("def f(x): return re.search('a', x)", False),
        ("def f(x): return re.search(FORM, x)", False),
        ("def f(x): return re.search(rf'{_FORM}$', x)", False),
        ("def f(x, y): return re.search(rf'{re.escape(y)}$', x)", False),
        ("def f(x): return [re.search(form, x) for form, _ in _FORMS]", False),
        ("def f(x, y): return re.search(y, x)", True),
        ("def f(x, y): return re.compile(y.pattern).search(x)", True),
        ("def f(x, y): return re.sub(rf'{_FORM}{y}', '', x)", True),
        ("def f(x, ys): return [re.search(form, x) for form in ys]", True),
        ("def f(x, y): return re.compile(pattern=y)", True),
        ("def f(x, ys): return list(map(re.compile, ys))", True),
    ],
)
def test_a_pattern_of_a_tenant_is_seen(source: str, is_foreign: bool) -> None:
    assert bool(shape(ast.parse(source)).foreign_patterns) is is_foreign


def test_sql_stands_only_in_stores_and_in_storage() -> None:
    elsewhere = {path for path, shape in shapes().items() if shape.has_sql and not path.endswith("store.py")}
    assert elsewhere - STORAGE_SQL == set()
    assert STORAGE_SQL - elsewhere == set(), "an exception that is no longer needed"


@pytest.mark.parametrize(
    ("text", "is_statement"),
    [
        ("select 1", True),
        ("\n        with given as (\n", True),
        ("with recursive waiting as (", True),
        ("update calls set status = $1", True),
        ("update live_conversations as l set dialog = $1", True),
        ("delete from calls", True),
        ("insert into calls (id) values ($1)", True),
        ("(select id from calls)", True),
        ("set local work_mem = '64kB'", True),
        ("Select a project", False),
        ("Create an alert rule", False),
        ("Delete from the list", False),
        ("update", False),
        ("with a name of its own", False),
    ],
)
def test_a_statement_is_seen(text: str, is_statement: bool) -> None:
    assert shape(ast.parse(f"def f(): return {text!r}")).has_sql is is_statement
    assert shape(ast.parse(f"def f(x): return f{text + '{x}'!r}")).has_sql is is_statement


def test_every_model_is_under_the_contract_that_keeps_it_pure() -> None:
    contracts = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == "A model decides and touches nothing")
    models = {f"parley.{relative(path)[:-3].replace('/', '.')}" for path in FILES if path.name == "model.py"}
    assert {name for name in models if name.startswith("parley.domain.")} == set(contract["source_modules"])


def test_every_package_says_what_it_is() -> None:
    faces = [relative(folder / "__init__.py") for folder in {path.parent for path in FILES}]
    assert [face for face in faces if face not in shapes()] == []
    assert [face for face in faces if not shapes()[face].docstring] == []


def test_most_files_and_functions_are_well_within_the_limits() -> None:
    lines = [text.count("\n") for text in TEXTS.values()]
    lengths = [length for shape in shapes().values() for length in shape.functions.values()]
    assert percentile(lines, 0.5) <= 150
    assert percentile(lines, 0.9) <= 300
    assert percentile(lengths, 0.9) <= 35


def test_tests_of_a_group_stay_together(request: pytest.FixtureRequest) -> None:
    """Tests with a telephone or a whole instance cannot run beside others of their kind; the suffix is what keeps them
    apart when tests are spread over processes."""
    if request.config.getoption("loadgroup", False):
        assert request.node.nodeid.endswith("@shape")


# Tasks. One that nobody holds may be collected while it runs, and one that nobody waits for fails without a word.

TASK_STARTERS = {"create_task", "ensure_future", "run_coroutine_threadsafe"}


def raw_tasks(nodes: dict[type[ast.AST], list[Any]]) -> list[str]:
    """Calls of asyncio or of a loop. A task group waits for its own."""
    groups = {
        item.optional_vars.id
        for block in nodes[ast.AsyncWith]
        for item in block.items
        if isinstance(item.optional_vars, ast.Name) and "TaskGroup" in ast.dump(item.context_expr)
    }
    named = [alias.name for node in nodes[ast.ImportFrom] for alias in node.names if node.module == "asyncio"]
    called = [
        node.attr
        for node in nodes[ast.Attribute]
        if node.attr in TASK_STARTERS and not (isinstance(node.value, ast.Name) and node.value.id in groups)
    ]
    made = [call.func.attr for call in nodes[ast.Call] if is_attribute(call.func, "asyncio", "Task")]
    return [*(name for name in (*named, *called) if name in TASK_STARTERS), *made]


def is_attribute(node: ast.expr, owner: str, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and getattr(node.value, "id", "") == owner


def test_tasks_are_started_by_the_kit() -> None:
    found = {path for path, shape in shapes().items() if shape.raw_tasks and not path.startswith("kit/")}
    assert found == set()


@pytest.mark.parametrize(
    ("source", "is_raw"),
    [
        ("import asyncio\nasyncio.create_task(f())", True),
        ("from asyncio import ensure_future", True),
        ("asyncio.get_running_loop().create_task(f())", True),
        ("asyncio.Task(f())", True),
        ("asyncio.run_coroutine_threadsafe(f(), loop)", True),
        ("task: asyncio.Task[None] | None = None", False),
        ("async def f():\n    async with asyncio.TaskGroup() as group:\n        group.create_task(g())", False),
        ("tasks.start(f(), 'f')", False),
    ],
)
def test_a_raw_task_is_seen(source: str, is_raw: bool) -> None:
    assert bool(shape(ast.parse(source)).raw_tasks) is is_raw


# Randomness. What depends on chance gets it as an argument, so that tests can say how it falls.

CHANCE_MODULES = {"random", "secrets"}
CHANCE_CALLS = {("uuid", "uuid1"), ("uuid", "uuid4"), ("os", "urandom"), ("os", "getrandom")}
CHANCE_ELSEWHERE = {
    "agent_host/surface/conversation.py": "agents' own code rolls dice, and names events that others must not guess",
    "agent_host/surface/tts_voices.py": "one of an agent's voices, as its weights say",
    "cli/voice/ports.py": "a port to try first; whichever is free will do",
    "domain/records/samples/numbers.py": "which records a sample holds; tests seed it",
    "domain/accounts/secrets.py": "keys, which nobody may foresee",
    "domain/alerts/actions.py": "ids, which are unique and say nothing",
    "domain/projects/secret_store.py": "a key, which nobody may foresee",
    "domain/webhooks/actions.py": "ids, which are unique and say nothing",
    "domain/webhooks/signing.py": "keys, which nobody may foresee",
    "telephony/sip/baresip/user_agent_pool.py": "an address of ours that strangers must not guess",
    "telephony/sip/messages/digest.py": "nonces, which nobody may foresee",
}
"""With the reason."""


def randomness(nodes: dict[type[ast.AST], list[Any]]) -> list[str]:
    modules = {alias.asname or alias.name: alias.name for node in nodes[ast.Import] for alias in node.names}
    found = [
        f"{node.module}.{alias.name}"
        for node in nodes[ast.ImportFrom]
        for alias in node.names
        if is_chance(node.module or "", alias.name)
    ]
    for node in nodes[ast.Attribute]:
        owner = modules.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
        if is_chance(owner, node.attr) or is_chance_of_numpy(node):
            found.append(f"{owner}.{node.attr}")
    for call in nodes[ast.Call]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in ("Random", "default_rng") and not call.args and not call.keywords:
            found.append(name)
    return found


def is_chance_of_numpy(node: ast.Attribute) -> bool:
    """`np.random.normal` and its like. Generators are made from a seed, and are types."""
    return is_attribute(node.value, "np", "random") and node.attr not in ("default_rng", "Generator")


def is_chance(module: str, name: str) -> bool:
    return (module in CHANCE_MODULES and name != "Random") or (module, name) in CHANCE_CALLS


def test_chance_is_handed_in() -> None:
    found = {path for path, shape in shapes().items() if shape.randomness and not path.startswith("kit/")}
    assert found == set(CHANCE_ELSEWHERE)


@pytest.mark.parametrize(
    ("source", "is_chance"),
    [
        ("import random\nrandom.random()", True),
        ("import random\ndef f(chance=random.random): ...", True),
        ("from random import choice", True),
        ("import uuid\nuuid.uuid4()", True),
        ("from os import urandom", True),
        ("from random import Random\nRandom()", True),
        ("import numpy as np\nnp.random.default_rng()", True),
        ("import numpy as np\nnp.random.normal()", True),
        ("import numpy as np\ndef f(chance: np.random.Generator): ...", False),
        ("from random import Random\nRandom(7)", False),
        ("import numpy as np\nnp.random.default_rng(seed)", False),
        ("import uuid\nuuid.UUID(text)", False),
    ],
)
def test_chance_is_seen(source: str, is_chance: bool) -> None:
    assert bool(shape(ast.parse(source)).randomness) is is_chance


# Exceptions from the linter's rules have their reason beside them.

ROOT = SOURCE.parent.parent
LINTED = ("src", "tests", "benchmarks")
OF_A_FILE = re.compile(r"#\s*(?:ruff|flake8)\s*:\s*noqa")
"""Switches rules off for a whole file. What a folder needs stands in pyproject.toml, with its reason."""
EXCEPTION = re.compile(r"#\s*noqa\b(?::\s*(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?(?P<reason>.*)")


def exceptions(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if "noqa" in line and is_unexplained(line)]


def is_unexplained(line: str) -> bool:
    found = EXCEPTION.search(line)
    if found is None:
        return OF_A_FILE.search(line) is not None
    return not found["codes"] or not has_words(found["reason"])


def has_words(text: str) -> bool:
    return len(re.findall(r"[a-z]{2,}", text)) >= 2


def test_every_exception_from_a_rule_has_its_reason() -> None:
    paths = {path for folder in LINTED for path in (ROOT / folder).rglob("*.py")} - {Path(__file__)}
    assert [f"{path}: {line}" for path in sorted(paths) for line in exceptions(path.read_text())] == []


@pytest.mark.parametrize(
    ("line", "is_explained"),
    [
        ("x = 1  # noqa", False),
        ("# ruff: noqa", False),
        ("# ruff: noqa: S311 nothing secret", False),
        ("x = 1  # noqa: S311", False),
        ("x = 1  # noqa: S311, B008", False),
        ("x = 1  # noqa: S311 nothing secret", True),
        ("x = 1  # noqa: S603 (our own arguments)", True),
        ("x = 1", True),
    ],
)
def test_an_unexplained_exception_is_seen(line: str, is_explained: bool) -> None:
    assert (not exceptions(line)) is is_explained


def test_every_rule_that_is_off_has_its_reason() -> None:
    """On the line of the rule, or in a comment above those of a folder."""
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    lint = tomllib.loads("\n".join(lines))["tool"]["ruff"]["lint"]
    explained = {
        code for line in lines if has_words(line.partition("#")[2]) for code in re.findall(r'"([A-Z]+\d*)"', line)
    }
    assert set(lint["ignore"]) - explained == set()
    folders = {line: above for above, line in pairwise(lines)}
    for folder in lint["per-file-ignores"]:
        [line] = [each for each in folders if each.startswith(f'"{folder}"')]
        assert has_words(line.partition("#")[2]) or folders[line].startswith("#"), folder


# Tests mirror the source by name: `tests/a/b/test_x_aspect.py` is about `src/parley/a/b/x.py`, or a package `x`.

TESTS = Path(__file__).parent
WITHOUT_A_MIRROR = {"journeys", "faults", "fuzz", "examples", "browser", "hosted", "deploy", "agent_safety"}
"""Folders of tests that go through everything, or are about what lies beside the source."""


def is_mirrored(test: Path) -> bool:
    """Whether the longest, or a shorter, beginning of its name is that of a module or package in the same place."""
    folder = SOURCE.joinpath(*test.relative_to(TESTS).parts[:-1])
    words = test.stem.removeprefix("test_").split("_")
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    return any((folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists() for name in names)


def test_tests_mirror_the_source() -> None:
    tests = [path for path in TESTS.rglob("test_*.py") if path.parent != TESTS]
    mirrors = [path for path in tests if path.relative_to(TESTS).parts[0] not in WITHOUT_A_MIRROR]
    assert {path.relative_to(TESTS).as_posix() for path in mirrors if not is_mirrored(path)} == set()
