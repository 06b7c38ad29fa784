# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/dtruss.d -c "act create:file say:abc chdir:/nowhere mkdir:sub umask:5 ppid" |
	grep -E 'file|write|nowhere|sub|umask' | squeeze | sed 's/\(umask(5)\) = .*/\1/'
