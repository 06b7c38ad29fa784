# SPDX-License-Identifier: BSD-2-Clause
#
# Only CAP_BPF and CAP_PERFMON: tracepoints are found by their whole names, and their derived probes
# exist; dtrace reports what is hidden from this user.
. "$SRCDIR/_common.sh"
unprivileged true # makes the copy
cp -r "${DTRACE%/*}/lib" . && chmod -R a+rX lib
few="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon"
# The list of events as kernels, and root's mounts of it, show it: not at all, or without what an event says of itself.
for event in sched/sched_{switch,process_exec}; do
	mkdir -p "tracing/events/$event" && echo 1 > "tracing/events/$event/id" && chmod 400 "tracing/events/$event/id"
done
cat > listing <<END
#!/bin/sh
chmod \$1 "$TMPDIR/tracing" && shift && mount --bind "$TMPDIR/tracing" /sys/kernel/tracing && exec $few "\$@"
END
chmod +x listing
for mode in 700 755; do
	show unshare -m ./listing $mode ./dtrace -qn 'sdt:sched::sched_switch { printf("%d\n", args[1]->pid >= 0); exit(0); }' | sed 1d
	show unshare -m ./listing $mode ./dtrace -qn 'proc:::exec-success { }
		BEGIN { printf("proc\n"); exit(0); }' | sed 1d
	unshare -m ./listing $mode ./dtrace -qn 'sdt:sched::sched_sw* { printf("%s\n", probename); exit(0); }' 2>&1 | grep -E '^sched|hint'
done
while :; do : < /dev/null; done & # a process that closes files
closes=$!
show $few ./dtrace -qn 'syscall::close:entry { this->path = fds[arg0].fi_pathname; exit(0); }
	END { printf("fds\n"); }' | sed 1d
kill $closes
# A user who may read tracefs or the kernel's names gets no such report.
if $few grep -q '^0*0 ' /proc/kallsyms; then
	$few ./dtrace -qn 'BEGIN { func(0xffffffff81000000); exit(0); }' 2>&1 | grep . | sed "s| *$||"
else
	printf '  0xffffffff81000000\ndtrace: the kernel hides its symbols from this user (CAP_SYSLOG; sysctl kernel.kptr_restrict): its addresses have no names\n'
fi
show $DTRACE -L /dev/null -qn 'BEGIN { exit(0); }'
mkfifo "$TMPDIR/fifo"
$DTRACE -s "$TMPDIR/fifo" 2>&1 | sed "s|$TMPDIR/||"
$DTRACE -qs <(echo 'BEGIN { printf("from a pipe\n"); exit(0); }') | grep .
# output:
# 1
#
# [0]
# proc
#
# [0]
# hint: /sys/kernel/tracing, where the kernel lists its tracepoints, is not readable by this user: patterns match no tracepoints; run dtrace as root, or with CAP_DAC_READ_SEARCH
# 1
#
# [0]
# proc
#
# [0]
# sched_switch
# fds
#
# [0]
#   0xffffffff81000000
# dtrace: the kernel hides its symbols from this user (CAP_SYSLOG; sysctl kernel.kptr_restrict): its addresses have no names
# $ dtrace -L /dev/null -qn BEGIN { exit(0); }
# 2> dtrace: failed to open library directory /dev/null: Not a directory
# [1]
# dtrace: failed to read fifo: no process writes to this FIFO
# from a pipe
