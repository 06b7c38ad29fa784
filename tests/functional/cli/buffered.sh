# SPDX-License-Identifier: BSD-2-Clause
# -B: records stay in the command until there are many or tracing ends. The program watches the
# command's own writes, and ends at the first, or when there was time for some: after that many ticks.
. "$SRCDIR/_common.sh"
cat >writes.d <<'END'
#pragma D option quiet
int w, n;
syscall::write:entry /pid == $pid && arg0 == 1/ { w++; }
tick-20ms { printf("."); }
tick-20ms /w || ++n == $1/ { printf("\n"); exit(0); }
END { printf("%s\n", w ? "written meanwhile" : "written at the end"); }
END
"$DTRACE" -B -s writes.d 50 | tr -d .
"$DTRACE" -x buffered -s writes.d 50 | tr -d .
"$DTRACE" -s writes.d 1000 | tr -d .
# output:
#
# written at the end
#
#
# written at the end
#
#
# written meanwhile
#
