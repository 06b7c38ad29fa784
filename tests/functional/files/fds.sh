# SPDX-License-Identifier: BSD-2-Clause
# fds[]: facts about the descriptors of the current process; a closed descriptor has no file.
"$DTRACE" -q -o "$TMPDIR/got" -c "$WORKLOAD $TMPDIR" -n '
syscall::fcntl:entry
/pid == $target && arg1 == 1/
{
	this->fd = (int)arg0;
	printf("%d %s %s %s %d %o\n", this->fd, fds[this->fd].fi_name, fds[this->fd].fi_dirname,
	    fds[this->fd].fi_pathname, fds[this->fd].fi_offset, fds[this->fd].fi_oflags);
}' > "$TMPDIR/want"
diff <(sed '/^$/d' "$TMPDIR/got") "$TMPDIR/want" && wc -l < "$TMPDIR/want"
echo "== the file system and where it is mounted"
"$DTRACE" -q -n '
syscall::read:entry
/pid == $target/
{
	@[fds[arg0].fi_fs, fds[arg0].fi_mount] = count();
}
END
{
	printa("%s %s\n", @);
}' -c "cat /proc/self/status /dev/null" | grep -e /proc -e /dev | sort
echo "== in a predicate"
"$DTRACE" -q -c "grep -q nothing /dev/null /proc/version" -n '
syscall::read:entry
/pid == $target && fds[arg0].fi_name == "null"/
{
	printf("%s\n", fds[arg0].fi_pathname);
}
syscall::read:entry
/pid == $target && fds[arg0].fi_pathname == "/proc/version"/
{
	printf("%s\n", xlate<fileinfo_t>(getf(arg0)).fi_name);
	exit(0);
}'
# output:
# 7
# == the file system and where it is mounted
# devtmpfs /dev
# proc /proc
# == in a predicate
# /dev/null
# version
#
