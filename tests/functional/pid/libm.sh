# SPDX-License-Identifier: BSD-2-Clause
#
# Instructions that the kernel does not know are skipped, and named by function with -v: all functions of a program that
# maps libm are probed, and all instructions of libm.
fail() { echo "$1"; cat "$TMPDIR/err"; exit 1; }
# Where each place takes some 50 ms to detach, the functions with such instructions alone.
all=':::entry' libm='libm::'
case $(uname -r) in 6.[0-5].*) all=':libm:cbrt:entry' libm='libm:__fmaf_fma4:' ;; esac
"$WORKLOAD" > "$TMPDIR/plain"
for d in "pid\$target$all"' { @n[probefunc] = count(); } END { printa("%s %@d\n", @n); }' \
	"pid\$target:$libm"' { @ = count(); } pid$target:libm:cbrt:entry { @n[probefunc] = count(); } END { printa("%s %@d\n", @n); }'; do
	"$DTRACE" -v -q -o "$TMPDIR/trace" -c "$WORKLOAD" -n "$d" > "$TMPDIR/out" 2> "$TMPDIR/err" || fail 'it failed'
	cmp "$TMPDIR/plain" "$TMPDIR/out" || fail 'the probes change what the program does'
	grep -qx 'cbrt 10' "$TMPDIR/trace" || fail 'cbrt has not fired 10 times'
	rm "$TMPDIR/trace"
done
grep -q 'skipped pid[0-9]*:libm.so.6:.*_fma4:[0-9a-f]*: an instruction that the kernel does not know' "$TMPDIR/err" || fail 'not named'
# One that only the kernel finds out.
"$DTRACE" -x engine=kernel -v -q -c "$WORKLOAD" -n 'libm$target:::strange {} pid$target:a.out:unknown:entry { @ = count(); }' > "$TMPDIR/out" 2> "$TMPDIR/err" ||
	fail 'a declared probe ends it'
grep -Eqx ' +10' "$TMPDIR/out" || fail 'unknown() has not fired 10 times'
grep -q 'skipped libm[0-9]*:libm:unknown:strange.*: an instruction that the kernel does not know' "$TMPDIR/err" || fail 'the declared probe is not named'
exit 0
# output:
