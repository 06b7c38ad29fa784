#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Targets wait until the libraries that they open are probed: no call is missed, not even of a
# constructor, and dtrace reports none as missing.
. "$SRCDIR/_opened.sh"
count='pid$target:one.so:go:entry, pid$target:t*.so:go:entry, pid$target:four.so:go:entry { @[probemod, (int)arg0 < 0 ? "born" : "called"] = count(); }'
trace() {
	"$DTRACE" -q -Z "$@" -n "$count" 2>&1 | awk 'NF { print $1, $2, $3 }'
}

echo "once"
trace -c "$WORKLOAD 1 ./one.so"
echo "in threads"
trace -c "$WORKLOAD 20 ./one.so ./two.so ./three.so ./four.so"
echo "all functions"
"$DTRACE" -q -Z -c "$WORKLOAD 1 ./one.so" -n 'pid$target:one.so:go: { @ = count(); } END { printa("%@d\n", @); }' | awk 'NF { print ($1 > 2 ? "many" : "few: " $0) }'

echo "stripped"
cp "$WORKLOAD" bare && strip bare one.so two.so three.so four.so
trace -c "./bare 1 ./one.so"
echo "behind an exec"
cat >exec.sh <<'END'
exec "$@"
END
trace -c "/bin/bash exec.sh $WORKLOAD 1 ./one.so"

echo "a process that runs"
mkfifo start
"$WORKLOAD" - 5 ./one.so ./two.so <start & target=$!
exec 3>start
"$DTRACE" -q -Z -w -p $target -n "$count"' tick-10ms /!begun++/ { system("echo > begun"); }' >out 2>&1 3>&- & tracer=$!
until [ -e begun ]; do kill -0 $tracer || { cat out; exit 1; }; done
exec 3>&-
wait $target $tracer
awk 'NF { print $1, $2, $3 }' out
# output:
# once
# one.so born 1
# one.so called 1
# in threads
# four.so born 20
# four.so called 20
# one.so born 20
# one.so called 20
# three.so born 20
# three.so called 20
# two.so born 20
# two.so called 20
# all functions
# many
# stripped
# one.so born 1
# one.so called 1
# behind an exec
# one.so born 1
# one.so called 1
# a process that runs
# one.so born 5
# one.so called 5
# two.so born 5
# two.so called 5
