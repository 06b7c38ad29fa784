# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# -a finds tracing that continues, or has ended; timers and tracepoints. Runs in a separate mount
# namespace, away from the state of other dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
. "$SRCDIR/_common.sh"
umount /sys/fs/bpf 2>/dev/null
cp "$WORKLOADS/caller" live # a name that no other case counts

echo "== it goes on after the claim"
"$DTRACE" -q -A -n 'BEGIN { printf("ready\n"); }
	syscall::getppid:entry /execname == "live" && ++n == 1500/ { exit(5); }' 2>/dev/null
./live
start -a
./live
finish

echo "== exit() came before"
"$DTRACE" -A -q -n 'BEGIN { trace("begin"); exit(3); }' -n 'END { trace("end"); }'
show "$DTRACE" -a -o output
cat output

echo "== timers and tracepoints"
"$DTRACE" -A -q -n 'sdt:sched::sched_process_exit /execname == "live"/ { e++; }
	tick-1ms /e && ++t == 10/ { printf("ticks\n"); exit(0); }
	profile-499 { @p = count(); } END { printf("exits %d\n", e); }' || exit 1
./live
"$DTRACE" -a >claimed
head -2 claimed | sort
# output:
# == it goes on after the claim
#
# [5]
# == exit() came before
# $ dtrace -a -o output
# [3]
# beginend
# == timers and tracepoints
# exits 1
# ticks
