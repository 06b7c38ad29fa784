# SPDX-License-Identifier: BSD-2-Clause
# plockstat(1): its exit status is that of dtrace, one sentence names processes that cannot be watched; after ^C it
# prints its tables.
plockstat=$SRCDIR/../../../src/cli/plockstat
# 4194305 exceeds the maximum process id.
for refused in '-p 4194305' /nonexist "$WORKLOADS/no_libc"; do
	"$plockstat" $refused 2>&1
	echo "status $?"
done
# ^C interrupts the whole group, when the mutex has been seen.
set -m
"$plockstat" -H "$WORKLOADS/interrupts $TMPDIR/group" > "$TMPDIR/tables" &
echo $! > "$TMPDIR/new" && mv "$TMPDIR/new" "$TMPDIR/group"
wait $!
echo "status $?"
awk '/interrupts`main/ { n += $1 } END { print n }' "$TMPDIR/tables"
# output:
# dtrace: failed to grab process 4194305: no such process
# status 1
# dtrace: failed to execute /nonexist: No such file or directory
# status 1
# plockstat: no C library is mapped: a program that is linked statically cannot be watched
# status 1
# status 0
# 3
