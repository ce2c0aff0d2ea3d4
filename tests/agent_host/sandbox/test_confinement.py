"""Each layer of the sandbox, proved by a function that runs against it."""

from __future__ import annotations

import asyncio
import platform
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.agent_host.protocol import Json
from parley.agent_host.sandbox.landlock import interface_version
from parley.agent_host.sandbox.policy import Policy
from tests.agent_host.conftest import FakeHostServices, MakePool, PoolHarness, only_child

filtered = pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="no system call numbers for it")
pytestmark = [pytest.mark.io, filtered]
needs_landlock = pytest.mark.skipif(interface_version() < 1, reason="this kernel has no Landlock")
needs_landlock_ports = pytest.mark.skipif(interface_version() < 4, reason="this kernel cannot forbid ports")

READS = [
    "/etc/passwd",
    "/etc/shadow",
    "/proc/self/environ",
    "/proc/1/cmdline",
    "/proc/self/mem",
    "/root/.bashrc",
    "/etc/hostname",
    __file__,
]


@needs_landlock
@pytest.mark.parametrize("path", READS)
async def test_files_of_the_machine_cannot_be_read(make_pool: MakePool, path: str) -> None:
    failure = (await make_pool({"f": f"return open({path!r}).read()"}).call()).failure
    assert failure is not None
    assert failure.kind in ("PermissionError", "FileNotFoundError")


@needs_landlock
@pytest.mark.parametrize(
    "act",
    [
        "os.listdir('/')",
        "os.listdir(os.path.expanduser('~root'))",
        "open('/tmp/parley-was-here', 'w')",
        "open(os.__file__, 'a')",
        "os.mkdir('/tmp/parley-was-here')",
        "os.symlink('/etc/passwd', 'link')",
        "os.mkfifo('fifo')",
        "os.unlink(os.__file__)",
        "open('/dev/shm/x', 'w')",
    ],
)
async def test_nothing_else_can_be_listed_or_written(make_pool: MakePool, act: str) -> None:
    failure = (await make_pool({"f": f"import os\n{act}"}).call()).failure
    assert failure is not None
    assert failure.kind in ("PermissionError", "FileNotFoundError", "OSError")
    assert not exists("/tmp/parley-was-here")


def exists(path: str) -> bool:
    return Path(path).exists()


async def test_its_own_temporary_folder_is_writable_and_its_own(make_pool: MakePool) -> None:
    body = """
    import os, tempfile
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write("x")
        file.flush()
        os.makedirs("a/b")
        open("a/b/c", "w").write("y")
        return tempfile.gettempdir()
    """
    first, second = make_pool({"f": body}), make_pool({"f": "import os\nreturn str(os.listdir('.'))"})
    folder = (await first.call()).reply.content
    assert folder is not None
    assert (await second.call()).reply.content == "[]"
    spied = make_pool({"f": f"import os\nreturn str(os.listdir({folder!r}))"})
    failure = (await spied.call()).failure
    assert failure is not None
    assert failure.kind in ("PermissionError", "FileNotFoundError")


async def test_files_cannot_grow_without_end(make_pool: MakePool) -> None:
    failure = (await make_pool({"f": "open('big', 'wb').write(bytes(20 << 20))"}).call()).failure
    assert failure is not None
    assert failure.kind == "OSError"


async def test_the_environment_tells_nothing(make_pool: MakePool) -> None:
    names = (await make_pool({"f": "import os\nreturn ' '.join(sorted(os.environ))"}).call()).reply.content
    assert names is not None
    allowed = {"HOME", "LANG", "LC_CTYPE", "LD_LIBRARY_PATH", "MALLOC_ARENA_MAX", "PATH", "PYTHONDONTWRITEBYTECODE"}
    assert set(names.split()) <= allowed | {"TMPDIR", "TZ"}


async def test_it_inherits_no_descriptor_but_its_socket(make_pool: MakePool) -> None:
    body = """
    import os
    found = []
    for n in range(256):
        try:
            os.fstat(n)
            found.append(n)
        except OSError:
            pass
    return str(found)
    """
    assert (await make_pool({"f": body}).call()).reply.content == "[0, 1, 2, 3]"


async def test_it_gives_way_to_the_serving_process(make_pool: MakePool) -> None:
    outcome = await make_pool({"f": "import os\nreturn str(os.sched_getscheduler(0) == os.SCHED_BATCH)"}).call()
    assert outcome.reply.content == "True"


async def test_it_is_nobody(make_pool: MakePool) -> None:
    body = """
    import ctypes, os
    libc = ctypes.CDLL(None)
    conv.utils.prompt_llm("look")
    return f"{libc.prctl(39, 0, 0, 0, 0)} {os.geteuid()} {os.getsid(0) == os.getpid()}"
    """
    harness = make_pool({"f": body})
    harness.services = looking = Looking(harness)
    content = (await harness.call()).reply.content
    assert content is not None
    assert content.startswith("1 ")
    assert content.endswith(" True")
    assert looking.capabilities == {"CapInh": 0, "CapPrm": 0, "CapEff": 0, "CapAmb": 0}
    assert harness.pool.status().sandbox["capabilities"] in ("dropped", "none")


class Looking(FakeHostServices):
    """Reads from outside what the kernel says of the child, while a function waits for an answer."""

    def __init__(self, harness: PoolHarness) -> None:
        self._stage = harness
        self.capabilities: dict[str, int] = {}

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        self.capabilities = _capabilities(only_child(self._stage))
        return ""


def _capabilities(process: int) -> dict[str, int]:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    words = dict(line.split(":\t", 1) for line in lines if line.startswith("Cap"))
    return {name: int(value, 16) for name, value in words.items() if name != "CapBnd"}


@pytest.mark.parametrize(
    "act",
    [
        "os.setuid(0) if os.geteuid() else os.setuid(1)",
        "os.setsid()",
        "os.setpgid(0, 0)",
        "os.kill(os.getppid() or 1, 0)",
        "os.kill(1, 9)",
        "os.killpg(os.getpgrp(), 9)",
        "signal.pidfd_send_signal(os.pidfd_open(1), 9)",
        "os.chroot('.')",
        "os.memfd_create('x')",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.execv('/bin/true', ['true'])",
        "resource.prlimit(1, resource.RLIMIT_NOFILE)",
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "socket.socket(socket.AF_UNIX)",
        "socket.socket(socket.AF_INET)",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
        "call(101 if x86 else 117, 0, 0, 0, 0)  # ptrace",
        "call(310 if x86 else 270, os.getpid(), 0, 0, 0, 0, 0)  # process_vm_readv",
        "call(272 if x86 else 97, 0x10000000)  # unshare",
        "call(165 if x86 else 40, 0, 0, 0, 0, 0)  # mount",
        "call(321 if x86 else 280, 0, 0, 0)  # bpf",
        "call(250 if x86 else 219, 0, 0, 0)  # keyctl",
        "call(298 if x86 else 241, 0, 0, 0, 0, 0)  # perf_event_open",
        "call(425, 1, 0)  # io_uring_setup",
        "call(157 if x86 else 167, 1, 0, 0, 0, 0)  # prctl: no death signal",
        "call(56 if x86 else 220, 0x10000000, 0, 0, 0, 0)  # clone with a namespace",
    ],
)
async def test_system_calls_that_nobody_needs_are_refused(make_pool: MakePool, act: str) -> None:
    body = f"""
    import ctypes, os, platform, resource, signal, socket
    libc = ctypes.CDLL(None, use_errno=True)
    x86 = platform.machine() == "x86_64"
    def call(*numbers):
        if libc.syscall(*map(ctypes.c_long, numbers)) == -1:
            raise OSError(ctypes.get_errno(), "refused")
    {act}
    """
    failure = (await make_pool({"f": body}).call()).failure
    assert failure is not None, act
    assert failure.kind in ("PermissionError", "ValueError")


async def test_ordinary_work_is_not_hindered(make_pool: MakePool) -> None:
    body = """
    import asyncio, concurrent.futures, datetime, decimal, hashlib, json, random, re, sqlite3, ssl, uuid, zoneinfo
    import jsonschema, pydantic, requests, urllib3, xml.etree.ElementTree, statistics, difflib, secrets
    with concurrent.futures.ThreadPoolExecutor() as threads:
        assert list(threads.map(abs, [-1, 2])) == [1, 2]
    async def one():
        await asyncio.sleep(0.001)
        return 1
    assert asyncio.run(one()) == 1
    assert sqlite3.connect(":memory:").execute("select 1").fetchone() == (1,)
    zoneinfo.ZoneInfo("US/Central"), zoneinfo.ZoneInfo("Asia/Kolkata")
    ssl.create_default_context()
    requests.Session()
    datetime.datetime.strptime("2025", "%Y")
    return str(uuid.uuid4())
    """
    outcome = await make_pool({"f": body}).call()
    assert outcome.failure is None


@pytest.fixture
async def server() -> AsyncIterator[int]:
    """A port on which something answers."""

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    listening = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


CONNECT = """
import socket
def f(conv, port):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        return connection.recv(100).decode()
"""


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        ("none", None),
        ("that", "hello"),
        ("*", "hello"),
        pytest.param("other", None, marks=needs_landlock_ports),
    ],
)
async def test_the_network_is_closed_except_for_allowed_ports(
    make_pool: MakePool, server: int, allowed: str, expected: str | None
) -> None:
    ports = {"none": (), "that": (str(server),), "*": ("*",), "other": ("1",)}[allowed]
    harness = make_pool({"functions/f.py": CONNECT}, policy=Policy(allowed_ports=ports))
    outcome = await harness.call("functions/f.py", port=server)
    assert outcome.reply.content == expected
    assert (outcome.failure is None) == (expected is not None)


async def test_nothing_can_be_served_even_with_a_network(make_pool: MakePool) -> None:
    body = "import socket\ns = socket.socket()\ns.bind(('127.0.0.1', 0))"
    harness = make_pool(
        {"f": body, "g": "import socket\nsocket.socket(socket.AF_UNIX)"}, policy=Policy(allowed_ports=("*",))
    )
    for name in ("f", "g"):
        failure = (await harness.call(name)).failure
        assert failure is not None
        assert failure.kind == "PermissionError"


async def test_the_database_socket_is_out_of_reach(make_pool: MakePool, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        listening.listen()
        body = f"import socket\nsocket.socket(socket.AF_UNIX).connect({str(tmp_path / 's')!r})"
        failure = (await make_pool({"f": body}).call()).failure
    assert failure is not None
    assert failure.kind == "PermissionError"


@needs_landlock
async def test_the_report_says_what_holds(make_pool: MakePool) -> None:
    harness = make_pool({"f": "pass"})
    await harness.call()
    report = harness.pool.status().sandbox
    assert report["filesystem"] == f"landlock {interface_version()}"
    assert (report["network"], report["system calls"], report["memory"]) == ("off", "filtered", "256 MB")
