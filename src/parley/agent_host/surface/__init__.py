"""What agent code sees: the `conv` object and everything that it may import from `_gen`, `imports`, `plog`, `polyai`.

- **conversation**: `conv`, with a part for each of its subjects: history, variants, localization, handoffs, outgoing
  messages …
- **call context**: what one call is made of: the view of the conversation, the project, the state, the effects so far.
- **effects recorder**: everything that the code did or asked for during the call, in order.
- **projection**: live Python objects as JSON, bounded, never failing.
- **return values**: what a function returned, as one Reply.
- **catch-all**: where whatever agent code raises is caught.
- **gen**: the modules of those names. Classes that can end up in the state claim to live in `_gen`, so that a stored
  state survives a move of ours. A **placeholder** is a type that projects only mention.

Nothing here may import what the serving process holds; all of it is loaded once and shared by every child.
"""
