# SPDX-License-Identifier: BSD-2-Clause
# A program fires before dtrace can know that its process now runs another program: its stack is not unwound by the
# tables of the earlier program, which was at the same addresses. Its file has no table yet: the stack is truncated, and
# says so. The tracer is stopped meanwhile; timeout would let it continue.
timeout -s CONT 50 "$DTRACE" -q -c "$WORKLOAD" -n 'syscall::getsid:entry /pid == $target/ { ustack(100); }' |
	sed -n 's/^ *exec_next`\([a-z]*\).*/\1/p; s/^ *?$/cut/p' | grep -E '^(inner|outer|wrong|main|cut)$'
# output:
# inner
# cut
