# SPDX-License-Identifier: BSD-2-Clause
# Commands by their arguments; states and statuses of targets; errors that name program and cause.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -g -I ../../../include -o "$TMPDIR/targets" _targets.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/targets" || echo "status $?"
# output:
#
# 1 2-3
# /
# 65534
# 65533
# two
# three
# an argument is NULL (0)
# the command has no name (0)
# the command has no name (0)
# failed to execute nosuch: No such file or directory (ENOENT)
# failed to execute /etc/passwd: Permission denied (EACCES)
# failed to execute true in directory /nosuch: No such file or directory (ENOENT)
# failed to execute true: its standard descriptors: Bad file descriptor (EBADF)
# failed to execute true: user 123456 is unknown and no group was given (0)
# failed to grab process -1: no such process (0)
# before command waiting
# before command waiting
# before process running
# before process running
#
# after command ended, status 3
# after command ended, signal 9
# after process ended, signal 15
# after process ended
# 4 reports, the child's status is ours
# no target 4: 0
