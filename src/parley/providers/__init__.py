"""What the world outside offers, behind protocols of our own: language models (`llm`), vectors of texts (`embeddings`),
ways to send messages (`senders`), speech. `retry` says when to ask a provider again."""
