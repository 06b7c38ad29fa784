# SPDX-License-Identifier: BSD-2-Clause
# perf records the same run: how often the workload's threads waited for a CPU, and how long. The first thread, which
# perf starts under another name, is excluded.
events="-e sched:sched_switch -e sched:sched_wakeup -e sched:sched_wakeup_new"
perf record -q -a -c 1 $events -o "$TMPDIR/try" -- true > "$TMPDIR/err" 2>&1 || { echo "perf cannot record here: $(tail -n 1 "$TMPDIR/err")"; exit 77; }
"$DTRACE" -q -x dynvarsize=16m -o "$TMPDIR/waits" -c "perf record -q -a -c 1 -m 8M $events -o $TMPDIR/data -- $WORKLOADS/queues" -n '
sched:::enqueue
/args[1]->pr_fname == "queues" && args[0]->pr_lwpid != args[1]->pr_pid/
{
	since[args[0]->pr_lwpid] = timestamp;
}

sched:::dequeue
/since[args[0]->pr_lwpid]/
{
	@n[args[0]->pr_lwpid] = count();
	@ns[args[0]->pr_lwpid] = sum(timestamp - since[args[0]->pr_lwpid]);
	since[args[0]->pr_lwpid] = 0;
}

END
{
	printa("%d %@d %@d\n", @n, @ns);
}' > "$TMPDIR/err" 2>&1 || { cat "$TMPDIR/err"; exit 1; }
perf script -i "$TMPDIR/data" -F time,event,trace > "$TMPDIR/script" 2> "$TMPDIR/err"
if grep -q -i 'lost' "$TMPDIR/err" "$TMPDIR/script"; then
	echo "perf has lost events"
	exit 77
fi
# A thread waits from the time when it is woken, unless it runs, or loses the CPU in state R.
awk 'FNR == NR { if (NF) { n[$1] = $2; ns[$1] = $3 } next }
	function ready(tid) { if (!(tid in since)) since[tid] = time }
	{
		time = $1 + 0
		if (!match($0, / pid=[0-9]+/) && !/sched_switch/) next
		pid = substr($0, RSTART + 5, RLENGTH - 5)
	}
	/sched_wakeup_new:/ { born[pid] = 1; ready(pid) }
	/sched_wakeup:/ && !(pid in runs) { ready(pid) }
	/sched_switch:/ {
		match($0, /prev_pid=[0-9]+/); prev = substr($0, RSTART + 9, RLENGTH - 9)
		match($0, /next_pid=[0-9]+/); next_ = substr($0, RSTART + 9, RLENGTH - 9)
		delete runs[prev]
		if (/prev_state=R/) ready(prev)
		if (next_ in since) { times[next_]++; sum[next_] += time - since[next_]; delete since[next_] }
		runs[next_] = 1
	}
	END {
		for (tid in n) {
			threads++
			few = times[tid] - n[tid]
			if (few > 1 || few < -1) print tid, n[tid], "waits, perf has", times[tid]
			apart = sum[tid] * 1000 - ns[tid] / 1000000
			if (apart > 5 + ns[tid] / 5000000 || apart < -5 - ns[tid] / 5000000)
				print tid, ns[tid] / 1000000, "ms, perf has", sum[tid] * 1000
		}
		print threads, "threads, as perf has it"
	}' "$TMPDIR/waits" "$TMPDIR/script"
# output:
# 2 threads, as perf has it
