# SPDX-License-Identifier: BSD-2-Clause
#
# A locked-down kernel refuses, in one sentence; another one writes.
"$DTRACE" -qw -c "$WORKLOAD" -s _copyout.d > "$TMPDIR/out" 2> "$TMPDIR/err"
if grep -q "BPF programs cannot write to a process's memory" "$TMPDIR/err"; then
	[ "$(wc -l < "$TMPDIR/err")" = 1 ] || exit 1
	grep -q '\[none\]' /sys/kernel/security/lockdown 2> /dev/null && exit 1
	echo "this kernel lets no program write to processes; it says so"
	exit 77
fi
grep . "$TMPDIR/out" | sort | diff - _copyout.want
# output:
