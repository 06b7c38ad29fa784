# SPDX-License-Identifier: BSD-2-Clause
# change-pri says which priority a thread has and which one it gets, tick which thread the clock finds on a CPU.
for probe in change-pri tick; do
	"$DTRACE" -ln "sched:::$probe" > /dev/null 2> "$TMPDIR/why" && continue
	sed -n 's/^dtrace: //p' "$TMPDIR/why" | head -n 1
	exit 77
done
"$DTRACE" -qc "$WORKLOAD" -n '
	syscall::chdir:return /pid == $target/ { told = 1; }
	sched:::change-pri /told && args[1]->pr_pid == $target/
	{
		printf("%d -> %d\n", args[0]->pr_pri, args[2]);
	}
	sched:::tick /args[1]->pr_pid == $target/
	{
		ticks += args[0]->pr_lwpid == tid;
	}
	END { printf("%s\n", ticks > 10 ? "ticks" : "few ticks"); }'
# output:
# 120 -> 125
# 125 -> 89
# 89 -> 125
# ticks
#
