# SPDX-License-Identifier: BSD-2-Clause
# -O prom=FILE: each kind of metric, replaced at aggrate, readable by all, and gone at the end. clear(), trunc() and
# normalize() change nothing.
file=$TMPDIR/metrics.prom
cat >"$TMPDIR/program.d" <<'END'
#pragma D metric @reads name=app_read unit=us labels=size sum range=0..7 help="Time\of reads"
#pragma D metric @few limit=2
#pragma D metric @open kind=counter name=app_open_total
#pragma D metric @hidden kind=none
inline int LEVEL = 5;
BEGIN
{
	@reads[1] = quantize(5, 3);
	@reads[1] = quantize(100);
	@reads[2] = quantize(-1);
	@few["a \"quote\", a \\ and a\nline"] = count();
	@few["b"] = count();
	@few["c"] = count();
	@few["d"] = count();
	@open = sum(7);
	@hidden = count();
	@named[curpsinfo->pr_uid, LEVEL] = count();
	@members[curthread->comm, curthread->group_leader->comm, stringof(curthread->group_leader->comm)] = count();
	@average = avg(4);
	@average = avg(-9);
	@lowest[pid > 0] = min(-3);
	@steps = lquantize(12, 0, 20, 10);
	@ = sum(-5);
	@stacks[stack()] = count();
	clear(@reads);
	trunc(@few);
	trunc(@few);
	normalize(@open, 7);
}
syscall::getppid:entry /ppid == $target/ { @calls[execname] = count(); }
END
"$DTRACE" -q -x aggrate=50ms -O prom="$file" -s "$TMPDIR/program.d" -o /dev/null \
	-c "bash -c 'getppids 2 500; until grep -q \"calls_total.*1000\" $file; do :; done; cp -p $file $TMPDIR/copy'" || exit 1
ls "$TMPDIR"/metrics.prom* 2>/dev/null
stat -c %a "$TMPDIR/copy"
grep -v -e dtrace_exporter -e process_start "$TMPDIR/copy"
grep -c -e '^dtrace_exporter_.* 0$' "$TMPDIR/copy"
grep folded_keys_total "$TMPDIR/copy" | tail -1
{
"$DTRACE" -O prom=/nonexistent/file -qn "BEGIN { exit(0); }"
"$DTRACE" -O prom="$file" -n 'BEGIN { @x = avg(1); @x_sum = sum(1); exit(0); }' -q
printf '#pragma D option prom=/tmp/x\nBEGIN { exit(0); }' | "$DTRACE" -q -s -
} 2>&1 | grep dtrace:
