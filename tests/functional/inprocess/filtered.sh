# SPDX-License-Identifier: BSD-2-Clause
# Targets that install a filter of system calls, which ends them for a read or a signal, and fire a million times, at once. Guards note
# the filter, or dtrace does within 0.1 s.
. "$SRCDIR/_inside.sh"
reads='
pid$target:a.out:take:entry { @all = count(); }
pid$target:a.out:take:entry /copyinstr(arg0) == "heap"/ { @read = count(); }
ERROR { @faults = count(); }'
# filtered WAY CLAUSES. Where the processor's counter is no clock, as in guests, faults have a rough time after that, which dtrace reports.
filtered() {
	echo "$1:"
	inside -w -c "$WORKLOADS/filtered $1" -n "$2" | grep -v 'error on enabled probe\|drops\|its times are right\|^$' |
		sed 's/process [0-9]*/process N/' | sort
}
for way in prctl seccomp own unguarded; do
	filtered "$way" "$reads"
done
# The calls of other threads end before the filter is installed. How many there are is open.
filtered threads "$reads" | awk '/^ / { n[++k] = $1; next } { print } END { if (n[1] + n[2] != n[3]) print "they differ:", n[1], n[2], n[3] }'
# One of the two signals comes.
filtered seccomp '
pid$target:a.out:take:entry /++n == 500 || n == 1500/ { raise(28); @[vtimestamp > 0] = count(); }'
# A guard is a part of a function of which all instructions are probed.
filtered seccomp "$reads"'
pid$target:libc.so.6:syscall: { @steps[probefunc] = count(); }' | grep -v 'skipped\|syscall  '
# output:
# prctl:
#              1000
#           1000000
#           1001000
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# seccomp:
#              1000
#           1000000
#           1001000
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# own:
#              1000
#           1000000
#           1001000
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# unguarded:
#              1000
#           1000000
#           1001000
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# threads:
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# seccomp:
#         0                1
#         1                1
# alive
# dtrace: a filter of system calls applies to process N now: stop() and raise() do nothing, and vtimestamp is 0
# seccomp:
#              1000
#           1000000
#           1001000
# alive
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
