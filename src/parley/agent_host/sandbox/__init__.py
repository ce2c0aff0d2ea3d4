"""What keeps agent code inside its process. Every layer is best effort and says in the report whether it holds.

- **policy**: what a child, and the children of a deployment together, may use, decided by the parent (pure).
- **enclosure**: the namespaces of the zygote and its children: a tree with **files** in it, and processes of their own.
- **limits**: resource limits of the process.
- **cgroups**, **usage**: those of a deployment, held by the kernel or measured.
- **privileges**: an unprivileged user, and no capability.
- **landlock**: the files that may be read, the one folder that may be written, the ports that may be reached.
- **seccomp**: the system calls that an agent needs (**calls**).
- **apply**: puts on what a child puts on itself, in the only order that works.
"""
