"""The author's prose, written for a language model, as something that rules can follow.

- **directive**: one thing that an instruction wants done: say, ask, call, avoid; a **note** is what is none of these.
- **condition**: when a directive applies, as written ("the user confirms").
- **parser**: splits prose into lines, sentences and clauses, and each clause into directives.
- **phrasing**: from talk about the user to words for the user ("their name" becomes "your name").
"""
