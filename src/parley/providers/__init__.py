"""What the world outside offers, behind protocols of our own: language models (`llm`), vectors of texts (`embeddings`),
ways to send messages (`senders`), voices (`speech`), ears (`recognition`, `voice_activity`). `retry` says when to ask a
provider again."""
