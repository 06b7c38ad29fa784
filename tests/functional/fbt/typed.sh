# SPDX-License-Identifier: BSD-2-Clause
# args[] have the kernel's types: what the program passed and got back, and the name of its file through pointers.
. "$SRCDIR/_fbt.sh"
"$DTRACE" -q -o "$TMPDIR/trace" -c "fallocate $TMPDIR/some-file 5" -n '
fbt::vfs_fallocate:entry /pid == $target/
{
	printf("%s %d %d %d", args[0]->f_path.dentry->d_name.name == NULL ? "?" :
	    stringof(args[0]->f_path.dentry->d_name.name), args[1], args[2], args[3]);
	self->raw = arg2 == args[2] && arg3 == args[3] && (int)arg1 == args[1];
}
fbt:vmlinux:vfs_fallocate:return /pid == $target/
{
	printf(" = %d\n", args[1]);
	@[self->raw && (int)arg1 == args[1] && arg0 == 0 ? "raw and typed values agree" : "raw values differ"] = count();
}' > "$TMPDIR/said" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep -v '^$' "$TMPDIR/trace" | sed 's/  */ /g; s/^ //' > "$TMPDIR/lines"
diff "$TMPDIR/said" <(grep -v agree "$TMPDIR/lines") || exit 1
grep agree "$TMPDIR/lines"
# output:
# raw and typed values agree 6
