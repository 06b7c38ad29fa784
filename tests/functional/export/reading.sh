# SPDX-License-Identifier: BSD-2-Clause
# While dtrace reads aggregations, also keys that have no cell, the kernel skips no probe: every call of two threads counts.
cat >"$TMPDIR/program.d" <<'END'
#pragma D metric @keys limit=1
syscall::getppid:entry /pid == $target/ { @keys[n++ % 3000] = count(); @calls = count(); }
END { printa("%@d calls\n", @calls); }
END
"$DTRACE" -q -x aggsize=512k -x aggrate=1ms -O prom="$TMPDIR/metrics.prom" -s "$TMPDIR/program.d" -c 'getppids 2 40000' 2>&1 |
	grep -v -e '^ ' -e '^$'
# output:
# 80000 calls
