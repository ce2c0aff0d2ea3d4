"""A pytest plugin: a project's own unit tests find our `_gen`, `imports`, `polyai` and `plog` in the place of stubs."""

from __future__ import annotations

from parley.agent_host.surface import gen


def pytest_load_initial_conftests() -> None:
    """Before any module of the project is imported."""
    gen.install()
