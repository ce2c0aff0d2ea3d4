"""The image without an engine: what its container file says, and its root filesystem run as an engine would run it."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
CONTAINER_FILE = REPOSITORY / "deploy" / "container" / "Containerfile"
BUILD_ROOT = REPOSITORY / "deploy" / "container" / "build-root"
INSIDE = Path(__file__).parent / "inside.py"
FROM_THE_MACHINE = ("/usr", "/etc/ld.so.cache", "/etc/ssl", "/etc/nsswitch.conf", "/etc/hosts")
SECONDS = 280
MERGED = ("bin", "sbin", "lib", "lib64")
REFUSED_CALLS = {
    "x86_64": {"unshare": 272, "mount": 165, "pivot_root": 155, "setns": 308, "io_uring_setup": 425},
    "aarch64": {"unshare": 97, "mount": 40, "pivot_root": 41, "setns": 268, "io_uring_setup": 425},
}
"""What the filters of Docker, Podman and containerd refuse to processes without capabilities, of what matters to us."""
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _NOT_PERMITTED = 0x7FFF0000, 0x00050001


@dataclass(frozen=True, slots=True)
class Instruction:
    word: str
    rest: str


@dataclass(frozen=True, slots=True)
class Image:
    """What the last stage of a container file says of how it is to be run."""

    environment: Mapping[str, str]
    user: int
    entrypoint: Sequence[str]
    command: Sequence[str]
    health_check: Sequence[str]


def instructions(text: str) -> Iterator[Instruction]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield Instruction(word.upper(), rest.strip())


def stages(text: str) -> list[list[Instruction]]:
    """The instructions of each stage, its FROM first."""
    found: list[list[Instruction]] = []
    for instruction in instructions(text):
        if instruction.word == "FROM":
            found.append([])
        if found:
            found[-1].append(instruction)
    return found


def image(text: str) -> Image:
    last = {each.word: each.rest for each in stages(text)[-1]}
    return Image(
        environment=dict(pair.split("=", 1) for pair in shlex.split(last["ENV"])),
        user=int(last["USER"].split(":")[0]),
        entrypoint=json.loads(last["ENTRYPOINT"]),
        command=json.loads(last["CMD"]),
        health_check=json.loads(last["HEALTHCHECK"].partition("CMD ")[2]),
    )


def built_root(folder: Path, wheel: Path) -> Path:
    """Its part of the root filesystem, made by the script that the container file calls."""
    root = folder / "root"
    python = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    where = ("--environment", str(Path(sys.prefix)), "--wheel", str(wheel), "--python", str(python))
    done = subprocess.run(
        [sys.executable, str(BUILD_ROOT), *where, str(root)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return root


@contextmanager
def confined(root: Path, data: Path, run: Image) -> Iterator[list[str]]:
    """A command line that runs what follows it on this root: read-only, as the image's user, with no capability, no
    network but a loopback of its own, and no namespaces to be made. The base is this machine's."""
    base = [part for path in FROM_THE_MACHINE if Path(path).exists() for part in ("--ro-bind", path, path)]
    links = [part for name in MERGED for part in ("--symlink", f"usr/{name}", f"/{name}")]
    if not sys.base_prefix.startswith("/usr"):
        base += ["--ro-bind", sys.base_prefix, sys.base_prefix]
    settings = [part for name, value in run.environment.items() for part in ("--setenv", name, value)]
    with tempfile.TemporaryFile() as rules:
        rules.write(call_filter())
        rules.seek(0)
        os.set_inheritable(rules.fileno(), True)
        yield [
            *(
                "bwrap",
                "--unshare-user",
                "--unshare-all",
                "--die-with-parent",
                "--disable-userns",
                "--cap-drop",
                "ALL",
                "--clearenv",
            ),
            *("--uid", str(run.user), "--gid", str(run.user), "--seccomp", str(rules.fileno())),
            *base,
            *links,
            *("--ro-bind", str(root / "opt"), "/opt", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
            *("--ro-bind", str(root / "etc" / "passwd"), "/etc/passwd", "--bind", str(data), "/var/lib/parley"),
            *("--ro-bind", str(INSIDE), "/inside.py", "--remount-ro", "/", "--chdir", "/var/lib/parley", *settings),
        ]


def run_image(root: Path, data: Path, run: Image) -> dict[str, Any]:
    """Its own command, health check and end in there, and what `inside.py` found meanwhile."""
    with confined(root, data, run) as confinement:
        command = ["--setenv", "TINI_SUBREAPER", "1", "/opt/parley/bin/python", "/inside.py"]
        done = subprocess.run(
            [*confinement, *command, *run.entrypoint, *run.command],
            input=json.dumps(run.health_check),
            capture_output=True,
            text=True,
            check=False,
            close_fds=False,  # the call filter
            timeout=SECONDS,
        )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def call_filter() -> bytes:
    """A program for the kernel that refuses `REFUSED_CALLS` and allows the rest."""
    refused = list(REFUSED_CALLS[platform.machine()].values())
    program = [(_LOAD, 0, 0, 0)]
    program += [(_JUMP_IF_EQUAL, len(refused) - index, 0, number) for index, number in enumerate(refused)]
    program += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _NOT_PERMITTED)]
    return b"".join(struct.pack("=HBBI", *each) for each in program)


def wheel_of(folder: Path) -> Path:
    """Of the source as it stands, with the pages that `make test` has built."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel
