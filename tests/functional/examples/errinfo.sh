# SPDX-License-Identifier: BSD-2-Clause
"$DTRACE" -qs "$SRCDIR/../../../examples/errinfo.d" -c "$WORKLOAD" |
	grep -E 'EXEC|chroot|fchdir' | sed 's/ *$//'
