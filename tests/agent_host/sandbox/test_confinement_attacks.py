"""What agent code could do to files and processes outside of its sandbox, tried and refused."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parley.agent_host.protocol import FunctionFailure
from parley.agent_host.sandbox.policy import Policy
from tests.agent_host.conftest import SMALL, MakePool, PoolHarness, hosts_of, only_child
from tests.agent_host.sandbox.canaries import Canaries
from tests.agent_host.sandbox.refused_syscalls import REFUSED
from tests.waiting import until

pytestmark = pytest.mark.io

PRELUDE = """
import ctypes, errno, os, platform, signal, stat, sys, tempfile, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    numbers = NUMBERS[name]
    number = numbers[0 if platform.machine() == "x86_64" else 1]
    if number is None:
        raise PermissionError(errno.EPERM, "not on this machine")
    ready = [a if isinstance(a, (bytes, ctypes.Array)) else ctypes.c_long(a) for a in arguments]
    if libc.syscall(ctypes.c_long(number), *ready) == -1:
        raise OSError(ctypes.get_errno(), name)
"""


def attack(body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return f"{PRELUDE}\nNUMBERS = {REFUSED!r}\n\ndef f(conv, path='', size=0):\n{lines}\n"


async def refused(harness: PoolHarness, **arguments: Any) -> FunctionFailure:
    outcome = await harness.call("functions/f.py", **arguments)
    assert outcome.failure is not None, outcome.reply
    return outcome.failure


ON_FILES = [
    "os.chmod(path, 0o4755)",
    "os.chmod(path, 0o644)",
    "os.chown(path, os.getuid(), os.getgid())",
    "os.utime(path, (1, 1))",
    "os.setxattr(path, 'user.parley', b'1')",
    "os.getxattr(path, 'user.canary')",
    "os.removexattr(path, 'user.canary')",
    "call('fchmodat', -100, path.encode(), 0o777, 0)",
    "call('fchmodat2', -100, path.encode(), 0o777, 0)",
    "call('fchownat', -100, path.encode(), 0, 0, 0)",
    "call('utimensat', -100, path.encode(), 0, 0)",
    "call('setxattrat', -100, path.encode(), 0, b'user.x', 0, 0)",
    "call('file_setattr', -100, path.encode(), bytes(32), 32, 0)",
    "os.truncate(path, 0)",
    "os.rename(path, path + '.moved')",
    "os.unlink(path)",
    "os.link(path, 'link')",
]


@pytest.mark.parametrize("act", ON_FILES)
async def test_files_of_others_stay_as_they_are(make_pool: MakePool, tmp_path: Path, act: str) -> None:
    """`credentials.json` and a set-uid program are such files: whoever runs Parley owns them."""
    canaries = Canaries(tmp_path)
    failure = await refused(make_pool({"functions/f.py": attack(act)}), path=str(canaries.secret))
    assert failure.kind in ("PermissionError", "FileNotFoundError")
    assert canaries.untouched()


@pytest.mark.parametrize("act", ["os.chmod('mine', 0o4755)", "os.utime('mine')", "os.setxattr('mine', 'user.x', b'1')"])
async def test_modes_of_its_own_files_cannot_be_changed_either(make_pool: MakePool, act: str) -> None:
    failure = await refused(make_pool({"functions/f.py": attack(f"open('mine', 'w').close()\n{act}")}))
    assert failure.kind == "PermissionError"


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize("path", ["/etc/passwd", "/etc/shadow", "/proc", "/proc/1", "/sys", "/home", "canary"])
async def test_paths_outside_cannot_even_be_asked_about(make_pool: MakePool, tmp_path: Path, path: str) -> None:
    wanted = str(Canaries(tmp_path).secret) if path == "canary" else path
    harness = make_pool({"functions/f.py": attack("os.stat(path)")})
    failure = await refused(harness, path=wanted)
    assert harness.pool.status().sandbox["visible files"] == "its own tree"
    assert failure.kind == "FileNotFoundError"


@pytest.mark.parametrize(
    "act", ["os.listdir('/proc')", "os.listdir('/')", "os.statvfs('/proc/self')", "os.stat('/..')"]
)
async def test_nothing_can_be_listed(make_pool: MakePool, act: str) -> None:
    harness = make_pool({"functions/f.py": attack(f"{act}\nassert os.listdir('/..') == 'everything'")})
    assert (await refused(harness)).kind in ("FileNotFoundError", "PermissionError")


@pytest.mark.usefixtures("namespaces")
async def test_no_other_process_can_be_found(make_pool: MakePool) -> None:
    """Every call that takes the number of a process, with every number that there might be."""
    body = """
found = []
for pid in range(1, 70000):
    if pid == os.getpid():
        continue
    for ask in (os.getsid, os.getpgid, os.sched_getaffinity, os.sched_getscheduler, lambda p: os.kill(p, 0)):
        try:
            ask(pid)
            found.append(pid)
        except ProcessLookupError:
            found.append(-pid)
        except PermissionError:
            pass
return str(found)
"""
    harness = make_pool({"functions/f.py": attack(body)})
    assert (await harness.call("functions/f.py", timeout=60)).reply.content == "[]"
    assert harness.pool.status().sandbox["visible processes"] == "its own namespace"


DOORS = [
    "call('inotify_init1', 0)",
    "call('fanotify_init', 0, 0)",
    "__import__('fcntl').fcntl(os.open('.', os.O_RDONLY), 1026, 4)  # dnotify",
    "call('keyctl', 0, -3, 1)",
    "call('add_key', b'user', b'x', b'y', 1, -3)",
    "call('bpf', 0, 0, 0)",
    "call('userfaultfd', 0)",
    "call('io_uring_setup', 1, ctypes.create_string_buffer(120))",
    "call('perf_event_open', 0, 0, 0, 0, 0)",
    "call('mount', 0, 0, 0, 0, 0)",
    "call('open_tree', -100, b'/', 0)",
    "call('fsopen', b'tmpfs', 0)",
    "call('move_mount', 0, 0, 0, 0, 0)",
    "call('setns', 0, 0)",
    "libc.unshare(0x10000000) == 0 or (_ for _ in ()).throw(OSError(ctypes.get_errno(), 'unshare'))",
    "os.sched_setaffinity(0, {0})",
    "os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))",
    "call('sched_setattr', 0, bytes(56), 0)",
    "os.setpriority(os.PRIO_PROCESS, 0, 5)",
    "call('ioprio_set', 1, 0, 0)",
    "call('ptrace', 0, 0, 0, 0)",
    "call('seccomp', 1, 0, 0)",
    "call('memfd_create', b'x', 0)",
    "call('name_to_handle_at', -100, b'/', bytes(64), bytes(8), 0)",
    "call('mknodat', -100, b'device', 0o60600, 0x0800)",
    "os.symlink('/etc', 'link')",
]


@pytest.mark.parametrize("act", DOORS)
async def test_doors_into_the_kernel_are_shut(make_pool: MakePool, act: str) -> None:
    failure = await refused(make_pool({"functions/f.py": attack(act)}))
    assert (failure.kind, "[Errno 1]" in failure.message) == ("PermissionError", True)


async def test_it_is_never_root(make_pool: MakePool) -> None:
    """Also where the interpreter lies in a folder that only root may enter."""
    harness = make_pool({"functions/f.py": attack("return f'{os.getresuid()} {os.getresgid()} {os.getgroups()}'")})
    content = (await harness.call("functions/f.py")).reply.content or ""
    assert "0" not in content.replace("[]", "").replace("(", "").replace(")", "").replace(",", "").split()
    if os.geteuid() == 0:
        assert int(harness.pool.status().sandbox["user"]) > 60000


LEFT_BEHIND = {
    "threading": "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    "_thread": "import _thread\n_thread.start_new_thread(time.sleep, (60,))",
    "an executor": "import concurrent.futures as c\nkept = c.ThreadPoolExecutor()\nkept.submit(time.sleep, 60)",
    "pthread_create": (
        "run = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_long)(('sleep', libc))\n"
        "libc.pthread_create(ctypes.create_string_buffer(8), None, run, ctypes.c_long(60))"
    ),
}


@pytest.mark.parametrize("how", list(LEFT_BEHIND))
async def test_threads_left_behind_do_not_see_the_next_conversation(make_pool: MakePool, how: str) -> None:
    source = attack(f"{LEFT_BEHIND[how]}\nreturn 'answered'")
    look = "import threading\nmarks = []\ndef g(conv):\n    marks.append(1)\n    return str(len(marks))\n"
    harness = make_pool({"functions/f.py": source, "functions/g.py": look}, maximum=1)
    assert (await harness.call("functions/g.py", "one")).reply.content == "1"
    before = hosts_of(harness.pool._zygote_client)
    assert (await harness.call("functions/f.py", "one")).reply.content == "answered"
    assert (await harness.call("functions/g.py", "two")).reply.content == "1"
    await until(_is_replaced(harness, before))


def _is_replaced(harness: PoolHarness, before: set[int]) -> Callable[[], Awaitable[bool]]:
    async def look() -> bool:
        return before != hosts_of(harness.pool._zygote_client)

    return look


async def test_timers_end_with_their_call(make_pool: MakePool) -> None:
    set_it = "signal.signal(signal.SIGALRM, lambda *_: rung.append(1))\nsignal.setitimer(signal.ITIMER_REAL, 0.2, 0.01)"
    look = "import time\nfrom functions.f import rung\ndef g(conv):\n    time.sleep(0.4)\n    return str(rung)\n"
    harness = make_pool({"functions/f.py": f"rung = []\n{attack(set_it)}", "functions/g.py": look}, maximum=1)
    assert (await harness.call("functions/f.py")).failure is None
    assert (await harness.call("functions/g.py")).reply.content == "[]"


async def test_threads_that_end_with_their_call_keep_the_process(make_pool: MakePool) -> None:
    source = """
import threading
marks = []
def f(conv):
    threads = [threading.Thread(target=marks.append, args=(1,)) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return str(len(marks))
"""
    harness = make_pool({"functions/f.py": source}, maximum=1)
    counts = [(await harness.call("functions/f.py")).reply.content for _ in range(20)]
    assert counts == [str(8 * n) for n in range(1, 21)]


async def test_scratch_is_empty_when_the_next_call_begins(make_pool: MakePool) -> None:
    leave = """
os.makedirs("a/b/c")
for path in ("a/x", "a/b/y", "z", ".hidden"):
    open(path, "w").write("secret")
os.mkdir("shut", 0)
os.chdir("a")
kept.append(open("/dev/null"))
"""
    look = "import os\nfrom functions.f import kept\ndef g(conv):\n    return f'{os.listdir(\".\")} {len(kept)}'\n"
    harness = make_pool({"functions/f.py": f"kept = []\n{attack(leave)}", "functions/g.py": look}, maximum=1)
    assert (await harness.call("functions/f.py", "one")).failure is None
    assert (await harness.call("functions/g.py", "two")).reply.content == "[] 1"


FILL = """
made = 0
try:
    while made < 100000:
        if size:
            open(f"f{made}", "wb").write(bytes(size))
        else:
            os.mkdir(f"d{made}")
        made += 1
except OSError as error:
    return f"{errno.errorcode[error.errno]} {made}"
"""


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize(("size", "most"), [(1 << 20, 4), (0, 50)])
async def test_scratch_cannot_be_filled(make_pool: MakePool, size: int, most: int) -> None:
    """Neither with bytes nor with files; the next call has room again."""
    policy = replace(SMALL, scratch_mb=4, scratch_files=50)
    harness = make_pool({"functions/f.py": attack(FILL)}, policy=policy)
    for _ in range(2):
        code, made = str((await harness.call("functions/f.py", size=size, timeout=60)).reply.content).split()
        assert code == "ENOSPC"
        assert 0 < int(made) <= most


async def test_children_of_a_deployment_share_its_memory(make_pool: MakePool) -> None:
    """Each stays below the limit of one process; together they are above that of the deployment."""
    body = (
        "held = bytearray(os.urandom(1 << 20) * 100)\nconv.utils.prompt_llm('holding')\ntime.sleep(80)\nreturn 'kept'"
    )
    policy = replace(SMALL, deployment_memory_mb=250)
    harness = make_pool({"functions/f.py": attack(body)}, policy=policy, minimum=4, maximum=4)
    began = time.monotonic()
    calls = [asyncio.create_task(harness.call("functions/f.py", f"c{n}", timeout=100)) for n in range(4)]
    done, others = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
    assert time.monotonic() - began < 60
    failure = done.pop().result().failure
    assert failure is not None
    assert "250 MB of memory" in failure.message
    for task in others:
        task.cancel()


async def test_a_deployment_has_a_number_of_threads(make_pool: MakePool) -> None:
    body = """
threading.stack_size(1 << 18)
threads = [threading.Thread(target=time.sleep, args=(60,), daemon=True) for _ in range(40)]
[thread.start() for thread in threads]
time.sleep(60)
"""
    harness = make_pool({"functions/f.py": attack(body)}, policy=replace(SMALL, deployment_threads=30))
    outcome = await harness.call("functions/f.py", timeout=60)
    assert outcome.failure is not None
    assert "30 threads" in outcome.failure.message


async def test_a_deployment_that_takes_more_than_its_share_of_processors_steps_back(make_pool: MakePool) -> None:
    policy = replace(SMALL, deployment_cpus=0.1)
    harness = make_pool({"functions/f.py": attack("while True: pass"), "good": "return 'fine'"}, policy=policy)
    await harness.call("good")
    process = only_child(harness)
    busy = asyncio.create_task(harness.call("functions/f.py", timeout=30))

    async def demoted() -> bool:
        return os.getpriority(os.PRIO_PROCESS, process) == 10

    await until(demoted, seconds=20)
    busy.cancel()


async def test_the_report_says_what_holds_around_a_child(make_pool: MakePool) -> None:
    harness = make_pool({"f": "pass"}, policy=Policy())
    await harness.call()
    report = harness.pool.status().sandbox
    assert report["scratch"].startswith("64 MB, 4096 files")
    assert report["deployment"] in ("cgroup", "measured")
