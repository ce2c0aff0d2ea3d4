"""Runs commands of the hosted service's client, by the Python of the client's environment.

A line of its input is a command as JSON, with its environment and the address that it asks; a line of its output is
what became of it. Each command runs in a process of its own, forked when everything is imported: a command that starts
from nothing takes two seconds.

The client's tables of addresses are all that is changed of it. It is written for a newer Python: its annotations are
not evaluated here, and exceptions that are caught without parentheses get some.
"""

from __future__ import annotations
import __future__

import json
import os
import re
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

CLIENT = "poly"
_BARE = re.compile(r"^(\s*except )([\w.]+(?:, [\w.]+)+):", re.M)


class Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        text = _BARE.sub(r"\1(\2):", self.get_data(self.path).decode())
        flags = __future__.annotations.compiler_flag
        found: CodeType = compile(text, self.path, "exec", flags=flags, dont_inherit=True)
        return found


class Finder:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] != CLIENT:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def main() -> None:
    finder: Any = Finder()
    sys.meta_path.insert(0, finder)
    command: Any = import_module(f"{CLIENT}.cli")
    for line in sys.stdin:
        print(json.dumps(run(command, **json.loads(line))), flush=True)


def point_at(address: str) -> None:
    handler: Any = import_module(f"{CLIENT}.handlers.platform_api").PlatformAPIHandler
    handler.region_to_base_url = dict.fromkeys(handler.region_to_base_url, address)
    sdk: Any = import_module(f"{CLIENT}.handlers.sdk").SourcererSDK
    sdk.ENVIRONMENT_URLS = dict.fromkeys(sdk.ENVIRONMENT_URLS, f"{address}/adk/v1")


def run(
    command: Any, *, words: list[str], folder: str, output: str, errors: str, address: str, environment: dict[str, str]
) -> int:
    """Its exit status; what it printed is in the files `output` and `errors`."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        os.chdir(folder)
        os.environ.update(environment)
        point_at(address)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
        sys.argv = [CLIENT, *words]
        command.main()
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - whatever it was, the parent goes on
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
