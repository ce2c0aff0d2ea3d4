"""What is probably wrong with a project that can be loaded, seen in its syntax trees without running anything. Pure.

- code: a Python file of the agent as its syntax tree, with its entry function and the flow that it belongs to.
- mention: a reference in any text of the project (`{{fn:x}}`), by kind.
- hint: what is not wrong in the files, but has to be set somewhere before the agent works.

Everything here is a warning. What cannot be known before the code runs is taken for right: a project that works must
not be blamed.
"""
