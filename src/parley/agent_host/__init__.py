"""Agent hosts: a project's Python runs in supervised child processes, and the whole `conv` surface lives there.

- **host** / **child**: a confined process that runs the functions of one deployment, one call at a time.
- **pool**: the children of one deployment. **hosts**: the pools of this serving process.
- **nursery** / **zygote**: a process with everything imported, from which children are forked; the nursery is our end.
- **group**: the children of one deployment, as the zygote sees them. **tidying**: what a call must not leave behind.
- **examination**: one child that is started to learn what holds on this machine.
- **link** / **line**: the parent's and the child's end of the socket between them; **wire** and **messages** are its
  grammar, **strict** reads what a child says without believing it.
- **backstage**: what a running function may ask the serving process for (models, secrets, APIs, history).
- **state**: live objects inside the child, an opaque pickle outside, beside it a **projection** to JSON.
- **surface**: what agent code sees and may import. **dossier**: what the surface knows of the project.
- **sandbox**: what keeps a child from everything else.

Module globals of a project are shared by the calls of one child, and differ between children. A conversation returns to
its child when that one is free; code that needs to remember for certain uses `conv.state`.
"""
