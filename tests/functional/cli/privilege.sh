# SPDX-License-Identifier: BSD-2-Clause
# A missing privilege is one sentence that names what needs it and the way out.
. "$SRCDIR/_common.sh"
show unprivileged ./dtrace -qn 'syscall::read:entry { exit(0); }'
show unprivileged ./dtrace -qn 'profile-97 { exit(0); }'
show unprivileged ./dtrace -qn 'BEGIN { trace(curthread->pid); }'
show unprivileged ./dtrace -en 'BEGIN { trace(curthread->pid); }'
show unprivileged ./dtrace -qx errtags -n 'BEGIN { stack(); trace(pid); } END /progenyof(1)/ { @[ustack()] = count(); }'
show unprivileged ./dtrace -qn 'BEGIN { start = 1; } syscall::read:entry /start/ { exit(0); }'
show unprivileged ./dtrace -qx engine=kernel -n 'BEGIN { exit(0); }'
show setpriv --bounding-set=-bpf,-perfmon,-sys_admin $DTRACE -qn 'syscall::read:entry { exit(0); }'
show unprivileged ./dtrace -ln BEGIN
show setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon \
	./dtrace -qn 'BEGIN { printf("traced\n"); exit(0); }'
(ulimit -n 8; show $DTRACE -qn 'syscall::: { @ = count(); }')
