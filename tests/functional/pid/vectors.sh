# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 180
# Every probed instruction has the same effect as without a probe; every one fires, or
# is skipped.
fail() { echo "$1"; exit 1; }
"$WORKLOAD" > "$TMPDIR/plain"
"$DTRACE" -v -o "$TMPDIR/trace" -c "$WORKLOAD" -n 'pid$target:a.out:vec[0-9]*: { @ = count(); } END { trunc(@); }' > "$TMPDIR/probed" 2> "$TMPDIR/err" ||
	{ cat "$TMPDIR/err"; exit 1; }
diff "$TMPDIR/plain" "$TMPDIR/probed" || fail 'the probes change what the program does'
grep -q 'matched [4-9][0-9][0-9] probes' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
for why in 'mistakes for a branch' 'kernel refuses' 'lock or segment prefix' 'repeated string' 'trap or system call' 'flags register'; do
	grep -q "skipped.*$why" "$TMPDIR/err" || fail "nothing is skipped for: $why"
done
# output:
