# SPDX-License-Identifier: BSD-2-Clause
# 1,000 children use up the slots while dtrace is stopped: each firing without a slot is a drop, and nothing else is, although the
# children also pass guards.
. "$SRCDIR/_inside.sh"
cd "$TMPDIR" || exit 1
chmod 777 .
$user "$DTRACE" -q -x follow -c "$WORKLOADS/family held" -n '
pid$target:a.out:work:entry { @[pid == $target, timestamp == 0] = count(); }' >out 2>&1 &
dtrace=$!
until [ -e held.ready ]; do :; done
command=$(pgrep -P "$dtrace" -x family)
kill -STOP "$dtrace"
touch held.go
until grep -q '^State:.Z' "/proc/$command/status"; do :; done
kill -CONT "$dtrace"
wait "$dtrace"
awk '/too many threads/ { drops += $2; next } /^ +0 +0 / { counted += $3 }
	END { print counted + drops, (drops > 40000 ? "with drops" : "with " drops " drops") }' out
# output:
# 100100 with drops
