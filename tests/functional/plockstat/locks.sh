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
# output:
# mutex-acquire nested 0: 1
# mutex-acquire nested 1: 1
# mutex-acquire nested 2: 1
# mutex-acquire plain 0: 7
# mutex-block plain 0: 1
# mutex-blocked plain 1: 1
# mutex-error plain 16: 2
# mutex-release nested 0: 1
# mutex-release nested 1: 1
# mutex-release nested 2: 1
# mutex-release plain 0: 7
# rw-acquire 0 0: 2
# rw-acquire 1 0: 2
# rw-acquire rw 0: 2
# rw-acquire rw 1: 2
# rw-block 0 0: 1
# rw-block 1 0: 1
# rw-block rw 0: 1
# rw-block rw 1: 1
# rw-blocked 0 1: 1
# rw-blocked 1 1: 1
# rw-blocked rw 0: 1
# rw-blocked rw 1: 1
# rw-error 1 16: 1
# rw-error rw 1: 1
# rw-release 0 0: 2
# rw-release 1 0: 2
# rw-release rw 0: 2
# rw-release rw 1: 2
