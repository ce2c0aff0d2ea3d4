"""What agent code sees: the `conv` object and everything that it may import from `_gen`, `imports`, `plog`, `polyai`.

- **scene**: what one call is made of: the view of the conversation, the project, the state, the record of effects.
- **recorder**: everything that the code did or asked for during the call, in order.
- **projection**: live Python objects as JSON, bounded, never failing.
- **replies**: what a function returned, in its one normal form.
- **gen**: the modules of those names. Classes that can end up in the state claim to live in `_gen`, so that a stored
  state survives a move of ours.

Nothing here may import what the serving process holds; all of it is loaded once and shared by every child.
"""
