"""What keeps agent code inside its process. Every layer is best effort and says in the report whether it holds.

- **policy**: what one child may use, decided by the parent (pure).
- **limits**: resource limits of the process.
- **privileges**: an unprivileged user, or at least no capability.
- **landlock**: the files that may be read, the one folder that may be written, the ports that may be reached.
- **seccomp**: the system calls that an agent never needs.
- **apply**: puts all of them on, in the only order that works.
"""
