# SPDX-License-Identifier: BSD-2-Clause
# A missing privilege is one sentence that names what needs it and the way out.
. "$SRCDIR/_common.sh"
show unprivileged ./dtrace -qn 'syscall::read:entry { exit(0); }'
show unprivileged ./dtrace -qn 'profile-97 { exit(0); }'
show unprivileged ./dtrace -qn 'BEGIN { trace(curthread->pid); }'
show unprivileged ./dtrace -qn 'BEGIN { start = 1; } syscall::read:entry /start/ { exit(0); }'
show unprivileged ./dtrace -qx engine=kernel -n 'BEGIN { exit(0); }'
show setpriv --bounding-set=-bpf,-perfmon,-sys_admin $DTRACE -qn 'syscall::read:entry { exit(0); }'
show unprivileged ./dtrace -qn 'BEGIN { exit(0); }'
show setpriv --bounding-set=-bpf,-perfmon,-sys_admin $DTRACE -qn 'BEGIN { exit(0); }'
show unprivileged ./dtrace -ln BEGIN
show setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon \
	./dtrace -qn 'BEGIN { printf("traced\n"); exit(0); }'
(ulimit -n 8; show $DTRACE -qn 'syscall::: { @ = count(); }')
# output:
# $ unprivileged ./dtrace -qn syscall::read:entry { exit(0); }
# 2> dtrace: could not enable tracing: syscall:x64:read:entry fires in the kernel: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON (create map dt_ctl: Operation not permitted)
# [1]
# $ unprivileged ./dtrace -qn profile-97 { exit(0); }
# 2> dtrace: could not enable tracing: profile:::profile-97 fires in the kernel: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON (create map dt_ctl: Operation not permitted)
# [1]
# $ unprivileged ./dtrace -qn BEGIN { trace(curthread->pid); }
# 2> dtrace: could not enable tracing: line 1 asks the kernel for "task": DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON (create map dt_ctl: Operation not permitted)
# [1]
# $ unprivileged ./dtrace -qn BEGIN { start = 1; } syscall::read:entry /start/ { exit(0); }
# 2> dtrace: could not enable tracing: syscall:x64:read:entry fires in the kernel: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON (create map dt_ctl: Operation not permitted)
# [1]
# $ unprivileged ./dtrace -qx engine=kernel -n BEGIN { exit(0); }
# 2> dtrace: could not enable tracing: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BPF and CAP_PERFMON (create map dt_ctl: Operation not permitted)
# [1]
# $ setpriv --bounding-set=-bpf,-perfmon,-sys_admin dtrace -qn syscall::read:entry { exit(0); }
# 2> dtrace: could not enable tracing: syscall:x64:read:entry fires in the kernel: DTrace requires additional privileges: this root lacks CAP_BPF or CAP_PERFMON (a container?), or a security module forbids bpf() (create map dt_ctl: Operation not permitted)
# [1]
# $ unprivileged ./dtrace -qn BEGIN { exit(0); }
#
# [0]
# $ setpriv --bounding-set=-bpf,-perfmon,-sys_admin dtrace -qn BEGIN { exit(0); }
#
# [0]
# $ unprivileged ./dtrace -ln BEGIN
#    ID   PROVIDER            MODULE                          FUNCTION NAME
#     1     dtrace                                                     BEGIN
# [0]
# $ setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon ./dtrace -qn BEGIN { printf("traced\n"); exit(0); }
# traced
#
# [0]
# $ dtrace -qn syscall::: { @ = count(); }
# 2> dtrace: could not enable tracing: load program dt_syscall: Too many open files (the limit is too low: ulimit -n)
# [1]
