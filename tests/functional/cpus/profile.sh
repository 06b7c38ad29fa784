# SPDX-License-Identifier: BSD-2-Clause
# profile fires on every CPU, however many there are; tick on one at a time. Some machines' idle CPUs lose ticks, so they are busy.
rate=5 seconds=10
if [ -z "${DT_GUEST-}" ]; then
	rate=25 seconds=2
	everywhere 1000000000 > /dev/null &
	load=$!
	trap 'kill $load' EXIT
fi
"$DTRACE" -qn 'profile-$1 { @busy[cpu] = count(); } tick-$1 { @ticks = count(); } tick-1s /++n == $2/ { exit(0); }
END { printa("cpu %d\n", @busy); printa("ticks %@d\n", @ticks); }' $rate $seconds > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/err"
[ "$(grep -c ^cpu "$TMPDIR/out")" = "$(nproc)" ] && echo "on every CPU"
awk '$1 == "ticks" && $2 > 0 && $2 <= 60 { print "as often as one CPU ticks" }' "$TMPDIR/out"
# output:
# on every CPU
# as often as one CPU ticks
