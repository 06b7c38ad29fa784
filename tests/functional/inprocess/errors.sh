# SPDX-License-Identifier: BSD-2-Clause
# Clauses of ERROR run inside the target, too, where a string cannot be read.
. "$SRCDIR/_inside.sh"
as_user "$DTRACE" -q -c "$WORKLOADS/calls - 1 3" -n '
pid$target:a.out:first:entry { trace(copyinstr(8)); }
ERROR { printf("fault %d at %x\n", arg4, arg5); }' 2>/dev/null
# output:
# fault 1 at 8
# fault 1 at 8
# fault 1 at 8
#
