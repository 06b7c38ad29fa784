# SPDX-License-Identifier: BSD-2-Clause
# Every CPU makes system calls at the same time: each call is counted on its CPU, each record is printed in order of
# time, after BEGIN and before END.
everywhere 20 > "$TMPDIR/want" || exit 1
"$DTRACE" -q -o "$TMPDIR/trace" -c "everywhere 20" -n '
BEGIN { printf("begins\n"); }
syscall::getppid:entry /pid == $target/ { @[cpu] = count(); @all = quantize(1); printf("at %d %d\n", timestamp, cpu); }
END { printf("ends\n"); printa("%d %@d\n", @); printa(@all); }' > /dev/null 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
grep -v '^$' "$TMPDIR/trace" | sed '/^ends$/q' > "$TMPDIR/records"
grep -E '^[0-9]+ [0-9]+$' "$TMPDIR/trace" | sort -n | diff "$TMPDIR/want" - && echo "each call on its CPU"
sed -n 's/^at [0-9]* //p' "$TMPDIR/records" | sort -n | uniq -c | awk '{ print $2, $1 }' | diff "$TMPDIR/want" - && echo "each record"
sed -n 's/^at //p' "$TMPDIR/records" | sort -c -n -k1,1 -s && echo "in the order of time"
sed -n '1p; $p' "$TMPDIR/records"
awk -v calls="$(awk '{ n += $2 } END { print n }' "$TMPDIR/want")" '$1 == 1 && $NF == calls { print "one histogram of all CPUs" }' "$TMPDIR/trace"
# output:
# each call on its CPU
# each record
# in the order of time
# begins
# ends
# one histogram of all CPUs
