# SPDX-License-Identifier: BSD-2-Clause
# A program fires before it can be known that its process runs another one now: its stack is not unwound by the tables of
# the one before, which lay at the same addresses. Its file has no table yet: the stack is cut, and says so.
# The tracer is stopped meanwhile; timeout would let it go on.
timeout -s CONT 50 "$DTRACE" -q -c "$WORKLOAD" -n 'syscall::getsid:entry /pid == $target/ { ustack(100); }' |
	sed -n 's/^ *exec_next`\([a-z]*\).*/\1/p; s/^ *?$/cut/p' | grep -E '^(inner|outer|wrong|main|cut)$'
# output:
# inner
# cut
