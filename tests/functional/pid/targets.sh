# SPDX-License-Identifier: BSD-2-Clause
#
# pid$target stands for every process of -c and -p.
"$DTRACE" -q -o "$TMPDIR/out" -c "$WORKLOADS/tail" -c "$WORKLOADS/tail" -n '
pid$target:a.out:first:entry { @[probeprov] = count(); }
END { printa("%s %@d\n", @); }' > /dev/null || exit 1
[ "$(grep -Ec '^pid[0-9]+ 1000$' "$TMPDIR/out")" = 2 ] || { cat "$TMPDIR/out"; exit 1; }
