# SPDX-License-Identifier: BSD-2-Clause
# 1,000 children use up the slots while dtrace is stopped: each firing without a slot is a drop, and nothing else is, although the
# children also pass guards.
. "$SRCDIR/_inside.sh"
$user "$DTRACE" -q -x follow -c "$WORKLOADS/family row" -n '
pid$target:a.out:work:entry { @[pid == $target, timestamp == 0] = count(); }' >"$TMPDIR/out" 2>&1 &
dtrace=$!
# The first child of the command shows that tracing has begun.
until command=$(pgrep -P "$dtrace" -x family) && pgrep -P "$command" >"$TMPDIR/child"; do :; done
kill -STOP "$dtrace"
until grep -q '^State:.Z' "/proc/$command/status"; do :; done
kill -CONT "$dtrace"
wait "$dtrace"
awk '/too many threads/ { drops += $2; next } /^ +0 +0 / { counted += $3 }
	END { print counted + drops, (drops > 1000 ? "with drops" : "with " drops " drops") }' "$TMPDIR/out"
# output:
# 100000 with drops
