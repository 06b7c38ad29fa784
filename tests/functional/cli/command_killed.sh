# SPDX-License-Identifier: BSD-2-Clause
# A command that still waits for its start dies with dtrace.
. "$SRCDIR/_common.sh"
mkfifo source
"$DTRACE" -qs source -c 'touch made' & pid=$! # held up by the fifo: the command is started first
exec 3>source
child=$(pgrep -P "$pid")
grep -E '^(Name|State)' "/proc/$child/status"
kill -KILL "$pid"
wait "$pid" 2>/dev/null
exec 3>&-
while kill -0 "$child" 2>/dev/null; do :; done
[ -e made ] || echo "it has not run"
# output:
# Name:	touch
# State:	t (tracing stop)
# it has not run
