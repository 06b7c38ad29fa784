# SPDX-License-Identifier: BSD-2-Clause
#
# A process that ends while its probes are attached ends the trace, as it does later.
sleep 1000 &
target=$!
disown
until [ "$(cat /proc/$target/comm)" = sleep ] && grep -q libc "/proc/$target/maps"; do kill -0 $target; done
"$DTRACE" -x debug -p $target -o "$TMPDIR/out" -n 'pid$target:libc::entry { @ = count(); } END { printf("END"); }' 2>&1 |
	while read -r line; do
		case $line in
		*'attaching '*' programs of provider pid'*) kill -9 $target ;;
		*DEBUG*) ;;
		*) echo "$line" ;;
		esac
	done >"$TMPDIR/said"
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && grep -q "pid $target has exited" "$TMPDIR/said" && grep -q END "$TMPDIR/out" &&
	! grep -q "could not" "$TMPDIR/said" || { echo "status $status"; cat "$TMPDIR/said"; exit 1; }
# output:
