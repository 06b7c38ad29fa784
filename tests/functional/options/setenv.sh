# SPDX-License-Identifier: BSD-2-Clause
#
# The environment of the command of -c.
export GONE=1 KEPT=2 CHANGED=3
"$DTRACE" -qx setenv=NEW=4 -x setenv=CHANGED=5=5 -x unsetenv=GONE -c env -n 'BEGIN { @ = count(); } END { clear(@); trunc(@); }' |
	grep -E '^(GONE|KEPT|CHANGED|NEW)=' | sort
"$DTRACE" -x setenv=NEW -c env -n BEGIN 2>&1; echo $?
# output:
# CHANGED=5=5
# KEPT=2
# NEW=4
# dtrace: -x setenv=NEW: the form is NAME=VALUE
# 1
