# SPDX-License-Identifier: BSD-2-Clause
#
# Eight threads at one place, and at eight: every call is counted. HAMMER_CALLS: how many each thread makes.
calls=${HAMMER_CALLS:-$([ -n "${DT_GUEST:-}" ] && echo 1000 || echo 10000)}
for sites in 1 8; do
	got=$("$DTRACE" -q -c "$WORKLOAD 8 $calls $sites" -n '
		pid$target:a.out:site?:entry { @entered = count(); @by[probefunc] = count(); @sum = sum(arg0); }
		pid$target:a.out:site?:return { @values = sum(arg1); }
		pid$target:a.out:site?:0 { @first = count(); }
		END { printa("%@d ", @entered); printa("%@d ", @sum); printa("%@d ", @values); printa("%@d ", @first);
			printa("%s=%@d ", @by); }' 2> "$TMPDIR/err")
	total=$((8 * calls)) sum=$((8 * calls * (calls - 1) / 2))
	want="$total $sum"
	if [ $sites = 1 ]; then
		want+=" $sum $total site0=$total "
	else
		want+=" $((sum + 28 * calls)) $total $(printf "site%d=$calls " 0 1 2 3 4 5 6 7)"
	fi
	[ "${got//$'\n'/}" = "$want" ] || { echo "$sites sites: expected '$want', got '$got'"; cat "$TMPDIR/err"; exit 1; }
done
# output:
