# SPDX-License-Identifier: BSD-2-Clause
# Behind idlethread the CPU leaves the idle thread, and nothing else, for the next one.
"$DTRACE" -qn '
	sysinfo:::idlethread { idle[cpu] = args[0]; }
	sdt:sched::sched_switch /idle[cpu] && args[2]->pid/ { wrong += args[1]->pid != 0; idle[cpu] = 0; n++; }
	sdt:sched::sched_switch /n >= 3/ { exit(0); }
	tick-20s { exit(0); }
	END { printf("%s%d wrong\n", n ? "" : "no CPU became idle: ", wrong); }' > "$TMPDIR/out"
cat "$TMPDIR/out"
! grep -q idle: "$TMPDIR/out" || exit 77
# output:
# 0 wrong
#
