# SPDX-License-Identifier: BSD-2-Clause
# The kernel probes an instruction that a jump would replace: it serves the probe of the jump, too. Others stay inside.
. "$SRCDIR/_inside.sh"
inside -v -c "$WORKLOADS/returns 1 5" -n '
pid$target:a.out:sign:3 { @names[probename, curthread != NULL] = count(); }
pid$target:a.out:sign:entry { @names[probename, 0] = count(); }
pid$target:a.out:forward:entry, pid$target:a.out:forward:return { @functions[probefunc, probename] = count(); }' |
	grep -E '^ .* [0-9]+$|(itself|kernel) runs' | sed 's/process [0-9]*/process N/; s/pid[0-9]*/pid/g'
# output:
# dtrace: process N itself runs pid:returns:forward:entry, pid:returns:forward:return
# dtrace: the kernel runs pid:returns:sign:3, pid:returns:sign:entry: curthread in pid:returns:sign:3 needs the kernel's executor
#   3                                                         1               16
#   entry                                                     0               16
#   forward                        entry                                        5
#   forward                        return                                       5
