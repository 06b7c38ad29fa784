# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# Many new keys at a time: each update counts, in cells and in the map after them, whatever is
# truncated meanwhile, and with interrupts off.

sum() { # TEXT: of what the keys have
	awk -v text="$1" 'NF == 2 && $1 ~ /^[0-9]+$/ { if (!seen[$1]++) keys++; n += $2 }
		END { print keys, "keys,", n, text }'
}

"$DTRACE" -q -n 'syscall::getppid:entry /pid == $target/ { @[arg0] = count(); }' \
	-c "$WORKLOAD" 2>&1 | sum "updates"
"$DTRACE" -q -x aggsize=4m -n 'syscall::getppid:entry /pid == $target/ { @[arg0] = sum(1); }
	tick-10ms { printa(@); trunc(@); } END { printa(@); }' -c "$WORKLOAD" 2>&1 | sum "updates, truncated all the time"

# Texts, long and short ones in turns: the first of them in cells, of which these are too few.
for strsize in 256 1000; do
	"$DTRACE" -q -x aggsize=16m -x strsize=$strsize -n 'syscall::getppid:entry /pid == $target/ {
		@[strjoin(arg0 & 1 ? "00000000000000000000000000000000000000000000000000000000000000000000" : "",
			lltostr(arg0)), arg0] = count();
	} END { printa("%s %@d\n", @); }' -c "$WORKLOAD" 2>&1 | sum "updates of texts"
done

# Without aggsize there is room for as many long keys as short ones: 10,000 of a kilobyte.
"$DTRACE" -q -x strsize=1000 -n 'syscall::getppid:entry /pid == $target/ {
	@[tid, strjoin("", lltostr(arg0))] = count();
} END { printa("%d%s %@d\n", @); }' -c "$WORKLOAD" 2>&1 | sum "updates of long keys"

# One firing makes 100 keys where no interrupt may come.
{
	echo 'tick-1ms /n < 20/ { n++; }'
	for i in $(seq 100); do echo "tick-1ms /n < 20/ { @[n * 100 + $i] = count(); }"; done
	echo 'tick-1ms /n == 20/ { exit(0); }'
} >"$TMPDIR/tick.d"
"$DTRACE" -q -s "$TMPDIR/tick.d" 2>&1 | sum "updates with interrupts off"
# output:
# 5000 keys, 10000 updates
# 5000 keys, 10000 updates, truncated all the time
# 5000 keys, 10000 updates of texts
# 5000 keys, 10000 updates of texts
# 10000 keys, 10000 updates of long keys
# 1900 keys, 1900 updates with interrupts off
