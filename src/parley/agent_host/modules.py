"""The project's Python, imported from memory: `functions.x`, `flows.<slug>.functions.x`, relative, lazy, circular.

There are no `__init__.py` files; every folder is a package. A module that fails to import breaks only its own callers,
and is tried again the next time.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from parley.agent_host.surface import gen

OWN_ROOTS = ("functions", "flows")
"""Names that belong to the project even when an installed package has the same one."""


class ProjectModules:
    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._paths = {_module_name(path): path for path in files}
        self._finders: tuple[_Finder, ...] = ()
        self._packages = {package for name in self._paths for package in _parent_packages(name)}

    def install(self) -> None:
        # One before everything installed, for names that are the project's in any case; one after, for all others, so
        # that a project's folder `json` hides nothing.
        self._finders = (_Finder(self, only=(*OWN_ROOTS, *gen.SHADOWED)), _Finder(self, only=None))
        sys.meta_path.insert(0, self._finders[0])
        sys.meta_path.append(self._finders[1])

    def is_intact(self) -> bool:
        """Whether agent code has left the import system in a state that others can work with."""
        return all(finder in sys.meta_path for finder in self._finders) and "_gen" in sys.modules

    def has_file(self, path: str) -> bool:
        return path in self._files

    def load_function(self, path: str) -> Any:
        """The function named like its file; raises ImportError, or whatever the module raised on import."""
        if path not in self._files:
            raise ModuleNotFoundError(f"there is no file {path}")
        name = _module_name(path)
        stem = name.rpartition(".")[2]
        # Mostly it is there already, and asking the import system takes longer.
        module = sys.modules.get(name) or importlib.import_module(name)
        function = getattr(module, stem, None)
        if not callable(function):
            raise ImportError(f"{path} defines no function named {stem}")
        return function

    def loaded_modules(self) -> Iterator[ModuleType]:
        for name in list(sys.modules):
            if name in self._paths:
                yield sys.modules[name]

    def find_spec(self, name: str) -> ModuleSpec | None:
        if name.partition(".")[0] in gen.SHADOWED:
            return ModuleSpec(name, _AliasLoader(), is_package=True)
        if (path := self._paths.get(name)) is not None:
            return ModuleSpec(name, _Source(path, self._files[path]), origin=path)
        if name in self._packages:
            path = self._paths.get(f"{name}.__init__", "")
            return ModuleSpec(name, _Source(path, self._files.get(path, "")), origin=path, is_package=True)
        return None


class _Finder(MetaPathFinder):
    def __init__(self, modules: ProjectModules, only: tuple[str, ...] | None) -> None:
        self._modules = modules
        self._only = only

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self._only is not None and fullname.partition(".")[0] not in self._only:
            return None
        return self._modules.find_spec(fullname)


class _Source(InspectLoader):
    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._source = source

    def get_source(self, fullname: str) -> str:
        return self._source

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._path
        # Our own `from __future__ import annotations` must not change what a project's annotations are.
        code = compile(self._source, self._path, "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102 - running the project's code is what this process is for


class _AliasLoader(InspectLoader):
    """`_gen.conversation`, `polyai.voice` …: all of the surface under any name that projects expect."""

    def get_source(self, fullname: str) -> None:
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return gen.create_module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def _module_name(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def _parent_packages(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name
