# SPDX-License-Identifier: BSD-2-Clause
#
# CAP_BPF and CAP_PERFMON alone: tracepoints are found by their whole names, and what is made of them is
# there; what is hidden from this user is said to be.
. "$SRCDIR/_common.sh"
unprivileged true # makes the copy
cp -r "${DTRACE%/*}/lib" . && chmod -R a+rX lib
few="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon"
show $few ./dtrace -qn 'sdt:sched::sched_switch { printf("%d\n", args[1]->pid >= 0); exit(0); }' | sed 1d
show $few ./dtrace -qn 'proc:::exec-success { }
	BEGIN { printf("proc\n"); exit(0); }' | sed 1d
while :; do : < /dev/null; done & # somebody who closes files
closes=$!
show $few ./dtrace -qn 'syscall::close:entry { this->path = fds[arg0].fi_pathname; exit(0); }
	END { printf("fds\n"); }' | sed 1d
kill $closes
$few ./dtrace -qn 'sdt:sched::sched_sw* { }' 2>&1 | grep hint
# A user who may read tracefs or names of the kernel anyway is told nothing.
if $few grep -q '^0*0 ' /proc/kallsyms; then
	$few ./dtrace -qn 'BEGIN { func(0xffffffff81000000); exit(0); }' 2>&1 | grep . | sed "s| *$||"
else
	printf '  0xffffffff81000000\ndtrace: the kernel hides its symbols from this user (CAP_SYSLOG; sysctl kernel.kptr_restrict): its addresses have no names\n'
fi
show $DTRACE -L /dev/null -qn 'BEGIN { exit(0); }'
mkfifo "$TMPDIR/fifo"
$DTRACE -s "$TMPDIR/fifo" 2>&1 | sed "s|$TMPDIR/||"
$DTRACE -qs <(echo 'BEGIN { printf("from a pipe\n"); exit(0); }') | grep .
