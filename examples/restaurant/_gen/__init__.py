"""Names for editors and for plain pytest. At run time the platform supplies its own."""

from typing import Any


class Conversation:
    def __getattr__(self, name: str) -> Any: ...


class Flow:
    def __getattr__(self, name: str) -> Any: ...


def _keep(*_args: Any, **_kwargs: Any) -> Any:
    return lambda function: function


func_description = func_parameter = func_latency_control = _keep
