# SPDX-License-Identifier: BSD-2-Clause
#
# Exceptions pass through functions with probes on entry and return, of the program and of what throws.
# In a guest only the program: before Linux 6.6 each place takes 100 ms to remove, emulated much more.
rounds=$([ -n "${DT_GUEST:-}" ] && echo 7 || echo 60)
thrower=
[ -n "${DT_GUEST:-}" ] || thrower=', pid$target:libstdc*::entry, pid$target:libstdc*::return,
	pid$target:libgcc_s*::entry, pid$target:libgcc_s*::return'
"$WORKLOAD" $rounds > "$TMPDIR/want"
"$DTRACE" -c "$WORKLOAD $rounds" -o "$TMPDIR/got" -q -n '
	pid$target:a.out::entry, pid$target:a.out::return'"$thrower"' { @[probename] = count(); }
	pid$target:a.out:*descend*:entry { @descended = count(); }
	END { printa("%@d\n", @descended); trunc(@); }' > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
diff "$TMPDIR/want" "$TMPDIR/out" || exit 1
# Each round i of each of the four threads enters descend() i % 7 + 1 times.
for ((i = 0; i < rounds; i++)); do ((want += 4 * (i % 7 + 1))); done
[ "$(grep -v '^$' "$TMPDIR/got")" = "$want" ] || { echo "expected $want calls of descend()"; cat "$TMPDIR/got"; exit 1; }
# output:
