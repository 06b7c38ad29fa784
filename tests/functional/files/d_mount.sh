# SPDX-License-Identifier: BSD-2-Clause
# Where a file's system is mounted; a descriptor that is not open has no file.
"$DTRACE" -q -c "cat /proc/self/status /dev/null" -n '
syscall::read:entry
/pid == $target && getf(arg0) != NULL/
{
	@[d_mount(&getf(arg0)->f_path)] = count();
}

syscall::read:entry
/pid == $target && (getf(-1) != NULL || getf(1 << 30) != NULL || getf(1000) != NULL)/
{
	@["/dev/none"] = count();
}

END
{
	printa("%s\n", @);
}' | grep -e /proc -e /dev | sort
# output:
# /dev
# /proc
