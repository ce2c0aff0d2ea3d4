"""Agent hosts: a project's Python runs in supervised child processes, and the whole `conv` surface lives there.

- **host** / **child**: a confined process that runs the functions of one deployment, one call at a time.
- **call**: one run of a function: an **Invocation** goes in, an **Outcome** comes out.
- **pool**: the children of one deployment; **slots** say which of them serves which conversation. **hosts**: the pools
  of this serving process.
- **zygote**: a process with everything imported, from which children are forked; **zygote client** is our end of it,
  **deployment children** what it knows of the children of one deployment.
- **parent connection** / **child connection**: the two ends of the socket between the serving process and a child.
- **framing**, **codec**, **messages**: how what is said there becomes bytes, and is read without being believed. What
  crosses is a **value**, a struct whose types are the schema.
- **outcomes**: what of a child's result counts, and what becomes of a call that was lost.
- **host services**: what a running function may request of the serving process: models, secrets, APIs, history.
- **allowance**: how often it may, and how large things may be.
- **function runner**: one call inside the child. **call cleanup**: what a call must not leave behind.
- **state**: live objects inside the child, an opaque pickle outside, beside it a **projection** to JSON.
- **surface**: what agent code sees and may import. **project payload**: what the surface knows of the project.
- **sandbox**: what keeps a child from everything else; **sandbox check** starts one child to learn what holds here.

From `conv` to a secret, a model, an API: the surface's module (`surface/utils.py`, `surface/api.py` …) →
`child_connection.py` → the socket → `parent_connection.py` → whatever implements `protocol.HostServices`.

Module globals of a project are shared by the calls of one child, and differ between children. A conversation returns to
its child when that one is free; code that needs to remember for certain uses `conv.state`.
"""
