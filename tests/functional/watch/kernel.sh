# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints
# Memory of the kernel by its address: the name of a process, in its task_struct, is written by prctl(2). On every CPU.
# 64-bit Arm shows the value before the write.
names="6867666564636261 737475767778797a"
[ "$(uname -m)" != aarch64 ] || names="616e2d7473726966 6867666564636261"
mkfifo "$TMPDIR/input"
"$WORKLOAD" < "$TMPDIR/input" &
target=$!
exec 3> "$TMPDIR/input"
at=$("$DTRACE" -wqp $target -n 'BEGIN { system("printf x >&3"); }
	syscall::prctl:entry /pid == $target/ { printf("0x%p", &curthread->comm); exit(0); }')
[ $((at % 8)) = 0 ] || { echo "a task's name lies at $at"; exit 1; }
"$DTRACE" -wqp $target -n 'BEGIN { system("printf xx >&3"); }
	watch::'"$at"':w8 /pid == $target/ { n++; last = args[2]; other += arg0 == 0 || arg1 || !(arg3 == $1); self->seen = 1; }
	syscall::prctl:return /self->seen/ { printf("%x %d\n", last, other); self->seen = 0; }' "$at" |
	awk -v names="$names" 'BEGIN { split(names, name) } NF { print ($1 == name[++n] ? "the name" : $1), $2 }'
exec 3>&-
wait $target
# output:
# the name 0
# the name 0
