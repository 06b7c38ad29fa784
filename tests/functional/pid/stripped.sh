# SPDX-License-Identifier: BSD-2-Clause
#
# A function without a symbol has its address as name; "-" takes any address of a file.
fail() { echo "$1"; exit 1; }
read -r name address < <("$WORKLOAD")
"$DTRACE" -q -o "$TMPDIR/out" -c "$WORKLOAD" -n '
pid$target:a.out:0x*:entry, pid$target:a.out:0x*:return { @[probefunc, probename] = count(); }
pid$target:a.out:-:'"$address"' { @[probefunc, probename] = count(); }' > /dev/null || exit 1
for row in "$name +entry" "$name +return" "- +$address"; do
	grep -Eq "^ +$row +1000$" "$TMPDIR/out" || fail "$row: $(cat "$TMPDIR/out")"
done
# output:
