"""What happens to a recording, in the caller's transaction."""

from __future__ import annotations

from uuid import UUID

from parley.domain.recordings import store
from parley.storage.db import Connection


async def discard(tx: Connection, conversation_id: UUID) -> None:
    """Nothing of it is kept, and nothing can be added: who is about to write waits for us, and then finds it so."""
    await store.set_discarded(tx, conversation_id)
    # In a statement of its own: it sees what was written while the one before waited.
    await store.delete_chunks(tx, conversation_id)
