"""How many agent hosts there may be, and how long idle ones stay."""

from __future__ import annotations

from dataclasses import dataclass, field

from parley.agent_host.sandbox.policy import Policy


@dataclass(frozen=True, slots=True)
class HostLimits:
    policy: Policy = field(default_factory=Policy)
    minimum: int = 1
    """Children that a deployment keeps while it is in use."""
    maximum: int = 8
    # Stopping costs little: the next call starts a child within milliseconds.
    idle_child_seconds: float = 60.0
    """A child above the minimum that had nothing to do for so long is stopped."""
    idle_pool_seconds: float = 900.0
    """A deployment without a call for so long keeps no child at all."""
    pools: int = 64
    """Deployments with living children; beyond that the one used longest ago is put to rest."""
    start_seconds: float = 20.0
    """How long a new child may take to confine itself and receive the project, on a machine under load."""
    queue_seconds: float = 30.0
    """How long a call waits for a free child before it fails as busy."""
