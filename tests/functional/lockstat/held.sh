# SPDX-License-Identifier: BSD-2-Clause
# Locks that a thread gets without waiting: the most frequent lock of each kind is released as often as it is
# acquired. The case counts events that a program missed because another one ran.
. "$SRCDIR/../common/_drops.sh"
"$DTRACE" -ln lockstat:::adaptive-acquire > /dev/null 2> "$TMPDIR/why" || {
	sed -n 's/^dtrace: //p' "$TMPDIR/why" | head -n 1
	exit 77
}
"$DTRACE" -qc "$WORKLOAD" -n '
	self int counts;
	syscall::chdir:return /pid == $target/ { self->counts = !self->counts; }
	lockstat:::adaptive-acquire, lockstat:::adaptive-release /self->counts/
	{
		@mutex[arg0, probename] = count();
	}
	lockstat:::rw-acquire, lockstat:::rw-release /self->counts/
	{
		@rw[arg0, probename, arg1] = count();
	}
	lockstat:::rw-downgrade /self->counts/ { @rw[arg0, probename, 0] = count(); }
	END
	{
		printa("mutex %x %s %@d\n", @mutex);
		printa("rw %x %s-%d %@d\n", @rw);
	}' > "$TMPDIR/out" 2> "$TMPDIR/errors" || cat "$TMPDIR/errors"
awk -v drops="$(drops "$TMPDIR/errors")" '
	function differs(a, b) { return a - b > drops || b - a > drops }
	function says(what, lock, least, is_uneven) {
		if (n[lock, least] + drops < 2000 || is_uneven) {
			print what ": unexpected, " drops " drops"
			for (i in n)
				if (index(i, lock))
					print "  " i, n[i]
		} else
			print what ": as often given back"
	}
	NF == 4 { n[$2, $3] = $4; if ($4 > most[$1] && $3 ~ /acquire(-0)?$/) { most[$1] = $4; lock[$1] = $2 } }
	END {
		m = lock["mutex"]; s = lock["rw"]
		says("mutex", m, "adaptive-acquire", differs(n[m, "adaptive-acquire"], n[m, "adaptive-release"]))
		says("writer", s, "rw-acquire-0",
		    differs(n[s, "rw-acquire-0"], n[s, "rw-release-0"] + n[s, "rw-downgrade-0"]))
		says("reader", s, "rw-acquire-0",
		    differs(n[s, "rw-acquire-1"] + n[s, "rw-downgrade-0"], n[s, "rw-release-1"]))
	}' "$TMPDIR/out"

"$SRCDIR/../../../src/cli/lockstat" -Hp "$WORKLOAD" 2> "$TMPDIR/errors" |
	awk '$1 == "adaptive_hold" && $5 ~ /pipe_(read|write)/ { n += $2 } END { print "held by pipes:", (n > 1000) }'
# output:
# mutex: as often given back
# writer: as often given back
# reader: as often given back
# held by pipes: 1
