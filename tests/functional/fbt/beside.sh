# SPDX-License-Identifier: BSD-2-Clause
# Others trace the same function at the same time: ftrace, a kprobe event, bpftrace. Everybody counts every call.
. "$SRCDIR/_fbt.sh"
tracing=/sys/kernel/tracing
own=$tracing/instances/dtrace$$
mkdir "$own" 2> /dev/null && [ -e "$own/set_ftrace_filter" ] || { echo "ftrace cannot be used"; exit 77; }
finish() {
	echo 0 > "$own/events/dtrace$$/enable"
	echo nop > "$own/current_tracer"
	rmdir "$own"
	echo "-:dtrace$$/call" >> $tracing/kprobe_events
} 2> /dev/null
trap finish EXIT
echo vfs_fallocate > "$own/set_ftrace_filter" && echo function > "$own/current_tracer" || fail "no function tracer"
echo "p:dtrace$$/call vfs_fallocate" >> $tracing/kprobe_events && echo 1 > "$own/events/dtrace$$/call/enable" || fail "no kprobe event"
cat > "$TMPDIR/run" <<END
"$DTRACE" -qn 'fbt::vfs_fallocate:entry, fbt::vfs_fallocate:return /pid == \$target/ { @[probename] = count(); }
	END { printa("%s %@d\n", @); }' -c "fallocate $TMPDIR/file 1000" -o "$TMPDIR/trace" > "$TMPDIR/out"
END
if command -v bpftrace > /dev/null; then
	bpftrace -e 'kprobe:vfs_fallocate /comm == "fallocate"/ { @ = count(); }' -c "/bin/bash $TMPDIR/run" > "$TMPDIR/bpftrace" 2>&1
else
	bash "$TMPDIR/run"
	echo "@: 1001" > "$TMPDIR/bpftrace"
fi
grep -v '^$' "$TMPDIR/trace" | sort
echo "ftrace $(grep -c '^ *fallocate-.* vfs_fallocate <-' "$own/trace")"
echo "event $(grep -c '^ *fallocate-.* call: ' "$own/trace")"
grep -q '^@: 1001$' "$TMPDIR/bpftrace" || cat "$TMPDIR/bpftrace"
# output:
# entry 1001
# return 1001
# ftrace 1001
# event 1001
