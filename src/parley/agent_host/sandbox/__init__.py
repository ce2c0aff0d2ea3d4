"""What keeps agent code inside its process. Every layer is best effort and says in the report whether it holds.

- **policy**: what a child, and the children of a deployment together, may use; decided by the serving process.
- **report**: layer → what holds in a child; shown by `/healthz` and `parley doctor`.
- **namespaces**: mounts, processes and IPC of the zygote and its children, apart from the machine's.
- **readable files**: the files of the machine that exist inside those namespaces and that Landlock lets a child read.
- **scratch**: the one folder that a child may write to.
- **rlimits**: the kernel's limits of one process.
- **cgroups**, **resource usage**: limits of a deployment, held by the kernel, or measured where there is no cgroup.
- **privileges**: an unprivileged user, and no capability.
- **landlock**: the files that may be opened, the ports that may be reached.
- **seccomp**: the filter of system calls; **syscalls** has their numbers.
- **confinement**: the layers that a child puts on itself, in the only order that works.
- **libc**: the C functions that Python does not offer.
"""
