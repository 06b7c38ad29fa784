# SPDX-License-Identifier: BSD-2-Clause
# The placer is stopped, as by ^Z, when dtrace ends: dtrace lets it continue, and it removes the probes.
. "$SRCDIR/_inside.sh"
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry { @ = count(); } tick-10ms /!said++/ { printf("ready\n"); }'
kill -STOP "$placer"
kill -INT "$dtrace"
timeout 20 tail --pid="$dtrace" -f /dev/null || { echo "dtrace still waits"; kill -CONT "$placer"; }
wait "$dtrace"; echo "dtrace $?"
grep -c dtrace-probes "/proc/$target/maps"
echo go >&3
wait "$target"; echo "target $?"
# output:
# dtrace 0
# 0
# target 0
