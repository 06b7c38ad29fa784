# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# A user who ends dtrace while every instruction of a library is probed does not wait until all probes are detached:
# another process does that, and the traced program notices nothing.
# engine: in the kernel, whose probes a process detaches later
[ -z "${DT_GUEST:-}" ] || { echo "to remove so many probes takes minutes in a guest"; exit 77; }
perl -e 'while (1) { select undef, undef, undef, 0.001 }' &
target=$!
until [ "$(cat /proc/$target/comm)" = perl ] && grep -q libc.so /proc/$target/maps; do kill -0 $target; done
"$DTRACE" -qn 'pid$target:libc:: { @ = count(); } END { printf("the end\n"); }' -p $target >"$TMPDIR/out" 2>"$TMPDIR/notices" &
tracer=$!
trap 'kill $target' EXIT
until keeper=$(pgrep -P $tracer -x uprobe-keeper); do kill -0 $tracer || exit 1; done
sleep 0.3
kill -TERM $tracer
wait $tracer || echo "status $?"
grep 'the end' "$TMPDIR/out"
said=$(sed -n 's/^dtrace: process \([0-9]*\) detaches the probes as soon as it can; dtrace does not wait for it$/\1/p' "$TMPDIR/notices")
if [ -d "/proc/$keeper" ] && [ "$said" != "$keeper" ]; then
	cat "$TMPDIR/notices"
fi
while [ -d "/proc/$keeper" ]; do sleep 0.1; done
kill -0 $target && echo "the program goes on"
"$DTRACE" -qn 'pid$target:libc:select:entry { exit(0); }' -p $target >/dev/null || echo "status $?"
# output:
# the end
# the program goes on
