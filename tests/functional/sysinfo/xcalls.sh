# SPDX-License-Identifier: BSD-2-Clause
# The workload requests a memory barrier on another CPU.
"$DTRACE" -ln sysinfo:::xcalls > "$TMPDIR/list" 2>&1 || { tail -1 "$TMPDIR/list"; exit 77; }
[ "$(nproc)" -gt 1 ] || { echo "one CPU only"; exit 77; }
"$DTRACE" -qc "$WORKLOADS/xcalls" -n '
	syscall::membarrier:entry /pid == $target/ { self->in = 1; }
	sysinfo:::xcalls /self->in && args[0] == 1 && ++n == 5/ { trace(n); exit(0); }'
# output:
# 5
