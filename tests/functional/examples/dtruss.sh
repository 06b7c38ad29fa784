# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/dtruss.d -c "act create:file say:abc chdir:/nowhere mkdir:sub umask:5 ppid" |
	grep -E 'file|write|nowhere|sub|umask' | squeeze |
	sed 's/mkdirat(AT_FDCWD, /mkdir(/; s/\(umask(5)\) = .*/\1/'
# output:
# openat(AT_FDCWD, "file", O_RDWR|O_CREAT|O_TRUNC, 0644) = 3
# write(3, "abc", 3) = 3
# chdir("/nowhere") = -1 ENOENT
# mkdir("sub", 0755) = 0
# umask(5)
