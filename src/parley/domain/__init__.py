"""The nouns: what exists and may happen to it. Each is a model (pure), a store (SQL), actions (now), jobs (later)."""
