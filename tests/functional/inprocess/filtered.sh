# SPDX-License-Identifier: BSD-2-Clause
# A target that installs a filter of system calls, which would end it for a read, survives a million firings.
. "$SRCDIR/_inside.sh"
inside -c "$WORKLOADS/filtered" -n '
pid$target:a.out:take:entry { @all = count(); }
pid$target:a.out:take:entry /copyinstr(arg0) == "heap"/ { @read = count(); }
ERROR { @faults = count(); }' | grep -v 'error on enabled probe\|drops:' | sed 's/process [0-9]*/process N/'
# output:
# dtrace: a filter of system calls applies to process N now: copyin() and pointers read only its stacks and static data
# alive
#
#           1001000
#              1000
#           1000000
