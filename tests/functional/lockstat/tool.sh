# SPDX-License-Identifier: BSD-2-Clause
# lockstat(1): its table, one lock and one caller on which the workload waits; -p, -k, -w, -W, -E, -I, a run without
# events, -V, the program of -H, refused arguments.
lockstat=$SRCDIR/../../../src/cli/lockstat
"$lockstat" -o "$TMPDIR/table" contend mutex > /dev/null
grep -A30 '^Adaptive mutex block' "$TMPDIR/table" | grep -E '^Adaptive mutex block|n_tty_read' |
	sed -E 's/[0-9]+ events in [0-9.]+ seconds \([0-9]+/N events in S seconds (N/; s/[0-9]+% +[0-9]+%/P P/; s/ +[0-9]+ [0-9a-f]+ +vmlinux`([^+]*).*/ NS LOCK \1/; s/ +$//; s/^ +//; s/ +/ /g'
"$lockstat" -p contend mutex | awk '$1 == "adaptive_block" && /n_tty_read/ { print $1, $2, ($3 > 10000000), NF }'
"$lockstat" -kWp contend mutex | awk '$1 == "adaptive_block" && $5 == "vmlinux`n_tty_read" { print "a caller, not a place" }'
"$lockstat" -kw -n 100 contend mutex | awk '/ events in / { event = $3 } event == "block:" && (/Hottest Caller$/ || /`n_tty_read$/) { print "the lock, its hottest", tolower($NF) }'
"$lockstat" -E contend error | grep -c '^Adaptive mutex acquire error'
"$lockstat" -I -i 997 getppids 1 "$([ -n "${DT_GUEST:-}" ] && echo 300000 || echo 3000000)" | grep -m 1 -E 'cpu\[[01]\]' | awk '{ print NF }'
echo 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done' > "$TMPDIR/loop"
"$lockstat" -kIW -i 997 sh "$TMPDIR/loop" | awk '$NF == "(usermode)" && $1 { print "so are processes" }'
echo 'what a file holds' > "$TMPDIR/log"
"$lockstat" -E true >> "$TMPDIR/log" 2> "$TMPDIR/none"
cat "$TMPDIR/log" "$TMPDIR/none"
"$lockstat" -V | grep -c '^lockstat:::'
"$lockstat" -HV | grep -c '^lockstat:::'
"$lockstat" -D x true 2>&1 | cut -c1-15
# output:
# Adaptive mutex block: N events in S seconds (N events/sec)
# 1 P P 0.00 NS LOCK n_tty_read
# adaptive_block 1 1 5
# a caller, not a place
# the lock, its hottest caller
# the lock, its hottest vmlinux`n_tty_read
# 1
# 6
# so are processes
# what a file holds
# lockstat: no events were recorded
# 7
# 9
# usage: lockstat
