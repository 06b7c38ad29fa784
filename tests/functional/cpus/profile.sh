# SPDX-License-Identifier: BSD-2-Clause
# timeout: 60
# profile fires on every CPU, however many there are; tick on one at a time. Some machines' idle CPUs lose ticks, so they are busy.
if [ -z "${DT_GUEST-}" ]; then
	everywhere 1000000000 > /dev/null &
	load=$!
	trap 'kill $load' EXIT
fi
"$DTRACE" -qn 'profile-5 { @busy[cpu] = count(); } tick-5 { @ticks = count(); } tick-1s /++n == 10/ { exit(0); }
END { printa("cpu %d\n", @busy); printa("ticks %@d\n", @ticks); }' > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
[ "$(grep -c ^cpu "$TMPDIR/out")" = "$(nproc)" ] && echo "on every CPU"
awk '$1 == "ticks" && $2 > 0 && $2 <= 60 { print "as often as one CPU ticks" }' "$TMPDIR/out"
# output:
# on every CPU
# as often as one CPU ticks
