# SPDX-License-Identifier: BSD-2-Clause
# A process that starts one program after the other has a program at any time.
cd "$TMPDIR"
cp "$WORKLOAD" one && cp "$WORKLOAD" two || exit 1
"$TMPDIR/one" "$TMPDIR/two" & pid=$!
trap 'kill $pid' EXIT
for _ in $(seq "$([ -n "${DT_GUEST:-}" ] && echo 15 || echo 60)"); do
	"$DTRACE" -ln 'pid$target:a.out:main:entry' -p $pid 2>&1 | grep -qE ' main +entry *$' || missed=$((${missed-0} + 1))
	kill -0 $pid || echo "the program has ended"
done
[ -z "${missed-}" ] || echo "without its program $missed times"
# output:
