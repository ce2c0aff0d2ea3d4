"""Why a batch is refused."""

from __future__ import annotations

from parley.kit.errors import ParleyError


class CommandBatchInvalid(ParleyError):
    """The command batch cannot be applied; nothing of it was."""

    status = 400


class CommandNotSupported(CommandBatchInvalid):
    """A command of this type cannot be applied; nothing of the batch was."""
