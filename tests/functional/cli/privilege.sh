# SPDX-License-Identifier: BSD-2-Clause
# A missing privilege is one sentence that names the way out.
. "$SRCDIR/_common.sh"
show unprivileged ./dtrace -n 'BEGIN { exit(0); }'
show unprivileged ./dtrace -qn 'tick-1s { exit(0); }'
show setpriv --bounding-set=-bpf,-perfmon,-sys_admin $DTRACE -qn 'BEGIN { exit(0); }'
show unprivileged ./dtrace -ln BEGIN
show setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon \
	./dtrace -qn 'BEGIN { printf("traced\n"); exit(0); }'
(ulimit -n 8; show $DTRACE -qn 'syscall::: { @ = count(); }')
