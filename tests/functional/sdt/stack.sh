#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# caller, stackdepth and stack() in tracepoints omit the tracing machinery, also of a tracepoint
# that others trace at the same time and of a tracepoint whose name differs from its class.
cd "$TMPDIR" || exit 1
cat >inner.d <<'EOF'
sdt:sched::sched_process_exec, sdt:sched::sched_process_exit, sdt:sched::sched_switch
/pid == $target && !n[probename]++/
{
	printf("%s %d\n%a", probename, stackdepth, caller);
	stack(100);
	printf("end\n");
}
EOF
"$DTRACE" -q -c "$WORKLOADS/args" -s inner.d -o alone || exit 1
"$DTRACE" -q -c "$DTRACE -q -c $WORKLOADS/args -s inner.d -o with" -n '
sdt:sched::sched_process_exec, sdt:sched::sched_process_exit, sdt:sched::sched_switch { n++; }' > out || exit 1
awk '
function fail(why) { print why; failed = 1 }
$2 ~ /^[0-9]+$/ { name = $1; depth = $2; line = 0; next }
$1 == "end" {
	if (line - 1 != depth) fail(name ": stackdepth " depth ", frames " line - 1)
	if (!called) fail(name ": caller is not the second frame")
	seen++; called = 0; next
}
{
	line++
	if (line == 1) caller = $1
	if (line == 3 && $1 == caller && caller ~ /`/) called = 1
	if ($1 ~ /bpf|__traceiter|perf_trace/) fail(name ": machinery " $1)
}
END { if (seen < 4) fail("seen " seen + 0); exit failed }' alone with || { cat alone with; exit 1; }
# output:
