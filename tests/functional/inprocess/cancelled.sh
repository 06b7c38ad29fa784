# SPDX-License-Identifier: BSD-2-Clause
# Threads are cancelled in firings that have scratch memory, here of stacks. Later threads with their slots lose nothing.
. "$SRCDIR/_inside.sh"
inside -c "$WORKLOADS/cancelled" -n 'pid$target:a.out:first:entry { @first[ustack(1)] = count(); }
	pid$target:a.out:last:entry { @last[ustack(1)] = count(); @n = count(); } END { trunc(@first); printa("%@d\n", @n); }'
# output:
# done
# 4000
#
#
#               cancelled`last
#              4000
