# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints
# A probe covers the running threads of a process and those that they start. Four registers, no more. dtrace reports
# firings that the kernel skips because a program or a map update was interrupted on that CPU.
. "$SRCDIR/../common/_drops.sh"
mkfifo "$TMPDIR/input"
run() {
	"$WORKLOAD" < "$TMPDIR/input" > "$TMPDIR/said" &
	target=$!
	exec 3> "$TMPDIR/input"
	until grep -q ready "$TMPDIR/said"; do :; done
	"$DTRACE" -p $target -n 'watch$target::counter:w, watch$target::counter:w1, watch$target::counter:w2,
		watch$target::counter:w4, watch$target::counter:rw {}' > "$TMPDIR/many" 2>&1
	"$DTRACE" -p $target -wqn 'BEGIN { system("echo go >&3"); } watch$target::counter: { @first = count(); }
		watch$target::second:, watch$target::third: { @others = count(); }' \
		> "$TMPDIR/out" 2> "$TMPDIR/err"
	exec 3>&-
	wait $target
}
# Ended by SIGTRAP it was a hypervisor that lost the reason of an exception: process.sh.
for _ in 1 2 3; do run && break; done
grep -o 'the CPU.s four debug registers are in use' "$TMPDIR/many"
unskipped "$TMPDIR/err"
# An emulated CPU takes accesses to one variable for some to another as well.
awk -v drops="$(skipped "$TMPDIR/err")" 'NF { n++; print ((n > 1 || $1 <= 3000) && $1 + drops >= n * 3000) }' "$TMPDIR/out"
# output:
# the CPU's four debug registers are in use
# 1
# 1
