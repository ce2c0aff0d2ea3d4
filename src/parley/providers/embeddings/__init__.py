"""Texts as vectors, and the index that finds topics with them.

- **embedder**: turns texts into unit vectors (`protocol`): in this process (`minilm`) or at an endpoint (`openai`);
  `cache` keeps the newest ones.
- **word piece**: what a text is cut into before the in-process model sees it (`wordpiece`, with `vocab.txt.gz`).
- **term**: a stemmed word; `lexical` scores topics by the terms they share with a question.
- **distance**: 0 (the same) to 1 (nothing in common); `index` blends both scores into one, calibrated so
  that 0.4 separates what answers a question from what does not.
"""
