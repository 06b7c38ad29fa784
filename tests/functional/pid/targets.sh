# SPDX-License-Identifier: BSD-2-Clause
#
# pid$target means every process of -c and -p.
"$DTRACE" -q -o "$TMPDIR/out" -c "$WORKLOADS/tail" -c "$WORKLOADS/tail" -n '
pid$target:a.out:first:entry { @[probeprov] = count(); }
END { printa("%s %@d\n", @); }' > /dev/null || exit 1
[ "$(grep -Ec '^pid[0-9]+ 1000$' "$TMPDIR/out")" = 2 ] || { cat "$TMPDIR/out"; exit 1; }
# A function of only one process is found in that process.
said=$("$DTRACE" -q -c "$WORKLOADS/tail" -c "$WORKLOADS/forks" -n '
pid$target:tail:first:entry { @ = count(); }
END { printa("%@d", @); }' 2>&1) || { echo "$said"; exit 1; }
echo "$said" | grep -q 1000 || { echo "$said"; exit 1; }
# A function of none of them is an error.
! "$DTRACE" -q -c "$WORKLOADS/tail" -c "$WORKLOADS/forks" -n 'pid$target:tail:nowhere:entry' >/dev/null 2>&1
# output:
