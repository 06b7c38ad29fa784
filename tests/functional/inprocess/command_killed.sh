# SPDX-License-Identifier: BSD-2-Clause
# dtrace is killed at a step of the placer's order, before the command of -c has begun: the command ends, too. At later steps the
# command runs on.
. "$SRCDIR/_inside.sh"
mkdir "$TMPDIR/bin"
cp "$DTRACE" "${DTRACE%/*}/libdtrace.so.1" "${DTRACE%/*}/tests/dtrace-placer" "$TMPDIR/bin" && ln -s "${DTRACE%/*}/lib" "$TMPDIR/bin" || exit 1
cp "$WORKLOADS/calls" "$TMPDIR/bin/held"
await_end() { until [ -z "$(find /proc/[0-9]*/exe -lname "$TMPDIR/bin/held" 2>/dev/null)" ]; do :; done; }
step=0
while
	step=$((step + 1))
	DT_PLACE_FAULT=$step:2 "$TMPDIR/bin/dtrace" -x engine=inprocess -q -c "$TMPDIR/bin/held - 1 3" -o "$TMPDIR/out" \
		-n 'pid$target:a.out:first:entry { @ = count(); }' >"$TMPDIR/log" 2>&1
	status=$?
	[ "$status" != 0 ]
do
	await_end
	[ "$status" = 137 ] || { echo "step $step: status $status"; cat "$TMPDIR/log"; exit 1; }
done 2>"$TMPDIR/killed"
[ "$step" -gt 20 ] && echo "each step" || echo "only $step steps"
# output:
# each step
