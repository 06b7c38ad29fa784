# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# An ordinary user in a process that may not read its memory, start a thread or have new code: each
# message names the reason and the way out.
. "$SRCDIR/_common.sh"
filtered() { unprivileged ./filter "$@"; }
cp "$WORKLOAD" filter
EPERM=1 EAGAIN=11 EACCES=13
show filtered process_vm_readv $EPERM ./dtrace -qn 'BEGIN { trace(copyinstr(8)); } BEGIN { exit(0); }' | sed 's,offset [0-9]*,offset N,'
show filtered process_vm_readv $EPERM ./dtrace -qn 'BEGIN { trace(pid != 0); exit(0); }'
show filtered clone3 $EAGAIN ./dtrace -qn 'BEGIN { exit(0); }'
show filtered clone3 $EPERM ./dtrace -qn 'BEGIN { exit(0); }'
show filtered -m memfd_create $EACCES ./dtrace -qn 'BEGIN { exit(0); }'
# output:
# $ filtered process_vm_readv 1 ./dtrace -qn BEGIN { trace(copyinstr(8)); } BEGIN { exit(0); }
#
# 2> dtrace: process_vm_readv() fails (Operation not permitted), by a filter of system calls: copyin() and reads by pointers raise faults
# 2> dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #1 at DIF offset N
# [0]
# $ filtered process_vm_readv 1 ./dtrace -qn BEGIN { trace(pid != 0); exit(0); }
# 1
# [0]
# $ filtered clone3 11 ./dtrace -qn BEGIN { exit(0); }
# 2> dtrace: failed to start a thread: Resource temporarily unavailable: raise the limits of processes (ulimit -u, pids.max) or memory (ulimit -v)
# [1]
# $ filtered clone3 1 ./dtrace -qn BEGIN { exit(0); }
# 2> dtrace: failed to start a thread: Operation not permitted
# [1]
# $ filtered -m memfd_create 13 ./dtrace -qn BEGIN { exit(0); }
# 2> dtrace: could not enable tracing: make executable 4096 bytes for programs: Permission denied: a security module, PR_SET_MDWE (MemoryDenyWriteExecute=) or vm.memfd_noexec forbids it
# [1]
