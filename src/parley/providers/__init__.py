"""What the world outside offers, behind protocols of our own: language models (`llm`), vectors of texts (`embeddings`),
ways to send messages (`senders`), speech synthesis (`speech`), speech recognition (`recognition`), voice activity
detection (`voice_activity`). `retry` says when to ask a provider again."""
