# SPDX-License-Identifier: BSD-2-Clause
# A probe of the kernel on an instruction that a jump would replace: the kernel serves the entry, too. Others stay inside.
. "$SRCDIR/_inside.sh"
inside -v -c "$WORKLOADS/calls - 1 5" -n '
pid$target:a.out:first: { @names[probename] = count(); }
pid$target:a.out:second:entry, pid$target:a.out:second:return { @functions[probefunc, probename] = count(); }' |
	grep -E '^ +(entry|return|second) .* 5$|itself runs' | sed 's/process [0-9]*/process N/; s/pid[0-9]*/pid/g'
# output:
# dtrace: process N itself runs pid:calls:second:entry
#   entry                                                             5
#   return                                                            5
#   second                         entry                                        5
#   second                         return                                       5
