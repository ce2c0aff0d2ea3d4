"""What the world outside offers, behind protocols of our own: language models (`llm`), vectors of texts (`embeddings`),
ways to send messages (`senders`), speech synthesis (`speech`), speech recognition (`recognition`), voice activity
detection (`voice_activity`), a language model on this machine (`local_model`). `retry` says when to ask a provider
again, `pypi` fetches what lies in packages."""
