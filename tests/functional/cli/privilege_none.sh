# SPDX-License-Identifier: BSD-2-Clause
# A program that needs no privilege runs without any, where dtrace has an engine of its own; elsewhere one sentence says so.
. "$SRCDIR/_common.sh"
refusal='on this processor only the kernel runs programs: run dtrace as root, or with the capabilities CAP_BPF and CAP_PERFMON'
try() {
	"$@" -qn 'BEGIN { printf("runs"); exit(0); }' > "$TMPDIR/out" 2>&1
	local status=$?
	if [ "$CALLS" = x64 ]; then
		echo "$status $(grep . "$TMPDIR/out")"
	elif [ $status = 1 ] && grep -qxF "dtrace: $refusal" "$TMPDIR/out"; then
		echo "0 runs"
	else
		echo "$status $(cat "$TMPDIR/out")"
	fi
}
try unprivileged ./dtrace
try setpriv --bounding-set=-bpf,-perfmon,-sys_admin "$DTRACE"
# output:
# 0 runs
# 0 runs
