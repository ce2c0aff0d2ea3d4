"""Slot filling: what has to be known, how to ask for it, and how to find it in what the user said.

- **slot spec**: a value to be filled, an entity or a parameter; its **kind** says how to recognise it.
- **extraction**: the value of a slot out of an utterance, in the type that is wanted.
- **question**: how a slot is asked for, and which slot an agent's question asked for.
- **correction**: what is said in place of what was said before; the last one counts.
- **numbers, names, codes, contacts, choices, yes_no**: how each kind of value is said.
- **spanish**: Spanish words for days, times and numbers, translated before extraction.
"""
