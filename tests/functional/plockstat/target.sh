# SPDX-License-Identifier: BSD-2-Clause
# As old scripts call it: by the number of the process, with modules and functions of another C library, and with the probes of
# spinning, which are not there. It is the same provider.
"$DTRACE" -qZ -c locks -n '
plockstat$target:libc.so.1:mutex_lock_internal:mutex-acquire
{
	@held[arg0] = count();
	self->held[arg0] = timestamp;
}

plockstat$target:::mutex-release
/self->held[arg0]/
{
	@back[arg0] = count();
	self->held[arg0] = 0;
}

plockstat$target:::rw-acquire
{
	@rw[arg0, arg1 ? "W" : "R"] = count();
}

plockstat$target:::mutex-spin, plockstat$target:::mutex-spun
{
	spun++;
}

plockstat*:::mutex-acquire
{
	@plain[arg0] = count();
}

END
{
	printa("held %p %@d\n", @held);
	printa("plain %p %@d\n", @plain);
	printa("rw %p %s %@d\n", @rw);
	printf("spun %d\n", spun);
}' > "$TMPDIR/out" || exit 1
awk '$1 == "lock" { name[$2] = $3; next }
	$1 == "spun" { print }
	$2 in name { $2 = name[$2]; print }' "$TMPDIR/out" | sort
echo "another process:"
"$DTRACE" -n "plockstat$$:::mutex-acquire" -c true 2>&1 | grep -m1 -o 'does not match any probes'
# output:
# held nested 3
# held plain 7
# plain nested 3
# plain plain 7
# rw rw R 2
# rw rw W 2
# spun 0
# another process:
# does not match any probes
