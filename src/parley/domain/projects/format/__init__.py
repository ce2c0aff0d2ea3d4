"""The format of agent projects, described once: every file and every key, with what it takes and what it means.

- key: one key of a mapping; its *form* says which values it takes.
- file: a kind of file, with the keys at its root and an example that uses all of them.
- schemas, reference: what follows from the description. The loader reads files with code of its own, because it tells
  lines and mends what can be mended; tests hold both against each other, key by key.
"""
