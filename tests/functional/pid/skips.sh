# SPDX-License-Identifier: BSD-2-Clause
#
# Places that cannot be probed are skipped, counted by reason, and named with -v; the
# program runs undisturbed.
d='pid$target:a.out:odd: { @[probename] = count(); }'
"$DTRACE" -c "$WORKLOAD" -n "$d" > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep -qx 70 "$TMPDIR/out" || { echo "the program printed something else"; cat "$TMPDIR/out"; exit 1; }
for name in entry return 0; do
	grep -Eq "^ +$name +10$" "$TMPDIR/out" || { echo "$name has not fired 10 times"; exit 1; }
done
grep -q '7 sites skipped (-v names them): ' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
"$DTRACE" -v -c "$WORKLOAD" -n "$d" > /dev/null 2> "$TMPDIR/err"
for why in 'a: a repeated string instruction' 'c: a lock or segment prefix' \
	'an instruction that the kernel mistakes for a branch or nop' 'a trap or system call' \
	'an instruction that moves the flags register'; do
	grep -q "skipped pid[0-9]*:skips:odd:.*$why" "$TMPDIR/err" || { echo "not named: $why"; cat "$TMPDIR/err"; exit 1; }
done
# One that is named alone is an error of the program.
"$DTRACE" -x errtags -c "$WORKLOAD" -n 'pid$target:a.out:odd:a' 2>&1 |
	grep -q 'D_PROC_CREATEFAIL.*odd.*cannot be probed: a repeated string instruction'
# output:
