# SPDX-License-Identifier: BSD-2-Clause
# plockstat(1): its tables for a workload with known waits; -n, -s, -V, -p, refused arguments.
plockstat=$SRCDIR/../../../src/cli/plockstat
table() {
	awk 'NF == 2 || NF == 3 { title = $0 } $4 ~ /^locks`/ { sub(/\+.*/, "", $4); print title ": " $1, ($2 > 10000000), $3, $4 }' |
		sed 's/locks`//g'
}
"$plockstat" locks | table
sums() {
	awk '/hold$/ { title = $0 } /locks`/ { n[title] += $1 } END { for (t in n) print t ":", n[t] }' | sort
}
"$plockstat" -H locks | sums
"$plockstat" -A -n 1 locks | grep -c '^ *[0-9]'
"$plockstat" -s 2 locks | grep -c '@ 1'
"$plockstat" -V true | grep -c '^plockstat:::'
locks sleeps &
"$plockstat" -e 1 -v -p $! 2>&1 | head -1 | sed "s/$!/PID/"
kill $!
"$plockstat" -p x 2>&1 | cut -c1-16
# output:
# Mutex block: 1 1 plain wants_plain
# R/W reader block: 1 1 rw wants_to_read
# R/W writer block: 1 1 rw wants_to_write
# Mutex hold: 8
# R/W reader hold: 2
# R/W writer hold: 2
# 6
# 3
# 5
# plockstat: tracing enabled for pid PID
# usage: plockstat
