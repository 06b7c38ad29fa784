# SPDX-License-Identifier: BSD-2-Clause
# Every call is counted, at entry and at return; several descriptions and clauses on one function.
. "$SRCDIR/_fbt.sh"
"$DTRACE" -qn '
fbt::vfs_fallocate: /pid == $target/ { @[probefunc, probename] = count(); @all[probemod] = count(); }
fbt::vfs_fallocate:entry /pid == $target/ { self->in = timestamp; }
fbt::vfs_fallocate:return /self->in/ { @took["took time"] = sum(timestamp > self->in); self->in = 0; }
fbt::vfs_f[a]*ate:return /pid == $target && (int)arg1 < 0/ { @["failed", probename] = count(); }
END { printa("%s %s %@d\n", @); printa("%s %@d\n", @all); printa("%s %@d\n", @took); }' \
	-c "fallocate $TMPDIR/file 1000" > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep "^[a-z].* [0-9]*$" "$TMPDIR/out" | grep -v = | sort
# output:
# failed return 1
# took time 1001
# vfs_fallocate entry 1001
# vfs_fallocate return 1001
# vmlinux 2002
