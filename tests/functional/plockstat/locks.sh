# SPDX-License-Identifier: BSD-2-Clause
# Every probe with its arguments. The workload says which lock is where; those of the C library do not count.
"$DTRACE" -q -x aggsortkey -c locks -n '
plockstat:::mutex-acquire, plockstat:::mutex-release, plockstat:::mutex-error, plockstat:::mutex-blocked,
plockstat:::mutex-block
{
	@[probename, arg0, (int)arg1] = count();
}

plockstat:::rw-acquire, plockstat:::rw-release, plockstat:::rw-error, plockstat:::rw-blocked, plockstat:::rw-block
{
	@[probename, arg0, (int)arg1] = count();
	@third[probename, (int)arg1, (int)arg2] = count();
}

END
{
	printa("%s %p %d: %@d\n", @);
	printa("%s %d %d: %@d\n", @third);
}' > "$TMPDIR/out"
awk '$1 == "lock" { name[$2] = $3; next }
	$2 in name { $2 = name[$2] }
	NF && length($2) < 8' "$TMPDIR/out" | sort
