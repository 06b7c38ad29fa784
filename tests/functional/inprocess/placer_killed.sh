# SPDX-License-Identifier: BSD-2-Clause
# The placer alone is killed while dtrace traces: dtrace reports it and removes the probes itself.
. "$SRCDIR/_inside.sh"
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry { @["calls"] = count(); } tick-10ms /!said++/ { printf("ready\n"); }'
kill -KILL "$placer"
until grep -q removed "$TMPDIR/err"; do kill -0 "$dtrace" || break; done
sed "s/$target/N/" "$TMPDIR/err"
grep -c dtrace-probes "/proc/$target/maps"
ls "$DTRACE_RUNDIR"
echo go >&3
wait "$target"; echo "target $?"
wait "$dtrace"; echo "dtrace $?"
# output:
# dtrace: probe-placer was killed: dtrace has removed all probes inside process N
# 0
# target 0
# dtrace 0
