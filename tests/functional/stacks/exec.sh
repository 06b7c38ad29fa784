# SPDX-License-Identifier: BSD-2-Clause
# A program fires before it can be known that its process runs another one now: its stack is not unwound by the tables of
# the one before, which lay at the same addresses. It is followed by frame pointers, where inner() hides its caller.
# The tracer is stopped meanwhile; timeout would let it go on.
timeout -s CONT 50 "$DTRACE" -q -c "$WORKLOAD" -n 'syscall::getsid:entry /pid == $target/ { ustack(100); }' |
	sed -n 's/^[ ?]*exec_next`\([a-z]*\).*/\1/p' | grep -E '^(inner|outer|wrong|main)$'
